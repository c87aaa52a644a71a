package syntax

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

var elixir = dialect{
	of:   func(r *reader) language { return elixirReader{r} },
	glue: wordset.Of("<>"), arrowKeys: true, braceArgument: true,
	words: wordset.By(map[word]string{
		wordStop:   "do else rescue catch after end",
		wordSkip:   "not",
		wordScalar: "nil true false",
		wordOr:     "and or",
		wordOther:  "in when",
	}),
}

// elixirReader reads what is particular to Elixir.
type elixirReader struct{ *reader }

var (
	// elixirDefines begin a function, elixirBranches an expression whose value is that of one of its branches.
	elixirDefines  = wordset.Of("def defp defmacro defmacrop")
	elixirBranches = wordset.Of("if unless case cond with try")
	elixirTypes    = wordset.Of("spec type typep opaque callback macrocallback")
)

// declaration reads modules, functions, attributes, aliases and what a module uses.
func (r elixirReader) declaration(i, to int) int {
	if r.op(i, to) == "@" && r.Kind(i+1) == lex.Word && i+1 < to {
		return r.keep(r.attribute(i, to))
	}
	if r.opens(i, to, lex.Brace) {
		return r.assignment(i, to) // a tuple, not a block
	}
	switch w := r.word(i, to); {
	case w == "defmodule" || w == "defprotocol" || w == "defimpl":
		if do := r.doBlock(i+1, to); do < to {
			return r.module(i, do, to)
		}
	case elixirDefines[w] && r.word(i+1, to) != "":
		return r.elixirFunction(i, to)
	case w == "alias" && r.word(i+1, to) != "":
		e, next := r.expr(i+1, to)
		if e != nil && (e.Kind == Ref || e.Kind == Call) {
			as := e.Name[strings.LastIndexByte(e.Name, '.')+1:]
			if r.op(next, to) == "," && r.word(next+1, to) == "as" {
				as = r.word(next+3, to)
			}
			r.u.Imports = append(r.u.Imports, Import{From: e.Name, As: as})
		}
		return r.lineEnd(next, to)
	case w == "use" || w == "import":
		e, next := r.expr(i, to)
		if v := e.Positional(0); v != nil && v.Kind == Ref {
			r.u.Imports = append(r.u.Imports, Import{From: v.Name, Name: "*"})
			if c := r.scope.Class; c != nil && w == "use" {
				c.Bases = append(c.Bases, v.Name)
				c.Attrs = append(c.Attrs, e)
			}
		}
		return next
	}
	return i
}

func (r *cursor) lineEnd(i, to int) int {
	return min(r.skipUntil(i, to, to, func(k int) bool { return r.endsLine(k, to) }), to)
}

func (r *cursor) endsLine(i, to int) bool { return r.Kind(i) == lex.Line || r.op(i, to) == ";" }

// module reads the module with the keyword at i and its body at do.
func (r elixirReader) module(i, do, to int) int {
	k := i + 1
	for r.op(k+1, do) == "." && r.word(k+2, do) != "" {
		k += 2
	}
	c := r.classNamed(r.word(k, do), r.Span(k, k+1))
	if r.u.Package == "" && k > i+1 {
		r.u.Package = strings.TrimSpace(r.source(i+1, k-1))
	}
	return r.classBody(c, i, do, to)
}

// attribute reads @name value at i. @doc is the documentation of what follows, @moduledoc that of the module, and any
// other a name with its sign, @name.
func (r elixirReader) attribute(i, to int) int {
	name := r.word(i+1, to)
	if elixirTypes[name] {
		return r.lineEnd(i+2, to)
	}
	if !r.startsArgument(i+2, to) && !r.opens(i+2, to, lex.Brace) {
		return i
	}
	value, next := r.expr(i+2, to)
	if value == nil {
		return next
	}
	switch name {
	case "doc", "moduledoc", "typedoc", "shortdoc":
		if value.Kind == Scalar {
			return next
		}
		if c := r.scope.Class; name == "moduledoc" && c != nil {
			c.Doc = value
		} else if name == "doc" {
			r.doc = value
		}
	default:
		b := r.bind("@"+name, r.Span(i+1, i+2), value)
		b.Span.Start = r.Span(i, i+1).Start
	}
	return next
}

// elixirFunction reads the function with the keyword at i: def name(args) do ... end, or with do: value.
func (r elixirReader) elixirFunction(i, to int) int {
	f := r.funcNamed(i, i+1)
	k := i + 2
	if r.opens(k, to, lex.Paren) {
		r.inScope(f.Scope, func() { f.Params = r.paramsIn(k+1, r.Pair(k)) })
		k = r.Pair(k) + 1
	}
	for n := 0; k < to && n < doLookahead && r.Kind(k) != lex.Line; n++ {
		if r.opens(k, to, lex.Block) && r.Is(k, "do") {
			r.returnLast(f, k+1, r.Pair(k))
			k = r.Pair(k) + 1
			break
		}
		if r.word(k, to) == "do" && r.op(k+1, to) == ":" {
			k = max(r.body(f, r.skipLines(k+2, to), to), k+2)
			break
		}
		k = r.Next(k)
	}
	f.Span = r.Span(i, min(k, to))
	return min(k, to)
}

