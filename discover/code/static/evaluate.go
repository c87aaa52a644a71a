package static

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// Eval returns the text that an expression evaluates to. What is not known in the file is a hole.
func (r *Evaluator) Eval(e *syntax.Expr) Value {
	if e == nil {
		return Value{}
	}
	if v, ok := r.memo[e]; ok {
		return v
	}
	if r.Depth >= MaxDepth || !r.Spend(2) {
		return r.Unknown(e, nil)
	}
	r.Depth++
	before := r.cycles
	v := r.evalKind(e)
	r.Depth--
	for _, a := range v.Alts {
		r.Spend(len(a.Parts) + a.size()/256)
	}
	if r.cycles == before {
		// A value that was met on its own way may be half of what it is elsewhere.
		r.memo[e] = v
	}
	return v
}

// Unknown is the value of an expression that the file does not give: a hole, for which other files are asked when w is not nil.
func (r *Evaluator) Unknown(e *syntax.Expr, w *Reference) Value {
	name := ""
	if e.Kind == syntax.Ref || e.Kind == syntax.Call || e.Kind == syntax.Index {
		name = e.Name
	}
	return Value{Alts: []Alt{{Parts: []Part{{Hole: &Hole{label: label(name), File: r.File, Span: e.Span, Reference: w}}}}}}
}

// Literal returns the value of a literal at span.
func (r *Evaluator) Literal(t source.Text, span source.Span) Value {
	// One piece of memory holds all: there are many.
	m := &struct {
		alts  [1]Alt
		parts [1]Part
		lits  [1]Place
	}{parts: [1]Part{{Text: t}}, lits: [1]Place{{r.File, span.Start}}}
	if m.alts[0].Lits = m.lits[:]; t.Value != "" {
		m.alts[0].Parts = m.parts[:]
	}
	return Value{Alts: m.alts[:]}
}

func (r *Evaluator) evalKind(e *syntax.Expr) Value {
	switch e.Kind {
	case syntax.Literal:
		return r.Literal(e.Text, e.Span)
	case syntax.Scalar:
		if s := e.Text.Value; s != "" && ident.IsDigit(s[0]) {
			return r.Literal(e.Text, e.Span)
		}
		return Value{}
	case syntax.Concat:
		return r.evalConcat(e)
	case syntax.Choice:
		return r.evalChoice(e.Items)
	case syntax.Ref:
		if r.Unit.Lang == lex.CSharp && strings.EqualFold(e.Name, "string.Empty") {
			return TextValue(source.Text{})
		}
		return r.evalRef(e)
	case syntax.Call:
		if w := r.written(e); len(w) > 0 {
			return r.join(w, "")
		}
		return r.evalCall(e)
	case syntax.Index:
		ts := r.Indexed(e)
		if len(ts) == 0 {
			if e.Name != "" && textMember[e.Name] {
				return r.Eval(e.Recv)
			}
			if e.Recv != nil && e.Recv.Kind == syntax.Ref && len(e.Items) == 1 && e.Items[0].Kind == syntax.Literal && ident.Identifier(e.Items[0].Text.Value) && !r.Lookup(e.Scope, ident.Head(e.Recv.Name)).Any() {
				return r.Unknown(e, r.ReferenceTo(e.Recv.Name+"."+e.Items[0].Text.Value, RefText))
			}
			return r.Unknown(e, nil)
		}
		return r.evalTargets(ts, e)
	case syntax.Lambda:
		if e.Fn == nil || len(e.Fn.Returns) == 0 {
			return Value{}
		}
		return r.evalChoice(e.Fn.Returns)
	case syntax.List:
		return r.evalList(e)
	case syntax.Other:
		return r.evalOther(e)
	default:
		return Value{}
	}
}

// textMember says whether a member of a text is that text in essence.
var textMember = wordset.Of("value Value rawValue text raw html_safe freeze strip chomp squish to_s trim")

