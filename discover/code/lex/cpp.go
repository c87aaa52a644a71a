package lex

import (
	"bytes"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// cppLike and cppBang are the comments of C and C++: /// and //! document, as Doxygen has it.
var (
	cppLike = clike{line: "///"}
	cppBang = clike{line: "//!", slashes: true}
)

// cppLexer reads C and C++.
type cppLexer struct {
	writer
	// fresh is set until something other than white space and comments stands in the line: a # is a directive then.
	fresh bool
	// floor is how many groups a closing bracket may not close, for it belongs to another branch of #if or to a macro.
	floor int
	// define is set in the line of a #define, and over is the floor after it.
	define bool
	over   int
	// branches are the #if that are open.
	branches []cppBranch
}

// cppBranch is an #if that is open: how many groups were open in front of it, and the floor.
type cppBranch struct{ open, floor int }

// lexCpp reads C and C++. Of directives only #define is in tokens: the word, the name, what it stands for, and a Line. All branches
// of #if are read, each as if it were the only one. Suffixes of literals are in no token.
func lexCpp(f *source.File) *File {
	l := &cppLexer{writer: newWriter(f), fresh: true}
	for i := f.BOM(); i < len(l.src) && !l.full(); {
		i = l.token(i)
	}
	l.endDefine(len(l.src), len(l.src))
	return l.file(f, decodeCpp)
}

// token reads what stands at i.
func (l *cppLexer) token(i int) int {
	c := l.src[i]
	switch {
	case isBreak(c):
		l.endDefine(i, i+1)
		l.fresh = true
		return i + 1
	case c <= ' ':
		return i + 1
	case c == '\\':
		if end := l.splice(i); end > i {
			return end
		}
	case c == '/':
		if end := l.remark(i); end > i {
			return end
		}
	case c == '#' && l.fresh:
		return l.directive(i)
	}
	l.fresh = false
	switch {
	case c == '"':
		return l.quoted(i, i, cppNarrow)
	case c == '\'':
		return l.char(i, i, cppNarrow)
	case isWordStart(c, true):
		return l.word(i)
	case c >= '0' && c <= '9' || c == '.' && l.at(i+1) >= '0' && l.at(i+1) <= '9':
		end := l.number(i)
		l.add(Number, i, end)
		return end
	case c == ')':
		l.close(Paren, i)
	case c == ']':
		l.close(Square, i)
	case c == '}':
		l.close(Brace, i)
	default:
		return l.plain(i, &cppLike)
	}
	return i + 1
}

// splice returns the end of the backslash and line break at i, which are white space, or i.
func (l *cppLexer) splice(i int) int {
	switch {
	case l.at(i+1) == '\r' && l.at(i+2) == '\n':
		return i + 3
	case isBreak(l.at(i + 1)):
		return i + 2
	}
	return i
}

// remark reads the comment at i and returns its end, or i when there is none. A line comment goes on after a splice. One that
// documents what stands before it is not kept, for it would be taken for that of what follows.
func (l *cppLexer) remark(i int) int {
	switch {
	case l.at(i+3) == '<' && (l.has(i, "///") || l.has(i, "//!")):
		return l.logicalEnd(i)
	case l.at(i+3) == '<' && (l.has(i, "/**") || l.has(i, "/*!")):
		return l.blockEnd(i, false)
	case l.has(i, "//!"):
		return l.comment(i, &cppBang)
	case l.has(i, "/*!"):
		end := l.blockEnd(i, false)
		l.literal(Doc, docBlock, i, i, end, end)
		return end
	case l.has(i, "//") && !l.documents(i, &cppLike):
		return l.logicalEnd(i)
	}
	return l.comment(i, &cppLike)
}

// logicalEnd returns the offset of the line break at or after i that no backslash stands before.
func (l *cppLexer) logicalEnd(i int) int {
	for {
		i = l.lineEnd(i)
		if l.at(i-1) != '\\' || i >= len(l.src) {
			return i
		}
		i = l.splice(i - 1)
	}
}

// close closes the group that the bracket at i ends, unless it is one of those that it may not close.
func (l *cppLexer) close(s Shape, i int) {
	for k := len(l.open) - 1; k >= l.floor; k-- {
		if l.out[l.open[k]].Shape == s {
			l.pop(s, i, i+1)
			return
		}
	}
	l.add(Op, i, i+1)
}

// word reads the word at i, or the literal that it is the prefix of.
func (l *cppLexer) word(i int) int {
	end := l.wordEnd(i, true)
	style, raw := cppNarrow, false
	if q := l.at(end); end-i <= 3 && (q == '"' || q == '\'') {
		prefix := string(l.src[i:end])
		if n := len(prefix) - 1; prefix[n] == 'R' {
			prefix, raw = prefix[:n], true
		}
		switch prefix {
		case "L", "U", "u":
			style = cppWide
		case "u8", "":
		default:
			q = 0
		}
		switch {
		case q == '"' && raw:
			return l.raw(i, end)
		case q == '"':
			return l.quoted(i, end, style)
		case q == '\'' && !raw:
			return l.char(i, end, style)
		}
	}
	l.add(Word, i, end)
	return end
}

// number returns the end of the number at i, in which quotes may keep digits apart.
func (l *cppLexer) number(i int) int {
	for {
		end := l.numberEnd(i)
		if l.at(end) == '.' {
			end++ // 1. and 1.f
		}
		if l.at(end) != '\'' || !isWordByte(l.at(end+1), false) || end == i {
			return end
		}
		i = end + 1
	}
}

// directive reads the directive whose # stands at i. Those other than #define end where their line does.
func (l *cppLexer) directive(i int) int {
	at := l.gap(i + 1)
	end := l.wordEnd(at, false)
	switch name := string(l.src[at:min(end, at+16)]); name {
	case "define":
		l.add(Word, at, end)
		l.define, l.fresh = true, false
		l.over, l.floor = l.floor, len(l.open)
		return end
	case "if", "ifdef", "ifndef":
		l.branches = append(l.branches, cppBranch{len(l.open), l.floor})
	case "else", "elif", "elifdef", "elifndef", "endif":
		if len(l.branches) == 0 {
			break
		}
		l.branch(i, name == "endif")
	}
	return l.logicalEndAfterComments(end)
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
		l.shut(i, i)
	}
	if len(l.open) < b.open {
		// What the first branch closed is closed: the others may not go further.
		l.floor = len(l.open)
	}
}

