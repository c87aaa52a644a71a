package manifest

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// jsonState is what is expected next inside an array or object.
type jsonState uint8

const (
	wantValue jsonState = iota // a value; or ']' in an array
	wantName                   // a name; or '}'
	wantColon                  // ':' after a name
	wantComma                  // ',' or the closing bracket
)

// jsonFrame is an array or object that is being read. Its children wait on the parser's shared stacks, from first on.
type jsonFrame struct {
	node  *source.Node
	name  *source.Node // of the member being read
	state jsonState
	first int
}

// jsonParser reads JSON and what people write for JSON: comments, trailing commas, several values after each other. It has
// no recursion, consumes a byte or closes a bracket in each step, and after an error goes on at the next place that makes
// sense, so that one broken value does not hide the rest of the document.
type jsonParser struct {
	file    *source.File
	data    []byte
	whole   bool // data is that of the file to the last byte
	pos     int
	log     *problemLog
	relaxed bool // JSON5, where single quotes and bare names are no problem
	stack   []jsonFrame
	open    [2]int // the number of open objects and arrays
	items   []*source.Node
	members []source.Member
	memory  *Memory
	values  int
	docs    []*source.Node
}

func parseJSON(f *source.File, log *problemLog) []*source.Node {
	p := newJSONParser(f, f.Data, log)
	p.whole = true
	return p.parse()
}

// parseJSONOf reads data, which is that of f with some of it blanked.
func parseJSONOf(f *source.File, data []byte, log *problemLog) []*source.Node {
	return newJSONParser(f, data, log).parse()
}

func newJSONParser(f *source.File, data []byte, log *problemLog) *jsonParser {
	return &jsonParser{file: f, data: data, pos: f.BOM(), log: log, memory: log.memory(), relaxed: strings.HasSuffix(strings.ToLower(f.Path), ".json5")}
}

func (p *jsonParser) parse() []*source.Node {
	for p.step() {
	}
	return p.docs
}

// step reads one token. It returns false at the end.
func (p *jsonParser) step() bool {
	p.skipSpace()
	if p.pos >= len(p.data) {
		p.finish()
		return false
	}
	if p.values > MaxValues {
		p.log.at(p.pos, "the file holds more than %d values; the rest was not read", MaxValues)
		p.closeAll(p.pos)
		return false
	}
	c := p.data[p.pos]
	if len(p.stack) == 0 {
		switch c {
		case ',', ':', ']', '}':
			p.log.at(p.pos, "unexpected '%c' outside of any value", c)
			p.pos++
		case 0x1E: // begins each value of a JSON text sequence, RFC 7464
			p.pos++
		default:
			p.value(c)
		}
		return true
	}
	top := &p.stack[len(p.stack)-1]
	if c == ']' || c == '}' {
		p.close(top, c)
		return true
	}
	switch top.state {
	case wantValue:
		p.wantValue(top, c)
	case wantName:
		p.wantName(top, c)
	case wantColon:
		if c == ':' {
			p.pos++
		} else {
			p.log.at(p.pos, "expected ':' after the name %s", quoted(top.name.Text.Value))
		}
		top.state = wantValue
	case wantComma:
		if c == ',' {
			p.pos++
		} else {
			p.log.at(p.pos, "expected ',' or '%c' after %s", closing(top.node.Kind), p.lastChild(top))
			if c == ':' {
				p.pos++
			}
		}
		top.state = wantValue
		if top.node.Kind == source.Object {
			top.state = wantName
		}
	}
	return true
}

func (p *jsonParser) wantValue(top *jsonFrame, c byte) {
	switch c {
	case ',':
		p.log.at(p.pos, "a value is missing before ','")
		if top.name != nil {
			p.missingValue(top)
			top.state = wantComma
			return
		}
		p.pos++
	case ':':
		p.log.at(p.pos, "unexpected ':'")
		p.pos++
	default:
		top.state = wantComma
		p.value(c)
	}
}

func (p *jsonParser) wantName(top *jsonFrame, c byte) {
	switch c {
	case ',':
		p.log.at(p.pos, "a name is missing before ','")
		p.pos++
		return
	case ':', '{', '[':
		p.log.at(p.pos, "expected a name in quotes before '%c'", c)
		top.name = p.emptyName()
		top.state = wantValue
		return
	case '"', '\'':
		top.name = p.stringNode(c)
	default:
		start := p.pos
		end := p.word()
		p.pos = end
		if !p.relaxed {
			p.log.at(start, "the name %s is not in quotes", quoted(string(p.data[start:min(end, start+80)])))
		}
		top.name = p.node(source.String, start, end)
		top.name.Text = source.VerbatimText(p.file, top.name.Span)
	}
	top.state = wantColon
}

