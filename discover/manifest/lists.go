package manifest

import (
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// listName returns the standard name of a list if m differs from it only in case, or is a known name for tool lists, and else m's own name.
// Go clients match names without regard to case.
func listName(n *source.Node, m source.Member) string {
	key := m.Name.Text.Value
	for _, name := range [...]string{"tools", "prompts", "resources", "resourceTemplates"} {
		if key != name && strings.EqualFold(key, name) && (hasAny(n, name) || slices.ContainsFunc(m.Value.Items, hasGoNames)) {
			return name
		}
	}
	if toolLists[key] && m.Value.Kind == source.Array && areDescribed(m.Value.Items) {
		return "tools"
	}
	return key
}

// toolLists are common names for lists of tools in other files. All items need a name and a description.
var toolLists = wordset.Of(`mcp_tools mcpTools mcp-tools available_tools availableTools tool_list toolList tool_definitions toolDefinitions`)

func hasGoNames(n *source.Node) bool {
	return n.Get("name") == nil && some(n, isText, "Name") && some(n, isText, "Description")
}

// goNames maps the names of Go struct fields to those of JSON.
var goNames = map[string]string{
	"Name": "name", "Title": "title", "Description": "description", "InputSchema": "inputSchema", "OutputSchema": "outputSchema", "Annotations": "annotations",
	"Arguments": "arguments", "Parameters": "parameters", "URI": "uri", "URITemplate": "uriTemplate", "MIMEType": "mimeType",
}

// jsonNames returns a list of definitions with Go field names replaced by JSON names.
func jsonNames(list *source.Node) *source.Node {
	if !slices.ContainsFunc(list.Items, hasGoNames) {
		return list
	}
	out := &source.Node{Kind: list.Kind, File: list.File, Span: list.Span}
	for _, item := range list.Items {
		if hasGoNames(item) {
			members := slices.Clone(item.Members)
			for i, m := range members {
				if name := goNames[m.Name.Text.Value]; name != "" {
					members[i].Name = &source.Node{Kind: source.String, File: m.Name.File, Span: m.Name.Span, Text: source.Text{Value: name}}
				}
			}
			item = object(item, members)
		}
		out.Items = append(out.Items, item)
	}
	return out
}

func isFileName(s string) bool {
	const longest = 200
	ext := strings.ToLower(path.Ext(s))
	format, _ := formatOfName(s)
	return len(s) < longest && !strings.ContainsAny(s, " \t\n{}*") && (format != Unknown || ext == ".inc")
}
