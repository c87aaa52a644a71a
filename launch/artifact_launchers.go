package launch

import (
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

func (f *fetcher) command(name string, args []word) {
	if f.depth >= maxLaunchers {
		return
	}
	f.depth++
	defer func() { f.depth-- }()
	do, more := verb(args)
	_, fetches := launcher.Fronts[name]
	switch {
	case fetches:
		f.packages(name, args)
	case wordset.Has(name, "docker", "podman", "nerdctl", "finch", "container"):
		f.container(name, args)
	case name == "pip3":
		f.packages("pip", args)
	case name == "node":
		// npx.cmd of Windows, spelled out.
		if script := path.Base(slashed(do)); script == "npx-cli.js" || script == "npm-cli.js" {
			f.command(script[:3], more)
		}
	case name == "corepack":
		_, rest, _ := parse(f.t, launcher.Options("npm"), args)
		do, more = verb(rest)
		if program, _, _ := strings.Cut(do, "@"); wordset.Has(program, "npm", "npx", "pnpm", "pnpx", "yarn") {
			f.command(program, more)
		}
	case name == "py", strings.HasPrefix(name, "python"):
		if module, behind := verb(more); do == "-m" && wordset.Has(module, "uv", "uvx", "pipx", "pip") {
			f.command(module, behind)
		}
	case wordset.Has(name, "fnm", "volta", "nvm", "proto", "pixi", "hatch", "devbox"):
		f.nested(args)
	default:
		// aws-vault exec work -- npx …
		at := slices.IndexFunc(args, func(w word) bool { return w.text == "--" })
		if program, behind := verb(args[at+1:]); at >= 0 && launcher.Nested.Has(programName(program)) {
			f.command(programName(program), behind)
		}
	}
}

func (f *fetcher) packages(name string, args []word) {
	var before []option
	words := args
	if g := launcher.Fronts[name]; g != nil {
		before, words, _ = parse(f.t, g, args)
	}
	r, ok := launcher.Fetches[name]
	by, long := name, name
	for i, w := range words[:min(len(words), 2)] {
		long += " " + w.text
		if longer, is := launcher.Fetches[long]; is {
			r, ok, by, words = longer, true, long, words[i+1:]
			break
		}
	}
	if ok {
		f.fetch(by, r, before, words)
	}
}

// fetch adds what a command fetches, by the options in front of its verb and the words behind it.
func (f *fetcher) fetch(by string, r launcher.Fetch, before []option, args []word) {
	opts, words, behind := split(f.t, r.Options, args, r.Mixed)
	opts = append(before, opts...)
	if flagged(opts, r.Offline...) {
		return
	}
	for _, o := range opts {
		if r.Indexed && o.given && o.is(indexOptions...) && len(f.indexes) < maxArtifacts {
			f.indexes = append(f.indexes, o)
		}
	}
	if r.NamedRead == nil {
		r.NamedRead = r.Read
	}
	first, named := len(f.found), 0
	for _, o := range opts {
		if o.given && o.is(r.Named...) {
			f.add(by, o.value, r.NamedRead, named > 0)
			named++
		}
	}
	if named == 0 && !f.packaged && r.Read != nil && !flagged(opts, r.Unless...) {
		specs := words
		if !r.All {
			specs = words[:min(len(words), 1)]
		}
		for _, w := range specs {
			f.add(by, w, r.Read, len(specs) > 1)
		}
		if len(f.found) > first && !flagged(opts, "--yes", "-y") && wordset.Has(by, "npx", "bunx", "bun x", "npm exec", "npm x") {
			// These look into the project before they fetch.
			f.found[first].Local = runsProject(behind)
		}
	}
	for _, o := range opts {
		if o.given && o.is(r.Version...) && len(f.found) > first {
			a := &f.found[first]
			a.Version, a.Pin = o.value.text, a.Kind.PinOf(o.value.text)
		}
		if o.given && o.is(r.Beside...) {
			f.beside(by, o.value)
		}
	}
	switch {
	case r.Project && len(words) > 0 && strings.HasPrefix(programName(words[0].text), "python"):
		f.command("python", behind)
	case r.Project:
		f.nested(words)
	case r.Runs && !f.packaged:
		f.nested(behind)
	}
}

// added are the packages that an option adds. It may name several between commas, which also stand between the bounds of a version.
var added = lazy.Regexp(`(?:\[[^\]]*\]?|,\s?[^\sA-Za-z]|,\s\s|[^,\[])+`)

func (f *fetcher) beside(by string, w word) {
	for _, at := range added().FindAllStringIndex(w.text[:min(len(w.text), maxScript)], maxArtifacts) {
		f.add(by, w.slice(f.t, at[0], at[1]), launcher.PyPISpec, true)
	}
}

// runsProject reports whether the arguments begin with a script of the project, whose dependency the program is then: npx tsx src/a.ts.
func runsProject(args []word) bool {
	for _, w := range args[:min(len(args), 4)] {
		if wordset.Has(path.Ext(w.text), ".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx") {
			return !launcher.Remote(w.text)
		}
	}
	return false
}
