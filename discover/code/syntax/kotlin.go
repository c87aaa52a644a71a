package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/internal/wordset"
)

var kotlin = dialect{
	of: func(r *reader) language { return kotlinReader{r} },
	words: wordset.By(map[word]string{
		wordStop:   "if else for while do when try finally break continue class interface fun val var typealias",
		wordSkip:   "public private protected internal override abstract suspend const lateinit vararg noinline crossinline throw",
		wordReturn: "return", wordScalar: "true false null", wordOther: "is in", wordType: "as",
	}),
	glue: wordset.Of("+"), member: wordset.Of("::"), generics: true, trailing: true, pairs: "to", closeAttributes: true, blocks: true, lines: true,
	types: true, bases: wordset.Of(":"), bodies: wordset.Of("="),
}

// kotlinReader reads what is particular to Kotlin.
type kotlinReader struct{ *reader }

// kotlinModifiers are the words before a declaration that may be names elsewhere.
var kotlinModifiers = wordset.Of("open final sealed data inner enum annotation companion inline value infix operator tailrec external " +
	"expect actual public private protected internal override abstract suspend const lateinit")

// maxModifiers is how many tokens the modifiers of a declaration may have.
const maxModifiers = 20

func (r kotlinReader) declaration(i, to int) int {
	if r.op(i, to) == "@" {
		return r.annotation(i, to)
	}
	k := i
	companion, enum := false, false
	for w := r.word(k, to); k < i+maxModifiers && kotlinModifiers[w] && (r.word(k+1, to) != "" || r.Kind(k+1) == lex.Line); w = r.word(k, to) {
		companion = companion || w == "companion"
		enum = enum || w == "enum"
		k = r.skipLines(k+1, to)
	}
	next := k
	switch w := r.word(k, to); w {
	case "fun":
		next = r.kotlinFunction(i, k, to)
	case "val", "var":
		next = r.property(i, k, to)
	case "class", "interface", "object":
		if companion && w == "object" && r.scope.Class != nil {
			// What it holds is read as members of the class around it, which is how it is used.
			next = r.skipTo(k+1, to, typeLookahead, "\n")
		} else if r.word(k+1, to) != "" {
			next = r.classAt(i, k+1, to, enum)
		}
	case "package":
		next = r.packageAt(k+1, to)
	case "import":
		next = r.dottedImport(k+1, to)
	case "init", "constructor":
		next = r.constructor(k, to)
	case "typealias":
		next = r.skipUntil(next, to, typeLookahead, func(k int) bool { return r.Kind(k) == lex.Line })
	case "if", "while", "for", "when":
		next = r.control(k, to)
	case "catch":
		if r.opens(k+1, to, lex.Paren) && r.opens(r.Pair(k+1)+1, to, lex.Brace) {
			next = r.Pair(k+1) + 1
		}
	}
	if next > k {
		return next
	}
	return i
}

// constructor reads an initialiser or a secondary constructor of the class at hand.
func (r kotlinReader) constructor(k, to int) int {
	open := k + 1
	switch {
	case r.scope.Class == nil:
	case r.opens(open, to, lex.Brace):
		return r.body(r.function("", r.Span(k, k+1)), open, to)
	case r.opens(open, to, lex.Paren):
		f := r.funcNamed(k, k)
		next := r.Next(open)
		r.inScope(f.Scope, func() {
			f.Params = r.params(open)
			if r.op(next, to) == ":" && r.word(next+1, to) != "" && r.opens(next+2, to, lex.Paren) {
				e, _ := r.namePath(next+1, next+2)
				r.call(e, next+2)
				next = r.Next(next + 2)
			}
		})
		return r.funcBody(f, next, to)
	}
	return k
}

func (r kotlinReader) kotlinFunction(i, k, to int) int {
	name := r.typeParams(k+1, to)
	for n := 0; n < typeLookahead && name < to && !r.opens(name+1, to, lex.Paren); n++ { // Receiver<T>.name
		if r.Kind(name) == lex.Line || r.Kind(name) == lex.Open && !r.opens(name, to, lex.Paren) {
			return k
		}
		name = r.Next(name)
	}
	if r.word(name, to) == "" || !r.opens(name+1, to, lex.Paren) {
		return k
	}
	return r.funcAt(i, name, to)
}

