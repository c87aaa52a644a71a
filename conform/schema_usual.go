package conform

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// kind is what is usual under a keyword.
type kind uint8

const (
	otherKind kind = iota
	anyKind
	textKind
	patternKind
	referenceKind
	boolKind
	numberKind
	countKind
	typeKind
	enumKind
	namesKind
	schemaKind
	schemasKind
	membersKind
)

// keywords are those that nearly all schemas have.
var keywords = map[string]kind{
	"title": textKind, "description": textKind, "format": textKind, "$schema": textKind, "pattern": patternKind, "$ref": referenceKind,
	"default": anyKind, "const": anyKind, "nullable": anyKind, "example": anyKind, "uniqueItems": boolKind, "readOnly": boolKind,
	"deprecated": boolKind, "minimum": numberKind, "maximum": numberKind, "exclusiveMinimum": numberKind, "exclusiveMaximum": numberKind,
	"minLength": countKind, "maxLength": countKind, "minItems": countKind, "maxItems": countKind, "type": typeKind, "enum": enumKind,
	"required": namesKind, "items": schemaKind, "additionalProperties": schemaKind, "not": schemaKind, "anyOf": schemasKind,
	"oneOf": schemasKind, "allOf": schemasKind, "properties": membersKind, "patternProperties": membersKind, "$defs": membersKind,
	"definitions": membersKind,
}

// usual reports whether a schema is valid from draft-06 on and of usual keywords. Others take the metaschema a hundred times as long.
func (d *document) usual(n *detect.Node) bool {
	if n.Kind != detect.NodeObject {
		return isBool(n)
	}
	for i := range n.Members {
		if m := &n.Members[i]; !d.usualValue(m.Value, keywords[m.Name.Text]) {
			return false
		}
	}
	return true
}

func (d *document) usualValue(n *detect.Node, k kind) bool {
	isText, isList := n.Kind == detect.NodeString, n.Kind == detect.NodeArray
	switch k {
	case otherKind:
	case anyKind:
		return true
	case textKind:
		return isText
	case patternKind:
		return isText && suspectPattern(n.Text) == ""
	case referenceKind:
		return isText && strings.HasPrefix(n.Text, "#") && !d.lacks(n.Text)
	case boolKind:
		return isBool(n)
	case numberKind:
		return n.Kind == detect.NodeScalar && strings.IndexByte("-0123456789", n.Text[0]) >= 0
	case countKind:
		return n.Kind == detect.NodeScalar && strings.Trim(n.Text, "0123456789") == ""
	case typeKind:
		return isText && isTypeName(n.Text) || isList && len(n.Items) > 0 && areNames(n.Items, isTypeName)
	case enumKind:
		return isList && len(n.Items) > 0 && areNames(n.Items, nil)
	case namesKind:
		return isList && areNames(n.Items, nil)
	case schemaKind:
		return d.usual(n)
	case schemasKind:
		return isList && len(n.Items) > 0 && !slices.ContainsFunc(n.Items, func(one *detect.Node) bool { return !d.usual(one) })
	case membersKind:
		return n.Kind == detect.NodeObject && !slices.ContainsFunc(n.Members, func(m detect.Member) bool { return !d.usual(m.Value) })
	}
	return false
}

// areNames reports whether values are texts, each once, for which holds is so.
func areNames(items []*detect.Node, holds func(string) bool) bool {
	return repeated(items) < 0 && !slices.ContainsFunc(items, func(n *detect.Node) bool {
		return n.Kind != detect.NodeString || holds != nil && !holds(n.Text)
	})
}

// repeated returns the place of the first text that stands in a list already, or -1.
func repeated(items []*detect.Node) int {
	seen := map[string]bool{}
	return slices.IndexFunc(items, func(n *detect.Node) bool {
		again := n.Kind == detect.NodeString && seen[n.Text]
		seen[n.Text] = seen[n.Text] || n.Kind == detect.NodeString
		return again
	})
}

func isBool(n *detect.Node) bool {
	return n.Kind == detect.NodeScalar && (n.Text == "true" || n.Text == "false")
}
