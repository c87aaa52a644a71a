package syntax

import (
	"slices"

	"github.com/org/mcp-lint/discover/code/lex"
)

// kotlinFunction reads a function that is declared from i on; its "fun" is at k.
func (r *reader) kotlinFunction(i, k, to int) int {
	at := r.skipTypeArgs(k+1, to)
	name := at
	for n := 0; n < typeLook && name < to && !r.opens(name+1, to, lex.Paren); n++ { // Receiver<T>.name
		if r.Kind(name) == lex.Line || r.Kind(name) == lex.Open && !r.opens(name, to, lex.Paren) {
			return k
		}
		name = r.Next(name)
	}
	if r.word(name, to) == "" || !r.opens(name+1, to, lex.Paren) {
		return k
	}
	f := r.funcAt(i, name, 0)
	r.within(f.Scope, func() { f.Params = r.kotlinParams(name + 1) })
	at = r.Pair(name+1) + 1
	if r.op(at, to) == ":" {
		at = r.kotlinType(at+1, to)
	}
	return max(r.kotlinBody(f, at, to), at)
}

// kotlinBody reads the body of f at i: braces, or an expression after "=".
func (r *reader) kotlinBody(f *Func, i, to int) int {
	if r.word(i, to) == "where" {
		i = r.skipTo(i, to, typeLook, "=", "\n")
	}
	switch {
	case r.opens(i, to, lex.Brace):
		i = r.body(f, i, to)
	case r.op(i, to) == "=":
		i = max(r.body(f, r.skipLines(i+1, to), to), i+1)
	}
	f.Span.End = max(f.Span.End, r.endBefore(i))
	return i
}

// endBefore is where the token before i ends.
func (r *reader) endBefore(i int) int { return int(r.Tokens[i-1].End) }

// kotlinProperty reads a property or variable that is declared from i on; its "val" or "var" is at k. A getter makes it a method.
func (r *reader) kotlinProperty(i, k, to int) int {
	name := r.skipTypeArgs(k+1, to)
	for n := 0; n < typeLook && r.word(name, to) != "" && name < to; n++ { // Receiver<T>.name
		after := r.skipTypeArgs(name+1, to)
		if r.op(after, to) == "?" {
			after++
		}
		if r.op(after, to) != "." || r.word(after+1, to) == "" {
			break
		}
		name = after + 1
	}
	if r.word(name, to) == "" {
		return k + 1 // val (a, b) = ...
	}
	doc, attrs := r.takeDoc(), r.takeAttrs()
	at, declared := name+1, ""
	if r.op(at, to) == ":" {
		from := at + 1
		at = r.kotlinType(from, to)
		declared = r.declaredType(from, at)
	}
	var value *Expr
	if r.op(at, to) == "=" || r.word(at, to) == "by" {
		var next int
		value, next = r.value(at+1, to)
		at = max(next, at+1)
	}
	next, getter := r.kotlinAccessors(i, name, doc, attrs, at, to)
	if getter && value == nil {
		return next
	}
	d := r.bind(r.nameAt(name), r.span(name, name+1), value)
	d.Doc, d.Attrs, d.Type = doc, attrs, declared
	return next
}

// kotlinAccessors reads the getter and setter of a property, which may stand on lines of their own from i on. It reports
// whether there is a getter with a body.
func (r *reader) kotlinAccessors(from, name int, doc *Expr, attrs []*Expr, i, to int) (next int, getter bool) {
	for {
		k := r.skipLines(i, to)
		for kotlinModifiers[r.word(k, to)] && r.word(k+1, to) != "" {
			k++
		}
		w := r.word(k, to)
		if w != "get" && w != "set" {
			return i, getter
		}
		if !r.opens(k+1, to, lex.Paren) {
			if w == "set" && (r.Kind(k+1) == lex.Line || r.Kind(k+1) == lex.Close) { // private set
				i = k + 1
				continue
			}
			return i, getter
		}
		after := r.Pair(k+1) + 1
		if r.op(after, to) == ":" {
			after = r.kotlinType(after+1, to)
		}
		if r.op(after, to) != "=" && !r.opens(after, to, lex.Brace) {
			return i, getter
		}
		var f *Func
		if w == "get" {
			getter = true
			r.doc, r.attrs = doc, attrs
			f = r.funcAt(from, name, 0)
		} else {
			f = r.function("", r.span(k, k+1))
		}
		i = r.kotlinBody(f, after, to)
	}
}

