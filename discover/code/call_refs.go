package code

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// refArg takes an argument that is a name.
func (c *callArgs) refArg(a *syntax.Arg, i int) {
	r, en, v := c.r, c.en, a.Value
	xs := r.deref(v)
	list := slices.ContainsFunc(xs, func(x *syntax.Expr) bool { return x.Kind == syntax.List })
	if t := r.eval(v); t.known() && !list && len(r.functions(v)) == 0 {
		c.text(v)
		return
	}
	list = false
	for _, x := range xs {
		switch {
		case x.Kind == syntax.Object && !list:
			c.object(x)
			return
		case x.Kind == syntax.List:
			list = true
			c.options(x.Items)
		case x.Kind == syntax.Call && x.Name == "append":
			list = true
			c.options(positional(x))
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
			if en.schema = r.goInput(v, 0); en.schema == nil {
				en.schema = r.paramSchema(fs[0])
			}
		}
		return
	}
	if s := r.goElsewhere(v); s != nil && i >= 2 && i == len(c.e.Args)-1 && en.schema == nil && adds(c.e.Name) {
		c.handler, en.schema = true, s
		return
	}
	if v.Kind != syntax.Ref || r.lookup(v.Scope, head(v.Name)).param != nil {
		if v.Kind == syntax.Ref && (contains(last(v.Name), "name") || descriptive(last(v.Name))) {
			c.loose(v, i)
		}
		return
	}
	second := i == 1 && c.e.Args[0].Value != nil && c.e.Args[0].Value.Kind == syntax.Ref && serverLike(last(c.e.Args[0].Value.Name))
	if r.u.Lang == lex.Python && (i == 0 && adds(c.e.Name) || second) && len(c.e.Args) <= 3 && !contains(last(v.Name), "name") {
		// add_tool(function of another file)
		if !r.lookup(v.Scope, head(v.Name)).any() || strings.Contains(v.Name, ".") {
			c.handler = r.handlerOf(en, v)
			return
		}
	}
	c.loose(v, i)
}

var addsNames = wordset.Of("addtool fromfunction tool registertool functiontool fromdefaults")

// adds reports whether a function takes another to make a tool of it.
func adds(name string) bool { return addsNames[key(name)] }

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

// isOption reports whether a function of that name makes an option.
func isOption(k string) bool {
	return strings.HasPrefix(k, "with") || k == "description" || k == "title" || k == "inputschema"
}

func (c *callArgs) options(items []*syntax.Expr) {
	for _, item := range items {
		if item.Kind == syntax.Call {
			c.option(item)
		}
	}
}

// option takes an argument that is a call of an option: WithDescription("..."), WithString("path", ...). It reports whether it is one.
func (c *callArgs) option(v *syntax.Expr) bool {
	r, en := c.r, c.en
	k := key(v.Name)
	if !isOption(k) {
		return false
	}
	args := positional(v)
	if len(args) == 0 {
		return true
	}
	if args[0].Kind == syntax.Object && r.described(args[0]) {
		return false // a function that adds to a schema
	}
	if r.u.Lang == lex.Go && slices.ContainsFunc(args, r.goHandles) {
		return false // a function around the handler
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
			r.parameter(&syntax.Expr{Kind: syntax.Call, Name: c.e.Name, Span: args[0].Span, Args: argsOf(args), Scope: args[0].Scope}, en.properties(args[0].Span), 0)
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

// accepted reports whether what the arguments hold is a definition.
func (c *callArgs) accepted() bool {
	r, en := c.r, c.en
	k := key(strings.TrimSuffix(c.e.Name, "!"))
	exact := k == "tool" || k == "prompt" || k == "resource" || strings.HasPrefix(k, "register") || strings.HasPrefix(k, "add") || strings.HasPrefix(k, "define") ||
		strings.HasPrefix(k, "new") || strings.HasPrefix(k, "create") || strings.HasPrefix(k, "must") || generic[c.e.Name] || c.e.New || strings.HasSuffix(k, "tool")
	named := en.name != nil && c.goodName()
	switch en.kind {
	case kindPrompt:
		switch {
		case c.spec && named && (en.given || len(en.texts) > 0):
		case named && en.given && (c.handler || en.args != nil || c.e.New || isUpper(c.e.Name[0])):
		case named && c.handler && exact && c.e.Recv != nil:
		default:
			return false
		}
		return true
	case kindResource:
		return en.uri != nil && (named || en.given) && (c.handler || en.given || c.spec)
	}
	described := en.described() || en.given && (named || c.handler)
	switch {
	case described && named:
		if c.texts == 2 && !c.spec && !c.handler && en.schema == nil && !exact {
			return sentence(en.descs[0].value.firstString())
		}
		return true
	case described && c.spec:
		return en.schema != nil || c.handler || r.contextName(c.e) != nil && exact
	case described && c.handler && en.name == nil:
		return r.typeArgument(c.e) != nil
	case en.doc != nil || en.wish != nil:
		return exact || generic[c.e.Name]
	case named && exact && (c.handler || en.schema != nil) && (c.texts == 1 || c.spec):
		return true
	}
	return false
}

func (v value) firstString() string {
	if len(v.alts) == 0 {
		return ""
	}
	return v.alts[0].string()
}

// goodName reports whether the name can be one.
func (c *callArgs) goodName() bool {
	v := c.en.name.value
	if len(v.alts) == 0 {
		return false
	}
	if v.wished() || !v.known() {
		return true
	}
	s := v.alts[0].string()
	if nameLike(s) {
		return true
	}
	// A name with spaces in it takes more to be one.
	return c.nameExpr != nil && len(s) <= 128 && (c.spec || c.e.Arg("name") != nil) && (c.en.schema != nil || c.handler || strings.EqualFold(c.e.Name, "tool"))
}
