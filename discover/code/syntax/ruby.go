package syntax

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// rubyText are methods that are often called on a text to get it in another form.
var rubyText = wordset.Of("freeze strip chomp squish strip_heredoc dup to_s lstrip rstrip to_sym html_safe")

var ruby = dialect{
	of:   func(r *reader) language { return rubyReader{r} },
	glue: wordset.Of("+"), member: wordset.Of(":: &."),
	arrowKeys: true, adjacent: true, ternary: true, tuples: true, omittedValues: true,
	words: wordset.By(map[word]string{
		wordStop:   "if unless while until then else elsif when in do end rescue ensure retry redo",
		wordSkip:   "not undef",
		wordReturn: "return next break",
		wordScalar: "nil true false",
		wordOr:     "and or",
	}),
}

// rubyReader reads what is particular to Ruby.
type rubyReader struct{ *reader }

// declaration reads methods, classes, modules and what a class includes.
func (r rubyReader) declaration(i, to int) int {
	if r.opens(i, to, lex.Block) {
		switch end := r.Pair(i); r.str(i) {
		case "def":
			r.method(i+1, end, false)
			return end + 1
		case "class", "module":
			r.rubyClass(i+1, end)
			return end + 1
		case "if", "unless", "case", "begin":
			r.doc = nil
			_, next := r.expr(i, to)
			return next
		}
		return i
	}
	if r.op(i+1, to) == "<<" && r.word(i, to) != "" && r.keyword(i, to) == 0 {
		target, _ := r.operand(i, to)
		value, next := r.expr(i+2, to)
		if target != nil && target.Kind == Ref && value != nil {
			r.bind(target.Name, target.NameSpan, value).Adds = true
		}
		return max(next, i+2)
	}
	switch w := r.word(i, to); w {
	case "def":
		return r.method(i+1, to, true)
	case "private", "public", "protected", "module_function", "private_class_method", "public_class_method", "memoize":
		if r.opens(i+1, to, lex.Block) && r.Is(i+1, "def") || r.word(i+1, to) == "def" {
			return i + 1
		}
	case "include", "extend", "prepend":
		if c := r.scope.Class; c != nil && r.startsArgument(i+1, to) {
			e, next := r.expr(i, to)
			for k := range e.Args {
				if v := e.Args[k].Value; v != nil && v.Kind == Ref {
					c.Bases = append(c.Bases, v.Name)
				}
			}
			return next
		}
	case "require", "require_relative", "load":
		e, next := r.expr(i, to)
		if v := e.Positional(0); v != nil && v.Kind == Literal {
			from := v.Text.Value
			if w == "require_relative" && !strings.HasPrefix(from, ".") {
				from = "./" + from
			}
			r.u.Imports = append(r.u.Imports, Import{From: from, Name: "*"})
		}
		return next
	}
	return i
}

// method reads the method whose name begins at i and returns the index after it. An endless one ends with its expression;
// any other ends at to.
func (r rubyReader) method(i, to int, endless bool) int {
	for r.op(i+1, to) == "." {
		i += 2
	}
	f := r.documented(r.function(r.word(i, to), r.Span(i, i+1)))
	k := min(i+1, to)
	from, end := k, k
	if r.opens(k, to, lex.Paren) {
		from, end, k = k+1, r.Pair(k), r.Next(k)
	} else {
		k = r.skipUntil(k, to, to, func(k int) bool { return r.endsLine(k, to) || endless && r.op(k, to) == "=" })
		end = k
	}
	r.inScope(f.Scope, func() { f.Params = r.paramsIn(from, end) })
	if endless {
		if r.op(k, to) == "=" {
			k = r.body(f, k+1, to)
		}
	} else {
		r.returnLast(f, min(k, to), to)
		k = to
	}
	f.Span = r.Span(i-1, max(min(k, len(r.Tokens)), i))
	return k
}

// rubyClass reads the class or module whose name begins at i, up to its end.
func (r rubyReader) rubyClass(i, to int) {
	if s := r.op(i, to); s == "<<" {
		// class << self: its methods belong to the class around it.
		r.statements(min(i+2, to), to)
		return
	}
	k := i
	for r.op(k, to) == "::" || r.op(k+1, to) == "::" {
		k++
	}
	c := r.classNamed(r.word(k, to), r.Span(k, k+1))
	k++
	if r.op(k, to) == "<" {
		base, next := r.expr(k+1, to)
		if base != nil && base.Kind == Ref {
			c.Bases = append(c.Bases, base.Name)
		}
		k = max(next, k+1)
	}
	r.inScope(c.Scope, func() { r.statements(min(k, to), to) })
	c.Span = r.Span(i-1, to+1)
}

