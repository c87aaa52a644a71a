package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

var javaScript = dialect{
	of: func(r *reader) language { return jsReader{r} },
	words: wordset.By(map[word]string{
		wordStop: "if else for while do switch case default try catch finally throw break continue export extends implements const let " +
			"var debugger with",
		wordSkip:   "await async typeof void delete yield",
		wordNew:    "new",
		wordReturn: "return",
		wordScalar: "true false null undefined",
		wordOther:  "in instanceof",
		wordType:   "as satisfies",
	}),
	glue: wordset.Of("+"), ternary: true, generics: true, shorthand: true, patterns: true, types: true, bases: wordset.Of("extends implements"),
}

// jsReader reads what is particular to JavaScript and TypeScript.
type jsReader struct{ *reader }

// declaration reads what is particular to JavaScript and TypeScript at the start of a statement, or a member of a class.
func (r jsReader) declaration(i, to int) int {
	if r.op(i, to) == "@" {
		return r.annotation(i, to)
	}
	if r.scope.Class != nil {
		return r.jsMember(i, to)
	}
	w := r.word(i, to)
	if w == "" {
		return i
	}
	if r.op(i+1, to) == ":" {
		return i + 2 // a label
	}
	next := r.word(i+1, to)
	switch w {
	case "import":
		return r.jsImport(i, to)
	case "export":
		return r.export(i, to)
	case "const", "let", "var", "using":
		switch {
		case next == "enum":
			return i + 1
		case next != "" || r.opens(i+1, to, lex.Brace) || r.opens(i+1, to, lex.Square) && w != "using":
			return r.variables(i+1, to)
		}
	case "function":
		return r.jsFunction(i, to)
	case "abstract", "declare":
		if next != "" {
			return i + 1
		}
	case "class":
		if next != "" || r.opens(i+1, to, lex.Brace) {
			_, end := r.jsClass(i, to, "")
			return end
		}
	case "enum":
		if next != "" && r.opens(i+2, to, lex.Brace) {
			return r.classAt(i, i+1, to, true)
		}
	case "interface", "type":
		if next != "" {
			return r.typeDeclaration(i, to)
		}
	case "namespace", "module", "global":
		k := i + 1
		for r.Kind(k) == lex.Word || r.Kind(k) == lex.String || r.op(k, to) == "." {
			k++
		}
		if (k > i+1 || w == "global") && r.opens(k, to, lex.Brace) {
			return k
		}
	case "if", "while", "switch", "catch", "for", "with":
		if k := r.past(i+1, to, "await"); r.opens(k, to, lex.Paren) {
			if w != "catch" {
				r.statements(k+1, r.Pair(k))
			}
			return r.Next(k)
		}
	case "throw", "yield":
		if e, end := r.expr(i+1, to); e != nil {
			return end
		}
	}
	return i
}

// typeDeclaration passes over interface Name extends Base { ... } or type Name = ... at i.
func (r jsReader) typeDeclaration(i, to int) int {
	k := r.skipTypeArgs(i+2, to)
	switch {
	case r.word(i, to) == "interface":
		for r.word(k, to) != "" || r.op(k, to) == "," { // extends A, B<C>
			k = r.skipType(k+1, to)
		}
		if r.opens(k, to, lex.Brace) {
			k = r.Next(k)
		} else {
			k = i
		}
	case r.op(k, to) == "=":
		k = r.skipType(k+1, to)
	default:
		return i
	}
	return k
}

// jsFunction reads the declaration of a function at i. One without a body declares only types.
func (r jsReader) jsFunction(i, to int) int {
	name, k, open, brace := r.head(i, to)
	switch {
	case open < 0:
		return i
	case brace < 0:
		return r.result(r.Next(open), to)
	}
	if k == name {
		return r.jsFinish(r.documented(r.function("default", r.Span(i, i+1))), i, open, brace, to)
	}
	return r.jsFinish(r.funcNamed(i, name), i, open, brace, to)
}

// head returns where the name of the function stands whose word is at i, the index after it, and its parts.
func (r jsReader) head(i, to int) (name, after, open, brace int) {
	name = r.past(i+1, to, "*")
	if after = name; r.word(name, to) != "" {
		after++
	}
	open, brace = r.parts(after, to)
	return name, after, open, brace
}

// parts returns where the parameters of the function stand whose name ends before i, and the braces of its body, or -1.
func (r jsReader) parts(i, to int) (open, brace int) {
	if open = r.skipTypeArgs(i, to); !r.opens(open, to, lex.Paren) {
		return -1, -1
	}
	if brace = r.result(r.Next(open), to); !r.opens(brace, to, lex.Brace) {
		brace = -1
	}
	return open, brace
}

