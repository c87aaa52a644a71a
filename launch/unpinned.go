package launch

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// unpinned is the check launch.unpinned: a package or image that is fetched at the start and is not the same one tomorrow.
type unpinned struct{}

func (unpinned) ID() string { return "launch.unpinned" }

func (unpinned) Inspect(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
	r := read(t)
	if Off(t) || r.client == registryClient {
		return nil
	}
	var out []detect.Signal
	for i := range r.artifacts {
		a := &r.artifacts[i]
		if a.launcher == "" || a.Local || a.Kind == launcher.Git || a.Kind == launcher.URL || a.isBranch() ||
			a.Pin != launcher.Unversioned && a.Pin != launcher.Moving {
			continue
		}
		detail := fmt.Sprintf("runs %s, so each start may run different code; pin it: %s", openness(a), r.advice(a, len(out)))
		if meant := r.verbAsPackage(a, len(out)); meant != "" {
			detail = fmt.Sprintf("runs the package “%s”, which anyone may publish; write uvx %s==X.Y.Z", a.Name, clip(meant))
		}
		s := newSignal(a.spec.signal(t), detect.SeverityLow, 0.3, detail)
		s.Evidence = shownAddress(a.spec.text)
		s.Sensitive = s.Evidence != a.spec.text
		s.Fix = a.pinned(s)
		out = append(out, s)
	}
	return out
}

// registryClient is the shape of registry manifests. Their versions are the matter of manifest.invalid.
const registryClient = "server.json"

func openness(a *artifact) string {
	switch {
	case a.Pin == launcher.Unversioned && a.Kind == launcher.Image:
		return "an image without a tag or digest"
	case a.Pin == launcher.Unversioned:
		return "a package without a version"
	case a.Kind == launcher.Image:
		return "whatever image is tagged " + clip(a.Version)
	case wordset.IsLetter(strings.TrimPrefix(a.Version, "v")) && !strings.ContainsAny(a.Version, " .*"):
		return "whatever release is tagged " + clip(a.Version)
	}
	return "whatever release fits " + clip(a.Version)
}

func (a *artifact) safeForm() string {
	name := clip(a.Name)
	if name == "" {
		name = "NAME"
	} else if a.Kind == launcher.PyPI {
		name += extras(a.spec.text)
	}
	if a.Kind == launcher.Modules {
		return "the address with @X.Y.Z after the module name"
	}
	by, form := a.launcher, cmp.Or(safeForms[a.Kind], "%s %s@X.Y.Z")
	switch {
	case a.Kind == launcher.NPM && (strings.HasPrefix(by, "deno") || by == "dx"):
		form = "%s npm:%s@X.Y.Z"
	case a.Kind == launcher.NPM && a.extra:
		by = "-p"
	case a.Kind == launcher.PyPI && a.extra:
		by = "--with"
	case a.Kind == launcher.NPM && by == "npx":
		by = "npx -y"
	case a.Kind == launcher.NPM && wordset.Has(by, "npm exec", "npm x"):
		by += " --yes --"
	}
	return fmt.Sprintf(form, by, name)
}

// safeForms are how launcher and name are written with a version.
var safeForms = map[launcher.Source]string{
	launcher.PyPI: "%s %s==X.Y.Z", launcher.Image: "%[2]s:X.Y.Z@sha256:…", launcher.Gems: "%s -v X.Y.Z %s",
	launcher.Maven: "%s %s:X.Y.Z", launcher.Go: "%s %s@vX.Y.Z",
	launcher.JSR: "%s jsr:%s@X.Y.Z",
}

// loginOf and queryOf are what may hold a credential in an address: its user and its query.
var (
	loginOf = lazy.Regexp(`^([^:]*(?::[^/:]*)*?://)([^/]*)@`)
	queryOf = lazy.Regexp(`\?[^#]*`)
)

// shownAddress is a spec without what may be a credential in it.
func shownAddress(s string) string {
	at := strings.Index(s, "://")
	if at < 0 {
		return s
	}
	if m := loginOf().FindStringSubmatch(s); m != nil && m[2] != "git" {
		s = m[1] + "…" + s[len(m[0])-1:]
	}
	head := s[:at+3]
	return head + queryOf().ReplaceAllLiteralString(s[at+3:], "?…")
}

