package syntax

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/internal/wordset"
)

var swift = dialect{
	of: func(r *reader) language { return swiftReader{r} },
	words: wordset.By(map[word]string{
		wordStop: "if else for while repeat switch case default guard do catch in where break continue defer fallthrough import func " +
			"typealias associatedtype deinit",
		wordSkip: "let var public private internal open fileprivate package static final override mutating nonmutating lazy weak unowned " +
			"try await async throw throws convenience required dynamic indirect nonisolated isolated inout some any consuming " +
			"borrowing sending class struct enum protocol extension actor",
		wordReturn: "return", wordScalar: "true false nil", wordOther: "is", wordType: "as",
	}),
	glue: wordset.Of("+"), ternary: true, colonTypes: true, trailing: true, generics: true, closeAttributes: true, blocks: true, endings: true, lines: true,
	bases: wordset.Of(":"),
}

// swiftReader reads what is particular to Swift.
type swiftReader struct{ *reader }

// declaration reads attributes, declarations, and the statements that are made of blocks.
func (r swiftReader) declaration(i, to int) int {
	if r.op(i, to) == "@" {
		return r.annotation(i, to)
	}
	next := r.word(i+1, to)
	switch w := r.word(i, to); w {
	case "if", "switch", "for", "while", "catch":
		if _, after := r.swiftControl(i, to); after > i {
			return after
		}
	case "public", "private", "internal", "fileprivate", "unowned", "nonisolated", "package", "open":
		if r.opens(i+1, to, lex.Paren) { // private(set)
			return r.keep(r.Next(i + 1))
		}
	case "func":
		if i+1 < to {
			name := i + 1
			for r.Kind(name) == lex.Op && r.Kind(name+1) == lex.Op && r.Tokens[name+1].Start == r.Tokens[name].End {
				name++ // an operator in several tokens
			}
			return r.funcAt(i, name, to)
		}
	case "init", "subscript":
		if r.scope.Class != nil && (r.opens(i+1, to, lex.Paren) || r.opens(i+2, to, lex.Paren) && r.op(i+1, to) != ".") {
			return r.funcAt(i, i, to)
		}
	case "class", "struct", "enum", "protocol", "extension", "actor":
		if next != "" && next != "func" && next != "var" && next != "let" && r.d.words[next] != wordSkip {
			return r.classAt(i, i+1, to, false)
		}
	case "let", "var":
		return r.property(i, to)
	case "import":
		if next != "" {
			r.swiftImport(i, to)
			return i + 2
		}
	}
	return i
}

// primary reads if and switch as values, and .init(name: value), which makes a value of the type that is implied.
func (r swiftReader) primary(i, to int) (*Expr, int) {
	if r.op(i, to) == "." && r.word(i+1, to) == "init" && r.opens(i+2, to, lex.Paren) && r.word(i+3, to) != "" && r.op(i+4, to) == ":" {
		o := r.expression(Object, r.Span(i, r.Next(i+2)))
		o.Args = r.args(i + 2)
		return o, r.Next(i + 2)
	}
	switch r.word(i, to) {
	case "if", "switch":
		return r.swiftControl(i, to)
	}
	return nil, i
}

// postfix leaves out the question mark of an optional value, which stands right behind it.
func (r swiftReader) postfix(left *Expr, i, to int) (*Expr, int) {
	if r.op(i, to) == "?" && i > 0 && r.Tokens[i].Start == r.Tokens[i-1].End {
		return left, i + 1
	}
	return left, i
}

// swiftControl reads an if, switch, for, while or catch. The first two are a Choice of the values of their blocks.
func (r swiftReader) swiftControl(i, to int) (*Expr, int) {
	return r.blocks(i, to, "switch", r.cases)
}

// cases reads the cases of a switch in the braces at i and returns their values.
func (r swiftReader) cases(i int) (values []*Expr) {
	end := r.Pair(i)
	from := i + 1 // where the statements of a case begin
	for k := i + 1; k < end; k = r.Next(k) {
		if w := r.word(k, end); w != "case" && (w != "default" || r.op(k+1, end) != ":") || r.op(k-1, end) == "." {
			continue
		}
		values = append(values, r.ending(from, k))
		colon := r.skipUntil(k+1, end, end, func(k int) bool { return r.op(k, end) == ":" })
		r.statements(k+1, colon)
		r.doc, r.attrs = nil, nil
		from = min(colon+1, end)
		k = from - 1
	}
	return append(values, r.ending(from, end))
}

// ending reads statements and returns the expression that they are, or nil when they are more.
func (r swiftReader) ending(from, to int) *Expr {
	if next := r.accessors(from, to); next > from {
		r.statements(next, to)
		return nil
	}
	r.statements(from, to)
	for to > from && r.Kind(to-1) == lex.Line {
		to--
	}
	for from < to && (r.Kind(from) == lex.Line || r.Kind(from) == lex.Doc) {
		from++
	}
	if r.keyword(from, to) == wordReturn {
		return nil
	}
	for k := from; k < to; k = r.Next(k) {
		if r.Kind(k) == lex.Line || r.op(k, to) == ";" || r.op(k, to) == "=" {
			return nil
		}
	}
	return r.lastValue(from, to)
}

// accessors reads the getter and setter of a property or subscript from i on, and returns the index after them, or i.
func (r swiftReader) accessors(i, to int) int {
	for n := 0; n < 8; n++ {
		w := r.word(i, to)
		if w != "get" && w != "set" && w != "willSet" && w != "didSet" && w != "_read" {
			break
		}
		open := r.skipTo(i+1, to, 4) // async throws, (newValue)
		if !r.opens(open, to, lex.Brace) {
			break
		}
		if e := r.ending(open+1, r.Pair(open)); w == "get" {
			r.returns(e)
		}
		i = r.skipLines(r.Next(open), to)
	}
	return i
}

// swiftEnds end the type of what is declared.
var swiftEnds = wordset.Of("= ; , in else")

// property reads the let or var at i when it has a declared type and no value, or a value that is computed. What is assigned is the
// shared reader's.
func (r swiftReader) property(i, to int) int {
	if r.word(i+1, to) == "" || r.op(i+2, to) != ":" {
		return i
	}
	k := r.skipUntil(i+3, to, declarationLookahead, func(k int) bool {
		return r.Kind(k) == lex.Line || r.Kind(k) == lex.Doc || r.Opens(k, lex.Brace) || swiftEnds[r.op(k, to)] || swiftEnds[r.word(k, to)]
	})
	if s := r.op(k, to); r.word(k, to) != "" || s == "=" {
		return i
	}
	if r.opens(k, to, lex.Brace) {
		f := r.funcNamed(i, i+1)
		k = r.body(f, k, to)
		f.Span = r.Span(i, k)
		return k
	}
	r.declareAt(i+1, i+3, k)
	return k
}

// swiftImport reads import Module or import struct Module.Name.
func (r swiftReader) swiftImport(i, to int) {
	k := i + 1
	if r.word(k+1, to) != "" {
		k++
	}
	path, _ := r.namePath(k, to)
	from, name, _ := strings.Cut(path.Name, ".")
	if name == "" {
		name = "*"
	}
	r.u.Imports = append(r.u.Imports, Import{From: from, Name: name, As: strings.TrimPrefix(name, "*")})
}
