package sdk

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

func (r *attributes) attributed() {
	for _, f := range r.Unit.Funcs {
		if len(f.Attrs) > 0 {
			r.attributedFunc(f)
		}
	}
	for _, c := range r.Unit.Classes {
		if len(c.Attrs) > 0 {
			r.attributedClass(c)
		}
	}
}

// Registering returns the first attribute that registers something, and the kind of that.
func (r *Reader) Registering(attrs []*syntax.Expr) (*syntax.Expr, string) {
	for _, a := range attrs {
		if kind := r.AttributeKind(a); kind != "" {
			return a, kind
		}
	}
	return nil, ""
}

// maxApplied is how many calls in a row are looked through for what is called first.
const maxApplied = 16

// AttributeKind returns the kind of definition that an attribute makes, or "".
func (r *Reader) AttributeKind(a *syntax.Expr) string {
	// tool(...)(function) is called twice; a longer row of calls is not followed: that would take quadratic time.
	for n := 0; n < maxApplied && IsCurriedCall(a); n++ {
		a = a.Recv
	}
	path, name := ident.Parent(a.Name), ident.Last(a.Name)
	switch {
	case a.Kind != syntax.Call && a.Kind != syntax.Ref:
		return ""
	case a.Kind == syntax.Call && a.Recv != nil && a.Recv.Kind == syntax.Ref:
		path = a.Recv.Name
	}
	k := ident.Key(name)
	if speaksAgainst(byAttribute, name) || wordset.HasSuffix(k, "tooltype", "prompttype", "resourcetype") {
		return ""
	}
	switch kind := cmp.Or(r.ownKind(idioms, byAttribute, path, name, a.Scope), kindBy(byAttribute, name)); {
	case kind == kindResource && !ident.Contains(name, "mcp") && (a.Kind != syntax.Call || !r.hasURI(a)):
		return ""
	case kind != "":
		return kind
	case k == "append" && listsFunctions(ident.Last(path)):
		return KindTool
	case registerNames[k] && kindBy(byRegistry, ident.Last(path)) != "":
		return kindBy(byRegistry, ident.Last(path))
	case a.Kind == syntax.Call && named(a, "name") && named(a, "description") && (ident.Contains(name, "mcp", "command", "skill") || ident.Contains(path, "mcp")):
		return KindTool
	}
	return ""
}

// IsCurriedCall reports whether an expression calls what a call gives.
func IsCurriedCall(e *syntax.Expr) bool {
	return e.Kind == syntax.Call && e.Name == "" && e.Recv != nil && e.Recv.Kind == syntax.Call
}

// named reports whether a call has an argument of that name, in any spelling.
func named(c *syntax.Expr, name string) bool {
	return slices.ContainsFunc(c.Args, func(a syntax.Arg) bool { return ident.Key(a.Name) == name })
}

