package syntax

import (
	"slices"

	"github.com/org/mcp-lint/discover/code/lex"
)

// body reads the body of f at i: statements in braces or an indented block, which may end with a value, or one expression, which is
// returned. It returns the index after it.
func (r *funcReader) body(f *Func, i, to int) (next int) {
	r.doc, r.attrs = nil, nil
	r.inScope(f.Scope, func() {
		var e *Expr
		switch {
		case !r.opens(i, to, lex.Brace) && !r.opens(i, to, lex.Block):
			e, next = r.expr(i, to)
		case r.d.endings:
			e, next = r.up.ending(i+1, r.Pair(i)), r.Next(i)
		default:
			r.up.statements(i+1, r.Pair(i))
			next = r.Next(i)
		}
		r.returns(e)
	})
	return next
}

// block reads the braces at i as a function that is passed or run: its last expression is its value.
func (r *funcReader) block(i int) (*Expr, int) {
	end := r.Pair(i)
	e := r.functionValue(i, end+1)
	defer r.aside()()
	r.inScope(e.Fn.Scope, func() {
		var from int
		e.Fn.Params, from = r.up.blockParams(i+1, end)
		r.up.statements(from, end)
		last := r.lastValue(from, end)
		if (len(e.Fn.Returns) == 0 || !r.d.endings) && !slices.Contains(e.Fn.Returns, last) {
			r.returns(last)
		}
	})
	return e, end + 1
}

// lastValue returns the longest expression in the scope at hand that the statements in [from, to), which were read last, end with, or
// nil. A heredoc stands behind the call that it ends with.
func (r *funcReader) lastValue(from, to int) *Expr {
	for to > from && (r.Kind(to-1) == lex.Line || !r.d.macros && r.Is(to-1, ";")) {
		to--
	}
	if to <= from {
		return nil
	}
	var best *Expr
	end := int(r.Tokens[to-1].End)
	r.visitNewest(int(r.Tokens[from].Start), func(x *Expr) {
		ends := x.Span.End == end || x.Kind == Call && x.NameSpan.End == end
		if ends && x.Scope == r.scope && (best == nil || x.Span.Start < best.Span.Start) {
			best = x
		}
	})
	return best
}

// asked are the expressions r.all[from:to] of a group that begins at byte begin and was asked for its last value.
type asked struct{ begin, from, to int }

// visitNewest calls see for the expressions that were made last, newest first, as far as they begin at byte begin or behind it. It
// passes over groups inside that were asked about before: nothing in them ends where the group around them does, and to look
// through them again at each level of nesting would be quadratic.
func (r *funcReader) visitNewest(begin int, see func(*Expr)) {
	n := len(r.all)
	for n > 0 {
		if k := len(r.asked) - 1; k >= 0 && r.asked[k].to >= n && r.asked[k].begin >= begin {
			if r.asked[k].begin > begin {
				n = r.asked[k].from
			}
			r.asked = r.asked[:k]
			continue
		}
		x := r.all[n-1]
		if x.Span.Start < begin {
			break
		}
		r.looks++
		see(x)
		n--
	}
	if n < len(r.all) {
		r.asked = append(r.asked, asked{begin, n, len(r.all)})
	}
}

// branch reads what a condition leads to at i: a value, or braces with statements that may end with one.
func (r *funcReader) branch(i, to int) (*Expr, int) {
	i = r.skipLines(i, to)
	if !r.d.blocks || !r.opens(i, to, lex.Brace) || r.up.hasKeys(i) {
		return r.expr(i, to)
	}
	end := r.Pair(i)
	return r.up.ending(i+1, end), end + 1
}

