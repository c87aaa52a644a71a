package syntax

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// This file reads declarations in languages where the type stands before the name: C#, Java and Dart.

// typeBefore returns the index after the type at i, or i when there is none: a path with type arguments, arrays, ? and *, or
// a tuple.
func (r *reader) typeBefore(i, to int) int {
	var k int
	switch {
	case r.opens(i, to, lex.Paren):
		k = r.Pair(i) + 1
	case r.word(i, to) != "" && r.keyword(i, to) == 0:
		k = i + 1
	default:
		return i
	}
	for n := 0; k < to && n < typeLook; n++ {
		switch s := r.op(k, to); {
		case (s == "." || s == "::") && r.word(k+1, to) != "":
			k += 2
		case s == "<":
			next := r.skipTypeArgs(k, to)
			if next == k {
				return i
			}
			k = next
		case s == "?" || s == "*" || s == "...":
			k++
		case s != "":
			return k
		case r.opens(k, to, lex.Square):
			for j := k + 1; j < r.Pair(k); j++ {
				if r.op(j, to) != "," {
					return i
				}
			}
			k = r.Pair(k) + 1
		default:
			return k
		}
	}
	return k
}

// declaredName returns the index of the name that a declaration from i on declares, or -1: a type, a name, and something that
// follows a name that is declared. A path, as where a method of an interface is named with it, ends at its last name.
func (r *reader) declaredName(i, to int) int {
	k := r.typeBefore(i, to)
	if k == i || r.word(k, to) == "" || r.keyword(k, to) != 0 && r.keyword(k, to) != wordSkip {
		return -1
	}
	for n := 0; n < typeLook; n++ {
		after := k + 1
		if r.op(after, to) == "<" {
			after = r.skipTypeArgs(after, to)
		}
		if r.op(after, to) == "." && r.word(after+1, to) != "" {
			k = after + 1
			continue
		}
		switch s := r.op(after, to); {
		case s == "=" || s == ";" || s == "=>" || s == ",":
			return k
		case s != "":
			return -1
		case after >= to, r.opens(after, to, lex.Paren), r.opens(after, to, lex.Brace), r.opens(after, to, lex.Square):
			return k
		}
		return -1
	}
	return -1
}

// declaredType is tokens [from, to) as a type: as written, without modifiers and long ones cut.
func (r *reader) declaredType(from, to int) string { return strings.TrimSpace(r.source(from, to)) }

// fieldAt reads a variable, constant or field: its type begins at i, its name is at name. It returns the index after its value.
func (r *reader) fieldAt(i, name, to int) int {
	doc, attrs := r.takeDoc(), r.takeAttrs()
	next := name + 1
	for r.opens(next, to, lex.Square) { // Java: String a[]
		next = r.Next(next)
	}
	value, next := r.initialiser(next, to)
	d := r.bind(r.nameAt(name), r.span(name, name+1), value)
	d.Doc, d.Attrs, d.Type = doc, attrs, r.declaredType(i, name)
	return next
}

// nameAt is the word at i as a name: without the marks that make a name of a keyword.
func (r *reader) nameAt(i int) string { return strings.Trim(r.str(i), "@`") }

// funcAt declares the function whose name is at name, with what documents it, and reads its parameters in the group at open.
// Its declaration begins at i.
func (r *reader) funcAt(i, name, open int) *Func {
	f := r.function(r.nameAt(name), r.span(name, name+1))
	f.Doc, f.Attrs = r.takeDoc(), r.takeAttrs()
	f.Span = r.span(i, name+1)
	if open > 0 {
		r.within(f.Scope, func() { f.Params = r.typedParams(open) })
	}
	return f
}

// funcBody reads the body of f at i: braces, or an expression after an arrow. It returns the index after it, or i when there
// is none.
func (r *reader) funcBody(f *Func, i, to int) int {
	next := i
	switch {
	case r.opens(i, to, lex.Brace):
		next = r.body(f, i, to)
	case r.op(i, to) == "=>":
		next = max(r.body(f, i+1, to), i+1)
		if assigns(r.op(next, to)) { // => name ??= value
			r.within(f.Scope, func() {
				e, end := r.value(next+1, to)
				r.returns(e)
				next = max(end, next+1)
			})
		}
	}
	if next > i {
		f.Span = source.Span{Start: f.Span.Start, End: r.span(i, next).End}
	}
	return next
}

// classAt declares the class whose name is at name, with what documents it; its declaration begins at i.
func (r *reader) classAt(i, name int) *Class {
	c := r.class(r.nameAt(name), r.span(name, name+1))
	c.Doc, c.Attrs = r.takeDoc(), r.takeAttrs()
	c.Span = r.span(i, name+1)
	return c
}

