package sdk

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

func (c *callArgs) ref(v *syntax.Expr, i int) {
	r, en := c.r, c.en
	xs, fs := r.Deref(v), r.FunctionsOf(v)
	if len(xs) > 0 && !slices.ContainsFunc(xs, func(x *syntax.Expr) bool { return x.Kind != syntax.Scalar }) {
		return // a number is not text
	}
	list := slices.ContainsFunc(xs, func(x *syntax.Expr) bool { return x.Kind == syntax.List })
	if !list && len(fs) == 0 && r.Eval(v).Known() {
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
			c.options(static.Positional(x))
		case x.Kind == syntax.Call && x != v && en.addSchema(r.SchemaCall(x, 0)):
			return
		}
	}
	if list {
		return
	}
	if len(fs) == 0 {
		fs = r.GoFunctions(v)
	}
	if len(fs) > 0 {
		c.handler = true
		if r.quirks.functions && len(en.descs) == 0 {
			r.handlerOf(en, v)
		} else if r.quirks.functions {
			c.named(v)
		} else if r.quirks.typedHandlers && !en.addSchema(r.GoInput(v, 0)) {
			en.addSchema(r.ParamSchema(fs[0]))
		}
		return
	}
	if c.importedHandler(v, i) {
		return
	}
	if v.Kind != syntax.Ref {
		return
	}
	if c.importedDefinition(v, i) {
		return
	}
	name, n, to := ident.Last(v.Name), r.Lookup(v.Scope, ident.Head(v.Name)), c.e.Args[0].Value
	second := i == 1 && to != nil && to.Kind == syntax.Ref && ServerLike(ident.Last(to.Name))
	switch {
	case n.Param != nil && !ident.Contains(name, "name") && !ident.Descriptive(name):
	case n.Param == nil && r.quirks.functions && (i == 0 && adds(c.e.Name) || second) && len(c.e.Args) <= 3 && !ident.Contains(name, "name") &&
		(!n.Any() || strings.Contains(v.Name, ".")):
		c.handler = r.handlerOf(en, v) // add_tool(function of another file)
	default:
		c.byName(v, i)
	}
}

// importedDefinition takes an object of another file that is registered under a name: registerTool("read", readDefinition, handler).
func (c *callArgs) importedDefinition(v *syntax.Expr, i int) bool {
	r, en, name := c.r, c.en, ident.Last(v.Name)
	k := ident.Key(c.e.Name)
	if k != "registertool" && k != "registerprompt" || !r.quirks.definitions || i+2 != len(c.e.Args) || c.nameExpr == nil || en.given ||
		r.Imports[ident.Head(v.Name)].From == "" || r.Lookup(v.Scope, ident.Head(v.Name)).Any() || mayBeText(name) {
		return false
	}
	member := func(name string) *syntax.Expr {
		return &syntax.Expr{Kind: syntax.Ref, Name: v.Name + "." + name, NameSpan: v.NameSpan, Span: v.Span, Scope: v.Scope}
	}
	c.spec, en.DefinedIn = true, r.ReferenceTo(v.Name+".name", static.RefText)
	c.given(member("description"))
	en.title = r.TextDraft(member("title"))
	en.schema = schema.Object(v.Span)
	for _, k := range []string{"inputSchema", "argsSchema", "parameters"} {
		en.schema.AddReference(r.ReferenceTo(v.Name+"."+k, static.RefSchema))
	}
	return true
}

// mayBeText reports whether a name may be that of a text rather than of a definition.
func mayBeText(name string) bool {
	return !definitionWords[ident.LastWord(name)] && (allCaps(name) || slices.ContainsFunc(ident.Words(name), func(w string) bool { return textWords[w] }))
}

var (
	definitionWords = wordset.Of("definition def config spec options metadata meta tool info")
	textWords       = wordset.Of(`
		desc description descriptions text texts doc docs docstring help summary prompt prompts instruction instructions`)
)

// importedHandler takes an argument as the handler that another file has. It reports whether it is one.
func (c *callArgs) importedHandler(v *syntax.Expr, i int) bool {
	if i < 2 || i != len(c.e.Args)-1 || c.en.schema != nil || !adds(c.e.Name) {
		return false
	}
	s := c.r.GoImportedHandler(v)
	c.handler, c.en.schema = c.handler || s != nil, s
	return s != nil
}

// adds reports whether a function takes another to make a tool of it.
func adds(name string) bool { return addsNames[ident.Key(name)] }

// byName takes a name whose value is not known by its words and its position.
func (c *callArgs) byName(v *syntax.Expr, i int) {
	en, name := c.en, ident.Last(v.Name)
	constant := allCaps(name) && i+1 < len(c.e.Args)
	switch {
	case ident.Schematic(name) && !ident.Descriptive(name):
		if en.name != nil {
			en.addSchema(c.r.Schema(v, 0))
		}
	case en.name == nil && (ident.Contains(name, "name") || constant):
		en.name, c.nameExpr = c.r.TextDraft(v), v
		c.texts++
	case en.name != nil && len(en.descs) == 0 && !en.given && (ident.Descriptive(name) || constant):
		c.given(v)
	}
}