// conditional reads "if" with its "else" at i as one of the values that they lead to.
func (r *funcReader) conditional(i, to int) (*Expr, int) {
	first := i + 1
	if r.d.endings {
		first = r.blockAfter(first, to)
	} else if r.opens(first, to, lex.Paren) {
		first = r.Next(first)
	}
	if first <= i+1 || !r.enter() {
		return nil, i
	}
	defer r.leave()
	r.up.statements(i+1, first)
	v, next := r.branch(first, to)
	values := []*Expr{v}
	next = max(next, first)
	if k := r.skipLines(next, to); r.word(k, to) == "else" {
		if v, next = r.conditionalAt(k+1, to); v != nil && v.Kind == Choice && r.word(k+1, to) == "if" {
			values = append(values, v.Items...)
		} else {
			values = append(values, v)
		}
		next = max(next, k+1)
	}
	return r.anyOf(values, i, next), next
}

// conditionalAt reads the "if", or else the branch, at i.
func (r *funcReader) conditionalAt(i, to int) (*Expr, int) {
	if r.word(i, to) == "if" {
		return r.conditional(i, to)
	}
	return r.branch(i, to)
}

// blockAfter returns the index of the block that the condition at i leads to, or 0. Braces before "=" are a pattern.
func (r *funcReader) blockAfter(i, to int) int {
	for {
		if i = r.skipTo(i, to, declarationLookahead, "\n", ";"); !r.opens(i, to, lex.Brace) {
			return 0
		}
		if r.op(r.Next(i), to) != "=" {
			return i
		}
		i = r.Next(i)
	}
}

// blocks reads "if", a loop, or a match, which is one of the values that arms gives.
func (r *funcReader) blocks(i, to int, match string, arms func(open int) []*Expr) (*Expr, int) {
	if r.word(i, to) == "if" {
		return r.conditional(i, to)
	}
	open := r.blockAfter(i+1, to)
	if open == 0 || !r.enter() {
		return nil, i
	}
	defer r.leave()
	r.up.statements(i+1, open)
	if r.word(i, to) != match {
		r.up.statements(open+1, r.Pair(open))
		return r.expression(Other, r.Span(i, r.Next(open))), r.Next(open)
	}
	return r.anyOf(arms(open), i, r.Next(open)), r.Next(open)
}

// arms reads the braces at open, in which each arm is a pattern, an arrow and a value, and returns the values, also those after yield. Of a
// pattern only the strings and groups are read.
func (r *funcReader) arms(open int, arrow string) (values []*Expr) {
	end := r.Pair(open)
	for k := open + 1; k < end; {
		switch {
		case r.op(k, end) == arrow && r.keyword(k+1, end) == wordReturn:
			k = r.up.statement(k+1, end)
			continue
		case r.op(k, end) == arrow, r.word(k, end) == "yield":
			v, next := r.branch(k+1, end)
			values = append(values, v)
			if k = max(next, k+1); !r.d.lines && r.Kind(k-1) != lex.Close {
				k = r.rest(k, end)
			}
			continue
		case r.Kind(k) == lex.String, r.opens(k, end, lex.Quote):
			r.literal(k)
		case r.Kind(k) == lex.Open:
			r.up.statements(k+1, r.Pair(k))
		}
		k = r.Next(k)
	}
	return values
}

// switchValue reads switch (x) { arms } at i, whose word and arrow are given, or returns nil.
func (r *funcReader) switchValue(i, to int, word, arrow string) (*Expr, int) {
	if r.word(i, to) != word || !r.opens(i+1, to, lex.Paren) || !r.opens(r.Next(i+1), to, lex.Brace) {
		return nil, i
	}
	r.args(i + 1)
	open := r.Next(i + 1)
	return r.anyOf(r.arms(open, arrow), i, r.Next(open)), r.Next(open)
}

// anyOf makes the expression that is one of values, which was decided by what stands in [i, to), or an Other.
func (r *funcReader) anyOf(values []*Expr, i, to int) *Expr {
	e := r.expression(Other, r.Span(i, to))
	for _, v := range values {
		if v != nil {
			e.Kind = Choice
			e.Items = append(e.Items, v)
		}
	}
	return e
}

// blockValue reads the statements in [from, to) and returns the expression that they end with, or nil.
func (r *funcReader) blockValue(from, to int) *Expr {
	r.up.statements(from, to)
	return r.lastValue(from, to)
}
