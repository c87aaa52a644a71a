package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
)

var cSharp = dialect{
	declaration: cSharpDeclaration, primary: cSharpPrimary, postfix: cSharpPostfix,
	words: words(map[word][]string{
		wordStop: {
			"if", "else", "for", "foreach", "while", "do", "switch", "case", "try", "catch", "finally", "lock", "fixed", "goto", "break",
			"continue", "yield", "checked", "unchecked", "class", "struct", "interface", "enum", "namespace", "using", "in",
		},
		wordSkip: {
			"public", "private", "protected", "internal", "static", "readonly", "const", "sealed", "abstract", "virtual", "override", "async", "await",
			"partial", "extern", "unsafe", "volatile", "required", "ref", "out", "params", "implicit", "explicit", "event", "delegate", "var", "global",
			"scoped", "file", "throw",
		},
		wordNew: {"new"}, wordReturn: {"return"}, wordScalar: {"true", "false", "null", "default"},
		wordOther: {"is", "with", "and", "or"}, wordType: {"as"},
	}),
	glue: map[string]bool{"+": true}, arrow: "=>", ternary: true, casts: true, generics: true,
	member: map[string]bool{"->": true, "::": true},
}

func cSharpDialect() *dialect { return &cSharp }

// cSharpDeclaration reads a declaration of C#.
func cSharpDeclaration(r *reader, i, to int) int {
	if r.opens(i, to, lex.Square) {
		return r.cSharpAttributes(i)
	}
	w := r.word(i, to)
	switch w {
	case "":
		if !r.opens(i, to, lex.Paren) {
			return i
		}
	case "namespace":
		return r.cSharpNamespace(i, to)
	case "if", "for", "foreach", "while", "switch", "lock", "fixed", "catch", "when":
		return r.control(i, to)
	case "using":
		return r.cSharpUsing(i, to)
	case "class", "struct", "interface", "enum":
		return r.cSharpClass(i, i+1, to)
	case "record":
		k := i + 1
		if s := r.word(k, to); s == "class" || s == "struct" {
			k++
		}
		if r.word(k, to) != "" && (r.opens(k+1, to, lex.Paren) || r.opens(k+1, to, lex.Brace) || r.op(k+1, to) == ";" || r.op(k+1, to) == ":" || r.op(k+1, to) == "<") {
			return r.cSharpClass(i, k, to)
		}
	}
	return r.cSharpMember(i, to)
}

// cSharpAttributes reads [A, B(x)] at i and keeps the attributes for what is declared next.
func (r *reader) cSharpAttributes(i int) int {
	doc, attrs := r.doc, r.attrs
	end := r.Pair(i)
	for k := i + 1; k < end; {
		target := ""
		if r.word(k, end) != "" && r.op(k+1, end) == ":" {
			target = r.word(k, end)
			k += 2
		}
		if r.word(k, end) == "" {
			k = r.Next(k)
			continue
		}
		var e *Expr
		e, k = r.attributeAt(k, end, false)
		// What is said of the return value or the assembly is not said of what is declared.
		if target != "return" && target != "assembly" && target != "module" {
			attrs = append(attrs, e)
		}
		k = r.nextComma(k, end) + 1
	}
	r.doc, r.attrs = doc, attrs
	return end + 1
}

func (r *reader) cSharpNamespace(i, to int) int {
	if r.word(i+1, to) == "" {
		return i
	}
	e, k := r.namePath(i+1, to)
	if r.u.Package == "" {
		r.u.Package = e.Name
	}
	if r.opens(k, to, lex.Brace) {
		r.doc, r.attrs = nil, nil
		r.statements(k+1, r.Pair(k))
		return r.Pair(k) + 1
	}
	return k
}

// cSharpUsing reads a using directive; a using statement is left to be read as what it declares.
func (r *reader) cSharpUsing(i, to int) int {
	k := i + 1
	if r.word(k, to) == "static" {
		k++
	}
	if r.word(k, to) == "" {
		return r.control(i, to)
	}
	as := ""
	if r.op(k+1, to) == "=" && r.word(k+2, to) != "" {
		as = r.nameAt(k)
		k += 2
	}
	e, next := r.namePath(k, to)
	if as != "" {
		next = r.skipTypeArgs(next, to)
	}
	if r.op(next, to) != ";" {
		return i
	}
	im := Import{From: e.Name, Name: "*"}
	if as != "" {
		im.Name, im.As = "", as
	}
	r.u.Imports = append(r.u.Imports, im)
	return next
}

// cSharpClass reads the class, struct, interface, record or enum that is declared from i on and whose name is at name.
func (r *reader) cSharpClass(i, name, to int) int {
	if r.word(name, to) == "" {
		return i
	}
	enum := r.word(i, to) == "enum"
	c := r.classAt(i, name)
	k := r.skipTypeArgs(name+1, to)
	if r.opens(k, to, lex.Paren) {
		r.within(c.Scope, func() { c.Params = r.typedParams(k) })
		k = r.Pair(k) + 1
	}
	if r.op(k, to) == ":" {
		for k++; k < to; {
			next := r.baseAt(c, k, to)
			if k = next; r.op(k, to) != "," {
				break
			}
			k++
		}
	}
	for n := 0; n < typeLook && k < to && r.op(k, to) != ";" && !r.opens(k, to, lex.Brace); n++ { // where T : class
		k = r.Next(k)
	}
	if enum && r.opens(k, to, lex.Brace) {
		r.within(c.Scope, func() { r.enumConstants(k+1, r.Pair(k)) })
		return r.Pair(k) + 1
	}
	return r.classBody(c, k, to)
}

// enumConstants reads those of an enumeration in [i, to): names with attributes, arguments or a value. It returns the index after
// the last one.
func (r *reader) enumConstants(i, to int) int {
	r.doc, r.attrs = nil, nil
	for i < to && r.op(i, to) != ";" {
		switch {
		case r.Kind(i) == lex.Doc:
			r.doc = r.docAt(i)
			i++
			continue
		case r.op(i, to) == "@", r.opens(i, to, lex.Square):
			if next := r.d.declaration(r, i, to); next > i {
				i = next
				continue
			}
		case r.word(i, to) != "":
			doc, attrs := r.takeDoc(), r.takeAttrs()
			name := i
			var value *Expr
			switch {
			case r.op(i+1, to) == "=":
				value, i = r.value(i+2, to)
			case r.opens(i+1, to, lex.Paren):
				e, _ := r.namePath(i, i+1)
				value = r.call(e, i+1)
				i = r.Pair(i+1) + 1
			}
			d := r.bind(r.nameAt(name), r.span(name, name+1), value)
			d.Doc, d.Attrs = doc, attrs
			if i = max(i, name+1); r.opens(i, to, lex.Brace) { // a body of its own
				c := r.class("", d.NameSpan)
				c.Span = d.Span
				i = r.classBody(c, i, to)
			}
			continue
		}
		i = r.Next(i)
	}
	return i
}