// value reads a scalar or string whole, or opens an array or object.
func (p *jsonParser) value(c byte) {
	p.values++
	switch c {
	case '{', '[':
		p.begin(c)
	case '"', '\'':
		p.add(p.stringNode(c))
	default:
		p.add(p.bareValue())
	}
}

// begin opens an array or object.
func (p *jsonParser) begin(c byte) {
	n := p.node(source.Array, p.pos, p.pos)
	p.log.containers++
	n.Num = p.log.containers
	if c == '{' {
		n.Kind = source.Object
	}
	if len(p.stack) >= maxDepth {
		p.log.at(p.pos, "values nest deeper than %d; what is inside was not read", maxDepth)
		p.skipNested()
		n.Span.End = p.pos
		p.add(n)
		return
	}
	p.pos++
	frame := jsonFrame{node: n, first: len(p.items)}
	if c == '{' {
		frame.state, frame.first = wantName, len(p.members)
	}
	p.open[bracket(n.Kind)]++
	p.stack = append(p.stack, frame)
}

// close handles ']' and '}'. A bracket that closes an outer value closes the inner ones with it.
func (p *jsonParser) close(top *jsonFrame, c byte) {
	kind := source.Array
	if c == '}' {
		kind = source.Object
	}
	if top.node.Kind != kind {
		begun := p.file.Position(top.node.Span.Start, source.Bytes).Line
		if p.open[bracket(kind)] == 0 {
			p.log.at(p.pos, "unexpected '%c' inside the %s that begins on line %d", c, kindName(top.node.Kind), begun)
			p.pos++
			return
		}
		p.log.at(p.pos, "expected '%c' before '%c', to close the %s that begins on line %d", closing(top.node.Kind), c, kindName(top.node.Kind), begun)
		p.pop(p.pos)
		return
	}
	if top.name != nil {
		p.log.at(p.pos, "the name %s has no value", quoted(top.name.Text.Value))
	}
	p.pos++
	p.pop(p.pos)
}

// pop completes the innermost array or object, which ends at end.
func (p *jsonParser) pop(end int) {
	top := &p.stack[len(p.stack)-1]
	if top.name != nil {
		p.missingValue(top)
	}
	n := top.node
	n.Span.End = end
	p.open[bracket(n.Kind)]--
	if n.Kind == source.Object {
		n.Members = p.memory.members.copy(p.members[top.first:])
		p.members = p.members[:top.first]
	} else {
		n.Items = p.memory.items.copy(p.items[top.first:])
		p.items = p.items[:top.first]
	}
	p.stack = p.stack[:len(p.stack)-1]
	p.add(n)
}

// add hands a finished value to the array or object around it.
func (p *jsonParser) add(n *source.Node) {
	if len(p.stack) == 0 {
		p.docs = append(p.docs, n)
		return
	}
	top := &p.stack[len(p.stack)-1]
	top.state = wantComma
	if top.node.Kind == source.Array {
		p.items = append(p.items, n)
		return
	}
	p.members = append(p.members, source.Member{Name: top.name, Value: n})
	top.name = nil
}

// missingValue gives the pending name an empty value, so that the name is not lost.
func (p *jsonParser) missingValue(top *jsonFrame) {
	p.values++
	at := top.name.Span.End
	p.members = append(p.members, source.Member{Name: top.name, Value: p.node(source.Scalar, at, at)})
	top.name = nil
}

func (p *jsonParser) emptyName() *source.Node {
	return p.node(source.String, p.pos, p.pos)
}

func (p *jsonParser) finish() {
	if k := len(p.stack); k > 0 {
		n := p.stack[k-1].node
		p.log.at(len(p.data), "the file ends inside the %s that begins on line %d", kindName(n.Kind), p.file.Position(n.Span.Start, source.Bytes).Line)
	}
	p.closeAll(len(p.data))
}

func (p *jsonParser) closeAll(end int) {
	for len(p.stack) > 0 {
		p.pop(end)
	}
}

func (p *jsonParser) node(kind source.Kind, start, end int) *source.Node {
	n := &p.memory.nodes.take(1)[0]
	n.Kind, n.File, n.Span = kind, p.file, source.Span{Start: start, End: end}
	return n
}

// lastChild names the value that was read last, for a reason.
func (p *jsonParser) lastChild(top *jsonFrame) string {
	if top.node.Kind == source.Object && len(p.members) > top.first {
		return "the value of " + quote(p.members[len(p.members)-1].Name.Text.Value)
	}
	return fmt.Sprintf("value %d of the array", len(p.items)-top.first)
}

func bracket(k source.Kind) int {
	if k == source.Object {
		return 0
	}
	return 1
}

func closing(k source.Kind) byte {
	if k == source.Object {
		return '}'
	}
	return ']'
}

func kindName(k source.Kind) string {
	if k == source.Object {
		return "object"
	}
	return "array"
}
