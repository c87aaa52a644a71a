package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
)

var swiftWords = words(map[word][]string{
	wordStop: {
		"if", "else", "for", "while", "repeat", "switch", "case", "default", "guard", "do", "catch", "in", "where", "break", "continue", "defer",
		"fallthrough", "import", "func", "typealias", "associatedtype", "deinit",
	},
	wordSkip: {
		"let", "var", "public", "private", "internal", "open", "fileprivate", "package", "static", "final", "override", "mutating",
		"nonmutating", "lazy", "weak", "unowned", "try", "await", "async", "throw", "throws", "convenience", "required", "dynamic", "indirect",
		"nonisolated", "isolated", "inout", "some", "any", "consuming", "borrowing", "sending", "class", "struct", "enum", "protocol", "extension",
		"actor",
	},
	wordReturn: {"return"},
	wordScalar: {"true", "false", "nil"},
	wordOther:  {"is"},
	wordType:   {"as"},
})

var swiftGlue = map[string]bool{"+": true}

func swiftDialect() *dialect {
	return &dialect{
		declaration: swiftDeclaration, primary: swiftPrimary, postfix: swiftPostfix, words: swiftWords, glue: swiftGlue,
		ternary: true, colonTypes: true, trailing: true, generics: true,
	}
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
		if next != "" && next != "func" && next != "var" && next != "let" && swiftWords[next] != wordSkip {
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
	e := r.expression(Ref, r.span(i+1, i+2))
	e.Name, e.NameSpan = r.word(i+1, to), e.Span
	k := i + 2
	for r.op(k, to) == "." && r.word(k+1, to) != "" {
		e.Name += "." + r.word(k+1, to)
		e.NameSpan = r.span(k+1, k+2)
		e.Span.End = e.NameSpan.End
		k += 2
	}
	k = r.skipTypeArgs(k, to)
	if r.opens(k, to, lex.Paren) && r.Tokens[k].Start == r.Tokens[k-1].End {
		attrs, doc := r.attrs, r.doc
		e = r.call(e, k)
		r.attrs, r.doc = attrs, doc
		k = r.Next(k)
	}
	r.attrs = append(r.attrs, e)
	return k
}

// swiftControl reads an if, switch, for, while or catch. The first two are a Choice of the values of their blocks.
func (r *reader) swiftControl(i, to int) (*Expr, int) {
	brace := r.swiftBrace(i+1, to)
	if brace < 0 || !r.enter() {
		return nil, i
	}
	defer r.leave()
	r.statements(i+1, brace)
	next := r.Pair(brace) + 1
	e := r.expression(Choice, r.span(i, next))
	switch r.word(i, to) {
	case "switch":
		e.Items = r.swiftCases(brace)
	case "if":
		e.Items = r.swiftBranch(nil, brace+1, r.Pair(brace))
		for r.word(next, to) == "else" {
			if r.opens(next+1, to, lex.Brace) {
				e.Items = r.swiftBranch(e.Items, next+2, r.Pair(next+1))
				next = r.Pair(next+1) + 1
				break
			}
			if brace = r.swiftBrace(next+2, to); r.word(next+1, to) != "if" || brace < 0 {
				break
			}
			r.statements(next+2, brace)
			e.Items = r.swiftBranch(e.Items, brace+1, r.Pair(brace))
			next = r.Pair(brace) + 1
		}
	default:
		r.statements(brace+1, r.Pair(brace))
	}
	if len(e.Items) == 0 {
		e.Kind = Other
	}
	e.Span = r.span(i, next)
	return e, next
}

// swiftLook is how many tokens and groups a condition or a type may have.
const swiftLook = 150

// swiftBrace returns the index of the block that the condition at i leads to, or -1.
func (r *reader) swiftBrace(i, to int) int {
	for n := 0; i < to && n < swiftLook; n++ {
		switch {
		case r.opens(i, to, lex.Brace):
			return i
		case r.Kind(i) == lex.Line:
			return -1
		}
		i = r.Next(i)
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
