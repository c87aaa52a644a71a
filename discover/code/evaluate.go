package code

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// eval returns the text that an expression evaluates to. What is not known in the file is a hole.
func (r *Evaluator) eval(e *syntax.Expr) value {
	if e == nil {
		return value{}
	}
	if v, ok := r.memo[e]; ok {
		return v
	}
	if r.depth >= maxDepth || !r.spend(2) {
		return r.unknown(e, nil)
	}
	r.depth++
	before := r.cycles
	v := r.evalKind(e)
	r.depth--
	for _, a := range v.alts {
		r.spend(len(a.parts) + a.size()/256)
	}
	if r.cycles == before {
		// A value that was met on its own way may be half of what it is elsewhere.
		r.memo[e] = v
	}
	return v
}

// unknown is the value of an expression that the file does not give: a hole, for which other files are asked when w is not nil.
func (r *Evaluator) unknown(e *syntax.Expr, w *reference) value {
	name := ""
	if e.Kind == syntax.Ref || e.Kind == syntax.Call || e.Kind == syntax.Index {
		name = e.Name
	}
	return value{alts: []alt{{parts: []part{{hole: &hole{label: label(name), file: r.f, span: e.Span, reference: w}}}}}}
}

func (r *Evaluator) literal(t source.Text, span source.Span) value {
	// One piece of memory holds all: there are many.
	m := &struct {
		alts  [1]alt
		parts [1]part
		lits  [1]place
	}{parts: [1]part{{text: t}}, lits: [1]place{{r.f, span.Start}}}
	if m.alts[0].lits = m.lits[:]; t.Value != "" {
		m.alts[0].parts = m.parts[:]
	}
	return value{alts: m.alts[:]}
}

func (r *Evaluator) evalKind(e *syntax.Expr) value {
	switch e.Kind {
	case syntax.Literal:
		return r.literal(e.Text, e.Span)
	case syntax.Scalar:
		if s := e.Text.Value; s != "" && isDigit(s[0]) {
			return r.literal(e.Text, e.Span)
		}
		return value{}
	case syntax.Concat:
		return r.evalConcat(e)
	case syntax.Choice:
		return r.evalChoice(e.Items)
	case syntax.Ref:
		if r.u.Lang == lex.CSharp && strings.EqualFold(e.Name, "string.Empty") {
			return textValue(source.Text{})
		}
		return r.evalRef(e)
	case syntax.Call:
		if w := r.written(e); len(w) > 0 {
			return r.join(w, "")
		}
		return r.evalCall(e)
	case syntax.Index:
		ts := r.indexed(e)
		if len(ts) == 0 {
			if e.Name != "" && textMember[e.Name] {
				return r.eval(e.Recv)
			}
			if e.Recv != nil && e.Recv.Kind == syntax.Ref && len(e.Items) == 1 && e.Items[0].Kind == syntax.Literal && identifier(e.Items[0].Text.Value) && !r.lookup(e.Scope, head(e.Recv.Name)).any() {
				return r.unknown(e, r.referenceTo(e.Recv.Name+"."+e.Items[0].Text.Value, refText))
			}
			return r.unknown(e, nil)
		}
		return r.evalTargets(ts, e)
	case syntax.Lambda:
		if e.Fn == nil || len(e.Fn.Returns) == 0 {
			return value{}
		}
		return r.evalChoice(e.Fn.Returns)
	case syntax.List:
		return r.evalList(e)
	case syntax.Other:
		return r.evalOther(e)
	default:
		return value{}
	}
}

// textMember says whether a member of a text is that text in essence.
var textMember = wordset.Of("value Value rawValue text raw html_safe freeze strip chomp squish to_s trim")

func (r *Evaluator) evalConcat(e *syntax.Expr) value {
	if n := len(e.Items); n >= 2 && !e.Items[1].Hole && e.Items[0].Span.End < e.Items[1].Span.Start {
		if strings.TrimSpace(string(r.f.Data[e.Items[0].Span.End:min(e.Items[1].Span.Start, e.Items[0].Span.End+20)])) == "%" {
			return r.percent(r.eval(e.Items[0]), e)
		}
	}
	v := sumFrom(alt{})
	for _, item := range e.Items {
		v.then(r.orUnknown(r.eval(item), item))
	}
	return v.value()
}

// percent is a format with the text behind it put in: "%s" % (a, b).
func (r *Evaluator) percent(v value, e *syntax.Expr) value {
	args := e.Items[1:]
	if len(args) == 1 && args[0].Kind == syntax.List {
		args = args[0].Items
	}
	return r.format(v, args, nil, '%')
}

// choice collects what is known of one of several texts.
type choice struct{ known, holes value }

func (c *choice) add(v value) {
	if v.known() {
		c.known.add(v)
	} else {
		c.holes.add(v)
	}
}