// classBody reads the members of c in the braces at i and returns the index after them, or i when there are none.
func (r *reader) classBody(c *Class, i, to int) int {
	if !r.opens(i, to, lex.Brace) {
		return i
	}
	r.doc, r.attrs = nil, nil
	r.within(c.Scope, func() { r.statements(i+1, r.Pair(i)) })
	r.doc, r.attrs = nil, nil
	c.Span.End = r.span(i, r.Pair(i)+1).End
	return r.Pair(i) + 1
}

// baseAt reads the class that c extends, or an interface, at i: a path, type arguments, and arguments for its constructor,
// which are a call in the class. It returns the index after it, or i.
func (r *reader) baseAt(c *Class, i, to int) int {
	if r.word(i, to) == "" {
		return i
	}
	name, k := r.namePath(i, to)
	c.Bases = append(c.Bases, name.Name)
	k = r.skipTypeArgs(k, to)
	if r.opens(k, to, lex.Paren) {
		r.within(c.Scope, func() { r.call(name, k) })
		k = r.Pair(k) + 1
	}
	return k
}

// namePath reads a name of several parts at i, which is a word.
func (r *reader) namePath(i, to int) (*Expr, int) {
	e := r.expression(Ref, r.span(i, i+1))
	var name strings.Builder
	name.WriteString(r.nameAt(i))
	k := i + 1
	for (r.op(k, to) == "." || r.op(k, to) == "::") && r.word(k+1, to) != "" {
		name.WriteString("." + r.nameAt(k+1))
		k += 2
	}
	e.Name, e.Span, e.NameSpan = name.String(), r.span(i, k), r.span(k-1, k)
	return e, k
}

// attributeAt reads the attribute whose name is at i, with its arguments when a parenthesis follows, and returns it and the
// index after it.
func (r *reader) attributeAt(i, to int, close bool) (*Expr, int) {
	e, k := r.namePath(i, to)
	k = r.skipTypeArgs(k, to)
	if r.opens(k, to, lex.Paren) && (!close || r.Tokens[k].Start == r.Tokens[k-1].End) {
		return r.call(e, k), r.Pair(k) + 1
	}
	return e, k
}

// annotationAt reads @Name or @Name(arguments) at i and keeps it for what is declared next. It returns i when there is none.
// close is set where the parenthesis must touch the name.
func (r *reader) annotationAt(i, to int, close bool) int {
	if r.op(i, to) != "@" || r.word(i+1, to) == "" {
		return i
	}
	doc, attrs := r.doc, r.attrs
	e, next := r.attributeAt(i+1, to, close)
	e.Span.Start = r.span(i, i+1).Start
	attrs = append(attrs, e)
	r.doc, r.attrs = doc, attrs
	return next
}

// typedParams reads the parameters in the group at open: attributes, modifiers, type, name, default.
func (r *reader) typedParams(open int) []Param {
	if !r.enter() {
		return nil
	}
	defer r.leave()
	var out []Param
	end := r.Pair(open)
	for k := open + 1; k < end; {
		if r.opens(k, end, lex.Brace) || r.opens(k, end, lex.Square) && r.d.adjacent {
			out = append(out, r.typedParams(k)...) // Dart: {named} and [optional]
			k = r.Pair(k) + 1
			continue
		}
		p, next := r.typedParam(k, end)
		if p.Name != "" {
			out = append(out, p)
		}
		k = max(next, k) + 1
	}
	return out
}

// typedParam reads one parameter and returns the index of the comma after it, or of the end.
func (r *reader) typedParam(i, to int) (Param, int) {
	var p Param
	r.doc, r.attrs = nil, nil
	for i < to {
		if r.Kind(i) == lex.Doc {
			p.Doc = r.docAt(i)
			i++
			continue
		}
		next := i
		if r.op(i, to) == "@" || r.opens(i, to, lex.Square) {
			next = r.d.declaration(r, i, to)
		}
		if next == i && r.keyword(i, to) == wordSkip && r.word(i+1, to) != "" {
			next++
		}
		if next == i {
			break
		}
		i = next
	}
	p.Attrs = r.takeAttrs()
	name := r.typeBefore(i, to)
	if name > i && r.word(name, to) == "" { // a name without type: the last word of a path
		if name--; r.op(name, to) != "" {
			return p, r.nextComma(i, to)
		}
		for j := name; j > i && r.Kind(j) != lex.Word; j-- {
			name = j - 1
		}
		i = name
	}
	if r.word(name, to) != "" {
		p.Name, p.NameSpan = r.nameAt(name), r.span(name, name+1)
		if name > i {
			p.TypeText = r.declaredType(i, name)
			if r.Kind(i) == lex.Word {
				p.Type, _ = r.namePath(i, name)
			}
		}
		name++
	}
	if s := r.op(name, to); s == "=" || s == ":" {
		p.Default, _ = r.value(name+1, to)
	}
	return p, r.nextComma(name, to)
}

