package lex

import (
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// The forms of the literals of C and C++.
const (
	// cppNarrow is one of bytes, in which escapes may put a character together; cppWide one of characters.
	cppNarrow = iota
	cppWide
	cppRaw
)

// /// and //! document, as Doxygen has it.
var cpp = syntax{
	dollar: true, doc: "///", bang: true,
	forms: []form{
		cppNarrow: {joins: true, escape: cppEscapes(true).at},
		cppWide:   {joins: true, escape: cppEscapes(false).at},
		cppRaw:    {raw: true, lines: true},
	},
}

// cppEscapes are the escapes of strings. A name, as in \N{...}, stays as it is.
func cppEscapes(narrow bool) *escapes {
	return &escapes{
		simple: "n\nr\rt\t\\\\a\ab\bf\fv\ve\x1b''\"\"??", x: 8, xMin: 1, xBraces: true, u: true, braces: true, wide: true, octal: true,
		bytes: narrow, join: joinBreak,
	}
}

// cppLexer reads C and C++. Of directives only #define is in tokens: the word, the name, its value, and a Line. All branches
// of #if are read, each as if it were the only one. Suffixes of literals are in no token.
type cppLexer struct {
	lexer
	// floor is how many groups a closing bracket may not close, for it belongs to another branch of #if or to a macro.
	floor int
	// define is set in the line of a #define, and outerFloor is the floor after it.
	define     bool
	outerFloor int
	// branches are the #if that are open.
	branches []cppBranch
}

// cppBranch is an #if that is open: how many groups were open in front of it, and the floor.
type cppBranch struct{ open, floor int }

func lexCpp(f *source.File) *File {
	l := &cppLexer{lexer: cpp.lexer(f)}
	l.token, l.readComment = l.cppToken, l.cppComment
	l.onBreak = func(i, end int) int {
		l.endDefine(i, end)
		return end
	}
	l.onEnd = func() { l.endDefine(len(l.src), len(l.src)) }
	return l.read(f)
}

func (l *cppLexer) cppToken(i int) int {
	c := l.src[i]
	switch {
	case c == '#' && l.fresh:
		return l.directive(i)
	case c == '"':
		return l.string(i, i, cppNarrow)
	case c == '\'':
		return l.char(i, i, cppNarrow)
	case isWordStart(c, true):
		return l.word(i)
	case isDigit(c) || c == '.' && isDigit(l.at(i+1)):
		end := l.numberEnd(i)
		if l.at(end) == '.' {
			end = l.numberEnd(end + 1) // 1. and 1.f
		}
		return l.add(Number, i, end)
	case c == ')':
		return l.close(Paren, i)
	case c == ']':
		return l.close(Square, i)
	case c == '}':
		return l.close(Brace, i)
	}
	return l.common(i)
}

// cppPrefixes are the forms of literals by what stands before them, beside R.
var cppPrefixes = map[string]int{"": cppNarrow, "u8": cppNarrow, "L": cppWide, "U": cppWide, "u": cppWide}

// splice returns the end of the backslash and line break at i, which are white space, or i.
func (l *cppLexer) splice(i int) int {
	if n := l.breaks.At(l.src, i+1); n > 0 && l.src[i] == '\\' {
		return i + 1 + n
	}
	return i
}

// cppComment reads the comment or splice at i and returns its end, or i when there is none. A line comment goes on after a splice. One
// that documents what comes before it is not kept, for it would be taken for that of what follows.
func (l *cppLexer) cppComment(i int) int {
	switch {
	case l.src[i] == '\\':
		return l.splice(i)
	case l.has(i, "//") && (l.at(i+3) == '<' || l.documents(i) == ""):
		return l.logicalEnd(i, false)
	case l.at(i+3) == '<' && l.hasAny(i, "/**", "/*!"):
		return l.blockEnd(i, false)
	}
	return l.comment(i)
}

// logicalEnd returns the offset of the line break at or after i that no backslash stands before. Where code is set, comments and strings
// may stand in the line; a block comment that begins in it belongs to it.
func (l *cppLexer) logicalEnd(i int, code bool) int {
	for i < len(l.src) && !isBreak(l.src[i]) {
		switch {
		case l.src[i] == '\\':
			i = max(i+1, l.splice(i))
		case !code:
			i++
		case l.has(i, "//"):
			code = false
		case l.has(i, "/*"):
			i = l.blockEnd(i, false)
		case l.src[i] == '"':
			i = l.quoteEnd(i+1, '"')
			if l.at(i) == '"' {
				i++
			}
		default:
			i++
		}
	}
	return i
}

// close closes the group that the bracket at i ends, unless it is one of those that it may not close.
func (l *cppLexer) close(s Shape, i int) int {
	for k := len(l.open) - 1; k >= l.floor; k-- {
		if l.out[l.open[k]].Shape == s {
			return l.pop(s, i, i+1)
		}
	}
	return l.add(Op, i, i+1)
}

// word reads the word at i, or the literal that it is the prefix of.
func (l *cppLexer) word(i int) int {
	end := l.wordEnd(i, true)
	if q := l.at(end); end-i <= 3 && (q == '"' || q == '\'') {
		prefix, raw := strings.CutSuffix(string(l.src[i:end]), "R")
		switch form, known := cppPrefixes[prefix]; {
		case !known:
		case q == '"' && raw:
			return l.raw(i, end)
		case q == '"':
			return l.string(i, end, form)
		case !raw:
			return l.char(i, end, form)
		}
	}
	return l.add(Word, i, end)
}

// directive reads the directive whose # stands at i. Those other than #define end where their line does.
func (l *cppLexer) directive(i int) int {
	at := l.blanks(i + 1)
	end := l.wordEnd(at, false)
	switch name := string(l.src[at:min(end, at+16)]); name {
	case "define":
		l.define, l.outerFloor, l.floor = true, l.floor, len(l.open)
		return l.add(Word, at, end)
	case "if", "ifdef", "ifndef":
		l.branches = append(l.branches, cppBranch{len(l.open), l.floor})
	case "else", "elif", "elifdef", "elifndef", "endif":
		if len(l.branches) > 0 {
			l.branch(i, name == "endif")
		}
	}
	return l.logicalEnd(end, true)
}

// branch ends a branch of #if at i, and with it the groups that are open in it only; the last branch leaves them open, for it is
// the one that goes on.
func (l *cppLexer) branch(i int, last bool) {
	k := len(l.branches) - 1
	b := l.branches[k]
	if last {
		l.branches = l.branches[:k]
		l.floor = min(b.floor, len(l.open))
		return
	}
	for len(l.open) > max(b.open, l.floor) {
		l.closeTop(i, i)
	}
	if len(l.open) < b.open {
		// What the first branch closed is closed: the others may not go further.
		l.floor = len(l.open)
	}
}

// endDefine ends the line of a #define, with a Line that is [start, end).
func (l *cppLexer) endDefine(start, end int) {
	if !l.define {
		return
	}
	for len(l.open) > l.floor {
		l.closeTop(start, start)
	}
	l.define, l.floor = false, l.outerFloor
	l.add(Line, start, end)
}

// string adds the string that starts at i, whose quote stands at open. It ends with its line, unless a splice goes on.
func (l *cppLexer) string(i, open, form int) int {
	q := l.text(form, i, open+1)
	q.closer = '"'
	return l.suffix(l.begin(q))
}

// char adds the character literal that starts at i, whose quote stands at open. Where none ends soon the quote is an Op: it stands
// in text that is not compiled.
func (l *cppLexer) char(i, open, form int) int {
	const longest = 32
	q := l.text(form, i, open+1)
	q.closer = '\''
	src := l.src
	l.src = src[:min(len(src), open+longest+1)]
	e := l.next(&q, open+1)
	l.src = src
	if e.kind != closesText || e.at == open+1 {
		if i < open {
			l.add(Word, i, open)
		}
		return l.add(Op, open, open+1)
	}
	return l.suffix(l.begin(q))
}

// raw adds the raw string that starts at i, whose quote stands at open. One without a parenthesis is not a raw string.
func (l *cppLexer) raw(i, open int) int {
	at := open + 1
	for at < min(len(l.src), open+18) && strings.IndexByte("( )\\\"\r\n\t", l.src[at]) < 0 {
		at++
	}
	if l.at(at) != '(' {
		return l.string(i, open, cppNarrow)
	}
	mark := ")" + string(l.src[open+1:at]) + `"`
	body := l.until(at+1, mark)
	end := min(body+len(mark), len(l.src))
	l.literal(String, cppRaw, i, at+1, body, end)
	return l.suffix(end)
}

// suffix returns the end of the suffix of a literal at i: s, sv, or one that begins with an underscore. Another word there is a macro
// that stands for a further literal.
func (l *cppLexer) suffix(i int) int {
	end := l.wordEnd(i, false)
	if s := string(l.src[i:min(end, i+3)]); s == "s" || s == "sv" || l.at(i) == '_' {
		return end
	}
	return i
}