// value is what is known, or else the holes; more is set when there may be others.
func (c *choice) value(more bool) value {
	switch {
	case len(c.known.alts) == 0:
		return c.holes
	case len(c.holes.alts) > 0 || more:
		return c.known.markChanged()
	}
	return c.known
}

// evalChoice is one of several. Those that are not text, and those of which nothing is known while others are, are left out.
func (r *Evaluator) evalChoice(items []*syntax.Expr) value {
	var c choice
	for i, item := range items {
		if i >= 4*maxAlts {
			break
		}
		if item.Kind == syntax.Call && failing(item.Name) || item.Kind == syntax.Scalar && len(items) > 1 {
			continue
		}
		if v := r.eval(item); v.known() || item.Kind != syntax.Other {
			c.add(v)
		}
	}
	return c.value(len(items) > 4*maxAlts)
}

func (r *Evaluator) evalList(e *syntax.Expr) value {
	if len(e.Items) == 1 {
		return r.eval(e.Items[0])
	}
	if v := r.join(e.Items, "\n"); v.known() {
		return v.markChanged()
	}
	return value{}
}

// evalOther takes the sentences out of an expression that is not understood.
func (r *Evaluator) evalOther(e *syntax.Expr) value {
	if len(e.Items) >= 2 && e.Items[0].Kind != syntax.Other {
		if v := r.eval(e.Items[0]); v.known() && strings.Contains(v.alts[0].flat(), "%") {
			return r.percent(v, e)
		}
	}
	var out value
	for _, item := range e.Items[:min(len(e.Items), maxAlts)] {
		for _, a := range r.eval(item).alts {
			if a.known() && sentence(a.flat()) && len(out.alts) < maxAlts {
				out.alts = append(out.alts, a)
			}
		}
	}
	return r.orUnknown(out, e).markChanged()
}

func (r *Evaluator) evalRef(e *syntax.Expr) value {
	head, rest := split(e.Name)
	n := r.lookup(e.Scope, head)
	if rest == "" && !strings.HasPrefix(head, "@") && !isSelf[head] {
		switch {
		case len(n.binds) > 0:
			return r.evalBinds(n, e)
		case n.param != nil:
			if v := r.eval(n.param.Default); v.known() {
				return v.markChanged()
			}
			v := r.unknown(e, nil)
			v.alts[0].parts[0].hole.param = n.param
			return v
		case n.any():
			return r.unknown(e, nil)
		}
		if c := classAround(e.Scope); c != nil && len(c.Bases) > 0 && r.u.Lang != lex.Python && r.u.Lang != lex.JavaScript {
			if ts := r.members(c, head, 0); len(ts) > 0 {
				return r.evalTargets(ts, e)
			}
		}
		return r.unknown(e, r.referenceTo(e.Name, refText))
	}
	if ts := r.follow(e.Scope, e.Name); len(ts) > 0 {
		return r.evalTargets(ts, e)
	}
	if textMember[last(e.Name)] {
		short := *e
		short.Name = e.Name[:strings.LastIndexByte(e.Name, '.')]
		if v := r.evalRef(&short); v.known() || v.isReference() {
			return v
		}
	}
	c := classAround(e.Scope)
	switch {
	case n.any():
		// An object of the file whose member is not known here; a class of another file may have it.
		for _, b := range n.binds {
			v := b.Value
			if v != nil && (v.Kind == syntax.Call && v.Name != "" || v.Kind == syntax.Ref && v.Name != head) && !r.lookup(e.Scope, v.Name).any() {
				return r.unknown(e, r.referenceTo(v.Name+"."+rest, refText))
			}
		}
		return r.unknown(e, nil)
	case isSelf[head] && c != nil && len(c.Bases) > 0:
		return r.unknown(e, r.referenceTo(last(c.Bases[0])+"."+rest, refText))
	}
	return r.unknown(e, r.referenceTo(e.Name, refText)) // nil for the object itself
}

// evalBinds is the value of a name with the given assignments, in order: each is an alternative, += goes on from those before.
func (r *Evaluator) evalBinds(n names, e *syntax.Expr) value {
	name := n.binds[0].Name
	b := bound{n.scope, name}
	if sofar, ok := r.busy[b]; ok {
		r.cycles++
		if len(sofar.alts) == 0 {
			return r.unknown(e, nil)
		}
		return sofar
	}
	var all sum
	var holes value
	if n.param != nil {
		holes = r.unknown(e, nil)
		all.add(r.eval(n.param.Default))
	}
	for i, d := range append(n.binds[:len(n.binds):len(n.binds)], r.innerBinds(n, name)...) {
		if i >= 4*maxAlts {
			all.set(all.value().markChanged())
			break
		}
		if d.Value == nil {
			continue
		}
		r.busy[b] = all.value()
		v := r.eval(d.Value)
		delete(r.busy, b)
		if !v.known() && d.Value.Kind == syntax.Index && (d.Value.IsEach() || d.Value.Recv.IsEach()) {
			v = r.unknown(e, nil) // people know it by its name
		}
		switch {
		case d.Adds && len(all.v.alts) > 0:
			all.then(v)
			for _, a := range all.v.alts {
				r.spend(len(a.parts) / 4)
			}
		case v.known() && mentions(d.Value, name, 0):
			all.set(v) // it goes on from what it was: d = d + "..." holds the text before
		case v.known():
			all.add(v)
		default:
			holes.add(v)
		}
	}
	c := choice{all.value(), holes}
	return c.value(false)
}

