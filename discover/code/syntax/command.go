package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// commandPostfix reads a block, or the arguments of a command, after the name of what is called.
func (r *reader) commandPostfix(left *Expr, i, to int) (*Expr, int) {
	if left.Kind != Ref && left.Kind != Call && (left.Kind != Index || left.Name == "") {
		return left, i
	}
	end := int(r.Tokens[i-1].End)
	switch {
	case r.opens(i, to, lex.Block) && r.Is(i, "do"), r.opens(i, to, lex.Brace) && r.Tokens[i].Style == lex.CodeBrace:
		return r.passBlock(left, i)
	case left.Span.End == end && left.NameSpan.End == end && r.Kind(i-1) == lex.Word && r.startsArgument(i, to):
		return r.command(left, i, to)
	}
	return left, i
}

// doLookahead is how many tokens of a command are searched for the block that belongs to it.
const doLookahead = 400

// startsArgument reports whether the text at i is the first argument of the command that ends before it: a call without
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
		k = r.skipLines(k+1, limit)
	}
	k = min(k, limit)
	if k == limit && r.opens(k, to, lex.Block) && r.Is(k, "do") {
		return r.passBlock(e, k)
	}
	return e, k
}

// doBlock returns the index of the "do" that belongs to the command with arguments from i on, or to.
func (r *reader) doBlock(i, to int) int {
	lambda := false
	for n, k := 0, i; k < to && n < doLookahead; n++ {
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

// passBlock passes the block at i, do ... end or braces, to the call of e.
func (r *reader) passBlock(e *Expr, i int) (*Expr, int) {
	if e.Kind != Call {
		e = r.callee(e)
	}
	b, next := r.block(i)
	e.Args = append(e.Args, Arg{Value: b})
	e.Span.End = b.Span.End
	return e, next
}

// returnLast reads the body of f in [from, to). It returns its last expression, beside what is returned before.
func (r *reader) returnLast(f *Func, from, to int) {
	r.inScope(f.Scope, func() {
		last := r.blockValue(from, to)
		if n := len(f.Returns); last != nil && (n == 0 || f.Returns[n-1] != last) {
			f.Returns = append(f.Returns, last)
		}
	})
}

// wordList reads the list of words at i, %w[a b] or ~w(a b).
func (r *reader) wordList(i int) (*Expr, int) {
	e := r.expression(List, r.Span(i, r.Pair(i)+1))
	for k := i + 1; k < r.Pair(i); k++ {
		item, _ := r.literal(k)
		e.Items = append(e.Items, item)
	}
	return e, r.Pair(i) + 1
}

// symbol makes the literal of a name with a colon: :name.
func (r *reader) symbol(i int) (*Expr, int) {
	e := r.expression(Literal, r.Span(i, i+1))
	e.Text = source.VerbatimText(r.Source, source.Span{Start: e.Span.Start + 1, End: e.Span.End})
	return e, i + 1
}
