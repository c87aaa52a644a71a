package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
)

var rustWords = words(map[word][]string{
	wordStop:   {"if", "else", "for", "while", "loop", "match", "in", "where", "type", "struct", "enum", "trait", "mod", "use", "fn", "break", "continue"},
	wordSkip:   {"let", "mut", "ref", "pub", "const", "static", "move", "async", "unsafe", "dyn", "extern", "box"},
	wordReturn: {"return"},
	wordScalar: {"true", "false", "None"},
})

var (
	rustGlue   = map[string]bool{"+": true}
	rustMember = map[string]bool{"::": true}
)

func rustDialect() *dialect {
	return &dialect{
		declaration: rustDeclaration, primary: rustPrimary, postfix: rustPostfix, words: rustWords, glue: rustGlue, member: rustMember,
		arrowKeys: true, colonTypes: true, structs: true, generics: true, macros: true, shorthand: true,
	}
}

// rustDeclaration reads attributes, items, and the statements that are made of blocks.
func rustDeclaration(r *reader, i, to int) int {
	if r.op(i, to) == "#" {
		return r.rustAttributes(i, to)
	}
	switch r.word(i, to) {
	case "if", "match", "for", "while":
		if _, next := r.rustControl(i, to); next > i {
			r.doc, r.attrs = nil, nil
			return next
		}
		return i
	}
	k := r.rustModifiers(i, to)
	switch r.word(k, to) {
	case "macro_rules":
		if r.op(k+1, to) == "!" && r.word(k+2, to) != "" && k+3 < to && r.Kind(k+3) == lex.Open {
			return r.rustMacro(k, to)
		}
	case "fn":
		return r.rustFunction(k, to)
	case "struct", "enum", "union":
		if r.Kind(k+1) == lex.Word {
			return r.rustType(k, to)
		}
	case "trait":
		return r.rustTrait(k, to)
	case "impl":
		return r.rustImpl(k, to)
	case "use":
		return r.rustUse(k, to)
	case "mod":
		if r.op(k+2, to) == ";" {
			name := r.word(k+1, to)
			r.u.Imports = append(r.u.Imports, Import{From: name, As: name})
		}
		if r.opens(k+2, to, lex.Brace) && rustTests(r.attrs) {
			r.u.Tests = append(r.u.Tests, r.span(k, r.Next(k+2)))
		}
		r.doc, r.attrs = nil, nil
		return min(k+2, to)
	}
	return k
}

// rustTests reports whether what attributes stand at is built for tests only: cfg(test), cfg(all(test, unix)).
func rustTests(attrs []*Expr) bool {
	for _, a := range attrs {
		if a.Kind != Call || a.Name != "cfg" {
			continue
		}
		for _, x := range a.Args {
			if x.Value == nil {
				continue
			}
			if x.Value.Name == "test" {
				return true
			}
			for _, y := range x.Value.Args {
				if (x.Name == "all" || x.Value.Name == "all") && y.Value != nil && y.Value.Name == "test" {
					return true
				}
			}
		}
	}
	return false
}

// rustModifiers returns the index after pub, pub(crate), async and their like, which stand before an item.
func (r *reader) rustModifiers(i, to int) int {
	for {
		switch r.word(i, to) {
		case "pub":
			if i++; r.opens(i, to, lex.Paren) {
				i = r.Next(i)
			}
		case "extern":
			if i++; i < to && r.Kind(i) == lex.String {
				i++
			}
		case "async", "unsafe", "const", "default":
			if r.Kind(i+1) != lex.Word || i+1 >= to {
				return i
			}
			i++
		default:
			return i
		}
	}
}

// rustPrimary reads what only Rust has as an operand: closures, blocks, and what chooses between blocks.
func rustPrimary(r *reader, i, to int) (*Expr, int) {
	switch s := r.op(i, to); s {
	case "|", "||":
		return r.rustClosure(i, to)
	case "":
	default:
		return nil, i
	}
	switch r.word(i, to) {
	case "if", "match", "for", "while":
		return r.rustControl(i, to)
	case "loop":
		if r.opens(i+1, to, lex.Brace) {
			return r.rustBlock(i + 1), r.Next(i + 1)
		}
	}
	if r.opens(i, to, lex.Brace) && !r.rustNamed(i) {
		return r.rustBlock(i), r.Next(i)
	}
	return nil, i
}

