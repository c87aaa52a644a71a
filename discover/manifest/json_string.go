package manifest

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// stringNode reads the string at the position, which begins with the given quote.
func (p *jsonParser) stringNode(quoteMark byte) *source.Node {
	start := p.pos
	end, closed, plain := p.stringEnd(start, quoteMark)
	body := source.Span{Start: start + 1, End: end}
	if closed {
		body.End--
	} else {
		p.log.at(start, "the string has no closing quote")
	}
	if quoteMark == '\'' && !p.relaxed {
		p.log.at(start, "the string is in single quotes; JSON needs double quotes")
	}
	p.pos = end
	n := p.node(source.String, start, end)
	if plain && p.whole {
		n.Text = source.VerbatimText(p.file, body)
		return n
	}
	text, bad := decodeJSONString(p.file, body)
	n.Text = text
	if bad >= 0 {
		p.log.at(bad, "%s", badInString(p.data, bad))
	}
	return n
}

// nextMemberReach is how far stringEnd looks ahead, in bytes, for each line break in a string.
const nextMemberReach = 128

// stringEnd returns the offset after the string that begins at start. A string without a closing quote on its line ends there
// when the next line clearly goes on with the document: otherwise one lost quote would turn all that follows inside out. Plain is true
// when the string holds no escape and nothing that JSON forbids.
func (p *jsonParser) stringEnd(start int, quoteMark byte) (end int, closed, plain bool) {
	i := start + 1
	plain = true
	for i < len(p.data) {
		c := p.data[i]
		if !inString[c] {
			i++
			continue
		}
		switch {
		case c == quoteMark:
			return i + 1, true, plain
		case c == '\\':
			i += 2
			plain = false
		case c == '\n' && nextMember(p.data[i+1:min(i+1+nextMemberReach, len(p.data))]):
			return start + len(bytes.TrimRight(p.data[start:i], "\r ,")), false, plain
		default:
			i++
			plain = plain && c >= 0x20
		}
	}
	return len(p.data), false, plain
}

// inString are the bytes that mean more in a string than themselves: quotes, the backslash and control characters.
var inString = func() (t [256]bool) {
	for c := range 0x20 {
		t[c] = c != '\t'
	}
	t['"'], t['\''], t['\\'] = true, true, true
	return t
}()

// nextMember reports whether a line goes on with a document: a closing bracket alone, or a name with its colon.
func nextMember(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	if len(line) == 0 {
		return false
	}
	if line[0] == '}' || line[0] == ']' {
		rest := bytes.TrimLeft(line[1:], " ,]}")
		return len(rest) == 0 || rest[0] == '\n' || rest[0] == '\r'
	}
	if line[0] != '"' {
		return false
	}
	name, after, found := bytes.Cut(line[1:], []byte{'"'})
	if !found || bytes.ContainsAny(name, "\n\\") {
		return false
	}
	after = bytes.TrimLeft(after, " \t")
	return len(after) > 0 && after[0] == ':'
}

// decodeJSONString decodes the body of a string literal. What is wrong is decoded as well as can be: an unknown escape is
// the character after the backslash, a lone surrogate and an invalid byte are U+FFFD, control characters are kept. bad is the
// offset of the first such place that JSON forbids, or -1.
func decodeJSONString(f *source.File, body source.Span) (text source.Text, bad int) {
	bad = -1
	raw := f.Data[body.Start:body.End]
	next := bytes.IndexByte(raw, '\\')
	for i, c := range raw {
		if c < 0x20 && c != '\t' {
			bad = body.Start + i
			break
		}
	}
	if next < 0 {
		return source.VerbatimText(f, body), bad
	}
	var b source.Builder
	const manyPieces = 64 // beyond, they are appended as they come
	b.Grow(len(raw), min(2*bytes.Count(raw, []byte{'\\'})+1, manyPieces))
	from := 0
	for next >= 0 {
		at := from + next
		b.Verbatim(f, source.Span{Start: body.Start + from, End: body.Start + at})
		decoded, size, ok := jsonEscape(raw[at:])
		if !ok && bad < 0 {
			bad = body.Start + at
		}
		b.Escape(f, source.Span{Start: body.Start + at, End: body.Start + at + size}, decoded)
		from = at + size
		next = bytes.IndexByte(raw[from:], '\\')
	}
	b.Verbatim(f, source.Span{Start: body.Start + from, End: body.End})
	return b.Text(), bad
}

// jsonEscape decodes the escape at the start of s, which is size bytes long. ok is false when JSON does not know it.
func jsonEscape(s []byte) (decoded string, size int, ok bool) {
	if len(s) < 2 {
		return "\\", len(s), false
	}
	switch s[1] {
	case '"', '\\', '/':
		return string(s[1:2]), 2, true
	case 'b':
		return "\b", 2, true
	case 'f':
		return "\f", 2, true
	case 'n':
		return "\n", 2, true
	case 'r':
		return "\r", 2, true
	case 't':
		return "\t", 2, true
	case 'u':
		r := hexRune(s[2:], 4)
		if r < 0 {
			return "u", 2, false
		}
		if utf16.IsSurrogate(r) {
			if len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
				if pair := utf16.DecodeRune(r, hexRune(s[8:], 4)); pair != utf8.RuneError {
					return string(pair), 12, true
				}
			}
			r = utf8.RuneError
		}
		return string(r), 6, true
	case 'x': // JSON5
		if r := hexRune(s[2:], 2); r >= 0 {
			return string(r), 4, false
		}
	}
	_, n := utf8.DecodeRune(s[1:])
	return string(s[1 : 1+n]), 1 + n, false
}

// hexRune reads n hexadecimal digits, or returns -1.
func hexRune(s []byte, n int) rune {
	if len(s) < n {
		return -1
	}
	var r rune
	for _, c := range s[:n] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return -1
		}
	}
	return r
}

// badInString says what is wrong with the place in a string that decodeJSONString returned.
func badInString(data []byte, off int) string {
	switch c := data[off]; c {
	case '\\':
		return "JSON does not know the escape " + quote(string(data[off:min(off+2, len(data))]))
	case '\n', '\r':
		return "a line break stands inside a string; JSON wants \\n"
	default:
		return "a control character stands in a string unescaped"
	}
}
