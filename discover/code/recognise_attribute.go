package code

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// attributed recognises functions and classes that a decorator, attribute or annotation makes tools, prompts or resources.
func (r *reader) attributed() {
	for _, f := range r.u.Funcs {
		if len(f.Attrs) > 0 {
			r.attributedFunc(f)
		}
	}
	for _, c := range r.u.Classes {
		if len(c.Attrs) > 0 {
			r.attributedClass(c)
		}
	}
}

// registering returns the first of the attributes that registers what it stands at, and the kind of that.
func (r *reader) registering(attrs []*syntax.Expr) (*syntax.Expr, string) {
	for _, a := range attrs {
		if kind := r.attributeKind(a); kind != "" {
			return a, kind
		}
	}
	return nil, ""
}

// noAttribute are words with which an attribute that speaks of tools does not make one.
var noAttribute = wordset.Of("required requires wrap wrapper class provider router collection group toolset toolkit box filter guard factory list get call")

// maxApplied is how many calls in a row are looked through for what is called first.
const maxApplied = 16

// attributeKind returns the kind of definition that an attribute makes, or "".
func (r *reader) attributeKind(a *syntax.Expr) string {
	// tool(...)(function) is called twice; from a longer row of calls none would be told, at the cost of a square.
	for n := 0; n < maxApplied && a.Kind == syntax.Call && a.Name == "" && a.Recv != nil && a.Recv.Kind == syntax.Call; n++ {
		a = a.Recv
	}
	name, path := a.Name, ""
	switch a.Kind {
	case syntax.Ref:
		name = last(a.Name)
		path = strings.TrimSuffix(strings.TrimSuffix(a.Name, name), ".")
	case syntax.Call:
		if a.Recv != nil {
			if a.Recv.Kind == syntax.Ref {
				path = a.Recv.Name
			}
		}
	default:
		return ""
	}
	kind := kindOf(name, "read", "search", "wrap", "write", "required", "run", "load", "fetch")
	if key(name) == "kernelfunction" || console(name) {
		return ""
	}
	if slices.ContainsFunc(words(name), func(w string) bool { return noAttribute[w] }) {
		return ""
	}
	if strings.HasSuffix(key(name), "tooltype") || strings.HasSuffix(key(name), "prompttype") || strings.HasSuffix(key(name), "resourcetype") {
		return ""
	}
	if kind == "" {
		switch key(name) {
		case "append":
			if r.u.Lang == lex.Python && listsFunctions(last(path)) {
				return kindTool
			}
		case "register", "add", "define", "action", "function", "registerfunction":
			if k := kindOf(last(path), "registry", "manager"); k != "" {
				return k
			}
		}
		if a.Kind == syntax.Call && named(a, "name") && named(a, "description") &&
			(contains(name, "mcp", "command", "skill") || contains(path, "mcp")) {
			return kindTool
		}
		return ""
	}
	if kind == kindResource && a.Kind == syntax.Call {
		if !r.hasURI(a) && !contains(name, "mcp") {
			return ""
		}
	} else if kind == kindResource && !contains(name, "mcp") {
		return ""
	}
	return kind
}

var consoleNames = wordset.Of("ascommand command consolecommand clicommand group callback option argument subcommand")

// console reports whether an attribute makes a command of a program that people run, or a part of one, whatever it belongs to.
func console(name string) bool { return consoleNames[key(name)] }

// named reports whether a call has an argument of that name, in any spelling.
func named(c *syntax.Expr, name string) bool {
	return slices.ContainsFunc(c.Args, func(a syntax.Arg) bool { return key(a.Name) == name })
}

// hasURI reports whether an argument of a call is a URI.
func (r *reader) hasURI(c *syntax.Expr) bool {
	for i := range c.Args {
		if key(c.Args[i].Name) == "uri" || key(c.Args[i].Name) == "uritemplate" {
			return true
		}
		if slices.ContainsFunc(r.eval(c.Args[i].Value).alts, func(a alt) bool { return strings.Contains(a.flat(), "://") }) {
			return true
		}
	}
	return false
}

// headOf returns the span from the first of the attributes to the one that registers, or an empty one when that is the first.
func headOf(attrs []*syntax.Expr, registering *syntax.Expr) source.Span {
	head := registering.Span
	for _, a := range attrs {
		if a.Span.Start < a.Span.End {
			head.Start = min(head.Start, a.Span.Start)
		}
	}
	if head.Start == registering.Span.Start {
		return source.Span{}
	}
	return head
}