func allCaps(name string) bool {
	return len(name) > 2 && name == strings.ToUpper(name)
}

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
	r, en, k := c.r, c.en, ident.Key(v.Name)
	if !isOption(k) {
		return false
	}
	args := static.Positional(v)
	if len(args) == 0 {
		return true
	}
	if args[0].Kind == syntax.Object && r.described(args[0]) || r.quirks.typedHandlers && slices.ContainsFunc(args, r.GoHandles) {
		return false // a function that adds to a schema, or one around the handler
	}
	switch {
	case strings.HasSuffix(k, "description"):
		c.descExpr = args[0]
		r.fill(en, "description", args[0])
	case wordset.HasSuffix(k, "title", "titleannotation"):
		r.fill(en, "title", args[0])
	case wordset.HasSuffix(k, "annotation", "annotations"):
		if len(args) == 1 && args[0].Kind == syntax.Object {
			en.annotations = r.hints(args[0])
		}
	case strings.HasSuffix(k, "outputschema"):
		en.output = r.Schema(args[0], 0)
	case strings.HasSuffix(k, "schema"):
		r.fill(en, "inputSchema", args[0])
	case k == "withname":
		r.fill(en, "name", args[0])
	case k != "with":
		if v := r.Eval(args[0]); v.Known() && ident.NameLike(v.Alts[0].String()) {
			property := &syntax.Expr{Kind: syntax.Call, Name: c.e.Name, Span: args[0].Span, Scope: args[0].Scope}
			for _, a := range args {
				property.Args = append(property.Args, syntax.Arg{Value: a})
			}
			r.Parameter(property, en.properties(args[0].Span), 0)
		}
	}
	return true
}

// hints makes the annotations of a tool, boundCode as JSON does.
func (r *Reader) hints(e *syntax.Expr) *schema.Draft {
	d := r.Plain(e, 0)
	if d != nil && d.Kind == source.String && e.Kind == syntax.Call {
		// A function makes hints of what is a title: readOnly("List pots"). It changes nothing in it.
		d.Value = d.Value.Each(func(a static.Alt) static.Alt { a.Changed = false; return a })
	}
	for i := range d.All() {
		if n := d.Members[i].Name.Value; n != schema.LowerFirst(n) {
			d.Members[i].Name = source.Text{Value: schema.LowerFirst(n)}
		}
	}
	return d
}

// makes reports whether a call by its name makes or registers one thing.
func makes(e *syntax.Expr) bool {
	k := ident.Key(strings.TrimSuffix(e.Name, "!"))
	return k == "prompt" || k == "resource" || strings.HasSuffix(k, "tool") || schema.Generic[e.Name] || e.New ||
		slices.ContainsFunc([]string{"register", "add", "define", "new", "create", "must"}, func(begin string) bool { return strings.HasPrefix(k, begin) })
}

func (c *callArgs) accepted() bool {
	r, en := c.r, c.en
	exact := makes(c.e)
	named := en.name != nil && c.goodName()
	switch en.Kind {
	case kindPrompt:
		return named && (c.spec && (en.given || len(en.texts) > 0) || en.given && (c.handler || en.args != nil || c.e.New || ident.IsUpper(c.e.Name[0])) ||
			c.handler && exact && c.e.Recv != nil)
	case kindResource:
		return en.uri != nil && (named || en.given) && (c.handler || en.given || c.spec)
	}
	described := en.described() || en.given && (named || c.handler)
	switch {
	case described && named:
		return c.texts != 2 || c.spec || c.handler || en.schema != nil || exact || ident.Sentence(en.descs[0].Value.FirstString())
	case described && c.spec:
		return en.schema != nil || c.handler || r.contextName(c.e) != nil && exact
	case described && c.handler && en.name == nil:
		return r.TypeArgument(c.e) != nil
	case en.doc != nil || en.Reference != nil:
		return exact
	}
	return named && exact && (c.handler || en.schema != nil) && (c.texts == 1 || c.spec)
}

func (c *callArgs) goodName() bool {
	v := c.en.name.Value
	s := v.FirstString()
	switch {
	case len(v.Alts) == 0:
		return false
	case v.IsReference() || !v.Known() || s != "" && ident.LettersAnd(s, ident.NameSigns):
		return true
	}
	// A name with spaces in it takes more to be one.
	byName := strings.EqualFold(c.e.Name, "tool") || strings.EqualFold(c.e.Name, "newTool")
	return c.nameExpr != nil && (c.en.schema != nil || c.handler || byName) && (c.spec || c.e.Arg("name") != nil || c.en.Kind == KindTool && c.en.described())
}
