package syntax

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
)

var swiftWords = words(map[word]string{
	wordStop: "if else for while repeat switch case default guard do catch in where break continue defer fallthrough import func " +
		"typealias associatedtype deinit",
	wordSkip: "let var public private internal open fileprivate package static final override mutating nonmutating lazy weak unowned " +
		"try await async throw throws convenience required dynamic indirect nonisolated isolated inout some any consuming " +
		"borrowing sending class struct enum protocol extension actor",
	wordReturn: "return",
	wordScalar: "true false nil",
	wordOther:  "is",
	wordType:   "as",
})

var swiftGlue = set("+")

var swift = dialect{
	declaration: swiftDeclaration, primary: swiftPrimary, postfix: swiftPostfix, words: swiftWords, glue: swiftGlue,
	ternary: true, colonTypes: true, trailing: true, generics: true,
}

// swiftDeclaration reads attributes, declarations, and the statements that are made of blocks.
func swiftDeclaration(r *reader, i, to int) int {
	if r.op(i, to) == "@" {
		return r.swiftAttribute(i, to)
	}
	next := r.word(i+1, to)
	switch w := r.word(i, to); w {
	case "if", "switch", "for", "while", "catch":
		if _, after := r.swiftControl(i, to); after > i {
			r.doc, r.attrs = nil, nil
			return after
		}
	case "public", "private", "internal", "fileprivate", "unowned", "nonisolated", "package", "open":
		if r.opens(i+1, to, lex.Paren) { // private(set)
			return r.Next(i + 1)
		}
	case "func":
		return r.swiftFunction(i, i+1, to)
	case "init", "subscript":
		if r.scope.Class != nil && (r.opens(i+1, to, lex.Paren) || r.opens(i+2, to, lex.Paren) && r.op(i+1, to) != ".") {
			return r.swiftFunction(i, i, to)
		}
	case "class", "struct", "enum", "protocol", "extension", "actor":
		if next != "" && next != "func" && next != "var" && next != "let" && r.d.words[next] != wordSkip {
			return r.swiftType(i, to)
		}
	case "let", "var":
		return r.swiftProperty(i, to)
	case "import":
		if next != "" {
			r.swiftImport(i, to)
			return i + 2
		}
	}
	return i
}

// swiftPrimary reads if and switch as values, and .init(name: value), which makes a value of the type that is implied.
func swiftPrimary(r *reader, i, to int) (*Expr, int) {
	if r.op(i, to) == "." && r.word(i+1, to) == "init" && r.opens(i+2, to, lex.Paren) && r.word(i+3, to) != "" && r.op(i+4, to) == ":" {
		o := r.expression(Object, r.span(i, r.Next(i+2)))
		o.Args = r.args(i + 2)
		return o, r.Next(i + 2)
	}
	switch r.word(i, to) {
	case "if", "switch":
		return r.swiftControl(i, to)
	}
	return nil, i
}

// swiftPostfix leaves out the question mark of an optional value, which stands right behind it.
func swiftPostfix(r *reader, left *Expr, i, to int) (*Expr, int) {
	if r.op(i, to) == "?" && i > 0 && r.Tokens[i].Start == r.Tokens[i-1].End {
		return left, i + 1
	}
	return left, i
}

// swiftAttribute reads @Name or @Name(arguments).
func (r *reader) swiftAttribute(i, to int) int {
	if r.word(i+1, to) == "" {
		return i
	}
	doc, attrs := r.doc, r.attrs
	e, next := r.attributeAt(i+1, to, true)
	attrs = append(attrs, e)
	r.doc, r.attrs = doc, attrs
	return next
}

// swiftControl reads an if, switch, for, while or catch. The first two are a Choice of the values of their blocks.
func (r *reader) swiftControl(i, to int) (*Expr, int) {
	return r.blocks(i, to, "switch", (*reader).swiftBrace, (*reader).swiftCases, func(r *reader, values []*Expr, i int) []*Expr {
		return r.swiftBranch(values, i+1, r.Pair(i))
	})
}

// swiftLook is how many tokens and groups a condition or a type may have.
const swiftLook = 150

