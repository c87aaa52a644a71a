package schemacheck

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// dialect is a version of JSON Schema.
type dialect uint8

const (
	unknownDialect dialect = iota
	draft4
	draft6
	draft7
	draft2019
	draft2020
)

// dialects are how their addresses name them.
var dialects = [...]string{
	draft4: "draft-04", draft6: "draft-06", draft7: "draft-07", draft2019: "draft/2019-09", draft2020: "draft/2020-12",
}

// dialectOf returns the dialect of a schema: the one it names, and JSON Schema 2020-12 if it names none.
func dialectOf(n *detect.Node) dialect {
	named := n.Get("$schema")
	switch {
	case named == nil:
		return draft2020
	case named.Kind != detect.NodeString:
		return unknownDialect
	}
	s := strings.TrimPrefix(strings.TrimPrefix(named.Text, "http://"), "https://")
	s, schema := strings.CutSuffix(strings.TrimSuffix(strings.TrimSuffix(s, "#"), "/"), "/schema")
	if s, ours := strings.CutPrefix(s, "json-schema.org/"); ours && schema && s != "" {
		return dialect(max(slices.Index(dialects[:], s), 0))
	}
	return unknownDialect
}

func (d dialect) String() string { return strings.TrimPrefix(dialects[d], "draft/") }

// schemaAt looks at a schema of a tool. The input is one of objects.
func (v *inspection) schemaAt(name string, n *detect.Node, input bool) {
	d := unknownDialect
	if n.Kind == detect.NodeObject {
		d = dialectOf(n)
	}
	doc := document{root: n}
	measured := size{nodes: maxSchemaNodes, bytes: maxSchemaBytes}
	judged := d != unknownDialect && measured.fits(n, 0)
	if v.fromCode() {
		return
	}
	pointer := join("", name)
	if n.Kind != detect.NodeObject {
		v.noObject(pointer, n, input)
		return
	}
	if len(n.Members) == 0 {
		// Captures leave it empty in place of leaving it out.
		return
	}
	bad := false
	if input {
		bad = v.rootType(pointer, n)
	}
	if !bad && judged {
		v.invalid(pointer, &doc, d)
	} else if !bad {
		v.tooLarge(pointer, measured)
	}
	w := walk{inspection: v, doc: doc, left: maxSchemaNodes, input: input}
	w.run(pointer)
}

// noObject reports that a schema is none.
func (v *inspection) noObject(pointer string, n *detect.Node, input bool) {
	switch {
	case (n.Kind == detect.NodeScalar && n.Text == "null" || n.Kind == detect.NodeString) && (!input || v.t.FromCode):
		// Left out, or said elsewhere in the code.
	case n.Kind == detect.NodeScalar && !isJSONScalar(n.Text), n.Kind == detect.NodeString && !isTypeWord(n.Text):
		// The text of the schema, or the name of one, as some captures keep it.
	case n.Kind == detect.NodeArray && input && (len(n.Items) > 0 || v.t.FromCode):
		// A list of parameters is a form of other vendors, and an empty one the empty object of PHP.
	case n.Kind == detect.NodeScalar && !input && (n.Text == "true" || n.Text == "false"):
		// A schema since 2026-07-28.
	default:
		v.report(note, pointer, n, `has a schema that is not an object, so clients reject the tool; write {"type":"object","properties":{…}}`)
	}
}

// rootType reports that what a tool takes is declared as something else than an object.
func (v *inspection) rootType(pointer string, n *detect.Node) (bad bool) {
	t := n.Get("type")
	at := join(pointer, "type")
	switch {
	case isObjectType(t):
		return false
	case t != nil && t.Kind == detect.NodeString:
		v.report(note, at, t, `declares its arguments as %q, which clients reject; write "type": "object" at the root`, cut(t.Text))
	case t != nil && t.Kind == detect.NodeArray:
		v.report(note, at, t, `has a list of types at the root of its schema, which clients reject; write "type": "object"`)
	case t != nil:
		// What is wrong with it is the schema's own matter.
		return false
	default:
		// Generators, whose schemas are what clients are sent, name the dialect or write definitions.
		whole := n.Get("$schema") != nil || n.Get("$defs") != nil || n.Get("definitions") != nil
		if !whole && (v.t.FromCode || !isChoice(n)) {
			return false
		}
		v.report(note, at, nil, `has no type at the root of its schema, so strict clients reject the tool; add "type": "object"`)
		return false
	}
	return true
}

// isChoice reports whether a schema is one of several, which none writes who only lists properties.
func isChoice(n *detect.Node) bool {
	isList := func(name string) bool { list := n.Get(name); return list != nil && list.Kind == detect.NodeArray }
	return n.Get("properties") == nil && slices.ContainsFunc([]string{"anyOf", "oneOf", "allOf"}, isList)
}

// isTypeWord reports whether a text that stands in place of a schema is the name of a type.
func isTypeWord(s string) bool {
	s = strings.ToLower(s)
	return s == "" || words[s] != "" || typeNames[s]
}

func isObjectType(n *detect.Node) bool {
	return n != nil && n.Kind == detect.NodeString && n.Text == "object"
}