// rustPostfix leaves out .await and the type that a value is cast to. A type is the argument of a call that has no other.
func rustPostfix(r *reader, left *Expr, i, to int) (*Expr, int) {
	switch {
	case r.op(i, to) == "::" && r.op(i+1, to) == "<" && r.Kind(i+2) == lex.Word:
		if next := r.skipTypeArgs(i+1, to); r.opens(next, to, lex.Paren) && r.Next(next) == next+2 && left.Kind != Literal {
			c := r.callee(left)
			path, last, _ := r.rustPath(i+2, next-1)
			t := r.expression(Ref, r.span(i+2, last+1))
			t.Name, t.NameSpan = path, r.span(last, last+1)
			c.Args = []Arg{{Value: t}}
			c.Span.End = r.span(next+1, next+2).End
			return c, next + 2
		}
	case r.op(i, to) == "." && r.word(i+1, to) == "await":
		left.Span.End = r.span(i+1, i+2).End
		return left, i + 2
	case r.word(i, to) == "as":
		i++
		for s := r.op(i, to); s == "&" || s == "*"; s = r.op(i, to) {
			if i++; r.word(i, to) == "const" || r.word(i, to) == "mut" {
				i++
			}
		}
		return left, max(r.skipType(i, to), i)
	}
	return left, i
}

// rustNamed reports whether the braces at i hold names and values, as in json!({ "type": "object" }), and no statements.
func (r *reader) rustNamed(i int) bool {
	end := r.Pair(i)
	if end == i+1 {
		return true
	}
	switch r.Kind(i + 1) {
	case lex.String, lex.Word:
	case lex.Open:
		if !r.Opens(i+1, lex.Paren) {
			return false
		}
	default:
		return false
	}
	return r.op(r.Next(i+1), end) == ":" && r.Raw(i + 1)[0] != '\''
}

// rustBlock reads the block at i and returns its value: the expression that it ends with, or an Other.
func (r *reader) rustBlock(i int) *Expr {
	end := r.Pair(i)
	r.statements(i+1, end)
	if e := r.rustLast(i); e != nil {
		return e
	}
	return r.expression(Other, r.span(i, end+1))
}

// rustLast returns the expression that the block at i, which was read last, ends with, or nil.
func (r *reader) rustLast(i int) *Expr {
	end := r.Pair(i)
	if end == i+1 || r.op(end-1, end) == ";" {
		return nil
	}
	return r.endingAt(int(r.Tokens[i].Start)+1, int(r.Tokens[end-1].End), r.scope)
}

// rustBody reads the block at i as the body of f, and returns the index after it.
func (r *reader) rustBody(f *Func, i int) int {
	r.within(f.Scope, func() {
		r.statements(i+1, r.Pair(i))
		if e := r.rustLast(i); e != nil {
			r.returns(e)
		}
	})
	return r.Pair(i) + 1
}

// rustClosure reads |a, b| value.
func (r *reader) rustClosure(i, to int) (*Expr, int) {
	at := i + 1
	if r.op(i, to) == "|" {
		n := 0
		for ; at < to && r.op(at, to) != "|" && n < typeLook; n++ {
			at = r.Next(at)
		}
		if r.op(at, to) != "|" {
			return nil, i
		}
		at++
	}
	e := r.expression(Lambda, r.span(i, at))
	f := r.function("", r.span(i, i))
	e.Fn = f
	for k := i + 1; k < at-1; {
		p, next := r.param(k, at-1)
		if p.Name != "" {
			f.Params = append(f.Params, p)
		}
		k = max(next, k+1)
	}
	if r.op(at, to) == "->" {
		for at < to && !r.opens(at, to, lex.Brace) && r.op(at, to) != "," {
			at = r.Next(at)
		}
	}
	for w := r.word(at, to); w == "async" || w == "move"; w = r.word(at, to) {
		at++
	}
	var next int
	if r.opens(at, to, lex.Brace) && !r.rustNamed(at) {
		next = r.rustBody(f, at)
	} else {
		next = r.body(f, at, to)
	}
	e.Span = r.span(i, max(next, at))
	f.Span = e.Span
	return e, max(next, at)
}
