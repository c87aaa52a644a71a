package schema

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// Draft is a value of a definition whose texts may have holes that other files fill.
type Draft struct {
	Kind source.Kind
	Span source.Span
	// Value are the texts a String may be, text that of a Scalar.
	Value   static.Value
	Text    source.Text
	Members []Member
	Items   []*Draft
	// References ask other files for members: those of a schema, or of its properties when inner is set.
	References []*static.Reference
	Inner      bool
	// Truncated is set when members were left out.
	Truncated bool
}

// Member is a name and value of a draft. A name that code gives has its place in name; one of the format is only known by key.
type Member struct {
	Name  source.Text
	Value *Draft
	// Lits are the literals in name.
	Lits []static.Place
}

// MaxDraftDepth bounds how deep definitions nest.
const MaxDraftDepth = 24

// Put appends a member. What exceeds the bound is left out, which marks the draft.
func (d *Draft) Put(name string, v *Draft) {
	if v != nil && len(d.Members) < static.MaxMembers {
		d.Members = append(d.Members, Member{Name: source.Text{Value: name}, Value: v})
	} else if v != nil {
		d.Truncated = true
	}
}

// PutAt appends a member whose name is a text that is known.
func (d *Draft) PutAt(name static.Value, v *Draft) {
	if v != nil && len(name.Alts) > 0 && name.Alts[0].Known() {
		d.Members = append(d.Members, Member{Name: name.Alts[0].Text(), Lits: name.Alts[0].Lits, Value: v})
	}
}

// All returns the members of a draft, which may be nil.
func (d *Draft) All() []Member {
	if d == nil {
		return nil
	}
	return d.Members
}

// Get returns the first value with that name, or nil.
func (d *Draft) Get(name string) *Draft {
	for _, m := range d.All() {
		if m.Name.Value == name {
			return m.Value
		}
	}
	return nil
}

// Set replaces the value with that name, or appends it.
func (d *Draft) Set(name string, v *Draft) {
	i := slices.IndexFunc(d.Members, func(m Member) bool { return m.Name.Value == name })
	if v != nil && i >= 0 {
		d.Members[i].Value = v
	} else {
		d.Put(name, v)
	}
}

// Merge appends the members of from that d does not have; properties are merged.
func (d *Draft) Merge(from *Draft) {
	if from == nil {
		return
	}
	for _, w := range from.References {
		d.AddReference(w)
	}
	for _, m := range from.Members {
		old := d.Get(m.Name.Value)
		switch {
		case old == nil && len(d.Members) >= static.MaxMembers:
			d.Truncated = true
		case old == nil:
			d.Members = append(d.Members, m)
		case old.Kind == source.Object && m.Value.Kind == source.Object && m.Name.Value == "properties":
			both := &Draft{Kind: source.Object, Span: old.Span, Members: slices.Clone(old.Members), References: slices.Clone(old.References), Inner: true}
			both.Merge(m.Value)
			d.Set(m.Name.Value, both)
		}
	}
}

// override is merge, but texts that both have are alternatives: what is spread into an object takes the place of members before it.
func (d *Draft) override(from *Draft) {
	for _, m := range from.Members {
		if old := d.Get(m.Name.Value); old != nil && old.Kind == source.String && m.Value.Kind == source.String && old.Span != m.Value.Span {
			if len(d.Members) >= static.MaxMembers {
				d.Truncated = true
				return
			}
			d.Members = append(d.Members, m)
		}
	}
	d.Merge(from)
}

const maxReferences = 16

// AddReference asks another file for the members that a draft does not have.
func (d *Draft) AddReference(w *static.Reference) {
	if w != nil && len(d.References) < maxReferences && !slices.ContainsFunc(d.References, func(old *static.Reference) bool { return *old == *w }) {
		d.References = append(d.References, w)
	}
}

// CodeMember marks a part of a schema that was read from code and of which not all is understood: its scalar is no JSON, so that no document can
// claim it.
const CodeMember = "$code"

// markCode sets the mark of code that is not understood, when there is some.
func (r *Schemas) markCode(d *Draft, span source.Span, some bool) {
	if some {
		var b source.Builder
		b.Inexact(r.File, span, "code")
		d.Set(CodeMember, &Draft{Kind: source.Scalar, Span: span, Text: b.Text()})
	}
}

