package lex

// groups is a writer that counts what is open, so that a closing bracket finds at once whether it has a partner. Ruby, Elixir
// and PHP write with it: their brackets may close past a block that was left open, but never past an interpolation.
type groups struct {
	writer
	nest  [Hole + 1]int32   // the open groups of each shape, inside the innermost hole
	outer [][Hole + 1]int32 // those around each open hole
}

// begin opens a group of brackets or a block. It reports false when groups nest too deep.
func (g *groups) begin(s Shape, start, end int) bool {
	if !g.push(s, start, end) {
		return false
	}
	g.nest[s]++
	return true
}

// end closes the innermost group of that shape and what was left open in it. Without one the token is an Op.
func (g *groups) end(s Shape, start, end int) {
	if g.nest[s] == 0 {
		g.add(Op, start, end)
		return
	}
	for g.top() != s {
		g.nest[g.top()]--
		g.shut(start, start)
	}
	g.nest[s]--
	g.shut(start, end)
}

// bracket adds the bracket c at i: ( ) [ ] { }.
func (g *groups) bracket(c byte, i int) {
	switch c {
	case '(':
		g.begin(Paren, i, i+1)
	case '[':
		g.begin(Square, i, i+1)
	case '{':
		g.begin(Brace, i, i+1)
	case ')':
		g.end(Paren, i, i+1)
	case ']':
		g.end(Square, i, i+1)
	case '}':
		g.end(Brace, i, i+1)
	}
}

// room reports whether n more groups may be opened.
func (g *groups) room(n int) bool { return len(g.open)+n <= MaxDepth }

// beginHole opens an interpolation, for which there is room.
func (g *groups) beginHole(start, end int) {
	g.push(Hole, start, end)
	g.outer = append(g.outer, g.nest)
	g.nest = [Hole + 1]int32{}
}

// endHole closes the innermost interpolation and what was left open in it.
func (g *groups) endHole(start, end int) {
	for g.top() != Hole {
		g.shut(start, start)
	}
	g.shut(start, end)
	g.nest = g.outer[len(g.outer)-1]
	g.outer = g.outer[:len(g.outer)-1]
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
