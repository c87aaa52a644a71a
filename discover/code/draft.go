package code

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// draft is a value of a definition whose texts may have holes that other files fill.
type draft struct {
	kind source.Kind
	span source.Span
	// value are the texts a String may be, text that of a Scalar.
	value   value
	text    source.Text
	members []member
	items   []*draft
	// references ask other files for members: those of a schema, or of its properties when inner is set.
	references []*reference
	inner      bool
	// cut is set when members were left out.
	cut bool
}

// member is a name and value of a draft. A name that code gives has its place in name; one of the format is only known by key.
type member struct {
	name  source.Text
	value *draft
	// lits are the literals in name.
	lits []place
}

// maxDraftDepth bounds how deep definitions nest, maxMembers how wide.
const (
	maxDraftDepth = 24
	maxMembers    = 2000
)

func (d *draft) put(name string, v *draft) {
	if v != nil && len(d.members) < maxMembers {
		d.members = append(d.members, member{name: source.Text{Value: name}, value: v})
	} else if v != nil {
		d.cut = true
	}
}

// putAt appends a member whose name is a text that is known.
func (d *draft) putAt(name value, v *draft) {
	if v != nil && len(name.alts) > 0 && name.alts[0].known() {
		d.members = append(d.members, member{name: name.alts[0].text(), lits: name.alts[0].lits, value: v})
	}
}

func (d *draft) all() []member {
	if d == nil {
		return nil
	}
	return d.members
}

func (d *draft) get(name string) *draft {
	for _, m := range d.all() {
		if m.name.Value == name {
			return m.value
		}
	}
	return nil
}

func (d *draft) set(name string, v *draft) {
	i := slices.IndexFunc(d.members, func(m member) bool { return m.name.Value == name })
	if v != nil && i >= 0 {
		d.members[i].value = v
	} else {
		d.put(name, v)
	}
}

// merge appends the members of from that d does not have; properties are merged.
func (d *draft) merge(from *draft) {
	if from == nil {
		return
	}
	for _, w := range from.references {
		d.addReference(w)
	}
	for _, m := range from.members {
		old := d.get(m.name.Value)
		switch {
		case old == nil && len(d.members) >= maxMembers:
			d.cut = true
		case old == nil:
			d.members = append(d.members, m)
		case old.kind == source.Object && m.value.kind == source.Object && m.name.Value == "properties":
			both := &draft{kind: source.Object, span: old.span, members: slices.Clone(old.members), references: slices.Clone(old.references), inner: true}
			both.merge(m.value)
			d.set(m.name.Value, both)
		}
	}
}

// override is merge, but texts that both have are alternatives: what is spread into an object takes the place of members before it.
func (d *draft) override(from *draft) {
	for _, m := range from.members {
		if old := d.get(m.name.Value); old != nil && old.kind == source.String && m.value.kind == source.String && old.span != m.value.span {
			if len(d.members) >= maxMembers {
				d.cut = true
				return
			}
			d.members = append(d.members, m)
		}
	}
	d.merge(from)
}

const maxReferences = 16

func (d *draft) addReference(w *reference) {
	if w != nil && len(d.references) < maxReferences && !slices.ContainsFunc(d.references, func(old *reference) bool { return *old == *w }) {
		d.references = append(d.references, w)
	}
}

// codeMember marks a part of a schema that was read from code and of which not all is understood: its scalar is no JSON, so that no document can
// claim it.
const codeMember = "$code"

// markCode sets the mark of code that is not understood, when there is some.
func (r *Schemas) markCode(d *draft, span source.Span, some bool) {
	if some {
		var b source.Builder
		b.Inexact(r.f, span, "code")
		d.set(codeMember, &draft{kind: source.Scalar, span: span, text: b.Text()})
	}
}

func object(span source.Span) *draft { return &draft{kind: source.Object, span: span} }

// schemaDraft makes the draft of a schema and of its properties, which may be asked of other files.
func schemaDraft(span source.Span, ask ...*reference) (d, props *draft) {
	d, props = object(span), &draft{kind: source.Object, span: span, inner: true}
	d.put("properties", props)
	for _, w := range ask {
		props.addReference(w)
	}
	return d, props
}

func stringDraft(v value, span source.Span) *draft {
	return &draft{kind: source.String, value: v, span: span}
}

