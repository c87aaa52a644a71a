package detect

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// ParseDepth bounds the nesting that ParseJSON accepts; see walkDepth.
const ParseDepth = 512

// ErrTooDeep is returned for JSON nested deeper than ParseDepth.
var ErrTooDeep = errors.New("nested too deeply")

// ParseJSON reads one JSON value (RFC 8259) into a Node, keeping the order of members and duplicate names. Like encoding/json it reads
// invalid UTF-8 and lone surrogates as U+FFFD. It is for callers with definitions in memory, such as gateways; mcp-lint reads files with
// its own parsers, which keep positions.
func ParseJSON(data []byte) (*Node, error) {
	p := parser{s: string(data)}
	n := p.value(0)
	switch p.skipSpace(); {
	case p.err != nil:
		return nil, fmt.Errorf("not a JSON value: %w", p.err)
	case p.i < len(p.s):
		return nil, errors.New("not a JSON value: there is data after it")
	}
	return n, nil
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

// parser reads the JSON value in s. Its methods start at byte i and stop after what they have read; after an error they read nothing.
type parser struct {
	s   string
	i   int
	err error
}

func (p *parser) fail(err error) *Node {
	if p.err == nil {
		p.err = err
	}
	return nil
}

// unexpected fails on the byte at i or the end of the input.
func (p *parser) unexpected(where string) *Node {
	if p.i >= len(p.s) {
		return p.fail(errors.New("it ends too early"))
	}
	return p.fail(fmt.Errorf("unexpected %q %s", p.s[p.i], where))
}

// skipSpace skips white space and returns the byte after it, or 0 at the end.
func (p *parser) skipSpace() byte {
	for ; p.i < len(p.s); p.i++ {
		if c := p.s[p.i]; c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c
		}
	}
	return 0
}

func (p *parser) value(depth int) *Node {
	if depth > ParseDepth {
		return p.fail(ErrTooDeep)
	}
	switch c := p.skipSpace(); {
	case c == '"':
		if text, ok := p.stringLiteral(); ok {
			return &Node{Kind: NodeString, Text: text}
		}
	case c == '{':
		return p.container(depth, NodeObject, '}')
	case c == '[':
		return p.container(depth, NodeArray, ']')
	case c == '-' || c >= '0' && c <= '9':
		rest := p.s[p.i:]
		if n := len(rest) - len(strings.TrimLeft(rest, "+-.0123456789eE")); json.Valid([]byte(rest[:n])) {
			return p.scalar(n)
		}
		return p.unexpected("in a number")
	default:
		for _, word := range [...]string{"true", "false", "null"} {
			if strings.HasPrefix(p.s[p.i:], word) {
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
	return &Node{Kind: NodeScalar, Text: p.s[p.i-n : p.i]}
}

// container reads an array or object up to its closing byte.
func (p *parser) container(depth int, kind NodeKind, end byte) *Node {
	n := &Node{Kind: kind}
	p.i++
	for first := true; p.skipSpace() != end; first = false {
		if kind == NodeArray && (p.i == len(p.s) || p.s[p.i] == '}') {
			return p.unexpected("in an array")
		}
		if kind == NodeArray && depth+1 > ParseDepth {
			return p.fail(ErrTooDeep)
		}
		if !first && !p.comma() {
			return nil
		}
		var name *Node
		if kind == NodeObject {
			if name = p.name(depth); name == nil {
				return nil
			}
		}
		value := p.value(depth + 1)
		switch {
		case p.err != nil:
			return nil
		case kind == NodeObject:
			n.Members = append(n.Members, Member{Name: name, Value: value})
		default:
			n.Items = append(n.Items, value)
		}
	}
	p.i++
	return n
}

// name reads the name of a member and the colon after it.
func (p *parser) name(depth int) *Node {
	if p.skipSpace() != '"' {
		return p.unexpected("where a name begins")
	}
	name, ok := p.stringLiteral()
	switch {
	case !ok:
		return nil
	case depth+1 > ParseDepth:
		return p.fail(ErrTooDeep)
	case p.skipSpace() != ':':
		return p.unexpected("after the name of a member")
	}
	p.i++
	return &Node{Kind: NodeString, Text: name}
}

func (p *parser) comma() bool {
	if p.skipSpace() != ',' {
		p.unexpected("where a comma or the end is expected")
		return false
	}
	p.i++
	return true
}
