package syntax

import (
	"maps"
	"slices"

	"github.com/org/mcp-lint/discover/code/lex"
)

// funcNamed declares the function whose name is at name, with what documents it; its declaration begins at i.
func (r *funcReader) funcNamed(i, name int) *Func {
	f := r.documented(r.function(r.nameAt(name), r.Span(name, name+1)))
	f.Span = r.Span(i, name+1)
	return f
}

// documented gives f what documents it.
func (r *funcReader) documented(f *Func) *Func {
	f.Doc, f.Attrs = r.takeDoc(), r.takeAttrs()
	return f
}

// funcAt reads the function that is declared from i on and whose name is at name: type parameters, parameters, and what leads
// to its body. It returns the index after it.
func (r *funcReader) funcAt(i, name, to int) int {
	f := r.funcNamed(i, name)
	next := r.funcRest(f, r.past(r.typeParams(name+1, to), to, "?", "!"), to) // init?()
	f.Span = r.Span(i, next)
	return next
}

// funcRest reads the parameters of f at i, if they stand there, and its body.
func (r *funcReader) funcRest(f *Func, i, to int) int {
	if r.opens(i, to, lex.Paren) {
		r.inScope(f.Scope, func() { f.Params = r.params(i) })
		i = r.Next(i)
	}
	for n := 0; n < typeLookahead && i < to && !r.opens(i, to, lex.Brace) && r.Kind(i) != lex.Line && r.Kind(i) != lex.Doc; n++ {
		s := r.op(i, to)
		if s == ";" || r.d.bodies[s] || r.d.bodies[r.word(i, to)] {
			break
		}
		if r.word(i, to) == "where" {
			i = r.skipTo(i, to, typeLookahead, append(slices.Collect(maps.Keys(r.d.bodies)), ";", "\n")...)
			break
		}
		if s == ":" && r.d.initialises {
			r.inScope(f.Scope, func() { i = r.initialisers(i+1, to) })
			continue
		}
		i = r.Next(i)
	}
	return r.funcBody(f, i, to)
}

// initialisers reads what a constructor passes on or sets before its body, from i on.
func (r *funcReader) initialisers(i, to int) int {
	for i < to && r.op(i, to) != ";" && r.op(i, to) != "=>" && !r.opens(i, to, lex.Brace) {
		i = r.past(max(r.up.assignment(i, to), i+1), to, ",")
	}
	return i
}

// funcBody reads the body of f at i: braces, or an expression after a mark. It returns the index after it, or i when there is none.
func (r *funcReader) funcBody(f *Func, i, to int) int {
	next, open := i, r.past(i, to, "=>")
	switch {
	case r.opens(open, to, lex.Brace):
		next = r.body(f, open, to)
	case r.d.bodies[r.op(i, to)], r.d.bodies[r.word(i, to)]:
		r.inScope(f.Scope, func() {
			e, end := r.expr(r.skipLines(i+1, to), to)
			r.returns(e)
			if next = max(end, i+1); assigns(r.op(next, to)) { // => name ??= value
				e, end = r.value(next+1, to)
				r.returns(e)
				next = max(end, next+1)
			}
		})
	}
	if next > i {
		f.Span.End = r.Span(i, next).End
	}
	return next
}

// functionAt reads the function without a name that begins at i and whose parameters are the group at open.
func (r *funcReader) functionAt(i, open, to int) (*Expr, int) {
	e := r.functionValue(i, i+1)
	next := r.funcRest(e.Fn, open, to)
	return r.setEnd(e, i, next), next
}

// lambda reads a function whose parameters are the group or the word at i, up to before; arrow is the index of its arrow.
func (r *funcReader) lambda(i, before, arrow, to int) (*Expr, int) {
	e := r.functionValue(i, before)
	if r.Opens(i, lex.Paren) {
		r.inScope(e.Fn.Scope, func() { e.Fn.Params = r.params(i) })
	} else {
		e.Fn.Params = []Param{{Name: r.str(i), NameSpan: r.Span(i, i+1)}}
	}
	next := max(r.body(e.Fn, r.skipLines(arrow+1, to), to), arrow+1)
	return r.setEnd(e, i, next), next
}

// functionValue makes a function without a name of tokens [i, to).
func (r *funcReader) functionValue(i, to int) *Expr {
	e := r.expression(Lambda, r.Span(i, to))
	e.Fn = r.function("", r.Span(i, i))
	e.Fn.Span = e.Span
	return e
}

// setEnd notes that the function e is tokens [i, to).
func (r *funcReader) setEnd(e *Expr, i, to int) *Expr {
	e.Span = r.Span(i, to)
	e.Fn.Span = e.Span
	return e
}
