package syntax

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/internal/wordset"
)

var cpp = dialect{
	of:   func(r *reader) language { return cppReader{r} },
	glue: wordset.Of("+"), member: wordset.Of(":: ->"),
	adjacent: true, ternary: true, structs: true, casts: true, generics: true, bases: wordset.Of(":"),
	words: wordset.By(map[word]string{
		wordStop: "if else for while do switch case default break continue goto try catch throw using namespace template typedef public " +
			"private protected friend requires concept class struct enum union",
		wordSkip: "const static constexpr inline extern virtual explicit mutable volatile register thread_local consteval constinit " +
			"typename delete co_await co_yield",
		wordNew:    "new",
		wordReturn: "return co_return",
		wordScalar: "true false nullptr NULL",
	}),
}

// cppReader reads what is particular to C++.
type cppReader struct{ *reader }

// declaration reads declarations, macros, and what comes before blocks.
func (r cppReader) declaration(i, to int) int {
	if r.opens(i, to, lex.Square) && r.opens(i+1, to, lex.Square) {
		return r.keep(r.Next(i)) // [[nodiscard]]
	}
	w := r.word(i, to)
	switch w {
	case "":
		return i
	case "define":
		if r.Kind(i+1) == lex.Word {
			return r.define(i, to)
		}
	case "if", "while", "for", "switch", "catch":
		if r.opens(i+1, to, lex.Paren) {
			return r.control(i, to)
		}
	case "extern":
		if r.Kind(i+1) == lex.String && i+1 < to {
			return r.keep(i + 2)
		}
	case "template":
		return r.keep(max(r.typeParams(i+1, to), i+1))
	case "using", "typedef":
		if w == "using" || r.word(i+1, to) != "struct" && r.word(i+1, to) != "enum" {
			return i + 1
		}
	case "namespace":
		return r.namespace(i, to)
	case "class", "struct", "union":
		return r.cppClass(i, to)
	}
	if k := r.keyword(i, to); k != 0 && k != wordSkip {
		return i
	}
	return r.declarator(i, to)
}

// primary reads lambdas, and braces as the values that they list.
func (r cppReader) primary(i, to int) (*Expr, int) {
	switch {
	case r.opens(i, to, lex.Square):
		if after := r.Next(i); r.opens(after, to, lex.Paren) || r.opens(after, to, lex.Brace) {
			return r.functionAt(i, after, to)
		}
	case r.opens(i, to, lex.Brace):
		return r.list(i)
	case r.op(i, to) == "@" && r.Kind(i+1) == lex.String && i+1 < to:
		return r.literals(i+1, to)
	}
	return nil, i
}

// postfix reads a macro and a literal that stand side by side, and so are put together: "a" NAME "b".
func (r cppReader) postfix(left *Expr, i, to int) (*Expr, int) {
	text := left.Kind == Literal || left.Kind == Concat
	var more *Expr
	switch w := r.word(i, to); {
	case r.Kind(i) == lex.String && (text || left.Kind == Ref && macroLike(left.Name)):
		more = r.literalAt(i)
	case text && w != "" && r.keyword(i, to) == 0 && (macroLike(w) || r.Kind(i+1) == lex.String):
		more = r.ref(w, i)
	default:
		return left, i
	}
	if left.Kind != Concat {
		all := r.expression(Concat, left.Span)
		all.Items = []*Expr{left}
		left = all
	}
	left.Items, left.Span.End = append(left.Items, more), more.Span.End
	return left, i + 1
}

func macroLike(name string) bool {
	return len(name) > 1 && strings.ToUpper(name) == name && (name[0] >= 'A' && name[0] <= 'Z' || name[0] == '_')
}