// attributedFunc makes the definition of a function with attributes.
func (r *reader) attributedFunc(f *syntax.Func) {
	a, kind := r.registering(f.Attrs)
	if a == nil {
		return
	}
	en := &entry{kind: kind, shape: r.attributeShape(), span: a.Span, head: headOf(f.Attrs, a), made: []*syntax.Expr{a}}
	r.fromAttribute(en, a, f.Attrs)
	if en.name == nil {
		en.name = r.methodName(a, f)
	}
	r.finishFunc(en, f)
	r.claimed[a] = true
	for x := a; x.Kind == syntax.Call && x.Recv != nil && x.Name == ""; x = x.Recv {
		r.claimed[x.Recv] = true
	}
	r.emit(en)
}

func (r *reader) attributeShape() string {
	if r.u.Lang == lex.Python || r.u.Lang == lex.JavaScript {
		return "decorator"
	}
	return "attribute"
}

// fromAttribute takes what an attribute, and those beside it, say.
func (r *reader) fromAttribute(en *entry, a *syntax.Expr, beside []*syntax.Expr) {
	if a.Kind == syntax.Call && a.Name == "" && a.Recv != nil && a.Recv.Kind == syntax.Call {
		a = a.Recv
	}
	if a.Kind == syntax.Call {
		r.fromArgs(en, a)
	}
	for _, b := range beside {
		if b == a || b.Kind != syntax.Call {
			continue
		}
		switch key(b.Name) {
		case "description", "mcpdescription", "tooldescription", "desc":
			if p := first(b); p != nil && !en.described() {
				r.fill(en, "description", p)
			}
		case "name":
			if p := first(b); p != nil {
				r.fill(en, "name", p)
			}
		case "title", "displayname":
			r.fill(en, "title", first(b))
		case "toolannotations", "annotations":
			en.annotations = r.plain(b, 0)
		}
	}
}

// fromArgs takes what the arguments of an attribute say: named ones, an object, a name, a text.
func (r *reader) fromArgs(en *entry, a *syntax.Expr) {
	for i := range a.Args {
		x := &a.Args[i]
		switch {
		case x.Value == nil:
		case x.Spread:
			for _, o := range r.deref(x.Value) {
				if o.Kind == syntax.Object || o.Kind == syntax.Call {
					r.fromObject(en, o)
				}
			}
		case x.Name != "":
			if key(x.Name) == "value" {
				r.fromText(en, x.Value)
			} else if en.kind != kindTool || key(x.Name) != "uri" {
				r.fill(en, x.Name, x.Value)
			}
		case x.Value.Kind == syntax.Object:
			r.fromObject(en, x.Value)
			r.claimed[x.Value] = true
		case x.Value.Kind == syntax.Ref || x.Value.Kind == syntax.Index:
			if v := r.eval(x.Value); v.known() || v.wished() && r.objectOf(x.Value) == nil {
				if v.known() {
					r.fromText(en, x.Value)
				}
			} else if o := r.objectOf(x.Value); o != nil {
				r.fromObject(en, o)
				r.claimed[o] = true
			}
		default:
			r.fromText(en, x.Value)
		}
	}
}

// fromText takes a text without a name: a URI, a name, or a description.
func (r *reader) fromText(en *entry, e *syntax.Expr) {
	v := r.eval(e)
	if !v.known() {
		return
	}
	s := v.alts[0].string()
	switch {
	case strings.Contains(s, "://") && (en.kind == kindResource || en.kind == kindTemplate) && en.uri == nil:
		en.uri = stringDraft(v, e.Span)
	case !sentence(s) && nameLike(s) && en.name == nil && !(r.u.Lang == lex.Java || r.u.Lang == lex.Kotlin):
		en.name = stringDraft(v, e.Span)
	case sentence(s) || r.u.Lang == lex.Java || r.u.Lang == lex.Kotlin:
		en.given = true
		en.descs = append(en.descs, stringDraft(v, e.Span))
	}
}

// objectOf returns the object of the file that an expression leads to, or nil.
func (r *reader) objectOf(e *syntax.Expr) *syntax.Expr {
	if e == nil {
		return nil
	}
	if e.Kind == syntax.Object {
		return e
	}
	if e.Kind != syntax.Ref && e.Kind != syntax.Index && e.Kind != syntax.Call && e.Kind != syntax.Choice {
		return nil
	}
	for _, x := range r.deref(e) {
		if x.Kind == syntax.Object {
			return x
		}
	}
	return nil
}

