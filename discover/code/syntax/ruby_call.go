package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
)

// doLook is how many tokens of a command are searched for the block that belongs to it.
const doLook = 400

// startsArgument reports whether what stands at i is the first argument of the command that ends before it: a call without
// parentheses, as Ruby and Elixir have it.
func (r *reader) startsArgument(i, to int) bool {
	if i <= 0 || i >= to {
		return false
	}
	t := r.Tokens[i]
	spaced := t.Start > r.Tokens[i-1].End
	switch t.Kind {
	case lex.String, lex.Number, lex.Regex:
		return spaced
	case lex.Word:
		switch r.keyword(i, to) {
		case wordStop, wordReturn, wordOr, wordOther, wordType:
			return r.op(i+1, to) == ":" && r.Tokens[i+1].Start == t.End
		}
		return spaced
	case lex.Open:
		switch t.Shape {
		case lex.Quote, lex.Square:
			return spaced
		case lex.Brace:
			return spaced && r.d.braceArgument && t.Style != lex.CodeBrace
		case lex.Block:
			return r.Is(i, "fn")
		}
	case lex.Op:
		if !spaced || i+1 >= to {
			return false
		}
		tight := r.Tokens[i+1].Start == t.End
		switch r.str(i) {
		case "->":
			return true
		case "*", "**", "&", "-", "::", "%", "!", "@":
			return tight
		}
	}
	return false
}

// command reads the arguments from i on, up to the end of the line, into the call of e, and the block behind them.
func (r *reader) command(e *Expr, i, to int) (*Expr, int) {
	if !r.enter() {
		return e, i
	}
	defer r.leave()
	if e.Kind != Call {
		e = r.callee(e)
	}
	limit := r.doBlock(i, to)
	k := i
	for k < limit {
		a, next := r.arg(k, limit, lex.Paren)
		if a.Value != nil || a.Name != "" || a.Computed {
			e.Args = append(e.Args, a)
			if a.Value != nil {
				e.Span.End = max(e.Span.End, a.Value.Span.End)
			}
		}
		k = max(next, k+1)
		if r.op(k, limit) != "," {
			break
		}
		if k = r.skipLines(k+1, limit); r.Kind(k) == lex.Close {
			break
		}
	}
	k = min(k, limit)
	if k == limit && r.opens(k, to, lex.Block) && r.Is(k, "do") {
		return r.attach(e, k)
	}
	return e, k
}

// doBlock returns the index of the "do" that belongs to the command with arguments from i on, or to.
func (r *reader) doBlock(i, to int) int {
	lambda := false
	for n, k := 0, i; k < to && n < doLook; n++ {
		switch {
		case r.Kind(k) == lex.Line || r.Kind(k) == lex.Close || r.op(k, to) == ";":
			return to
		case r.op(k, to) == "->":
			lambda = true
		case r.opens(k, to, lex.Block) && r.Is(k, "do"):
			if !lambda {
				return k
			}
			lambda = false
		}
		k = r.Next(k)
	}
	return to
}

// attach passes the block at i, do ... end or braces, to the call of e.
func (r *reader) attach(e *Expr, i int) (*Expr, int) {
	if e.Kind != Call {
		e = r.callee(e)
	}
	b := r.codeBlock(i)
	e.Args = append(e.Args, Arg{Value: b})
	e.Span.End = b.Span.End
	return e, r.Pair(i) + 1
}

// codeBlock reads the block at i, with parameters between bars, as a function.
func (r *reader) codeBlock(i int) *Expr {
	end := r.Pair(i)
	e := r.expression(Lambda, r.span(i, end+1))
	f := r.function("", r.span(i, i))
	f.Span, e.Fn = e.Span, f
	k := r.skipLines(i+1, end)
	if r.op(k, end) == "||" {
		k++
	} else if r.op(k, end) == "|" {
		bar := k + 1
		for bar < end && r.op(bar, end) != "|" && r.Kind(bar) != lex.Line {
			bar = r.Next(bar)
		}
		f.Params = r.rubyParams(k+1, bar)
		k = min(bar+1, end)
	}
	r.lastOf(f, k, end)
	return e
}

// lastOf reads the body of f in [from, to). It returns its last expression, beside what is returned before.
func (r *reader) lastOf(f *Func, from, to int) {
	r.within(f.Scope, func() {
		last := r.branch(from, to)
		if n := len(f.Returns); last != nil && (n == 0 || f.Returns[n-1] != last) {
			f.Returns = append(f.Returns, last)
		}
	})
}

// branch reads the statements of [from, to) and returns the expression that they end with, or nil.
func (r *reader) branch(from, to int) *Expr {
	r.statements(from, to)
	for to--; to >= from && (r.Kind(to) == lex.Line || r.Is(to, ";")); to-- {
	}
	if to < from {
		return nil
	}
	at, begin := int(r.Tokens[to].End), int(r.Tokens[from].Start)
	var best *Expr
	r.newest(begin, func(x *Expr) {
		if x.Scope == r.scope && (x.Span.End == at || x.Kind == Call && x.NameSpan.End == at) && (best == nil || x.Span.Start < best.Span.Start) {
			best = x
		}
	})
	return best
}

// rubyParams reads the parameters in [i, to): a, b = 1, c:, d: 2, *e, **f, &g.
func (r *reader) rubyParams(i, to int) []Param {
	var out []Param
	for i < to {
		for i < to && r.Kind(i) != lex.Word && r.op(i, to) != "," {
			i = r.Next(i)
		}
		if w := r.word(i, to); w != "" {
			p := Param{Name: w, NameSpan: r.span(i, i+1)}
			i++
			if s := r.op(i, to); s == ":" || s == "=" || s == "\\\\" {
				p.Default, i = r.expr(i+1, to)
			}
			out = append(out, p)
		}
		for i < to && r.op(i, to) != "," {
			i = r.Next(i)
		}
		i++
	}
	return out
}

// wordList reads the list of words at i, %w[a b] or ~w(a b).
func (r *reader) wordList(i int) (*Expr, int) {
	e := r.expression(List, r.span(i, r.Pair(i)+1))
	for k := i + 1; k < r.Pair(i); k++ {
		item, _ := r.literal(k)
		e.Items = append(e.Items, item)
	}
	return e, r.Pair(i) + 1
}

// symbol makes the literal of a name with a colon: :name.
func (r *reader) symbol(i int) (*Expr, int) {
	e := r.expression(Literal, r.span(i, i+1))
	t := r.Tokens[i]
	e.Text = verbatim(r.Source, int(t.Start)+1, int(t.End))
	return e, i + 1
}

// anyOf makes the expression that is one of values, which was decided by what stands in [i, to), or an Other.
func (r *reader) anyOf(values []*Expr, i, to int) *Expr {
	e := r.expression(Other, r.span(i, to))
	for _, v := range values {
		if v != nil {
			e.Kind = Choice
			e.Items = append(e.Items, v)
		}
	}
	return e
}
