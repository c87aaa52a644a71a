package syntax

import "github.com/org/mcp-lint/discover/code/lex"

// rustControl reads an if, match, for or while. The first two are a Choice of the values of their blocks.
func (r *reader) rustControl(i, to int) (*Expr, int) {
	brace := r.rustBrace(i+1, to)
	if brace < 0 || !r.enter() {
		return nil, i
	}
	defer r.leave()
	r.statements(i+1, brace)
	next := r.Pair(brace) + 1
	e := r.expression(Choice, r.span(i, next))
	switch r.word(i, to) {
	case "match":
		e.Items = r.rustArms(brace)
	case "if":
		e.Items = r.rustBranches(nil, brace)
		for r.word(next, to) == "else" {
			if r.opens(next+1, to, lex.Brace) {
				e.Items = r.rustBranches(e.Items, next+1)
				next = r.Pair(next+1) + 1
				break
			}
			if brace = r.rustBrace(next+2, to); r.word(next+1, to) != "if" || brace < 0 {
				break
			}
			r.statements(next+2, brace)
			e.Items = r.rustBranches(e.Items, brace)
			next = r.Pair(brace) + 1
		}
	default:
		r.statements(brace+1, r.Pair(brace))
		e.Kind = Other
	}
	if len(e.Items) == 0 {
		e.Kind = Other
	}
	e.Span = r.span(i, next)
	return e, next
}

// rustBranches reads the block at i and appends its value, if it has one.
func (r *reader) rustBranches(values []*Expr, i int) []*Expr {
	r.statements(i+1, r.Pair(i))
	if e := r.rustLast(i); e != nil {
		values = append(values, e)
	}
	return values
}

// rustLook is how many tokens and groups a condition or the parameters of a type may have.
const rustLook = 200

// rustBrace returns the index of the block that the condition at i leads to, or -1.
func (r *reader) rustBrace(i, to int) int {
	for n := 0; i < to && n < rustLook; n++ {
		if r.opens(i, to, lex.Brace) && r.op(r.Next(i), to) != "=" {
			return i
		}
		if r.op(i, to) == ";" {
			break
		}
		i = r.Next(i)
	}
	return -1
}

// rustArms reads the arms of a match and returns their values.
func (r *reader) rustArms(i int) []*Expr {
	var values []*Expr
	end := r.Pair(i)
	for k := i + 1; k < end; {
		arrow := k
		for arrow < end && r.op(arrow, end) != "=>" {
			arrow = r.Next(arrow)
		}
		r.statements(k, arrow)
		r.doc, r.attrs = nil, nil
		if arrow >= end {
			break
		}
		k = arrow + 1
		switch {
		case r.opens(k, end, lex.Brace) && !r.rustNamed(k):
			values = r.rustBranches(values, k)
			k = r.Next(k)
		case r.keyword(k, end) == wordReturn:
			k = r.statement(k, end)
		default:
			e, next := r.expr(k, end)
			if e != nil {
				values = append(values, e)
			}
			k = r.rest(max(next, k), end)
		}
		if r.op(k, end) == "," {
			k++
		}
	}
	return values
}
