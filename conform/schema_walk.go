package conform

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
			w.report(note, r.pointer, r.node, `there is nothing at that place of the schema, so clients that check schemas refuse the tool; put `+
				`the part there, or write it out here`)
		case w.elsewhere(r.node.Text):
			w.report(soft, r.pointer, r.node, "the schema is to be fetched from another place, which can change it later and learns who reads it; "+
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
	for i := range n.Members {
		m := &n.Members[i]
		if w.left--; w.left < 0 {
			w.capped(capValues, w.at, maxSchemaNodes, maxSchemaNodes+1)
			return
		}
		if m.Name == nil || m.Value == nil {
			continue
		}
		here := join(pointer, m.Name.Text)
		switch m.Name.Text {
		case "$ref", "$dynamicRef", "$recursiveRef":
			if m.Value.Kind == detect.NodeString && len(w.refs) < maxReported &&
				(!strings.HasPrefix(m.Value.Text, "#") || w.doc.lacks(m.Value.Text)) {
				w.refs = append(w.refs, mark{here, m.Value})
			}
		case "$id", "id":
			w.id(m.Value)
			w.rebased = w.rebased || depth > 0 && m.Value.Kind == detect.NodeString
		case "pattern":
			if !w.t.FromCode {
				w.pattern(here, m.Value)
			}
		case "x-mcp-header":
			if w.input {
				w.header(here, m.Value, n, at)
			}
		case "properties":
			w.members(here, m.Value, at.plain, depth)
		case "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
			w.members(here, m.Value, false, depth)
		case "items", "anyOf", "oneOf", "allOf", "prefixItems", "additionalProperties", "additionalItems", "contains", "propertyNames", "not",
			"if", "then", "else", "unevaluatedProperties", "unevaluatedItems", "contentSchema":
			w.schema(here, m.Value, place{name: at.name}, depth+1)
			for i, one := range m.Value.Items {
				w.schema(item(here, i), one, place{name: at.name}, depth+1)
			}
		}
	}
}

func (w *walk) members(pointer string, n *detect.Node, plain bool, depth int) {
	if n.Kind != detect.NodeObject {
		return
	}
	for i := range n.Members {
		if m := &n.Members[i]; m.Name != nil {
			w.schema(join(pointer, m.Name.Text), m.Value, place{plain, m.Name.Text}, depth+1)
		}
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
		return err != nil || !isMetaschemaHost(u.Hostname())
	case "file":
		return true
	}
	return strings.HasPrefix(target, "//")
}

// isMetaschemaHost reports whether a host is the home of JSON Schema itself, whose schemas validators carry along.
func isMetaschemaHost(host string) bool {
	return host == "json-schema.org" || host == "www.json-schema.org"
}

// header holds a parameter that is sent as a header to the rules for it.
func (w *walk) header(pointer string, value, schema *detect.Node, at place) {
	switch {
	case value.Kind != detect.NodeString:
		w.report(note, pointer, value, "x-mcp-header is the name of a header, a text such as \"Region\"; clients drop a tool with another value")
		return
	case strings.ContainsAny(value.Text, "\r\n"):
		w.report(soft, pointer, value, "the name of the header breaks the line, which puts headers of the server's choice into the client's "+
			"request; write a plain name such as \"Region\"")
		return
	case !httpguts.ValidHeaderFieldName(value.Text):
		w.report(note, pointer, value, "%q is no name of a header, so clients drop the tool; write letters, digits and hyphens, such as "+
			"\"Region\"", cut(value.Text))
		return
	}
	if isSecretName(at.name) {
		w.report(soft, pointer, value, "a secret is sent as a header, which proxies and logs keep; leave x-mcp-header out of %q", cut(at.name))
		return
	}
	lower := strings.ToLower(value.Text)
	repeated := w.headers[lower]
	w.headers[lower] = true
	kind, _ := str(schema, "", "type")
	switch {
	case repeated:
		w.report(note, pointer, value, "two parameters are sent as the header %q, so clients drop the tool; give each a name of its own",
			cut(value.Text))
	case !at.plain || at.name == "":
		w.report(note, pointer, value, "only parameters that are reached through properties alone can be headers, so clients drop the tool; "+
			"move it there or leave x-mcp-header out")
	case kind != nil && kind.Text != "string" && kind.Text != "integer" && kind.Text != "boolean":
		w.report(note, pointer, value, "a parameter of type %q cannot be a header, so clients drop the tool; only string, integer and boolean "+
			"can", cut(kind.Text))
	}
}