func (r *Schemas) textDraft(e *syntax.Expr) *draft {
	if v := r.eval(e); len(v.alts) > 0 {
		return stringDraft(v, e.Span)
	}
	return nil
}

// plain makes the value that an expression writes out: objects, lists, texts and scalars as they are.
func (r *Schemas) plain(e *syntax.Expr, depth int) *draft {
	if e == nil || r.tooDeep(depth) || !r.spend(2) {
		return nil
	}
	switch e.Kind {
	case syntax.Literal, syntax.Concat:
		return r.textDraft(e)
	case syntax.Scalar:
		return &draft{kind: source.Scalar, text: e.Text, span: e.Span}
	case syntax.Object:
		return r.plainObject(e, e.Args, depth)
	case syntax.List:
		return r.plainList(e, e.Items, depth)
	case syntax.Call:
		return r.plainCall(e, depth)
	}
	var xs []*syntax.Expr
	if e.Kind == syntax.Ref || e.Kind == syntax.Index || e.Kind == syntax.Choice {
		xs = r.deref(e)
	}
	for _, x := range xs {
		if x.Kind == syntax.Object || x.Kind == syntax.List || x.Kind == syntax.Scalar {
			return r.plain(x, depth+1)
		}
		if x.Kind == syntax.Call {
			if d := r.schemaCall(x, depth+1); d != nil {
				return d
			}
		}
	}
	if v := r.eval(e); v.known() {
		return stringDraft(v, e.Span)
	}
	if len(xs) == 0 && e.Kind == syntax.Ref && !r.lookup(e.Scope, head(e.Name)).any() {
		if w := r.referenceTo(e.Name, refSchema); w != nil {
			d := &draft{kind: source.Object, span: e.Span, references: []*reference{w}}
			r.markCode(d, e.Span, true)
			return d
		}
	}
	return nil
}

func head(path string) string { h, _ := split(path); return h }

// plainObject makes an object with all its members, those that are spread into it included. It is marked when some are not understood; functions
// do not count.
func (r *Schemas) plainObject(e *syntax.Expr, args []syntax.Arg, depth int) *draft {
	d := object(e.Span)
	unread := false
	for i := range args {
		a := &args[i]
		known := false
		if a.Spread {
			for _, x := range r.deref(a.Value) {
				if x.Kind == syntax.Object && x != e && !r.tooDeep(depth) && r.spend(2) {
					d.override(r.plainObject(x, x.Args, depth+1))
					known = true
				}
			}
		} else {
			if r.full(len(d.members)) {
				d.cut = true
				break
			}
			if name, lits := r.keyText(a); name.Value != "" {
				v := r.plain(a.Value, depth+1)
				if v != nil {
					d.members = append(d.members, member{name: name, value: v, lits: lits})
				}
				known = !v.lacks(a.Value)
			}
		}
		if v := a.Value; !known && v != nil && v.Kind != syntax.Lambda && (v.Kind != syntax.Ref || len(r.functions(v)) == 0) {
			unread = true
		}
	}
	r.markCode(d, e.Span, unread && d.get(codeMember) == nil)
	return d
}

func (r *Schemas) plainList(e *syntax.Expr, items []*syntax.Expr, depth int) *draft {
	d := &draft{kind: source.Array, span: e.Span}
	for _, item := range items {
		if v := r.plain(item, depth+1); v != nil && !r.full(len(d.items)) {
			d.items = append(d.items, v)
		}
	}
	return d
}

// lacks reports whether a value that was read of e leaves out something of it.
func (d *draft) lacks(e *syntax.Expr) bool {
	return d == nil || e != nil && (e.Kind == syntax.List && len(d.items) < len(e.Items) || e.Prefix.End > 0)
}

func (r *Resolver) keyText(a *syntax.Arg) (source.Text, []place) {
	switch {
	case a.Key == nil:
	case a.Computed:
		v := r.text(a.Key)
		if len(v.alts) == 0 || !v.alts[0].known() {
			return source.Text{}, nil
		}
		return v.alts[0].text(), v.alts[0].lits
	case a.Key.Kind == syntax.Literal:
		return a.Key.Text, []place{{r.f, a.Key.Span.Start}}
	case a.Key.Kind == syntax.Ref:
		return r.nameText(a.Name, a.Key.NameSpan), nil
	}
	return source.Text{Value: a.Name}, nil
}

