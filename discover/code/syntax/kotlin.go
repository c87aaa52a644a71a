package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
)

var kotlin = dialect{
	declaration: kotlinDeclaration, primary: kotlinPrimary, postfix: kotlinPostfix,
	words: words(map[word]string{
		wordStop:   "if else for while do when try break continue class interface fun val var typealias",
		wordSkip:   "public private protected internal override abstract suspend const lateinit vararg noinline crossinline throw",
		wordReturn: "return",
		wordScalar: "true false null",
		wordOther:  "is in",
		wordType:   "as",
	}),
	glue: set("+"), member: set("::"), generics: true, trailing: true, pairs: "to",
}

// kotlinModifiers are the words before a declaration that may be names elsewhere.
var kotlinModifiers = set("open final sealed data inner enum annotation companion inline value infix operator tailrec external expect actual " +
	"public private protected internal override abstract suspend const lateinit")

// maxModifiers is how many tokens the modifiers of a declaration may have.
const maxModifiers = 20

// kotlinDeclaration reads a declaration of Kotlin.
func kotlinDeclaration(r *reader, i, to int) int {
	if r.op(i, to) == "@" {
		return r.kotlinAnnotation(i, to)
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
		next = r.kotlinProperty(i, k, to)
	case "class", "interface", "object":
		next = r.kotlinClass(i, k, companion, enum, to)
	case "package", "import", "init", "constructor", "typealias":
		if k == i || w == "constructor" {
			next = r.kotlinOther(w, k, to)
		}
	case "if", "while", "for", "when":
		if k == i {
			next = r.control(k, to)
		}
	case "catch":
		if r.opens(k+1, to, lex.Paren) && r.opens(r.Pair(k+1)+1, to, lex.Brace) {
			next = r.Pair(k+1) + 1
		}
	case "try", "finally", "do", "else":
		if k == i && r.opens(k+1, to, lex.Brace) {
			next = k + 1
		}
	}
	if next > k {
		return next
	}
	return i
}

// kotlinAnnotation reads @Name(x), @get:Name(x) or @[A B] at i and keeps it for what is declared next.
func (r *reader) kotlinAnnotation(i, to int) int {
	k := i + 1
	target := r.word(k, to)
	if target != "" && r.op(k+1, to) == ":" {
		k += 2
	}
	doc, attrs := r.doc, r.attrs
	if r.opens(k, to, lex.Square) {
		for at := k + 1; at < r.Pair(k); {
			if r.word(at, to) == "" {
				at++
				continue
			}
			var e *Expr
			e, at = r.attributeAt(at, r.Pair(k), true)
			attrs = append(attrs, e)
		}
		r.doc, r.attrs = doc, attrs
		return r.Pair(k) + 1
	}
	if r.word(k, to) == "" {
		return i
	}
	e, next := r.attributeAt(k, to, true)
	if target != "file" || k == i+1 {
		attrs = append(attrs, e)
	}
	r.doc, r.attrs = doc, attrs
	return r.skipLines(next, to)
}

// kotlinOther reads an import, the package, an initialiser, a secondary constructor, or a name for a type.
func (r *reader) kotlinOther(w string, k, to int) int {
	switch w {
	case "package":
		if r.word(k+1, to) != "" {
			e, next := r.namePath(k+1, to)
			r.u.Package = e.Name
			return next
		}
	case "import":
		if r.word(k+1, to) != "" {
			return r.dottedImport(k+1, to)
		}
	case "init":
		if r.opens(k+1, to, lex.Brace) && r.scope.Class != nil {
			f := r.function("", r.span(k, k+1))
			return r.body(f, k+1, to)
		}
	case "constructor":
		if r.opens(k+1, to, lex.Paren) && r.scope.Class != nil {
			f := r.funcAt(k, k, 0)
			r.within(f.Scope, func() { f.Params = r.kotlinParams(k + 1) })
			next := r.Pair(k+1) + 1
			if r.op(next, to) == ":" && r.word(next+1, to) != "" && r.opens(next+2, to, lex.Paren) {
				r.within(f.Scope, func() {
					e, _ := r.namePath(next+1, next+2)
					r.call(e, next+2)
				})
				next = r.Pair(next+2) + 1
			}
			return max(r.funcBody(f, next, to), next)
		}
	case "typealias":
		for n := 0; n < typeLook && k < to && r.Kind(k) != lex.Line; n++ {
			k = r.Next(k)
		}
	}
	return k
}

