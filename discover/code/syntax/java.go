package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/internal/wordset"
)

var java = dialect{
	hooks: func(r *reader) hooks {
		l := javaReader{r}
		return hooks{declaration: l.declaration, primary: l.primary, postfix: l.postfix}
	},
	words: wordset.By(map[word]string{
		wordStop: "if else for while do switch case try catch finally throw break continue assert class interface enum package import " +
			"throws extends implements",
		wordSkip:   "public private protected static final abstract synchronized native transient volatile strictfp default var",
		wordNew:    "new",
		wordReturn: "return",
		wordScalar: "true false null",
		wordOther:  "instanceof",
	}),
	glue: wordset.Of("+"), arrow: "->", member: wordset.Of("::"), ternary: true, casts: true, generics: true,
	typeFirst: true, bases: wordset.Of("extends implements"), bodies: wordset.Of("default"),
}

// javaReader reads what is particular to Java.
type javaReader struct{ *reader }

func (r javaReader) declaration(i, to int) int {
	if r.op(i, to) == "@" {
		if r.word(i+1, to) == "interface" {
			return r.classAt(i, i+2, to, false)
		}
		return r.annotation(i, to)
	}
	if next := r.skipTypeArgs(i, to); next > i { // <T> T name()
		return r.keep(next)
	}
	switch w := r.word(i, to); w {
	case "":
		return i
	case "package":
		return r.packageAt(i+1, to)
	case "import":
		if r.word(i+1, to) == "static" {
			i++
		}
		return r.dottedImport(i+1, to)
	case "class", "interface", "enum":
		if r.op(i-1, to) == "." { // Name.class
			return i
		}
		return r.classAt(i, i+1, to, w == "enum")
	case "record":
		if r.word(i+1, to) != "" && (r.opens(i+2, to, lex.Paren) || r.op(i+2, to) == "<") {
			return r.classAt(i, i+1, to, false)
		}
	case "non", "sealed", "permits":
		if w == "non" && r.op(i+1, to) == "-" || r.word(i+1, to) != "" {
			return i + 1
		}
	case "if", "for", "while", "switch", "catch", "synchronized", "try":
		return r.control(i, to)
	case "case":
		return r.javaCase(i, to)
	case "yield":
		if r.Kind(i+1) == lex.String || r.word(i+1, to) != "" {
			return i + 1
		}
	}
	name := i
	if c := r.scope.Class; c == nil || r.word(i, to) != c.Name || !r.opens(i+1, to, lex.Paren) {
		name, _ = r.declaredName(i, to)
	}
	switch {
	case name < 0, r.opens(name+1, to, lex.Brace):
		return i
	case r.opens(name+1, to, lex.Paren):
		return r.funcAt(i, name, to)
	}
	return r.fieldAt(i, name, name+1, to)
}

// javaCase reads the label of a switch up to its arrow or colon; what follows are statements.
func (r javaReader) javaCase(i, to int) int {
	for n, k := 0, i+1; k < to && n < typeLookahead; n++ {
		if s := r.op(k, to); s == "->" || s == ":" || s == ";" {
			return k + 1
		}
		if r.Kind(k) == lex.String {
			r.literal(k)
		}
		k = r.Next(k)
	}
	return i + 1
}

// primary reads arrays that are made, and switches that are values.
func (r javaReader) primary(i, to int) (*Expr, int) {
	if i > 0 && r.word(i-1, to) == "new" {
		return r.newArray(i, to)
	}
	if r.word(i, to) == "switch" && r.opens(i+1, to, lex.Paren) && r.opens(r.Pair(i+1)+1, to, lex.Brace) {
		r.args(i + 1)
		return r.javaSwitch(i, r.Pair(i+1)+1)
	}
	return nil, i
}

// javaSwitch reads the braces at open, in which labels lead to values, as one of the values: after an arrow, or after yield.
func (r javaReader) javaSwitch(i, open int) (*Expr, int) {
	end := r.Pair(open)
	all := r.expression(Choice, r.Span(i, end+1))
	for k := open + 1; k < end; {
		switch {
		case r.op(k, end) == "->" && r.opens(k+1, end, lex.Brace):
			r.statements(k+2, r.Pair(k+1))
			for at := k + 2; at < r.Pair(k+1); at = r.Next(at) {
				if r.word(at, end) == "yield" && r.Kind(at+1) == lex.String {
					e, _ := r.literal(at + 1)
					all.Items = append(all.Items, e)
				}
			}
			k = r.Pair(k+1) + 1
		case r.op(k, end) == "->", r.word(k, end) == "yield":
			e, next := r.expr(k+1, end)
			if e != nil {
				all.Items = append(all.Items, e)
			}
			k = r.rest(max(next, k+1), end) // -> throw x
		case r.Kind(k) == lex.String:
			r.literal(k)
			k++
		default:
			k = r.Next(k)
		}
	}
	return all, end + 1
}

// postfix reads the body of an anonymous class, new Base(arguments) { members }, and type arguments: new A<>(), a.<T>b().
func (r javaReader) postfix(left *Expr, i, to int) (*Expr, int) {
	switch r.op(i, to) {
	case "<>":
		return left, i + 1
	case ".":
		if k := r.skipTypeArgs(i+1, to); k > i+1 && r.word(k, to) != "" {
			if e, next := r.member(left, k-1, to); e != nil {
				return e, next
			}
		}
		return left, i
	}
	if left.Kind != Call || !left.New || !r.opens(i, to, lex.Brace) {
		return left, i
	}
	doc, attrs := r.doc, r.attrs
	c := r.class("", left.NameSpan)
	c.Bases = []string{left.Name}
	next := r.classBody(c, i, i, to)
	c.Span = r.declaredSpan(left.Span.Start, next)
	left.Span.End = c.Span.End
	r.doc, r.attrs = doc, attrs
	return left, next
}
