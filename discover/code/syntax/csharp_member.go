package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
)

// cSharpMember reads a method, constructor, property, field, local function or variable at i.
func (r *reader) cSharpMember(i, to int) int {
	if c := r.scope.Class; c != nil && r.word(i, to) == c.Name && r.opens(i+1, to, lex.Paren) {
		return r.cSharpMethod(i, i, i+1, to)
	}
	name := r.declaredName(i, to)
	if name < 0 {
		return i
	}
	after := name + 1
	if r.op(after, to) == "<" {
		after = r.skipTypeArgs(after, to)
	}
	switch s := r.op(after, to); {
	case r.opens(after, to, lex.Paren):
		return r.cSharpMethod(i, name, after, to)
	case s == "=>":
		f := r.funcAt(i, name, 0)
		return r.funcBody(f, after, to)
	case r.opens(after, to, lex.Brace):
		if r.scope.Class == nil {
			return i
		}
		return r.cSharpProperty(i, name, after, to)
	case r.opens(after, to, lex.Square):
		return i
	}
	return r.fieldAt(i, name, to)
}

// cSharpMethod reads a method, constructor or local function from i on whose parameters are the group at open.
func (r *reader) cSharpMethod(i, name, open, to int) int {
	k := r.Pair(open) + 1
	f := r.funcAt(i, name, open)
	if r.op(k, to) == ":" { // base(x), this(x)
		r.within(f.Scope, func() {
			if e, next := r.expr(k+1, to); e != nil {
				k = next
			}
		})
	}
	for n := 0; n < typeLook && k < to && r.op(k, to) != ";" && r.op(k, to) != "=>" && !r.opens(k, to, lex.Brace); n++ { // where T : class
		if r.Kind(k) == lex.Doc {
			break
		}
		k = r.Next(k)
	}
	return r.funcBody(f, k, to)
}

// cSharpProperty reads a property from i on whose accessors are the group at open: a getter that returns something is a method,
// any other property a member.
func (r *reader) cSharpProperty(i, name, open, to int) int {
	doc, attrs := r.takeDoc(), r.takeAttrs()
	end := r.Pair(open)
	var getter *Func
	for k := open + 1; k < end; {
		w := r.word(k, end)
		body := r.opens(k+1, end, lex.Brace) || r.op(k+1, end) == "=>"
		switch {
		case w == "get" && body:
			r.doc, r.attrs = doc, attrs
			getter = r.funcAt(i, name, 0)
			k = max(r.funcBody(getter, k+1, end), k+1)
		case body && w != "": // set, init, add, remove
			f := r.function("", r.span(k, k+1))
			k = max(r.funcBody(f, k+1, end), k+1)
		default:
			k = r.Next(k)
		}
	}
	next := end + 1
	if getter != nil {
		getter.Span.End = r.span(end, next).End
		return next
	}
	var value *Expr
	if r.op(next, to) == "=" {
		var after int
		value, after = r.value(next+1, to)
		next = max(after, next+1)
	}
	d := r.bind(r.nameAt(name), r.span(name, name+1), value)
	d.Doc, d.Attrs, d.Type = doc, attrs, r.declaredType(i, name)
	return next
}

// cSharpPrimary reads the forms of new, lambdas with attributes, and anonymous methods.
func cSharpPrimary(r *reader, i, to int) (*Expr, int) {
	if i > 0 && r.word(i-1, to) == "new" {
		if e, next := r.newArray(i, to); e != nil {
			return e, next
		}
		if r.opens(i, to, lex.Paren) { // new(): the type is known from elsewhere
			c := r.expression(Call, r.span(i, r.Pair(i)+1))
			c.New, c.Args = true, r.args(i)
			return c, r.Pair(i) + 1
		}
		return nil, i
	}
	if r.opens(i, to, lex.Square) {
		// [Attribute] (x) => y
		k := i
		for r.opens(k, to, lex.Square) {
			k = r.Pair(k) + 1
		}
		for r.keyword(k, to) == wordSkip {
			k++
		}
		if !r.opens(k, to, lex.Paren) || r.op(r.Pair(k)+1, to) != "=>" {
			return nil, i
		}
		doc, attrs := r.doc, r.attrs
		r.attrs = nil
		for at := i; at < k && r.opens(at, to, lex.Square); {
			at = r.cSharpAttributes(at)
		}
		own := r.takeAttrs()
		e, next := r.lambda(k, r.Pair(k)+1, r.Pair(k)+1, to)
		e.Fn.Attrs = own
		e.Span.Start = r.span(i, i+1).Start
		r.doc, r.attrs = doc, attrs
		return e, next
	}
	return nil, i
}

// newArray reads what follows new when it makes an array or a collection: string[] { }, [] { }, List<T> { }. It returns nil for
// anything else.
func (r *reader) newArray(i, to int) (*Expr, int) {
	k, size := i, false
	if r.word(i, to) != "" {
		k = i + 1
		for (r.op(k, to) == "." || r.op(k, to) == "::") && r.word(k+1, to) != "" {
			k += 2
		}
		if next := r.skipTypeArgs(k, to); next > k {
			k = next
		}
		if r.op(k, to) == "?" {
			k++
		}
	}
	named := k
	for r.opens(k, to, lex.Square) {
		size = true
		k = r.Pair(k) + 1
	}
	if !size {
		// A type with type arguments and an initialiser but no parenthesis.
		if r.opens(k, to, lex.Brace) && k > i {
			e, next := r.group(k)
			e.Span.Start = r.span(i, i+1).Start
			if e.Kind == Object {
				name, _ := r.namePath(i, named)
				e.Name, e.NameSpan = name.Name, name.NameSpan
			}
			return e, next
		}
		return nil, i
	}
	if r.opens(k, to, lex.Brace) {
		e, next := r.group(k)
		e.Span.Start = r.span(i, i+1).Start
		return e, next
	}
	for j := named; j < k; j = r.Pair(j) + 1 {
		r.args(j)
	}
	return r.expression(List, r.span(i, k)), k
}

// cSharpPostfix reads x switch { pattern => value, ... }: one of the values.
func cSharpPostfix(r *reader, left *Expr, i, to int) (*Expr, int) {
	if r.word(i, to) != "switch" || !r.opens(i+1, to, lex.Brace) {
		return left, i
	}
	return r.switchArms(left, i+1, "=>")
}

// switchArms reads the braces at open, in which arms lead to values, as one of the values; the arms are separated by commas.
func (r *reader) switchArms(subject *Expr, open int, arrow string) (*Expr, int) {
	end := r.Pair(open)
	span := r.span(open, end+1)
	if subject != nil {
		span.Start = subject.Span.Start
	}
	var values []*Expr
	for k := open + 1; k < end; {
		if r.op(k, end) != arrow {
			switch { // strings in a pattern
			case r.Kind(k) == lex.String, r.opens(k, end, lex.Quote):
				r.literal(k)
			case r.Kind(k) == lex.Open:
				r.statements(k+1, r.Pair(k))
			}
			k = r.Next(k)
			continue
		}
		e, next := r.expr(k+1, end)
		if e != nil {
			values = append(values, e)
		}
		k = r.rest(max(next, k+1), end) + 1
	}
	return r.oneOf(span, values), end + 1
}
