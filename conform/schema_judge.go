package conform

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// fault is one thing that the metaschema of a dialect has against a schema.
type fault struct {
	// path leads from the root of the schema to what is wrong.
	path []string
	node *detect.Node
	// words say what is wrong. They are made only for what is reported.
	words func() string
}

// judge holds a schema to the metaschema of its dialect. The metaschemas are a table here, since the library that reads them does so at each
// start, which takes a third of it; the tests hold each answer to those of that library.
type judge struct {
	dialect dialect
	doc     document
	path    []string
	found   []fault
	// more is set when there is something that must be looked at although the schema is valid: references that lead elsewhere, headers,
	// code, keywords of other dialects.
	more bool
}

// faults returns what is wrong with the schema, in the order of places, one for each.
func (j *judge) faults() []fault {
	found := j.found
	slices.SortStableFunc(found, func(a, b fault) int { return slices.Compare(a.path, b.path) })
	kept := found[:0]
	for i, f := range found {
		// What is inside is to blame for what is around it, and of several complaints about one place the others are about what else it
		// might have been.
		inside := i+1 < len(found) && len(found[i+1].path) > len(f.path) && slices.Equal(found[i+1].path[:len(f.path)], f.path)
		repeats := len(kept) > 0 && slices.Equal(kept[len(kept)-1].path, f.path)
		if !inside && !repeats {
			kept = append(kept, f)
		}
	}
	return kept
}

func (j *judge) add(n *detect.Node, words func() string) {
	j.found = append(j.found, fault{slices.Clone(j.path), n, words})
}

// refuse says that a value is of another type than those that may stand there.
func (j *judge) refuse(n *detect.Node, want string) {
	j.add(n, func() string { return "got " + typeName(n) + ", want " + want })
}

// typeName is the word of JSON Schema for the type of a value.
func typeName(n *detect.Node) string {
	switch {
	case n.Kind == detect.NodeString:
		return "string"
	case n.Kind == detect.NodeArray:
		return "array"
	case n.Kind == detect.NodeObject:
		return "object"
	case isBool(n):
		return "boolean"
	case n.Text == "null":
		return "null"
	}
	return "number"
}

func isBool(n *detect.Node) bool {
	return n.Kind == detect.NodeScalar && (n.Text == "true" || n.Text == "false")
}

// in judges a part of a value. Of repeated names the last one counts.
func (j *judge) in(parent *detect.Node, token string, n *detect.Node, k kind) {
	before := len(j.found)
	j.path = append(j.path, token)
	j.value(n, k)
	j.path = j.path[:len(j.path)-1]
	if len(j.found) > before && j.doc.child(parent, token) != n {
		j.found = j.found[:before]
	}
}

// schema judges a schema and all within it.
func (j *judge) schema(n *detect.Node) {
	if n.Kind != detect.NodeObject {
		if j.dialect == draft4 {
			j.refuse(n, "object")
		} else if !isBool(n) {
			j.refuse(n, "boolean or object")
		}
		return
	}
	if j.dialect == draft4 {
		for _, mark := range []string{"exclusiveMaximum", "exclusiveMinimum"} {
			bound := "m" + strings.TrimPrefix(mark, "exclusiveM")
			if n.Get(mark) != nil && n.Get(bound) == nil {
				j.add(n, func() string { return "properties '" + bound + "' required, if '" + mark + "' exists" })
			}
		}
	}
	for i := range n.Members {
		name, value := n.Members[i].Name.Text, n.Members[i].Value
		kinds, known := keywords()[name]
		k := kinds[j.dialect]
		if known && k == anyKind {
			j.more = true
		}
		j.look(name, value)
		j.in(n, name, value, k)
	}
}

// look notes what has to be looked at whether it is valid or not.
func (j *judge) look(name string, n *detect.Node) {
	switch name {
	case "pattern":
		j.more = j.more || n.Kind == detect.NodeString && suspectPattern(n.Text) != ""
	case "$ref":
		j.more = j.more || !strings.HasPrefix(n.Text, "#") || j.doc.lacks(n.Text)
	case "$dynamicRef", "$recursiveRef", "x-mcp-header", "$code":
		j.more = true
	}
}

// value judges what is under a keyword.
func (j *judge) value(n *detect.Node, k kind) {
	switch k {
	case anyKind:
	case schemaKind:
		j.schema(n)
	case textKind, idKind, anchorKind:
		j.text(n, k)
	case boolKind:
		if !isBool(n) {
			j.refuse(n, "boolean")
		}
	case numberKind, positiveKind, countKind:
		j.number(n, k)
	case nameKind:
		if n.Kind != detect.NodeString || !isTypeName(n.Text) {
			j.add(n, func() string {
				return "value must be one of 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'"
			})
		}
	case typeKind, itemsKind, dependencyKind, boolOrSchemaKind:
		// Where one of two holds nothing is said, and where none does what both have to say.
		two := choices[k]
		before := len(j.found)
		j.value(n, two[0])
		if between := len(j.found); between > before {
			if j.value(n, two[1]); len(j.found) == between {
				j.found = j.found[:before]
			}
		}
	case listKind, choicesKind, textsKind, namesKind, schemasKind:
		j.list(n, k)
	case schemaMembers, boolMembers, textsMembers, dependencyMembers:
		if n.Kind != detect.NodeObject {
			j.refuse(n, "object")
			return
		}
		for _, m := range n.Members {
			j.in(n, m.Name.Text, m.Value, members[k])
		}
	}
}

