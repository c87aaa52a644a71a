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

func (r *attributes) attributed() {
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
	// tool(...)(function) is called twice; a longer row of calls is not followed: that would take quadratic time.
	for n := 0; n < maxApplied && isCurriedCall(a); n++ {
		a = a.Recv
	}
	name := last(a.Name)
	path := strings.TrimSuffix(strings.TrimSuffix(a.Name, name), ".")
	switch {
	case a.Kind != syntax.Call && a.Kind != syntax.Ref:
		return ""
	case a.Kind == syntax.Call && a.Recv != nil && a.Recv.Kind == syntax.Ref:
		path = a.Recv.Name
	}
	k := key(name)
	if k == "kernelfunction" || consoleNames[k] || hasSuffix(k, "tooltype", "prompttype", "resourcetype") ||
		slices.ContainsFunc(words(name), func(w string) bool { return noAttribute[w] }) {
		return ""
	}
	switch kind := kindOf(name, "read", "search", "wrap", "write", "required", "run", "load", "fetch"); {
	case kind == kindResource && !contains(name, "mcp") && (a.Kind != syntax.Call || !r.hasURI(a)):
		return ""
	case kind != "":
		return kind
	case k == "append" && r.u.Lang == lex.Python && listsFunctions(last(path)):
		return kindTool
	case registerNames[k] && kindOf(last(path), "registry", "manager") != "":
		return kindOf(last(path), "registry", "manager")
	case a.Kind == syntax.Call && named(a, "name") && named(a, "description") && (contains(name, "mcp", "command", "skill") || contains(path, "mcp")):
		return kindTool
	}
	return ""
}

var (
	registerNames = wordset.Of("register add define action function registerfunction")
	// consoleNames are those of attributes that make a command of a program that people run, or a part of one, whatever it belongs to.
	consoleNames = wordset.Of("ascommand command consolecommand clicommand group callback option argument subcommand")
)

// isCurriedCall reports whether an expression calls what a call gives.
func isCurriedCall(e *syntax.Expr) bool {
	return e.Kind == syntax.Call && e.Name == "" && e.Recv != nil && e.Recv.Kind == syntax.Call
}

// named reports whether a call has an argument of that name, in any spelling.
func named(c *syntax.Expr, name string) bool {
	return slices.ContainsFunc(c.Args, func(a syntax.Arg) bool { return key(a.Name) == name })
}

