package lock

import (
	"cmp"
	"slices"

	"github.com/org/mcp-lint/detect"
)

// place is where a value stands in a definition, as far as that says whether the order of a list means anything. Only lists of words
// at these places of a schema are compared without their order: in any other data, such as arguments, defaults and choices, order may have a meaning.
type place uint8

const (
	inData place = iota
	inDefinition
	// inSchema is a schema or a list of schemas, inSchemas an object of these by name.
	inSchema
	inSchemas
	// isSet is a list whose order means nothing in JSON Schema: required and type. FastMCP and SDKs for Go write it anew at each start.
	isSet
	// inSets is an object of such lists by name, dependentRequired or the older dependencies, whose values, isSetOrSchema, may be schemas.
	inSets
	isSetOrSchema
)

// member returns the place of a member.
func (p place) member(name string) place {
	switch p {
	case inDefinition:
		switch name {
		case "inputSchema", "input_schema", "parameters", "outputSchema", "output_schema":
			return inSchema
		}
	case inSchemas:
		return inSchema
	case inSets:
		return isSetOrSchema
	case inSchema, isSetOrSchema:
		switch name {
		case "required", "type":
			return isSet
		case "dependentRequired", "dependencies":
			return inSets
		case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
			return inSchemas
		case "items", "prefixItems", "additionalItems", "additionalProperties", "anyOf", "oneOf", "allOf", "not", "if", "then", "else", "contains",
			"propertyNames", "unevaluatedProperties", "unevaluatedItems", "contentSchema":
			return inSchema
		}
	}
	return inData
}

// item returns the place of an item of a list.
func (p place) item() place {
	if p == inSchema {
		return inSchema
	}
	return inData
}

// order says which lists are written without their order.
type order uint8

const (
	// setsSorted is the order of the canonical form.
	setsSorted order = iota
	// asWritten is that of the digests of mcp-lint 1.0, in which every order counted.
	asWritten
)

// sorts reports whether a list at a place is written without its order.
func (o order) sorts(p place) bool {
	return o != asWritten && (p == isSet || p == isSetOrSchema)
}

// sortedWords returns the items of a list of words and numbers sorted, and those of any other list as they are.
func sortedWords(items []*detect.Node) []*detect.Node {
	if slices.ContainsFunc(items, func(n *detect.Node) bool {
		return n == nil || n.Kind != detect.NodeString && n.Kind != detect.NodeScalar
	}) {
		return items
	}
	return slices.SortedFunc(slices.Values(items), func(a, b *detect.Node) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Text, b.Text))
	})
}
