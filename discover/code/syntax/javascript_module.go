package syntax

import (
	"path"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// jsModule returns the module that a call of require or import names, or "".
func jsModule(e *Expr) string {
	if e == nil || e.Kind != Call || e.Recv != nil || e.Name != "require" && e.Name != "import" || len(e.Args) == 0 {
		return ""
	}
	if v := e.Args[0].Value; v != nil && v.Kind == Literal {
		return v.Text.Value
	}
	return ""
}

// imported notes what token at brings. What a document holds is a value as well, as if it was loaded.
func (r jsReader) imported(from, name, as string, at int) {
	r.u.Imports = append(r.u.Imports, Import{From: from, Name: name, As: as})
	if !IsDocument(from) || as == "" {
		return
	}
	span := r.Span(at, at+1)
	arg := &Expr{Kind: Literal, Text: source.Text{Value: from}, Span: span, Scope: r.scope}
	v := &Expr{Kind: Call, Name: "import", Args: []Arg{{Value: arg}}, Span: span, Scope: r.scope}
	if name != "" && name != "default" {
		v = &Expr{Kind: Index, Recv: v, Name: name, Span: span, Scope: r.scope}
	}
	r.bind(as, span, v)
}

// IsDocument reports whether a name is that of a document: JSON, YAML, TOML.
func IsDocument(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".json", ".jsonc", ".json5", ".yaml", ".yml", ".toml":
		return true
	}
	return false
}

// jsNamed is a name in the braces of an import or export.
type jsNamed struct {
	name, as string
	at       int
}

// names reads { a, b as c, type d }.
func (r jsReader) names(open int) []jsNamed {
	var out []jsNamed
	end := r.Pair(open)
	for k := open + 1; k < end; k++ {
		if r.word(k, end) == "type" && (r.Kind(k+1) == lex.Word && r.word(k+1, end) != "as" || r.Kind(k+1) == lex.String) {
			k++
		}
		if r.Kind(k) == lex.Open {
			return nil
		}
		if r.Kind(k) != lex.Word && r.Kind(k) != lex.String {
			continue
		}
		n := jsNamed{name: r.label(k), as: r.label(k), at: k}
		if r.word(k+1, end) == "as" && k+2 < end {
			n.as = r.label(k + 2)
			k += 2
		}
		out = append(out, n)
	}
	return out
}

// label is the name that token k is: a word, without the mark of private ones, or a string.
func (r *cursor) label(k int) string {
	if r.Kind(k) == lex.String {
		return r.Text(k).Value
	}
	return strings.TrimPrefix(r.str(k), "#")
}

func (r jsReader) jsImport(i, to int) int {
	k := i + 1
	next := r.word(k+1, to)
	if r.word(k, to) == "type" && (next != "" && next != "from" || r.opens(k+1, to, lex.Brace) || r.op(k+1, to) == "*") {
		k++
	}
	if r.Kind(k) == lex.String && k < to {
		r.imported(r.Text(k).Value, "", "", k)
		return k + 1
	}
	var names []jsNamed
	if w := r.word(k, to); w != "" {
		if r.op(k+1, to) == "=" {
			return r.variables(k, to) // import x = require("x")
		}
		names = append(names, jsNamed{name: "default", as: w, at: k})
		k = r.past(k+1, to, ",")
	}
	switch {
	case r.op(k, to) == "*" && r.word(k+1, to) == "as":
		names = append(names, jsNamed{name: "", as: r.word(k+2, to), at: k + 2})
		k += 3
	case r.opens(k, to, lex.Brace):
		names = append(names, r.names(k)...)
		k = r.Pair(k) + 1
	}
	from := r.from(k, to)
	if from == "" {
		return i // import(...) and import.meta are values
	}
	for _, n := range names {
		r.imported(from, n.name, n.as, n.at)
	}
	k += 2
	if w := r.word(k, to); (w == "with" || w == "assert") && r.opens(k+1, to, lex.Brace) {
		k = r.Pair(k+1) + 1
	}
	return k
}

// from returns the module after the word "from" at k, or "".
func (r jsReader) from(k, to int) string {
	if r.word(k, to) == "from" && r.Kind(k+1) == lex.String && k+1 < to {
		return r.Text(k + 1).Value
	}
	return ""
}

// export reads an export: what is brought from elsewhere is an Import, and what has another name outside is bound to that
// name too; the name of a default is "default".
func (r jsReader) export(i, to int) int {
	k := i + 1
	if r.word(k, to) == "type" && (r.opens(k+1, to, lex.Brace) || r.op(k+1, to) == "*") {
		k++
	}
	switch {
	case r.op(k, to) == "*":
		name, as, at := "*", "", k+1
		if r.word(at, to) == "as" && at+1 < to {
			name, as = "", r.label(at+1)
			at += 2
		}
		if f := r.from(at, to); f != "" {
			r.imported(f, name, as, k)
			return at + 2
		}
		return k + 1
	case r.opens(k, to, lex.Brace):
		end := r.Pair(k) + 1
		f := r.from(end, to)
		for _, n := range r.names(k) {
			switch {
			case f != "":
				r.imported(f, n.name, n.as, n.at)
			case n.as != n.name:
				r.bind(n.as, r.Span(n.at, n.at+1), r.ref(n.name, n.at))
			}
		}
		if f != "" {
			end += 2
		}
		return end
	case r.op(k, to) == "=", r.word(k, to) == "default":
		return r.jsDefault(k, k+1, to)
	}
	return r.keep(k)
}

// jsDefault reads the value at i of export default, a word at.
func (r jsReader) jsDefault(at, i, to int) int {
	k := i
	for r.word(k, to) == "async" && r.word(k+1, to) == "function" || r.word(k, to) == "abstract" {
		k++
	}
	switch r.word(k, to) {
	case "function":
		name := r.past(k+1, to, "*")
		end := r.jsFunction(k, to)
		if w := r.word(name, to); w != "" && end > k {
			r.bind("default", r.Span(at, at+1), r.ref(w, name))
		}
		return max(end, k+1)
	case "class":
		c, end := r.jsClass(k, to, "default")
		if c.Name != "default" {
			r.bind("default", r.Span(at, at+1), r.ref(c.Name, k+1))
		}
		return end
	case "interface":
		return r.keep(k)
	}
	doc := r.takeDoc()
	v, end := r.value(i, to)
	r.bind("default", r.Span(at, at+1), v).Doc = doc
	return max(end, i)
}
