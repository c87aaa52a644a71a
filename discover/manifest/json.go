package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// jsonParser reads JSON and common deviations: comments, trailing commas, several values in a row. Each step consumes a byte or closes a
// bracket. After an error it resumes at the next plausible position, so that one broken value does not hide the rest.
type jsonParser struct {
	nodes
	data    []byte
	pos     int
	log     *problemLog
	relaxed bool                   // JSON5, where single quotes and bare names are not a problem
	open    [source.Object + 1]int // the number of open values by kind
	values  int
	ended   bool // the file ended, or there were too many values
}

// parseJSON reads data, which is the content of f, possibly with parts blanked out.
func parseJSON(f *source.File, data []byte, log *problemLog) (docs []*source.Node) {
	p := &jsonParser{nodes: nodes{f}, data: data, pos: f.BOM(), log: log, relaxed: strings.HasSuffix(strings.ToLower(f.Path), ".json5")}
	for p.more() {
		switch c := p.data[p.pos]; c {
		case ',', ':', ']', '}':
			p.log.at(p.pos, "unexpected '%c' outside of any value", c)
			p.pos++
		case 0x1E: // begins each value of a JSON text sequence, RFC 7464
			p.pos++
		default:
			docs = append(docs, p.value(c))
		}
	}
	return docs
}

// more moves to the next token and reports whether there is one to read.
func (p *jsonParser) more() bool {
	p.skipSpace()
	if !p.ended && p.pos < len(p.data) && p.values > MaxValues {
		p.log.at(p.pos, "the file has more than %d values; the rest was not read", MaxValues)
		p.ended = true
	}
	return !p.ended && p.pos < len(p.data)
}

func (p *jsonParser) depth() int { return p.open[source.Array] + p.open[source.Object] }

func (p *jsonParser) value(c byte) *source.Node {
	p.values++
	switch c {
	case '{':
		return p.container(source.Object)
	case '[':
		return p.container(source.Array)
	case '"', '\'':
		return p.stringNode(c)
	}
	return p.bareValue()
}

type jsonState uint8

const (
	wantValue jsonState = iota // a value; or ']' in an array
	wantName                   // a name; or '}'
	wantColon                  // ':' after a name
	wantComma                  // ',' or the closing bracket
)

// jsonKinds gives the name, closing bracket and initial state of arrays and objects.
var jsonKinds = map[source.Kind]struct {
	name  string
	close byte
	first jsonState
}{
	source.Array:  {"array", ']', wantValue},
	source.Object: {"object", '}', wantName},
}

// container reads an array or object up to its bracket. The bracket of an outer value also closes the inner ones.
func (p *jsonParser) container(kind source.Kind) *source.Node {
	n, known := p.node(kind, p.pos, p.pos), jsonKinds[kind]
	if p.depth() >= maxDepth {
		p.log.at(p.pos, "values are nested deeper than %d levels; the deeper ones were not read", maxDepth)
		p.skipNested()
		n.Span.End = p.pos
		return n
	}
	begun := func() int { return p.file.Position(n.Span.Start, source.Bytes).Line }
	p.pos++
	p.open[kind]++
	state := known.first
	var name *source.Node // of the member being read
	add := func(v *source.Node) {
		if kind == source.Array {
			n.Items = append(n.Items, v)
		} else {
			n.Members = append(n.Members, source.Member{Name: name, Value: v})
		}
		name, state = nil, wantComma
	}
	// missing adds an empty value for the pending name, so that the name is kept.
	missing := func() {
		p.values++
		add(p.node(source.Scalar, name.Span.End, name.Span.End))
	}
reading:
	for {
		if !p.more() {
			if !p.ended {
				p.log.at(len(p.data), "the file ends inside the %s that begins on line %d", known.name, begun())
			}
			p.ended = true
			break
		}
		c := p.data[p.pos]
		if c == known.close {
			if name != nil {
				p.log.at(p.pos, "the name %s has no value", quoted(name.Text.Value))
			}
			p.pos++
			break
		}
		switch {
		case (c == ']' || c == '}') && p.open[source.Array+source.Object-kind] == 0:
			p.log.at(p.pos, "unexpected '%c' inside the %s that begins on line %d", c, known.name, begun())
			p.pos++
		case c == ']' || c == '}':
			p.log.at(p.pos, "expected '%c' before '%c', to close the %s that begins on line %d", known.close, c, known.name, begun())
			break reading
		case state == wantName:
			if name = p.name(c); name == nil {
				break
			}
			if state = wantColon; c == ':' || c == '{' || c == '[' {
				state = wantValue
			}
		case state == wantColon:
			if c == ':' {
				p.pos++
			} else {
				p.log.at(p.pos, "expected ':' after the name %s", quoted(name.Text.Value))
			}
			state = wantValue
		case state == wantComma:
			if c == ',' {
				p.pos++
			} else {
				p.log.at(p.pos, "expected ',' or '%c' after %s", known.close, lastChild(n))
				if c == ':' {
					p.pos++
				}
			}
			state = known.first
		case c == ',':
			p.log.at(p.pos, "a value is missing before ','")
			if name != nil {
				missing()
			} else {
				p.pos++
			}
		case c == ':':
			p.log.at(p.pos, "unexpected ':'")
			p.pos++
		default:
			add(p.value(c))
		}
	}
	if name != nil {
		missing()
	}
	p.open[kind]--
	n.Span.End = p.pos
	return n
}

