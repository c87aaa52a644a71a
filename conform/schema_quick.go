package conform

import "github.com/org/mcp-lint/detect"

// quick tells of ordinary schemas that they are valid, without the judge that knows all of JSON Schema: it takes a fraction of the
// time, and nearly all schemas are ordinary. It never says so of one that the judge refuses; of what it does not know it says
// nothing. A test compares the two.
type quick struct {
	dialect dialect
	left    int
	// more is set when there is something that must be looked at although the schema is valid: references that lead elsewhere, headers,
	// code.
	more bool
	doc  document
}

// schema reports whether a schema is surely valid.
func (q *quick) schema(n *detect.Node, depth int) bool {
	if n == nil || depth > maxSchemaDepth {
		return false
	}
	if q.left--; q.left < 0 {
		return false
	}
	switch n.Kind {
	case detect.NodeObject:
		for i := range n.Members {
			m := &n.Members[i]
			if m.Name == nil || m.Value == nil || !q.keyword(m.Name.Text, m.Value, depth) {
				return false
			}
		}
		return true
	case detect.NodeScalar:
		return q.dialect != draft4 && isBool(n)
	}
	return false
}

// keyword reports whether a keyword is surely used as it must be.
func (q *quick) keyword(name string, n *detect.Node, depth int) bool {
	switch name {
	case "type":
		return isType(n)
	case "pattern":
		q.more = q.more || n.Kind == detect.NodeString && suspectPattern(n.Text) != ""
		return n.Kind == detect.NodeString
	case "description", "title", "format", "$comment", "$schema", "contentEncoding", "contentMediaType":
		return n.Kind == detect.NodeString
	case "properties", "$defs", "definitions", "patternProperties", "dependentSchemas":
		return q.members(n, depth)
	case "required":
		return q.names(n)
	case "items":
		if n.Kind == detect.NodeArray {
			return q.dialect != draft2020 && q.list(n, depth)
		}
		return q.schema(n, depth+1)
	case "additionalProperties", "additionalItems":
		return isBool(n) || q.schema(n, depth+1)
	case "contains", "propertyNames", "not", "if", "then", "else", "unevaluatedProperties", "unevaluatedItems", "contentSchema":
		return q.schema(n, depth+1)
	case "anyOf", "oneOf", "allOf", "prefixItems":
		return q.list(n, depth)
	case "enum":
		return n.Kind == detect.NodeArray && (q.dialect >= draft2019 || len(n.Items) > 0 && areDistinct(n.Items))
	case "const", "default":
		return true
	case "examples":
		return n.Kind == detect.NodeArray
	case "minimum", "maximum":
		return isNumber(n)
	case "exclusiveMinimum", "exclusiveMaximum":
		return q.dialect != draft4 && isNumber(n)
	case "multipleOf":
		return isDigits(n) && n.Text[0] != '0'
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains":
		return isDigits(n)
	case "uniqueItems", "readOnly", "writeOnly", "deprecated":
		return isBool(n)
	case "$ref":
		if n.Kind != detect.NodeString {
			return false
		}
		q.more = q.more || len(n.Text) == 0 || n.Text[0] != '#' || q.doc.lacks(n.Text)
		return true
	case "$dynamicRef", "$recursiveRef", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "dependentRequired",
		"dependencies":
		return false
	case "x-mcp-header", "$code":
		q.more = true
	}
	return true
}

// members reports whether all members are surely valid schemas.
func (q *quick) members(n *detect.Node, depth int) bool {
	if n.Kind != detect.NodeObject {
		return false
	}
	for i := range n.Members {
		if m := &n.Members[i]; m.Name == nil || !q.schema(m.Value, depth+1) {
			return false
		}
	}
	return true
}

// list reports whether all items are surely valid schemas, and that there are some.
func (q *quick) list(n *detect.Node, depth int) bool {
	if n.Kind != detect.NodeArray || len(n.Items) == 0 {
		return false
	}
	for _, item := range n.Items {
		if !q.schema(item, depth+1) {
			return false
		}
	}
	return true
}

// names reports whether n is a list of names, each there once.
func (q *quick) names(n *detect.Node) bool {
	return n.Kind == detect.NodeArray && (q.dialect != draft4 || len(n.Items) > 0) && areDistinct(n.Items)
}

// fewItems is how many strings are compared each with each.
const fewItems = 32

// areDistinct reports whether the items are strings, few, and no two the same.
func areDistinct(items []*detect.Node) bool {
	if len(items) > fewItems {
		return false
	}
	for i, a := range items {
		if a == nil || a.Kind != detect.NodeString {
			return false
		}
		for _, b := range items[:i] {
			if a.Text == b.Text {
				return false
			}
		}
	}
	return true
}

// isType reports whether n names types.
func isType(n *detect.Node) bool {
	if n.Kind == detect.NodeString {
		switch n.Text {
		case "string", "number", "integer", "boolean", "object", "array", "null":
			return true
		}
		return false
	}
	if n.Kind != detect.NodeArray || len(n.Items) == 0 || !areDistinct(n.Items) {
		return false
	}
	for _, item := range n.Items {
		if !isType(item) {
			return false
		}
	}
	return true
}

func isBool(n *detect.Node) bool {
	return n.Kind == detect.NodeScalar && (n.Text == "true" || n.Text == "false")
}

// isDigits reports whether n is a number of digits alone: at most as many as no reader of numbers stumbles over.
func isDigits(n *detect.Node) bool {
	if n.Kind != detect.NodeScalar || n.Text == "" || len(n.Text) > 9 || n.Text[0] == '0' && len(n.Text) > 1 {
		return false
	}
	for i := 0; i < len(n.Text); i++ {
		if n.Text[i] < '0' || n.Text[i] > '9' {
			return false
		}
	}
	return true
}

// isNumber reports whether n is a number as JSON writes it. Those with exponents are left to the judge.
func isNumber(n *detect.Node) bool {
	return n.Kind == detect.NodeScalar && isPlainNumber(n.Text)
}

// isPlainNumber reports whether s is a number of JSON without an exponent.
func isPlainNumber(s string) bool {
	if s != "" && s[0] == '-' {
		s = s[1:]
	}
	whole := digits(s)
	if whole == 0 || whole > 1 && s[0] == '0' {
		return false
	}
	if s = s[whole:]; s == "" {
		return true
	}
	return s[0] == '.' && len(s) > 1 && digits(s[1:]) == len(s)-1
}

// digits counts the digits that s begins with.
func digits(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return i
		}
	}
	return len(s)
}
