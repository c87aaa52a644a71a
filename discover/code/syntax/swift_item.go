package syntax

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
)

// swiftFunction reads the function, initialiser or subscript whose keyword stands at i and whose name at name.
func (r *reader) swiftFunction(i, name, to int) int {
	if name >= to {
		return i + 1
	}
	f := r.function(r.str(name), r.span(name, name+1))
	f.Doc, f.Attrs = r.takeDoc(), r.takeAttrs()
	k := name + 1
	for n := 0; k < to && n < swiftLook && !r.opens(k, to, lex.Paren) && r.Kind(k) != lex.Line && !r.opens(k, to, lex.Brace); n++ {
		k = r.Next(k)
	}
	if r.opens(k, to, lex.Paren) {
		r.within(f.Scope, func() { f.Params = r.params(k) })
		k = r.Next(k)
	}
	r.doc, r.attrs = nil, nil
	for k < to && r.Kind(k) != lex.Line && r.op(k, to) != ";" && !r.opens(k, to, lex.Brace) {
		k = r.Next(k)
	}
	if r.opens(k, to, lex.Brace) {
		k = r.swiftBody(f, k)
	}
	f.Span = r.span(i, k)
	return k
}

// swiftBody reads the braces at i as the body of f, or as its getter and setter, and returns the index after them.
func (r *reader) swiftBody(f *Func, i int) int {
	end := r.Pair(i)
	r.within(f.Scope, func() {
		k := i + 1
		for n := 0; n < 8 && k < end; n++ {
			w := r.word(k, end)
			if w != "get" && w != "set" && w != "willSet" && w != "didSet" && w != "_read" {
				break
			}
			open := k + 1
			for n := 0; n < 4 && open < end && !r.opens(open, end, lex.Brace); n++ {
				open = r.Next(open) // async throws, (newValue)
			}
			if !r.opens(open, end, lex.Brace) {
				break
			}
			r.statements(open+1, r.Pair(open))
			if e := r.swiftSole(open+1, r.Pair(open)); e != nil && w == "get" {
				r.returns(e)
			}
			k = r.skipLines(r.Pair(open)+1, end)
		}
		if k > i+1 {
			r.statements(k, end)
			return
		}
		r.statements(i+1, end)
		if e := r.swiftSole(i+1, end); e != nil {
			r.returns(e)
		}
	})
	return end + 1
}

// swiftProperty reads the let or var at i when it has a declared type and no value, or a value that is computed. What is assigned is the
// shared reader's.
func (r *reader) swiftProperty(i, to int) int {
	if r.word(i+1, to) == "" || r.op(i+2, to) != ":" {
		return i
	}
	k := i + 3
	for n := 0; n < swiftLook && k < to && r.Kind(k) != lex.Line && r.Kind(k) != lex.Doc && !r.opens(k, to, lex.Brace); n++ {
		switch r.op(k, to) {
		case "=":
			return i
		case ";", ",":
			n = swiftLook
			continue
		}
		if w := r.word(k, to); w == "in" || w == "else" {
			return i
		}
		k = r.Next(k)
	}
	declared := r.source(i+3, k)
	if r.opens(k, to, lex.Brace) {
		f := r.function(r.word(i+1, to), r.span(i+1, i+2))
		f.Doc, f.Attrs = r.takeDoc(), r.takeAttrs()
		k = r.swiftBody(f, k)
		f.Span = r.span(i, k)
		return k
	}
	b := r.bind(r.word(i+1, to), r.span(i+1, i+2), nil)
	b.Doc, b.Attrs, b.Type = r.takeDoc(), r.takeAttrs(), declared
	return k
}

// swiftType reads the class, struct, enum, protocol, extension or actor at i.
func (r *reader) swiftType(i, to int) int {
	name, last, k := r.swiftPath(i+1, to)
	c := r.class(name, r.span(last, last+1))
	c.Doc, c.Attrs = r.takeDoc(), r.takeAttrs()
	k = r.swiftAngles(k, to)
	if r.op(k, to) == ":" {
		for k++; k < to && !r.opens(k, to, lex.Brace) && r.Kind(k) != lex.Line && r.word(k, to) != "where"; {
			if r.op(k, to) == "@" && r.word(k+1, to) != "" {
				k += 2
				continue
			}
			base, _, next := r.swiftPath(k, to)
			if base != "" {
				c.Bases = append(c.Bases, base)
			}
			k = max(r.swiftAngles(next, to), k+1)
		}
	}
	for k < to && !r.opens(k, to, lex.Brace) && r.Kind(k) != lex.Line {
		k = r.Next(k)
	}
	if r.opens(k, to, lex.Brace) {
		r.within(c.Scope, func() { r.statements(k+1, r.Pair(k)) })
		k = r.Next(k)
	}
	r.doc, r.attrs = nil, nil
	c.Span = r.span(i, k)
	return k
}

// swiftPath reads the names with dots between them at i, and returns them, the index of the last, and the index after it.
func (r *reader) swiftPath(i, to int) (path string, last, next int) {
	var names []string
	last = i
	for r.word(i, to) != "" {
		names, last = append(names, r.word(i, to)), i
		if i++; r.op(i, to) != "." {
			break
		}
		i++
	}
	return strings.Join(names, "."), last, i
}

// swiftAngles returns the index after the type arguments at i, or i.
func (r *reader) swiftAngles(i, to int) int {
	if r.op(i, to) != "<" {
		return i
	}
	depth := 0
	for n, k := 0, i; k < to && n < swiftLook && !r.opens(k, to, lex.Brace); n, k = n+1, r.Next(k) {
		switch r.op(k, to) {
		case "<":
			depth++
		case ">":
			if depth--; depth == 0 {
				return k + 1
			}
		}
	}
	return i
}

// swiftImport reads import Module or import struct Module.Name.
func (r *reader) swiftImport(i, to int) {
	k := i + 1
	if r.word(k+1, to) != "" {
		k++
	}
	path, _, _ := r.swiftPath(k, to)
	from, name, _ := strings.Cut(path, ".")
	if name == "" {
		name = "*"
	}
	r.u.Imports = append(r.u.Imports, Import{From: from, Name: name, As: strings.TrimPrefix(name, "*")})
}
