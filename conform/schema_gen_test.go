package conform

import (
	"math/rand/v2"

	"github.com/org/mcp-lint/detect"
)

// allKeywords are all that the metaschemas know and some that they do not.
var allKeywords = []string{
	"type", "description", "title", "format", "pattern", "$comment", "$schema", "contentEncoding", "contentMediaType", "properties", "$defs",
	"definitions", "patternProperties", "dependentSchemas", "required", "items", "additionalProperties", "additionalItems", "contains",
	"propertyNames", "not", "if", "then", "else", "unevaluatedProperties", "unevaluatedItems", "contentSchema", "anyOf", "oneOf", "allOf",
	"prefixItems", "enum", "const", "default", "examples", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
	"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains", "uniqueItems",
	"readOnly", "writeOnly", "deprecated", "$ref", "$dynamicRef", "$recursiveRef", "$id", "id", "$anchor", "$dynamicAnchor",
	"$recursiveAnchor", "$vocabulary", "dependentRequired", "dependencies", "nullable", "example", "x-order", "discriminator",
}

// pick makes a value: one that may stand there, mostly, or any.
func pick(r *rand.Rand, keyword string, depth int) *detect.Node {
	if r.IntN(6) == 0 {
		return anyValue(r, depth)
	}
	switch keyword {
	case "type":
		if r.IntN(4) == 0 {
			return list(r, func() *detect.Node { return text(choose(r, "string", "null", "integer", "object", "any")) })
		}
		return text(choose(r, "string", "number", "integer", "boolean", "object", "array", "null", "String", "str", ""))
	case "required":
		return list(r, func() *detect.Node { return text(choose(r, "a", "b", "c", "d", "e")) })
	case "enum", "examples":
		return list(r, func() *detect.Node { return anyValue(r, depth+3) })
	case "properties", "$defs", "definitions", "patternProperties", "dependentSchemas":
		return object(r, func(string) *detect.Node { return schemaOf(r, depth+1) }, "a", "b", "$ref", "required", "type")
	case "anyOf", "oneOf", "allOf", "prefixItems":
		return list(r, func() *detect.Node { return schemaOf(r, depth+1) })
	case "items":
		if r.IntN(3) == 0 {
			return list(r, func() *detect.Node { return schemaOf(r, depth+1) })
		}
		return schemaOf(r, depth+1)
	case "additionalProperties", "additionalItems", "contains", "propertyNames", "not", "if", "then", "else", "unevaluatedProperties",
		"unevaluatedItems", "contentSchema":
		return schemaOf(r, depth+1)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems",
		"minProperties", "maxProperties", "minContains", "maxContains":
		return scalar(choose(r, "0", "1", "-1", "2.5", "1.0", "0.0", "-0", "10000000000", "1e2", "true", "null", "01", "1_0", ".5"))
	case "uniqueItems", "readOnly", "writeOnly", "deprecated", "$recursiveAnchor":
		return scalar(choose(r, "true", "false"))
	}
	return text(choose(r, "", "#", "#/$defs/a", "x", "https://h.example/", "[", "#a b", "http://json-schema.org/draft-07/schema#", "^a+$"))
}

func anyValue(r *rand.Rand, depth int) *detect.Node {
	switch n := r.IntN(8); {
	case n < 2:
		return text(choose(r, "", "string", "a", "#", "1"))
	case n < 5:
		return scalar(choose(r, "0", "1", "-1", "1.5", "true", "false", "null", "1e3"))
	case n < 6 && depth < 4:
		return list(r, func() *detect.Node { return anyValue(r, depth+1) })
	case depth < 4:
		return schemaOf(r, depth+1)
	}
	return &detect.Node{Kind: detect.NodeArray}
}

func schemaOf(r *rand.Rand, depth int) *detect.Node {
	if depth > 3 || r.IntN(8) == 0 {
		return choose(r, scalar("true"), scalar("false"), object(r, nil), scalar("null"), text("string"))
	}
	n := &detect.Node{Kind: detect.NodeObject}
	for range r.IntN(4) {
		k := choose(r, allKeywords...)
		n.Members = append(n.Members, detect.Member{Name: text(k), Value: pick(r, k, depth)})
	}
	return n
}

func choose[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

func text(s string) *detect.Node { return &detect.Node{Kind: detect.NodeString, Text: s} }

func scalar(s string) *detect.Node { return &detect.Node{Text: s} }

func list(r *rand.Rand, make func() *detect.Node) *detect.Node {
	n := &detect.Node{Kind: detect.NodeArray}
	for range r.IntN(4) {
		n.Items = append(n.Items, make())
	}
	return n
}

func object(r *rand.Rand, make func(string) *detect.Node, names ...string) *detect.Node {
	n := &detect.Node{Kind: detect.NodeObject}
	if make == nil {
		return n
	}
	for range r.IntN(3) {
		name := choose(r, names...)
		n.Members = append(n.Members, detect.Member{Name: text(name), Value: make(name)})
	}
	return n
}
