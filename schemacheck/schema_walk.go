package schemacheck

import (
	"net/url"
	"strings"

	"golang.org/x/net/http/httpguts"

	"github.com/org/mcp-lint/detect"
)

// walk looks at the references and headers of a schema.
type walk struct {
	*inspection
	doc   document
	at    string
	left  int
	input bool
	// ids are the addresses that the schema gives to parts of itself; base is its own.
	ids     map[string]bool
	base    *url.URL
	headers map[string]bool // the names of headers in lower case; refs and marks are what is to be judged.
	refs    []mark
	// rebased is set when parts of the schema have addresses of their own, from which references then lead on. broken counts patterns.
	rebased bool
	broken  int
}

// mark is a value and where it stands.
type mark struct {
	pointer string
	node    *detect.Node
}

// run walks the schema and reports.
func (w *walk) run(pointer string) {
	w.at = pointer
	w.ids, w.headers = map[string]bool{}, map[string]bool{}
	if id, _ := str(w.doc.root, "", "$id"); id != nil {
		w.base, _ = url.Parse(id.Text)
	}
	w.schema(pointer, w.doc.root, place{plain: true}, 0)
	for _, r := range w.refs {
		switch {
		case !w.rebased && !w.t.FromCode && strings.HasPrefix(r.node.Text, "#"):
			w.report(note, r.pointer, r.node, "refers to a part that its schema lacks, so strict clients reject the tool; add the part")
		case w.elsewhere(r.node.Text):
			w.report(soft, r.pointer, r.node, "loads part of its schema from outside the definition, where it can change after approval; "+
				`put it under "$defs" and write "#/$defs/name"`)
		}
	}
}

// place says how a schema is reached.
type place struct {
	// plain: through properties alone. name is that of the property it is the schema of.
	plain bool
	name  string
}

// schema walks one schema.
func (w *walk) schema(pointer string, n *detect.Node, at place, depth int) {
	if n == nil || n.Kind != detect.NodeObject {
		return
	}
	if depth > maxSchemaDepth {
		w.capped(capDepth, w.at, maxSchemaDepth, depth)
		return
	}
	for name, value := range membersOf(n) {
		if w.left--; w.left < 0 {
			w.capped(capValues, w.at, maxSchemaNodes, maxSchemaNodes+1)
			return
		}
		here := join(pointer, name)
		switch name {
		case "$ref", "$dynamicRef", "$recursiveRef":
			if value.Kind == detect.NodeString && len(w.refs) < maxReported &&
				(!strings.HasPrefix(value.Text, "#") || w.doc.lacks(value.Text)) {
				w.refs = append(w.refs, mark{here, value})
			}
		case "$id", "id":
			w.id(value)
			w.rebased = w.rebased || depth > 0 && value.Kind == detect.NodeString
		case "pattern":
			if !w.t.FromCode {
				w.pattern(here, value)
			}
		case "x-mcp-header":
			if w.input {
				w.header(here, value, n, at)
			}
		case "properties":
			w.members(here, value, at.plain, depth)
		case "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
			w.members(here, value, false, depth)
		case "items", "anyOf", "oneOf", "allOf", "prefixItems", "additionalProperties", "additionalItems", "contains", "propertyNames", "not",
			"if", "then", "else", "unevaluatedProperties", "unevaluatedItems", "contentSchema":
			w.schema(here, value, place{name: at.name}, depth+1)
			for i, one := range value.Items {
				w.schema(item(here, i), one, place{name: at.name}, depth+1)
			}
		}
	}
}

func (w *walk) members(pointer string, n *detect.Node, plain bool, depth int) {
	for name, value := range membersOf(n) {
		w.schema(join(pointer, name), value, place{plain, name}, depth+1)
	}
}

// id notes an address that the schema gives to a part of itself.
func (w *walk) id(n *detect.Node) {
	if n.Kind != detect.NodeString || len(w.ids) > maxSchemaNodes {
		return
	}
	id := n.Text
	if u, err := url.Parse(id); err == nil && w.base != nil {
		id = w.base.ResolveReference(u).String()
	}
	id, _, _ = strings.Cut(id, "#")
	w.ids[id] = true
}

// elsewhere reports whether a reference leads to another host, or into the files of whoever reads it.
func (w *walk) elsewhere(ref string) bool {
	target, _, _ := strings.Cut(ref, "#")
	if target == "" || w.ids[target] {
		return false
	}
	switch scheme(target) {
	case "http", "https", "ftp", "ftps", "ws", "wss":
		u, err := url.Parse(target)
		// Validators carry the schemas of JSON Schema itself along.
		return err != nil || strings.TrimPrefix(u.Hostname(), "www.") != "json-schema.org"
	case "file":
		return true
	}
	return strings.HasPrefix(target, "//")
}

// header holds a parameter that is sent as a header to the rules for it.
func (w *walk) header(pointer string, value, schema *detect.Node, at place) {
	switch {
	case value.Kind != detect.NodeString:
		w.report(note, pointer, value, `has an x-mcp-header that is not a string, so clients drop the tool; write a header name such as "Region"`)
		return
	case strings.ContainsAny(value.Text, "\r\n"):
		w.report(soft, pointer, value, "has a line break in a header name, which adds headers of its choice to the client's requests; "+
			`write a plain name such as "Region"`)
		return
	case !httpguts.ValidHeaderFieldName(value.Text):
		w.report(note, pointer, value, `has %q as a header name, which is invalid, so clients drop the tool; use letters, digits and hyphens`,
			cut(value.Text))
		return
	}
	if isSecretName(at.name) {
		w.report(soft, pointer, value, "sends a secret as a header, which proxies and logs keep; remove x-mcp-header from %q", cut(at.name))
		return
	}
	lower := strings.ToLower(value.Text)
	repeated := w.headers[lower]
	w.headers[lower] = true
	kind, _ := str(schema, "", "type")
	switch {
	case repeated:
		w.report(note, pointer, value, "sends two parameters as header %q, so clients drop the tool; give each its own name", cut(value.Text))
	case !at.plain || at.name == "":
		w.report(note, pointer, value, `sends a parameter outside plain "properties" as a header, so clients drop the tool; move it there `+
			"or remove x-mcp-header")
	case kind != nil && kind.Text != "string" && kind.Text != "integer" && kind.Text != "boolean":
		w.report(note, pointer, value, "sends a parameter of type %q as a header, so clients drop the tool; use string, integer or boolean",
			cut(kind.Text))
	}
}
