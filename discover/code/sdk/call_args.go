package sdk

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// callArgs reads the arguments of a call that registers something.
type callArgs struct {
	r  *calls
	en *entry
	e  *syntax.Expr
	// objects are those that the definition is made of.
	objects []*syntax.Expr
	// texts counts the arguments that are texts.
	texts              int
	handler            bool
	spec               bool
	nameExpr, descExpr *syntax.Expr
	// first is the first text, when it may describe a tool or name it; firstExpr is its expression.
	first     *schema.Draft
	firstExpr *syntax.Expr
	// unknown is the first argument after the name, and before others, of which nothing is known.
	unknown *syntax.Expr
}

func (c *callArgs) read() {
	r, en := c.r, c.en
	args := c.e.Args
	for i := range args {
		switch a := &args[i]; {
		case a.Name != "":
			c.argument(a.Name, a.Value)
		case a.Spread:
			for _, o := range r.Deref(a.Value) {
				for k := range o.Args {
					if x := &o.Args[k]; o.Kind == syntax.Object && x.Name != "" && r.Spend(1) {
						c.argument(x.Name, x.Value) // add_tool(run, **definition)
					}
				}
			}
		}
	}
	for i := range args {
		if a := &args[i]; a.Name == "" && a.Value != nil {
			if l := r.Deref(a.Value); a.Spread && len(l) == 1 && l[0].Kind == syntax.List {
				for k, item := range l[0].Items {
					if r.Spend(1) {
						c.positional(item, i+k) // tool(...args)
					}
				}
				continue
			}
			before := c.taken()
			c.positional(a.Value, i)
			if c.unknown == nil && c.nameExpr != nil && i+1 < len(args) && !a.Spread && before == c.taken() && r.mayDescribe(a.Value) {
				c.unknown = a.Value
			}
		}
	}
	c.nameFirst()
	if en.Kind == kindPrompt || en.Kind == kindResource {
		for _, v := range syntax.Values(c.e.Args) {
			if v.Kind == syntax.Lambda && v.Fn != nil {
				r.bodies(en, v.Fn.Returns)
			}
		}
	}
}

// nameFirst takes the text that came first for the name of a tool, with spaces in it, where another one describes the tool.
func (c *callArgs) nameFirst() {
	if en := c.en; c.first != nil && en.Kind == KindTool && en.name == nil && len(en.descs) > 1 && en.descs[0] == c.first {
		en.name, c.nameExpr, en.descs = c.first, c.firstExpr, en.descs[1:]
	}
}

// argument takes an argument by its name.
func (c *callArgs) argument(name string, v *syntax.Expr) {
	switch ident.Key(name) {
	case "name":
		c.nameExpr = v
	case "description":
		c.descExpr = v
	case "fn", "func", "function", "handler", "coroutine", "execute", "callback", "implementation":
		c.named(v)
		return
	}
	c.r.fill(c.en, name, v)
}

func (c *callArgs) named(fn *syntax.Expr) {
	en := c.en
	if fn == nil {
		return
	}
	c.handler = true
	if !c.r.quirks.functions {
		return
	}
	sub := newEntry(en.Kind, "", c.e.Span)
	c.r.handlerOf(sub, fn)
	if len(en.descs) == 0 {
		en.doc, en.Reference = sub.doc, sub.Reference
	}
	if en.name == nil && c.e.Arg("name") == nil {
		en.name = sub.name
	}
	en.addSchema(sub.schema)
}

// taken returns what the arguments have set so far; it changes when one sets anything.
func (c *callArgs) taken() [4]any {
	return [4]any{c.en.schema, c.nameExpr, c.descExpr, c.handler}
}

func (r *calls) mayDescribe(v *syntax.Expr) bool {
	switch v.Kind {
	case syntax.Call:
		return !ident.Schematic(v.Name) && !v.New && r.CallKind(v) == "" && !isOption(ident.Key(v.Name)) && r.SchemaCall(v, 0) == nil
	case syntax.Ref:
		return !ident.Schematic(ident.Last(v.Name)) && !ident.Contains(ident.Last(v.Name), "handler", "callback") && len(r.FunctionsOf(v)) == 0 &&
			!slices.ContainsFunc(r.Deref(v), func(x *syntax.Expr) bool {
				return x.Kind == syntax.Object || x.Kind == syntax.List || x.Kind == syntax.Lambda || x.Kind == syntax.Scalar
			})
	}
	return (v.Kind == syntax.Index || v.Kind == syntax.Other) && !ident.Schematic(v.Name)
}