func (r *reader) hasURI(c *syntax.Expr) bool {
	return named(c, "uri") || named(c, "uritemplate") || slices.ContainsFunc(c.Args, func(a syntax.Arg) bool {
		return slices.ContainsFunc(r.eval(a.Value).alts, func(t alt) bool { return strings.Contains(t.flat(), "://") })
	})
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

func (r *attributes) attributedFunc(f *syntax.Func) {
	a, kind := r.registering(f.Attrs)
	if a == nil {
		return
	}
	en := r.attributedEntry(a, kind, f.Attrs)
	en.made = []*syntax.Expr{a}
	if en.name == nil {
		en.name = r.methodName(a, f)
	}
	r.finishFunc(en, f)
	for x := a; ; x = x.Recv {
		if r.claimed[x] = true; x.Recv == nil || x.Name != "" {
			break
		}
	}
	r.emit(en)
}

func (r *attributes) attributedEntry(a *syntax.Expr, kind string, attrs []*syntax.Expr) *entry {
	en := newEntry(kind, "attribute", a.Span)
	en.head = headOf(attrs, a)
	if r.u.Lang == lex.Python || r.u.Lang == lex.JavaScript {
		en.shape = "decorator"
	}
	r.fromAttribute(en, a, attrs)
	return en
}

func (r *attributes) fromAttribute(en *entry, a *syntax.Expr, beside []*syntax.Expr) {
	if isCurriedCall(a) {
		a = a.Recv
	}
	if a.Kind == syntax.Call {
		r.fromArgs(en, a)
	}
	for _, b := range beside {
		if b == a || b.Kind != syntax.Call {
			continue
		}
		switch roles[key(b.Name)] {
		case roleDescription:
			if !en.described() {
				r.fill(en, "description", first(b))
			}
		case roleName, roleTitle:
			r.fill(en, b.Name, first(b))
		case roleAnnotations:
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
		case x.Name != "" && key(x.Name) != "value":
			if en.kind != kindTool || key(x.Name) != "uri" {
				r.fill(en, x.Name, x.Value)
			}
		case x.Name == "" && (x.Value.Kind == syntax.Object || x.Value.Kind == syntax.Ref || x.Value.Kind == syntax.Index):
			if o := r.objectOf(x.Value); o != nil && !r.eval(x.Value).known() {
				r.fromObject(en, o)
				r.claimed[o] = true
				continue
			}
			fallthrough
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
	s, jvm := v.alts[0].string(), r.u.Lang == lex.Java || r.u.Lang == lex.Kotlin
	switch {
	case strings.Contains(s, "://") && (en.kind == kindResource || en.kind == kindTemplate) && en.uri == nil:
		en.uri = stringDraft(v, e.Span)
	case !sentence(s) && nameLike(s) && en.name == nil && !jvm:
		en.name = stringDraft(v, e.Span)
	case sentence(s) || jvm:
		en.given = true
		en.descs = append(en.descs, stringDraft(v, e.Span))
	}
}

// objectOf returns the object of the file that an expression leads to, or nil.
func (r *reader) objectOf(e *syntax.Expr) *syntax.Expr {
	if e == nil || e.Kind == syntax.Object {
		return e
	}
	if e.Kind == syntax.Ref || e.Kind == syntax.Index || e.Kind == syntax.Call || e.Kind == syntax.Choice {
		for _, x := range r.deref(e) {
			if x.Kind == syntax.Object {
				return x
			}
		}
	}
	return nil
}

// fromObject takes the members of an object, also those spread into it.
func (r *reader) fromObject(en *entry, o *syntax.Expr) {
	if !r.enter() {
		return
	}
	defer r.leave()
	for i := range o.Args {
		a := &o.Args[i]
		if !a.Spread {
			if a.Name != "" {
				r.fill(en, a.Name, a.Value)
			}
			continue
		}
		base := newEntry(en.kind, "", o.Span)
		for _, x := range r.deref(a.Value) {
			if x.Kind == syntax.Object && x != o {
				r.fromObject(base, x)
			}
		}
		en.inherit(base)
	}
	r.laterDescriptions(en, r.bindOf[o])
}

func (en *entry) describe(d *draft) {
	switch {
	case slices.ContainsFunc(en.descs, func(old *draft) bool { return old.span == d.span && old.value.firstString() == d.value.firstString() }):
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

// finishFunc takes from a function what its registration leaves open: name, documentation, parameters, the text of a prompt.
func (r *reader) finishFunc(en *entry, f *syntax.Func) {
	if en.name == nil {
		en.name = r.nameOf(f.Name, f.NameSpan)
	}
	switch r.u.Lang {
	case lex.Python, lex.Rust, lex.PHP, lex.CSharp, lex.Swift, lex.Elixir, lex.Dart, lex.Ruby:
		if f.Doc != nil {
			en.doc = r.docDraft(f.Doc)
		}
	}
	if en.schema == nil && en.kind != kindResource {
		en.schema = r.paramSchema(f)
	}
	if en.output == nil && en.kind == kindTool {
		en.output = r.resultSchema(f)
	}
	if en.kind != kindTool {
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

func (r *attributes) attributedClass(c *syntax.Class) {
	a, kind := r.registering(c.Attrs)
	if a == nil {
		return
	}
	en, rust := r.attributedEntry(a, kind, c.Attrs), r.u.Lang == lex.Rust
	if !en.described() && en.name == nil && !en.given && (c.Doc == nil || !rust) {
		// An attribute that marks a class with tools in it, or one whose members say the rest.
		return
	}
	if en.name == nil {
		en.name = r.nameOf(c.Name, c.NameSpan)
	}
	if rust && c.Doc != nil {
		en.doc = r.docDraft(c.Doc)
	}
	if f := handler(c); rust {
		en.addSchema(r.classSchema(c, 0))
	} else if f != nil && en.schema == nil {
		en.schema = r.paramSchema(f)
	}
	r.claimed[a] = true
	r.classDone[c] = true
	r.emit(en)
}

// handler returns the method of a class that does what a tool does, or nil.
func handler(c *syntax.Class) *syntax.Func {
	for _, name := range handlerNames {
		if f := method(c, name); f != nil {
			return f
		}
	}
	return nil
}

var handlerNames = strings.Fields(`__invoke handle execute run call invoke perform apply _run Execute ExecuteAsync Run Handle forward Invoke
	InvokeAsync arun _arun`)