// swiftBrace returns the index of the block that the condition at i leads to, or -1.
func (r *reader) swiftBrace(i, to int) int {
	if i = r.skipTo(i, to, swiftLook, "\n"); r.opens(i, to, lex.Brace) {
		return i
	}
	return -1
}

// swiftCases reads the cases of a switch in the braces at i and returns their values.
func (r *reader) swiftCases(i int) []*Expr {
	var values []*Expr
	end := r.Pair(i)
	from := i + 1 // where the statements of a case begin
	for k := i + 1; k < end; {
		if w := r.word(k, end); w != "case" && w != "default" || r.op(k-1, end) == "." {
			k = r.Next(k)
			continue
		}
		if w := r.word(k, end); w == "default" && r.op(k+1, end) != ":" {
			k++
			continue
		}
		values = r.swiftBranch(values, from, k)
		colon := k + 1
		for colon < end && r.op(colon, end) != ":" {
			colon = r.Next(colon)
		}
		r.statements(k+1, colon)
		r.doc, r.attrs = nil, nil
		from = min(colon+1, end)
		k = from
	}
	return r.swiftBranch(values, from, end)
}

// swiftBranch reads statements and appends their value, if they are but one expression.
func (r *reader) swiftBranch(values []*Expr, from, to int) []*Expr {
	r.statements(from, to)
	if e := r.swiftSole(from, to); e != nil {
		values = append(values, e)
	}
	return values
}

// swiftSole returns the expression that statements, which were read last, are made of, or nil when they are more.
func (r *reader) swiftSole(from, to int) *Expr {
	for to > from && r.Kind(to-1) == lex.Line {
		to--
	}
	for from < to && (r.Kind(from) == lex.Line || r.Kind(from) == lex.Doc) {
		from++
	}
	if from == to || r.keyword(from, to) == wordReturn {
		return nil
	}
	for k := from; k < to; k = r.Next(k) {
		if r.Kind(k) == lex.Line || r.op(k, to) == ";" || r.op(k, to) == "=" {
			return nil
		}
	}
	return r.endingAt(int(r.Tokens[from].Start), int(r.Tokens[to-1].End), r.scope)
}

// swiftFunction reads the function, initialiser or subscript whose keyword stands at i and whose name at name.
func (r *reader) swiftFunction(i, name, to int) int {
	if name >= to {
		return i + 1
	}
	f := r.funcAt(i, name, 0)
	k := name + 1
	for n := 0; k < to && n < swiftLook && !r.opens(k, to, lex.Paren) && r.Kind(k) != lex.Line && !r.opens(k, to, lex.Brace); n++ {
		k = r.Next(k)
	}
	if r.opens(k, to, lex.Paren) {
		r.within(f.Scope, func() { f.Params = r.params(k) })
		k = r.Next(k)
	}
	r.doc, r.attrs = nil, nil
	if k = r.skipTo(k, to, to, "\n", ";"); r.opens(k, to, lex.Brace) {
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
		f := r.funcAt(i, i+1, 0)
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
	name, last, k := r.dotted(i+1, to, ".")
	c := r.class(name, r.span(last, last+1))
	c.Doc, c.Attrs = r.takeDoc(), r.takeAttrs()
	k = r.rustAngles(k, to)
	if r.op(k, to) == ":" {
		for k++; k < to && !r.opens(k, to, lex.Brace) && r.Kind(k) != lex.Line && r.word(k, to) != "where"; {
			if r.op(k, to) == "@" && r.word(k+1, to) != "" {
				k += 2
				continue
			}
			base, _, next := r.dotted(k, to, ".")
			if base != "" {
				c.Bases = append(c.Bases, base)
			}
			k = max(r.rustAngles(next, to), k+1)
		}
	}
	return r.classRest(c, i, r.skipTo(k, to, to, "\n"), to)
}

// swiftImport reads import Module or import struct Module.Name.
func (r *reader) swiftImport(i, to int) {
	k := i + 1
	if r.word(k+1, to) != "" {
		k++
	}
	path, _, _ := r.dotted(k, to, ".")
	from, name, _ := strings.Cut(path, ".")
	if name == "" {
		name = "*"
	}
	r.u.Imports = append(r.u.Imports, Import{From: from, Name: name, As: strings.TrimPrefix(name, "*")})
}
