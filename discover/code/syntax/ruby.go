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
	declaration: rubyDeclaration, primary: rubyPrimary, postfix: rubyPostfix, glue: wordset.Of("+"), member: wordset.Of(":: &."),
	arrowKeys: true, adjacent: true, ternary: true, tuples: true, omittedValues: true,
	words: wordset.By(map[word]string{
		wordStop:   "if unless while until then else elsif when in do end rescue ensure retry redo",
		wordSkip:   "not undef",
		wordReturn: "return next break",
		wordScalar: "nil true false",
		wordOr:     "and or",
	}),
}

// rubyDeclaration reads methods, classes, modules and what a class includes.
func rubyDeclaration(r *reader, i, to int) int {
	if r.opens(i, to, lex.Block) {
		switch end := r.Pair(i); r.str(i) {
		case "def":
			r.rubyMethod(i+1, end, false)
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
		target, _ := r.primary(i, to)
		value, next := r.expr(i+2, to)
		if target != nil && target.Kind == Ref && value != nil {
			r.bind(target.Name, target.NameSpan, value).Adds = true
		}
		return max(next, i+2)
	}
	switch w := r.word(i, to); w {
	case "def":
		return r.rubyMethod(i+1, to, true)
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

// rubyMethod reads the method whose name begins at i and returns the index after it. An endless one ends with its expression;
// any other ends at to.
func (r *reader) rubyMethod(i, to int, endless bool) int {
	for r.op(i+1, to) == "." {
		i += 2
	}
	f := r.function(r.word(i, to), r.Span(i, i+1))
	f.Doc, f.Attrs = r.takeDoc(), r.takeAttrs()
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
func (r *reader) rubyClass(i, to int) {
	if s := r.op(i, to); s == "<<" {
		// class << self: its methods belong to the class around it.
		r.statements(min(i+2, to), to)
		return
	}
	k := i
	for r.op(k, to) == "::" || r.op(k+1, to) == "::" {
		k++
	}
	c := r.class(r.word(k, to), r.Span(k, k+1))
	c.Doc, c.Attrs = r.takeDoc(), r.takeAttrs()
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

// rubyPrimary reads symbols, variables, lists of words, lambdas and conditions that have a value.
func rubyPrimary(r *reader, i, to int) (*Expr, int) {
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
			return e, max(rubyDeclaration(r, i, to), r.Pair(i)+1)
		case !r.Is(i, "do"):
			return r.rubyCondition(i)
		}
	}
	return nil, i
}

func (r *reader) rubyLambda(i, to int) (*Expr, int) {
	k := r.skipUntil(i+1, to, typeLookahead, func(k int) bool {
		return r.Opens(k, lex.Block) || r.Opens(k, lex.Brace) || r.Kind(k) == lex.Line
	})
	if !r.opens(k, to, lex.Block) && !r.opens(k, to, lex.Brace) {
		return r.expression(Other, r.Span(i, i+1)), i + 1
	}
	e := r.codeBlock(k)
	from, end := i+1, k
	if r.opens(from, k, lex.Paren) {
		from, end = from+1, r.Pair(from)
	}
	r.inScope(e.Fn.Scope, func() { e.Fn.Params = r.paramsIn(from, end) })
	e.Span.Start = r.Span(i, i+1).Start
	return e, r.Pair(k) + 1
}

// rubyCondition reads if, unless, case, begin, while ... end at i: the value is one of those that its branches end with.
func (r *reader) rubyCondition(i int) (*Expr, int) {
	end := r.Pair(i)
	var values []*Expr
	head := !r.Is(i, "begin")
	from := i + 1
	flush := func(k int) {
		v := blockValue(r, from, k)
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

// rubyPostfix reads members that are called, blocks and the arguments of commands.
func rubyPostfix(r *reader, left *Expr, i, to int) (*Expr, int) {
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
	return commandPostfix(r, left, i, to)
}

// commandPostfix reads a block, or the arguments of a command, after the name of what is called.
func commandPostfix(r *reader, left *Expr, i, to int) (*Expr, int) {
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
	b := r.codeBlock(i)
	e.Args = append(e.Args, Arg{Value: b})
	e.Span.End = b.Span.End
	return e, r.Pair(i) + 1
}

// codeBlock reads the block at i, with parameters between bars, as a function.
func (r *reader) codeBlock(i int) *Expr {
	end := r.Pair(i)
	e := r.functionValue(i, end+1)
	f := e.Fn
	k := r.skipLines(i+1, end)
	if r.op(k, end) == "|" {
		bar := r.skipUntil(k+1, end, end, func(k int) bool { return r.op(k, end) == "|" || r.Kind(k) == lex.Line })
		f.Params = r.paramsIn(k+1, bar)
		k = min(bar+1, end)
	}
	r.returnLast(f, k, end)
	return e
}

// returnLast reads the body of f in [from, to). It returns its last expression, beside what is returned before.
func (r *reader) returnLast(f *Func, from, to int) {
	r.inScope(f.Scope, func() {
		last := blockValue(r, from, to)
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
