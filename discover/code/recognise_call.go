package code

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// calls recognises definitions that are made by calling something.
func (r *reader) calls() {
	for _, e := range r.u.Calls {
		if r.claimed[e] || !r.spend(1) {
			continue
		}
		if e.Name == "" && e.Recv != nil && e.Recv.Kind == syntax.Call {
			r.applied(e)
			continue
		}
		if outermost(e) && e.Recv != nil && r.chain(e) {
			continue
		}
		kind := r.callKind(e)
		if kind == "" && r.helper(e) {
			kind = kindTool
		}
		if kind != "" {
			r.call(e, kind)
		}
	}
}

// outermost reports whether no other call goes on from the result of e.
func outermost(e *syntax.Expr) bool {
	return e.Parent == nil || e.Parent.Recv != e || e.Parent.IsEach()
}

// generic are names of functions that say nothing of what they make; what they belong to does.
var generic = wordset.Of("new from_function fromFunction create of define register add make from_defaults from_fn Create Register Add New append push set")

// callKind returns the kind of definition that a call may make by its name, or "".
func (r *reader) callKind(e *syntax.Expr) string {
	name := strings.TrimSuffix(e.Name, "!")
	if name == "" {
		return ""
	}
	if generic[name] {
		if e.Recv == nil {
			return ""
		}
		return kindOf(last(e.Recv.Name), "registry", "manager", "required", "list")
	}
	if k := key(name); k == "functiondeclaration" || k == "toolspecification" {
		return kindTool
	}
	kind := kindOf(name, "read", "write", "search", "required", "set", "with", "start", "stop", "update_tool", "load", "fetch", "run_tool")
	if kind != "" && e.Recv != nil && e.Recv.Kind == syntax.Ref && (name != "Tool" || e.Arg("name") == nil || e.Arg("description") == nil) {
		switch strings.ToLower(last(e.Recv.Name)) {
		case "console", "log", "logger", "logging", "errors", "t", "expect", "assert", "vi", "jest", "mock":
			return ""
		}
	}
	return kind
}

// helper reports whether a call by its name is one of a tool that does something, issueUpdateTool(t, "update_title", "Update the
// title.", ...), and by its arguments makes it: literals for a name and, right after it, a sentence.
func (r *reader) helper(e *syntax.Expr) bool {
	if !contains(e.Name, "tool") {
		return false
	}
	ws := words(e.Name)
	if n := len(ws); n < 3 || ws[n-1] != "tool" || noRegistration[ws[0]] || len(e.Args) > 32 {
		return false
	}
	if kindOf(e.Name, "update", "delete", "get", "list", "find", "remove", "set", "load", "fetch", "read", "write", "search", "send", "start", "stop", "select") != kindTool {
		return false
	}
	args := positional(e)
	for i := 1; i < len(args); i++ {
		a, b := args[i-1], args[i]
		if a.Kind == syntax.Literal && b.Kind == syntax.Literal && nameLike(a.Text.Value) && sentence(b.Text.Value) {
			return true
		}
	}
	return false
}

// applied recognises tool(...)(function).
func (r *reader) applied(e *syntax.Expr) {
	if r.u.Lang != lex.Python && r.u.Lang != lex.JavaScript {
		return
	}
	inner := e.Recv
	kind := r.attributeKind(inner)
	if kind == "" || r.claimed[inner] || len(e.Args) == 0 {
		return
	}
	en := &entry{kind: kind, shape: "call", span: e.Span, made: []*syntax.Expr{inner}}
	r.fromArgs(en, inner)
	if len(inner.Args) == 0 && r.looped(e.Args[0].Value) {
		r.claimed[inner] = true
		return
	}
	if !r.handlerOf(en, e.Args[0].Value) && en.name == nil {
		return
	}
	r.claimed[inner] = r.emit(en)
}

