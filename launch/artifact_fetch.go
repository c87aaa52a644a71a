package launch

import (
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
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
	_, fetches := launcher.FrontOf(name)
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
	if g, _ := launcher.FrontOf(name); g != nil {
		before, words, _ = parse(f.t, g, args)
	}
	r, ok := launcher.FetchOf(name)
	by, long := name, name
	for i, w := range words[:min(len(words), 2)] {
		long += " " + w.text
		if longer, is := launcher.FetchOf(long); is {
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
	for _, spec := range w.slice(f.t, 0, min(len(w.text), maxScript)).segments(f.t, added) {
		f.add(by, spec, launcher.PyPISpec, true)
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

type option struct {
	name string // the option with its dashes.
	// flag is the word that it stands in, value the part of a word that is its value: the zero word when it has none.
	flag, value word
	given       bool
}

func (o option) is(names ...string) bool { return slices.Contains(names, o.name) }

// parse reads the options in front of the first word that is none. Dashed is set when "--" ended them.
func parse(t detect.ToolView, g *launcher.Grammar, args []word) (opts []option, rest []word, dashed bool) {
	for i := 0; i < len(args); i++ {
		w := args[i]
		switch {
		case w.text == "--":
			return opts, args[i+1:], true
		case len(w.text) < 2 || w.text[0] != '-':
			return opts, args[i:], false
		case g.Words || strings.HasPrefix(w.text, "--"):
			name, _, equals := strings.Cut(w.text, "=")
			o := option{name: name, flag: w}
			if equals {
				o.value, o.given = w.slice(t, len(name)+1, len(w.text)), true
			} else if g.Takes(name) && i+1 < len(args) && args[i+1].text != "--" {
				i++
				o.value, o.given = args[i], true
			}
			opts = append(opts, o)
		default:
			var took bool
			if opts, took = cluster(t, g, opts, w, args[i+1:]); took {
				i++
			}
		}
	}
	return opts, nil, false
}

// cluster reads short options that share a dash; took is set when the last one takes the next word.
func cluster(t detect.ToolView, g *launcher.Grammar, opts []option, w word, next []word) (_ []option, took bool) {
	for j := 1; j < min(len(w.text), maxCluster); j++ {
		o := option{name: "-" + w.text[j:j+1], flag: w}
		if valued := strings.IndexByte(g.Short, w.text[j]) >= 0; valued && j+1 < len(w.text) {
			from := len(w.text) - len(strings.TrimPrefix(w.text[j+1:], "="))
			o.value, o.given = w.slice(t, from, len(w.text)), true
			return append(opts, o), false
		} else if valued && len(next) > 0 {
			o.value, o.given, took = next[0], true, true
		}
		opts = append(opts, o)
	}
	return opts, took
}

// split reads options, with mixed also behind the other words, up to "--". Behind is what follows the first of the others, or "--".
func split(t detect.ToolView, g *launcher.Grammar, args []word, mixed bool) (opts []option, others, behind []word) {
	for {
		more, rest, dashed := parse(t, g, args)
		opts = append(opts, more...)
		switch {
		case !mixed && len(rest) > 0:
			return opts, rest, rest[1:]
		case dashed:
			return opts, others, rest
		case len(rest) == 0:
			return opts, others, nil
		}
		others, args = append(others, rest[0]), rest[1:]
	}
}

func flagged(opts []option, names ...string) bool {
	return slices.ContainsFunc(opts, func(o option) bool { return o.is(names...) })
}

func verb(rest []word) (string, []word) {
	if len(rest) == 0 {
		return "", nil
	}
	return rest[0].text, rest[1:]
}

func (f *fetcher) container(name string, args []word) {
	_, rest, _ := parse(f.t, launcher.Options("engine"), args)
	do, more := verb(rest)
	if do == "container" {
		do, more = verb(more)
	}
	if do != "run" {
		if f.packaged {
			// The options of a manifest, which leaves the verb to the client.
			opts, _, _ := parse(f.t, launcher.Options("run"), args)
			f.runs = append(f.runs, containerRun{opts: opts})
		}
		return
	}
	opts, rest, _ := parse(f.t, launcher.Options("run"), more)
	image, behind := verb(rest)
	f.runs = append(f.runs, containerRun{opts: opts, image: image})
	there := func(o option) bool { return o.is("--pull") && o.value.text == "never" || o.is("--rootfs") }
	if len(rest) == 0 || f.packaged || slices.ContainsFunc(opts, there) {
		return
	}
	program, behind := verb(behind)
	before := len(f.found)
	f.add(name+" run", rest[0], launcher.ImageSpec, false)
	if len(f.found) > before {
		if host, at, _ := strings.Cut(f.found[before].Name, "/"); host == "localhost" && name == "docker" && strings.Contains(at, "/") {
			// What Podman names so was built on the machine; Docker asks a registry there.
			f.found[before].Local = false
		}
	}
	if at := slices.IndexFunc(opts, func(o option) bool { return o.is("--entrypoint") && o.given }); at >= 0 {
		program, behind = opts[at].value.text, rest[1:]
	}
	f.command(programName(program), behind)
}
