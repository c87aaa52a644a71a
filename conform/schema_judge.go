package conform

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// fault is one thing that the metaschema of a dialect has against a schema.
type fault struct {
	// path leads from the root of the schema to what is wrong.
	path []string
	// words say what is wrong. They are made only for what is reported.
	words func() string
}

// judge holds a schema to the metaschema of its dialect. The metaschemas are written here as code, since reading them anew at each start
// costs more than a scan; a test holds each answer to those of a library that reads them.
type judge struct {
	dialect dialect
	path    []string
	found   []fault
}

// faults returns what is wrong with a schema, in the order of places, one for each.
func faults(doc any, d dialect) []fault {
	if d == unknownDialect {
		return nil
	}
	j := judge{dialect: d}
	j.schema(doc)
	slices.SortStableFunc(j.found, func(a, b fault) int { return slices.Compare(a.path, b.path) })
	kept := j.found[:0]
	for i, f := range j.found {
		// What is inside is to blame for what is around it, and of several complaints about one place the others are about what else it
		// might have been.
		inside := i+1 < len(j.found) && len(j.found[i+1].path) > len(f.path) && slices.Equal(j.found[i+1].path[:len(f.path)], f.path)
		repeats := len(kept) > 0 && slices.Equal(kept[len(kept)-1].path, f.path)
		if !inside && !repeats {
			kept = append(kept, f)
		}
	}
	return kept
}

func (j *judge) add(words func() string) {
	j.found = append(j.found, fault{path: slices.Clone(j.path), words: words})
}

// refuse says that a value is of another type than those that may stand there.
func (j *judge) refuse(v any, want string) {
	got := typeName(v)
	j.add(func() string { return "got " + got + ", want " + want })
}

// in judges what is at one step further down the path.
func (j *judge) in(token string, look func()) {
	j.path = append(j.path, token)
	look()
	j.path = j.path[:len(j.path)-1]
}

// schema judges a schema and all within it.
func (j *judge) schema(v any) {
	members, ok := v.(map[string]any)
	if !ok {
		if _, ok := v.(bool); j.dialect == draft4 {
			j.refuse(v, "object")
		} else if !ok {
			j.refuse(v, "boolean or object")
		}
		return
	}
	if j.dialect == draft4 {
		j.bounded(members, "exclusiveMaximum", "maximum")
		j.bounded(members, "exclusiveMinimum", "minimum")
	}
	for name, value := range members {
		if k := kindOf(name, j.dialect); k != anyKind {
			j.in(name, func() { j.value(value, k) })
		}
	}
}

// bounded holds a mark of draft-04 to the bound that it is about.
func (j *judge) bounded(members map[string]any, mark, bound string) {
	if _, ok := members[mark]; !ok {
		return
	}
	if _, ok := members[bound]; !ok {
		j.add(func() string { return "properties '" + bound + "' required, if '" + mark + "' exists" })
	}
}

// value judges what is under a keyword.
func (j *judge) value(v any, k kind) {
	switch k {
	case schemaKind:
		j.schema(v)
	case textKind, idKind, anchorKind:
		j.text(v, k)
	case boolKind:
		if _, ok := v.(bool); !ok {
			j.refuse(v, "boolean")
		}
	case numberKind, positiveKind, countKind:
		j.number(v, k)
	case typeKind:
		j.either(func() { j.typeName(v) }, func() { j.types(v) })
	case listKind, choicesKind, textsKind, schemasKind:
		j.list(v, k)
	case itemsKind:
		j.either(func() { j.schema(v) }, func() { j.list(v, schemasKind) })
	case dependencyKind:
		j.either(func() { j.schema(v) }, func() { j.list(v, textsKind) })
	case boolOrSchemaKind:
		j.either(func() { j.value(v, boolKind) }, func() { j.schema(v) })
	case schemaMembers, boolMembers, textsMembers, dependencyMembers:
		j.members(v, k)
	}
}

// either says nothing where one of two holds, and what both have to say where none does.
func (j *judge) either(one, other func()) {
	before := len(j.found)
	one()
	if between := len(j.found); between > before {
		if other(); len(j.found) == between {
			j.found = j.found[:before]
		}
	}
}

func (j *judge) text(v any, k kind) {
	s, ok := v.(string)
	switch {
	case !ok:
		j.refuse(v, "string")
	case k == idKind && strings.Contains(strings.TrimSuffix(s, "#"), "#"):
		j.add(func() string { return inQuotes(s) + ` does not match pattern '^[^#]*#?$'` })
	case k == anchorKind && !isAnchor(s, j.dialect):
		pattern := "^[A-Za-z_][-A-Za-z0-9._]*$"
		if j.dialect == draft2019 {
			pattern = "^[A-Za-z][-A-Za-z0-9.:_]*$"
		}
		j.add(func() string { return inQuotes(s) + " does not match pattern '" + pattern + "'" })
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

func (j *judge) number(v any, k kind) {
	n, ok := v.(json.Number)
	if !ok {
		j.refuse(v, map[bool]string{true: "integer", false: "number"}[k == countKind])
		return
	}
	if k == numberKind {
		return
	}
	r := rational(n)
	switch {
	case r == nil:
	case k == countKind && !r.IsInt():
		j.refuse(v, "integer")
	case k == countKind && r.Sign() < 0:
		j.add(func() string { return "minimum: got " + written(r) + ", want 0" })
	case k == positiveKind && r.Sign() <= 0:
		j.add(func() string { return "exclusiveMinimum: got " + written(r) + ", want 0" })
	}
}

// rational works out a number. What is converted here is bounded, so it never fails.
func rational(n json.Number) *big.Rat {
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return nil
	}
	return r
}

// types judges a list of types.
func (j *judge) types(v any) {
	if names, ok := v.([]any); ok {
		j.listOf(names, 1, true, j.typeName)
	} else {
		j.refuse(v, "array")
	}
}

func isTypeName(v any) bool {
	switch v {
	case "string", "number", "integer", "boolean", "object", "array", "null":
		return true
	}
	return false
}

func (j *judge) typeName(v any) {
	if !isTypeName(v) {
		j.add(func() string {
			return "value must be one of 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'"
		})
	}
}

func (j *judge) list(v any, k kind) {
	items, ok := v.([]any)
	if !ok {
		j.refuse(v, "array")
		return
	}
	switch k {
	case schemasKind:
		j.listOf(items, 1, false, j.schema)
	case choicesKind:
		j.listOf(items, 1, true, nil)
	case textsKind:
		least := 0
		if j.dialect == draft4 {
			least = 1
		}
		j.listOf(items, least, true, func(v any) { j.text(v, textKind) })
	}
}

// listOf judges a list: how many are in it, that none is there twice, and each of them.
func (j *judge) listOf(items []any, least int, unique bool, each func(any)) {
	if len(items) < least {
		j.add(func() string { return fmt.Sprintf("minItems: got %d, want %d", len(items), least) })
	}
	if unique {
		if first, again := twice(items); first >= 0 {
			j.add(func() string { return "items at " + grouped(first) + " and " + grouped(again) + " are equal" })
		}
	}
	if each == nil {
		return
	}
	for i, v := range items {
		j.in(fmt.Sprint(i), func() { each(v) })
	}
}

func (j *judge) members(v any, k kind) {
	members, ok := v.(map[string]any)
	if !ok {
		j.refuse(v, "object")
		return
	}
	each := map[kind]kind{schemaMembers: schemaKind, boolMembers: boolKind, textsMembers: textsKind, dependencyMembers: dependencyKind}[k]
	for name, value := range members {
		j.in(name, func() { j.value(value, each) })
	}
}
