package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
)

var java = dialect{
	declaration: javaDeclaration, primary: javaPrimary, postfix: javaPostfix,
	words: words(map[word]string{
		wordStop: "if else for while do switch case try catch finally throw break continue assert class interface enum package import " +
			"throws extends implements",
		wordSkip:   "public private protected static final abstract synchronized native transient volatile strictfp default var",
		wordNew:    "new",
		wordReturn: "return",
		wordScalar: "true false null",
		wordOther:  "instanceof",
	}),
	glue: set("+"), arrow: "->", member: set("::"), ternary: true, casts: true, generics: true,
}

// javaDeclaration reads a declaration of Java.
func javaDeclaration(r *reader, i, to int) int {
	if r.op(i, to) == "@" {
		if r.word(i+1, to) == "interface" {
			return r.javaClass(i, i+2, to)
		}
		return r.annotationAt(i, to, false)
	}
	if next := r.skipTypeArgs(i, to); next > i { // <T> T name()
		return next
	}
	switch w := r.word(i, to); w {
	case "":
		return i
	case "package":
		if r.word(i+1, to) == "" {
			return i
		}
		e, next := r.namePath(i+1, to)
		r.u.Package = e.Name
		return next
	case "import":
		k := i + 1
		if r.word(k, to) == "static" {
			k++
		}
		if r.word(k, to) == "" {
			return i
		}
		return r.dottedImport(k, to)
	case "class", "interface", "enum":
		return r.javaClass(i, i+1, to)
	case "record":
		if r.word(i+1, to) != "" && (r.opens(i+2, to, lex.Paren) || r.op(i+2, to) == "<") {
			return r.javaClass(i, i+1, to)
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
	return r.javaMember(i, to)
}

// javaCase reads the label of a switch up to its arrow or colon; what follows are statements.
func (r *reader) javaCase(i, to int) int {
	for n, k := 0, i+1; k < to && n < typeLook; n++ {
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

// javaClass reads the class, interface, record, enumeration or annotation that is declared from i on and whose name is at name.
func (r *reader) javaClass(i, name, to int) int {
	if r.word(name, to) == "" || r.op(i-1, to) == "." { // Name.class
		return i
	}
	enum := r.word(i, to) == "enum"
	c := r.classAt(i, name)
	k := r.skipTypeArgs(name+1, to)
	if r.opens(k, to, lex.Paren) {
		r.within(c.Scope, func() { c.Params = r.typedParams(k) })
		k = r.Pair(k) + 1
	}
	for n := 0; n < typeLook && k < to && !r.opens(k, to, lex.Brace); n++ { // extends A implements B, C permits D
		if w := r.word(k, to); w == "extends" || w == "implements" || w == "permits" || r.op(k, to) == "," {
			if w == "permits" {
				k = r.skipTo(k, to, to)
				break
			}
			k++
			continue
		}
		next := r.baseAt(c, k, to)
		if next == k {
			break
		}
		k = next
	}
	if !r.opens(k, to, lex.Brace) {
		return k
	}
	if enum {
		return r.enumBody(c, k)
	}
	return r.classBody(c, k, to)
}

// javaMember reads a method, constructor, field or variable at i.
func (r *reader) javaMember(i, to int) int {
	name := i
	if c := r.scope.Class; c == nil || r.word(i, to) != c.Name || !r.opens(i+1, to, lex.Paren) {
		if name = r.declaredName(i, to); name < 0 {
			return i
		}
	}
	if !r.opens(name+1, to, lex.Paren) {
		if r.opens(name+1, to, lex.Brace) {
			return i
		}
		return r.fieldAt(i, name, to)
	}
	k := r.Pair(name+1) + 1
	f := r.funcAt(i, name, name+1)
	if r.word(k, to) == "default" { // an element of an annotation
		r.within(f.Scope, func() {
			e, next := r.value(k+1, to)
			r.returns(e)
			k = max(next, k+1)
		})
		return k
	}
	if r.word(k, to) == "throws" {
		k = r.skipTo(k, to, typeLook, ";")
	}
	return r.funcBody(f, k, to)
}

// javaPrimary reads arrays that are made, switches that are values, and members of the class around.
func javaPrimary(r *reader, i, to int) (*Expr, int) {
	if i > 0 && r.word(i-1, to) == "new" {
		return r.newArray(i, to)
	}
	if r.word(i, to) == "switch" && r.opens(i+1, to, lex.Paren) && r.opens(r.Pair(i+1)+1, to, lex.Brace) {
		r.args(i + 1)
		open := r.Pair(i+1) + 1
		return r.javaSwitch(i, open)
	}
	return nil, i
}

// javaSwitch reads the braces at open, in which labels lead to values, as one of the values: after an arrow, or after yield.
func (r *reader) javaSwitch(i, open int) (*Expr, int) {
	end := r.Pair(open)
	var values []*Expr
	for k := open + 1; k < end; {
		switch {
		case r.op(k, end) == "->" && r.opens(k+1, end, lex.Brace):
			r.statements(k+2, r.Pair(k+1))
			values = append(values, r.yieldsIn(k+2, r.Pair(k+1))...)
			k = r.Pair(k+1) + 1
		case r.op(k, end) == "->", r.word(k, end) == "yield":
			e, next := r.expr(k+1, end)
			if e != nil {
				values = append(values, e)
			}
			k = r.rest(max(next, k+1), end) // -> throw x
		case r.Kind(k) == lex.String:
			r.literal(k)
			k++
		default:
			k = r.Next(k)
		}
	}
	return r.oneOf(r.span(i, end+1), values), end + 1
}

// yieldsIn returns the literals that follow yield directly in [i, to), whose statements were read.
func (r *reader) yieldsIn(i, to int) []*Expr {
	var out []*Expr
	for ; i < to; i = r.Next(i) {
		if r.word(i, to) == "yield" && r.Kind(i+1) == lex.String && i+1 < to {
			e, _ := r.literal(i + 1)
			out = append(out, e)
		}
	}
	return out
}

// javaPostfix reads the body of an anonymous class, new Base(arguments) { members }, and type arguments: new A<>(), a.<T>b().
func javaPostfix(r *reader, left *Expr, i, to int) (*Expr, int) {
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
	c.Span = left.Span
	next := r.classBody(c, i, to)
	left.Span.End = c.Span.End
	r.doc, r.attrs = doc, attrs
	return left, next
}
