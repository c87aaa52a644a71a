package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

type option struct {
	name string // the option with its dashes.
	// flag is the word that it stands in, value the part of a word that is its value: the zero word when it has none.
	flag, value word
	given       bool
}

func (o option) is(names ...string) bool { return slices.Contains(names, o.name) }

// grammar says which options of a program take the next word as their value.
type grammar struct {
	// bools are the long options that do not; all others do, unless valued is given: then only those do.
	bools, valued map[string]bool
	short         string // the letters of the short options that do.
	// words is set when one dash begins a long option too, as in go; plain when no others than those take a value, though there are none.
	words, plain bool
}

// parse reads the options in front of the first word that is none. Dashed is set when "--" ended them.
func (g *grammar) parse(t detect.ToolView, args []word) (opts []option, rest []word, dashed bool) {
	for i := 0; i < len(args); i++ {
		w := args[i]
		switch {
		case w.text == "--":
			return opts, args[i+1:], true
		case len(w.text) < 2 || w.text[0] != '-':
			return opts, args[i:], false
		case g.words || strings.HasPrefix(w.text, "--"):
			name, _, equals := strings.Cut(w.text, "=")
			o := option{name: name, flag: w}
			if equals {
				o.value, o.given = w.slice(t, len(name)+1, len(w.text)), true
			} else if g.takes(name) && i+1 < len(args) && args[i+1].text != "--" {
				i++
				o.value, o.given = args[i], true
			}
			opts = append(opts, o)
		default:
			var took bool
			if opts, took = g.cluster(t, opts, w, args[i+1:]); took {
				i++
			}
		}
	}
	return opts, nil, false
}

func (g *grammar) takes(name string) bool {
	if g.valued != nil || g.plain {
		return g.valued[name]
	}
	return !g.bools[name] && !strings.HasPrefix(name, "--no-")
}

// cluster reads short options that share a dash; took is set when the last one takes the next word.
func (g *grammar) cluster(t detect.ToolView, opts []option, w word, next []word) (_ []option, took bool) {
	for j := 1; j < min(len(w.text), maxCluster); j++ {
		o := option{name: "-" + w.text[j:j+1], flag: w}
		if valued := strings.IndexByte(g.short, w.text[j]) >= 0; valued && j+1 < len(w.text) {
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
func (g *grammar) split(t detect.ToolView, args []word, mixed bool) (opts []option, others, behind []word) {
	for {
		more, rest, dashed := g.parse(t, args)
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
