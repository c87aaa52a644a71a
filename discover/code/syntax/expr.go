package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// expr reads the expression at token i and returns it with the index after it, or nil and i when none begins there.
func (r *exprReader) expr(i, to int) (*Expr, int) {
	if i >= to || !r.enter() {
		return nil, i
	}
	defer r.leave()
	e, next := r.binary(i, to)
	if e == nil {
		return nil, i
	}
	e, next = r.up.infix(e, next, to)
	if r.d.ternary && r.op(next, to) == "?" {
		return r.ternary(e, next, to)
	}
	return e, next
}

func (r *exprReader) ternary(cond *Expr, i, to int) (*Expr, int) {
	a, next := r.expr(r.skipLines(i+1, to), to)
	if a == nil {
		return cond, i + 1
	}
	colon := r.skipLines(next, to)
	if r.op(colon, to) != ":" {
		return r.other(cond, a), next
	}
	b, end := r.expr(r.skipLines(colon+1, to), to)
	if b == nil {
		return r.other(cond, a), colon + 1
	}
	return r.choice(cond, a, b), end
}

// choice makes the expression that is one of a and b; the condition, if there is one, is seen but no value.
func (r *exprReader) choice(cond, a, b *Expr) *Expr {
	span := source.Span{Start: min(a.Span.Start, b.Span.Start), End: max(a.Span.End, b.Span.End)}
	if cond != nil {
		span.Start, span.End = min(span.Start, cond.Span.Start), max(span.End, cond.Span.End)
	}
	e := r.expression(Choice, span)
	for _, x := range []*Expr{a, b} {
		if x.Kind == Choice && len(x.Items) < 100 { // a long one stays nested: no quadratic copying
			e.Items = append(e.Items, x.Items...)
		} else {
			e.Items = append(e.Items, x)
		}
	}
	return e
}

// other makes an expression of which only the parts are known.
func (r *exprReader) other(parts ...*Expr) *Expr {
	e := r.expression(Other, parts[0].Span)
	e.Items = parts
	for _, p := range parts {
		e.Span.Start, e.Span.End = min(e.Span.Start, p.Span.Start), max(e.Span.End, p.Span.End)
	}
	return e
}

// binary reads operands with operators between them. Operators that put strings together make a Concat of their operands, those that
// choose a Choice; any other makes an Other of the two operands beside it.
func (r *exprReader) binary(i, to int) (*Expr, int) {
	last, next := r.unary(i, to) // the operand at hand
	if last == nil {
		return nil, i
	}
	var parts []*Expr // the operands of a concatenation before it
	compared := false // they are compared, so that the whole is not text
	var ors []*Expr   // operands of a choice that are complete
	for next < to {
		how, after := r.operator(next, to)
		if how == 0 {
			break
		}
		e, end := r.unary(r.skipLines(after, to), to)
		if e == nil {
			break
		}
		switch how {
		case opChoice:
			ors = append(ors, r.operands(append(parts, last), compared))
			parts, compared = nil, false
		case opGlue, opCompare:
			parts = append(parts, last)
			compared = compared || how == opCompare
		default:
			e = r.other(last, e)
		}
		last, next = e, end
	}
	e := last
	if len(parts) > 0 {
		e = r.operands(append(parts, last), compared)
	}
	if len(ors) == 0 {
		return e, next
	}
	out := r.expression(Choice, source.Span{Start: ors[0].Span.Start, End: e.Span.End})
	ors = append(ors, e)
	out.Items = ors
	return out, next
}

func (r *exprReader) operands(parts []*Expr, compared bool) *Expr {
	switch {
	case len(parts) == 1:
		return parts[0]
	case compared:
		return r.other(parts...)
	}
	e := r.expression(Concat, source.Span{Start: parts[0].Span.Start, End: parts[len(parts)-1].Span.End})
	e.Items = parts
	return e
}

// what an operator does to its operands.
const (
	opGlue = iota + 1
	opChoice
	opCompare
	opOther
)

var operators = wordset.By(map[int]string{
	opChoice:  "|| ?? ?: &&",
	opCompare: "== != === !== < > <= >= =~ <=>",
	opOther:   "+ - * / % ** & | ^ << .. ..< ..= |> <>",
})

// prefixes are the operators that may stand before an operand, beside the words that are left out.
var prefixes = wordset.Of("! - + ~ & * !! ++ -- ::")

// operator returns what the operator at i does, or 0 when there is none, and the index after it.
func (r *exprReader) operator(i, to int) (how, next int) {
	if r.Kind(i) == lex.Line {
		// A line that begins with an operator goes on with the one before.
		k := r.skipLines(i, to)
		switch s := r.op(k, to); {
		case s == "??" || s == "||" || s == "&&" || s == "?:" || s == "|>" || r.d.glue[s] && s != "+" && s != "-":
			i = k
		default:
			return 0, i
		}
	}
	if s := r.op(i, to); s != "" {
		if how = operators[s]; r.d.glue[s] {
			how = opGlue
		}
		return how, i + min(how, 1)
	}
	switch r.keyword(i, to) {
	case wordOr:
		return opChoice, i + 1
	case wordOther:
		return opCompare, i + 1
	}
	return 0, i
}

// unary reads an operand with the operators before and after it.
func (r *exprReader) unary(i, to int) (*Expr, int) {
	if !r.enter() {
		return nil, i
	}
	defer r.leave()
	// Longer runs of operators are not code; to read them from each of their tokens would be quadratic.
	const mostPrefixes = 32
	construct := false
	sign := -1 // the first prefix that makes another value of the operand
	for last := i + mostPrefixes; i < to && i < last; i++ {
		if sign < 0 && r.changesValue(i, to) {
			sign = i
		}
		if prefixes[r.op(i, to)] {
			continue
		}
		// A keyword may be a name where one is expected: a member called new, a key called type.
		if k := r.keyword(i, to); k == wordSkip && !r.namesHere(i+1, to) || k == wordNew {
			construct = construct || k == wordNew
			continue
		}
		break
	}
	if i >= to {
		return nil, i
	}
	e, next := r.operand(i, to)
	if e == nil {
		return nil, i
	}
	e, next = r.suffixes(e, next, to, construct)
	if e != nil && sign >= 0 {
		r.prefixed(e, sign, i)
	}
	return e, next
}