// Object returns an object without members.
func Object(span source.Span) *Draft { return &Draft{Kind: source.Object, Span: span} }

// Referring makes the draft of a schema and of its properties, which may be asked of other files.
func Referring(span source.Span, ask ...*static.Reference) (d, props *Draft) {
	d, props = Object(span), &Draft{Kind: source.Object, Span: span, Inner: true}
	d.Put("properties", props)
	for _, w := range ask {
		props.AddReference(w)
	}
	return d, props
}

// String returns a text.
func String(v static.Value, span source.Span) *Draft {
	return &Draft{Kind: source.String, Value: v, Span: span}
}

// TextDraft returns the text that an expression evaluates to, or nil.
func (r *Schemas) TextDraft(e *syntax.Expr) *Draft {
	if v := r.Eval(e); len(v.Alts) > 0 {
		return String(v, e.Span)
	}
	return nil
}

// Plain makes the value that an expression writes out: objects, lists, texts and scalars as they are.
func (r *Schemas) Plain(e *syntax.Expr, depth int) *Draft {
	if e == nil || r.tooDeep(depth) || !r.Spend(2) {
		return nil
	}
	switch e.Kind {
	case syntax.Literal, syntax.Concat:
		return r.TextDraft(e)
	case syntax.Scalar:
		return &Draft{Kind: source.Scalar, Text: e.Text, Span: e.Span}
	case syntax.Object:
		return r.plainObject(e, e.Args, depth)
	case syntax.List:
		return r.plainList(e, e.Items, depth)
	case syntax.Call:
		return r.plainCall(e, depth)
	}
	var xs []*syntax.Expr
	if e.Kind == syntax.Ref || e.Kind == syntax.Index || e.Kind == syntax.Choice {
		xs = r.Deref(e)
	}
	for _, x := range xs {
		if x.Kind == syntax.Object || x.Kind == syntax.List || x.Kind == syntax.Scalar {
			return r.Plain(x, depth+1)
		}
		if x.Kind == syntax.Call {
			if d := r.SchemaCall(x, depth+1); d != nil {
				return d
			}
		}
	}
	if v := r.Eval(e); v.Known() {
		return String(v, e.Span)
	}
	if len(xs) == 0 && e.Kind == syntax.Ref && !r.Lookup(e.Scope, ident.Head(e.Name)).Any() {
		if w := r.ReferenceTo(e.Name, static.RefSchema); w != nil {
			d := &Draft{Kind: source.Object, Span: e.Span, References: []*static.Reference{w}}
			r.markCode(d, e.Span, true)
			return d
		}
	}
	return nil
}

// plainObject makes an object with all its members, those that are spread into it included. It is marked when some are not understood; functions
// do not count.
func (r *Schemas) plainObject(e *syntax.Expr, args []syntax.Arg, depth int) *Draft {
	d := Object(e.Span)
	unread := false
	for i := range args {
		a := &args[i]
		known := false
		if a.Spread {
			for _, x := range r.Deref(a.Value) {
				if x.Kind == syntax.Object && x != e && !r.tooDeep(depth) && r.Spend(2) {
					d.override(r.plainObject(x, x.Args, depth+1))
					known = true
				}
			}
		} else {
			if r.full(len(d.Members)) {
				d.Truncated = true
				break
			}
			if name, lits := r.KeyText(a); name.Value != "" {
				v := r.Plain(a.Value, depth+1)
				if v != nil {
					d.Members = append(d.Members, Member{Name: name, Value: v, Lits: lits})
				}
				known = !v.lacks(a.Value)
			}
		}
		if v := a.Value; !known && v != nil && v.Kind != syntax.Lambda && (v.Kind != syntax.Ref || len(r.FunctionsOf(v)) == 0) {
			unread = true
		}
	}
	r.markCode(d, e.Span, unread && d.Get(CodeMember) == nil)
	return d
}

func (r *Schemas) plainList(e *syntax.Expr, items []*syntax.Expr, depth int) *Draft {
	d := &Draft{Kind: source.Array, Span: e.Span}
	for _, item := range items {
		if v := r.Plain(item, depth+1); v != nil && !r.full(len(d.Items)) {
			d.Items = append(d.Items, v)
		}
	}
	return d
}

