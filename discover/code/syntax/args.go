package syntax

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// args reads the arguments, members or elements in the group at i.
func (r *exprReader) args(i int) []Arg {
	if !r.enter() {
		return nil
	}
	defer r.leave()
	end := r.Pair(i)
	first := len(r.argStack)
	var doc *Expr
	for k := i + 1; k < end; {
		switch {
		case r.Kind(k) == lex.Line || r.op(k, end) == "," || r.op(k, end) == ";":
			k++
			continue
		case r.Kind(k) == lex.Doc:
			doc = r.literalAt(k)
			k++
			continue
		}
		a, next := r.arg(k, end, r.Tokens[i].Shape)
		if a.Value != nil || a.Name != "" || a.Computed {
			a.Doc = doc
			if a.Value != nil && a.Name == "" {
				a.Value.Doc = doc
			}
			r.argStack = append(r.argStack, a)
		}
		doc = nil
		k = r.rest(max(next, k+1), end)
	}
	read := r.argStack[first:]
	out := r.u.args.copied(read)
	clear(read)
	r.argStack = r.argStack[:first]
	return out
}

// rest reads the text before the next comma beside the expression that counts, such as the "for" of a comprehension.
func (r *exprReader) rest(k, end int) int {
	for k < end && r.op(k, end) != "," && r.op(k, end) != ";" && r.Kind(k) != lex.Line {
		if e, next := r.expr(k, end); e != nil {
			k = next
			continue
		}
		if r.Kind(k) == lex.Open {
			r.up.statements(k+1, r.Pair(k))
		}
		k = r.Next(k)
	}
	return k
}

// arg reads one argument, member or element at k.
func (r *exprReader) arg(k, end int, shape lex.Shape) (Arg, int) {
	var a Arg
	if s := r.op(k, end); s == "..." && !r.d.ellipsis || s == ".." || s == "**" || s == "*" {
		a.Spread = true
		a.Value, k = r.expr(k+1, end)
		return a, k
	}
	if r.op(k, end) == "." && r.Kind(k+1) == lex.Word && r.op(k+2, end) == "=" {
		k++ // .name = value
	}
	evaluated := r.d.evaluatedKeys && shape == lex.Brace // {KEY: v} has no member KEY
	if !evaluated || r.Kind(k) != lex.Word {
		if next, ok := r.key(&a, k, end); ok {
			v, after := r.item(next, end)
			if v == nil && r.d.omittedValues && a.Key != nil && a.Key.Kind == Ref {
				v = r.ref(a.Key.Name, k)
			}
			a.Value = v
			return a, max(after, next)
		}
	}
	if shape == lex.Brace {
		if next, ok := r.up.objectMethod(&a, k, end); ok {
			return a, next
		}
	}
	e, next := r.expr(k, end)
	a.Value = e
	if e == nil {
		return a, r.Next(k)
	}
	if evaluated && r.op(next, end) == ":" {
		if a.Key, a.Computed = e, e.Kind == Ref; !a.Computed {
			r.setKey(&a, e)
		}
		a.Value, next = r.item(next+1, end)
		return a, next
	}
	if r.d.arrowKeys && r.op(next, end) == "=>" && e.Kind != Lambda || r.d.pairs != "" && r.word(next, end) == r.d.pairs {
		r.setKey(&a, e)
		a.Value, next = r.item(next+1, end)
		return a, next
	}
	if r.d.shorthand && shape == lex.Brace && e.Kind == Ref && !strings.Contains(e.Name, ".") {
		a.Name, a.Key, a.Value = e.Name, e, r.ref(e.Name, next-1)
	}
	return a, next
}

func (r *exprReader) key(a *Arg, k, end int) (int, bool) {
	after := k + 1
	switch {
	case r.Kind(k) == lex.Word || r.Kind(k) == lex.String || r.Kind(k) == lex.Number:
	case r.opens(k, end, lex.Quote), r.opens(k, end, lex.Square) && (r.d.shorthand || r.op(r.Pair(k)+1, end) == "="):
		after = r.Pair(k) + 1
	default:
		return k, false
	}
	switch s := r.op(after, end); {
	case s == ":" || s == "=":
	case s == "=>" && r.d.arrowKeys:
	default:
		return k, false
	}
	if r.keyword(k, end) == wordStop && r.op(after, end) == ":" && r.d.words["lambda"] != 0 {
		return k, false
	}
	r.keyAt(a, k)
	return after + 1, true
}

