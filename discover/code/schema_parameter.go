package code

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/syntax"
)

// parameterList makes the schema of a list of parameters that are objects or calls with a name each.
func (r *reader) parameterList(e *syntax.Expr, depth int) *draft {
	d, props := schemaDraft(e.Span)
	for _, item := range e.Items {
		for _, x := range r.deref(item) {
			r.parameter(x, props, depth)
		}
	}
	if len(props.members) == 0 {
		return nil
	}
	return d
}

// parameter adds a parameter that is an object or a call with a name: {name: "path", description: "..."}, Property("path", ...),
// WithString("path", Description("...")).
func (r *reader) parameter(x *syntax.Expr, props *draft, depth int) {
	if r.full(len(props.members)) || r.deep(depth) {
		return
	}
	var nameExpr *syntax.Expr
	var args []*syntax.Expr
	switch x.Kind {
	case syntax.Object:
		nameExpr = r.memberOf(x, "name")
	case syntax.Call:
		args = positional(x)
		if nameExpr = x.Arg("name"); nameExpr == nil && len(args) > 0 {
			nameExpr, args = args[0], args[1:]
		}
	default:
		return
	}
	if nameExpr == nil {
		return
	}
	v := r.eval(nameExpr)
	if len(v.alts) == 0 || !v.alts[0].known() || sentence(v.alts[0].flat()) {
		return
	}
	p := object(x.Span)
	if x.Kind == syntax.Object {
		for i := range x.Args {
			if a := &x.Args[i]; key(a.Name) != "name" {
				switch key(a.Name) {
				case "description", "desc":
					p.set("description", r.textDraft(a.Value))
				case "title", "default", "enum":
					p.set(key(a.Name), r.plain(a.Value, depth+1))
				case "schema":
					p.merge(r.schema(a.Value, depth+1))
				}
			}
		}
	} else {
		r.named(x, p, depth)
		for _, a := range args {
			switch a.Kind {
			case syntax.Call:
				r.option(a, p, depth)
			case syntax.Object:
				p.merge(r.schema(a, depth+1))
			case syntax.Literal, syntax.Concat, syntax.Ref:
				if t := r.eval(a); t.known() && sentence(t.alts[0].flat()) {
					p.set("description", stringDraft(t, a.Span))
				}
			}
		}
	}
	r.setCode(p, x.Span, "", x)
	props.putAt(v, p)
}

// option adds what an option of a parameter says: mcp.Description("..."), mcp.Enum("a", "b"), mcp.DefaultString("x").
func (r *reader) option(c *syntax.Expr, p *draft, depth int) {
	args := positional(c)
	if len(args) == 0 {
		return
	}
	switch n := key(c.Name); {
	case strings.HasSuffix(n, "description") || n == "desc" || n == "describe":
		p.set("description", r.textDraft(args[0]))
	case n == "title":
		p.set("title", r.textDraft(args[0]))
	case strings.HasPrefix(n, "default"):
		p.set("default", r.plain(args[0], depth+1))
	case strings.HasSuffix(n, "enum"):
		r.enumOf(args, p, depth)
	case n == "pattern":
		p.set("pattern", r.textDraft(args[0]))
	case n == "items" || n == "properties":
		p.set(n, r.plain(args[0], depth+1))
	}
}
