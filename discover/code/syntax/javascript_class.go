package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
)

// jsClass reads the class at i. One without a name has the name given.
func (r *reader) jsClass(i, to int, name string) (*Class, int) {
	k := i + 1
	span := r.span(i, i+1)
	if w := r.word(k, to); w != "" && w != "extends" && w != "implements" {
		name, span = w, r.span(k, k+1)
		k++
	}
	doc, attrs := r.takeDoc(), r.takeAttrs()
	c := r.class(name, span)
	c.Doc, c.Attrs = doc, attrs
	k = r.jsTypeArgs(k, to)
	if r.word(k, to) == "extends" {
		k = r.jsExtends(c, k+1, to)
	}
	if r.word(k, to) == "implements" {
		k = r.jsImplements(c, k+1, to)
	}
	end := k
	if r.opens(k, to, lex.Brace) {
		end = r.Pair(k) + 1
		if r.enter() {
			r.within(c.Scope, func() { r.jsMembers(k+1, end-1) })
			r.leave()
		}
	}
	c.Span = r.span(i, end)
	r.doc, r.attrs = nil, nil
	return c, end
}

// jsExtends reads the class, or the call that gives one, at i.
func (r *reader) jsExtends(c *Class, i, to int) int {
	e, k := r.unary(i, to)
	if e == nil {
		return i
	}
	switch {
	case e.Kind == Ref, e.Kind == Call && e.Recv == nil:
		c.Bases = append(c.Bases, e.Name)
	case e.Kind == Call && e.Recv.Kind == Ref:
		c.Bases = append(c.Bases, e.Recv.Name+"."+e.Name)
	}
	return r.jsTypeArgs(k, to)
}

// jsImplements reads the interfaces at i.
func (r *reader) jsImplements(c *Class, i, to int) int {
	for r.word(i, to) != "" {
		var name *Expr
		name, i = r.jsPath(i, to)
		c.Bases = append(c.Bases, name.Name)
		if i = r.jsTypeArgs(i, to); r.op(i, to) != "," {
			break
		}
		i++
	}
	return i
}

// jsMembers reads the members of the class at hand in [i, to).
func (r *reader) jsMembers(i, to int) {
	r.doc, r.attrs = nil, nil
	for i < to {
		var next int
		switch {
		case r.Kind(i) == lex.Line:
			next = i + 1
		case r.Kind(i) == lex.Doc:
			r.doc = r.docAt(i)
			next = i + 1
		case r.op(i, to) == "@":
			next = r.jsDecorator(i, to)
		case r.op(i, to) == ";":
			r.doc, r.attrs = nil, nil
			next = i + 1
		default:
			next = r.jsMember(i, to)
		}
		if next <= i {
			// Nothing that is known: its parts are still seen.
			r.doc, r.attrs = nil, nil
			if e, end := r.expr(i, to); e != nil {
				next = end
			} else {
				if r.Kind(i) == lex.Open {
					r.statements(i+1, r.Pair(i))
				}
				next = r.Next(i)
			}
		}
		i = max(next, i+1)
	}
}

// jsMember reads one field, method or accessor.
func (r *reader) jsMember(i, to int) int {
	k, setter := i, false
	for k < to && r.jsModifier(k, to) {
		setter = setter || r.word(k, to) == "set"
		if r.word(k, to) == "static" && r.opens(k+1, to, lex.Brace) {
			f := r.function("", r.span(k, k))
			end := r.body(f, k+1, to)
			f.Span = r.span(k, end)
			return end
		}
		k++
	}
	name, after := k, k+1
	switch {
	case k >= to:
		return i
	case r.opens(k, to, lex.Square):
		after = r.Pair(k) + 1
		if r.Kind(k+1) == lex.Word && r.Is(k+2, ":") {
			return r.jsTyped(after, to) // an index signature
		}
		r.expr(k+1, r.Pair(k))
	case r.Kind(k) == lex.Word, r.Kind(k) == lex.String, r.Kind(k) == lex.Number:
	default:
		return i
	}
	if s := r.op(after, to); s == "?" || s == "!" {
		after++
	}
	label := ""
	if !r.Opens(name, lex.Square) {
		label = r.jsName(name)
	} else if name+2 == r.Pair(name) && r.Kind(name+1) == lex.String {
		label = r.jsName(name + 1)
	}
	if open := r.jsTypeArgs(after, to); r.opens(open, to, lex.Paren) {
		if setter {
			label = ""
		}
		return r.jsMethod(i, open, label, name, to)
	}
	return r.jsField(after, label, name, to)
}

