package lex

import "github.com/org/mcp-lint/discover/source"

// groups is a writer for Ruby, Elixir and PHP: their brackets may close past a block that was left open, but never past an
// interpolation.
type groups struct {
	writer
	// i is where the reading stands.
	i int
	// indent is, by offset of a token of a heredoc, the indentation of its lines.
	indent map[int32]int32
}

// pieces is a string that is being read, in pieces where it is interpolated.
type pieces struct {
	style Style
	// start is where the literal begins, body where the piece of it does that is being read.
	start, body int
	// opened is set when a Quote group is open.
	opened bool
	// begins are where the pieces of a heredoc begin.
	begins []int32
}

func newGroups(f *source.File) groups {
	g := groups{writer: newWriter(f)}
	g.openBlocks = true
	return g
}

// endHole closes the innermost interpolation and what was left open in it.
func (g *groups) endHole(start, end int) {
	for g.top() != Hole {
		g.shut(start, start)
	}
	g.shut(start, end)
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

// chunk adds the piece of q before the interpolation at i, and opens the Quote if it is the first. It reports false when
// fewer than room groups may be opened; the interpolation is text then.
func (g *groups) chunk(q *pieces, i, room int) bool {
	if !q.opened {
		if len(g.open)+room > MaxDepth {
			return false
		}
		g.push(Quote, q.start, max(q.body, q.start))
		q.opened = true
	}
	if i > q.body {
		g.literal(Chunk, q.style, q.body, q.body, i, i)
	}
	return true
}

// finish adds what is left of q, which ends at body, as a token of that kind when there are no interpolations, and its end. Its lines
// are indented so far.
func (g *groups) finish(q *pieces, k Kind, indent, body, end int) {
	if indent > 0 {
		if g.indent == nil {
			g.indent = map[int32]int32{}
		}
		for _, p := range append(q.begins, int32(q.start)) {
			g.indent[p] = int32(indent)
		}
	}
	g.i = end
	if !q.opened {
		g.literal(k, q.style, q.start, q.body, body, end)
		return
	}
	if body > q.body {
		g.literal(Chunk, q.style, q.body, q.body, body, body)
	}
	g.shut(max(body, q.body), end)
}

// words reads the list of words that starts at start, from body up to its delimiter, and modifiers behind it where a sigil has them.
// Where nest is set, pairs of it and the delimiter may stand inside.
func (g *groups) words(style Style, start, body int, shut, nest byte, sigil bool) {
	opened := g.push(Square, start, body)
	g.out[len(g.out)-1].Style = WordList
	i := body
	for word, depth := -1, 0; ; i++ {
		c := g.at(i)
		over := i >= len(g.src) || c == shut && depth == 0
		if over || c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			if word >= 0 && !g.full() {
				g.literal(String, style, word, word, i, i)
			}
			word = -1
			if over {
				break
			}
			continue
		}
		if word < 0 {
			word = i
		}
		switch {
		case c == '\\' && i+1 < len(g.src):
			i++
		case c == nest && nest != 0:
			depth++
		case c == shut:
			depth--
		}
	}
	g.i = min(i+1, len(g.src))
	for sigil && g.i < len(g.src) && isWordByte(g.src[g.i], false) {
		g.i++
	}
	if opened {
		g.pop(Square, min(i, len(g.src)), g.i)
	}
}
