package mcplint

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/scanservice"
)

// declared puts a list of definitions, or a single one, under the name of its list, so that each item counts as one.
func declared(data []byte, n *detect.Node) ([]byte, *detect.Node) {
	items := n.Items
	if n.Kind == detect.NodeObject {
		switch {
		case scanservice.IsDefinition(n):
			items, data = []*detect.Node{n}, wrapped("[", data, "]")
		case len(n.Members) > 0 && !slices.ContainsFunc(n.Members, func(m detect.Member) bool { return !scanservice.IsDefinition(m.Value) }):
			return listed(data, n)
		}
	}
	if !scanservice.AreDefinitions(items) {
		return data, n
	}
	list := &detect.Node{Kind: detect.NodeArray, Items: items}
	name := scanservice.ListOf(items)
	return wrapped(`{"`+name+`":`, data, "}"), object(name, list)
}

// listed is declared for an object that holds definitions by their names, as maps do.
func listed(data []byte, n *detect.Node) ([]byte, *detect.Node) {
	var items []*detect.Node
	for _, m := range n.Members {
		items = append(items, m.Value)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	_, err := dec.Token()
	var parts [][]byte
	for err == nil && dec.More() {
		var part json.RawMessage
		if _, err = dec.Token(); err == nil {
			err = dec.Decode(&part)
		}
		parts = append(parts, part)
	}
	if err != nil {
		return data, n
	}
	name := scanservice.ListOf(items)
	return wrapped(`{"`+name+`":[`, bytes.Join(parts, []byte(",")), "]}"), object(name, &detect.Node{Kind: detect.NodeArray, Items: items})
}

func wrapped(before string, data []byte, after string) []byte {
	return slices.Concat([]byte(before), data, []byte(after))
}

func object(name string, value *detect.Node) *detect.Node {
	return &detect.Node{Kind: detect.NodeObject, Members: []detect.Member{{Name: &detect.Node{Kind: detect.NodeString, Text: name}, Value: value}}}
}
