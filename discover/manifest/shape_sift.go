package manifest

import (
	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/source"
)

// described are members in which documents of other kinds show what values look like: the operations of an interface, the
// examples of a schema. No client looks for servers there.
var described = map[string]bool{
	"paths": true, "components": true, "webhooks": true, "channels": true, "examples": true, "example": true,
	"default": true, "const": true, "enum": true, "languageModelTools": true,
}

// sift looks, in a document of another kind or at what describes data, only for what can mean nothing but MCP: servers and
// their lists, and definitions with a name, a text and a schema. A decoy key at the top does not hide them.
func (r *recogniser) sift(n *source.Node, s scope) {
	if n == nil || n.Kind != source.Array && n.Kind != source.Object {
		return
	}
	if s.depth > maxDepth {
		r.tooDeep(n)
		return
	}
	if !r.visits(n, sifted, s.root) {
		return
	}
	for _, item := range n.Items {
		r.sift(item, s.down())
	}
	if n.Kind != source.Object {
		return
	}
	if isUnmistakable(n) {
		r.walk(n, s)
		return
	}
	s = s.of(infoName(n))
	if some(n, isObject, "serverInfo") || some(n, isString, "instructions") && holdsLists(n) {
		r.introduce(n, s)
	}
	r.toolsets(n, s)
	for _, m := range n.Members {
		if !described[m.Name.Text.Value] {
			r.siftMember(n, m, s)
		}
	}
}

func (r *recogniser) siftMember(n *source.Node, m source.Member, s scope) {
	key, v := m.Name.Text.Value, m.Value
	if v.Kind != source.Array && v.Kind != source.Object || described[key] {
		return
	}
	if clients.ShapeOf(key) != "" && r.clients(n, m, s) {
		return
	}
	switch key {
	case "result":
		if s.root || hasAny(n, "jsonrpc") {
			r.member(n, m, s)
			return
		}
	case "servers", "mcp":
		if v.Kind == source.Object && r.clients(n, m, s) {
			return
		}
	default:
		if isToolList(m) {
			r.member(n, m, s)
			return
		}
	}
	if v.Kind == source.Object && keyedTool(v) && some(v, isSchemaLike, "inputSchema", "input_schema") {
		r.addKeyed(kindTool, m, v, s, "map")
		return
	}
	if !structural(key) && r.holds(v) {
		s = s.of(key)
	}
	r.sift(v, s.down())
}

// isUnmistakable reports whether n has what only the definition of a tool has, all of it.
func isUnmistakable(n *source.Node) bool {
	return some(n, isString, "name") && some(n, isString, "description", "title") && some(n, isSchemaLike, "inputSchema", "input_schema") ||
		says(n, "type", "function") && some(n, func(f *source.Node) bool { return named(f) && hasSchema(f) }, "function")
}

// isToolList reports whether a member can be no other list or map than one of definitions.
func isToolList(m source.Member) bool {
	key := m.Name.Text.Value
	l, ok := lists[key]
	if !ok {
		return false
	}
	if key == "functionDeclarations" || key == "function_declarations" {
		return true
	}
	for _, item := range m.Value.Items {
		if item.Kind == source.Object && isListed(item, key, l) {
			return true
		}
	}
	if m.Value.Kind != source.Object || key != "tools" {
		return false
	}
	schema := mayBeSchema(m.Value)
	for _, x := range m.Value.Members {
		if v := x.Value; v.Kind == source.Object && !(schema && schemaKeywords[x.Name.Text.Value]) && (hasText(v) || hasAny(v, "function")) {
			return true
		}
	}
	return false
}

// isListed reports whether an item stands in a list of definitions: under a word that has other meanings it must have more.
func isListed(item *source.Node, key string, l list) bool {
	switch {
	case key == "functions":
		return hasSchema(item) && (named(item) || hasText(item))
	case l == resources || l == templates:
		return hasAny(item, "uri", "uriTemplate", "uri_template") && (named(item) || hasText(item))
	case hasAny(item, "function") && l == tools:
		return true
	}
	return definition(item, scope{list: l}) != ""
}

func areListed(m source.Member) bool {
	for _, item := range m.Value.Items {
		if item.Kind != source.Object || !isListed(item, m.Name.Text.Value, lists[m.Name.Text.Value]) {
			return false
		}
	}
	return len(m.Value.Items) > 0
}
