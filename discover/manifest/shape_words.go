package manifest

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// all yields the values of every member with that name. JSON clients take the last duplicate, others the first, so any of them may count. n
// may be nil.
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

// some reports whether is holds for a member with one of the names.
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

func kept(n *source.Node, value func(key string, v *source.Node) *source.Node) (out []source.Member) {
	if n == nil {
		return nil
	}
	for _, m := range n.Members {
		if v := value(m.Name.Text.Value, m.Value); v != nil {
			out = append(out, source.Member{Name: m.Name, Value: v})
		}
	}
	return out
}

func says(n *source.Node, name, word string) bool {
	return some(n, func(v *source.Node) bool { return v.Kind == source.String && strings.EqualFold(v.Text.Value, word) }, name)
}

// pick returns the last value with that name for which is holds, as JSON clients do, or nil.
func pick(n *source.Node, is func(*source.Node) bool, name string) *source.Node {
	var out *source.Node
	for v := range all(n, name) {
		if is(v) {
			out = v
		}
	}
	return out
}

// word returns the value of the named member: its last string, else its last other text, else "".
func word(n *source.Node, name string) string {
	return textOf(cmp.Or(pick(n, isString, name), pick(n, isText, name)))
}

func textOf(n *source.Node) string {
	if n == nil {
		return ""
	}
	return n.Text.Value
}

func isString(n *source.Node) bool { return n.Kind == source.String }
func isArray(n *source.Node) bool  { return n.Kind == source.Array }
func isObject(n *source.Node) bool { return n.Kind == source.Object }
func isScalar(n *source.Node) bool { return n.Kind == source.String || n.Kind == source.Scalar }

// isText reports whether n is a string, or a value that YAML misreads although it was meant as text: "description: yes".
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

// isWritten reports whether a value is present, even as null. It is not where a truncated JSON document ends.
func isWritten(v *source.Node) bool {
	return v.Kind != source.Scalar || v.Text.Value != "" || v.Text.Placed()
}

func isGiven(n *source.Node) bool { return n.Kind != source.Scalar || isText(n) }

// named reports whether n has a name, even null, which can still have a description.
func named(n *source.Node) bool { return some(n, isScalar, "name") }

func hasText(n *source.Node) bool { return some(n, isText, "description", "desc", "title") }

func hasAny(n *source.Node, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return n.Get(name) != nil })
}

func hasSchema(n *source.Node) bool {
	return some(n, func(v *source.Node) bool { return v.Kind != source.Scalar }, "inputSchema", "input_schema") ||
		some(n, isSchemaLike, "parameters")
}

// isSchemaLike reports whether n can be the input schema of a tool: an object schema, in any case of letters.
func isSchemaLike(n *source.Node) bool {
	return some(n, isObject, "properties") || says(n, "type", "object") || word(n, "$schema") != ""
}

// isSchema reports whether n is itself a JSON Schema, rather than an object that has one.
func isSchema(n *source.Node) bool {
	if some(n, func(v *source.Node) bool { return strings.Contains(v.Text.Value, "json-schema.org") }, "$schema") {
		return true
	}
	return some(n, isObject, "properties") && (some(n, isSchemaWord, "type") || hasAny(n, "required", "$defs", "definitions"))
}

// schemaMarks are members that suggest that a map is a schema.
var schemaMarks = [...]string{"properties", "items", "anyOf", "oneOf", "allOf", "$ref", "additionalProperties", "patternProperties"}

// mayBeSchema reports whether a map of definitions has members of a schema. They may be decoys, so members that are not JSON Schema
// keywords are still read.
func mayBeSchema(n *source.Node) bool {
	return isSchema(n) || some(n, isSchemaWord, "type") || hasAny(n, schemaMarks[:]...)
}

func isSchemaWord(n *source.Node) bool {
	if n.Kind == source.Array && len(n.Items) > 0 {
		n = n.Items[0]
	}
	return n.Kind == source.String && schemaTypes[n.Text.Value]
}

var schemaTypes = wordset.Of("object array string number integer boolean null")

// schemaKeywords are the JSON Schema members (drafts 4 to 2020-12) that hold schemas or data, and thus only examples of definitions.
var schemaKeywords = wordset.Of(`properties patternProperties additionalProperties unevaluatedProperties propertyNames dependentSchemas
	dependencies dependentRequired $defs definitions items prefixItems additionalItems unevaluatedItems contains allOf anyOf oneOf not if then
	else enum const default examples example contentSchema $vocabulary required type description title discriminator`)

// hints reports whether n holds tool annotations of the specification.
func hints(n *source.Node) bool {
	return hasAny(n, "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint", "title")
}

func holdsLists(n *source.Node) bool {
	isList := func(m source.Member) bool { return lists[m.Name.Text.Value] != anything && holdsObjects(m.Value) }
	return n != nil && slices.ContainsFunc(n.Members, isList)
}

func holdsObjects(n *source.Node) bool {
	return slices.ContainsFunc(n.Items, isObject) ||
		slices.ContainsFunc(entriesOf(n), func(m source.Member) bool { return isObject(m.Value) || isArray(m.Value) })
}

// entriesOf returns the members of a map of definitions, without keywords if it may be a schema.
func entriesOf(n *source.Node) []source.Member {
	if len(n.Members) == 0 || !mayBeSchema(n) {
		return n.Members
	}
	return slices.DeleteFunc(slices.Clone(n.Members), func(m source.Member) bool { return schemaKeywords[m.Name.Text.Value] })
}

// holdsDefinitions reports whether n is a server's lists or a list of tools, so that the key above it names a server.
func holdsDefinitions(n *source.Node) bool {
	if n.Kind == source.Object {
		return holdsLists(n) && !isSchema(n)
	}
	i := slices.IndexFunc(n.Items, isObject)
	return i >= 0 && definition(n.Items[i], scope{list: bare}) != ""
}

// structural reports whether a key belongs to an envelope and does not name a server.
func structural(key string) bool {
	return envelope[key] || strings.ContainsAny(key, "/$")
}

var envelope = wordset.Of(`result results data items entries response responses body payload params message messages server servers request
	output mcp manifest config definitions list value values content structuredContent capabilities peers tool tools functions serverInfo
	records events frames _meta meta metadata signature initialize list_tools listTools tools_list discover all registry plugins
	customizations vscode settings examples example root`)
