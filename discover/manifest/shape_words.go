package manifest

import (
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// named reports whether n has a name: a string, or a scalar that YAML reads as something else.
func named(n *source.Node) bool {
	v := n.Get("name")
	return v != nil && (v.Kind == source.String || v.Kind == source.Scalar && v.Text.Value != "null")
}

// hasText reports whether n describes itself.
func hasText(n *source.Node) bool {
	for _, key := range [...]string{"description", "desc", "title"} {
		if v := n.Get(key); v != nil && v.Kind == source.String {
			return true
		}
	}
	return false
}

// hasAny reports whether n has a member of one of the names.
func hasAny(n *source.Node, names ...string) bool {
	for _, name := range names {
		if n.Get(name) != nil {
			return true
		}
	}
	return false
}

// hasSchema reports whether n says what its input is.
func hasSchema(n *source.Node) bool {
	for _, key := range [...]string{"inputSchema", "input_schema"} {
		if v := n.Get(key); v != nil && v.Kind != source.Scalar {
			return true
		}
	}
	return isSchemaLike(n.Get("parameters"))
}

// isSchemaLike reports whether n can be the schema of a tool's input: an object schema, in either case of letters.
func isSchemaLike(n *source.Node) bool {
	if n == nil || n.Kind != source.Object {
		return false
	}
	if props := n.Get("properties"); props != nil && props.Kind == source.Object {
		return true
	}
	return strings.EqualFold(n.StringAt("type"), "object") || n.StringAt("$schema") != ""
}

// isSchema reports whether n is itself a JSON Schema rather than something that has one.
func isSchema(n *source.Node) bool {
	if strings.Contains(n.StringAt("$schema"), "json-schema.org") {
		return true
	}
	props := n.Get("properties")
	return props != nil && props.Kind == source.Object && (isSchemaWord(n.Get("type")) || hasAny(n, "required", "$defs", "definitions"))
}

// isSchemaWord reports whether n is one of the types of JSON Schema.
func isSchemaWord(n *source.Node) bool {
	if n == nil || n.Kind != source.String {
		return false
	}
	switch n.Text.Value {
	case "object", "array", "string", "number", "integer", "boolean", "null":
		return true
	}
	return false
}

// hints reports whether n holds annotations of a tool: those that the specification names.
func hints(n *source.Node) bool {
	return n != nil && n.Kind == source.Object &&
		hasAny(n, "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint", "title")
}

// holdsLists reports whether n has lists or maps of definitions, as a server has.
func holdsLists(n *source.Node) bool {
	if n == nil || n.Kind != source.Object {
		return false
	}
	for _, m := range n.Members {
		if _, ok := lists[m.Name.Text.Value]; ok && holdsObjects(m.Value) {
			return true
		}
	}
	return false
}

// holdsObjects reports whether some value directly in n is an object or list.
func holdsObjects(n *source.Node) bool {
	for _, item := range n.Items {
		if item.Kind == source.Object {
			return true
		}
	}
	if n.Kind != source.Object || isSchema(n) || isSchemaWord(n.Get("type")) {
		return false
	}
	for _, m := range n.Members {
		if m.Value.Kind == source.Object || m.Value.Kind == source.Array {
			return true
		}
	}
	return false
}

// holds reports whether n is a server's lists, or itself a list of tools: then the key above it names a server.
func (r *recogniser) holds(n *source.Node) bool {
	if n.Kind == source.Object {
		return holdsLists(n) && !isSchema(n)
	}
	for _, item := range n.Items {
		if item.Kind == source.Object {
			return definition(item, scope{list: bare}) != ""
		}
	}
	return false
}

// structural reports whether a key is a word of envelopes, which names no server.
func structural(key string) bool {
	return envelope[key] || strings.ContainsAny(key, "/$")
}

var envelope = map[string]bool{
	"result": true, "results": true, "data": true, "items": true, "entries": true, "response": true, "responses": true,
	"body": true, "payload": true, "params": true, "message": true, "messages": true, "server": true, "servers": true,
	"request": true, "output": true, "mcp": true, "manifest": true, "config": true, "definitions": true, "list": true,
	"value": true, "values": true, "content": true, "structuredContent": true, "capabilities": true, "peers": true,
	"tool": true, "tools": true, "functions": true, "serverInfo": true, "records": true, "events": true, "frames": true,
	"_meta": true, "meta": true, "metadata": true, "signature": true, "initialize": true, "list_tools": true,
	"listTools": true, "tools_list": true, "discover": true, "all": true, "registry": true, "plugins": true,
	"customizations": true, "vscode": true, "settings": true, "examples": true, "example": true, "root": true,
}
