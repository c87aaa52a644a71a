package mcplint

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/org/mcp-lint/detect"
)

// declared puts what is plainly a list of definitions, or a single one, under the name of such a list, so that each item is read as one
// whatever it lacks. Anything else is left to the scan.
func declared(data []byte, n *detect.Node) ([]byte, *detect.Node) {
	items := n.Items
	if n.Kind == detect.NodeObject {
		switch {
		case isDefinition(n):
			items, data = []*detect.Node{n}, wrapped("[", data, "]")
		case len(n.Members) > 0 && !slices.ContainsFunc(n.Members, func(m detect.Member) bool { return !isDefinition(m.Value) }):
			return listed(data, n)
		}
	}
	if len(items) == 0 || slices.ContainsFunc(items, func(item *detect.Node) bool { return !isDefinition(item) }) {
		return data, n
	}
	list := &detect.Node{Kind: detect.NodeArray, Items: items}
	name := listOf(items)
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
	name := listOf(items)
	return wrapped(`{"`+name+`":[`, bytes.Join(parts, []byte(",")), "]}"), object(name, &detect.Node{Kind: detect.NodeArray, Items: items})
}

// isDefinition reports whether a value has a name or an address, as every definition has, and lists nothing itself.
func isDefinition(n *detect.Node) bool {
	if n == nil || n.Kind != detect.NodeObject || n.StringAt("name") == "" && n.StringAt("uri") == "" && n.StringAt("uriTemplate") == "" {
		return false
	}
	return !slices.ContainsFunc(listNames, func(name string) bool { return n.Get(name) != nil }) && !isManifest(n)
}

// isManifest reports whether an object with a name is a server or what installs one.
func isManifest(n *detect.Node) bool {
	for _, name := range []string{"instructions", "server", "servers", "mcpServers", "packages", "remotes", "command", "manifest_version", "dxt_version", "method", "result"} {
		if n.Get(name) != nil {
			return true
		}
	}
	return false
}

// listOf returns the name of the list that definitions belong in.
func listOf(items []*detect.Node) string {
	all := func(has func(n *detect.Node) bool) bool {
		return !slices.ContainsFunc(items, func(n *detect.Node) bool { return !has(n) })
	}
	switch {
	case all(func(n *detect.Node) bool { return n.Get("uriTemplate") != nil }):
		return "resourceTemplates"
	case all(func(n *detect.Node) bool { return n.Get("uri") != nil }):
		return "resources"
	case all(func(n *detect.Node) bool {
		v := n.Get("arguments")
		return v != nil && v.Kind == detect.NodeArray && n.Get("inputSchema") == nil
	}):
		return "prompts"
	}
	return "tools"
}

func wrapped(before string, data []byte, after string) []byte {
	return slices.Concat([]byte(before), data, []byte(after))
}

func object(name string, value *detect.Node) *detect.Node {
	return &detect.Node{Kind: detect.NodeObject, Members: []detect.Member{{Name: &detect.Node{Kind: detect.NodeString, Text: name}, Value: value}}}
}
