package lex

import (
	"bytes"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

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
