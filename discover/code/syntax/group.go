package syntax

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
)

// paren reads the parenthesis at i: the parameters of a lambda, a cast, a list, or an expression.
func (r *reader) paren(i, to int) (*Expr, int) {
	end := r.Pair(i)
	if r.d.arrow != "" && r.op(end+1, to) == r.d.arrow {
		return r.lambda(i, end+1, end+1, to)
	}
	if r.d.casts && r.isCast(i, to) {
		if e, next := r.unary(end+1, to); e != nil {
			return e, next
		}
	}
	args := r.args(i)
	if len(args) == 1 && args[0].Name == "" && !args[0].Spread && args[0].Value != nil && !r.endsWithComma(i) {
		return args[0].Value, end + 1
	}
	e := r.expression(List, r.Span(i, end+1))
	for i := range args {
		if args[i].Name != "" {
			// Named values in parentheses: a tuple with names, a keyword list.
			e.Kind, e.Args = Object, args
			return e, end + 1
		}
	}
	e.Items = values(args)
	return e, end + 1
}

// endsWithComma reports whether the last token in the group at i is a comma.
func (r *reader) endsWithComma(i int) bool {
	return r.Pair(i) > i+1 && r.Is(r.Pair(i)-1, ",")
}

// typeMarks are the operators that stand in types.
var typeMarks = set(". < > ? * & : :: , <> ?*")

// isCast reports whether the parenthesis at i holds nothing but a type, and a value follows.
func (r *reader) isCast(i, to int) bool {
	end := r.Pair(i)
	if end-i > 12 || end == i+1 {
		return false
	}
	for k := i + 1; k < end; k++ {
		switch {
		case r.Kind(k) == lex.Word:
		case r.Kind(k) == lex.Op && typeMarks[r.str(k)]:
		default:
			return false
		}
	}
	switch r.Kind(end + 1) {
	case lex.String:
		return end+1 < to
	case lex.Word:
		k := r.keyword(end+1, to)
		return end+1 < to && (k == 0 || k == wordNew || k == wordScalar)
	case lex.Open:
		return end+1 < to && (r.Opens(end+1, lex.Quote) || r.Opens(end+1, lex.Paren))
	}
	return false
}

// lambda reads a function whose parameters are the group or the word at i, up to before; arrow is the index of its arrow.
func (r *reader) lambda(i, before, arrow, to int) (*Expr, int) {
	e := r.functionValue(i, before)
	if r.Opens(i, lex.Paren) {
		r.within(e.Fn.Scope, func() { e.Fn.Params = r.params(i) })
	} else {
		e.Fn.Params = []Param{{Name: r.str(i), NameSpan: r.Span(i, i+1)}}
	}
	next := max(r.body(e.Fn, r.skipLines(arrow+1, to), to), arrow+1)
	return r.ended(e, i, next), next
}

// functionValue makes a function without a name of tokens [i, to).
func (r *reader) functionValue(i, to int) *Expr {
	e := r.expression(Lambda, r.Span(i, to))
	e.Fn = r.function("", r.Span(i, i))
	e.Fn.Span = e.Span
	return e
}

// ended notes that the function e is tokens [i, to).
func (r *reader) ended(e *Expr, i, to int) *Expr {
	e.Span = r.Span(i, to)
	e.Fn.Span = e.Span
	return e
}

// body reads the body of f at i: statements in braces or an indented block, which may end with a value, or one expression, which is
// returned. It returns the index after it.
func (r *reader) body(f *Func, i, to int) (next int) {
	r.within(f.Scope, func() {
		var e *Expr
		switch {
		case !r.opens(i, to, lex.Brace) && !r.opens(i, to, lex.Block):
			e, next = r.expr(i, to)
		case r.d.value != nil:
			e, next = r.d.value(r, i+1, r.Pair(i)), r.Next(i)
		default:
			r.statements(i+1, r.Pair(i))
			next = r.Next(i)
		}
		r.returns(e)
	})
	return next
}

// block reads the braces at i as a function that is passed or run: its last expression is its value.
func (r *reader) block(i int) (*Expr, int) {
	end := r.Pair(i)
	e := r.functionValue(i, end+1)
	doc, attrs := r.doc, r.attrs
	r.doc, r.attrs = nil, nil
	r.within(e.Fn.Scope, func() {
		from := i + 1
		if r.d.blockParams != nil {
			e.Fn.Params, from = r.d.blockParams(r, from, end)
		}
		r.statements(from, end)
		if last := r.lastValue(from, end); last != nil && (len(e.Fn.Returns) == 0 || r.d.blockParams != nil) && !slices.Contains(e.Fn.Returns, last) {
			e.Fn.Returns = append(e.Fn.Returns, last)
		}
	})
	r.doc, r.attrs = doc, attrs
	return e, end + 1
}