// handlerOf takes what a function that is passed says. It reports whether e is, or may be, a function.
func (r *reader) handlerOf(en *entry, e *syntax.Expr) bool {
	if e == nil {
		return false
	}
	if fs := r.functions(e); len(fs) > 0 {
		for _, f := range fs {
			r.finishFunc(en, f)
		}
		return true
	}
	if e.Kind == syntax.Call && len(e.Args) > 0 && e.Recv == nil {
		// A function that wraps the one that counts.
		return r.handlerOf(en, e.Args[0].Value)
	}
	if e.Kind != syntax.Ref {
		return false
	}
	path := e.Name
	h, rest := split(path)
	if rest != "" {
		if fs := r.instanceMethods(e.Scope, h, rest); len(fs) == 1 {
			r.finishFunc(en, fs[0])
			return true
		}
	}
	if en.name == nil {
		en.name = r.nameOf(e.Name, e.NameSpan)
	}
	if len(en.descs) > 0 {
		return true
	}
	w := r.wishFor(path, wishDoc)
	if w == nil {
		return true
	}
	if rest != "" && w.from == "" {
		// The class of the object, when it is made in the file; else the method alone must tell.
		for _, b := range r.lookup(e.Scope, h).binds {
			if b.Value != nil && b.Value.Kind == syntax.Call && b.Value.Name != "" {
				if x := r.wishFor(b.Value.Name+"."+rest, wishDoc); x != nil {
					w = x
				}
			}
		}
	}
	en.wish = w
	return true
}

// instanceMethods returns the methods that name of an object of the file means.
func (r *reader) instanceMethods(scope *syntax.Scope, object, name string) []*syntax.Func {
	out := r.methods[last(name)]
	if len(out) < 2 {
		return out
	}
	for _, b := range r.lookup(scope, object).binds {
		if b.Value == nil || b.Value.Kind != syntax.Call {
			continue
		}
		for _, f := range out {
			if f.Class != nil && f.Class.Name == b.Value.Name {
				return []*syntax.Func{f}
			}
		}
	}
	return out
}

// call makes a definition of the arguments of a call, if they hold one.
func (r *reader) call(e *syntax.Expr, kind string) {
	en := &entry{kind: kind, shape: "call", span: e.Span}
	c := callArgs{r: r, en: en, e: e}
	if kind == kindTool && adds(e.Name) && len(e.Args) > 0 && e.Args[0].Name == "" && r.looped(e.Args[0].Value) {
		r.claimed[e] = true
		return
	}
	c.read()
	if !c.accepted() {
		return
	}
	if c.unknown != nil && !en.given && len(en.descs) == 0 && en.doc == nil && en.wish == nil && !c.spec && (kind == kindTool || kind == kindPrompt) {
		c.given(c.unknown) // it stands where a description does
	}
	for _, o := range c.objects {
		r.claimed[o] = true
	}
	r.later(en, r.bindOf[e])
	if en.name == nil {
		en.name = r.contextName(e)
	}
	if en.name == nil {
		en.name = r.typeArgument(e)
	}
	if r.forwarded(c.nameExpr, c.descExpr, en) || r.handedOn(c.descExpr) && (en.name == nil || !en.name.value.known()) {
		return
	}
	if en.schema == nil && en.kind == kindTool {
		en.schema = r.typeSchema(e)
	}
	en.made = []*syntax.Expr{e}
	for _, o := range c.objects {
		if c.isSpec(o) {
			en.made = append(en.made, o)
		}
	}
	r.claimed[e] = r.emit(en)
}

// forwarded reports whether name and description are those of another definition, which is listed where it stands.
func (r *reader) forwarded(name, desc *syntax.Expr, en *entry) bool {
	if en.described() {
		for _, d := range en.descs {
			if d.value.known() {
				return false
			}
		}
	}
	if name != nil && desc != nil && name.Kind == syntax.Index && desc.Kind == syntax.Index && name.Recv != nil && desc.Recv != nil {
		return name.Recv.Kind == syntax.Ref && name.Recv.Name == desc.Recv.Name
	}
	if name == nil || desc == nil || name.Kind != syntax.Ref || desc.Kind != syntax.Ref {
		return false
	}
	a, b := strings.LastIndexByte(name.Name, '.'), strings.LastIndexByte(desc.Name, '.')
	return a > 0 && a == b && name.Name[:a] == desc.Name[:b]
}

