package conform

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

// words are types that people write who think of another language, with those of JSON Schema.
var words = map[string]string{
	"str": "string", "text": "string", "char": "string", "uuid": "string", "date": "string", "datetime": "string", "file": "string",
	"int": "integer", "int32": "integer", "int64": "integer", "long": "integer", "float": "number", "double": "number", "decimal": "number",
	"bool": "boolean", "dict": "object", "map": "object", "record": "object", "json": "object", "list": "array", "tuple": "array",
	"set": "array", "none": "null", "undefined": "null", "nil": "null",
}

// blame says what is wrong with a value of a schema and how to write it.
func blame(f fault, n *detect.Node, d dialect) string {
	path := f.path
	last, before := "", ""
	if len(path) > 0 {
		last = path[len(path)-1]
	}
	if len(path) > 1 {
		before = path[len(path)-2]
	}
	isString := n.Kind == detect.NodeString
	switch {
	case before == "properties" || before == "$defs" || before == "definitions" || before == "patternProperties":
		return "JSON Schema " + d.String() + ` takes a schema here; write an object such as {"type":"string"}`
	case (last == "type" || before == "type") && isString:
		if better, ok := words[strings.ToLower(n.Text)]; ok {
			return "JSON Schema has no type " + quoted(n.Text) + "; write " + quoted(better)
		}
		if lower := strings.ToLower(n.Text); lower != n.Text && isTypeName(lower) {
			return "JSON Schema has no type " + quoted(n.Text) + "; write " + quoted(lower)
		}
		return "JSON Schema has no type " + quoted(n.Text) + "; the types are string, number, integer, boolean, object, array and null"
	case last == "required" && isBool(n):
		return `required is no mark of a property but a list beside "properties"; write "required": ["name"] there`
	case last == "required" || before == "required":
		return `required is a list of the names of properties, each once; write "required": ["a", "b"]`
	case last == "items" && n.Kind == detect.NodeArray && d == draft2020:
		return `items is one schema in JSON Schema 2020-12; name those of the first items with prefixItems`
	case (last == "exclusiveMinimum" || last == "exclusiveMaximum") && isBool(n):
		name := "m" + strings.TrimPrefix(last, "exclusiveM")
		return last + " is a number since draft-06; put the bound in it in place of " + name
	case last == "properties":
		return `properties is an object that names each parameter; write {"name": {"type": "string"}}`
	case last == "enum":
		return "enum is a list of values; write them in brackets"
	case len(n.Text) == 0 && len(n.Items)+len(n.Members) == 0 && n.Kind == detect.NodeArray:
		return last + " must name at least one schema; write one or leave it out"
	}
	return "no valid JSON Schema " + d.String() + ": " + cut(f.words) + "; clients that check schemas refuse the tool"
}

func quoted(s string) string { return `"` + cut(s) + `"` }
