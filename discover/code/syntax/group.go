package syntax

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
)

// paren reads the parenthesis at i: the parameters of a lambda, a cast, a list, or an expression.
func (r *reader) paren(i, to int) (*Expr, int) {
	end := r.Pair(i)
	if r.d.arrow != "" {
		if at := r.arrowAfter(end+1, to); at > 0 {
			return r.lambda(i, end+1, at, to)
		}
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
	e := r.expression(List, r.span(i, end+1))
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
	end := r.Pair(i)
	for end--; end > i && r.Kind(end) == lex.Line; end-- {
	}
	return end > i && r.Is(end, ",")
}

// arrowAfter returns the index of the arrow of a lambda whose parameters end before i, or 0: directly, or after a declared type.
func (r *reader) arrowAfter(i, to int) int {
	if r.op(i, to) == r.d.arrow {
		return i
	}
	if !r.d.colonTypes || r.op(i, to) != ":" {
		return 0
	}
	for n, k := 0, i+1; k < to && n < typeLook; n++ {
		switch s := r.op(k, to); {
		case s == r.d.arrow:
			return k
		case s == ";" || s == "," || s == "=" || s == "?" || r.Kind(k) == lex.Line || r.Kind(k) == lex.Close || r.Kind(k) == lex.String:
			return 0
		}
		k = r.Next(k)
	}
	return 0
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
		e.Fn.Params = r.params(i)
	} else {
		e.Fn.Params = []Param{{Name: r.str(i), NameSpan: r.span(i, i+1)}}
	}
	next := r.body(e.Fn, r.skipLines(arrow+1, to), to)
	return r.ended(e, i, max(next, before)), max(next, arrow+1)
}

// functionValue makes a function without a name of tokens [i, to).
func (r *reader) functionValue(i, to int) *Expr {
	e := r.expression(Lambda, r.span(i, to))
	e.Fn = r.function("", r.span(i, i))
	e.Fn.Span = e.Span
	return e
}

// ended notes that the function e is tokens [i, to).
func (r *reader) ended(e *Expr, i, to int) *Expr {
	e.Span = r.span(i, to)
	e.Fn.Span = e.Span
	return e
}

// body reads the body of f at i: statements in braces or an indented block, or one expression, which is returned. It returns the index
// after it.
func (r *reader) body(f *Func, i, to int) int {
	next := i
	r.within(f.Scope, func() {
		if r.opens(i, to, lex.Brace) || r.opens(i, to, lex.Block) {
			r.statements(i+1, r.Pair(i))
			next = r.Pair(i) + 1
			return
		}
		e, end := r.expr(i, to)
		r.returns(e)
		next = end
	})
	return next
}

// block reads the braces at i as a function that is passed or run: its last expression is its value in the languages that have them.
func (r *reader) block(i int) (*Expr, int) {
	end := r.Pair(i)
	e := r.functionValue(i, end+1)
	f := e.Fn
	r.within(f.Scope, func() { r.statements(i+1, end) })
	if len(f.Returns) == 0 {
		if last := r.lastValue(f, i, end); last != nil {
			f.Returns = append(f.Returns, last)
		}
	}
	return e, end + 1
}

// lastValue returns the expression with which the group from i to end ends, if one does.
func (r *reader) lastValue(f *Func, i, end int) *Expr {
	for k := end - 1; k > i; k-- {
		if r.Kind(k) == lex.Line || r.Is(k, ";") {
			continue
		}
		return r.endingAt(int(r.Tokens[i].Start)+1, int(r.Tokens[k].End), f.Scope)
	}
	return nil
}

// endingAt returns the longest of the expressions that were made last, in scope and from byte begin on, which ends at byte end.
func (r *reader) endingAt(begin, end int, scope *Scope) *Expr {
	var best *Expr
	r.newest(begin, func(x *Expr) {
		if x.Span.End == end && x.Scope == scope && (best == nil || x.Span.Start <= best.Span.Start) {
			best = x
		}
	})
	return best
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

// params reads the parameters in the group at i, in the order of most languages: attributes, modifiers and type, name, type, default.
func (r *reader) params(i int) []Param {
	if r.d.params != nil {
		return r.d.params(r, i)
	}
	var out []Param
	end := r.Pair(i)
	for k := i + 1; k < end; {
		p, next := r.param(k, end)
		if p.Name != "" {
			out = append(out, p)
		}
		k = max(next, k+1)
	}
	return out
}

// param reads one parameter up to the comma after it.
func (r *reader) param(i, to int) (Param, int) {
	var p Param
	r.doc, r.attrs = nil, nil
	first := -1
	for i < to && r.op(i, to) != "," {
		switch {
		case r.Kind(i) == lex.Doc:
			p.Doc = r.docAt(i)
			i++
			continue
		case r.op(i, to) == "=":
			p.Default, i = r.item(i+1, to)
			if p.Default == nil {
				i++
			}
			continue
		case r.op(i, to) == ":" || r.op(i, to) == "?" && r.op(i+1, to) == ":":
			if r.op(i, to) == "?" {
				i++
			}
			from := i + 1
			p.Type, i = r.typeAt(from, to)
			p.TypeText = r.source(from, i)
			continue
		}
		if r.d.declaration != nil && (r.op(i, to) == "@" || r.op(i, to) == "#" || r.opens(i, to, lex.Square)) {
			if next := r.d.declaration(r, i, to); next > i {
				i = next
				continue
			}
		}
		if w := r.word(i, to); w != "" && r.keyword(i, to) != wordSkip {
			// The last word before a ":", "=" or the end is the name; what stands before it is a type.
			if p.Name != "" && p.Type == nil && first >= 0 {
				p.TypeText = r.source(first, i)
			}
			if first < 0 {
				first = i
			}
			if p.TypeText == "" || p.Type == nil {
				p.Name, p.NameSpan = strings.TrimLeft(w, "$"), r.span(i, i+1)
			}
		} else if first < 0 && r.Kind(i) == lex.Open && r.Tokens[i].Shape != lex.Square {
			first = i
			r.statements(i+1, r.Pair(i))
		}
		i = r.Next(i)
	}
	p.Attrs = r.takeAttrs()
	if p.Doc == nil {
		p.Doc = r.takeDoc()
	}
	return p, i + 1
}

// source returns tokens [from, to) as written, of bounded length.
func (r *reader) source(from, to int) string {
	s := r.span(from, to)
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
	e := r.expression(List, r.span(i, end+1))
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
