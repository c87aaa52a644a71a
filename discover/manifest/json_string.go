package manifest

import (
	"bytes"

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
	text, bad := source.JSONText(p.file, body)
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

// badInString says what is wrong with the place in a string that source.JSONText returned.
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