// property reads a property or variable that is declared from i on; its "val" or "var" is at k. A getter makes it a method.
func (r kotlinReader) property(i, k, to int) int {
	name, _ := r.lastName(r.skipTypeArgs(k+1, to), to) // Receiver<T>.name
	if r.word(name, to) == "" {
		return k + 1 // val (a, b) = ...
	}
	doc, attrs := r.takeDoc(), r.takeAttrs()
	declared, at := r.colonType(name+1, to)
	var value *Expr
	if r.op(at, to) == "=" || r.word(at, to) == "by" {
		var next int
		value, next = r.value(at+1, to)
		at = max(next, at+1)
	}
	next, getter := r.accessors(i, name, doc, attrs, at, to)
	if getter && value == nil {
		return next
	}
	d := r.bind(r.nameAt(name), r.Span(name, name+1), value)
	d.Doc, d.Attrs, d.Type = doc, attrs, declared
	return next
}

// accessors reads the getter and setter of a property, which may stand on lines of their own from i on. It reports
// whether there is a getter with a body.
func (r kotlinReader) accessors(from, name int, doc *Expr, attrs []*Expr, i, to int) (next int, getter bool) {
	for {
		k := r.skipLines(i, to)
		for kotlinModifiers[r.word(k, to)] && r.word(k+1, to) != "" {
			k++
		}
		w := r.word(k, to)
		if w == "set" && (r.Kind(k+1) == lex.Line || r.Kind(k+1) == lex.Close) { // private set
			i = k + 1
			continue
		}
		if w != "get" && w != "set" || !r.opens(k+1, to, lex.Paren) {
			return i, getter
		}
		_, after := r.colonType(r.Next(k+1), to)
		if r.op(after, to) != "=" && !r.opens(after, to, lex.Brace) {
			return i, getter
		}
		f := (*Func)(nil)
		if w == "get" {
			getter = true
			r.doc, r.attrs = doc, attrs
			f = r.funcNamed(from, name)
		} else {
			f = r.function("", r.Span(k, k+1))
		}
		i = r.funcBody(f, after, to)
	}
}

// primary reads functions as values, objects without a name, and conditions that are values.
func (r kotlinReader) primary(i, to int) (*Expr, int) {
	switch r.word(i, to) {
	case "if":
		return r.conditional(i, to)
	case "when":
		return r.blocks(i, to, "when", func(open int) []*Expr { return r.arms(open, "->") })
	case "try":
		if r.opens(i+1, to, lex.Brace) {
			return r.block(i + 1)
		}
	case "object":
		if r.op(i+1, to) == ":" || r.opens(i+1, to, lex.Brace) {
			c, next := r.anonymous(i, i+1, to)
			return r.expression(Other, c.Span), next
		}
	case "fun":
		if r.opens(i+1, to, lex.Paren) {
			return r.functionAt(i, i+1, to)
		}
	}
	return nil, i
}

// postfix reads a function in braces that is passed to the call before it, whatever is called.
func (r kotlinReader) postfix(left *Expr, i, to int) (*Expr, int) {
	if !r.opens(i, to, lex.Brace) || left.Kind != Index || left.Name == "" {
		return left, i
	}
	return r.braceAfter(r.callee(left), i, false)
}

// blockParams reads the names before the arrow of a function in braces.
func (r kotlinReader) blockParams(i, to int) ([]Param, int) {
	arrow := i
	for n := 0; ; n++ {
		s := r.op(arrow, to)
		if s == "->" {
			break
		}
		if n == typeLookahead || arrow >= to || s != "" && !kotlinHead[s] || s == "" && r.word(arrow, to) == "" && !r.opens(arrow, to, lex.Paren) &&
			(r.Kind(arrow) != lex.Line || arrow > i) {
			return nil, i
		}
		arrow = r.Next(arrow)
	}
	return r.paramsIn(i, arrow), arrow + 1
}

// kotlinHead are the marks that may stand among the parameters of a lambda.
var kotlinHead = wordset.Of(", : . ? < > * @")
