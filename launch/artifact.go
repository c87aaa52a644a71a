package launch

import (
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/wordset"
)

// artifact is something that a launch fetches, unless it is there, and runs.
type artifact struct {
	kind source // where it comes from.
	// launcher is the program that fetches it, such as npx or "docker run", or "" when a registry manifest names it.
	launcher string
	spec     word // the word that names it: @scope/name@1.2.3, an image, an address. Of --package=x it is the x.
	// name is the name of the package or image without version, tag and digest (the repository for images, as it is written), or the
	// address; it is "" when a variable decides. version is the text behind it ("1.2.3", "latest", "sha256:…", a branch or commit
	// of a repository), or "".
	name, version string
	pin           pin  // pin says how exactly the version is named.
	extra         bool // set for what is only added beside what is run: uvx --with, --package of a second one.
	// local is set when what is run is likely to be there: an image built on the machine, a program of the project's dependencies.
	local bool
}

type source uint8

const (
	fromNPM source = iota + 1
	fromPyPI
	fromImage
	fromNuGet
	fromCrates
	fromGems
	fromMaven
	fromGo
	fromJSR
	fromModules // a host that serves modules of a registry by their version: deno.land, esm.sh, unpkg.com.
	fromGit     // a repository: git+https://…, github:owner/repo.
	fromURL     // an archive or script at an address.
)

type fetcher struct {
	t detect.ToolView
	// packaged is set when a registry manifest names the package beside the command, whose words are options and arguments only.
	packaged bool
	depth    int
	found    []artifact
	indexes  []option // the options that name a registry of packages, runs those of each container.
	runs     []containerRun
}

type containerRun struct {
	opts  []option
	image string
}

func newFetcher(t detect.ToolView, c *command) *fetcher {
	f := &fetcher{t: t, packaged: t.Definition.StringAt("package") != ""}
	name := c.name()
	if f.packaged && c.program.text == "" {
		if a := named(t); len(a) > 0 && a[0].kind == fromImage {
			name = "docker"
		}
	}
	if c.program.open {
		name = guessed(c)
	}
	f.command(name, c.args)
	return f
}

// guessed is the launcher that a variable holds, by its name or by what it is given: "$UVX" pkg, "$p" --from git+https://… tool.
func guessed(c *command) string {
	own := c.name()
	for _, name := range [...]string{"uvx", "npx", "docker"} {
		if strings.HasPrefix(own, "$") && strings.Contains(own, name) {
			return name
		}
	}
	if len(c.args) > 0 && (c.args[0].text == "--from" || strings.HasPrefix(c.args[0].text, "--from=git+")) {
		return "uvx"
	}
	return own
}

// inVariables returns what the commands fetch that a launch hands to a proxy in variables: SERVER_COMMAND="npx -y pkg".
func inVariables(t detect.ToolView) []artifact {
	f := &fetcher{t: t}
	for i, field := range t.Fields {
		if field.Role == detect.RoleEnv && takesCommand("-"+detect.LastPointerName(field.Pointer)) {
			f.nested([]word{whole(field, i)})
		}
	}
	return f.found
}

// distinct drops what was found twice: a command that another one starts may be read with that one, and by itself.
func distinct(all []artifact) []artifact {
	seen := map[[3]int]bool{}
	return slices.DeleteFunc(all, func(a artifact) bool {
		at := [3]int{a.spec.field, a.spec.start, a.spec.end}
		again := a.spec.end > a.spec.start && seen[at]
		seen[at] = true
		return again
	})
}

func (f *fetcher) add(launcher string, spec word, read specReader, extra bool) {
	a, ok := read(strings.TrimSpace(spec.text[:min(len(spec.text), maxSpec)]))
	if !ok || len(f.found) >= maxArtifacts {
		return
	}
	if undecided(a.name) {
		a.name = ""
	}
	a.launcher, a.spec, a.extra = launcher, spec, extra
	f.found = append(f.found, a)
}

// nested looks for a command among the arguments of what was launched, as proxies and wrappers take one: behind a program that fetches,
// or as one word that begins with it. What follows an option is its value, such as a list of the programs that a server may run.
func (f *fetcher) nested(args []word) {
	before, listed := "", false
	for i, w := range args {
		option := len(before) > 2 && before[0] == '-' && !strings.Contains(before, "=")
		first, more, several := strings.Cut(strings.TrimSpace(w.text), " ")
		name := programName(first)
		switch {
		case !launchers[name]:
			before, listed = w.text, false
			continue
		case several && (!option || takesCommand(before)) && more != "" && len(w.text) <= maxScript:
			if r := scriptReading(f.t, script{body: []word{w}}, maxNested); len(r.commands) > 0 {
				f.command(name, r.commands[0].args)
			}
		case !several && (!option && !listed || takesCommand(before)):
			f.command(name, args[i+1:])
			return
		}
		before, listed = "", true
	}
}

// takesCommand reports whether an option is named like one that a command follows: --stdio, --server-command.
func takesCommand(option string) bool {
	option = strings.ToLower(option)
	return strings.HasPrefix(option, "-") && !strings.Contains(option, "allow") && hasSuffix(option, "stdio", "command", "cmd", "exec",
		"server", "upstream", "backend", "child")
}

var launchers = wordset.Of("npx bunx pnpx uvx uv pipx docker podman npm pnpm")

// named returns the package that a registry manifest names beside the command.
func named(t detect.ToolView) []artifact {
	i := t.FieldAt("/package")
	if i < 0 {
		return nil
	}
	spec := whole(t.Fields[i], i)
	registry := strings.ToLower(t.Definition.StringAt("registry"))
	read := readers[registry]
	if read == nil || registry == "" && slices.Contains(pictureEndings, strings.ToLower(path.Ext(spec.text))) {
		return nil
	}
	a, ok := read(strings.TrimSpace(spec.text))
	if !ok {
		return nil
	}
	a.spec = spec
	if v := t.Definition.Get("version"); v != nil && a.version == "" && v.Text != "" &&
		(v.Kind == detect.NodeString || v.Kind == detect.NodeScalar) {
		a.version, a.pin = v.Text, fromNPM.pin(v.Text)
	}
	return []artifact{a}
}

var pictureEndings = []string{".png", ".svg", ".jpg", ".jpeg", ".webp", ".gif", ".ico"}

// readers read the packages of the registries that manifests know. An image needs no registry in the shapes that are of containers only.
var readers = map[string]specReader{
	"npm": npmSpec, "pypi": pypiSpec, "oci": imageSpec, "docker": imageSpec, "": imageSpec, "nuget": nugetSpec, "cargo": cratesSpec,
	"crates": cratesSpec, "mcpb": addressSpec,
}
