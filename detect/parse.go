package detect

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// ParseDepth bounds the nesting that ParseJSON accepts; see walkDepth.
const ParseDepth = 512

var (
	// ErrTooDeep is returned for JSON nested deeper than ParseDepth.
	ErrTooDeep = errors.New("nested too deeply")
	// ErrNoTools is returned by ParseTools for a document without a list of tools.
	ErrNoTools = errors.New("no list of tools")
)

// ParseJSON reads one JSON value (RFC 8259) into a Node, keeping the order of members and duplicate names. Like encoding/json it reads
// invalid UTF-8 and lone surrogates as U+FFFD. It is for callers with definitions in memory, such as gateways; mcp-lint reads files with
// its own parsers, which keep positions.
func ParseJSON(data []byte) (*Node, error) {
	if !json.Valid(data) {
		err := json.Unmarshal(data, new(json.RawMessage))
		if tooDeep(data) {
			err = ErrTooDeep
		}
		return nil, fmt.Errorf("not a JSON value: %w", err)
	}
	p := parser{s: string(data)}
	n := p.value(0)
	if n == nil {
		return nil, fmt.Errorf("not a JSON value: %w", ErrTooDeep)
	}
	return n, nil
}

// tooDeep reports whether brackets outside of strings are nested deeper than ParseDepth. It allocates nothing, since the data may be
// nothing but brackets.
func tooDeep(data []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(data) && depth <= ParseDepth; i++ {
		switch c := data[i]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\':
			i++
		case !quoted && (c == '[' || c == '{'):
			depth++
		case !quoted && (c == ']' || c == '}'):
			depth--
		}
	}
	return depth > ParseDepth
}

// parser reads s, which is valid JSON, from byte i on.
type parser struct {
	s string
	i int
}

// next returns the first byte of the next token. Commas and colons are where they belong.
func (p *parser) next() byte {
	for strings.IndexByte(" \n\t\r,:", p.s[p.i]) >= 0 {
		p.i++
	}
	return p.s[p.i]
}

// value reads a value. It returns nil if there is one nested too deeply.
func (p *parser) value(depth int) *Node {
	if depth > ParseDepth {
		return nil
	}
	switch p.next() {
	case '"':
		return p.text()
	case '{':
		return p.container(depth, NodeObject)
	case '[':
		return p.container(depth, NodeArray)
	}
	from := p.i
	for p.i < len(p.s) && strings.IndexByte(" \n\t\r,]}", p.s[p.i]) < 0 {
		p.i++
	}
	return &Node{Text: p.s[from:p.i]}
}

func (p *parser) container(depth int, kind NodeKind) *Node {
	n := &Node{Kind: kind}
	p.i++
	for c := p.next(); c != '}' && c != ']'; c = p.next() {
		var m Member
		if kind == NodeObject {
			m.Name = p.text()
		}
		if m.Value = p.value(depth + 1); m.Value == nil {
			return nil
		}
		if kind == NodeObject {
			n.Members = append(n.Members, m)
		} else {
			n.Items = append(n.Items, m.Value)
		}
	}
	p.i++
	return n
}

func (p *parser) text() *Node {
	from := p.i
	for p.i++; p.s[p.i] != '"'; p.i++ {
		if p.s[p.i] == '\\' {
			p.i++
		}
	}
	p.i++
	n := &Node{Kind: NodeString, Text: p.s[from+1 : p.i-1]}
	if strings.IndexByte(n.Text, '\\') >= 0 || !utf8.ValidString(n.Text) {
		// Valid JSON always decodes.
		_ = json.Unmarshal([]byte(p.s[from:p.i]), &n.Text)
	}
	return n
}

// ViewJSON returns the view of a JSON definition: an item of the tools/list result.
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

// ParseTools turns the answer to tools/list into views, in its order. It accepts the JSON-RPC message, its result, or the list alone.
// Since unscanned text must not reach a model, it fails on anything it does not fully understand: invalid JSON, no list (ErrNoTools), a
// duplicate list, or an item that is not an object. Pages of one answer are several lists: scan their tools together.
func ParseTools(server string, answer []byte) ([]ToolView, error) {
	n, err := ParseJSON(answer)
	if err != nil {
		return nil, err
	}
	result, err := memberOf(n, "result")
	if err != nil {
		return nil, err
	}
	if result != nil {
		if n.Get("tools") != nil {
			return nil, errors.New(`"tools" stands beside "result", and readers disagree on which to use`)
		}
		n = result
	}
	list := n
	if n.Kind == NodeObject {
		if list, err = memberOf(n, "tools"); err != nil {
			return nil, err
		}
	}
	if list == nil || list.Kind != NodeArray {
		return nil, ErrNoTools
	}
	tools := make([]ToolView, len(list.Items))
	for i, item := range list.Items {
		if item.Kind != NodeObject {
			return nil, fmt.Errorf("item %d of the list of tools is not an object", i)
		}
		tools[i] = NewView(KindTool, server, item)
	}
	return tools, nil
}

// memberOf returns the member with that name, or nil. It fails on duplicates in any case: parsers disagree on which one counts, and
// encoding/json ignores case.
func memberOf(n *Node, name string) (*Node, error) {
	var found *Node
	count := 0
	for _, m := range n.Members {
		if strings.EqualFold(m.Name.Text, name) {
			count++
		}
		if m.Name.Text == name {
			found = m.Value
		}
	}
	if count > 1 {
		return nil, fmt.Errorf("%q appears %d times, and readers disagree on which to use", name, count)
	}
	return found, nil
}
