package syntax

import (
	"bytes"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// def reads the function whose def is at token def and which begins at i.
func (p *python) def(r *reader, i, def, to int) int {
	if r.Kind(def+1) != lex.Word || def+1 >= to {
		return def + 1
	}
	attrs := r.takeAttrs()
	f := r.function(r.word(def+1, to), r.span(def+1, def+2))
	f.Attrs = attrs
	k := def + 2
	if r.opens(k, to, lex.Square) {
		r.args(k) // type parameters
		k = r.Next(k)
	}
	if r.opens(k, to, lex.Paren) {
		f.Params, _ = pythonParams(r, k+1, r.Pair(k), true)
		k = r.Next(k)
	}
	if r.op(k, to) == "->" {
		// What a function returns may be annotated with text too.
		result, next := r.expr(k+1, to)
		f.Result, k = result, max(next, k+1)
	}
	next, doc := p.suite(r, f.Scope, k, to)
	f.Doc = doc
	f.Span = statementSpan(r, i, next)
	p.settle(f.Scope)
	return next
}

// class reads the class whose keyword is at i. What is passed to its base is a member.
func (p *python) class(r *reader, i, to int) int {
	if r.Kind(i+1) != lex.Word || i+1 >= to {
		return i + 1
	}
	attrs := r.takeAttrs()
	c := r.class(r.word(i+1, to), r.span(i+1, i+2))
	c.Attrs = attrs
	k := i + 2
	if r.opens(k, to, lex.Square) {
		r.args(k) // type parameters
		k = r.Next(k)
	}
	if r.opens(k, to, lex.Paren) {
		for _, a := range r.args(k) {
			switch {
			case a.Name != "" && a.Key != nil:
				r.within(c.Scope, func() { r.bind(a.Name, a.Key.Span, a.Value) })
			case a.Value != nil && !a.Spread:
				base := a.Value
				for base.Recv != nil && base.Name == "" {
					base = base.Recv
				}
				if base.Name != "" {
					c.Bases = append(c.Bases, base.Name)
				}
			}
		}
		k = r.Next(k)
	}
	next, doc := p.suite(r, c.Scope, k, to)
	c.Doc = doc
	c.Span = statementSpan(r, i, next)
	return next
}

// statementSpan is the bytes of tokens [from, to) without the line end and the ends of blocks.
func statementSpan(r *reader, from, to int) source.Span {
	for to > from+1 && (r.Kind(to-1) == lex.Line || r.Tokens[to-1].Shape == lex.Block) {
		to--
	}
	return r.span(from, to)
}

// suite reads the body after the ":" at i, an indented block or the rest of the line, with the reading in scope s. Its docstring is
// no statement.
func (p *python) suite(r *reader, s *Scope, i, to int) (next int, doc *Expr) {
	for i < to && r.op(i, to) != ":" && r.Kind(i) != lex.Line {
		i = r.Next(i)
	}
	if r.op(i, to) != ":" || !r.enter() {
		return i, nil
	}
	defer r.leave()
	i++
	r.within(s, func() {
		if r.Kind(i) == lex.Line && r.opens(i+1, to, lex.Block) {
			end := r.Pair(i + 1)
			doc, next = docstring(r, i+2, end)
			r.statements(next, end)
			next = end + 1
			return
		}
		doc, next = docstring(r, i, to)
		for next < to && r.Kind(next) != lex.Line && r.Kind(next) != lex.Close {
			next = max(r.statement(next, to), next+1)
		}
	})
	r.attrs, r.doc = nil, nil
	return next, doc
}

// docstring reads the docstring at i, if there is one: a string, or some side by side, that is a statement. It is none when it is
// bytes or interpolated.
func docstring(r *reader, i, to int) (*Expr, int) {
	if r.opens(i, to, lex.Paren) {
		// In parentheses it is one too.
		end := r.Pair(i)
		if doc, next := docstring(r, i+1, end); doc != nil && next == end && endsStatement(r, end+1, to) {
			return doc, end + 1
		}
		return nil, i
	}
	k := i
	var tokens []int
	for k < to && r.Kind(k) == lex.String {
		raw := r.Raw(k)
		if bytes.ContainsAny(raw[:max(bytes.IndexAny(raw, "'\""), 0)], "bB") {
			return nil, i
		}
		tokens = append(tokens, k)
		k++
	}
	if len(tokens) == 0 || !endsStatement(r, k, to) {
		return nil, i
	}
	doc := r.expression(Literal, r.span(i, k))
	doc.Text = r.DocText(tokens...)
	return doc, k
}

// endsStatement reports whether no token before to goes on with a statement at i.
func endsStatement(r *reader, i, to int) bool {
	return i >= to || r.Kind(i) == lex.Line || r.op(i, to) == ";"
}