// jsModifier reports whether the word at i stands before a member and is not its name.
func (r *reader) jsModifier(i, to int) bool {
	if r.op(i, to) == "*" {
		return true
	}
	switch r.word(i, to) {
	case "static", "readonly", "private", "public", "protected", "abstract", "declare", "override", "accessor", "async", "get", "set":
	default:
		return false
	}
	return r.word(i+1, to) != "" || r.Kind(i+1) == lex.String && i+1 < to || r.op(i+1, to) == "*" || r.opens(i+1, to, lex.Square) || r.opens(i+1, to, lex.Brace)
}

// jsTyped returns the index after the declared type at i, if there is one.
func (r *reader) jsTyped(i, to int) int {
	if r.op(i, to) == ":" {
		return max(r.jsType(i+1, to), i+1)
	}
	return i
}

// jsField reads the type and value of a field. Without a name, as when it is computed, it is no member.
func (r *reader) jsField(i int, label string, name, to int) int {
	doc, attrs := r.takeDoc(), r.takeAttrs()
	next := r.jsTyped(i, to)
	declared := ""
	if next > i {
		declared = r.source(i+1, next)
	}
	var value *Expr
	if r.op(next, to) == "=" {
		v, end := r.value(next+1, to)
		value, next = v, max(end, next+1)
	}
	if label != "" {
		d := r.bind(label, r.span(name, name+1), value)
		d.Doc, d.Attrs, d.Type = doc, attrs, declared
	}
	return next
}

// jsMethod reads a method that begins at i. Parameters of a constructor that are fields are members.
func (r *reader) jsMethod(i, open int, label string, name, to int) int {
	brace := r.jsBody(r.Pair(open)+1, to)
	if brace < 0 {
		r.doc, r.attrs = nil, nil
		return r.jsResult(r.Pair(open)+1, to)
	}
	doc, attrs := r.takeDoc(), r.takeAttrs()
	f := r.function(label, r.span(name, name+1))
	f.Doc, f.Attrs = doc, attrs
	end := r.jsFinish(f, i, open, brace, to)
	if label != "constructor" {
		return end
	}
	for k := open + 1; k < r.Pair(open); k++ {
		first := k == open+1 || r.Is(k-1, ",")
		if !first || !r.jsModifier(k, r.Pair(open)) {
			if r.Kind(k) == lex.Open {
				k = r.Pair(k)
			}
			continue
		}
		for r.jsModifier(k, r.Pair(open)) {
			k++
		}
		for _, p := range f.Params {
			if p.Name == r.jsName(k) {
				d := r.bind(p.Name, p.NameSpan, p.Default)
				d.Type, d.Attrs, d.Doc = p.TypeText, p.Attrs, p.Doc
				break
			}
		}
	}
	return end
}

// jsEnum reads the enumeration at i as a class whose members are its values.
func (r *reader) jsEnum(i int) int {
	open := i + 2
	doc, attrs := r.takeDoc(), r.takeAttrs()
	c := r.class(r.str(i+1), r.span(i+1, i+2))
	c.Doc, c.Attrs, c.Span = doc, attrs, r.span(i, r.Pair(open)+1)
	r.within(c.Scope, func() {
		for _, a := range r.args(open) {
			if a.Name == "" {
				continue
			}
			if a.Value != nil && a.Value.Span == a.Key.Span {
				a.Value = nil // a number, by its place
			}
			r.bind(a.Name, a.Key.Span, a.Value).Doc = a.Doc
		}
	})
	return r.Pair(open) + 1
}

// jsPath reads a name of several parts at i, which is a word.
func (r *reader) jsPath(i, to int) (*Expr, int) {
	e := r.jsRef(r.jsName(i), i)
	for i++; r.op(i, to) == "." && r.word(i+1, to) != ""; i += 2 {
		e.Name += "." + r.jsName(i+1)
		e.NameSpan = r.span(i+1, i+2)
		e.Span.End = e.NameSpan.End
	}
	return e, i
}

// jsDecorator reads @name or @name(arguments) at i and keeps it for what is declared next. It returns i when there is none.
func (r *reader) jsDecorator(i, to int) int {
	if r.op(i, to) != "@" || r.word(i+1, to) == "" {
		return i
	}
	doc, attrs := r.doc, r.attrs
	e, k := r.jsPath(i+1, to)
	if open := r.jsTypeArgs(k, to); r.opens(open, to, lex.Paren) {
		e = r.call(e, open)
		k = r.Pair(open) + 1
	}
	e.Span.Start = r.span(i, i+1).Start
	attrs = append(attrs, e)
	r.doc, r.attrs = doc, attrs
	return k
}
