package detect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
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
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	n, err := parseValue(d, 0)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, fmt.Errorf("not a JSON value: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not a JSON value: there is data after it")
	}
	return n, nil
}

func parseValue(d *json.Decoder, depth int) (*Node, error) {
	if depth > ParseDepth {
		return nil, ErrTooDeep
	}
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch v := token.(type) {
	case string:
		return &Node{Kind: NodeString, Text: v}, nil
	case json.Delim:
		return parseContainer(d, depth, v == '{')
	case nil:
		return &Node{Text: "null"}, nil
	}
	// A json.Number or a bool.
	return &Node{Text: fmt.Sprint(token)}, nil
}

// parseContainer reads an object or array behind its opening bracket.
func parseContainer(d *json.Decoder, depth int, object bool) (*Node, error) {
	n := &Node{Kind: NodeArray}
	if object {
		n.Kind = NodeObject
	}
	for d.More() {
		var m Member
		var err error
		if object {
			if m.Name, err = parseValue(d, depth); err != nil {
				return nil, err
			}
		}
		if m.Value, err = parseValue(d, depth+1); err != nil {
			return nil, err
		}
		if object {
			n.Members = append(n.Members, m)
		} else {
			n.Items = append(n.Items, m.Value)
		}
	}
	_, err := d.Token()
	return n, err
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