func (j *judge) text(n *detect.Node, k kind) {
	switch {
	case n.Kind != detect.NodeString:
		j.refuse(n, "string")
	case k == idKind && strings.Contains(strings.TrimSuffix(n.Text, "#"), "#"):
		j.add(n, func() string { return inQuotes(n.Text) + ` does not match pattern '^[^#]*#?$'` })
	case k == anchorKind && !isAnchor(n.Text, j.dialect):
		pattern := "^[A-Za-z_][-A-Za-z0-9._]*$"
		if j.dialect == draft2019 {
			pattern = "^[A-Za-z][-A-Za-z0-9.:_]*$"
		}
		j.add(n, func() string { return inQuotes(n.Text) + " does not match pattern '" + pattern + "'" })
	}
}

// isAnchor reports whether a dialect takes s as the name of a place in a schema.
func isAnchor(s string, d dialect) bool {
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' && (i > 0 || d == draft2020)
		later := c >= '0' && c <= '9' || c == '-' || c == '.' || c == ':' && d == draft2019
		if !letter && (i == 0 || !later) {
			return false
		}
	}
	return s != ""
}

func (j *judge) number(n *detect.Node, k kind) {
	if typeName(n) != "number" {
		j.refuse(n, map[bool]string{true: "integer", false: "number"}[k == countKind])
		return
	}
	f, err := strconv.ParseFloat(n.Text, 64)
	switch {
	case err != nil || k == numberKind:
	case k == countKind && f != math.Trunc(f):
		j.refuse(n, "integer")
	case k == countKind && f < 0:
		j.add(n, func() string { return "minimum: got " + n.Text + ", want 0" })
	case k == positiveKind && f <= 0:
		j.add(n, func() string { return "exclusiveMinimum: got " + n.Text + ", want 0" })
	}
}

// list judges a list: how many are in it, that none is there twice, and each of them.
func (j *judge) list(n *detect.Node, k kind) {
	if n.Kind != detect.NodeArray {
		j.refuse(n, "array")
		return
	}
	l := lists[k]
	if k == textsKind && j.dialect == draft4 {
		l.least = 1
	}
	if len(n.Items) < l.least {
		j.add(n, func() string { return fmt.Sprintf("minItems: got %d, want %d", len(n.Items), l.least) })
	}
	if l.unique {
		if first, again := twice(n.Items); first >= 0 {
			j.add(n, func() string { return fmt.Sprintf("items at %d and %d are equal", first, again) })
		}
	}
	if l.item == anyKind {
		return
	}
	for i, item := range n.Items {
		j.in(n, strconv.Itoa(i), item, l.item)
	}
}

// twice returns the places of the first value of a list that is there before already, or -1.
func twice(items []*detect.Node) (first, again int) {
	seen := map[string]int{}
	for i, n := range items {
		key := n.Text
		if n.Kind != detect.NodeString {
			key = "\x00" + string(appendKey(nil, n))
		}
		if at, ok := seen[key]; ok {
			return at, i
		}
		seen[key] = i
	}
	return -1, -1
}

// appendKey writes a value such that two are written the same just when they are equal.
func appendKey(to []byte, n *detect.Node) []byte {
	switch n.Kind {
	case detect.NodeString:
		return strconv.AppendQuote(to, n.Text)
	case detect.NodeArray:
		to = append(to, '[')
		for _, item := range n.Items {
			to = append(appendKey(to, item), ',')
		}
		return append(to, ']')
	case detect.NodeObject:
		last := make(map[string]*detect.Node, len(n.Members))
		for _, m := range n.Members {
			last[m.Name.Text] = m.Value
		}
		to = append(to, '{')
		for _, name := range slices.Sorted(maps.Keys(last)) {
			to = append(strconv.AppendQuote(to, name), ':')
			to = append(appendKey(to, last[name]), ',')
		}
		return append(to, '}')
	}
	// What is judged has bounded exponents.
	if r, ok := new(big.Rat).SetString(n.Text); ok {
		return append(to, r.RatString()...)
	}
	return append(to, n.Text...)
}

// inQuotes puts a text in single quotation marks.
func inQuotes(s string) string {
	s = strings.ReplaceAll(strconv.Quote(s), `\"`, `"`)
	s = strings.ReplaceAll(s, `'`, `\'`)
	return "'" + s[1:len(s)-1] + "'"
}
