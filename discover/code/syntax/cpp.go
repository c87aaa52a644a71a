package syntax

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
)

var cppWords = words(map[word][]string{
	wordStop: {
		"if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue", "goto", "try", "catch", "throw", "using", "namespace",
		"template", "typedef", "public", "private", "protected", "friend", "requires", "concept", "class", "struct", "enum", "union",
	},
	wordSkip: {
		"const", "static", "constexpr", "inline", "extern", "virtual", "explicit", "mutable", "volatile", "register", "thread_local", "consteval",
		"constinit", "typename", "delete", "co_await", "co_yield",
	},
	wordNew:    {"new"},
	wordReturn: {"return", "co_return"},
	wordScalar: {"true", "false", "nullptr", "NULL"},
})

var (
	cppGlue   = map[string]bool{"+": true}
	cppMember = map[string]bool{"::": true, "->": true}
)

func cppDialect() *dialect {
	return &dialect{
		declaration: cppDeclaration, primary: cppPrimary, postfix: cppPostfix, words: cppWords, glue: cppGlue, member: cppMember,
		adjacent: true, ternary: true, structs: true, casts: true, generics: true,
	}
}

// cppDeclaration reads declarations, macros, and what stands before blocks.
func cppDeclaration(r *reader, i, to int) int {
	if r.opens(i, to, lex.Square) && r.opens(i+1, to, lex.Square) {
		return r.Next(i) // [[nodiscard]]
	}
	w := r.word(i, to)
	switch w {
	case "":
		return i
	case "define":
		if r.Kind(i+1) == lex.Word {
			return r.cppDefine(i, to)
		}
	case "if", "while", "for", "switch", "catch":
		k := i + 1
		if r.word(k, to) == "constexpr" {
			k++
		}
		if r.opens(k, to, lex.Paren) {
			r.statements(k+1, r.Pair(k))
			r.doc, r.attrs = nil, nil
			return r.Next(k)
		}
	case "extern":
		if r.Kind(i+1) == lex.String && i+1 < to {
			return i + 2
		}
	case "template":
		return max(r.cppAngles(i+1, to), i+1)
	case "using", "typedef":
		if w == "using" || r.word(i+1, to) != "struct" && r.word(i+1, to) != "enum" {
			return i + 1
		}
	case "namespace":
		return r.cppNamespace(i, to)
	case "class", "struct", "union":
		return r.cppClass(i, to)
	}
	if k := r.keyword(i, to); k != 0 && k != wordSkip {
		return i
	}
	return r.cppDeclarator(i, to)
}

// cppPrimary reads lambdas, and braces as the values that they list.
func cppPrimary(r *reader, i, to int) (*Expr, int) {
	switch {
	case r.opens(i, to, lex.Square):
		if after := r.Next(i); r.opens(after, to, lex.Paren) || r.opens(after, to, lex.Brace) {
			return r.cppLambda(i, to)
		}
	case r.opens(i, to, lex.Brace):
		return r.cppList(i)
	case r.op(i, to) == "@" && r.Kind(i+1) == lex.String && i+1 < to:
		return r.literals(i+1, to)
	}
	return nil, i
}

// cppPostfix reads a macro and a literal that stand side by side, and so are put together: "a" NAME "b".
func cppPostfix(r *reader, left *Expr, i, to int) (*Expr, int) {
	text := left.Kind == Literal || left.Kind == Concat
	if !text && (left.Kind != Ref || !macroLike(left.Name)) || !text && r.Kind(i) != lex.String {
		return left, i
	}
	var more []*Expr
	for i < to {
		if r.Kind(i) == lex.String {
			e, next := r.literals(i, to)
			if e.Kind == Concat {
				more = append(more, e.Items...)
			} else {
				more = append(more, e)
			}
			i = next
			continue
		}
		w := r.word(i, to)
		if w == "" || !macroLike(w) && r.Kind(i+1) != lex.String || r.keyword(i, to) != 0 {
			break
		}
		e := r.expression(Ref, r.span(i, i+1))
		e.Name, e.NameSpan = w, e.Span
		more = append(more, e)
		i++
	}
	if len(more) == 0 {
		return left, i
	}
	end := more[len(more)-1].Span.End
	if left.Kind != Concat {
		all := r.expression(Concat, left.Span)
		all.Items = []*Expr{left}
		left = all
	}
	left.Items, left.Span.End = append(left.Items, more...), end
	return left, i
}

// macroLike reports whether a name is written as macros are.
func macroLike(name string) bool {
	return len(name) > 1 && strings.ToUpper(name) == name && (name[0] >= 'A' && name[0] <= 'Z' || name[0] == '_')
}

// cppList reads the braces at i. A list of pairs that begin with literals is an Object, as JSON libraries have it.
func (r *reader) cppList(i int) (*Expr, int) {
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

// cppLambda reads [captures](parameters) -> type { }.
func (r *reader) cppLambda(i, to int) (*Expr, int) {
	e := r.expression(Lambda, r.span(i, i+1))
	f := r.function("", r.span(i, i))
	e.Fn = f
	k := r.Next(i)
	if r.opens(k, to, lex.Paren) {
		r.within(f.Scope, func() { f.Params = r.params(k) })
		k = r.Next(k)
	}
	for n := 0; k < to && n < cppLook && !r.opens(k, to, lex.Brace) && r.op(k, to) != ";" && r.op(k, to) != ","; n++ {
		k = r.Next(k)
	}
	if r.opens(k, to, lex.Brace) {
		r.within(f.Scope, func() { r.statements(k+1, r.Pair(k)) })
		k = r.Next(k)
	}
	e.Span = r.span(i, k)
	f.Span = e.Span
	return e, k
}

// cppDefine reads the macro at i, whose line ends with a Line: a value, or a function that returns one.
func (r *reader) cppDefine(i, to int) int {
	const longest = 5000
	end := i + 2
	for n := 0; end < to && r.Kind(end) != lex.Line; n++ {
		if n == longest {
			return i + 2
		}
		end = r.Next(end)
	}
	name, at := r.word(i+1, to), r.span(i+1, i+2)
	doc := r.takeDoc()
	r.within(r.u.Root, func() {
		k := i + 2
		if r.opens(k, end, lex.Paren) && int(r.Tokens[k].Start) == at.End {
			f := r.function(name, at)
			f.Params, f.Doc, f.Span = r.params(k), doc, r.span(i, end)
			r.within(f.Scope, func() {
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
	r.doc, r.attrs = nil, nil
	return end
}

// cppNamespace reads the head of the namespace at i; the names in it are in no scope of their own.
func (r *reader) cppNamespace(i, to int) int {
	path, _, k := r.cppPath(i+1, to)
	if r.u.Package == "" && r.opens(k, to, lex.Brace) {
		r.u.Package = path
	}
	r.doc, r.attrs = nil, nil
	return max(k, i+1)
}

// cppPath reads the names with :: between them at i, and returns them with dots, the index of the last, and the index after it.
func (r *reader) cppPath(i, to int) (path string, last, next int) {
	var names []string
	last = i
	for r.word(i, to) != "" {
		names, last = append(names, r.word(i, to)), i
		i = r.cppAngles(i+1, to)
		if r.op(i, to) != "::" {
			break
		}
		i++
	}
	return strings.Join(names, "."), last, i
}

// cppAngles returns the index after the type arguments at i, or i.
func (r *reader) cppAngles(i, to int) int {
	if r.op(i, to) == "<>" {
		return i + 1
	}
	return r.skipTypeArgs(i, to)
}