// list reads the braces at i. A list of pairs that begin with literals is an Object, as JSON libraries have it.
func (r cppReader) list(i int) (*Expr, int) {
	e, next := r.group(i)
	if e.Kind != List || len(e.Items) == 0 {
		return e, next
	}
	for _, pair := range e.Items {
		if pair.Kind != List || len(pair.Items) != 2 || pair.Items[0].Kind != Literal || r.Source.Data[pair.Span.Start] != '{' {
			return e, next
		}
	}
	for _, pair := range e.Items {
		key := pair.Items[0]
		e.Args = append(e.Args, Arg{Name: key.Text.Value, Key: key, Value: pair.Items[1], Doc: pair.Doc})
	}
	e.Kind, e.Items = Object, nil
	return e, next
}

// define reads the macro at i, whose line ends with a Line: a value, or a function that returns one.
func (r cppReader) define(i, to int) int {
	const longest = 5000
	end := r.skipUntil(i+2, to, longest, func(k int) bool { return r.Kind(k) == lex.Line })
	if end < to && r.Kind(end) != lex.Line {
		return i + 2
	}
	name, at := r.word(i+1, to), r.Span(i+1, i+2)
	doc := r.takeDoc()
	r.inScope(r.u.Root, func() {
		k := i + 2
		if r.opens(k, end, lex.Paren) && int(r.Tokens[k].Start) == at.End {
			f := r.function(name, at)
			f.Params, f.Doc, f.Span = r.params(k), doc, r.Span(i, end)
			r.inScope(f.Scope, func() {
				e, next := r.expr(r.Next(k), end)
				r.returns(e)
				r.statements(max(next, r.Next(k)), end)
			})
			return
		}
		e, next := r.expr(k, end)
		b := r.bind(name, at, e)
		b.Doc = doc
		r.statements(max(next, k), end)
	})
	return end
}

// namespace reads the head of the namespace at i; the names in it are in no scope of their own.
func (r cppReader) namespace(i, to int) int {
	k := r.skipTo(i+1, to, cppLookahead, ";", "=")
	if r.opens(k, to, lex.Brace) {
		r.packageAt(i+1, to)
	}
	return k
}

// cppLookahead is how many tokens and groups may stand before the name that a declaration declares, or after its parameters.
const cppLookahead = 40

func (r cppReader) cppClass(i, to int) int {
	k, name := i+1, (*Expr)(nil)
	for n := 0; r.word(k, to) != "" && n < 4; n++ { // class EXPORT Name final
		if r.word(k, to) == "final" {
			k++
			continue
		}
		name, k = r.namePath(k, to)
		k = r.typeParams(k, to)
	}
	if !r.opens(r.skipTo(k, to, cppLookahead, ";"), to, lex.Brace) || r.op(k, to) != ":" && !r.opens(k, to, lex.Brace) {
		return i + 1
	}
	if name == nil {
		name = r.ref("", i)
	}
	c := r.classNamed(name.Name, name.NameSpan)
	return r.classBody(c, i, r.classHead(c, k, to), to)
}

// declared is what the words before a name, an initialiser or parameters say.
type declared struct {
	// words is how many names there are, each with its qualifiers: a type has one at least, and so has what is declared.
	words int
	// name is the last of them, -1 without one.
	name int
	// kind is the last name of the type.
	kind int
}

// declarator reads the variable, member or function that is declared at i, or returns i.
func (r cppReader) declarator(i, to int) int {
	d := declared{name: -1}
	k, array := i, false
	for n := 0; ; n++ {
		if n == cppLookahead {
			return k // words and marks only
		}
		if w := r.word(k, to); w != "" {
			how := r.keyword(k, to)
			if how != 0 && how != wordSkip && w != "struct" && w != "enum" && w != "class" {
				return i
			}
			if how == 0 && !array {
				if k == i || r.op(k-1, to) != "::" {
					d.words, d.kind = d.words+1, d.name
				}
				d.name = k
			}
			if k = r.typeParams(k+1, to); w == "operator" {
				return i
			}
			continue
		}
		switch s := r.op(k, to); s {
		case "::", "*", "&", "&&", "~":
			k++
			continue
		case "=":
			if d.words < 2 {
				return i
			}
			return r.variable(i, k, d, to)
		case ";":
			if d.words < 2 || r.scope.Class == nil {
				return i
			}
			r.declareAt(d.name, i, d.name)
			return k
		case "":
		default:
			return i
		}
		switch {
		case r.opens(k, to, lex.Square) && d.name >= 0:
			array = true
			k = r.Next(k)
		case r.opens(k, to, lex.Brace) && d.words > 1:
			return r.variable(i, k, d, to)
		case r.opens(k, to, lex.Paren) && d.name >= 0:
			return r.cppFunction(i, k, d, to)
		default:
			return i
		}
	}
}