func (r *Evaluator) evalConcat(e *syntax.Expr) Value {
	if n := len(e.Items); n >= 2 && !e.Items[1].Hole && e.Items[0].Span.End < e.Items[1].Span.Start {
		if strings.TrimSpace(string(r.File.Data[e.Items[0].Span.End:min(e.Items[1].Span.Start, e.Items[0].Span.End+20)])) == "%" {
			return r.percent(r.Eval(e.Items[0]), e)
		}
	}
	v := sumFrom(Alt{})
	for _, item := range e.Items {
		v.then(r.orUnknown(r.Eval(item), item))
	}
	return v.value()
}

// percent is a format with the text behind it put in: "%s" % (a, b).
func (r *Evaluator) percent(v Value, e *syntax.Expr) Value {
	args := e.Items[1:]
	if len(args) == 1 && args[0].Kind == syntax.List {
		args = args[0].Items
	}
	return r.format(v, args, nil, '%')
}

// choice collects what is known of one of several texts.
type choice struct{ known, holes Value }

func (c *choice) add(v Value) {
	if v.Known() {
		c.known.Add(v)
	} else {
		c.holes.Add(v)
	}
}

// value returns the known texts, or else the holes; more says that there may be others.
func (c *choice) value(more bool) Value {
	switch {
	case len(c.known.Alts) == 0:
		return c.holes
	case len(c.holes.Alts) > 0 || more:
		return c.known.markChanged()
	}
	return c.known
}

// evalChoice returns one of several texts. It leaves out what is not text, and unknown ones where others are known.
func (r *Evaluator) evalChoice(items []*syntax.Expr) Value {
	var c choice
	for i, item := range items {
		if i >= 4*MaxAlts {
			break
		}
		if item.Kind == syntax.Call && failing(item.Name) || item.Kind == syntax.Scalar && len(items) > 1 {
			continue
		}
		if v := r.Eval(item); v.Known() || item.Kind != syntax.Other {
			c.add(v)
		}
	}
	return c.value(len(items) > 4*MaxAlts)
}

func (r *Evaluator) evalList(e *syntax.Expr) Value {
	if len(e.Items) == 1 {
		return r.Eval(e.Items[0])
	}
	if v := r.join(e.Items, "\n"); v.Known() {
		return v.markChanged()
	}
	return Value{}
}

// evalOther takes the sentences out of an expression that is not understood.
func (r *Evaluator) evalOther(e *syntax.Expr) Value {
	if len(e.Items) >= 2 && e.Items[0].Kind != syntax.Other {
		if v := r.Eval(e.Items[0]); v.Known() && strings.Contains(v.Alts[0].Flat(), "%") {
			return r.percent(v, e)
		}
	}
	var out Value
	for _, item := range e.Items[:min(len(e.Items), MaxAlts)] {
		for _, a := range r.Eval(item).Alts {
			if a.Known() && ident.Sentence(a.Flat()) && len(out.Alts) < MaxAlts {
				out.Alts = append(out.Alts, a)
			}
		}
	}
	return r.orUnknown(out, e).markChanged()
}

func (r *Evaluator) evalRef(e *syntax.Expr) Value {
	head, rest := ident.Split(e.Name)
	n := r.Lookup(e.Scope, head)
	if rest == "" && !strings.HasPrefix(head, "@") && !IsSelf[head] {
		switch {
		case len(n.Binds) > 0:
			return r.evalBinds(n, e)
		case n.Param != nil:
			if v := r.Eval(n.Param.Default); v.Known() {
				return v.markChanged()
			}
			v := r.Unknown(e, nil)
			v.Alts[0].Parts[0].Hole.param = n.Param
			return v
		case n.Any():
			return r.Unknown(e, nil)
		}
		if c := ClassAround(e.Scope); c != nil && len(c.Bases) > 0 && r.Unit.Lang != lex.Python && r.Unit.Lang != lex.JavaScript {
			if ts := r.Members(c, head, 0); len(ts) > 0 {
				return r.evalTargets(ts, e)
			}
		}
		return r.Unknown(e, r.ReferenceTo(e.Name, RefText))
	}
	if ts := r.Follow(e.Scope, e.Name); len(ts) > 0 {
		return r.evalTargets(ts, e)
	}
	if textMember[ident.Last(e.Name)] {
		short := *e
		short.Name = ident.Parent(e.Name)
		if v := r.evalRef(&short); v.Known() || v.IsReference() {
			return v
		}
	}
	c := ClassAround(e.Scope)
	switch {
	case n.Any():
		// An object of the file whose member is not known here; a class of another file may have it.
		for _, b := range n.Binds {
			v := b.Value
			if v != nil && (v.Kind == syntax.Call && v.Name != "" || v.Kind == syntax.Ref && v.Name != head) && !r.Lookup(e.Scope, v.Name).Any() {
				return r.Unknown(e, r.ReferenceTo(v.Name+"."+rest, RefText))
			}
		}
		return r.Unknown(e, nil)
	case IsSelf[head] && c != nil && len(c.Bases) > 0:
		return r.Unknown(e, r.ReferenceTo(ident.Last(c.Bases[0])+"."+rest, RefText))
	}
	return r.Unknown(e, r.ReferenceTo(e.Name, RefText)) // nil for the object itself
}

