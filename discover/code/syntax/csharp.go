package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
)

var cSharp = dialect{
	declaration: cSharpDeclaration, primary: cSharpPrimary, postfix: cSharpPostfix,
	words: words(map[word]string{
		wordStop: "if else for foreach while do switch case try catch finally lock fixed goto break continue yield checked unchecked " +
			"class struct interface enum namespace using in",
		wordSkip: "public private protected internal static readonly const sealed abstract virtual override async await partial extern " +
			"unsafe volatile required ref out params implicit explicit event delegate var global scoped file throw",
		wordNew:    "new",
		wordReturn: "return",
		wordScalar: "true false null default",
		wordOther:  "is with and or",
		wordType:   "as",
	}),
	glue: set("+"), arrow: "=>", ternary: true, casts: true, generics: true,
	member: set("-> ::"),
}

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
		for k = r.baseAt(c, k+1, to); r.op(k, to) == ","; {
			k = r.baseAt(c, k+1, to)
		}
	}
	k = r.skipTo(k, to, typeLook, ";") // where T : class
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

// cSharpMember reads a method, constructor, property, field, local function or variable at i.
func (r *reader) cSharpMember(i, to int) int {
	if c := r.scope.Class; c != nil && r.word(i, to) == c.Name && r.opens(i+1, to, lex.Paren) {
		return r.cSharpMethod(i, i, i+1, to)
	}
	name := r.declaredName(i, to)
	if name < 0 {
		return i
	}
	after := name + 1
	if r.op(after, to) == "<" {
		after = r.skipTypeArgs(after, to)
	}
	switch s := r.op(after, to); {
	case r.opens(after, to, lex.Paren):
		return r.cSharpMethod(i, name, after, to)
	case s == "=>":
		f := r.funcAt(i, name, 0)
		return r.funcBody(f, after, to)
	case r.opens(after, to, lex.Brace):
		if r.scope.Class == nil {
			return i
		}
		return r.cSharpProperty(i, name, after, to)
	case r.opens(after, to, lex.Square):
		return i
	}
	return r.fieldAt(i, name, to)
}

// cSharpMethod reads a method, constructor or local function from i on whose parameters are the group at open.
func (r *reader) cSharpMethod(i, name, open, to int) int {
	k := r.Pair(open) + 1
	f := r.funcAt(i, name, open)
	if r.op(k, to) == ":" { // base(x), this(x)
		r.within(f.Scope, func() {
			if e, next := r.expr(k+1, to); e != nil {
				k = next
			}
		})
	}
	for n := 0; n < typeLook && k < to && r.op(k, to) != ";" && r.op(k, to) != "=>" && !r.opens(k, to, lex.Brace); n++ { // where T : class
		if r.Kind(k) == lex.Doc {
			break
		}
		k = r.Next(k)
	}
	return r.funcBody(f, k, to)
}

// cSharpProperty reads a property from i on whose accessors are the group at open: a getter that returns something is a method,
// any other property a member.
func (r *reader) cSharpProperty(i, name, open, to int) int {
	doc, attrs := r.takeDoc(), r.takeAttrs()
	end := r.Pair(open)
	var getter *Func
	for k := open + 1; k < end; {
		w := r.word(k, end)
		body := r.opens(k+1, end, lex.Brace) || r.op(k+1, end) == "=>"
		switch {
		case w == "get" && body:
			r.doc, r.attrs = doc, attrs
			getter = r.funcAt(i, name, 0)
			k = max(r.funcBody(getter, k+1, end), k+1)
		case body && w != "": // set, init, add, remove
			f := r.function("", r.span(k, k+1))
			k = max(r.funcBody(f, k+1, end), k+1)
		default:
			k = r.Next(k)
		}
	}
	next := end + 1
	if getter != nil {
		getter.Span.End = r.span(end, next).End
		return next
	}
	value, next := r.initialiser(next, to)
	d := r.bind(r.nameAt(name), r.span(name, name+1), value)
	d.Doc, d.Attrs, d.Type = doc, attrs, r.declaredType(i, name)
	return next
}