// lastValue returns the longest expression in the scope at hand that the statements in [from, to), which were read last, end with, or
// nil. A heredoc stands behind the call that it ends with.
func (r *reader) lastValue(from, to int) *Expr {
	for to > from && (r.Kind(to-1) == lex.Line || !r.d.macros && r.Is(to-1, ";")) {
		to--
	}
	if to <= from {
		return nil
	}
	var best *Expr
	end := int(r.Tokens[to-1].End)
	r.newest(int(r.Tokens[from].Start), func(x *Expr) {
		if x.Scope == r.scope && (x.Span.End == end || x.Kind == Call && x.NameSpan.End == end) && (best == nil || x.Span.Start < best.Span.Start) {
			best = x
		}
	})
	return best
}

// branch reads what a condition leads to at i: a value, or braces with statements that may end with one.
func (r *reader) branch(i, to int) (*Expr, int) {
	i = r.skipLines(i, to)
	if !r.d.blocks || !r.opens(i, to, lex.Brace) || r.d.macros && r.rustNamed(i) {
		return r.expr(i, to)
	}
	end := r.Pair(i)
	if r.d.value != nil {
		return r.d.value(r, i+1, end), end + 1
	}
	r.statements(i+1, end)
	return r.lastValue(i+1, end), end + 1
}