// evalBinds is the value of a name with the given assignments, in order: each is an alternative, += goes on from those before.
func (r *Evaluator) evalBinds(n Names, e *syntax.Expr) Value {
	name := n.Binds[0].Name
	b := bound{n.Scope, name}
	if sofar, ok := r.busy[b]; ok {
		r.cycles++
		if len(sofar.Alts) == 0 {
			return r.Unknown(e, nil)
		}
		return sofar
	}
	var all sum
	var holes Value
	if n.Param != nil {
		holes = r.Unknown(e, nil)
		all.add(r.Eval(n.Param.Default))
	}
	for i, d := range append(n.Binds[:len(n.Binds):len(n.Binds)], r.innerBinds(n, name)...) {
		if i >= 4*MaxAlts {
			all.set(all.value().markChanged())
			break
		}
		if d.Value == nil {
			continue
		}
		r.busy[b] = all.value()
		v := r.Eval(d.Value)
		delete(r.busy, b)
		if !v.Known() && d.Value.Kind == syntax.Index && (d.Value.IsEach() || d.Value.Recv.IsEach()) {
			v = r.Unknown(e, nil) // people know it by its name
		}
		switch {
		case d.Adds && len(all.v.Alts) > 0:
			all.then(v)
			for _, a := range all.v.Alts {
				r.Spend(len(a.Parts) / 4)
			}
		case v.Known() && mentions(d.Value, name, 0):
			all.set(v) // it goes on from what it was: d = d + "..." holds the text before
		case v.Known():
			all.add(v)
		default:
			holes.Add(v)
		}
	}
	c := choice{all.value(), holes}
	return c.value(false)
}

// innerBinds returns the assignments to a name of a scope that functions inside of it make without declaring a name of their own.
func (r *Evaluator) innerBinds(n Names, name string) []*syntax.Bind {
	all := r.byName[name]
	if len(all) == len(n.Binds) || len(all) > 64 {
		return nil
	}
	var out []*syntax.Bind
	for _, b := range all {
		inside := false
		s := b.Scope
		for k := 0; s != nil && s != n.Scope && k < 50; k++ {
			if s.Class != nil && b.Scope == s || len(s.Binds(name)) > 0 && s != b.Scope {
				break
			}
			inside = inside || s.Func != nil
			s = s.Parent
		}
		if inside && s == n.Scope && r.assignsOuter(b) {
			out = append(out, b)
		}
	}
	return out
}

// assignsOuter reports whether an assignment of JavaScript is to a name of a scope further out: one without let, const or var.
func (r *Evaluator) assignsOuter(b *syntax.Bind) bool {
	for _, own := range b.Scope.Binds(b.Name) {
		before := strings.TrimRight(string(r.File.Data[max(0, own.NameSpan.Start-8):own.NameSpan.Start]), Blanks)
		for _, w := range []string{"let", "const", "var", ",", "{", "["} {
			if strings.HasSuffix(before, w) && (w != "{" || own.Value == nil) {
				return false
			}
		}
	}
	return b.Scope.Func == nil || paramNamed(b.Scope.Func.Params, b.Name) == nil
}