// jsFinish reads parameters and body of f, which begins with token i.
func (r jsReader) jsFinish(f *Func, i, open, brace, to int) int {
	r.inScope(f.Scope, func() { f.Params = r.params(open) })
	end := r.body(f, brace, to)
	f.Span = r.Span(i, end)
	return end
}

// result returns the index after the type that is declared at i, of a value or of what a function returns.
func (r jsReader) result(i, to int) int {
	_, next := r.colonType(i, to)
	return next
}

// primary reads functions and classes as values, and what begins with type arguments.
func (r jsReader) primary(i, to int) (*Expr, int) {
	switch r.Kind(i) {
	case lex.Word:
		if r.op(i+1, to) == "=>" && r.keyword(i, to) == 0 {
			return r.lambda(i, i+1, i+1, to)
		}
		switch r.str(i) {
		case "function":
			return r.jsFunctionValue(i, to)
		case "class":
			if r.word(i+1, to) == "" && !r.opens(i+1, to, lex.Brace) {
				return nil, i
			}
			name := ""
			if i >= 2 && r.Is(i-1, "=") && r.Kind(i-2) == lex.Word {
				name = r.label(i - 2)
			}
			e := r.expression(Other, r.Span(i, i+1))
			_, end := r.jsClass(i, to, name)
			e.Span = r.Span(i, end)
			return e, end
		}
	case lex.Open:
		if r.Opens(i, lex.Paren) {
			end := r.Pair(i) + 1
			if r.op(end, to) == "=>" {
				return r.lambda(i, end, end, to)
			}
			// After "?" the colon is that of the choice.
			if r.op(end, to) == ":" && r.op(i-1, to) != "?" && r.isParams(i) {
				if at := r.skipType(end+1, to); r.op(at, to) == "=>" {
					return r.lambda(i, end, at, to)
				}
			}
			if r.Is(i, "(") {
				return r.jsParen(i)
			}
		}
	case lex.Op:
		if r.op(i, to) == "<" {
			k := r.skipTypeArgs(i, to)
			if k == i {
				return nil, i
			}
			if e, next := r.unary(k, to); e != nil {
				return e, next // a cast, or a function with type parameters
			}
		}
	default:
	}
	return nil, i
}

// jsParen reads the parenthesis at i, which holds expressions and assignments; the last is its value.
func (r jsReader) jsParen(i int) (*Expr, int) {
	end := r.Pair(i)
	var last *Expr
	for k := i + 1; k < end; {
		if r.op(k, end) == "," || r.Kind(k) == lex.Line || r.Kind(k) == lex.Doc {
			k++
			continue
		}
		e, next := r.value(k, end)
		if e == nil {
			k = r.Next(k)
			continue
		}
		if assigns(r.op(next, end)) && (e.Kind == Ref || r.opens(k, end, lex.Brace)) {
			v, after := r.value(next+1, end)
			if e.Kind == Ref {
				r.bind(e.Name, e.NameSpan, v).Adds = true
			} else {
				r.targets(k, v)
			}
			if next = max(after, next+1); v != nil {
				e = v
			}
		}
		last, k = e, max(next, k+1)
	}
	if last == nil {
		last = r.expression(List, r.Span(i, end+1))
	}
	return last, end + 1
}

// isParams reports whether the parenthesis at i may hold parameters.
func (r jsReader) isParams(i int) bool {
	k := i + 1
	return k == r.Pair(i) || r.Kind(k) == lex.Word || r.Kind(k) == lex.Open || r.Is(k, "...") || r.Is(k, "@")
}

func (r jsReader) jsFunctionValue(i, to int) (*Expr, int) {
	name, k, open, brace := r.head(i, to)
	if brace < 0 {
		return nil, i
	}
	return r.jsLambda(i, r.Span(name, k), open, brace, to)
}

// jsLambda makes a function as a value, which begins with token i.
func (r jsReader) jsLambda(i int, name source.Span, open, brace, to int) (*Expr, int) {
	e := r.expression(Lambda, r.Span(i, brace))
	e.Fn = r.function("", name)
	end := r.jsFinish(e.Fn, i, open, brace, to)
	e.Span = e.Fn.Span
	return e, end
}

// postfix reads types after a value, and templates with a tag.
func (r jsReader) postfix(left *Expr, i, to int) (*Expr, int) {
	switch r.Kind(i) {
	case lex.Word:
		if r.keyword(i, to) == wordType {
			return left, max(r.skipType(i+1, to), i+1)
		}
	case lex.String, lex.Open:
		if left.Kind == Literal || left.Kind == Concat || left.Kind == Scalar || r.Tokens[i].End == r.Tokens[i].Start || r.Raw(i)[0] != '`' {
			break
		}
		lit, next := r.literal(i)
		c := r.callee(left)
		c.Args = []Arg{{Value: lit}}
		c.Span = source.Span{Start: left.Span.Start, End: lit.Span.End}
		return c, next
	default:
	}
	return left, i
}
