package syntax

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
)

// macro reads the macro_rules at i: a function that returns what its arms come to.
func (r rustReader) macro(i, to int) int {
	f := r.function(r.word(i+2, to)+"!", r.Span(i+2, i+3))
	f.Doc = r.takeDoc()
	end := r.Pair(i + 3)
	r.inScope(f.Scope, func() {
		for k := i + 4; k < end; {
			if r.op(k, end) == "=>" && k+1 < end && r.Kind(k+1) == lex.Open {
				r.returns(r.blockValue(k+2, r.Pair(k+1)))
				k++
			}
			k = r.Next(k)
		}
	})
	f.Span = r.Span(i, end+1)
	return end + 1
}

func (r rustReader) rustType(i, to int) int {
	c := r.classNamed(r.nameAt(i+1), r.Span(i+1, i+2))
	k := r.typeParams(i+2, to)
	for k < to && r.op(k, to) != ";" && !r.opens(k, to, lex.Brace) {
		if r.opens(k, to, lex.Paren) && len(c.Params) == 0 {
			r.inScope(c.Scope, func() { c.Params = r.params(k) })
		}
		k = r.Next(k)
	}
	if r.opens(k, to, lex.Brace) {
		r.inScope(c.Scope, func() { r.fields(k) })
		k = r.Next(k)
	}
	c.Span = r.Span(i, k)
	return k
}

// fields reads the fields or variants in the group at i as members of the class at hand.
func (r rustReader) fields(i int) {
	if !r.enter() {
		return
	}
	defer r.leave()
	end := r.Pair(i)
	for k := i + 1; k < end; {
		switch {
		case r.Kind(k) == lex.Doc || r.op(k, end) == "#" && r.Kind(k+1) == lex.Open:
			k = max(r.rustAttributes(k, end), k+1)
			continue
		case r.op(k, end) == ",":
			r.doc, r.attrs = nil, nil
			k++
			continue
		}
		k = r.modifiers(k, end)
		if r.Kind(k) != lex.Word || k >= end {
			k = min(r.Next(min(k, end-1)), end)
			continue
		}
		b := r.declareAt(k, k, k)
		from := k + 1
		k = r.fieldEnd(k+1, end, b)
		if r.op(from, end) == ":" {
			b.Type = r.source(from+1, k)
		}
	}
}

// fieldEnd reads what follows the name of a field or variant, up to its comma.
func (r rustReader) fieldEnd(k, end int, b *Bind) int {
	depth := 0
	for k < end {
		switch r.op(k, end) {
		case "<":
			depth++
		case ">":
			depth--
		case ",":
			if depth <= 0 {
				return k
			}
		case "=":
			v, next := r.value(k+1, end)
			b.Value = v
			k = max(next, k+1)
			continue
		}
		switch {
		case r.opens(k, end, lex.Brace):
			r.fields(k)
		case r.opens(k, end, lex.Paren):
			r.params(k)
		}
		k = r.Next(k)
	}
	return k
}

// impl reads the impl at i: a class by the name of the type, which has the trait as its base.
func (r rustReader) impl(i, to int) int {
	name, at, k := r.path(r.typeParams(i+1, to), to)
	base := ""
	if r.word(k, to) == "for" {
		base = name
		name, at, k = r.path(k+1, to)
	}
	c := r.classNamed(name, r.Span(at, at+1))
	if base != "" {
		c.Bases = []string{base}
	}
	return r.classBody(c, i, r.skipTo(k, to, to, ";"), to)
}

// path reads the type at i and returns its path without type arguments, the index of its last name, and the index after it.
func (r rustReader) path(i, to int) (path string, last, next int) {
	var names []string
	last = i
	for i < to {
		switch w := r.word(i, to); {
		case w == "for" || w == "where" || r.opens(i, to, lex.Brace) || r.op(i, to) == ";":
			return strings.Join(names, "."), last, i
		case w != "" && w[0] != '\'' && w != "dyn" && w != "mut" && w != "const":
			names, last = append(names, w), i
		}
		if k := r.typeParams(i, to); k > i {
			i = k
			continue
		}
		i = r.Next(i)
	}
	return strings.Join(names, "."), last, i
}

func (r rustReader) use(i, to int) int {
	end := r.skipUntil(i+1, to, to, func(k int) bool { return r.op(k, to) == ";" })
	r.importTree("", "::", i+1, end)
	return end
}
