package lex

import "github.com/org/mcp-lint/discover/source"

// groups is a writer for Ruby, Elixir and PHP: their brackets may close past a block that was left open, but never past an
// interpolation.
type groups struct{ writer }

func newGroups(f *source.File) groups {
	g := groups{newWriter(f)}
	g.openBlocks = true
	return g
}

// room reports whether n more groups may be opened.
func (g *groups) room(n int) bool { return len(g.open)+n <= MaxDepth }

// endHole closes the innermost interpolation and what was left open in it.
func (g *groups) endHole(start, end int) {
	for g.top() != Hole {
		g.shut(start, start)
	}
	g.shut(start, end)
}

// blank returns the offset of the first byte from i on that is no space or tab.
func (g *groups) blank(i int) int {
	for i < len(g.src) && (g.src[i] == ' ' || g.src[i] == '\t') {
		i++
	}
	return i
}

// skipComments returns the offset of the first byte from i on that is no white space and in no comment of # to the end of the
// line.
func (g *groups) skipComments(i int) int {
	for i < len(g.src) {
		switch g.src[i] {
		case ' ', '\t', '\r', '\n':
			i++
		case '#':
			i = g.lineEnd(i)
		default:
			return i
		}
	}
	return i
}
