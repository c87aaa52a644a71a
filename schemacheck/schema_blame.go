package schemacheck

import (
	"cmp"
	"fmt"
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

// blame is the detail of a fault: what is wrong with a value of a schema, and what to write.
func blame(f fault, n *detect.Node, d dialect) string {
	path := append([]string{"", ""}, f.path...)
	last, before := path[len(path)-1], path[len(path)-2]
	isString := n.Kind == detect.NodeString
	switch {
	case before == "properties" || before == "$defs" || before == "definitions" || before == "patternProperties":
		return `has another value where JSON Schema expects a schema; write an object such as {"type":"string"}`
	case (last == "type" || before == "type") && isString:
		lower, types := strings.ToLower(n.Text), "string, number, integer, boolean, object, array or null"
		switch {
		case typeNames[n.Text]:
			return fmt.Sprintf("lists type %q twice; list it once", n.Text)
		case typeNames[lower]:
			types = lower
		}
		return fmt.Sprintf("uses type %q, which JSON Schema does not have; write %s", cut(n.Text), cmp.Or(words[lower], types))
	case last == "required" && isBool(n):
		return `marks a property as required, but "required" is a list beside "properties"; write "required": ["name"] there`
	case last == "required" || before == "required":
		return `has a "required" that does not list property names, each once; write "required": ["a", "b"]`
	case last == "items" && n.Kind == detect.NodeArray && d == draft2020:
		return `has a list in "items", which takes one schema in JSON Schema 2020-12; use "prefixItems" for the first items`
	case (last == "exclusiveMinimum" || last == "exclusiveMaximum") && isBool(n):
		return fmt.Sprintf("has true or false in %q, which takes a number since draft-06; move the bound from %q there", last,
			"m"+strings.TrimPrefix(last, "exclusiveM"))
	case last == "properties":
		return `has "properties" that are not an object; write {"name": {"type": "string"}}`
	case last == "enum":
		return `has an "enum" that is not a list of values; put them in brackets`
	case len(n.Text) == 0 && len(n.Items)+len(n.Members) == 0 && n.Kind == detect.NodeArray:
		return fmt.Sprintf("has an empty %q, which must hold at least one schema; add one or remove it", cut(last))
	}
	return fmt.Sprintf("breaks JSON Schema %s (%s), so strict clients reject the tool", d, cut(f.words))
}
