package manifest

import (
	"bytes"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// skipSpace skips white space and comments. A byte order mark between values is skipped as well: files are concatenated.
func (p *jsonParser) skipSpace() {
	for p.pos < len(p.data) {
		switch c := p.data[p.pos]; {
		case c == ' ' || c == '\n' || c == '\r' || c == '\t':
			p.pos++
		case c == '/' && p.comment():
		case c == 0xEF && len(p.stack) == 0 && bytes.HasPrefix(p.data[p.pos:], []byte("\xEF\xBB\xBF")):
			p.pos += 3
		default:
			return
		}
	}
}

// comment skips a comment at the position, if there is one.
func (p *jsonParser) comment() bool {
	if p.pos+1 >= len(p.data) {
		return false
	}
	switch p.data[p.pos+1] {
	case '/':
		end := bytes.IndexAny(p.data[p.pos:], "\r\n")
		if end < 0 {
			end = len(p.data) - p.pos
		}
		p.pos += end
	case '*':
		end := bytes.Index(p.data[p.pos+2:], []byte("*/"))
		if end < 0 {
			p.log.at(p.pos, "the comment has no end")
			p.pos = len(p.data)
			return true
		}
		p.pos += end + 4
	default:
		return false
	}
	return true
}

// delimiter reports whether c ends a word.
func delimiter(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', ',', ':', '[', ']', '{', '}', '"':
		return true
	}
	return false
}

// word returns the end of the bare word at the position. It is at least one character.
func (p *jsonParser) word() int {
	i := p.pos
	for i < len(p.data) && !delimiter(p.data[i]) {
		if p.data[i] == '/' && i+1 < len(p.data) && (p.data[i+1] == '/' || p.data[i+1] == '*') {
			break
		}
		i++
	}
	if i == p.pos {
		_, size := utf8.DecodeRune(p.data[i:])
		i += max(size, 1)
	}
	return i
}

// bareValue reads a number, true, false, null, or text that lacks its quotes and is kept up to the end of the line or the next bracket
// or comma.
func (p *jsonParser) bareValue() *source.Node {
	start := p.pos
	end := p.word()
	if isLiteral(p.data[start:end]) {
		p.pos = end
		n := p.node(source.Scalar, start, end)
		n.Text = source.VerbatimText(p.file, n.Span)
		return n
	}
	if number := p.data[start:end]; p.relaxed && isJSON5Number(number) {
		p.pos = end
		n := p.node(source.Scalar, start, end)
		n.Text = source.VerbatimText(p.file, n.Span)
		return n
	}
	for end < len(p.data) {
		if c := p.data[end]; c != ' ' && c != '\t' && c != ':' && delimiter(c) {
			break
		}
		if p.data[end] == '/' && end+1 < len(p.data) && (p.data[end+1] == '/' || p.data[end+1] == '*') && p.data[end-1] != ':' {
			break
		}
		end++
	}
	p.pos = end
	end = start + len(bytes.TrimRight(p.data[start:end], " \t"))
	p.log.at(start, "%s is not a JSON value and has no quotes", quoted(string(p.data[start:min(end, start+80)])))
	n := p.node(source.String, start, end)
	n.Text = source.VerbatimText(p.file, n.Span)
	return n
}

// isLiteral reports whether w is a number, boolean or null of JSON, RFC 8259 sections 3 and 6.
func isLiteral(w []byte) bool {
	switch string(w) {
	case "true", "false", "null":
		return true
	}
	i := 0
	digits := func() bool {
		from := i
		for i < len(w) && w[i] >= '0' && w[i] <= '9' {
			i++
		}
		return i > from
	}
	if i < len(w) && w[i] == '-' {
		i++
	}
	from := i
	if !digits() || (w[from] == '0' && i > from+1) {
		return false
	}
	if i < len(w) && w[i] == '.' {
		if i++; !digits() {
			return false
		}
	}
	if i < len(w) && (w[i] == 'e' || w[i] == 'E') {
		i++
		if i < len(w) && (w[i] == '+' || w[i] == '-') {
			i++
		}
		if !digits() {
			return false
		}
	}
	return i == len(w)
}

// isJSON5Number reports whether w is a number that JSON5 allows beyond JSON: a sign, a bare point, hexadecimal, infinity.
func isJSON5Number(w []byte) bool {
	w = bytes.TrimLeft(w, "+-")
	switch string(w) {
	case "Infinity", "NaN":
		return true
	}
	if len(w) == 0 {
		return false
	}
	for _, c := range w {
		if !bytes.ContainsRune([]byte("0123456789abcdefABCDEFxX.+-"), rune(c)) {
			return false
		}
	}
	return w[0] == '.' || (w[0] >= '0' && w[0] <= '9')
}

// skipNested skips the array or object at the position without keeping anything of it.
func (p *jsonParser) skipNested() {
	depth := 0
	for p.pos < len(p.data) {
		switch c := p.data[p.pos]; c {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				p.pos++
				return
			}
		case '"':
			end, _, _ := p.stringEnd(p.pos, c)
			p.pos = end
			continue
		case '/':
			if p.comment() {
				continue
			}
		}
		p.pos++
	}
}