// endDefine ends the line of a #define: with a Line that is [start, end), when there is one.
func (l *cppLexer) endDefine(start, end int) {
	if !l.define {
		return
	}
	for len(l.open) > l.floor {
		l.shut(start, start)
	}
	l.define, l.floor = false, l.over
	l.add(Line, start, min(end, len(l.src)))
}

// gap returns the offset of what follows the blanks and splices at i.
func (l *cppLexer) gap(i int) int {
	for {
		k := l.blanks(i)
		if l.at(k) == '\\' {
			k = l.splice(k)
		}
		if k == i {
			return i
		}
		i = k
	}
}

// logicalEndAfterComments returns where the line at i ends. A block comment that begins in it belongs to it.
func (l *cppLexer) logicalEndAfterComments(i int) int {
	for i < len(l.src) {
		switch c := l.src[i]; {
		case isBreak(c):
			return i
		case c == '\\':
			i = max(i+1, l.splice(i))
		case l.has(i, "//"):
			return l.logicalEnd(i)
		case l.has(i, "/*"):
			i = l.blockEnd(i, false)
		case c == '"':
			i = max(i+1, l.quoteEnd(i+1, '"'))
			if l.at(i) == '"' {
				i++
			}
		default:
			i++
		}
	}
	return len(l.src)
}

// The styles of the literals of C and C++.
const (
	// cppNarrow is one of bytes, in which escapes may put a character together; cppWide one of characters.
	cppNarrow Style = 1 + iota
	cppWide
	cppRaw
)

var cppEscaper = escapes{
	simple: "n\nr\rt\t\\\\a\ab\bf\fv\ve\x1b''\"\"??", x: 8, xMin: 1, u: true, braces: true, wide: true, octal: true, join: true,
}

// quoted adds the string that starts at i, whose quote stands at open. It ends with its line, unless a splice goes on.
func (l *cppLexer) quoted(i, open int, style Style) int {
	body := l.spliced(open+1, len(l.src), '"')
	end := body
	if l.at(body) == '"' {
		end++
	}
	l.literal(String, style, i, open+1, body, end)
	return l.suffix(end)
}

// spliced returns the offset of the delimiter q at or after i, or of the line break or limit before it.
func (l *cppLexer) spliced(i, limit int, q byte) int {
	for i < limit {
		switch c := l.src[i]; {
		case c == q || isBreak(c):
			return i
		case c == '\\':
			if end := l.splice(i); end > i {
				i = end
			} else {
				i += 2
			}
		default:
			i++
		}
	}
	return min(i, limit)
}

// char adds the character literal that starts at i, whose quote stands at open. Where none ends soon the quote is an Op: it stands
// in text that is not compiled.
func (l *cppLexer) char(i, open int, style Style) int {
	const longest = 32
	body := l.spliced(open+1, min(len(l.src), open+longest), '\'')
	if l.at(body) != '\'' || body == open+1 {
		if i < open {
			l.add(Word, i, open)
		}
		l.add(Op, open, open+1)
		return open + 1
	}
	l.literal(String, style, i, open+1, body, body+1)
	return l.suffix(body + 1)
}

// raw adds the raw string that starts at i, whose quote stands at open. One without a parenthesis is no raw string.
func (l *cppLexer) raw(i, open int) int {
	at := open + 1
	for at < min(len(l.src), open+18) && !strings.ContainsRune("( )\\\"\r\n\t", rune(l.src[at])) {
		at++
	}
	if l.at(at) != '(' {
		return l.quoted(i, open, cppNarrow)
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
	if c := l.at(i); c != '_' && c != 's' {
		return i
	}
	end := l.wordEnd(i, false)
	switch string(l.src[i:min(end, i+3)]) {
	case "s", "sv":
		return end
	}
	if l.src[i] == '_' {
		return end
	}
	return i
}

func decodeCpp(f *source.File, t Token, b *source.Builder) {
	span := source.Span{Start: int(t.Body), End: int(t.BodyEnd)}
	switch t.Style {
	case docLines, docBlock:
		decodeDoc(f, t, b)
	case cppRaw:
		b.Lines(f, span)
	case cppWide:
		decodeEscapes(f, span, b, cppEscape)
	default:
		decodeEscapes(f, span, b, cppByteEscape)
	}
}

func cppByteEscape(s []byte) (string, int) {
	if text, n := byteRun(s, func(s []byte) (uint32, int) { return byteEscape(s, 8, true) }); n > 0 {
		return text, n
	}
	return cppEscape(s)
}

// cppEscape decodes the escape at the start of s. A name, as in \N{...}, stays as it is.
func cppEscape(s []byte) (string, int) {
	if bytes.HasPrefix(s, []byte(`\x{`)) {
		if v, n := braced(s[2:]); n > 0 {
			return runeText(v), 2 + n
		}
	}
	return cppEscaper.at(s)
}
