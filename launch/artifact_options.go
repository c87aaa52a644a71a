package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/launcher"
)

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