// changesValue reports whether the prefix at i makes another value of what it stands before: -, !, not.
func (r *cursor) changesValue(i, to int) bool {
	switch r.op(i, to) {
	case "-", "!", "!!", "~":
		return true
	}
	switch r.word(i, to) {
	case "not", "typeof", "void", "delete":
		return r.keyword(i, to) == wordSkip
	}
	return false
}

// prefixed notes the prefixes from token i to k, of the operand e at k. A scalar has them in its text.
func (r *exprReader) prefixed(e *Expr, i, k int) {
	span := source.Span{Start: r.Span(i, i+1).Start, End: r.Span(k-1, k).End}
	if e.Kind == Scalar {
		e.Span.Start = span.Start
		e.Text = source.VerbatimText(r.Source, e.Span)
		return
	}
	e.Prefix = span
}

// namesHere reports whether the text at i shows the word before it to be a name.
func (r *cursor) namesHere(i, to int) bool {
	if i >= to {
		return true
	}
	return r.Kind(i) == lex.Line || r.Kind(i) == lex.Close || afterNames[r.op(i, to)]
}

// afterNames are the marks that stand after names and not after keywords.
var afterNames = wordset.Of("= : , ; . ) => == +=")

// operand reads an operand without the text around it.
func (r *exprReader) operand(i, to int) (*Expr, int) {
	if e, next := r.up.primary(i, to); e != nil {
		return e, next
	}
	t := r.Tokens[i]
	switch t.Kind {
	case lex.String:
		return r.literals(i, to)
	case lex.Number:
		return r.scalar(i), i + 1
	case lex.Regex, lex.Markup:
		return r.expression(Other, r.Span(i, i+1)), i + 1
	case lex.Word:
		return r.name(i, to)
	case lex.Open:
		switch t.Shape {
		case lex.Quote:
			return r.literals(i, to)
		case lex.Paren:
			return r.paren(i, to)
		case lex.Square:
			return r.group(i)
		case lex.Brace:
			if r.d.trailing {
				return r.up.block(i)
			}
			return r.group(i)
		}
	case lex.Op:
		// A member of what the context implies: .string("x"), .name = "x".
		if r.str(i) == "." && r.Kind(i+1) == lex.Word && i+1 < to {
			return r.name(i+1, to)
		}
	}
	return nil, i
}

// ref makes a reference to a name that stands as token i, or is meant there.
func (r *exprReader) ref(name string, i int) *Expr {
	e := r.expression(Ref, r.Span(i, i+1))
	e.Name, e.NameSpan = name, e.Span
	return e
}

func (r *exprReader) scalar(i int) *Expr {
	e := r.expression(Scalar, r.Span(i, i+1))
	e.Text = r.Text(i)
	return e
}

func (r *exprReader) name(i, to int) (*Expr, int) {
	k := r.keyword(i, to)
	if r.d.arrow != "" && r.op(i+1, to) == r.d.arrow && k == 0 {
		return r.up.lambda(i, i+1, i+1, to)
	}
	switch k {
	case wordScalar:
		return r.scalar(i), i + 1
	case wordStop, wordReturn, wordOr, wordOther, wordType:
		if !r.namesHere(i+1, to) {
			return nil, i
		}
	}
	return r.ref(r.str(i), i), i + 1
}

// literals reads the literal at i and, where the language joins them, those after it.
func (r *exprReader) literals(i, to int) (*Expr, int) {
	e, next := r.literal(i)
	for r.d.adjacent && next < to && (r.Kind(next) == lex.String || r.opens(next, to, lex.Quote)) {
		more, end := r.literal(next)
		if e.Kind != Concat || len(e.Items) > 0 && e.Items[0].Hole && e.Items[0].Kind == Concat {
			all := r.expression(Concat, e.Span)
			all.Items = append(all.Items, e)
			e = all
		}
		if more.Kind == Concat {
			e.Items = append(e.Items, more.Items...)
		} else {
			e.Items = append(e.Items, more)
		}
		e.Span.End = more.Span.End
		next = end
	}
	return e, next
}

// literal reads the String or the group of shape Quote at i.
func (r *exprReader) literal(i int) (*Expr, int) {
	if r.Kind(i) == lex.String {
		return r.literalAt(i), i + 1
	}
	end := r.Pair(i)
	e := r.expression(Concat, r.Span(i, end+1))
	for k := i + 1; k < end; k = r.Next(k) {
		switch {
		case r.Kind(k) == lex.Chunk:
			e.Items = append(e.Items, r.literalAt(k))
		case r.Opens(k, lex.Hole):
			hole, next := r.expr(r.skipLines(k+1, r.Pair(k)), r.Pair(k))
			if hole == nil {
				hole = r.expression(Other, r.Span(k, r.Pair(k)+1))
				next = k + 1
			}
			if next < r.Pair(k) {
				r.up.statements(next, r.Pair(k))
			}
			hole.Hole = true
			e.Items = append(e.Items, hole)
		}
	}
	if len(e.Items) == 0 {
		c := r.expression(Literal, e.Span)
		at := int(r.Tokens[i].End)
		c.Text = source.VerbatimText(r.Source, source.Span{Start: at, End: at})
		e.Items = []*Expr{c}
	}
	return e, end + 1
}
