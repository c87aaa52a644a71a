package scanservice

import (
	"slices"

	"github.com/org/mcp-lint/detect"
)

// Lists are the members that say what a document lists.
var Lists = []string{"tools", "prompts", "resources", "resourceTemplates"}

// Has reports whether an object has one of some members.
func Has(n *detect.Node, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return n.Get(name) != nil })
}

// IsDefinition reports whether a value has a name or an address, and neither lists definitions nor installs a server.
func IsDefinition(n *detect.Node) bool {
	return n != nil && n.Kind == detect.NodeObject && (n.StringAt("name") != "" || n.StringAt("uri") != "" || n.StringAt("uriTemplate") != "") &&
		!Has(n, Lists...) && !Has(n, "instructions", "server", "servers", "mcpServers", "packages", "remotes", "command", "manifest_version", "dxt_version", "method",
		"result", "function")
}

// AreDefinitions reports whether values are definitions, of which there is at least one.
func AreDefinitions(items []*detect.Node) bool { return all(items, IsDefinition) }

func all(items []*detect.Node, is func(*detect.Node) bool) bool {
	return len(items) > 0 && !slices.ContainsFunc(items, func(n *detect.Node) bool { return !is(n) })
}

// ListOf returns the name of the list that some definitions belong in.
func ListOf(items []*detect.Node) string {
	switch {
	case all(items, func(n *detect.Node) bool { return Has(n, "uriTemplate") }):
		return "resourceTemplates"
	case all(items, func(n *detect.Node) bool { return Has(n, "uri") }):
		return "resources"
	case all(items, func(n *detect.Node) bool {
		arguments := n.Get("arguments")
		return arguments != nil && arguments.Kind == detect.NodeArray && !Has(n, "inputSchema")
	}):
		return "prompts"
	}
	return "tools"
}
