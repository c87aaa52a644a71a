package manifest

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

func delimiter(c byte) bool { return bytes.IndexByte([]byte(" \t\n\r,:[]{}\""), c) >= 0 }

// word returns the end of the bare word at the position. It is at least one character.
func (p *jsonParser) word() int {
	i := p.pos
	for i < len(p.data) && !delimiter(p.data[i]) && !commentAt(p.data, i) {
		i++
	}
	if i == p.pos {
		_, size := utf8.DecodeRune(p.data[i:])
		i += size
	}
	return i
}

// bareValue reads a number, true, false, null, or text that lacks its quotes and is kept up to the end of the line or the next bracket
// or comma.
func (p *jsonParser) bareValue() *source.Node {
	start := p.pos
	end := p.word()
	if w := p.data[start:end]; json.Valid(w) || p.relaxed && isJSON5Number(w) {
		p.pos = end
		return p.written(source.Scalar, start, end)
	}
	for end < len(p.data) {
		if c := p.data[end]; c != ' ' && c != '\t' && c != ':' && delimiter(c) || commentAt(p.data, end) && p.data[end-1] != ':' {
			break
		}
		end++
	}
	p.pos = end
	end = start + len(bytes.TrimRight(p.data[start:end], " \t"))
	p.log.at(start, "%s is not a JSON value and has no quotes", quoted(string(p.data[start:min(end, start+80)])))
	return p.written(source.String, start, end)
}

// isJSON5Number reports whether w is a number that JSON5 allows beyond JSON: a sign, a bare point, hexadecimal, infinity.
func isJSON5Number(w []byte) bool {
	w = bytes.TrimLeft(w, "+-")
	if string(w) == "Infinity" || string(w) == "NaN" {
		return true
	}
	return len(w) > 0 && len(bytes.Trim(w, "0123456789abcdefABCDEFxX.+-")) == 0 && (w[0] == '.' || w[0] >= '0' && w[0] <= '9')
}

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
		switch c := p.data[i]; {
		case c == quoteMark:
			return i + 1, true, plain
		case c == '\\':
			i += 2
			plain = false
		case c == '\n' && nextMember(p.data[i+1:min(i+1+nextMemberReach, len(p.data))]):
			return start + len(bytes.TrimRight(p.data[start:i], "\r ,")), false, plain
		default:
			i++
			plain = plain && (c >= 0x20 || c == '\t')
		}
	}
	return len(p.data), false, plain
}

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
	name, after, found := bytes.Cut(line[1:], []byte{'"'})
	return line[0] == '"' && found && !bytes.ContainsAny(name, "\n\\") && bytes.HasPrefix(bytes.TrimLeft(after, " \t"), []byte{':'})
}

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
