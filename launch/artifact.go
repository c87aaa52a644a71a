package launch

import (
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/wordset"
)

// artifact is something that a launch fetches, unless it is there, and runs. Its name is "" when a variable decides.
type artifact struct {
	launcher.Reference
	// launcher is the program that fetches it, such as npx or "docker run", or "" when a registry manifest names it.
	launcher string
	spec     word // the word that names it: @scope/name@1.2.3, an image, an address. Of --package=x it is the x.
	extra    bool // set for what is only added beside what is run: uvx --with, --package of a second one.
}

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
		if a := named(t); len(a) > 0 && a[0].Kind == launcher.Image {
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

func (f *fetcher) add(by string, spec word, read launcher.Reader, extra bool) {
	r, ok := read(strings.TrimSpace(spec.text[:min(len(spec.text), maxSpec)]))
	if !ok || len(f.found) >= maxArtifacts {
		return
	}
	if launcher.Undecided(r.Name) {
		r.Name = ""
	}
	f.found = append(f.found, artifact{Reference: r, launcher: by, spec: spec, extra: extra})
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
		case !launcher.Nested.Has(name):
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
	return strings.HasPrefix(option, "-") && !strings.Contains(option, "allow") && wordset.HasSuffix(option, "stdio", "command", "cmd", "exec",
		"server", "upstream", "backend", "child")
}

// named returns the package that a registry manifest names beside the command.
func named(t detect.ToolView) []artifact {
	i := t.FieldAt("/package")
	if i < 0 {
		return nil
	}
	spec := whole(t.Fields[i], i)
	registry := strings.ToLower(t.Definition.StringAt("registry"))
	read := launcher.Registries[registry]
	if read == nil || registry == "" && slices.Contains(pictureEndings, strings.ToLower(path.Ext(spec.text))) {
		return nil
	}
	a, ok := read(strings.TrimSpace(spec.text))
	if !ok {
		return nil
	}
	if v := t.Definition.Get("version"); v != nil && a.Version == "" && v.Text != "" &&
		(v.Kind == detect.NodeString || v.Kind == detect.NodeScalar) {
		a.Version, a.Pin = v.Text, launcher.NPM.PinOf(v.Text)
	}
	return []artifact{{Reference: a, spec: spec}}
}

var pictureEndings = []string{".png", ".svg", ".jpg", ".jpeg", ".webp", ".gif", ".ico"}