func mentions(e *syntax.Expr, name string, depth int) bool {
	switch {
	case e == nil || depth > 4:
		return false
	case e.Kind == syntax.Ref:
		return e.Name == name
	case e.Kind == syntax.Call:
		return mentions(e.Recv, name, depth+1)
	case e.Kind == syntax.Concat || e.Kind == syntax.Other || e.Kind == syntax.List:
		return slices.ContainsFunc(e.Items[:min(len(e.Items), 64)], func(item *syntax.Expr) bool { return mentions(item, name, depth+1) })
	}
	return false
}

func (r *Evaluator) evalTargets(ts []Target, e *syntax.Expr) Value {
	var c choice
	for _, t := range ts {
		switch {
		case t.Fn != nil:
			c.add(r.Returned(t.Fn))
		case t.Expr != nil && t.Expr != e:
			k := bound{t.Expr.Scope, "\x00" + e.Name}
			if _, again := r.busy[k]; again {
				r.cycles++
				continue
			}
			r.busy[k] = Value{}
			c.add(r.Eval(t.Expr))
			delete(r.busy, k)
		}
	}
	// Where there are as many targets as are looked at, there may be more.
	return r.orUnknown(c.value(len(ts) >= MaxAlts), e)
}

// Returned returns the texts that a function may return.
func (r *Evaluator) Returned(f *syntax.Func) Value {
	k := bound{f.Scope, "\x01return"}
	if _, again := r.busy[k]; again || len(f.Returns) == 0 {
		r.cycles++
		return Value{}
	}
	r.busy[k] = Value{}
	defer delete(r.busy, k)
	return r.evalChoice(f.Returns)
}

// join is the texts of a list with a separator between them. What is spread into the list is a list among its items.
func (r *Evaluator) join(items []*syntax.Expr, sep string) Value {
	var flat []*syntax.Expr
	r.Flatten(items, &flat, 0)
	v := sumFrom(Alt{})
	end := -1
	for _, item := range flat {
		w := r.Eval(item)
		if len(w.Alts) == 0 {
			if item.Kind == syntax.Scalar || item.Kind == syntax.Other {
				continue
			}
			w = r.Unknown(item, nil)
		}
		if end >= 0 && sep != "" {
			// The separator is placed between the items, where people look for it.
			var b source.Builder
			b.Fold(r.File, source.Span{Start: min(end, item.Span.Start), End: item.Span.Start}, sep)
			v.then(TextValue(b.Text()))
		}
		v.then(w)
		end = item.Span.End
	}
	if len(flat) >= maxParts {
		return v.value().markChanged()
	}
	return v.value()
}

// written returns what was written to the builder whose text a call gives: b.WriteString("..."), then b.String().
func (r *Evaluator) written(e *syntax.Expr) []*syntax.Expr {
	if e.Recv != nil && e.Recv.Kind == syntax.Ref && len(e.Args) == 0 && builtNames[e.Name] {
		return r.Writes[e.Recv.Name]
	}
	return nil
}

var builtNames = wordset.Of("String toString ToString build getvalue str")

// Flatten lists the items of lists in lists, and of names of lists.
func (r *Evaluator) Flatten(items []*syntax.Expr, out *[]*syntax.Expr, depth int) {
	for _, item := range items {
		if len(*out) >= maxParts || !r.Spend(1) {
			return
		}
		lists := []*syntax.Expr{item}
		if item.Kind == syntax.Ref || item.Kind == syntax.Choice {
			lists = r.Deref(item)
		}
		if depth >= 5 || len(lists) == 0 || lists[0].Kind != syntax.List {
			*out = append(*out, item)
			continue
		}
		written := r.Writes[item.Name]
		for i, l := range lists {
			if l.Kind == syntax.List && (i == 0 || item.Kind != syntax.Ref || len(written) == 0) {
				r.Flatten(l.Items, out, depth+1)
			}
		}
		if item.Kind == syntax.Ref {
			r.Flatten(written, out, depth+4)
		}
	}
}
