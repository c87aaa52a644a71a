package code

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// callArgs reads the arguments of a call that registers something.
type callArgs struct {
	r  *reader
	en *entry
	e  *syntax.Expr
	// objects are those that the definition is made of.
	objects []*syntax.Expr
	// texts counts the arguments that are texts.
	texts              int
	handler            bool
	spec               bool
	nameExpr, descExpr *syntax.Expr
	// unknown is the first argument after the name, and before others, of which nothing is known.
	unknown *syntax.Expr
}

func (c *callArgs) read() {
	r, en := c.r, c.en
	args := c.e.Args
	for i := range args {
		a := &args[i]
		if a.Value == nil {
			continue
		}
		if a.Name != "" {
			switch key(a.Name) {
			case "name":
				c.nameExpr = a.Value
			case "description":
				c.descExpr = a.Value
			case "fn", "func", "function", "handler", "coroutine", "execute", "callback", "implementation":
				c.handler = true
				if len(en.descs) == 0 && r.u.Lang == lex.Python {
					sub := &entry{kind: en.kind}
					r.handlerOf(sub, a.Value)
					en.doc, en.wish = sub.doc, sub.wish
					if en.name == nil && c.e.Arg("name") == nil {
						en.name = sub.name
					}
					if en.schema == nil {
						en.schema = sub.schema
					}
				}
				continue
			}
			r.fill(en, a.Name, a.Value)
		}
	}
	for i := range args {
		if a := &args[i]; a.Name == "" && a.Value != nil {
			before := c.taken()
			c.positional(a, i)
			if c.unknown == nil && c.nameExpr != nil && i+1 < len(args) && !a.Spread && before == c.taken() && r.mayDescribe(a.Value) {
				c.unknown = a.Value
			}
		}
	}
	if en.kind == kindPrompt || en.kind == kindResource {
		for i := range args {
			if v := args[i].Value; v != nil && v.Kind == syntax.Lambda && v.Fn != nil {
				r.bodies(en, v.Fn.Returns)
			}
		}
	}
}

// taken tells what the arguments so far gave: it changes when one gives anything.
func (c *callArgs) taken() [4]any {
	return [4]any{c.en.schema, c.nameExpr, c.descExpr, c.handler}
}

// mayDescribe reports whether an argument whose value is not known may be a text.
func (r *reader) mayDescribe(v *syntax.Expr) bool {
	switch v.Kind {
	case syntax.Call:
		return !schematic(v.Name) && !v.New && r.callKind(v) == "" && !isOption(key(v.Name)) && r.schemaCall(v, 0) == nil
	case syntax.Ref:
		if name := last(v.Name); schematic(name) || contains(name, "handler") || contains(name, "callback") {
			return false
		}
		for _, x := range r.deref(v) {
			if x.Kind == syntax.Object || x.Kind == syntax.List || x.Kind == syntax.Lambda || x.Kind == syntax.Scalar {
				return false
			}
		}
		return len(r.functions(v)) == 0
	case syntax.Index, syntax.Other:
		return !schematic(v.Name)
	default:
		return false
	}
}

// undescribed takes the argument that stands where a description does as one, although it is not known.
func (c *callArgs) undescribed() {
	en := c.en
	if c.unknown == nil || en.given || len(en.descs) > 0 || en.doc != nil || en.wish != nil || c.spec || en.kind != kindTool && en.kind != kindPrompt {
		return
	}
	c.given(c.unknown)
}

func (c *callArgs) positional(a *syntax.Arg, i int) {
	r, en, v := c.r, c.en, a.Value
	switch v.Kind {
	case syntax.Literal, syntax.Concat, syntax.Choice:
		c.text(v)
	case syntax.Lambda:
		c.handler = true
		if v.Fn != nil && r.u.Lang == lex.Ruby {
			return
		}
		if en.schema == nil {
			en.schema = r.goInput(v, 0)
		}
	case syntax.Object:
		c.object(v)
	case syntax.List:
		c.options(v.Items)
		if en.schema == nil && en.name != nil {
			if s := r.schema(v, 0); s != nil && s.kind == source.Object {
				en.schema = s
			}
		}
	case syntax.Call:
		c.callArg(v, i)
	case syntax.Ref, syntax.Index:
		c.refArg(a, i)
	case syntax.Other:
		if t := r.eval(v); t.known() {
			c.text(v)
		}
	}
}

