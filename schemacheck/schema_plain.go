package schemacheck

import (
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/wordset"
)

// To hold a schema against a metaschema takes a sixth of what it costs to check a tool. Nearly all tools have schemas of a few common
// keywords, which a walk shows to be valid.

var (
	typeNames   = wordset.Of("array boolean integer null number object string")
	textWords   = wordset.Of("$comment description format title")
	boolWords   = wordset.Of("deprecated readOnly uniqueItems writeOnly")
	countWords  = wordset.Of("maxItems maxLength maxProperties minItems minLength minProperties")
	numberWords = wordset.Of("exclusiveMaximum exclusiveMinimum maximum minimum")
	schemaWords = wordset.Of("additionalProperties contains else if items not propertyNames then")
	listWords   = wordset.Of("allOf anyOf oneOf prefixItems")
	mapWords    = wordset.Of("$defs definitions properties")
	// dialectWords are what $schema is, as far as it is seen in tools.
	dialectWords = wordset.Of(`http://json-schema.org/draft-07/schema http://json-schema.org/draft-07/schema#
		https://json-schema.org/draft/2020-12/schema`)
)

// isPlain reports whether a schema has common keywords alone, each with a value that draft-07 and later drafts allow. One that is not plain
// may be valid all the same.
func isPlain(n *detect.Node) bool {
	if n.Kind != detect.NodeObject {
		return isBool(n)
	}
	for _, m := range n.Members {
		if !plainMember(m.Name.Text, m.Value) {
			return false
		}
	}
	return true
}

func plainMember(name string, v *detect.Node) bool {
	switch {
	case name == "type":
		return isType(v) || v.Kind == detect.NodeArray && len(v.Items) > 0 && all(v, isType) && repeated(v.Items) < 0
	case name == "required" || name == "enum" && len(v.Items) > 0:
		return v.Kind == detect.NodeArray && all(v, isText) && repeated(v.Items) < 0
	case name == "examples":
		return v.Kind == detect.NodeArray
	case name == "const" || name == "default":
		return true
	case name == "$schema":
		return isText(v) && dialectWords[v.Text]
	case textWords[name]:
		return isText(v)
	case boolWords[name]:
		return isBool(v)
	case countWords[name]:
		return v.Kind == detect.NodeScalar && !slices.ContainsFunc([]byte(v.Text), func(c byte) bool { return c < '0' || c > '9' })
	case numberWords[name]:
		return v.Kind == detect.NodeScalar && !isBool(v) && v.Text != "null"
	case schemaWords[name]:
		return isPlain(v)
	case listWords[name]:
		return v.Kind == detect.NodeArray && len(v.Items) > 0 && all(v, isPlain)
	case mapWords[name]:
		return v.Kind == detect.NodeObject && !slices.ContainsFunc(v.Members, func(m detect.Member) bool { return !isPlain(m.Value) })
	}
	return false
}

func all(list *detect.Node, is func(*detect.Node) bool) bool {
	return !slices.ContainsFunc(list.Items, func(n *detect.Node) bool { return !is(n) })
}

func isText(n *detect.Node) bool { return n.Kind == detect.NodeString }

func isType(n *detect.Node) bool { return isText(n) && typeNames[n.Text] }
