package sdk

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/internal/wordset"
)

func (r *calls) calls() {
	for _, e := range r.Unit.Calls {
		switch {
		case r.Claimed[e] || !r.Spend(1):
		case IsCurriedCall(e):
			r.applied(e)
		case outermost(e) && e.Recv != nil && r.chain(e):
		default:
			kind := r.CallKind(e)
			if kind == "" && r.helper(e) {
				kind = KindTool
			}
			if kind != "" {
				r.call(e, kind)
			}
		}
	}
}

// outermost reports whether no other call goes on from the result of e.
func outermost(e *syntax.Expr) bool {
	return e.Parent == nil || e.Parent.Recv != e || e.Parent.IsEach()
}

// CallKind returns the kind of definition that a call may make by its name, or "".
func (r *Reader) CallKind(e *syntax.Expr) string {
	name := strings.TrimSuffix(e.Name, "!")
	path := ""
	if e.Recv != nil {
		path = e.Recv.Name
	}
	if kind := r.ownKind(idioms, byCall, path, name, e.Scope); kind != "" {
		return kind
	}
	switch {
	case name == "" || schema.Generic[name] && e.Recv == nil:
		return ""
	case schema.Generic[name]:
		return kindBy(byReceiver, ident.Last(e.Recv.Name))
	}
	kind := kindBy(byCall, name)
	if kind != "" && e.Recv != nil && e.Recv.Kind == syntax.Ref && nonServerReceivers[strings.ToLower(ident.Last(e.Recv.Name))] &&
		(name != "Tool" || e.Arg("name") == nil || e.Arg("description") == nil) {
		return ""
	}
	return kind
}

// helper reports whether a call by its name is one of a tool that does something, issueUpdateTool(t, "update_title", "Update the
// title.", ...), and by its arguments makes it: literals for a name and, right after it, a sentence.
func (r *calls) helper(e *syntax.Expr) bool {
	if !ident.Contains(e.Name, "tool") {
		return false
	}
	ws := ident.Words(e.Name)
	if n := len(ws); n < 3 || ws[n-1] != "tool" || noRegistration[ws[0]] || len(e.Args) > 32 {
		return false
	}
	if kindBy(byHelper, e.Name) != KindTool {
		return false
	}
	args := static.Positional(e)
	for i := 1; i < len(args); i++ {
		a, b := args[i-1], args[i]
		if a.Kind == syntax.Literal && b.Kind == syntax.Literal && ident.NameLike(a.Text.Value) && ident.Sentence(b.Text.Value) {
			return true
		}
	}
	return false
}

// applied recognises tool(...)(function).
func (r *calls) applied(e *syntax.Expr) {
	inner := e.Recv
	kind := r.AttributeKind(inner)
	if kind == "" || !r.quirks.decorators || r.Claimed[inner] || len(e.Args) == 0 {
		return
	}
	en := newEntry(kind, "call", e.Span)
	en.made = []*syntax.Expr{inner}
	r.fromArgs(en, inner)
	if len(inner.Args) == 0 && r.registeredInLoop(e.Args[0].Value) {
		r.Claimed[inner] = true
	} else if r.handlerOf(en, e.Args[0].Value) || en.name != nil {
		r.Claimed[inner] = r.emit(en)
	}
}

// handlerOf reads the function that is passed. It reports whether e is, or may be, a function.
func (r *calls) handlerOf(en *entry, e *syntax.Expr) bool {
	fs := r.FunctionsOf(e)
	for _, f := range fs {
		r.finishFunc(en, f)
	}
	switch {
	case e == nil:
		return false
	case len(fs) > 0:
		return true
	case e.Kind == syntax.Call && len(e.Args) > 0 && (e.Recv == nil || IsCurriedCall(e)):
		// A function that wraps the one that counts: logged(f), logged("f")(f).
		return r.handlerOf(en, e.Args[0].Value)
	case e.Kind != syntax.Ref:
		return false
	}
	h, rest := ident.Split(e.Name)
	if fs := r.InstanceMethods(e); len(fs) == 1 {
		r.finishFunc(en, fs[0])
		return true
	}
	if en.name == nil {
		en.name = r.NameOf(e.Name, e.NameSpan)
	}
	w := r.ReferenceTo(e.Name, static.RefDoc)
	if len(en.descs) > 0 || w == nil {
		return true
	}
	if rest != "" && w.From == "" {
		// The class of the object, when it is made in the file; else the method alone must do.
		for _, b := range r.Lookup(e.Scope, h).Binds {
			if b.Value != nil && b.Value.Kind == syntax.Call && b.Value.Name != "" {
				if x := r.ReferenceTo(b.Value.Name+"."+rest, static.RefDoc); x != nil {
					w = x
				}
			}
		}
	}
	en.Reference = w
	return true
}

