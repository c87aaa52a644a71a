package manifest

import (
	"cmp"
	"iter"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// all yields the values of every member with that name: of equal names JSON clients take the last, others the first, so that
// each may be the one that counts. n may be nil.
func all(n *source.Node, name string) iter.Seq[*source.Node] {
	return func(yield func(*source.Node) bool) {
		if n == nil {
			return
		}
		for i := range n.Members {
			if n.Members[i].Name.Text.Value == name && !yield(n.Members[i].Value) {
				return
			}
		}
	}
}

// under yields every value at a path of names.
func under(n *source.Node, path ...string) iter.Seq[*source.Node] {
	return func(yield func(*source.Node) bool) { descend(n, path, yield) }
}

func descend(n *source.Node, path []string, yield func(*source.Node) bool) bool {
	if len(path) == 0 {
		return n == nil || yield(n)
	}
	for v := range all(n, path[0]) {
		if !descend(v, path[1:], yield) {
			return false
		}
	}
	return true
}

// some reports whether a member with one of the names has a value that is so.
func some(n *source.Node, is func(*source.Node) bool, names ...string) bool {
	for _, name := range names {
		for v := range all(n, name) {
			if is(v) {
				return true
			}
		}
	}
	return false
}

func says(n *source.Node, name, word string) bool {
	return some(n, func(v *source.Node) bool { return v.Kind == source.String && strings.EqualFold(v.Text.Value, word) }, name)
}

// pick returns the last value with that name that is so, as JSON clients take it, or nil.
func pick(n *source.Node, is func(*source.Node) bool, name string) *source.Node {
	var out *source.Node
	for v := range all(n, name) {
		if is(v) {
			out = v
		}
	}
	return out
}

// word returns what n is called by the member with that name: its last string, else its last other text, else "".
func word(n *source.Node, name string) string {
	v := cmp.Or(pick(n, isString, name), pick(n, isText, name))
	if v == nil {
		return ""
	}
	return v.Text.Value
}

func isString(n *source.Node) bool { return n.Kind == source.String }
func isArray(n *source.Node) bool  { return n.Kind == source.Array }
func isObject(n *source.Node) bool { return n.Kind == source.Object }
func isScalar(n *source.Node) bool { return n.Kind == source.String || n.Kind == source.Scalar }

// isText reports whether n is a string, or what YAML reads as something else though it was meant as one: "description: yes".
func isText(n *source.Node) bool {
	if n.Kind != source.Scalar {
		return n.Kind == source.String
	}
	switch n.Text.Value {
	case "", "~", "null", "Null", "NULL":
		return false
	}
	return !n.IsCut()
}

// isWritten reports whether a value stands in the document, be it null; where a document in JSON breaks off it does not.
func isWritten(v *source.Node) bool {
	return v.Kind != source.Scalar || v.Text.Value != "" || v.Text.Placed()
}

func isGiven(n *source.Node) bool { return n.Kind != source.Scalar || isText(n) }

// named reports whether n has a name. A null is one: some text is still described under it.
func named(n *source.Node) bool { return some(n, isScalar, "name") }

func hasText(n *source.Node) bool { return some(n, isText, "description", "desc", "title") }

func hasAny(n *source.Node, names ...string) bool {
	for _, name := range names {
		if n.Get(name) != nil {
			return true
		}
	}
	return false
}

func hasSchema(n *source.Node) bool {
	return some(n, func(v *source.Node) bool { return v.Kind != source.Scalar }, "inputSchema", "input_schema") ||
		some(n, isSchemaLike, "parameters")
}

// isSchemaLike reports whether n can be the schema of a tool's input: an object schema, in either case of letters.
func isSchemaLike(n *source.Node) bool {
	if n == nil || n.Kind != source.Object {
		return false
	}
	return some(n, isObject, "properties") || says(n, "type", "object") || word(n, "$schema") != ""
}

// isSchema reports whether n is itself a JSON Schema rather than something that has one.
func isSchema(n *source.Node) bool {
	if some(n, func(v *source.Node) bool { return strings.Contains(v.Text.Value, "json-schema.org") }, "$schema") {
		return true
	}
	return some(n, isObject, "properties") && (some(n, isSchemaWord, "type") || hasAny(n, "required", "$defs", "definitions"))
}

// schemaMarks are members by which a map may be a schema after all.
var schemaMarks = [...]string{"properties", "items", "anyOf", "oneOf", "allOf", "$ref", "additionalProperties", "patternProperties"}

// mayBeSchema reports whether a map of definitions has members of a schema. One may have been added to make it look so:
// its members that are no keywords of JSON Schema are looked at all the same.
func mayBeSchema(n *source.Node) bool {
	return isSchema(n) || some(n, isSchemaWord, "type") || hasAny(n, schemaMarks[:]...)
}

func isSchemaWord(n *source.Node) bool {
	if n == nil {
		return false
	}
	if n.Kind == source.Array && len(n.Items) > 0 {
		n = n.Items[0]
	}
	if n.Kind != source.String {
		return false
	}
	switch n.Text.Value {
	case "object", "array", "string", "number", "integer", "boolean", "null":
		return true
	}
	return false
}

// schemaKeywords are the members of JSON Schema (drafts 4 to 2020-12) that hold schemas or data: in them are examples of
// something else.
var schemaKeywords = map[string]bool{
	"properties": true, "patternProperties": true, "additionalProperties": true, "unevaluatedProperties": true,
	"propertyNames": true, "dependentSchemas": true, "dependencies": true, "dependentRequired": true, "$defs": true,
	"definitions": true, "items": true, "prefixItems": true, "additionalItems": true, "unevaluatedItems": true, "contains": true,
	"allOf": true, "anyOf": true, "oneOf": true, "not": true, "if": true, "then": true, "else": true, "enum": true,
	"const": true, "default": true, "examples": true, "example": true, "contentSchema": true, "$vocabulary": true,
	"required": true, "type": true, "description": true, "title": true, "discriminator": true,
}

// hints reports whether n holds annotations of a tool: those that the specification names.
func hints(n *source.Node) bool {
	return n != nil && n.Kind == source.Object &&
		hasAny(n, "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint", "title")
}

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

func holdsObjects(n *source.Node) bool {
	for _, item := range n.Items {
		if item.Kind == source.Object {
			return true
		}
	}
	if n.Kind != source.Object {
		return false
	}
	schema := mayBeSchema(n)
	for _, m := range n.Members {
		if (m.Value.Kind == source.Object || m.Value.Kind == source.Array) && !(schema && schemaKeywords[m.Name.Text.Value]) {
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
