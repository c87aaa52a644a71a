package detect

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

// ParseDepth bounds the nesting that ParseJSON accepts; see walkDepth.
const ParseDepth = 512

// ErrTooDeep is returned for JSON that is nested deeper than ParseDepth.
var ErrTooDeep = errors.New("nested too deep")

// ParseJSON reads one JSON value (RFC 8259) into a Node, keeping the order of members and repeated names. Like encoding/json it reads
// bytes that are no UTF-8 and halves of surrogate pairs as U+FFFD. It is for callers that hold definitions in memory, such as
// gateways; files are read by mcp-lint's own parsers, which keep positions.
func ParseJSON(data []byte) (*Node, error) {
	p := parser{s: string(data), workspace: workspaces.Get().(*workspace)}
	// Most values are strings, in two quotes each.
	p.expected = strings.Count(p.s, `"`)/2 + strings.Count(p.s, "{") + strings.Count(p.s, "[")
	n := p.value(0)
	p.workspace.done()
	switch p.space(); {
	case p.err != nil:
		return nil, fmt.Errorf("not a JSON value: %w", p.err)
	case p.i < len(p.s):
		return nil, errors.New("not a JSON value: something follows it")
	}
	return n, nil
}

// ViewJSON makes the view of a definition given as JSON: the object that tools/list holds for one tool.
func ViewJSON(kind Kind, server string, definition []byte) (ToolView, error) {
	n, err := ParseJSON(definition)
	if err != nil {
		return ToolView{}, err
	}
	if n.Kind != NodeObject {
		return ToolView{}, errors.New("a definition must be a JSON object")
	}
	return NewView(kind, server, n), nil
}

// parser reads the JSON value in s. Its methods begin at byte i and end after what they have read; after an error they read no more.
type parser struct {
	s   string
	i   int
	err error
	// nodes is room for further nodes, made is how many were made, expected how many there may be.
	nodes          []Node
	made, expected int
	// memberRoom and itemRoom are room for the members and items of nodes.
	memberRoom []Member
	itemRoom   []*Node
	*workspace
}

// workspace has the members and items of the objects and arrays that are being read, the innermost last.
type workspace struct {
	members []Member
	items   []*Node
}

// workspaces keeps what was used; see done.
var workspaces = sync.Pool{New: func() any { return &workspace{} }}

// done gives a workspace back unless it has become large. It holds no more values of the definition.
func (w *workspace) done() {
	const largest = 4 << 10
	if cap(w.members)+cap(w.items) > largest {
		return
	}
	clear(w.members[:cap(w.members)])
	clear(w.items[:cap(w.items)])
	w.members, w.items = w.members[:0], w.items[:0]
	workspaces.Put(w)
}

// node returns a new node. Nodes are made by the dozen, as many as are expected, and else more the more there are.
func (p *parser) node(kind NodeKind, text string) *Node {
	if len(p.nodes) == 0 {
		p.nodes = make([]Node, min(max(p.expected-p.made, p.made/8, 16), 256))
	}
	n := &p.nodes[0]
	p.nodes, p.made = p.nodes[1:], p.made+1
	n.Kind, n.Text = kind, text
	return n
}

// room returns a copy of what was read that nobody appends to, taken from free, which is made anew when it is used up.
func room[T any](free *[]T, read []T) []T {
	const atOnce = 32
	n := len(read)
	if n == 0 {
		return nil
	}
	if n > len(*free) {
		if n > atOnce/2 {
			return append(make([]T, 0, n), read...)
		}
		*free = make([]T, atOnce)
	}
	own := (*free)[:n:n]
	*free = (*free)[n:]
	copy(own, read)
	return own
}

func (p *parser) fail(err error) *Node {
	if p.err == nil {
		p.err = err
	}
	return nil
}

// unexpected fails because of the byte at i, or because there is none.
func (p *parser) unexpected(where string) *Node {
	if p.i >= len(p.s) {
		return p.fail(errors.New("it ends too early"))
	}
	return p.fail(fmt.Errorf("unexpected %q %s", p.s[p.i], where))
}

// space passes over white space and returns the byte after it, or 0 at the end.
func (p *parser) space() byte {
	for ; p.i < len(p.s); p.i++ {
		if c := p.s[p.i]; c > ' ' || c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c
		}
	}
	return 0
}

func (p *parser) value(depth int) *Node {
	if depth > ParseDepth {
		return p.fail(ErrTooDeep)
	}
	switch c := p.space(); {
	case c == '"':
		if text, ok := p.text(); ok {
			return p.node(NodeString, text)
		}
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '-' || c >= '0' && c <= '9':
		if n := numberLength(p.s[p.i:]); n > 0 {
			return p.scalar(n)
		}
		return p.unexpected("begins no number")
	default:
		for _, word := range [...]string{"true", "false", "null"} {
			if len(p.s)-p.i >= len(word) && p.s[p.i:p.i+len(word)] == word {
				return p.scalar(len(word))
			}
		}
		return p.unexpected("where a value begins")
	}
	return nil
}

// scalar returns the next n bytes as a scalar.
func (p *parser) scalar(n int) *Node {
	p.i += n
	return p.node(NodeScalar, p.s[p.i-n:p.i])
}

// numberLength returns the length of the number that s begins with, or 0.
func numberLength(s string) int {
	i := 0
	digits := func() bool {
		from := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i > from
	}
	if s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if !digits() {
		return 0
	}
	if i < len(s) && s[i] == '.' {
		if i++; !digits() {
			return 0
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		if i++; i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if !digits() {
			return 0
		}
	}
	return i
}

func (p *parser) array(depth int) *Node {
	n := p.node(NodeArray, "")
	from := len(p.items)
	p.i++
	for p.space() != ']' {
		if p.i == len(p.s) || p.s[p.i] == '}' {
			return p.unexpected("in an array")
		}
		if depth+1 > ParseDepth {
			return p.fail(ErrTooDeep)
		}
		if len(p.items) > from && !p.comma() {
			return nil
		}
		item := p.value(depth + 1)
		if p.err != nil {
			return nil
		}
		p.items = append(p.items, item)
	}
	p.i++
	n.Items = room(&p.itemRoom, p.items[from:])
	p.items = p.items[:from]
	return n
}

func (p *parser) object(depth int) *Node {
	n := p.node(NodeObject, "")
	from := len(p.members)
	p.i++
	for p.space() != '}' {
		if len(p.members) > from && !p.comma() {
			return nil
		}
		if p.space() != '"' {
			return p.unexpected("where a name begins")
		}
		name, ok := p.text()
		if !ok {
			return nil
		}
		if depth+1 > ParseDepth {
			return p.fail(ErrTooDeep)
		}
		if p.space() != ':' {
			return p.unexpected("after the name of a member")
		}
		p.i++
		m := Member{Name: p.node(NodeString, name), Value: p.value(depth + 1)}
		if p.err != nil {
			return nil
		}
		p.members = append(p.members, m)
	}
	p.i++
	n.Members = room(&p.memberRoom, p.members[from:])
	p.members = p.members[:from]
	return n
}

func (p *parser) comma() bool {
	if p.space() != ',' {
		p.unexpected("where a comma or the end is expected")
		return false
	}
	p.i++
	return true
}