func (r *Reader) hasURI(c *syntax.Expr) bool {
	return named(c, "uri") || named(c, "uritemplate") || slices.ContainsFunc(c.Args, func(a syntax.Arg) bool {
		return slices.ContainsFunc(r.Eval(a.Value).Alts, func(t static.Alt) bool { return strings.Contains(t.Flat(), "://") })
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
	a, kind := r.Registering(f.Attrs)
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
		if r.Claimed[x] = true; x.Recv == nil || x.Name != "" {
			break
		}
	}
	r.emit(en)
}

func (r *attributes) attributedEntry(a *syntax.Expr, kind string, attrs []*syntax.Expr) *entry {
	en := newEntry(kind, "attribute", a.Span)
	en.Head = headOf(attrs, a)
	if r.quirks.decorators {
		en.Shape = "decorator"
	}
	r.fromAttribute(en, a, attrs)
	return en
}

func (r *attributes) fromAttribute(en *entry, a *syntax.Expr, beside []*syntax.Expr) {
	if IsCurriedCall(a) {
		a = a.Recv
	}
	if a.Kind == syntax.Call {
		r.fromArgs(en, a)
	}
	for _, b := range beside {
		if b == a || b.Kind != syntax.Call {
			continue
		}
		switch Roles[ident.Key(b.Name)] {
		case RoleDescription:
			if !en.described() {
				r.fill(en, "description", static.First(b))
			}
		case RoleName, roleTitle:
			r.fill(en, b.Name, static.First(b))
		case roleAnnotations:
			en.annotations = r.Plain(b, 0)
		}
	}
}

// fromArgs takes what the arguments of an attribute say: named ones, an object, a name, a text.
func (r *Reader) fromArgs(en *entry, a *syntax.Expr) {
	for i := range a.Args {
		x := &a.Args[i]
		switch {
		case x.Value == nil:
		case x.Spread:
			for _, o := range r.Deref(x.Value) {
				if o.Kind == syntax.Object || o.Kind == syntax.Call {
					r.fromObject(en, o)
				}
			}
		case x.Name != "" && ident.Key(x.Name) != "value":
			if en.Kind != KindTool || ident.Key(x.Name) != "uri" {
				r.fill(en, x.Name, x.Value)
			}
		case x.Name == "" && (x.Value.Kind == syntax.Object || x.Value.Kind == syntax.Ref || x.Value.Kind == syntax.Index):
			if o := r.objectOf(x.Value); o != nil && !r.Eval(x.Value).Known() {
				r.fromObject(en, o)
				r.Claimed[o] = true
				continue
			}
			fallthrough
		default:
			r.fromText(en, x.Value)
		}
	}
}

// fromText takes a text without a name: a URI, a name, or a description.
func (r *Reader) fromText(en *entry, e *syntax.Expr) {
	v := r.Eval(e)
	if !v.Known() {
		return
	}
	s, describes := v.Alts[0].String(), r.quirks.unnamedDescribes
	switch {
	case strings.Contains(s, "://") && (en.Kind == kindResource || en.Kind == kindTemplate) && en.uri == nil:
		en.uri = schema.String(v, e.Span)
	case !ident.Sentence(s) && ident.NameLike(s) && en.name == nil && !describes:
		en.name = schema.String(v, e.Span)
	case ident.Sentence(s) || describes:
		en.given = true
		en.descs = append(en.descs, schema.String(v, e.Span))
	}
}

// objectOf returns the object of the file that an expression leads to, or nil.
func (r *Reader) objectOf(e *syntax.Expr) *syntax.Expr {
	if e == nil || e.Kind == syntax.Object {
		return e
	}
	if e.Kind == syntax.Ref || e.Kind == syntax.Index || e.Kind == syntax.Call || e.Kind == syntax.Choice {
		for _, x := range r.Deref(e) {
			if x.Kind == syntax.Object {
				return x
			}
		}
	}
	return nil
}

// fromObject takes the members of an object, also those spread into it.
func (r *Reader) fromObject(en *entry, o *syntax.Expr) {
	if !r.Enter() {
		return
	}
	defer r.Leave()
	for i := range o.Args {
		a := &o.Args[i]
		if !a.Spread {
			if a.Name != "" {
				r.fill(en, a.Name, a.Value)
			}
			continue
		}
		base := newEntry(en.Kind, "", o.Span)
		for _, x := range r.Deref(a.Value) {
			if x.Kind == syntax.Object && x != o {
				r.fromObject(base, x)
			}
		}
		en.inherit(base)
	}
	r.laterDescriptions(en, r.BindOf[o])
}

func (en *entry) describe(d *schema.Draft) {
	switch {
	case slices.ContainsFunc(en.descs, func(old *schema.Draft) bool {
		return old.Span == d.Span && old.Value.FirstString() == d.Value.FirstString()
	}):
	case len(en.descs) >= maxDescs:
		en.Truncated = true
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
func (r *Reader) finishFunc(en *entry, f *syntax.Func) {
	if en.name == nil {
		en.name = r.NameOf(f.Name, f.NameSpan)
	}
	if r.quirks.documented && f.Doc != nil {
		en.doc = r.DocDraft(f.Doc)
	}
	if en.schema == nil && en.Kind != kindResource {
		en.schema = r.ParamSchema(f)
	}
	if en.output == nil && en.Kind == KindTool {
		en.output = r.ResultSchema(f)
	}
	if en.Kind != KindTool {
		r.bodies(en, f.Returns)
	}
	for _, b := range r.Rewrites[f] {
		if d := r.TextDraft(b.Value); d != nil {
			if len(en.descs) == 0 && !en.given && en.doc != nil {
				en.descs = append(en.descs, en.doc)
			}
			en.descs = append(en.descs, d)
			en.given = true
		}
	}
}

func (r *attributes) attributedClass(c *syntax.Class) {
	a, kind := r.Registering(c.Attrs)
	if a == nil {
		return
	}
	en, fields := r.attributedEntry(a, kind, c.Attrs), r.quirks.fields
	if !en.described() && en.name == nil && !en.given && (c.Doc == nil || !fields) {
		// An attribute that marks a class with tools in it, or one whose members say the rest.
		return
	}
	if en.name == nil {
		en.name = r.NameOf(c.Name, c.NameSpan)
	}
	if fields && c.Doc != nil {
		en.doc = r.DocDraft(c.Doc)
	}
	if f := handler(c); fields {
		en.addSchema(r.ClassSchema(c, 0))
	} else if f != nil && en.schema == nil {
		en.schema = r.ParamSchema(f)
	}
	r.Claimed[a] = true
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
