package lex

import "github.com/org/mcp-lint/discover/source"

// pythonLexer reads Python 3 up to 3.14, and most of Python 2. Logical lines end with a Line; indented blocks are groups of
// shape Block; neither stands in brackets.
type pythonLexer struct {
	lexer
	// indents are the columns of the open blocks.
	indents []int
}

func lexPython(f *source.File) *File {
	l := &pythonLexer{lexer: python.lexer(f)}
	l.token, l.onBreak, l.onEnd = l.pythonToken, l.newline, l.end
	l.readComment = func(i int) int {
		switch {
		case l.src[i] == '#':
			return l.lineEnd(i)
		case l.src[i] == '\\' && l.breaks.At(l.src, i+1) > 0:
			return i + 1 + l.breaks.At(l.src, i+1)
		}
		return i
	}
	return l.readFrom(f, l.lineStart(f.BOM()))
}

// end closes what is open at the end of the file.
func (l *pythonLexer) end() {
	if l.cut {
		return
	}
	at := int(l.last().End)
	l.closeToBlock(at)
	l.endStatement(at, at)
	for len(l.open) > 0 {
		l.closeTop(at, at)
	}
}

// endsLogicalLine reports whether a line break ends a logical line here.
func (l *pythonLexer) endsLogicalLine() bool { s := l.top(); return s == 0 || s == Block }

// closeToBlock closes, at an offset, all groups up to the innermost block.
func (l *pythonLexer) closeToBlock(at int) {
	for !l.endsLogicalLine() {
		l.closeTop(at, at)
	}
	l.texts = nil
}

// endStatement ends the logical line, unless nothing stands on it.
func (l *pythonLexer) endStatement(start, end int) {
	if last := l.last(); last.Kind != 0 && last.Kind != Line && last.Shape != Block {
		l.add(Line, start, end)
	}
}

// lineStart returns the start of the first line from i on that is neither blank nor a comment, and opens or closes the blocks its
// indentation asks for.
func (l *pythonLexer) lineStart(i int) int {
	for column := 0; i < len(l.src); i++ {
		switch l.src[i] {
		case ' ':
			column++
		case '\t':
			column = column/8*8 + 8
		case '\f', '\n', '\r':
			column = 0
		case '#':
			i = l.lineEnd(i) - 1
		default:
			l.indent(column, i)
			return i
		}
	}
	return i
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
		l.closeTop(int(l.last().End), int(l.last().End))
	}
	l.indents = l.indents[:k]
}

// newline reads the line break [i, end) outside of strings.
func (l *pythonLexer) newline(i, end int) int {
	if l.endsLogicalLine() {
		l.endStatement(i, end)
		return l.lineStart(end)
	}
	// No expression goes on with a definition: a bracket was left open, and the rest of the file is not inside of it.
	if l.hasAny(l.blank(end), "def ", "class ", "async def ") {
		at := int(l.last().End)
		l.closeToBlock(at)
		l.endStatement(at, at)
		return l.lineStart(end)
	}
	return end
}

func (l *pythonLexer) pythonToken(i int) int {
	c := l.src[i]
	switch {
	case isWordStart(c, false):
		end := l.wordEnd(i, false)
		if c := l.at(end); (c == '"' || c == '\'') && end-i <= 2 {
			if style, ok := pyPrefix(l.src[i:end]); ok {
				return l.string(i, end, style)
			}
		}
		return l.add(Word, i, end)
	case c == '"' || c == '\'':
		return l.string(i, i, 0)
	case isDigit(c) || c == '.' && isDigit(l.at(i+1)):
		return l.add(Number, i, l.number(i))
	case isBracket(c):
		return l.common(i)
	case l.top() == Hole && (c == ':' || (c == '!' || c == '=') && l.at(i+1) != '='):
		if end := l.holeTail(i); end > i {
			return end
		}
	}
	return l.opOf(i, &pythonOperators)
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
		case isDigit(c) || c == '_':
		case c == '.' && whole:
			whole = false
		case c|0x20 == 'e' && (isDigit(l.at(i+1)) || (l.at(i+1) == '+' || l.at(i+1) == '-') && isDigit(l.at(i+2))):
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

var pythonOperators = byFirst(
	"...", "**=", "//=", "<<=", ">>=", "**", "//", "<<", ">>", "->", "!=", "==", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", "<=", ">=",
)