// keyAt makes token k the key of a: a name, a literal, or an expression in brackets.
func (r *exprReader) keyAt(a *Arg, k int) {
	var e *Expr
	switch r.Kind(k) {
	case lex.Word:
		e = r.ref(r.str(k), k)
	case lex.Number:
		e = r.scalar(k)
	case lex.String:
		e = r.literalAt(k)
	default:
		if r.Opens(k, lex.Quote) {
			e, _ = r.literal(k)
		} else if e, _ = r.expr(k+1, r.Pair(k)); e == nil || e.Kind != Literal {
			a.Key, a.Computed = e, true
			return
		}
	}
	r.setKey(a, e)
}

func (r *exprReader) setKey(a *Arg, e *Expr) {
	a.Key = e
	switch {
	case e.Kind == Literal, e.Kind == Scalar:
		a.Name = e.Text.Value
	case e.Kind == Ref && !strings.Contains(e.Name, "."):
		a.Name = strings.Trim(e.Name, ":`$")
	case e.Kind == Concat && len(e.Items) == 1 && e.Items[0].Kind == Literal:
		a.Name, a.Key = e.Items[0].Text.Value, e.Items[0]
	default:
		a.Computed = true
	}
}

// suffixes reads what follows an operand: members, calls, indexes, types.
func (r *exprReader) suffixes(e *Expr, i, to int, construct bool) (*Expr, int) {
	construct = construct && e.Kind == Ref // what a dialect has read after "new" is complete
	for i < to {
		if more, next := r.up.postfix(e, i, to); next > i {
			e, i = more, next
			continue
		}
		at := i
		if r.Kind(i) == lex.Line {
			// A line that begins with a member goes on with the one before.
			at = r.skipLines(i, to)
			if s := r.op(at, to); s != "." && s != "?." && !r.d.member[s] {
				return e, i
			}
		}
		more, next := r.suffix(e, at, to, &construct)
		if more == nil {
			return e, i
		}
		e, i = more, next
	}
	return e, i
}

func (r *exprReader) suffix(e *Expr, i, to int, construct *bool) (*Expr, int) {
	switch s := r.op(i, to); {
	case s == "." && !r.d.glue[s] || s == "?." || r.d.member[s]:
		return r.member(e, i, to)
	case s == "!" && r.d.macros && r.Kind(i+1) == lex.Open && i+1 < to && e.Kind == Ref:
		c := r.call(e, i+1)
		c.Name += "!"
		return c, r.Pair(i+1) + 1
	case s == "!" || s == "!!" || s == "++" || s == "--":
		return e, i + 1
	case s == "<" && r.d.generics && (e.Kind == Ref || e.Kind == Index):
		if next := r.skipTypeArgs(i, to); next > i && (r.opens(next, to, lex.Paren) || r.opens(next, to, lex.Brace) && *construct) {
			return e, next
		}
		return nil, i
	case s != "":
		return nil, i
	}
	switch {
	case r.opens(i, to, lex.Paren):
		c := r.call(e, i)
		c.New, *construct = *construct, false
		return c, r.Pair(i) + 1
	case r.opens(i, to, lex.Square):
		x := r.expression(Index, source.Span{Start: e.Span.Start, End: r.Span(i, r.Pair(i)+1).End})
		x.Recv = e
		x.Items = Values(r.args(i))
		return x, r.Pair(i) + 1
	case r.opens(i, to, lex.Brace):
		return r.braceAfter(e, i, *construct)
	case r.keyword(i, to) == wordType:
		return e, r.skipType(i+1, to)
	}
	return nil, i
}

// braceAfter reads braces after an operand: the members of a struct, an initialiser, a function that is passed.
func (r *exprReader) braceAfter(e *Expr, i int, construct bool) (*Expr, int) {
	end := r.Pair(i)
	switch {
	case r.d.trailing && (e.Kind == Call || e.Kind == Ref):
		b, next := r.up.block(i)
		if e.Kind == Ref {
			e = r.callee(e)
		}
		e.Args = append(e.Args, Arg{Value: b})
		e.Span.End = b.Span.End
		return e, next
	case e.Kind == Ref && (r.d.structs && typeLike(e.Name) || construct), e.Kind == Call && e.New:
		o := r.expression(Object, source.Span{Start: e.Span.Start, End: r.Span(i, end+1).End})
		o.Name, o.NameSpan = e.Name, e.NameSpan
		o.Args = r.args(i)
		if e.Kind == Call {
			// new Tool("x") { Description = "y" }: the arguments come first.
			o.Args = append(e.Args[:len(e.Args):len(e.Args)], o.Args...)
		}
		return o, end + 1
	}
	return nil, i
}

