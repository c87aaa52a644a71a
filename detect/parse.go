package detect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// ParseDepth bounds the nesting that ParseJSON accepts; see walkDepth.
const ParseDepth = 512

// ErrTooDeep is returned for JSON that is nested deeper than ParseDepth.
var ErrTooDeep = errors.New("nested too deep")

// ParseJSON reads one JSON value into a Node, keeping the order of members and repeated names. It is for callers that
// hold definitions in memory, such as gateways; files are read by mcp-lint's own parsers, which keep positions.
func ParseJSON(data []byte) (*Node, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	n, err := parseValue(dec, 0)
	if err != nil {
		return nil, fmt.Errorf("not a JSON value: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
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

func parseValue(dec *json.Decoder, depth int) (*Node, error) {
	if depth > ParseDepth {
		return nil, ErrTooDeep
	}
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch v := tok.(type) {
	case string:
		return &Node{Kind: NodeString, Text: v}, nil
	case json.Number:
		return &Node{Text: v.String()}, nil
	case bool:
		return &Node{Text: fmt.Sprint(v)}, nil
	case nil:
		return &Node{Text: "null"}, nil
	case json.Delim:
		if v == '[' {
			return parseArray(dec, depth)
		}
		return parseObject(dec, depth)
	}
	return nil, fmt.Errorf("unexpected %v", tok)
}

func parseArray(dec *json.Decoder, depth int) (*Node, error) {
	n := &Node{Kind: NodeArray}
	for dec.More() {
		item, err := parseValue(dec, depth+1)
		if err != nil {
			return nil, err
		}
		n.Items = append(n.Items, item)
	}
	_, err := dec.Token()
	return n, err
}

func parseObject(dec *json.Decoder, depth int) (*Node, error) {
	n := &Node{Kind: NodeObject}
	for dec.More() {
		name, err := parseValue(dec, depth)
		if err != nil {
			return nil, err
		}
		value, err := parseValue(dec, depth+1)
		if err != nil {
			return nil, err
		}
		n.Members = append(n.Members, Member{Name: name, Value: value})
	}
	_, err := dec.Token()
	return n, err
}