// text takes a text: a URI, the name, then the description.
func (c *callArgs) text(v *syntax.Expr) {
	r, en := c.r, c.en
	t := r.eval(v)
	if len(t.alts) == 0 || strings.TrimSpace(t.alts[0].string()) == "" {
		return
	}
	d := stringDraft(t, v.Span)
	s := t.alts[0].string()
	switch {
	case (en.kind == kindResource || en.kind == kindTemplate) && strings.Contains(s, "://") && en.uri == nil:
		en.uri = d
	case en.name == nil && c.texts == 0 && !sentence(s):
		en.name, c.nameExpr = d, v
		c.texts++
	case en.name == nil && c.texts == 0 && len(en.descs) == 0 && sentence(s):
		if len(t.alts) == 1 && !t.alts[0].whole() && len(s) < 80 {
			// A name that is put together at run time.
			en.name, c.nameExpr = d, v
		} else {
			en.descs, en.given = append(en.descs, d), true
			c.descExpr = v
		}
		c.texts++
	case len(en.descs) == 0 && !strings.HasPrefix(strings.TrimSpace(s), "{"):
		en.descs, en.given = append(en.descs, d), true
		c.descExpr = v
		c.texts++
	case en.schema == nil && strings.HasPrefix(strings.TrimSpace(s), "{"):
		en.schema = d
	}
}

// object takes an object: a whole definition, a schema, or hints.
func (c *callArgs) object(o *syntax.Expr) {
	r, en := c.r, c.en
	if isHints(o) {
		en.annotations = r.plain(o, 0)
		if t := o.Arg("title"); t != nil && en.title == nil {
			en.title = nil
		}
		return
	}
	if c.isSpec(o) {
		c.spec = true
		c.objects = append(c.objects, o)
		if v := r.memberOf(o, "name"); v != nil && c.nameExpr == nil {
			c.nameExpr = v
		}
		if v := r.memberOf(o, "description"); v != nil {
			c.descExpr = v
		}
		if r.hasHandler(o) {
			c.handler = true
		}
		r.fromObject(en, o)
		if en.kind == kindTool && r.memberOf(o, "messages") != nil && r.memberOf(o, "inputSchema") == nil {
			en.kind = kindPrompt
		}
		return
	}
	if en.schema == nil && en.name != nil && !r.hasHandler(o) {
		if s := r.schema(o, 0); s != nil && (isSchemaLiteral(o) || schemaFields(o)) {
			if en.kind == kindPrompt {
				en.args = s
			} else {
				en.schema = s
			}
			c.objects = append(c.objects, o)
		} else if len(o.Args) == 0 {
			en.schema = object(o.Span)
		}
	}
}

// isSpec reports whether an object is a definition, or most of one, rather than a schema.
func (c *callArgs) isSpec(o *syntax.Expr) bool {
	if kindOf(last(o.Name)) != "" {
		return true
	}
	if d := c.r.memberOf(o, "description"); d != nil {
		if d.Kind == syntax.Call && (fieldOfSchema(d) || c.r.schemaCall(d, 0) != nil) {
			return false
		}
		if d.Kind == syntax.Object {
			return false
		}
		return true
	}
	for _, k := range []string{"inputSchema", "parameters", "execute", "annotations", "title", "argsSchema", "handler", "input_schema"} {
		if v := c.r.memberOf(o, k); v != nil && (v.Kind != syntax.Call || k == "inputSchema" || k == "parameters" || k == "argsSchema") {
			return true
		}
	}
	return false
}

// schemaFields reports whether the values of an object are calls, names or schemas, as those of a schema are.
func schemaFields(o *syntax.Expr) bool {
	for i := range o.Args {
		switch v := o.Args[i].Value; {
		case v == nil || v.Kind == syntax.Literal || v.Kind == syntax.Lambda || v.Kind == syntax.Scalar:
			return false
		case v.Kind == syntax.Object && !isSchemaLiteral(v):
			return false
		}
	}
	return len(o.Args) > 0
}