// variable reads the value of the variable that is declared at i and whose initialiser stands at k.
func (r cppReader) variable(i, k int, d declared, to int) int {
	b := r.declareAt(d.name, i, d.name)
	next := r.Next(k)
	if r.op(k, to) == "=" {
		b.Value, next = r.initialiser(k, to)
	} else if args := r.args(k); len(args) == 1 && args[0].Name == "" && args[0].Value != nil {
		b.Value = args[0].Value
	} else {
		b.Value = r.expression(Object, r.Span(k, next))
		b.Value.Name, b.Value.Args = r.word(d.kind, to), args
	}
	b.assign(b.Value)
	return next
}

// cppFunction reads the function that is declared at i and whose parameters stand at open, or the variable that is made with arguments. It
// returns i when neither is.
func (r cppReader) cppFunction(i, open int, d declared, to int) int {
	k := r.skipUntil(r.Next(open), to, cppLookahead, func(k int) bool { return cppEnds[r.op(k, to)] || r.Opens(k, lex.Brace) }) // const noexcept -> Type
	body := r.opens(k, to, lex.Brace) || r.op(k, to) == ":" && r.initialised(k+1, to) > 0
	inside := r.scope.Func != nil
	switch {
	case d.words < 2 && (inside || !body):
		return i
	case inside || !body && r.Kind(open+1) == lex.String:
		if k != r.Next(open) {
			return i
		}
		b := r.bind(r.word(d.name, to), r.Span(d.name, d.name+1), nil)
		b.Type = r.source(i, d.name)
		c := r.expression(Call, r.Span(i, k))
		c.Name, c.NameSpan, c.New = r.word(d.kind, to), r.Span(d.kind, d.kind+1), true
		c.Args = r.args(open)
		b.assign(c)
		return k
	}
	f := r.funcNamed(i, d.name)
	r.inScope(f.Scope, func() {
		f.Params = r.params(open)
		if r.op(k, to) == ":" {
			k = r.cppInitialisers(k+1, to)
		}
	})
	if r.opens(k, to, lex.Brace) {
		k = r.body(f, k, to)
	}
	f.Span = r.Span(i, k)
	return k
}

// cppEnds are the marks that end the head of a function.
var cppEnds = wordset.Of("; = : ,")

// initialised returns the index of the group with the value of the member that is initialised at i, or 0.
func (r cppReader) initialised(i, to int) int {
	if r.word(i, to) == "" {
		return 0
	}
	_, k := r.namePath(i, to)
	if k = r.typeParams(k, to); r.opens(k, to, lex.Paren) || r.opens(k, to, lex.Brace) {
		return k
	}
	return 0
}

// cppInitialisers reads name(value), name{value} of a constructor, and returns the index of its body.
func (r cppReader) cppInitialisers(i, to int) int {
	for {
		k := r.initialised(i, to)
		if k == 0 {
			return i
		}
		var v *Expr
		if args := r.args(k); len(args) == 1 {
			v = args[0].Value
		}
		r.bind(r.word(i, to), r.Span(i, i+1), v)
		if i = r.Next(k); r.op(i, to) != "," {
			return i
		}
		i++
	}
}