// primary reads atoms, references to attributes, maps, structs, functions and conditions.
func (r elixirReader) primary(i, to int) (*Expr, int) {
	t := r.Tokens[i]
	switch {
	case t.Kind == lex.Word && r.Source.Data[t.Start] == ':':
		return r.symbol(i)
	case t.Kind == lex.Word && elixirBranches[r.word(i, to)] && r.startsBranch(i+1, to):
		return r.elixirBranch(i, to)
	case r.op(i, to) == "@" && r.Kind(i+1) == lex.Word && i+1 < to:
		e := r.expression(Ref, r.Span(i, i+2))
		e.Name, e.NameSpan = "@"+r.word(i+1, to), r.Span(i+1, i+2)
		return e, i + 2
	case r.op(i, to) == "%":
		return r.elixirMap(i, to)
	case t.Kind != lex.Open:
	case t.Shape == lex.Square && t.Style == lex.WordList:
		return r.wordList(i)
	case t.Shape == lex.Block && r.Is(i, "fn"):
		return r.fn(i)
	}
	return nil, i
}

func (r elixirReader) startsBranch(i, to int) bool {
	return i < to && (r.startsArgument(i, to) || r.Kind(i) == lex.Open && r.Tokens[i].Shape != lex.Quote)
}

func (r elixirReader) elixirMap(i, to int) (*Expr, int) {
	k := i + 1
	for r.Kind(k) == lex.Word && k < to {
		k = r.past(k+1, to, ".")
	}
	if !r.opens(k, to, lex.Brace) {
		return nil, i
	}
	e, next := r.group(k)
	if e.Kind == List {
		e.Kind, e.Args = Object, nil
		for _, item := range e.Items {
			e.Args = append(e.Args, Arg{Value: item})
		}
		e.Items = nil
	}
	if k > i+1 {
		e.Name, e.NameSpan = r.source(i+1, k), r.Span(k-1, k)
	}
	e.Span.Start = r.Span(i, i+1).Start
	return e, next
}

// fn reads fn a, b -> value end at i. Of several clauses the values of all are returned.
func (r elixirReader) fn(i int) (*Expr, int) {
	end := r.Pair(i)
	e := r.functionValue(i, end+1)
	f := e.Fn
	arrow := r.skipUntil(i+1, end, end, func(k int) bool { return r.op(k, end) == "->" || r.word(k, end) == "when" })
	params, after := i+1, min(arrow, end)
	if r.opens(params, end, lex.Paren) && r.Next(params) == arrow {
		params, after = params+1, arrow-1
	}
	f.Params = r.paramsIn(params, after)
	r.inScope(f.Scope, func() {
		for _, v := range r.clauses(i+1, end) {
			r.returns(v)
		}
	})
	return e, end + 1
}

// clauses reads the clauses "pattern -> value" in [i, to), or statements when there are none, and returns their values.
func (r elixirReader) clauses(i, to int) (out []*Expr) {
	from, line, any := i, i, false
	for k := i; k < to; k = r.Next(k) {
		switch {
		case r.Kind(k) == lex.Line:
			line = k + 1
		case r.op(k, to) == "->":
			if any {
				out = append(out, r.blockValue(from, line))
			}
			r.statements(line, k)
			any = true
			from, line = k+1, k+1
		}
	}
	return append(out, r.blockValue(from, to))
}

// elixirBranch reads if, case, cond, with or try at i: its value is one of those that its branches end with.
func (r elixirReader) elixirBranch(i, to int) (*Expr, int) {
	do := r.doBlock(i+1, to)
	if do >= to {
		// if condition, do: a, else: b
		e := r.ref(r.word(i, to), i)
		if r.opens(i+1, to, lex.Paren) {
			e, i = r.call(e, i+1), r.Pair(i+1)+1
		} else {
			e, i = r.command(e, i+1, to)
		}
		out := r.expression(Other, e.Span)
		out.Items = []*Expr{e}
		if a, b := e.Arg("do"), e.Arg("else"); a != nil && b != nil {
			out.Kind, out.Items = Choice, []*Expr{a, b}
		}
		return out, i
	}
	for k := i + 1; k < do; {
		_, next := r.expr(k, do)
		k = max(next, k+1)
	}
	var values []*Expr
	end := r.Pair(do)
	from := do + 1
	for k := do + 1; k < end; k = r.Next(k) {
		if w := r.word(k, end); w != "do" && w != "end" && r.keyword(k, end) == wordStop && r.op(k+1, end) != ":" {
			values = append(values, r.clauses(from, k)...)
			from = k + 1
		}
	}
	values = append(values, r.clauses(from, end)...)
	return r.anyOf(values, i, end+1), end + 1
}

// postfix reads calls of functions on values, blocks, and the arguments of calls without parentheses.
func (r elixirReader) postfix(left *Expr, i, to int) (*Expr, int) {
	if r.op(i, to) == "." && left.Kind != Ref && r.Kind(i+1) == lex.Word && i+1 < to {
		x := r.expression(Index, source.Span{Start: left.Span.Start, End: r.Span(i+1, i+2).End})
		x.Recv, x.Name, x.NameSpan = left, r.word(i+1, to), r.Span(i+1, i+2)
		return x, i + 2
	}
	return r.commandPostfix(left, i, to)
}