// name reads the name of a member. It returns nil for a comma in its place, and an empty name for a value without one.
func (p *jsonParser) name(c byte) *source.Node {
	start := p.pos
	switch c {
	case ',':
		p.log.at(start, "a name is missing before ','")
		p.pos++
		return nil
	case ':', '{', '[':
		p.log.at(start, "expected a name in quotes before '%c'", c)
		return p.node(source.String, start, start)
	case '"', '\'':
		return p.stringNode(c)
	}
	p.pos = p.word()
	if !p.relaxed {
		p.log.at(start, "the name %s is not in quotes", quoted(string(p.data[start:min(p.pos, start+80)])))
	}
	return p.written(source.String, start, p.pos)
}

func lastChild(n *source.Node) string {
	if n.Kind == source.Object {
		return "the value of " + quote(n.Members[len(n.Members)-1].Name.Text.Value)
	}
	return fmt.Sprintf("value %d of the array", len(n.Items))
}

// skipNested skips an array or object without keeping it.
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
			p.pos, _ = p.stringEnd(p.pos, c)
			continue
		case '/':
			if p.comment() {
				continue
			}
		}
		p.pos++
	}
}

// skipSpace skips white space and comments, and byte order marks, which occur in concatenated files.
func (p *jsonParser) skipSpace() {
	for p.pos < len(p.data) {
		switch c := p.data[p.pos]; {
		case c == ' ' || c == '\n' || c == '\r' || c == '\t':
			p.pos++
		case c == '/' && p.comment():
		case c == 0xEF && p.depth() == 0 && bytes.HasPrefix(p.data[p.pos:], []byte("\xEF\xBB\xBF")):
			p.pos += 3
		default:
			return
		}
	}
}

func (p *jsonParser) comment() bool {
	if !commentAt(p.data, p.pos) {
		return false
	}
	rest := p.data[p.pos+2:]
	var size int
	if p.data[p.pos+1] == '/' {
		size = bytes.IndexAny(rest, "\r\n")
	} else { // Many of these on a long line must not look for its end.
		if size = bytes.Index(rest, []byte("*/")); size < 0 {
			p.log.at(p.pos, "the comment has no end")
		} else {
			size += len("*/")
		}
	}
	if size < 0 {
		size = len(rest)
	}
	p.pos += 2 + size
	return true
}

func commentAt(data []byte, off int) bool {
	return data[off] == '/' && off+1 < len(data) && (data[off+1] == '/' || data[off+1] == '*')
}

func delimiter(c byte) bool { return bytes.IndexByte([]byte(" \t\n\r,:[]{}\""), c) >= 0 }

// word returns the end of the bare word at the current position. It is at least one character long.
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

// bareValue reads a number, true, false, null, or unquoted text up to the end of the line, the next bracket or comma.
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

// isJSON5Number reports whether w is a number of JSON5 that JSON lacks: with a plus sign, a bare point, hexadecimal, infinity.
func isJSON5Number(w []byte) bool {
	w = bytes.TrimLeft(w, "+-")
	if string(w) == "Infinity" || string(w) == "NaN" {
		return true
	}
	return len(w) > 0 && len(bytes.Trim(w, "0123456789abcdefABCDEFxX.+-")) == 0 && (w[0] == '.' || w[0] >= '0' && w[0] <= '9')
}

func (p *jsonParser) stringNode(quoteMark byte) *source.Node {
	start := p.pos
	end, closed := p.stringEnd(start, quoteMark)
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
	text, bad := source.JSONText(p.file, body)
	if n.Text = text; bad >= 0 {
		p.log.at(bad, "%s", badInString(p.data, bad))
	}
	return n
}

// nextMemberReach is how many bytes stringEnd looks ahead at each line break in a string.
const nextMemberReach = 128

// stringEnd returns the offset after the string that begins at start. A string without a closing quote ends at its line if the next line
// clearly continues the document. Otherwise one lost quote would invert all following strings.
func (p *jsonParser) stringEnd(start int, quoteMark byte) (end int, closed bool) {
	for i := start + 1; i < len(p.data); i++ {
		switch c := p.data[i]; {
		case c == quoteMark:
			return i + 1, true
		case c == '\\':
			i++
		case c == '\n' && nextMember(p.data[i+1:min(i+1+nextMemberReach, len(p.data))]):
			return start + len(bytes.TrimRight(p.data[start:i], "\r ,")), false
		}
	}
	return len(p.data), false
}

// nextMember reports whether a line clearly continues a document: a closing bracket alone, or a quoted name with a colon.
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
		return "JSON has no escape " + quote(string(data[off:min(off+2, len(data))]))
	case '\n', '\r':
		return "there is a line break in a string; use \\n"
	default:
		return "there is an unescaped control character in a string"
	}
}
