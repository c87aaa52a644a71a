package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
)

// cppLook is how many tokens and groups may stand before the name that a declaration declares, or after its parameters.
const cppLook = 40

// cppClass reads the class or struct at i, when it has members.
func (r *reader) cppClass(i, to int) int {
	name, last, k := r.cppPath(i+1, to)
	for n := 0; r.word(k, to) != "" && n < 4; n++ { // class EXPORT Name final
		if r.word(k, to) == "final" {
			k++
			continue
		}
		name, last, k = r.cppPath(k, to)
	}
	var bases []string
	if r.op(k, to) == ":" {
		k++
		for n := 0; n < cppLook && k < to && !r.opens(k, to, lex.Brace) && r.op(k, to) != ";"; n++ {
			switch r.word(k, to) {
			case "public", "private", "protected", "virtual", "":
				k++
				continue
			}
			base, _, next := r.cppPath(k, to)
			bases, k = append(bases, base), max(next, k+1)
		}
	}
	if !r.opens(k, to, lex.Brace) {
		return i + 1
	}
	c := r.class(name, r.span(last, last+1))
	c.Doc, c.Attrs, c.Bases = r.takeDoc(), r.takeAttrs(), bases
	r.within(c.Scope, func() { r.statements(k+1, r.Pair(k)) })
	r.doc, r.attrs = nil, nil
	c.Span = r.span(i, r.Next(k))
	return r.Next(k)
}

// declared is what the words before a name, an initialiser or parameters say.
type declared struct {
	// words is how many names there are, each with its qualifiers: a type has one at least, and so has what is declared.
	words int
	// name is the last of them, -1 without one. Qualified is set when :: stands before it.
	name      int
	qualified bool
	// kind is the last name of the type.
	kind int
}

// cppDeclarator reads the variable, member or function that is declared at i, or returns i.
func (r *reader) cppDeclarator(i, to int) int {
	d := declared{name: -1}
	k, array := i, false
	for n := 0; ; n++ {
		if n == cppLook {
			return k // words and marks only
		}
		if w := r.word(k, to); w != "" {
			how := r.keyword(k, to)
			if how != 0 && how != wordSkip && w != "struct" && w != "enum" && w != "class" {
				return i
			}
			if how == 0 && !array {
				if d.qualified = k > i && r.op(k-1, to) == "::"; !d.qualified {
					d.words, d.kind = d.words+1, d.name
				}
				d.name = k
			}
			if k = r.cppAngles(k+1, to); w == "operator" {
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
			return r.cppVariable(i, k, d, to)
		case ";":
			if d.words < 2 || r.scope.Class == nil {
				return i
			}
			b := r.bind(r.word(d.name, to), r.span(d.name, d.name+1), nil)
			b.Doc, b.Attrs, b.Type = r.takeDoc(), r.takeAttrs(), r.source(i, d.name)
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
			return r.cppVariable(i, k, d, to)
		case r.opens(k, to, lex.Paren) && d.name >= 0:
			return r.cppFunction(i, k, d, to)
		default:
			return i
		}
	}
}

// cppVariable reads the value of the variable that is declared at i and whose initialiser stands at k.
func (r *reader) cppVariable(i, k int, d declared, to int) int {
	b := r.bind(r.word(d.name, to), r.span(d.name, d.name+1), nil)
	b.Doc, b.Attrs, b.Type = r.takeDoc(), r.takeAttrs(), r.source(i, d.name)
	var next int
	if r.op(k, to) == "=" {
		b.Value, next = r.value(k+1, to)
		next = max(next, k+1)
	} else {
		args := r.args(k)
		if len(args) == 1 && args[0].Name == "" && args[0].Value != nil {
			b.Value = args[0].Value
		} else {
			o := r.expression(Object, r.span(k, r.Next(k)))
			o.Name, o.Args = r.word(d.kind, to), args
			b.Value = o
		}
		next = r.Next(k)
	}
	if b.Value != nil {
		b.Span.End = max(b.Span.End, b.Value.Span.End)
	}
	r.doc, r.attrs = nil, nil
	return next
}

// cppFunction reads the function that is declared at i and whose parameters stand at open, or the variable that is made with arguments. It
// returns i when neither is.
func (r *reader) cppFunction(i, open int, d declared, to int) int {
	k := r.Next(open)
	for n := 0; k < to && n < cppLook; n++ { // const noexcept override -> Type
		if r.opens(k, to, lex.Brace) || r.op(k, to) == ";" || r.op(k, to) == "=" || r.op(k, to) == ":" || r.op(k, to) == "," || r.Kind(k) == lex.Close {
			break
		}
		k = r.Next(k)
	}
	body := r.opens(k, to, lex.Brace) || r.op(k, to) == ":" && r.opens(r.cppName(k+1, to), to, lex.Paren) ||
		r.op(k, to) == ":" && r.opens(r.cppName(k+1, to), to, lex.Brace)
	inside := r.scope.Func != nil
	switch {
	case inside && d.words < 2, !body && d.words < 2:
		return i
	case inside || !body && r.Kind(open+1) == lex.String:
		if k != r.Next(open) {
			return i
		}
		b := r.bind(r.word(d.name, to), r.span(d.name, d.name+1), nil)
		b.Type = r.source(i, d.name)
		c := r.expression(Call, r.span(i, r.Next(open)))
		c.Name, c.NameSpan, c.New = r.word(d.kind, to), r.span(d.kind, d.kind+1), true
		c.Args = r.args(open)
		b.Value, b.Span.End = c, c.Span.End
		r.doc, r.attrs = nil, nil
		return r.Next(open)
	}
	f := r.function(r.word(d.name, to), r.span(d.name, d.name+1))
	f.Doc, f.Attrs = r.takeDoc(), r.takeAttrs()
	r.within(f.Scope, func() {
		f.Params = r.params(open)
		if r.op(k, to) == ":" {
			k = r.cppInitialisers(k+1, to)
		}
		if r.opens(k, to, lex.Brace) {
			r.statements(k+1, r.Pair(k))
			k = r.Next(k)
		}
	})
	r.doc, r.attrs = nil, nil
	f.Span = r.span(i, k)
	return k
}

// cppName returns the index after the name and its type arguments at i.
func (r *reader) cppName(i, to int) int {
	_, _, next := r.cppPath(i, to)
	return next
}

// cppInitialisers reads name(value), name{value} of a constructor, and returns the index of its body.
func (r *reader) cppInitialisers(i, to int) int {
	for i < to {
		_, last, k := r.cppPath(i, to)
		if k == i || !r.opens(k, to, lex.Paren) && !r.opens(k, to, lex.Brace) {
			return k
		}
		args := r.args(k)
		var v *Expr
		if len(args) == 1 {
			v = args[0].Value
		}
		r.bind(r.word(last, to), r.span(last, last+1), v)
		if i = r.Next(k); r.op(i, to) != "," {
			return i
		}
		i++
	}
	return i
}