// fromObject takes the members of an object, also those spread into it.
func (r *reader) fromObject(en *entry, o *syntax.Expr) {
	if r.depth >= maxDepth || !r.spend(4) {
		return
	}
	r.depth++
	defer func() { r.depth-- }()
	for i := range o.Args {
		a := &o.Args[i]
		if a.Spread && a.Value != nil {
			base := entry{kind: en.kind}
			for _, x := range r.deref(a.Value) {
				if x.Kind == syntax.Object && x != o {
					r.fromObject(&base, x)
				}
			}
			en.inherit(&base)
			continue
		}
		if a.Name == "" || a.Value == nil {
			continue
		}
		r.fill(en, a.Name, a.Value)
	}
	r.later(en, r.bindOf[o])
}

// describe adds a description, once.
func (en *entry) describe(d *draft) {
	switch {
	case slices.ContainsFunc(en.descs, func(old *draft) bool { return old.span == d.span }):
	case len(en.descs) >= maxDescs:
		en.cut = true
	default:
		en.descs = append(slices.Clip(en.descs), d)
	}
}

// inherit takes from base what en does not say itself.
func (en *entry) inherit(base *entry) {
	en.name, en.title, en.uri = cmp.Or(en.name, base.name), cmp.Or(en.title, base.title), cmp.Or(en.uri, base.uri)
	en.schema, en.annotations = cmp.Or(en.schema, base.schema), cmp.Or(en.annotations, base.annotations)
	if !en.given {
		en.descs, en.given = base.descs, base.given
	} else {
		// What is spread into an object after a member takes its place, if it has one of that name.
		for _, d := range base.descs {
			en.describe(d)
		}
	}
}

// docIsText reports whether what documents a function is its description where none is given.
func (r *reader) docIsText() bool {
	switch r.u.Lang {
	case lex.Python, lex.Rust, lex.PHP, lex.CSharp, lex.Swift, lex.Elixir, lex.Dart, lex.Ruby:
		return true
	}
	return false
}

// finishFunc takes from a function what its registration leaves open: name, documentation, parameters, the text of a prompt.
func (r *reader) finishFunc(en *entry, f *syntax.Func) {
	if en.name == nil {
		en.name = r.nameOf(f.Name, f.NameSpan)
	}
	if r.docIsText() && f.Doc != nil {
		en.doc = r.docDraft(f.Doc)
	}
	if en.schema == nil && en.kind != kindResource {
		en.schema = r.paramSchema(f)
	}
	if en.output == nil && en.kind == kindTool {
		en.output = r.resultSchema(f)
	}
	if r.u.Lang == lex.Python {
		en.result = f.Result
	}
	if en.kind == kindPrompt || en.kind == kindResource || en.kind == kindTemplate {
		r.bodies(en, f.Returns)
	}
	for _, b := range r.rewrites[f] {
		if d := r.textDraft(b.Value); d != nil {
			if len(en.descs) == 0 && !en.given && en.doc != nil {
				en.descs = append(en.descs, en.doc)
			}
			en.descs = append(en.descs, d)
			en.given = true
		}
	}
}

// attributedClass makes the definition of a class with attributes.
func (r *reader) attributedClass(c *syntax.Class) {
	a, kind := r.registering(c.Attrs)
	if a == nil {
		return
	}
	en := &entry{kind: kind, shape: r.attributeShape(), span: a.Span, head: headOf(c.Attrs, a)}
	r.fromAttribute(en, a, c.Attrs)
	if !en.described() && en.name == nil && !en.given && (c.Doc == nil || r.u.Lang != lex.Rust) {
		// An attribute that marks a class with tools in it, or one whose members say the rest.
		return
	}
	if en.name == nil {
		en.name = r.nameOf(c.Name, c.NameSpan)
	}
	if r.u.Lang == lex.Rust && c.Doc != nil {
		en.doc = r.docDraft(c.Doc)
	}
	if en.schema == nil {
		if f := handler(c); f != nil && r.u.Lang != lex.Rust {
			en.schema = r.paramSchema(f)
		} else if r.u.Lang == lex.Rust {
			en.schema = r.classSchema(c, 0)
		}
	}
	r.claimed[a] = true
	r.classDone[c] = true
	r.emit(en)
}

// handler returns the method of a class that does what a tool does, or nil.
func handler(c *syntax.Class) *syntax.Func {
	for _, name := range []string{"__invoke", "handle", "execute", "run", "call", "invoke", "perform", "apply", "_run", "Execute", "ExecuteAsync", "Run", "Handle", "forward", "Invoke", "InvokeAsync", "arun", "_arun"} {
		if f := method(c, name); f != nil {
			return f
		}
	}
	return nil
}