// conditional reads "if" with its "else" at i as one of the values that they lead to.
func (r *reader) conditional(i, to int) (*Expr, int) {
	first := i + 1
	if r.d.value != nil {
		first = r.blockAfter(first, to)
	} else if r.opens(first, to, lex.Paren) {
		first = r.Next(first)
	}
	if first <= i+1 || !r.enter() {
		return nil, i
	}
	defer r.leave()
	r.statements(i+1, first)
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
func (r *reader) conditionalAt(i, to int) (*Expr, int) {
	if r.word(i, to) == "if" {
		return r.conditional(i, to)
	}
	return r.branch(i, to)
}

// blockAfter returns the index of the block that the condition at i leads to, or 0. Braces before "=" are a pattern.
func (r *reader) blockAfter(i, to int) int {
	for {
		if i = r.skipTo(i, to, declarationLook, "\n", ";"); !r.opens(i, to, lex.Brace) {
			return 0
		}
		if r.op(r.Next(i), to) != "=" {
			return i
		}
		i = r.Next(i)
	}
}

// blocks reads "if", a loop, or a match, which is one of the values that arms gives.
func (r *reader) blocks(i, to int, match string, arms func(r *reader, open int) []*Expr) (*Expr, int) {
	if r.word(i, to) == "if" {
		return r.conditional(i, to)
	}
	open := r.blockAfter(i+1, to)
	if open == 0 || !r.enter() {
		return nil, i
	}
	defer r.leave()
	r.statements(i+1, open)
	if r.word(i, to) != match {
		r.statements(open+1, r.Pair(open))
		return r.expression(Other, r.Span(i, r.Next(open))), r.Next(open)
	}
	return r.anyOf(arms(r, open), i, r.Next(open)), r.Next(open)
}

// arms reads the braces at open, in which each arm is a pattern, an arrow and a value, and returns the values. Of a pattern only the
// strings and groups are read.
func (r *reader) arms(open int, arrow string) (values []*Expr) {
	end := r.Pair(open)
	for k := open + 1; k < end; {
		switch {
		case r.op(k, end) == arrow && r.keyword(k+1, end) == wordReturn:
			k = r.statement(k+1, end)
			continue
		case r.op(k, end) == arrow:
			v, next := r.branch(k+1, end)
			values = append(values, v)
			if k = max(next, k+1); !r.d.lines && r.Kind(k-1) != lex.Close {
				k = r.rest(k, end)
			}
			continue
		case r.Kind(k) == lex.String, r.opens(k, end, lex.Quote):
			r.literal(k)
		case r.Kind(k) == lex.Open:
			r.statements(k+1, r.Pair(k))
		}
		k = r.Next(k)
	}
	return values
}

// switchValue reads switch (x) { arms } at i, whose word is given, or returns nil.
func (r *reader) switchValue(i, to int, word string) (*Expr, int) {
	if r.word(i, to) != word || !r.opens(i+1, to, lex.Paren) || !r.opens(r.Next(i+1), to, lex.Brace) {
		return nil, i
	}
	r.args(i + 1)
	open := r.Next(i + 1)
	return r.anyOf(r.arms(open, "=>"), i, r.Next(open)), r.Next(open)
}

// anyOf makes the expression that is one of values, which was decided by what stands in [i, to), or an Other.
func (r *reader) anyOf(values []*Expr, i, to int) *Expr {
	e := r.expression(Other, r.Span(i, to))
	for _, v := range values {
		if v != nil {
			e.Kind = Choice
			e.Items = append(e.Items, v)
		}
	}
	return e
}

// asked are the expressions r.all[from:to] of a group that begins at byte begin and was asked for its last value.
type asked struct{ begin, from, to int }

// newest calls see for the expressions that were made last, newest first, as far as they begin at byte begin or behind it. It
// passes over groups inside that were asked about before: nothing in them ends where the group around them does, and to look
// through them again at each level of nesting would be quadratic.
func (r *reader) newest(begin int, see func(*Expr)) {
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

// params reads the parameters in the group at open.
func (r *reader) params(open int) []Param { return r.paramsIn(open+1, r.Pair(open)) }

// paramsIn reads the parameters in [i, to): attributes, modifiers, type, name, type, default, in the order of the language. Of a
// parameter that is a pattern each name is one.
func (r *reader) paramsIn(i, to int) (out []Param) {
	if !r.enter() {
		return nil
	}
	defer r.leave()
	doc, attrs := r.doc, r.attrs
	for n := 1; i < to; n++ {
		if r.d.optionalGroups && (r.opens(i, to, lex.Brace) || r.opens(i, to, lex.Square)) {
			out = append(out, r.params(i)...)
			i = r.Next(i)
			continue
		}
		p, first, next := r.param(i, to)
		switch {
		case p.Name != "":
			out = append(out, p)
		case r.d.patterns && first >= 0:
			out = append(out, r.jsPatternParams(first, n, p.Default)...)
		}
		i = max(next, i+1)
	}
	r.doc, r.attrs = doc, attrs
	return out
}

// param reads one parameter and the comma after it. It returns where it begins, without attributes and modifiers, or -1.
func (r *reader) param(i, to int) (p Param, first, next int) {
	r.doc, r.attrs = nil, nil
	first = -1
	for i < to && r.op(i, to) != "," {
		s := r.op(i, to)
		switch {
		case r.Kind(i) == lex.Doc:
			p.Doc = r.literalAt(i)
			i++
			continue
		case s == "=" && (p.Name != "" || r.d.patterns), s == `\\`, s == ":" && (r.d.typeFirst || r.d.omittedValues):
			p.Default, i = r.item(i+1, to)
			continue
		case s == ":" || s == "?" && r.op(i+1, to) == ":":
			if s == "?" {
				i++
			}
			from := i + 1
			if r.d.typ == nil {
				p.Type, i = r.typeAt(from, to)
			} else if i = r.d.typ(r, from, to); !r.d.patterns && r.Kind(from) == lex.Word && from < i {
				p.Type, _ = r.namePath(from, i)
			}
			p.TypeText = r.source(from, i)
			continue
		case r.d.declaration != nil && (s == "@" || s == "#" || r.opens(i, to, lex.Square)):
			if next := r.d.declaration(r, i, to); next > i {
				i = next
				continue
			}
		case s == "<" && r.d.typeFirst:
			i = max(r.skipTypeArgs(i, to), i+1)
			continue
		}
		switch w := r.word(i, to); {
		case w == "this" && r.d.typeFirst && r.word(i+1, to) != "", r.d.patterns && r.jsModifier(i, to):
		case w != "" && (r.keyword(i, to) != wordSkip || r.namesHere(i+1, to)):
			if p.Name != "" && p.Type == nil {
				p.TypeText = r.source(first, i) // what was read before is the type
			}
			if first < 0 {
				first = i
			}
			for (r.op(i+1, to) == "." || r.op(i+1, to) == "::") && r.word(i+2, to) != "" {
				i += 2
			}
			if p.TypeText == "" || p.Type == nil {
				p.Name, p.NameSpan = r.nameAt(i), r.Span(i, i+1)
				if r.u.Lang == lex.PHP {
					p.Name = strings.TrimLeft(p.Name, "$")
				}
			}
		case first < 0 && r.Kind(i) == lex.Open && (r.d.patterns || r.opens(i, to, lex.Paren)):
			first = i
		}
		i = r.Next(i)
	}
	if r.d.typeFirst && p.TypeText != "" && r.Kind(first) == lex.Word {
		p.Type, _ = r.namePath(first, i)
	}
	p.Attrs = r.takeAttrs()
	if p.Doc == nil {
		p.Doc = r.takeDoc()
	}
	return p, first, i + 1
}

// source returns tokens [from, to) as written, of bounded length.
func (r *reader) source(from, to int) string {
	s := r.Span(from, to)
	return r.text[s.Start:min(s.End, s.Start+500)]
}

// typeAt reads the type at i up to a comma, "=" or the end, and returns it as an expression when it reads as one.
func (r *reader) typeAt(i, to int) (*Expr, int) {
	e, next := r.expr(i, to)
	if e == nil {
		next = i
	}
	angle := 0
	for next < to {
		switch s := r.op(next, to); {
		case s == "<":
			angle++
		case s == ">":
			angle--
		case (s == "," || s == "=") && angle <= 0:
			return e, next
		}
		next = r.Next(next)
	}
	return e, next
}

// group reads the brackets at i as an Object when something in them has a name, else as a List.
func (r *reader) group(i int) (*Expr, int) {
	end := r.Pair(i)
	e := r.expression(List, r.Span(i, end+1))
	e.Args = r.args(i)
	named := r.opens(i, end, lex.Brace) && len(e.Args) == 0
	for k := range e.Args {
		a := &e.Args[k]
		named = named || a.Name != "" || a.Key != nil || a.Spread && r.d.evaluatedKeys && r.Opens(i, lex.Brace)
	}
	if named || r.Opens(i, lex.Brace) && r.d.shorthand {
		e.Kind = Object
		return e, end + 1
	}
	e.Items, e.Args = values(e.Args), nil
	return e, end + 1
}
