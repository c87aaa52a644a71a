package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/internal/wordset"
)

var java = dialect{
	of: func(r *reader) language { return javaReader{r} },
	words: wordset.By(map[word]string{
		wordStop: "if else for while do switch case try catch finally throw break continue assert class interface enum package import " +
			"throws extends implements",
		wordSkip:   "public private protected static final abstract synchronized native transient volatile strictfp default var",
		wordNew:    "new",
		wordReturn: "return",
		wordScalar: "true false null",
		wordOther:  "instanceof",
	}),
	glue: wordset.Of("+"), arrow: "->", member: wordset.Of("::"), ternary: true, casts: true, generics: true, blocks: true,
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
		return r.dottedImport(r.past(i+1, to, "static"), to)
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
			e, next := r.expr(i+1, to)
			if e != nil {
				r.yields = append(r.yields, e)
			}
			return max(next, i+1)
		}
	}
	return r.typedMember(i, to)
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
	return r.switchValue(i, to, "switch", "->")
}

// ending reads the block of a switch in [from, to) and returns what it yields, or nil.
func (r javaReader) ending(from, to int) *Expr {
	outer := r.yields
	r.yields = nil
	r.statements(from, to)
	own := r.yields
	r.yields = outer
	if len(own) < 2 {
		return append(own, nil)[0]
	}
	return r.anyOf(own, from, to)
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
	c, next := r.anonymous(i, i, to)
	c.Bases, c.NameSpan = []string{left.Name}, left.NameSpan
	left.Span.End, c.Span.Start = c.Span.End, left.Span.Start
	return left, next
}