// typeLike reports whether the last part of a path is written as types are.
func typeLike(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	return last != "" && last[0] >= 'A' && last[0] <= 'Z'
}

// maxPath bounds the length of a path in bytes: a longer one is a member of a path.
const maxPath = 2_000

func (r *exprReader) member(e *Expr, i, to int) (*Expr, int) {
	k := r.skipLines(i+1, to)
	if r.opens(k, to, lex.Paren) || r.opens(k, to, lex.Square) {
		return e, k // an optional call or index: a?.(x)
	}
	if k < to && r.op(k, to) == "<" && r.d.generics {
		if next := r.skipTypeArgs(k, to); next > k {
			return e, next // foo::<T>(x)
		}
	}
	if k >= to || r.Kind(k) != lex.Word && r.Kind(k) != lex.Number {
		return nil, i
	}
	name := strings.TrimLeft(r.str(k), "$#")
	if e.Kind == Ref && len(e.Name) < maxPath {
		e.Name = r.dotted(e, name, k)
		e.NameSpan = r.Span(k, k+1)
		e.Span.End = e.NameSpan.End
		return e, k + 1
	}
	x := r.expression(Index, source.Span{Start: e.Span.Start, End: r.Span(k, k+1).End})
	x.Recv, x.Name, x.NameSpan = e, name, r.Span(k, k+1)
	return x, k + 1
}

// dotted returns the name of a reference and that of its member at token k, as it stands in the file where nothing is between them.
func (r *cursor) dotted(e *Expr, name string, k int) string {
	n := len(e.Name)
	if whole := r.text[e.Span.Start:max(r.Span(k, k+1).End, e.Span.Start)]; len(whole) == n+1+len(name) && whole[n] == '.' && whole[:n] == e.Name && whole[n+1:] == name {
		return whole
	}
	return e.Name + "." + name
}

// callee makes the call of e, without arguments yet.
func (r *exprReader) callee(e *Expr) *Expr {
	c := r.expression(Call, e.Span)
	switch e.Kind {
	case Ref:
		c.Name, c.NameSpan = e.Name, e.NameSpan
		if dot := strings.LastIndexByte(e.Name, '.'); dot >= 0 {
			c.Name = e.Name[dot+1:]
			recv := r.expression(Ref, source.Span{Start: e.Span.Start, End: max(e.Span.Start, e.NameSpan.Start-1)})
			recv.Name, recv.NameSpan = e.Name[:dot], recv.Span
			c.Recv = recv
		}
	case Index:
		if e.Name != "" {
			c.Name, c.NameSpan, c.Recv = e.Name, e.NameSpan, e.Recv
			break
		}
		c.Recv = e
	default:
		c.Recv = e
	}
	return c
}

func (r *exprReader) call(e *Expr, i int) *Expr {
	c := r.callee(e)
	c.Args = r.args(i)
	c.Span.End = r.Span(i, r.Pair(i)+1).End
	return c
}

// paren reads the parenthesis at i: the parameters of a lambda, a cast, a list, or an expression.
func (r *exprReader) paren(i, to int) (*Expr, int) {
	end := r.Pair(i)
	if r.d.arrow != "" && r.op(end+1, to) == r.d.arrow {
		return r.up.lambda(i, end+1, end+1, to)
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
	e.Items = Values(args)
	return e, end + 1
}

// endsWithComma reports whether the last token in the group at i is a comma.
func (r *cursor) endsWithComma(i int) bool {
	return r.Pair(i) > i+1 && r.Is(r.Pair(i)-1, ",")
}

// source returns tokens [from, to) as written, of bounded length.
func (r *cursor) source(from, to int) string {
	s := r.Span(from, to)
	return r.text[s.Start:min(s.End, s.Start+500)]
}

// group reads the brackets at i as an Object when something in them has a name, else as a List.
func (r *exprReader) group(i int) (*Expr, int) {
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
	e.Items, e.Args = Values(e.Args), nil
	return e, end + 1
}