// advice is the launch as it is written, with the place for a version behind the package, which is the nth that is reported.
func (r *reading) advice(a *artifact, n int) string {
	form, versioned := a.safeForm(), a.versioned()
	if versioned == "" || n >= maxSpelled {
		return form
	}
	words, at := r.around(a)
	first, _, _ := strings.Cut(a.launcher, " ")
	from := at - 1
	for from >= 0 && programName(words[from].text) != first {
		from--
	}
	if from < 0 {
		return form
	}
	return strings.Join(spelled(a, words, from, at, versioned), " ")
}

// around returns the words of the innermost command that an artifact is named in, and which of them names it, or -1.
func (r *reading) around(a *artifact) (words []word, at int) {
	at = -1
	for i := range r.commands {
		c := &r.commands[i]
		for j, w := range c.args {
			if w.field == a.spec.field && w.start <= a.spec.start && a.spec.end <= w.end && strings.HasSuffix(w.text, a.spec.text) &&
				!strings.ContainsAny(w.text, " \t\n") &&
				(at < 0 || len(c.args) < len(words)) {
				words, at = append([]word{c.program}, c.args...), j+1
			}
		}
	}
	return words, at
}

// spelled are the words from the launcher on up to the package, and the program in it that is run. What may hold anything is left out.
func spelled(a *artifact, words []word, from, at int, versioned string) []string {
	first := programName(words[from].text)
	out := []string{first}
	asked := slices.ContainsFunc(words[from+1:at], func(w word) bool { return wordset.Has(w.text, "-y", "--yes") })
	switch {
	case first == "npx" && !asked:
		out = append(out, "-y")
	case first == "npm" && !asked && words[at].text == a.spec.text && !strings.HasPrefix(words[at-1].text, "-"):
		return append(out, strings.TrimPrefix(a.launcher, "npm "), "--yes", "--", versioned)
	}
	for i := from + 1; i < at; i++ {
		text, before := words[i].text, words[i-1].text
		python := wordset.Has(before, "--python", "-p") && text != "" && wordset.OnlyOf(text, wordset.Digits+".")
		if plainWords[text] || python || isPackageOption(before) && !strings.ContainsAny(text, ":%?") {
			out = append(out, clip(text))
		} else if out[len(out)-1] != "…" {
			out = append(out, "…")
		}
		if len(out) > maxAdvice {
			return append(out[:2], "…", versioned)
		}
	}
	named := strings.TrimSuffix(words[at].text, a.spec.text)
	out = append(out, clip(named)+versioned)
	if option := strings.TrimSuffix(named, "="); !isPackageOption(option) && !(named == "" && isPackageOption(words[at-1].text)) {
		return out
	}
	// The program of the package that is run.
	for _, w := range words[at+1 : min(len(words), at+4)] {
		between := wordset.Has(w.text, "--", "dlx", "exec")
		if between || isPlainName(w.text) {
			out = append(out, w.text)
		}
		if !between {
			break
		}
	}
	return out
}

var plainWords = wordset.Of("-y --yes -q --quiet -- --bun dlx exec x tool tools run --from --with -w -p --package --spec --python " +
	"--isolated --refresh --no-cache --prefer-offline --prefer-online --ignore-existing --prerelease --silent --no-progress")

func isPackageOption(s string) bool { return wordset.Has(s, "--from", "-p", "--package", "--spec") }

func isPlainName(s string) bool {
	return len(s) <= 40 && wordset.IsLetter(s) && wordset.OnlyOf(strings.ToLower(s), wordset.Lower+wordset.Digits+"-_.")
}

