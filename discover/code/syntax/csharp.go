package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/internal/wordset"
)

var cSharp = dialect{
	of: func(r *reader) language { return cSharpReader{r} },
	words: wordset.By(map[word]string{
		wordStop: "if else for foreach while do switch case try catch finally lock fixed goto break continue yield checked unchecked " +
			"class struct interface enum namespace using in",
		wordSkip: "public private protected internal static readonly const sealed abstract virtual override async await partial " +
			"extern unsafe volatile required ref out params implicit explicit event delegate var global scoped file throw",
		wordNew:    "new",
		wordReturn: "return",
		wordScalar: "true false null default",
		wordOther:  "is with and or",
		wordType:   "as",
	}),
	glue: wordset.Of("+"), arrow: "=>", ternary: true, casts: true, generics: true, member: wordset.Of("-> ::"),
	typeFirst: true, bases: wordset.Of(":"), bodies: wordset.Of("=>"), initialises: true,
}

// cSharpReader reads what is particular to C#.
type cSharpReader struct{ *reader }

func (r cSharpReader) declaration(i, to int) int {
	if r.opens(i, to, lex.Square) {
		return r.attributes(i)
	}
	switch w := r.word(i, to); w {
	case "":
		if !r.opens(i, to, lex.Paren) {
			return i
		}
	case "namespace":
		return r.packageAt(i+1, to)
	case "if", "for", "foreach", "while", "switch", "lock", "fixed", "catch", "when":
		return r.control(i, to)
	case "using":
		return r.using(i, to)
	case "class", "struct", "interface", "enum":
		return r.classAt(i, i+1, to, w == "enum")
	case "record":
		k := r.past(i+1, to, "class", "struct")
		if r.word(k, to) != "" && (r.opens(k+1, to, lex.Paren) || r.opens(k+1, to, lex.Brace) || cSharpHead[r.op(k+1, to)]) {
			return r.classAt(i, k, to, false)
		}
	}
	return r.typedMember(i, to)
}

// cSharpHead are the marks that may follow the name of a record.
var cSharpHead = wordset.Of("; : <")

// using reads a using directive; a using statement is left to be read as what it declares.
func (r cSharpReader) using(i, to int) int {
	k := r.past(i+1, to, "static")
	if r.word(k, to) == "" {
		return r.control(i, to)
	}
	im := Import{Name: "*"}
	if r.op(k+1, to) == "=" && r.word(k+2, to) != "" {
		im.Name, im.As = "", r.nameAt(k)
		k += 2
	}
	e, next := r.namePath(k, to)
	if next = r.typeParams(next, to); r.op(next, to) != ";" {
		return i
	}
	im.From = e.Name
	r.u.Imports = append(r.u.Imports, im)
	return next
}

// primary reads the forms of new, lambdas with attributes, and anonymous methods.
func (r cSharpReader) primary(i, to int) (*Expr, int) {
	if i > 0 && r.word(i-1, to) == "new" {
		if e, next := r.newArray(i, to); e != nil {
			return e, next
		}
		if r.opens(i, to, lex.Paren) { // new(): the type is known from elsewhere
			c := r.expression(Call, r.Span(i, r.Pair(i)+1))
			c.New, c.Args = true, r.args(i)
			return c, r.Pair(i) + 1
		}
		return nil, i
	}
	k := i // [Attribute] (x) => y
	for r.opens(k, to, lex.Square) || k > i && r.keyword(k, to) == wordSkip {
		k = r.Next(k)
	}
	if k == i || !r.opens(k, to, lex.Paren) || r.op(r.Pair(k)+1, to) != "=>" {
		return nil, i
	}
	defer r.aside()()
	for at := i; r.opens(at, k, lex.Square); {
		at = r.attributes(at)
	}
	own := r.takeAttrs()
	e, next := r.lambda(k, r.Pair(k)+1, r.Pair(k)+1, to)
	e.Fn.Attrs = own
	e.Span.Start = r.Span(i, i+1).Start
	return e, next
}

// newArray reads what follows new when it makes an array or a collection: string[] { }, [] { }, List<T> { }. It returns nil for
// anything else.
func (r *declReader) newArray(i, to int) (*Expr, int) {
	k := i
	var name *Expr
	if r.word(i, to) != "" {
		name, k = r.namePath(i, to)
		k = r.past(r.skipTypeArgs(k, to), to, "?")
	}
	size := r.opens(k, to, lex.Square)
	for r.opens(k, to, lex.Square) {
		r.args(k)
		k = r.Next(k)
	}
	if r.opens(k, to, lex.Brace) && k > i {
		e, next := r.group(k)
		e.Span.Start = r.Span(i, i+1).Start
		if !size && e.Kind == Object { // a type with type arguments and an initialiser but no parenthesis
			e.Name, e.NameSpan = name.Name, name.NameSpan
		}
		return e, next
	}
	if !size {
		return nil, i
	}
	return r.expression(List, r.Span(i, k)), k
}

// postfix reads x switch { pattern => value, ... }: one of the values.
func (r cSharpReader) postfix(left *Expr, i, to int) (*Expr, int) {
	if r.word(i, to) != "switch" || !r.opens(i+1, to, lex.Brace) {
		return left, i
	}
	e := r.anyOf(r.arms(i+1, "=>"), i, r.Next(i+1))
	e.Span.Start = left.Span.Start
	return e, r.Next(i + 1)
}
