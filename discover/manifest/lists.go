package manifest

import (
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// unfold returns the name of a list for a name that differs from it in the case of letters alone, or says which tools it lists. Clients that
// read JSON by the rules of Go take Tools for tools.
func unfold(n *source.Node, m source.Member) string {
	key := m.Name.Text.Value
	for _, name := range [...]string{"tools", "prompts", "resources", "resourceTemplates"} {
		if key != name && strings.EqualFold(key, name) && (hasAny(n, name) || slices.ContainsFunc(m.Value.Items, isExported)) {
			return name
		}
	}
	if toolLists[key] && m.Value.Kind == source.Array && areDescribed(m.Value.Items) {
		return "tools"
	}
	return key
}

// toolLists are names that servers give lists of tools in files of their own. Their items need a name and a description to be some.
var toolLists = map[string]bool{
	"mcp_tools": true, "mcpTools": true, "mcp-tools": true, "available_tools": true, "availableTools": true, "tool_list": true, "toolList": true,
	"tool_definitions": true, "toolDefinitions": true,
}

func isExported(n *source.Node) bool {
	return n.Get("name") == nil && some(n, isText, "Name") && some(n, isText, "Description")
}

// exported are the names that the fields of a definition have in Go.
var exported = map[string]string{
	"Name": "name", "Title": "title", "Description": "description", "InputSchema": "inputSchema", "OutputSchema": "outputSchema", "Annotations": "annotations",
	"Arguments": "arguments", "Parameters": "parameters", "URI": "uri", "URITemplate": "uriTemplate", "MIMEType": "mimeType",
}

// unexported returns a list with the members of such definitions named as JSON has them.
func unexported(list *source.Node) *source.Node {
	if !slices.ContainsFunc(list.Items, isExported) {
		return list
	}
	out := &source.Node{Kind: list.Kind, File: list.File, Span: list.Span}
	for _, item := range list.Items {
		if isExported(item) {
			members := slices.Clone(item.Members)
			for i, m := range members {
				if name := exported[m.Name.Text.Value]; name != "" {
					members[i].Name = &source.Node{Kind: source.String, File: m.Name.File, Span: m.Name.Span, Text: source.Text{Value: name}}
				}
			}
			item = object(item, members)
		}
		out.Items = append(out.Items, item)
	}
	return out
}

// isFileName reports whether a string is the name of a document or has one at its end.
func isFileName(s string) bool {
	const longest = 200
	ext := strings.ToLower(path.Ext(s))
	format, _ := formatOfName(s)
	return len(s) < longest && !strings.ContainsAny(s, " \t\n{}*") && (format != Unknown || ext == ".inc")
}