// cSharpPrimary reads the forms of new, lambdas with attributes, and anonymous methods.
func cSharpPrimary(r *reader, i, to int) (*Expr, int) {
	if i > 0 && r.word(i-1, to) == "new" {
		if e, next := r.newArray(i, to); e != nil {
			return e, next
		}
		if r.opens(i, to, lex.Paren) { // new(): the type is known from elsewhere
			c := r.expression(Call, r.span(i, r.Pair(i)+1))
			c.New, c.Args = true, r.args(i)
			return c, r.Pair(i) + 1
		}
		return nil, i
	}
	if r.opens(i, to, lex.Square) {
		// [Attribute] (x) => y
		k := i
		for r.opens(k, to, lex.Square) {
			k = r.Pair(k) + 1
		}
		for r.keyword(k, to) == wordSkip {
			k++
		}
		if !r.opens(k, to, lex.Paren) || r.op(r.Pair(k)+1, to) != "=>" {
			return nil, i
		}
		doc, attrs := r.doc, r.attrs
		r.attrs = nil
		for at := i; at < k && r.opens(at, to, lex.Square); {
			at = r.cSharpAttributes(at)
		}
		own := r.takeAttrs()
		e, next := r.lambda(k, r.Pair(k)+1, r.Pair(k)+1, to)
		e.Fn.Attrs = own
		e.Span.Start = r.span(i, i+1).Start
		r.doc, r.attrs = doc, attrs
		return e, next
	}
	return nil, i
}

// newArray reads what follows new when it makes an array or a collection: string[] { }, [] { }, List<T> { }. It returns nil for
// anything else.
func (r *reader) newArray(i, to int) (*Expr, int) {
	k, size := i, false
	if r.word(i, to) != "" {
		k = i + 1
		for (r.op(k, to) == "." || r.op(k, to) == "::") && r.word(k+1, to) != "" {
			k += 2
		}
		if k = r.skipTypeArgs(k, to); r.op(k, to) == "?" {
			k++
		}
	}
	named := k
	for r.opens(k, to, lex.Square) {
		size = true
		k = r.Pair(k) + 1
	}
	if r.opens(k, to, lex.Brace) && (size || k > i) {
		e, next := r.group(k)
		e.Span.Start = r.span(i, i+1).Start
		if !size && e.Kind == Object { // a type with type arguments and an initialiser but no parenthesis
			name, _ := r.namePath(i, named)
			e.Name, e.NameSpan = name.Name, name.NameSpan
		}
		return e, next
	}
	if !size {
		return nil, i
	}
	for j := named; j < k; j = r.Pair(j) + 1 {
		r.args(j)
	}
	return r.expression(List, r.span(i, k)), k
}

// cSharpPostfix reads x switch { pattern => value, ... }: one of the values.
func cSharpPostfix(r *reader, left *Expr, i, to int) (*Expr, int) {
	if r.word(i, to) != "switch" || !r.opens(i+1, to, lex.Brace) {
		return left, i
	}
	return r.switchArms(left, i+1, "=>")
}

// switchArms reads the braces at open, in which arms lead to values, as one of the values; the arms are separated by commas.
func (r *reader) switchArms(subject *Expr, open int, arrow string) (*Expr, int) {
	end := r.Pair(open)
	span := r.span(open, end+1)
	if subject != nil {
		span.Start = subject.Span.Start
	}
	var values []*Expr
	for k := open + 1; k < end; {
		if r.op(k, end) != arrow {
			switch { // strings in a pattern
			case r.Kind(k) == lex.String, r.opens(k, end, lex.Quote):
				r.literal(k)
			case r.Kind(k) == lex.Open:
				r.statements(k+1, r.Pair(k))
			}
			k = r.Next(k)
			continue
		}
		e, next := r.expr(k+1, end)
		if e != nil {
			values = append(values, e)
		}
		k = r.rest(max(next, k+1), end) + 1
	}
	return r.oneOf(span, values), end + 1
}