func (c *callArgs) positional(v *syntax.Expr, i int) {
	r, en := c.r, c.en
	switch v.Kind {
	case syntax.Literal, syntax.Concat, syntax.Choice:
		c.text(v)
	case syntax.Lambda:
		c.handler = true
		en.addSchema(r.GoInput(v, 0))
	case syntax.Object:
		c.object(v)
	case syntax.List:
		c.options(v.Items)
		if s := r.Schema(v, 0); en.name != nil && s != nil && s.Kind == source.Object {
			en.addSchema(s)
		}
	case syntax.Call:
		c.call(v, i)
	case syntax.Ref, syntax.Index:
		c.ref(v, i)
	case syntax.Other:
		if r.Eval(v).Known() {
			c.text(v)
		}
	}
}

func (c *callArgs) text(v *syntax.Expr) {
	en := c.en
	t := c.r.Eval(v)
	s := strings.TrimSpace(t.FirstString())
	if s == "" {
		return
	}
	json := strings.HasPrefix(s, "{")
	begins := en.name == nil && c.texts == 0
	// A name may be put together at run time.
	name := !ident.Sentence(t.FirstString()) || len(en.descs) == 0 && len(t.Alts) == 1 && !t.Alts[0].Whole() && len(t.FirstString()) < 80
	switch d := schema.String(t, v.Span); {
	case (en.Kind == kindResource || en.Kind == kindTemplate) && strings.Contains(s, "://") && en.uri == nil:
		en.uri = d
	case begins && name:
		en.name, c.nameExpr = d, v
		c.texts++
	case len(en.descs) == 1 && en.descs[0] == c.first && en.name == nil && en.Kind == KindTool && !json:
		en.descs, c.descExpr = append(en.descs, d), v
		c.nameFirst()
		c.texts++
	case len(en.descs) == 0 && (begins || !json):
		if begins {
			c.first, c.firstExpr = d, v
		}
		en.descs, en.given = append(en.descs, d), true
		c.descExpr = v
		c.texts++
	case json:
		en.addSchema(d)
	}
}

// object takes an object: a whole definition, a schema, or hints.
func (c *callArgs) object(o *syntax.Expr) {
	r, en := c.r, c.en
	switch {
	case isHints(o):
		en.annotations = r.Plain(o, 0)
	case c.isSpec(o):
		c.spec = true
		c.objects = append(c.objects, o)
		if c.nameExpr == nil {
			c.nameExpr = r.MemberOf(o, "name")
		}
		if v := r.MemberOf(o, "description"); v != nil {
			c.descExpr = v
		}
		c.handler = c.handler || r.hasHandler(o)
		r.fromObject(en, o)
		if en.Kind == KindTool && r.MemberOf(o, "messages") != nil && r.MemberOf(o, "inputSchema") == nil {
			en.Kind = kindPrompt
		}
	case en.schema != nil || en.name == nil || r.hasHandler(o):
	case len(o.Args) == 0:
		en.schema = schema.Object(o.Span)
	default:
		if s := r.Schema(o, 0); s != nil && (schema.IsLiteral(o) || schemaFields(o)) {
			if en.Kind == kindPrompt {
				en.args = s
			} else {
				en.schema = s
			}
			c.objects = append(c.objects, o)
		}
	}
}

// isSpec reports whether an object is a definition, or most of one, rather than a schema.
func (c *callArgs) isSpec(o *syntax.Expr) bool {
	if KindOf(ident.Last(o.Name)) != "" {
		return true
	}
	if d := c.r.MemberOf(o, "description"); d != nil {
		return d.Kind != syntax.Object && (d.Kind != syntax.Call || !schema.FieldOfSchema(d) && c.r.SchemaCall(d, 0) == nil)
	}
	return slices.ContainsFunc([]string{"inputSchema", "parameters", "argsSchema", "execute", "annotations", "title", "handler"}, func(k string) bool {
		v := c.r.MemberOf(o, k)
		return v != nil && (v.Kind != syntax.Call || k == "inputSchema" || k == "parameters" || k == "argsSchema")
	})
}

