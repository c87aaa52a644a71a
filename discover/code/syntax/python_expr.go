package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
)

// pythonPrimary reads a lambda, a yield within an expression, and "...".
func pythonPrimary(r *reader, i, to int) (*Expr, int) {
	if r.word(i, to) == "yield" {
		e, next := r.expr(i+1, to)
		if e == nil {
			return r.expression(Other, r.span(i, i+1)), i + 1
		}
		r.returns(e)
		return r.other(e), next
	}
	if r.op(i, to) == "..." {
		e := r.expression(Scalar, r.span(i, i+1))
		e.Text = r.Text(i)
		return e, i + 1
	}
	if r.word(i, to) != "lambda" {
		return nil, i
	}
	e := r.expression(Lambda, r.span(i, i+1))
	f := r.function("", r.span(i, i))
	e.Fn = f
	var next int
	f.Params, next = pythonParams(r, i+1, to, false)
	if r.op(next, to) == ":" {
		r.within(f.Scope, func() {
			var value *Expr
			value, next = r.expr(next+1, to)
			r.returns(value)
		})
	}
	e.Span = r.span(i, next)
	f.Span = e.Span
	return e, next
}

// pythonPostfix reads name := value, which is a value and binds it.
func pythonPostfix(r *reader, left *Expr, i, to int) (*Expr, int) {
	if left.Kind != Ref || r.op(i, to) != ":=" {
		return left, i
	}
	value, next := r.expr(i+1, to)
	if value == nil {
		return left, i
	}
	r.bind(left.Name, left.NameSpan, value)
	return value, next
}

// pythonInfix reads what follows a whole expression: a if b else c, and the loops and conditions of a comprehension, whose value is
// the expression before them.
func pythonInfix(r *reader, left *Expr, i, to int) (*Expr, int) {
	if r.word(i, to) == "if" {
		left, i = conditional(r, left, i, to)
	}
	if w := r.word(i, to); w == "for" || w == "async" && r.word(i+1, to) == "for" {
		return left, comprehension(r, i, to)
	}
	return left, i
}

// conditional reads the rest of a if x else b if y else c, from the first if at i on. Without an else it is no choice.
func conditional(r *reader, left *Expr, i, to int) (*Expr, int) {
	choice := r.expression(Choice, left.Span)
	choice.Items = []*Expr{left}
	for r.word(i, to) == "if" {
		cond, next := r.binary(i+1, to)
		if cond == nil {
			break
		}
		choice.Span.End, i = cond.Span.End, next
		if r.word(i, to) != "else" {
			choice.Kind = Other
			choice.Items = append(choice.Items, cond)
			break
		}
		e, next := r.binary(i+1, to)
		if e == nil {
			i++
			break
		}
		choice.Items = append(choice.Items, e)
		choice.Span.End, i = e.Span.End, next
	}
	if len(choice.Items) == 1 {
		choice.Kind = Other
	}
	return choice, i
}

// comprehension reads for x in y if z for ... from i on.
func comprehension(r *reader, i, to int) int {
	for {
		switch r.word(i, to) {
		case "async":
			i++
		case "for":
			i = pythonFor(r, i, to, false)
		case "if":
			_, next := r.binary(i+1, to)
			i = max(next, i+1)
		default:
			return i
		}
	}
}

// pythonParams reads the parameters from i to the end, or to the ":" of a lambda, and returns the index after them.
func pythonParams(r *reader, i, to int, typed bool) ([]Param, int) {
	var out []Param
	for i < to && r.Kind(i) != lex.Line && (typed || r.op(i, to) != ":") {
		if r.Kind(i) != lex.Word {
			i = r.Next(i)
			continue
		}
		p := Param{Name: r.word(i, to), NameSpan: r.span(i, i+1)}
		i++
		if typed && r.op(i, to) == ":" {
			from := i + 1
			p.Type, i = r.typeAt(from, to)
			p.TypeText = r.source(from, i)
		}
		if r.op(i, to) == "=" {
			i++
			if e, next := r.expr(i, to); e != nil {
				p.Default, i = e, next
			}
		}
		out = append(out, p)
		for i < to && r.op(i, to) != "," && r.Kind(i) != lex.Line && (typed || r.op(i, to) != ":") {
			i = r.Next(i)
		}
	}
	return out, i
}