// innerBinds returns the assignments to a name of a scope that functions inside of it make without declaring a name of their own.
func (r *Evaluator) innerBinds(n names, name string) []*syntax.Bind {
	all := r.byName[name]
	if len(all) == len(n.binds) || len(all) > 64 {
		return nil
	}
	var out []*syntax.Bind
	for _, b := range all {
		inside := false
		s := b.Scope
		for k := 0; s != nil && s != n.scope && k < 50; k++ {
			if s.Class != nil && b.Scope == s || len(s.Binds(name)) > 0 && s != b.Scope {
				break
			}
			inside = inside || s.Func != nil
			s = s.Parent
		}
		if inside && s == n.scope && r.assignsOuter(b) {
			out = append(out, b)
		}
	}
	return out
}

// assignsOuter reports whether an assignment of JavaScript is to a name of a scope further out: one without let, const or var.
func (r *Evaluator) assignsOuter(b *syntax.Bind) bool {
	for _, own := range b.Scope.Binds(b.Name) {
		before := strings.TrimRight(string(r.f.Data[max(0, own.NameSpan.Start-8):own.NameSpan.Start]), blanks)
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

func (r *Evaluator) evalTargets(ts []target, e *syntax.Expr) value {
	var c choice
	for _, t := range ts {
		switch {
		case t.fn != nil:
			c.add(r.returned(t.fn))
		case t.expr != nil && t.expr != e:
			k := bound{t.expr.Scope, "\x00" + e.Name}
			if _, again := r.busy[k]; again {
				r.cycles++
				continue
			}
			r.busy[k] = value{}
			c.add(r.eval(t.expr))
			delete(r.busy, k)
		}
	}
	// Where there are as many targets as are looked at, there may be more.
	return r.orUnknown(c.value(len(ts) >= maxAlts), e)
}

func (r *Evaluator) returned(f *syntax.Func) value {
	k := bound{f.Scope, "\x01return"}
	if _, again := r.busy[k]; again || len(f.Returns) == 0 {
		r.cycles++
		return value{}
	}
	r.busy[k] = value{}
	defer delete(r.busy, k)
	return r.evalChoice(f.Returns)
}

// join is the texts of a list with a separator between them. What is spread into the list is a list among its items.
func (r *Evaluator) join(items []*syntax.Expr, sep string) value {
	var flat []*syntax.Expr
	r.flatten(items, &flat, 0)
	v := sumFrom(alt{})
	end := -1
	for _, item := range flat {
		w := r.eval(item)
		if len(w.alts) == 0 {
			if item.Kind == syntax.Scalar || item.Kind == syntax.Other {
				continue
			}
			w = r.unknown(item, nil)
		}
		if end >= 0 && sep != "" {
			// The separator stands between the items, where people will look for it.
			var b source.Builder
			b.Fold(r.f, source.Span{Start: min(end, item.Span.Start), End: item.Span.Start}, sep)
			v.then(textValue(b.Text()))
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
		return r.writes[e.Recv.Name]
	}
	return nil
}

var builtNames = wordset.Of("String toString ToString build getvalue str")

// flatten lists the items of lists in lists, and of names of lists.
func (r *Evaluator) flatten(items []*syntax.Expr, out *[]*syntax.Expr, depth int) {
	for _, item := range items {
		if len(*out) >= maxParts || !r.spend(1) {
			return
		}
		lists := []*syntax.Expr{item}
		if item.Kind == syntax.Ref || item.Kind == syntax.Choice {
			lists = r.deref(item)
		}
		if depth >= 5 || len(lists) == 0 || lists[0].Kind != syntax.List {
			*out = append(*out, item)
			continue
		}
		written := r.writes[item.Name]
		for i, l := range lists {
			if l.Kind == syntax.List && (i == 0 || item.Kind != syntax.Ref || len(written) == 0) {
				r.flatten(l.Items, out, depth+1)
			}
		}
		if item.Kind == syntax.Ref {
			r.flatten(written, out, depth+4)
		}
	}
}