// call makes a definition of the arguments of a call, if they hold one.
func (r *calls) call(e *syntax.Expr, kind string) {
	en := newEntry(kind, "call", e.Span)
	c := callArgs{r: r, en: en, e: e}
	if kind == KindTool && adds(e.Name) && len(e.Args) > 0 && e.Args[0].Name == "" && r.registeredInLoop(e.Args[0].Value) {
		r.Claimed[e] = true
		return
	}
	if r.Instancer == nil && slices.ContainsFunc(e.Args, r.spreadsUnknown) {
		r.postponed = append(r.postponed, e)
		return
	}
	if r.quirks.typedHandlers && kind == KindTool {
		en.schema = r.TypeSchema(e)
	}
	c.read()
	if !c.accepted() {
		return
	}
	if c.unknown != nil && !en.given && len(en.descs) == 0 && en.doc == nil && en.Reference == nil && !c.spec && (kind == KindTool || kind == kindPrompt) {
		c.given(c.unknown) // it is where a description is
	}
	r.laterDescriptions(en, r.BindOf[e])
	if en.name == nil {
		en.name = r.contextName(e)
	}
	if en.name == nil {
		en.name = r.TypeArgument(e)
	}
	en.made = []*syntax.Expr{e}
	for _, o := range c.objects {
		r.Claimed[o] = true
		if c.isSpec(o) {
			en.made = append(en.made, o)
		}
	}
	if r.forwarded(c.nameExpr, c.descExpr, en) || !en.described() && r.eachDocumented(c.descExpr) {
		return
	}
	if en.schema == nil && en.Kind == KindTool {
		en.schema = r.TypeSchema(e)
	}
	r.Claimed[e] = r.emit(en)
}

// spreadsUnknown reports whether what is spread into a call may be what a loop takes.
func (r *calls) spreadsUnknown(a syntax.Arg) bool {
	return a.Spread && a.Value != nil && a.Value.Kind == syntax.Ref && len(r.Deref(a.Value)) == 0
}

// forwarded reports whether name and description are those of another definition, which is listed by itself, or whether a caller
// gives both anew.
func (r *calls) forwarded(name, desc *syntax.Expr, en *entry) bool {
	if desc == nil {
		return false
	}
	if desc.Kind == syntax.Ref && (en.name == nil || !en.name.Value.Known()) {
		if n := r.Lookup(desc.Scope, desc.Name); n.Param != nil && n.Param.Default == nil && len(n.Binds) == 0 {
			return true
		}
	}
	if name == nil || name.Kind != desc.Kind || slices.ContainsFunc(en.descs, func(d *schema.Draft) bool { return d.Value.Known() }) {
		return false
	}
	if name.Kind == syntax.Index && name.Recv != nil && desc.Recv != nil {
		return name.Recv.Kind == syntax.Ref && name.Recv.Name == desc.Recv.Name
	}
	at := strings.LastIndexByte(name.Name, '.')
	return name.Kind == syntax.Ref && at > 0 && at == strings.LastIndexByte(desc.Name, '.') && name.Name[:at] == desc.Name[:at]
}

// eachDocumented reports whether an expression is the documentation of the class around it, and others of the file are derived from
// it: it is read once for each then.
func (r *calls) eachDocumented(e *syntax.Expr) bool {
	if e == nil || e.Kind != syntax.Ref || !static.IsSelf[ident.Head(e.Name)] || !strings.HasSuffix(e.Name, ".__doc__") {
		return false
	}
	own := static.ClassAround(e.Scope)
	return own != nil && r.Spend(len(r.Unit.Classes)) && slices.ContainsFunc(r.Unit.Classes, func(c *syntax.Class) bool {
		return slices.ContainsFunc(c.Bases, func(base string) bool { return ident.Last(base) == own.Name })
	})
}

// contextName returns the name that an expression is assigned to, or its key, or nil.
func (r *calls) contextName(e *syntax.Expr) *schema.Draft {
	for x, n := e, 0; x != nil && n < 4; x, n = x.Parent, n+1 {
		if b := r.BindOf[x]; b != nil {
			return r.NameOf(b.Name, b.NameSpan)
		}
		p := x.Parent
		if p != nil && p.Kind == syntax.Object {
			if a := x.ArgOf(); a != nil && a.Key != nil { // a field without its name is not a key
				if t, lits := r.KeyText(a); t.Value != "" {
					return schema.String(static.TextValue(t, lits...), x.Span)
				}
			}
		}
		if p == nil || p.Kind != syntax.Call || r.CallKind(p) == "" && !static.Transparent[p.Name] {
			return nil
		}
	}
	return nil
}