// primary reads symbols, variables, lists of words, lambdas and conditions that have a value.
func (r rubyReader) primary(i, to int) (*Expr, int) {
	t := r.Tokens[i]
	switch t.Kind {
	case lex.Word:
		switch c := r.Source.Data[t.Start]; c {
		case ':':
			return r.symbol(i)
		case '@':
			return r.ref("self."+strings.TrimLeft(r.str(i), "@"), i), i + 1
		}
	case lex.Op:
		if r.op(i, to) == "->" {
			return r.rubyLambda(i, to)
		}
	case lex.Open:
		switch {
		case t.Shape == lex.Square && t.Style == lex.WordList:
			return r.wordList(i)
		case t.Shape != lex.Block:
		case r.Is(i, "def") || r.Is(i, "class") || r.Is(i, "module"):
			// A definition is a value too: memoize def x.
			e := r.expression(Other, r.Span(i, r.Pair(i)+1))
			return e, max(r.declaration(i, to), r.Pair(i)+1)
		case !r.Is(i, "do"):
			return r.condition(i)
		}
	}
	return nil, i
}

func (r rubyReader) rubyLambda(i, to int) (*Expr, int) {
	k := r.skipUntil(i+1, to, typeLookahead, func(k int) bool {
		return r.Opens(k, lex.Block) || r.Opens(k, lex.Brace) || r.Kind(k) == lex.Line
	})
	if !r.opens(k, to, lex.Block) && !r.opens(k, to, lex.Brace) {
		return r.expression(Other, r.Span(i, i+1)), i + 1
	}
	e, next := r.block(k)
	from, end := i+1, k
	if r.opens(from, k, lex.Paren) {
		from, end = from+1, r.Pair(from)
	}
	r.inScope(e.Fn.Scope, func() { e.Fn.Params = r.paramsIn(from, end) })
	e.Span.Start = r.Span(i, i+1).Start
	return e, next
}

// blockParams reads the parameters of a block between bars.
func (r rubyReader) blockParams(i, to int) ([]Param, int) {
	i = r.skipLines(i, to)
	if r.op(i, to) != "|" {
		return nil, i
	}
	bar := r.skipUntil(i+1, to, to, func(k int) bool { return r.op(k, to) == "|" || r.Kind(k) == lex.Line })
	return r.paramsIn(i+1, bar), min(bar+1, to)
}

// condition reads if, unless, case, begin, while ... end at i: the value is one of those that its branches end with.
func (r rubyReader) condition(i int) (*Expr, int) {
	end := r.Pair(i)
	var values []*Expr
	head := !r.Is(i, "begin")
	from := i + 1
	flush := func(k int) {
		v := r.blockValue(from, k)
		if !head {
			values = append(values, v)
		}
	}
	for k := i + 1; k < end; k = r.Next(k) {
		w := ""
		if r.keyword(k, end) == wordStop {
			w = r.word(k, end)
		}
		switch {
		case w == "else" || w == "elsif" || w == "when" || w == "in" || w == "rescue" || w == "ensure":
			if (w == "in" || w == "rescue") && k > i+1 && r.Kind(k-1) != lex.Line && r.op(k-1, end) != ";" {
				continue // for x in y, a rescue b
			}
			flush(k)
			head = w != "else"
			from = k + 1
		case head && (w == "then" || r.Kind(k) == lex.Line || r.op(k, end) == ";"):
			flush(k)
			head, from = false, k+1
		}
	}
	flush(end)
	return r.anyOf(values, i, end+1), end + 1
}

// postfix reads members that are called, blocks and the arguments of commands.
func (r rubyReader) postfix(left *Expr, i, to int) (*Expr, int) {
	if s := r.op(i, to); (s == "." || s == "&.") && r.Kind(i+1) == lex.Word && i+1 < to && r.op(i+2, to) != "=" &&
		(left.Kind != Ref || rubyText[r.word(i+1, to)]) {
		// A heredoc may stand behind the method that is called on it.
		name := r.Span(i+1, i+2)
		c := r.expression(Call, source.Span{Start: min(left.Span.Start, name.Start), End: max(left.Span.End, name.End)})
		c.Recv, c.Name, c.NameSpan = left, r.word(i+1, to), r.Span(i+1, i+2)
		if r.opens(i+2, to, lex.Paren) && r.Tokens[i+2].Start == r.Tokens[i+1].End {
			c.Args = r.args(i + 2)
			c.Span.End = max(c.Span.End, r.Span(i+2, r.Pair(i+2)+1).End)
			return c, r.Pair(i+2) + 1
		}
		return c, i + 2
	}
	return r.commandPostfix(left, i, to)
}
