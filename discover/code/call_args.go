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
			c.positional(a, i)
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

// positional takes an argument without a name.
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
	case syntax.Object:
		c.object(v)
	case syntax.List:
		for _, item := range v.Items {
			if item.Kind == syntax.Call {
				c.option(item)
			}
		}
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
	default:
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
		if d.Kind == syntax.Call && c.r.schemaCall(d, 0) != nil {
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
	if contains(v.Name, "schema") || contains(v.Name, "propertylist") || contains(v.Name, "inputobject") {
		if s := r.schema(v, 0); s != nil && en.schema == nil {
			en.schema = s
			return
		}
		if en.schema == nil {
			props := object(v.Span)
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
				en.schema = object(v.Span)
				en.schema.put("properties", props)
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
	if t := r.eval(v); t.known() {
		c.text(v)
		return
	}
	if c.texts == 1 && en.name != nil && len(en.descs) == 0 && !en.given && i+1 < len(c.e.Args) && (descriptive(v.Name) || textFuncs[strings.ToLower(v.Name)] == fileText) {
		c.given(v)
	}
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

// refArg takes an argument that is a name.
func (c *callArgs) refArg(a *syntax.Arg, i int) {
	r, en, v := c.r, c.en, a.Value
	list := false
	for _, x := range r.deref(v) {
		list = list || x.Kind == syntax.List
	}
	if t := r.eval(v); t.known() && !list {
		if len(r.functions(v)) == 0 {
			c.text(v)
			return
		}
	}
	list = false
	for _, x := range r.deref(v) {
		switch {
		case x.Kind == syntax.Object && !list:
			c.object(x)
			return
		case x.Kind == syntax.List:
			list = true
			for _, item := range x.Items {
				if item.Kind == syntax.Call {
					c.option(item)
				}
			}
		case x.Kind == syntax.Call && x.Name == "append":
			list = true
			for _, item := range positional(x) {
				if item.Kind == syntax.Call {
					c.option(item)
				}
			}
		case x.Kind == syntax.Call && x != v:
			if s := r.schemaCall(x, 0); s != nil {
				if en.schema == nil {
					en.schema = s
				}
				return
			}
		}
	}
	if list {
		return
	}
	if fs := r.functions(v); len(fs) > 0 {
		c.handler = true
		if r.u.Lang == lex.Python && len(en.descs) == 0 {
			r.handlerOf(en, v)
		} else if r.u.Lang == lex.Go && en.schema == nil {
			en.schema = r.paramSchema(fs[0])
		}
		return
	}
	if v.Kind != syntax.Ref || r.lookup(v.Scope, head(v.Name)).param != nil {
		if v.Kind == syntax.Ref && (contains(last(v.Name), "name") || descriptive(last(v.Name))) {
			c.loose(v, i)
		}
		return
	}
	if r.u.Lang == lex.Python && i == 0 && len(c.e.Args) <= 3 && !contains(last(v.Name), "name") && adds(c.e.Name) {
		// add_tool(function of another file)
		if !r.lookup(v.Scope, head(v.Name)).any() || strings.Contains(v.Name, ".") {
			c.handler = r.handlerOf(en, v)
			return
		}
	}
	c.loose(v, i)
}

// adds reports whether a function takes another to make a tool of it.
func adds(name string) bool {
	switch key(name) {
	case "addtool", "fromfunction", "tool", "registertool", "functiontool", "fromdefaults":
		return true
	}
	return false
}

// loose takes a name whose value is not known by what it says and where it stands.
func (c *callArgs) loose(v *syntax.Expr, i int) {
	r, en := c.r, c.en
	name := last(v.Name)
	switch {
	case schematic(name) && !descriptive(name):
		if en.schema == nil && en.name != nil {
			en.schema = r.schema(v, 0)
		}
	case en.name == nil && contains(name, "name"):
		en.name, c.nameExpr = r.textDraft(v), v
		c.texts++
	case en.name != nil && len(en.descs) == 0 && !en.given && descriptive(name):
		c.given(v)
	case en.name == nil && i+1 < len(c.e.Args) && upper(name):
		en.name, c.nameExpr = r.textDraft(v), v
		c.texts++
	case en.name != nil && len(en.descs) == 0 && !en.given && upper(name) && i+1 < len(c.e.Args):
		c.given(v)
	}
}

// upper reports whether a name is written as constants are.
func upper(name string) bool {
	return len(name) > 2 && name == strings.ToUpper(name)
}

// option takes an argument that is a call of an option: WithDescription("..."), WithString("path", ...). It reports whether it is one.
func (c *callArgs) option(v *syntax.Expr) bool {
	r, en := c.r, c.en
	k := key(v.Name)
	if !strings.HasPrefix(k, "with") && k != "description" && k != "title" && k != "inputschema" {
		return false
	}
	args := positional(v)
	if len(args) == 0 {
		return true
	}
	switch {
	case strings.HasSuffix(k, "description") || k == "description":
		c.descExpr = args[0]
		r.fill(en, "description", args[0])
	case strings.HasSuffix(k, "title") || strings.HasSuffix(k, "titleannotation"):
		r.fill(en, "title", args[0])
	case strings.HasSuffix(k, "annotation") || strings.HasSuffix(k, "annotations"):
		if len(args) == 1 && args[0].Kind == syntax.Object {
			en.annotations = r.hints(args[0])
		}
	case strings.HasSuffix(k, "outputschema"):
		en.output = r.schema(args[0], 0)
	case strings.HasSuffix(k, "inputschema") || strings.HasSuffix(k, "schema"):
		r.fill(en, "inputSchema", args[0])
	case k == "withname":
		r.fill(en, "name", args[0])
	case len(args) >= 1 && k != "with":
		if v := r.eval(args[0]); v.known() && nameLike(v.alts[0].string()) {
			if en.schema == nil || en.schema.get("properties") == nil {
				en.schema = object(args[0].Span)
				en.schema.put("properties", object(args[0].Span))
			}
			r.parameter(&syntax.Expr{Kind: syntax.Call, Name: c.e.Name, Span: args[0].Span, Args: argsOf(args), Scope: args[0].Scope}, en.schema.get("properties"), 0)
		}
	}
	return true
}

func argsOf(es []*syntax.Expr) []syntax.Arg {
	out := make([]syntax.Arg, len(es))
	for i, e := range es {
		out[i].Value = e
	}
	return out
}

// hints makes the annotations of a tool, spelled as JSON does.
func (r *reader) hints(e *syntax.Expr) *draft {
	d := r.plain(e, 0)
	if d == nil {
		return nil
	}
	for i := range d.members {
		if n := d.members[i].name.Value; n != "" && isUpper(n[0]) {
			d.members[i].name = source.Text{Value: strings.ToLower(n[:1]) + n[1:]}
		}
	}
	return d
}