// nextComma returns the index of the next comma from i on, or to.
func (r *reader) nextComma(i, to int) int {
	for i < to && r.op(i, to) != "," {
		if next := r.skipTypeArgs(i, to); next > i {
			i = next
			continue
		}
		i = r.Next(i)
	}
	return min(i, to)
}

// oneOf makes the Choice of values that a switch, when or if gives; it is never nil.
func (r *reader) oneOf(span source.Span, values []*Expr) *Expr {
	e := r.expression(Choice, span)
	e.Items = values
	return e
}

// skipTo returns the index of the first brace or mark of those given from i on, most tokens and groups away at the most. A mark is an
// operator, a word, or "\n" for the end of a line.
func (r *reader) skipTo(i, to, most int, marks ...string) int {
	for n := 0; i < to && n < most && !r.opens(i, to, lex.Brace); n++ {
		switch r.Kind(i) {
		case lex.Line:
			if slices.Contains(marks, "\n") {
				return i
			}
		case lex.Op, lex.Word:
			if slices.Contains(marks, r.str(i)) {
				return i
			}
		}
		i = r.Next(i)
	}
	return i
}

// enumBody reads the constants of c in the braces at i, and the members behind them, and returns the index after them.
func (r *reader) enumBody(c *Class, i int) int {
	end := r.Pair(i)
	c.Span.End = r.span(i, end+1).End
	r.within(c.Scope, func() { r.statements(r.enumConstants(i+1, end), end) })
	return end + 1
}

// dottedImport reads the import of a name with its package, or of all of a package, whose name is at i.
func (r *reader) dottedImport(i, to int) int {
	e, next := r.namePath(i, to)
	im := Import{From: e.Name}
	if dot := strings.LastIndexByte(e.Name, '.'); r.op(next, to) == "." && r.op(next+1, to) == "*" {
		im.Name = "*"
		next += 2
	} else if dot > 0 {
		im.From, im.Name, im.As = e.Name[:dot], e.Name[dot+1:], e.Name[dot+1:]
	}
	if r.word(next, to) == "as" && r.word(next+1, to) != "" {
		im.As = r.nameAt(next + 1)
		next += 2
	}
	r.u.Imports = append(r.u.Imports, im)
	return next
}

// dotted reads the names at i with a separator between them, and returns them with dots, the index of the last, and the index after it.
func (r *reader) dotted(i, to int, separator string) (path string, last, next int) {
	var names []string
	last = i
	for r.word(i, to) != "" {
		names, last = append(names, r.word(i, to)), i
		if i = r.angles(i+1, to); r.op(i, to) != separator {
			break
		}
		i++
	}
	return strings.Join(names, "."), last, i
}

// angles returns the index after the type arguments at i, which may be empty, or i.
func (r *reader) angles(i, to int) int {
	if r.op(i, to) == "<>" {
		return i + 1
	}
	return r.skipTypeArgs(i, to)
}

// initialiser reads = value at i, if that stands there.
func (r *reader) initialiser(i, to int) (*Expr, int) {
	if r.op(i, to) != "=" {
		return nil, i
	}
	value, next := r.value(i+1, to)
	return value, max(next, i+1)
}

// control reads the parenthesis after if, while and their like at i, and returns the index after it: what follows is a
// statement of its own.
func (r *reader) control(i, to int) int {
	if !r.opens(i+1, to, lex.Paren) {
		return i
	}
	end := r.Pair(i + 1)
	if w := r.word(i, to); w == "for" || w == "foreach" {
		// for (Row row : rows), foreach (var row in rows)
		for k := i + 3; k < min(end, i+2+typeLook); k = r.Next(k) {
			if s := r.op(k, end); s == ";" || s == "=" {
				break
			}
			if (r.op(k, end) == ":" || r.word(k, end) == "in") && r.Kind(k-1) == lex.Word {
				if values, _ := r.value(k+1, end); values != nil {
					r.bind(r.str(k-1), r.span(k-1, k), r.each(values))
				}
				return end + 1
			}
		}
	}
	r.statements(i+2, end)
	return end + 1
}