// isHints reports whether an object holds the annotations of a tool.
func isHints(o *syntax.Expr) bool {
	hint := false
	for i := range o.Args {
		switch key(o.Args[i].Name) {
		case "readonlyhint", "destructivehint", "idempotenthint", "openworldhint":
			hint = true
		case "title":
		default:
			return false
		}
	}
	return hint
}

// callArg takes an argument that is a call: an option, a schema, a text that is put together.
func (c *callArgs) callArg(v *syntax.Expr, i int) {
	r, en := c.r, c.en
	if s := r.goInput(v, 0); s != nil {
		c.handler = true
		if en.schema == nil {
			en.schema = s
		}
		return
	}
	if c.option(v) {
		return
	}
	if transparent[v.Name] && len(v.Args) > 0 && v.Args[0].Value != nil && v.Args[0].Value.Kind == syntax.Object {
		c.object(v.Args[0].Value)
		return
	}
	if s := r.schemaCall(v, 0); s != nil {
		if en.schema == nil {
			en.schema = s
		}
		return
	}
	if contains(v.Name, "schema") || contains(v.Name, "propertylist") || contains(v.Name, "inputobject") || v.Name == "Input" && r.u.Lang == lex.Kotlin {
		if s := r.schema(v, 0); s != nil && en.schema == nil {
			en.schema = s
			return
		}
		if en.schema == nil {
			d, props := schemaDraft(v.Span)
			for _, x := range positional(v) {
				list := []*syntax.Expr{x}
				if x.Kind == syntax.List {
					list = x.Items
				}
				for _, item := range list {
					r.parameter(item, props, 0)
				}
			}
			if len(props.members) > 0 {
				en.schema = d
			}
		}
		return
	}
	if key(v.Name) == "resourcetemplate" {
		for i := range v.Args {
			if x := v.Args[i].Value; x != nil && x.Kind != syntax.Object && x.Kind != syntax.Lambda {
				c.text(x)
			}
		}
		return
	}
	if r.callKind(v) != "" && textFuncs[strings.ToLower(v.Name)] == 0 {
		return // a definition of its own
	}
	if o := r.objectOf(v); o != nil && o != v {
		c.object(o)
		return
	}
	if p := v.Positional(0); p != nil && p.Kind == syntax.Object && en.schema == nil && en.name != nil && r.described(p) {
		// A function that adds to a schema: withSession({path: z.string().describe("...")}).
		en.schema = r.schema(p, 0)
		return
	}
	if t := r.eval(v); t.known() {
		c.text(v)
		return
	}
	if c.texts == 1 && en.name != nil && len(en.descs) == 0 && !en.given && i+1 < len(c.e.Args) && (descriptive(v.Name) || textFuncs[strings.ToLower(v.Name)] == fileText) {
		c.given(v)
	}
}

// described reports whether a member of an object is a chain of a schema library.
func (r *reader) described(o *syntax.Expr) bool {
	for i := range o.Args {
		if v := o.Args[i].Value; v != nil && v.Kind == syntax.Call && r.schemaCall(v, 0) != nil {
			return true
		}
	}
	return false
}

// given takes an argument as the description although its text is not known.
func (c *callArgs) given(v *syntax.Expr) {
	c.en.given = true
	c.descExpr = v
	if d := c.r.textDraft(v); d != nil {
		c.en.descs = append(c.en.descs, d)
	}
}

// descriptive reports whether a name says that it holds a description.
func descriptive(name string) bool {
	return contains(name, "desc") || contains(name, "text") || contains(name, "doc") || contains(name, "help") || contains(name, "summary") || contains(name, "prompt") || contains(name, "instruction")
}

// schematic reports whether a name says that it holds a schema.
func schematic(name string) bool {
	return contains(name, "schema") || contains(name, "shape") || contains(name, "param") || contains(name, "args") || contains(name, "input")
}
