package lex

import "github.com/org/mcp-lint/discover/source"

// pythonLexer reads Python 3 up to 3.14, and most of Python 2. Logical lines end with a Line; indented blocks are groups of
// shape Block; neither stands in brackets.
type pythonLexer struct {
	writer
	i int
	// indents are the columns of the open blocks.
	indents []int
	// quotes are the interpolated strings that are open, one for each Quote.
	quotes []pyQuote
	// endless are, for ' " ''' """, the offsets up to which no end of such a string was found, so that none is looked for twice.
	endless [4]int
}

func lexPython(f *source.File) *File {
	l := &pythonLexer{writer: newWriter(f, BreakASCII), i: f.BOM()}
	l.lineStart()
	for l.i < len(l.src) && !l.full() {
		if l.top() == Quote {
			l.quoted()
		} else {
			l.code()
		}
	}
	if !l.cut {
		l.unwind(l.last().End)
		l.endLine(int(l.last().End), int(l.last().End))
		for len(l.open) > 0 {
			l.shut(int(l.last().End), int(l.last().End))
		}
	}
	return l.file(f, python.decode)
}

// flat reports whether a line break ends a logical line here.
func (l *pythonLexer) flat() bool { s := l.top(); return s == 0 || s == Block }

// unwind closes, at an offset, all groups up to the innermost block.
func (l *pythonLexer) unwind(at int32) {
	for !l.flat() {
		l.shutTop(int(at), int(at))
	}
}

// shutTop closes the innermost group, and an interpolated string with it.
func (l *pythonLexer) shutTop(start, end int) {
	if l.top() == Quote {
		l.quotes = l.quotes[:len(l.quotes)-1]
	}
	l.shut(start, end)
}

// endLine ends the logical line, unless nothing stands on it.
func (l *pythonLexer) endLine(start, end int) {
	if last := l.last(); last.Kind != 0 && last.Kind != Line && last.Shape != Block {
		l.add(Line, start, end)
	}
}

// lineStart goes to the next line that is neither blank nor a comment, and opens or closes the blocks its indentation asks for.
func (l *pythonLexer) lineStart() {
	column := 0
	for i := l.i; i < len(l.src); i++ {
		switch l.src[i] {
		case ' ':
			column++
			continue
		case '\t':
			column = column/8*8 + 8
			continue
		case '\f':
			column = 0
			continue
		case '#':
			i = l.lineEnd(i) - 1
			continue
		case '\n', '\r':
			column = 0
			continue
		}
		l.indent(column, i)
		l.i = i
		return
	}
	l.i = len(l.src)
}

// indent makes the blocks right for a line that begins at a column. A line between two levels, which Python refuses, moves
// the block it is in.
func (l *pythonLexer) indent(column, at int) {
	k := len(l.indents)
	if k == 0 && column > 0 || k > 0 && column > l.indents[k-1] {
		if len(l.open) < MaxDepth {
			l.push(Block, at, at)
			l.indents = append(l.indents, column)
		}
		return
	}
	for ; k > 0 && l.indents[k-1] > column; k-- {
		if k > 1 && column > l.indents[k-2] || k == 1 && column > 0 {
			l.indents[k-1] = column
			break
		}
		l.shut(int(l.last().End), int(l.last().End))
	}
	l.indents = l.indents[:k]
}

// newline reads a line break outside of strings.
func (l *pythonLexer) newline() {
	n := l.breaks.At(l.src, l.i)
	if l.flat() {
		l.endLine(l.i, l.i+n)
		l.i += n
		l.lineStart()
		return
	}
	l.i += n
	// No expression goes on with a definition: a bracket was left open, and the rest of the file is not inside of it.
	i := l.blank(l.i)
	if c := l.at(i); (c == 'd' || c == 'c' || c == 'a') && (l.has(i, "def ") || l.has(i, "class ") || l.has(i, "async def ")) {
		end := l.last().End
		l.unwind(end)
		l.endLine(int(end), int(end))
		l.lineStart()
	}
}

// code reads one token, or white space, outside of the text of interpolated strings.
func (l *pythonLexer) code() {
	i := l.i
	c := l.src[i]
	switch {
	case c == ' ' || c == '\t' || c == '\f':
		l.i++
	case c == '\n' || c == '\r':
		l.newline()
	case isWordStart(c, false):
		l.word(i)
	case c == '"' || c == '\'':
		l.str(i, i, 0)
	case c == '#':
		l.i = l.lineEnd(i)
	case c == '(' || c == '[' || c == '{' || c == ')' || c == ']':
		l.bracket(c, i)
		l.i++
	case c == '}':
		l.closeBrace(i)
	case c == '\\' && l.breaks.At(l.src, i+1) > 0:
		l.i += 1 + l.breaks.At(l.src, i+1)
	case pyDigit(c) || c == '.' && pyDigit(l.at(i+1)):
		l.i = l.number(i)
		l.add(Number, i, l.i)
	case l.top() == Hole && (c == '!' || c == ':' || c == '=') && (c == ':' || l.at(i+1) != '=') && l.holeTail(i):
	default:
		l.i = l.opOf(i, &pythonOperators)
	}
}

// number returns the end of the number at i. A keyword may stand right behind it: 1if x else 2.
func (l *pythonLexer) number(i int) int {
	if l.src[i] == '0' {
		switch l.at(i+1) | 0x20 {
		case 'x', 'o', 'b':
			return l.wordEnd(i, false)
		}
	}
	whole := true
	for ; i < len(l.src); i++ {
		switch c := l.src[i]; {
		case pyDigit(c) || c == '_':
		case c == '.' && whole:
			whole = false
		case c|0x20 == 'e' && (pyDigit(l.at(i+1)) || (l.at(i+1) == '+' || l.at(i+1) == '-') && pyDigit(l.at(i+2))):
			i++
			whole = false
		case c|0x20 == 'j' || c|0x20 == 'l':
			return i + 1
		default:
			return i
		}
	}
	return i
}

// closeBrace reads a closing brace, which also ends a hole.
func (l *pythonLexer) closeBrace(i int) {
	l.i++
	for k := len(l.open) - 1; k >= 0; k-- {
		switch l.out[l.open[k]].Shape {
		case Hole:
			l.pop(Hole, i, i+1)
			return
		case Brace, Block:
			l.pop(Brace, i, i+1)
			return
		}
	}
	l.add(Op, i, i+1)
}

var pythonOperators = byFirst(
	"...", "**=", "//=", "<<=", ">>=", "**", "//", "<<", ">>", "->", "!=", "==", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", "<=", ">=",
)

func pyDigit(c byte) bool { return c >= '0' && c <= '9' }