// kotlinClass reads the class, interface or object that is declared from i on; its keyword is at k. What a companion object
// holds is read as members of the class around it, which is how it is used.
func (r *reader) kotlinClass(i, k int, companion, enum bool, to int) int {
	name := k + 1
	if companion && r.word(k, to) == "object" && r.scope.Class != nil {
		name = r.skipTo(name, to, typeLook, "\n")
		r.doc, r.attrs = nil, nil
		if !r.opens(name, to, lex.Brace) {
			return name
		}
		r.statements(name+1, r.Pair(name))
		return r.Pair(name) + 1
	}
	if r.word(name, to) == "" {
		return k
	}
	c := r.classAt(i, name)
	at := r.skipTypeArgs(name+1, to)
	for n := 0; n < typeLook && (r.word(at, to) == "constructor" || kotlinModifiers[r.word(at, to)] || r.op(at, to) == "@"); n++ {
		if r.op(at, to) == "@" {
			at = max(r.kotlinAnnotation(at, to), at+1)
			continue
		}
		at++
	}
	r.attrs = nil
	if r.opens(at, to, lex.Paren) {
		r.within(c.Scope, func() { c.Params = r.kotlinParams(at) })
		at = r.Pair(at) + 1
	}
	at = r.kotlinBases(c, at, to)
	if enum && r.opens(at, to, lex.Brace) {
		return r.enumBody(c, at)
	}
	return max(r.classBody(c, at, to), at)
}

// kotlinBases reads : A(x), B by c where T : D at i.
func (r *reader) kotlinBases(c *Class, i, to int) int {
	if r.op(i, to) == ":" {
		for i++; i < to; i++ {
			for r.op(i, to) == "@" {
				next := r.kotlinAnnotation(i, to)
				if next == i {
					break
				}
				i = next
			}
			i = r.baseAt(c, i, to)
			if r.word(i, to) == "by" && r.word(i+1, to) != "" {
				r.within(c.Scope, func() {
					// The braces after it are those of the class.
					if e, next := r.name(i+1, to); e != nil {
						i = next
						if r.opens(i, to, lex.Paren) {
							i = r.Next(i)
						}
					}
				})
			}
			if r.op(i, to) != "," {
				break
			}
		}
	}
	if r.word(i, to) == "where" {
		i = r.skipTo(i, to, typeLook, "\n")
	}
	return i
}

// kotlinParams reads the parameters in the group at open: annotations, modifiers, name: Type = default.
func (r *reader) kotlinParams(open int) []Param {
	var out []Param
	end := r.Pair(open)
	for k := open + 1; k < end; {
		var p Param
		r.doc, r.attrs = nil, nil
		for k < end {
			switch {
			case r.Kind(k) == lex.Doc:
				p.Doc = r.docAt(k)
				k++
				continue
			case r.op(k, end) == "@":
				k = max(r.kotlinAnnotation(k, end), k+1)
				continue
			case r.word(k, end) != "" && r.word(k+1, end) != "": // val, private, vararg
				k++
				continue
			}
			break
		}
		p.Attrs = r.takeAttrs()
		if r.word(k, end) != "" {
			p.Name, p.NameSpan = r.nameAt(k), r.span(k, k+1)
			k++
		}
		if r.op(k, end) == ":" {
			from := k + 1
			k = r.kotlinType(from, end)
			p.TypeText = r.declaredType(from, k)
			if r.Kind(from) == lex.Word && from < k {
				p.Type, _ = r.namePath(from, k)
			}
		}
		p.Default, k = r.initialiser(k, end)
		if p.Name != "" {
			out = append(out, p)
		}
		k = r.nextComma(k, end) + 1
	}
	return out
}

// kotlinType returns the index after the type at i, or i: paths with type arguments, functions, ?.
func (r *reader) kotlinType(i, to int) int {
	for n := 0; i < to && n < typeLook; n++ {
		switch {
		case r.op(i, to) == "@":
			doc, attrs := r.doc, r.attrs
			next := r.kotlinAnnotation(i, to)
			r.doc, r.attrs = doc, attrs
			if next == i {
				return i
			}
			i = next
			continue
		case r.word(i, to) == "suspend":
			i++
			continue
		case r.opens(i, to, lex.Paren):
			i = r.Next(i)
		case r.word(i, to) != "" && r.keyword(i, to) == 0, r.op(i, to) == "*":
			i = r.skipTypeArgs(i+1, to)
		default:
			return i
		}
		for r.op(i, to) == "?" {
			i++
		}
		switch r.op(i, to) {
		case ".", "->", "&", "?.":
			i++
		default:
			return i
		}
	}
	return i
}