// kotlinPrimary reads functions as values, objects without a name, and conditions that are values.
func kotlinPrimary(r *reader, i, to int) (*Expr, int) {
	if r.opens(i, to, lex.Brace) {
		return r.kotlinLambda(i)
	}
	switch r.word(i, to) {
	case "if":
		if r.opens(i+1, to, lex.Paren) {
			return r.kotlinIf(i, to)
		}
	case "when":
		open := i + 1
		if r.opens(open, to, lex.Paren) {
			r.statements(open+1, r.Pair(open))
			open = r.Pair(open) + 1
		}
		if r.opens(open, to, lex.Brace) {
			return r.kotlinWhen(i, open)
		}
	case "try":
		if r.opens(i+1, to, lex.Brace) {
			return r.block(i + 1)
		}
	case "object":
		if r.op(i+1, to) == ":" || r.opens(i+1, to, lex.Brace) {
			doc, attrs := r.doc, r.attrs
			r.doc, r.attrs = nil, nil
			c := r.class("", r.span(i, i+1))
			c.Span = r.span(i, i+1)
			k := r.kotlinBases(c, i+1, to)
			next := max(r.classBody(c, k, to), k)
			r.doc, r.attrs = doc, attrs
			return r.expression(Other, r.span(i, next)), next
		}
	case "fun":
		if r.opens(i+1, to, lex.Paren) {
			e := r.functionValue(i, i+1)
			f := e.Fn
			r.within(f.Scope, func() { f.Params = r.kotlinParams(i + 1) })
			k := r.Pair(i+1) + 1
			if r.op(k, to) == ":" {
				k = r.kotlinType(k+1, to)
			}
			next := max(r.kotlinBody(f, k, to), k)
			return r.ended(e, i, next), next
		}
	}
	return nil, i
}

// kotlinPostfix reads a function in braces that is passed to the call before it, and names between two values.
func kotlinPostfix(r *reader, left *Expr, i, to int) (*Expr, int) {
	if !r.opens(i, to, lex.Brace) || left.Kind != Call && left.Kind != Ref && (left.Kind != Index || left.Name == "") {
		return left, i
	}
	if left.Kind != Call {
		left = r.callee(left)
	}
	b, next := r.kotlinLambda(i)
	left.Args = append(left.Args, Arg{Value: b})
	left.Span.End = b.Span.End
	return left, next
}

// kotlinLambda reads the function in the braces at open: parameters before an arrow, statements.
func (r *reader) kotlinLambda(open int) (*Expr, int) {
	end := r.Pair(open)
	arrow := 0
	for n, k := 0, open+1; k < end && n < typeLook; n++ {
		s := r.op(k, end)
		if s == "->" {
			arrow = k
			break
		}
		if s != "" && !slices.Contains(kotlinHead, s) || r.Kind(k) == lex.String || r.Kind(k) == lex.Number || r.Kind(k) == lex.Open && !r.opens(k, end, lex.Paren) {
			break
		}
		if r.Kind(k) == lex.Line && k > open+1 {
			break
		}
		k = r.Next(k)
	}
	e := r.functionValue(open, end+1)
	f := e.Fn
	r.within(f.Scope, func() {
		doc, attrs := r.doc, r.attrs
		r.doc, r.attrs = nil, nil
		from := open + 1
		for k := from; k < arrow; {
			if r.word(k, arrow) != "" {
				f.Params = append(f.Params, Param{Name: r.nameAt(k), NameSpan: r.span(k, k+1)})
			}
			k = r.nextComma(k, arrow) + 1
		}
		if arrow > 0 {
			from = arrow + 1
		}
		r.statements(from, end)
		r.doc, r.attrs = doc, attrs
	})
	if last := r.lastValue(f, max(open, arrow), end); last != nil && !slices.Contains(f.Returns, last) {
		f.Returns = append(f.Returns, last)
	}
	return e, end + 1
}

// kotlinHead are the marks that may stand among the parameters of a lambda.
var kotlinHead = []string{",", ":", ".", "?", "<", ">", "*", "@"}

// kotlinBranch reads what a condition leads to at i: a value, or braces whose last expression is the value.
func (r *reader) kotlinBranch(i, to int) (*Expr, int) {
	i = r.skipLines(i, to)
	if !r.opens(i, to, lex.Brace) {
		return r.expr(i, to)
	}
	end := r.Pair(i)
	r.statements(i+1, end)
	f := r.scope.Func
	if f == nil {
		f = &Func{Scope: r.scope}
	}
	return r.lastValue(f, i, end), end + 1
}

// kotlinIf reads if (x) a else b as one of the values.
func (r *reader) kotlinIf(i, to int) (*Expr, int) {
	if !r.enter() {
		return nil, i
	}
	defer r.leave()
	r.statements(i+2, r.Pair(i+1))
	var values []*Expr
	e, next := r.kotlinBranch(r.Pair(i+1)+1, to)
	if e != nil {
		values = append(values, e)
	}
	next = max(next, r.Pair(i+1)+1)
	if k := r.skipLines(next, to); r.word(k, to) == "else" {
		e, after := r.kotlinBranch(k+1, to)
		if e != nil && e.Kind == Choice {
			values = append(values, e.Items...)
		} else if e != nil {
			values = append(values, e)
		}
		next = max(after, k+1)
	}
	return r.oneOf(r.span(i, next), values), next
}

// kotlinWhen reads the braces at open, in which conditions lead to values, as one of the values.
func (r *reader) kotlinWhen(i, open int) (*Expr, int) {
	end := r.Pair(open)
	var values []*Expr
	for k := open + 1; k < end; {
		if r.op(k, end) != "->" {
			if e, next := r.expr(k, end); e != nil {
				k = next
			} else {
				k = r.Next(k)
			}
			continue
		}
		e, next := r.kotlinBranch(k+1, end)
		if e != nil {
			values = append(values, e)
		}
		k = max(next, k+1)
	}
	return r.oneOf(r.span(i, end+1), values), end + 1
}