// versioned is the package with the place for a version, or "" for what is not named by a package and its version in one word.
func (a *artifact) versioned() string {
	name := clip(a.Name)
	switch {
	case name == "" || name != a.Name:
		return ""
	case a.Kind == launcher.PyPI:
		return name + extras(a.spec.text) + "==X.Y.Z"
	case a.Kind == launcher.NPM && !strings.HasPrefix(a.launcher, "deno") && a.launcher != "dx":
		if alias, _, ok := strings.Cut(a.spec.text, "@npm:"); ok && alias != "" {
			return clip(alias) + "@npm:" + name + "@X.Y.Z"
		}
		return name + "@X.Y.Z"
	}
	return ""
}

// pinned is the package with its version in place of the text there, or nil where that is not one word.
func (a *artifact) pinned(s detect.Signal) *detect.Fix {
	text := a.versioned()
	if text == "" || s.Sensitive || strings.HasPrefix(text, a.Name+"[") && a.spec.text != a.Name+extras(a.spec.text) {
		return nil
	}
	return &detect.Fix{Start: s.Start, End: s.End, Text: text, Package: a.Kind.Registry() + ":" + a.Name}
}

// extras are those of a requirement, with their brackets: [cli].
func extras(spec string) string { return bracketed().FindString(spec) }

var bracketed = lazy.Regexp(`\[[^\]]{0,99}\]`)

// verbAsPackage returns the package that is meant where uvx is given a verb of uv in front of it: uvx run NAME.
func (r *reading) verbAsPackage(a *artifact, n int) string {
	words, at := r.around(a)
	if at < 1 || n >= maxSpelled || !wordset.Has(a.launcher, "uvx", "uv tool run") || !wordset.Has(a.spec.text, "run", "tool") {
		return ""
	}
	rest := slices.Concat(words[at+1:], []word{{}, {}})
	if a.Name == "tool" {
		if rest[0].text != "run" {
			return ""
		}
		rest = rest[1:]
	}
	meant, ok := launcher.PyPISpec(rest[0].text)
	if !ok || meant.Kind != launcher.PyPI || launcher.IsScript(rest[0].text) {
		return ""
	}
	return meant.Name + extras(rest[0].text)
}

func (unpinned) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: "launch.unpinned", Title: "Package or image without an exact version", Tier: detect.TierSoft, Severity: detect.SeverityLow,
		Severities: "Low.",
		ThreatType: detect.ThreatMaliciousCode, CWE: "494", Scope: detect.ScopeFull, Only: []detect.Kind{detect.KindLaunch},
		Catches: "Packages and images that are downloaded without an exact version: `npx NAME`, `NAME@latest`, `NAME@^1.2`, `uvx NAME>=1`, " +
			"`docker run IMAGE`, `IMAGE:1`, `go run …@latest`, and the same with `bunx`, `pnpm dlx`, `pipx run`, `dnx` or `deno`. An image " +
			"is exact with a digest, a date, a commit or three numbers. Not reported: programs of the project, images built locally, disabled servers, " +
			"and versions in a variable.",
		Why: "Most configurations do this, so the severity is low. Still, an attacker who takes over a publisher's account reaches every " +
			"machine that starts the server the next day, and no change to the configuration shows it.",
		Fix: "Pin the version you reviewed, and let a bot such as Renovate propose updates.",
		Bad: []detect.Example{
			example("A tag that moves with each release.", ".mcp.json", "mail", `"command": "npx", "args": ["-y", "postmill@latest"]`),
			example("An image without a tag.", ".vscode/mcp.json", "logs",
				`"type": "stdio", "command": "docker", "args": ["run", "-i", "--rm", "inkwell/logs"]`),
		},
		Good: []detect.Example{
			in("Exact versions.", ".mcp.json",
				`{
  "mcpServers": {
    "maps": { "command": "npx", "args": ["-y", "maplewood-mcp@3.1.4"] },
    "fetcher": { "command": "uvx", "args": ["--from", "lanternfish[pdf]==2.0.1", "lanternfish"] }
  }
}
`),
			in("Programs of the project itself.", ".vscode/mcp.json",
				`{
  "servers": {
    "dev": { "type": "stdio", "command": "npx", "args": ["tsx", "src/server.ts"] },
    "fetcher": { "type": "stdio", "command": "uv", "args": ["run", "--project", "./server", "lanternfish"] }
  }
}
`),
		},
	}
}
