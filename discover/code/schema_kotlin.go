package code

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// kotlinJSON makes the value that Kotlin's builders of JSON make: buildJsonObject { put("type", "string") }, JsonPrimitive("x"). It
// returns nil for other calls.
func (r *reader) kotlinJSON(e *syntax.Expr, depth int) *draft {
	if r.u.Lang != lex.Kotlin || e.Recv != nil || r.deep(depth) || !r.spend(2) {
		return nil
	}
	args := positional(e)
	if len(args) == 0 {
		return nil
	}
	end := args[len(args)-1]
	switch e.Name {
	case "JsonPrimitive", "JsonObject", "JsonArray":
		return r.plain(args[0], depth+1)
	case "buildJsonObject", "putJsonObject", "addJsonObject":
		d := object(e.Span)
		for _, c := range r.built(end) {
			r.kotlinPut(c, d, depth+1)
		}
		return d
	case "buildJsonArray", "putJsonArray", "addJsonArray":
		d := &draft{kind: source.Array, span: e.Span}
		for _, c := range r.built(end) {
			if len(c.Args) == 0 || r.full(len(d.items)) {
				continue
			}
			switch c.Name {
			case "add":
				if v := r.plain(first(c), depth+1); v != nil {
					d.items = append(d.items, v)
				}
			case "addJsonObject", "addJsonArray":
				if v := r.kotlinJSON(c, depth+1); v != nil {
					d.items = append(d.items, v)
				}
			}
		}
		return d
	}
	return nil
}

// built lists the calls that a block makes itself.
func (r *reader) built(block *syntax.Expr) []*syntax.Expr {
	if block.Kind != syntax.Lambda || block.Fn == nil || block.Fn.Scope == nil {
		return nil
	}
	return r.inScope[block.Fn.Scope]
}

// kotlinPut adds the member that a call in a builder of an object puts into it.
func (r *reader) kotlinPut(c *syntax.Expr, d *draft, depth int) {
	args := positional(c)
	if len(args) < 2 || c.Recv != nil || r.full(len(d.members)) {
		return
	}
	var v *draft
	switch c.Name {
	case "put":
		v = r.plain(args[1], depth)
	case "putJsonObject", "putJsonArray":
		v = r.kotlinJSON(c, depth)
	}
	d.putAt(r.eval(args[0]), v)
}

// typeSchema makes the input schema of the one type that a call is made with, mcpTool<SendRequest>("..."), or nil.
func (r *reader) typeSchema(e *syntax.Expr) *draft {
	if r.u.Lang != lex.Kotlin {
		return nil
	}
	n := r.typeArgument(e)
	if n == nil {
		return nil
	}
	name := n.value.firstString()
	if c := r.classNamed(e.Scope, name); c != nil {
		return r.classSchema(c, 1)
	}
	if name == "" || !isUpper(name[0]) {
		return nil
	}
	d, _ := schemaDraft(e.Span, r.wishFor(name, wishSchema))
	return d
}