// schemaFields reports whether the values of an object are calls, names or schemas, as those of a schema are.
func schemaFields(o *syntax.Expr) bool {
	return len(o.Args) > 0 && !slices.ContainsFunc(o.Args, func(a syntax.Arg) bool {
		v := a.Value
		return v == nil || v.Kind == syntax.Literal || v.Kind == syntax.Lambda || v.Kind == syntax.Scalar || v.Kind == syntax.Object && !schema.IsLiteral(v)
	})
}

func isHints(o *syntax.Expr) bool {
	hint := false
	for i := range o.Args {
		switch ident.Key(o.Args[i].Name) {
		case "readonlyhint", "destructivehint", "idempotenthint", "openworldhint":
			hint = true
		case "title":
		default:
			return false
		}
	}
	return hint
}

// call takes an argument that is a call: an option, a schema, a text that is put together.
func (c *callArgs) call(v *syntax.Expr, i int) {
	r, en := c.r, c.en
	if s := r.GoInput(v, 0); s != nil {
		c.handler = true
		en.addSchema(s)
		return
	}
	if c.option(v) || c.importedHandler(v, i) {
		return
	}
	if v.Name == "new" && v.Recv != nil && static.Transparent[v.Recv.Name] && len(v.Args) == 1 {
		c.positional(v.Args[0].Value, i) // Arc::new(schema())
		return
	}
	if (v.Name == "make_unique" || v.Name == "make_shared") && adds(c.e.Name) {
		for n, x := range static.Positional(v) {
			c.positional(x, n)
		}
		return
	}
	if static.Transparent[v.Name] && len(v.Args) > 0 && v.Args[0].Value != nil && v.Args[0].Value.Kind == syntax.Object {
		c.object(v.Args[0].Value)
		return
	}
	if en.addSchema(r.SchemaCall(v, 0)) {
		return
	}
	if ident.Contains(v.Name, "schema", "propertylist", "inputobject") || v.Name == "Input" {
		if en.addSchema(r.Schema(v, 0)); en.schema != nil {
			return
		}
		d, props := schema.Referring(v.Span)
		for _, x := range static.Positional(v) {
			list := []*syntax.Expr{x}
			if x.Kind == syntax.List {
				list = x.Items
			}
			for _, item := range list {
				r.Parameter(item, props, 0)
			}
		}
		if len(props.Members) > 0 {
			en.schema = d
		}
		return
	}
	if ident.Key(v.Name) == "resourcetemplate" {
		for _, x := range syntax.Values(v.Args) {
			if x.Kind != syntax.Object && x.Kind != syntax.Lambda {
				c.text(x)
			}
		}
		return
	}
	if r.CallKind(v) != "" && static.TextFuncs[strings.ToLower(v.Name)] == 0 {
		return // a definition of its own
	}
	if o := r.objectOf(v); o != nil && o != v {
		c.object(o)
	} else if p := v.Positional(0); p != nil && p.Kind == syntax.Object && en.schema == nil && en.name != nil && r.described(p) {
		// A function that adds to a schema: withSession({path: z.string().describe("...")}).
		en.schema = r.Schema(p, 0)
	} else if r.Eval(v).Known() {
		c.text(v)
	} else if c.texts == 1 && c.mayBeGiven(i) && (ident.Descriptive(v.Name) || static.TextFuncs[strings.ToLower(v.Name)] == static.FileText) {
		c.given(v)
	}
}

func (r *calls) described(o *syntax.Expr) bool {
	return slices.ContainsFunc(syntax.Values(o.Args), func(v *syntax.Expr) bool { return v.Kind == syntax.Call && r.SchemaCall(v, 0) != nil })
}

// mayBeGiven reports whether the i-th argument, which is not the last, may be the description.
func (c *callArgs) mayBeGiven(i int) bool {
	return c.en.name != nil && len(c.en.descs) == 0 && !c.en.given && i+1 < len(c.e.Args)
}

// given takes an argument as the description although its text is not known.
func (c *callArgs) given(v *syntax.Expr) {
	c.en.given = true
	c.descExpr = v
	if d := c.r.TextDraft(v); d != nil {
		c.en.descs = append(c.en.descs, d)
	}
}