// lacks reports whether a value that was read of e leaves out something of it.
func (d *Draft) lacks(e *syntax.Expr) bool {
	return d == nil || e != nil && (e.Kind == syntax.List && len(d.Items) < len(e.Items) || e.Prefix.End > 0)
}

// plainCall makes the value of a call that constructs something with named members, or of a schema.
func (r *Schemas) plainCall(e *syntax.Expr, depth int) *Draft {
	args, one := static.Positional(e), static.First(e)
	single := len(e.Args) == 1 && len(args) == 1
	if single && (e.Recv == nil && r.Unit.Lang == lex.Swift && swiftJSON[e.Name] || r.Unit.Lang == lex.Cpp && (e.Name == "array" || e.Name == "object")) {
		return r.Plain(one, depth+1)
	}
	if d := r.SchemaCall(e, depth); d != nil {
		return d
	}
	if d := r.kotlinJSON(e, depth); d != nil {
		return d
	}
	if single && static.Transparent[e.Name] && (one.Kind == syntax.Object || one.Kind == syntax.List || one.Kind == syntax.Ref) {
		return r.Plain(one, depth+1)
	}
	named := slices.DeleteFunc(slices.Clone(e.Args), func(a syntax.Arg) bool { return a.Name == "" })
	switch {
	case len(named) > 0 && (e.New || ident.IsUpper(ident.FirstByte(e.Name)) || e.Name == "dict"):
		return r.plainObject(e, named, depth)
	case static.Transparent[e.Name] && strings.HasSuffix(e.Name, "of") && len(args) >= 2 && len(args)%2 == 0 && e.Recv != nil && e.Recv.Name == "Map":
		// Map.of("type", "object", ...): keys and values in turn.
		d := Object(e.Span)
		for i := 0; i+1 < len(args) && !r.full(len(d.Members)); i += 2 {
			d.PutAt(r.Eval(args[i]), r.Plain(args[i+1], depth+1))
		}
		return d
	case static.Transparent[e.Name]:
		return r.plainList(e, args, depth)
	case ident.Schematic(e.Name) && len(r.Called(e)) == 0:
		return r.schemaOfCall(e, depth+1)
	}
	if v := r.Eval(e); v.Known() {
		return String(v, e.Span)
	}
	return nil
}

// swiftJSON are Swift's values of JSON: .object([...]), .string("...").
var swiftJSON = wordset.Of("object array string int double bool")

// A definition that a limit cut short carries a hash of its file, so that a change in the omitted part changes its identity: see
// source.CutMark.

// tooDeep reports whether a value nests too deeply to be read.
func (r *Schemas) tooDeep(depth int) bool {
	r.Truncated = r.Truncated || depth > MaxDraftDepth
	return depth > MaxDraftDepth
}

// full reports whether a list or object of n values takes no more.
func (r *Schemas) full(n int) bool {
	r.Truncated = r.Truncated || n >= static.MaxMembers
	return n >= static.MaxMembers
}

// HasDescription reports whether something in a schema is described, or may be in another file.
func HasDescription(d *Draft) bool {
	return !d.each(map[*Draft]bool{}, func(x *Draft) bool {
		return len(x.References) == 0 && !slices.ContainsFunc(x.Members, func(m Member) bool { return m.Name.Value == "description" && m.Value.Kind == source.String })
	})
}

// Each calls visit with a draft and all that it holds, each once: types that hold each other share drafts.
func (d *Draft) Each(visit func(*Draft)) {
	d.each(map[*Draft]bool{}, func(x *Draft) bool { visit(x); return true })
}

// each is Each until visit returns false, which it reports.
func (d *Draft) each(seen map[*Draft]bool, visit func(*Draft) bool) bool {
	if d == nil || seen[d] {
		return true
	}
	if len(d.Members)+len(d.Items) > 0 {
		seen[d] = true
	}
	return visit(d) && !slices.ContainsFunc(d.Members, func(m Member) bool { return !m.Value.each(seen, visit) }) &&
		!slices.ContainsFunc(d.Items, func(x *Draft) bool { return !x.each(seen, visit) })
}