// nameText is an identifier as a text, with its place when it stands there as it is.
func (r *Resolver) nameText(name string, span source.Span) source.Text {
	if span.End <= span.Start {
		return source.Text{Value: name}
	}
	t := source.VerbatimText(r.f, span)
	if k := strings.Index(t.Value, name); k >= 0 {
		return t.Slice(k, k+len(name))
	}
	var b source.Builder
	b.Fold(r.f, span, name)
	return b.Text()
}

// plainCall makes the value of a call that constructs something with named members, or of a schema.
func (r *Schemas) plainCall(e *syntax.Expr, depth int) *draft {
	args, one := positional(e), first(e)
	single := len(e.Args) == 1 && len(args) == 1
	if single && (e.Recv == nil && r.u.Lang == lex.Swift && swiftJSON[e.Name] || r.u.Lang == lex.Cpp && (e.Name == "array" || e.Name == "object")) {
		return r.plain(one, depth+1)
	}
	if d := r.schemaCall(e, depth); d != nil {
		return d
	}
	if d := r.kotlinJSON(e, depth); d != nil {
		return d
	}
	if single && transparent[e.Name] && (one.Kind == syntax.Object || one.Kind == syntax.List || one.Kind == syntax.Ref) {
		return r.plain(one, depth+1)
	}
	named := slices.DeleteFunc(slices.Clone(e.Args), func(a syntax.Arg) bool { return a.Name == "" })
	switch {
	case len(named) > 0 && (e.New || isUpper(firstByte(e.Name)) || e.Name == "dict"):
		return r.plainObject(e, named, depth)
	case transparent[e.Name] && strings.HasSuffix(e.Name, "of") && len(args) >= 2 && len(args)%2 == 0 && e.Recv != nil && e.Recv.Name == "Map":
		// Map.of("type", "object", ...): keys and values in turn.
		d := object(e.Span)
		for i := 0; i+1 < len(args) && !r.full(len(d.members)); i += 2 {
			d.putAt(r.eval(args[i]), r.plain(args[i+1], depth+1))
		}
		return d
	case transparent[e.Name]:
		return r.plainList(e, args, depth)
	case schematic(e.Name) && len(r.called(e)) == 0:
		return r.schemaOfCall(e, depth+1)
	}
	if v := r.eval(e); v.known() {
		return stringDraft(v, e.Span)
	}
	return nil
}

// swiftJSON are Swift's values of JSON: .object([...]), .string("...").
var swiftJSON = wordset.Of("object array string int double bool")

// A definition that a limit cut short carries a hash of its file, so that a change in the omitted part changes its identity: see
// source.CutMark.

// tooDeep reports whether a value nests too deeply to be read.
func (r *Schemas) tooDeep(depth int) bool {
	r.short = r.short || depth > maxDraftDepth
	return depth > maxDraftDepth
}

// full reports whether a list or object of n values takes no more.
func (r *Schemas) full(n int) bool {
	r.short = r.short || n >= maxMembers
	return n >= maxMembers
}

func (st *state) missed(m *Module) {
	if !slices.Contains(st.cuts, m) {
		st.cuts = append(st.cuts, m)
	}
}

// markCuts puts the hash of what was left out into the schema of a definition, or beside it when there is none.
func (st *state) markCuts(def *source.Node) {
	if len(st.cuts) == 0 {
		return
	}
	h := sha256.New()
	for _, m := range st.cuts {
		if m.sum == nil {
			sum := sha256.Sum256(m.File.Data)
			m.sum = sum[:]
		}
		h.Write(m.sum)
	}
	at, name := def, "source" // a word of the format, so that nobody takes it for one of the author
	if schema := def.Get("inputSchema"); schema != nil && schema.Kind == source.Object {
		at, name = schema, codeMember
	}
	var b source.Builder
	b.Inexact(def.File, def.Span, source.CutMark+hex.EncodeToString(h.Sum(nil)))
	at.Members = append(at.Members, source.Member{
		Name:  &source.Node{Kind: source.String, Text: source.Text{Value: name}, File: def.File, Span: def.Span},
		Value: &source.Node{Kind: source.Scalar, Text: b.Text(), File: def.File, Span: def.Span},
	})
}