// handedOn reports whether an expression is a parameter that every caller gives anew.
func (r *reader) handedOn(e *syntax.Expr) bool {
	if e == nil || e.Kind != syntax.Ref {
		return false
	}
	n := r.lookup(e.Scope, e.Name)
	return n.param != nil && n.param.Default == nil && len(n.binds) == 0
}

// contextName is the name of what an expression is assigned to or the key it stands under, or nil.
func (r *reader) contextName(e *syntax.Expr) *draft {
	for x, n := e, 0; x != nil && n < 4; x, n = x.Parent, n+1 {
		if b := r.bindOf[x]; b != nil {
			return r.nameOf(b.Name, b.NameSpan)
		}
		p := x.Parent
		if p == nil {
			return nil
		}
		switch p.Kind {
		case syntax.Object:
			if a := x.ArgOf(); a != nil && (a.Key != nil || r.u.Lang != lex.Go) { // a field without its name is no key
				if t, lits := r.keyText(a); t.Value != "" {
					return stringDraft(textValue(t, lits...), x.Span)
				}
			}
			return nil
		case syntax.Call:
			if r.callKind(p) == "" && !transparent[p.Name] {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// typeArgument is the name of the one type that a call is made with, mcpTool<SendRequest>("..."), or nil.
func (r *reader) typeArgument(e *syntax.Expr) *draft {
	from := e.NameSpan.End
	if from <= 0 || from >= len(r.f.Data) || r.f.Data[from] != '<' {
		return nil
	}
	to := from + 1
	for to < len(r.f.Data) && to-from < 100 && (isLetter(r.f.Data[to]) || isDigit(r.f.Data[to]) || r.f.Data[to] == '_') {
		to++
	}
	if to == from+1 || to >= len(r.f.Data) || r.f.Data[to] != '>' {
		return nil
	}
	span := source.Span{Start: from + 1, End: to}
	return r.nameOf(string(r.f.Data[from+1:to]), span)
}

// lists recognises functions of Python that are listed to be registered one by one: read_tools = [list_orders, get_order], and
// for f in (a, b): mcp.tool()(f).
func (r *reader) lists() {
	if r.u.Lang != lex.Python {
		return
	}
	for _, b := range r.u.Binds {
		if b.Value == nil || b.Value.Kind != syntax.List || !r.spend(1) || !listsFunctions(last(b.Name)) {
			continue
		}
		for _, item := range b.Value.Items {
			if item.Kind == syntax.Ref && r.spend(2) {
				r.listed(item)
			}
		}
	}
}

// listsFunctions reports whether a list of that name holds tools, or the functions that become tools.
func listsFunctions(name string) bool {
	ws := words(name)
	for i := len(ws) - 1; i > 0; i-- {
		if w := ws[i]; w != "functions" && w != "funcs" && w != "fns" {
			break
		}
		ws = ws[:i]
	}
	if n := len(ws); n > 0 && (ws[n-1] == "tools" || ws[n-1] == "tool") {
		for _, w := range ws[:n-1] {
			if noRegistration[w] && w != "read" && w != "write" && w != "search" && w != "update" && w != "delete" && w != "get" && w != "list" {
				return false
			}
		}
		return true
	}
	return false
}

// listed makes the definition of a function that an element of a list of tools names. What is no function, or is a tool by what it
// is decorated with, is left out.
func (r *reader) listed(item *syntax.Expr) {
	fs := r.functions(item)
	for _, f := range fs {
		if a, _ := r.registering(f.Attrs); a == nil && f.Doc != nil {
			en := &entry{kind: kindTool, shape: "list", span: item.Span}
			r.finishFunc(en, f)
			r.emit(en)
		}
	}
	if len(fs) > 0 || r.lookup(item.Scope, head(item.Name)).any() {
		return
	}
	w := r.wishFor(item.Name, wishDoc)
	if w == nil || w.from == "" || strings.HasPrefix(w.from, "typing") {
		return
	}
	r.emit(&entry{kind: kindTool, shape: "list", span: item.Span, name: r.nameOf(item.Name, item.NameSpan), wish: w, maybe: true})
}

// each returns the names of functions that a name stands for in a loop over them: for f in (a, b).
func (r *reader) each(e *syntax.Expr) []*syntax.Expr {
	if e == nil || e.Kind != syntax.Ref || r.u.Lang != lex.Python {
		return nil
	}
	var out []*syntax.Expr
	for _, b := range r.lookup(e.Scope, e.Name).binds {
		if b.Value != nil && b.Value.Kind == syntax.Ref && b.Value.Name != e.Name && len(out) < maxMembers {
			out = append(out, b.Value)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// looped makes the definitions of the functions that a call registers in a loop. It reports whether it is such a call.
func (r *reader) looped(arg *syntax.Expr) bool {
	items := r.each(arg)
	for _, item := range items {
		r.listed(item)
	}
	return len(items) > 0
}

// chain recognises a definition that is built step by step: X.builder().name("n").description("d").build(). It reports whether e is one.
func (r *reader) chain(e *syntax.Expr) bool {
	var links []*syntax.Expr
	x := e
	for ; x != nil && x.Kind == syntax.Call && len(links) < 200; x = x.Recv {
		links = append(links, x)
	}
	has := func(keys ...string) bool {
		return slices.ContainsFunc(links, func(l *syntax.Expr) bool { return len(l.Args) > 0 && slices.Contains(keys, builderKey(l.Name)) })
	}
	if len(links) < 2 || !has("description", "desc") {
		return false
	}
	kind := ""
	about := func(name string) {
		if kind == "" && name != "" {
			for _, part := range strings.Split(name, ".") {
				if kind == "" {
					kind = kindOf(part, "manager", "registry", "input", "sync", "async", "with", "on")
				}
			}
		}
	}
	if x != nil {
		about(x.Name)
	}
	for i := len(links) - 1; i >= 0; i-- {
		about(links[i].Name)
	}
	if kind == "" {
		if x != nil && contains(x.Name, "functiondeclaration", "toolspec") {
			kind = kindTool
		} else {
			return false
		}
	}
	en := &entry{kind: kind, shape: "builder", span: e.Span}
	if !has("name") {
		// new ToolBuilder("name").description("...")
		for i := len(links) - 1; i >= 0 && en.name == nil; i-- {
			if kindOf(links[i].Name) != "" || generic[links[i].Name] {
				if p := links[i].Positional(0); p != nil {
					if v := r.eval(p); v.known() && nameLike(v.alts[0].string()) {
						en.name = stringDraft(v, p.Span)
					}
				}
			}
		}
	}
	for i := len(links) - 1; i >= 0; i-- {
		r.chainLink(en, links[i])
	}
	if !en.described() && !(en.given && en.name != nil) {
		return false
	}
	if en.name == nil {
		en.name = r.contextName(e)
	}
	for _, l := range links {
		r.claimed[l] = true
	}
	r.emit(en)
	return true
}

// builderKey is what a step of a builder sets: name of withName, setName and name.
func builderKey(name string) string {
	k := key(name)
	for _, p := range []string{"with", "set", "add"} {
		if rest := strings.TrimPrefix(k, p); rest != k && rest != "" {
			return rest
		}
	}
	return k
}

// chainLink takes what one step of a builder says.
func (r *reader) chainLink(en *entry, l *syntax.Expr) {
	args := positional(l)
	if len(args) == 0 {
		return
	}
	k := builderKey(l.Name)
	switch {
	case k == "parameter" || k == "param" || k == "argument" || k == "property" || k == "stringproperty" || k == "string" || k == "number" ||
		k == "integer" || k == "boolean" || strings.HasSuffix(k, "parameter") || strings.HasSuffix(k, "param") || strings.HasSuffix(k, "property"):
		r.parameter(l, en.properties(l.Span), 0)
	case len(args) == 1 || k == "name" || k == "description":
		r.fill(en, k, args[0])
	}
}