// listsFunctions reports whether a list of that name holds tools, or the functions that become tools.
func listsFunctions(name string) bool {
	ws := ident.Words(name)
	n := len(ws) - 1
	for n > 0 && (ws[n] == "functions" || ws[n] == "funcs" || ws[n] == "fns") {
		n--
	}
	return n >= 0 && (ws[n] == "tools" || ws[n] == "tool") &&
		!slices.ContainsFunc(ws[:n], func(w string) bool { return noRegistration[w] && !listVerbs[w] })
}

var listVerbs = wordset.Of("read write search update delete get list")

func (r *calls) listed(item *syntax.Expr) {
	fs := r.FunctionsOf(item)
	for _, f := range fs {
		if a, _ := r.Registering(f.Attrs); a == nil && f.Doc != nil {
			en := newEntry(KindTool, "list", item.Span)
			r.finishFunc(en, f)
			r.emit(en)
		}
	}
	if len(fs) > 0 || r.Lookup(item.Scope, ident.Head(item.Name)).Any() {
		return
	}
	if w := r.ReferenceTo(item.Name, static.RefDoc); w != nil && w.From != "" && !strings.HasPrefix(w.From, "typing") {
		en := newEntry(KindTool, "list", item.Span)
		en.name, en.Reference, en.Maybe = r.NameOf(item.Name, item.NameSpan), w, true
		r.emit(en)
	}
}

// registeredInLoop lists the functions that a name stands for one after the other, as in for f in (read, write): add_tool(f). It reports whether there
// are several.
func (r *calls) registeredInLoop(f *syntax.Expr) bool {
	if f == nil || f.Kind != syntax.Ref || !r.quirks.functions {
		return false
	}
	var items []*syntax.Expr
	for _, b := range r.Lookup(f.Scope, f.Name).Binds {
		if b.Value != nil && b.Value.Kind == syntax.Ref && b.Value.Name != f.Name && len(items) < static.MaxMembers {
			items = append(items, b.Value)
		}
	}
	if len(items) < 2 {
		return false
	}
	for _, item := range items {
		r.listed(item)
	}
	return true
}

// chain recognises a definition that is built step by step: X.builder().name("n").description("d").build(). It reports whether e is one.
func (r *calls) chain(e *syntax.Expr) bool {
	var links []*syntax.Expr
	x := e
	for ; x != nil && x.Kind == syntax.Call && len(links) < 200; x = x.Recv {
		links = append(links, x)
	}
	slices.Reverse(links)
	has := func(keys ...string) bool {
		return slices.ContainsFunc(links, func(l *syntax.Expr) bool { return len(l.Args) > 0 && slices.Contains(keys, builderKey(l.Name)) })
	}
	if len(links) < 2 || !has("description", "desc") {
		return false
	}
	var names []string
	if x != nil {
		names = strings.Split(x.Name, ".")
	}
	for _, l := range links {
		names = append(names, strings.Split(l.Name, ".")...)
	}
	kind := ""
	for _, name := range names {
		if kind = kindBy(byBuilder, name); kind != "" {
			break
		}
	}
	if kind == "" {
		return false
	}
	en := newEntry(kind, "builder", e.Span)
	for _, l := range links {
		if p := l.Positional(0); p != nil && en.name == nil && !has("name") && (KindOf(l.Name) != "" || schema.Generic[l.Name]) {
			// new ToolBuilder("name").description("...")
			if v := r.Eval(p); v.Known() && ident.NameLike(v.Alts[0].String()) {
				en.name = schema.String(v, p.Span)
			}
		}
	}
	for _, l := range links {
		r.chainLink(en, l)
	}
	if !en.described() && !(en.given && en.name != nil) {
		return false
	}
	if en.name == nil {
		en.name = r.contextName(e)
	}
	for _, l := range links {
		r.Claimed[l] = true
	}
	r.emit(en)
	return true
}

// builderKey returns the key that a step of a builder sets: name of withName, setName and name.
func builderKey(name string) string {
	k := ident.Key(name)
	for _, p := range []string{"with", "set", "add"} {
		if rest, ok := strings.CutPrefix(k, p); ok && rest != "" {
			return rest
		}
	}
	return k
}

// chainLink reads one step of a builder.
func (r *calls) chainLink(en *entry, l *syntax.Expr) {
	args := static.Positional(l)
	switch k := builderKey(l.Name); {
	case len(args) == 0:
	case builtParams[k] || wordset.HasSuffix(k, "parameter", "param", "property"):
		r.Parameter(l, en.properties(l.Span), 0)
	case len(args) == 1 || k == "name" || k == "description":
		r.fill(en, k, args[0])
	}
}
