package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

var javaScript = dialect{
	declaration: jsDeclaration, primary: jsPrimary, postfix: jsPostfix, params: jsParams, result: (*reader).jsResult,
	words: words(map[word]string{
		wordStop: "if else for while do switch case default try catch finally throw break continue export extends implements const let " +
			"var debugger with",
		wordSkip:   "await async typeof void delete yield",
		wordNew:    "new",
		wordReturn: "return",
		wordScalar: "true false null undefined",
		wordOther:  "in instanceof",
		wordType:   "as satisfies",
	}),
	glue: set("+"), ternary: true, generics: true, tags: true, shorthand: true,
}

// jsDeclaration reads what is particular to JavaScript and TypeScript at the start of a statement.
func jsDeclaration(r *reader, i, to int) int {
	if r.op(i, to) == "@" {
		return r.jsDecorator(i, to)
	}
	w := r.word(i, to)
	if w == "" {
		return i
	}
	if r.op(i+1, to) == ":" && w != "default" {
		return i + 2 // a label
	}
	next := r.word(i+1, to)
	switch w {
	case "import":
		return r.jsImport(i, to)
	case "export":
		return r.jsExport(i, to)
	case "const", "let", "var", "using":
		switch {
		case next == "enum":
			return i + 1
		case next != "" || r.opens(i+1, to, lex.Brace) || r.opens(i+1, to, lex.Square) && w != "using":
			return r.jsVariables(i+1, to)
		}
	case "function":
		return r.jsFunction(i, to)
	case "async", "abstract", "declare":
		switch next {
		case "function", "class", "abstract", "const", "let", "var", "enum", "namespace", "module", "interface", "type", "global", "async":
			return i + 1
		}
	case "class":
		if next != "" || r.opens(i+1, to, lex.Brace) {
			_, end := r.jsClass(i, to, "")
			return end
		}
	case "enum":
		if next != "" && r.opens(i+2, to, lex.Brace) {
			return r.jsEnum(i)
		}
	case "interface":
		if next != "" {
			return r.jsInterface(i, to)
		}
	case "type":
		if next != "" && (r.op(i+2, to) == "=" || r.op(i+2, to) == "<") {
			return r.jsAlias(i, to)
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
		k := i + 1
		if next == "await" {
			k++
		}
		if r.opens(k, to, lex.Paren) {
			if w != "catch" {
				r.statements(k+1, r.Pair(k))
			}
			return r.Pair(k) + 1
		}
	case "case":
		if e, end := r.expr(i+1, to); e != nil {
			if r.op(end, to) == ":" {
				end++
			}
			return end
		}
	case "default":
		if r.op(i+1, to) == ":" {
			return i + 2
		}
	case "return", "throw", "yield":
		if e, end := r.value(i+1, to); e != nil && r.Kind(i+1) != lex.Line {
			if w == "return" {
				r.returns(e)
			}
			return end
		}
	}
	return i
}

// jsFunction reads the declaration of a function at i. One without a body declares only types.
func (r *reader) jsFunction(i, to int) int {
	k, open, brace := r.jsHead(i, to)
	switch {
	case open < 0:
		return i
	case brace < 0:
		r.doc, r.attrs = nil, nil
		return r.jsResult(r.Pair(open)+1, to)
	}
	name, span := "default", r.span(i, i+1)
	if w := r.word(k, to); w != "" {
		name, span = w, r.span(k, k+1)
	}
	f := r.function(name, span)
	f.Doc, f.Attrs = r.takeDoc(), r.takeAttrs()
	return r.jsFinish(f, i, open, brace, to)
}

// jsHead returns where the name of the function at i stands, or would, the parenthesis of its parameters and the braces of its body, or
// -1 for those.
func (r *reader) jsHead(i, to int) (name, open, brace int) {
	k := i + 1
	if r.op(k, to) == "*" {
		k++
	}
	name = k
	if r.word(k, to) != "" {
		k++
	}
	if open = r.jsTypeArgs(k, to); !r.opens(open, to, lex.Paren) {
		return name, -1, -1
	}
	return name, open, r.jsBody(r.Pair(open)+1, to)
}

// jsFinish reads parameters and body of f, which begins with token i.
func (r *reader) jsFinish(f *Func, i, open, brace, to int) int {
	r.within(f.Scope, func() { f.Params = r.params(open) })
	r.doc, r.attrs = nil, nil
	end := r.body(f, brace, to)
	f.Span = r.span(i, end)
	r.doc, r.attrs = nil, nil
	return end
}

// jsResult returns the index after the declared type of what a function returns, at i.
func (r *reader) jsResult(i, to int) int {
	if r.op(i, to) == ":" {
		return r.jsType(i+1, to)
	}
	return i
}

// jsBody returns the index of the braces of a function whose parameters end before i, or -1.
func (r *reader) jsBody(i, to int) int {
	if i = r.jsResult(i, to); r.opens(i, to, lex.Brace) {
		return i
	}
	return -1
}

// jsPrimary reads functions and classes as values, and what begins with type arguments.
func jsPrimary(r *reader, i, to int) (*Expr, int) {
	switch r.Kind(i) {
	case lex.Word:
		if r.op(i+1, to) == "=>" && r.keyword(i, to) == 0 {
			return r.jsArrow(i, i+1, i+1, to)
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
				name = r.jsName(i - 2)
			}
			e := r.expression(Other, r.span(i, i+1))
			_, end := r.jsClass(i, to, name)
			e.Span = r.span(i, end)
			return e, end
		}
	case lex.Open:
		if r.Opens(i, lex.Paren) {
			end := r.Pair(i) + 1
			if r.op(end, to) == "=>" {
				return r.jsArrow(i, end, end, to)
			}
			// After "?" the colon is that of the choice.
			if r.op(end, to) == ":" && r.op(i-1, to) != "?" && r.jsIsParams(i) {
				if at := r.jsType(end+1, to); r.op(at, to) == "=>" {
					return r.jsArrow(i, end, at, to)
				}
			}
			if r.Is(i, "(") {
				return r.jsParen(i)
			}
		}
	case lex.Op:
		if r.op(i, to) == "<" {
			k := r.jsTypeArgs(i, to)
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
func (r *reader) jsParen(i int) (*Expr, int) {
	end := r.Pair(i)
	var last *Expr
	for k := i + 1; k < end; {
		if r.op(k, end) == "," || r.Kind(k) == lex.Line || r.Kind(k) == lex.Doc {
			k++
			continue
		}
		e, next := r.value(k, end)
		if e == nil {
			if r.Kind(k) == lex.Open {
				r.statements(k+1, r.Pair(k))
			}
			k = r.Next(k)
			continue
		}
		if r.op(next, end) == "=" && r.opens(k, end, lex.Brace) {
			e, next = r.value(next+1, end)
			r.jsTargets(k, e)
			if k = max(next, k+1); e == nil {
				continue
			}
			next = k
		}
		if s := r.op(next, end); assigns(s) && e.Kind == Ref {
			v, after := r.value(next+1, end)
			r.bind(e.Name, e.NameSpan, v).Adds = true
			next = max(after, next+1)
			if v != nil {
				e = v
			}
		}
		last, k = e, max(next, k+1)
	}
	if last == nil {
		last = r.expression(List, r.span(i, end+1))
	}
	return last, end + 1
}

// jsIsParams reports whether the parenthesis at i may hold parameters.
func (r *reader) jsIsParams(i int) bool {
	k := i + 1
	return k == r.Pair(i) || r.Kind(k) == lex.Word || r.Kind(k) == lex.Open || r.Is(k, "...") || r.Is(k, "@")
}

// jsArrow reads a function whose parameters are the group or word at i, up to before; arrow is the index of its arrow.
func (r *reader) jsArrow(i, before, arrow, to int) (*Expr, int) {
	e := r.functionValue(i, before)
	f := e.Fn
	if r.Opens(i, lex.Paren) {
		r.within(f.Scope, func() { f.Params = r.params(i) })
	} else {
		f.Params = []Param{{Name: r.str(i), NameSpan: r.span(i, i+1)}}
	}
	end := max(r.body(f, r.skipLines(arrow+1, to), to), arrow+1)
	return r.ended(e, i, end), end
}

// jsFunctionValue reads function name(…) { … } as a value.
func (r *reader) jsFunctionValue(i, to int) (*Expr, int) {
	name, open, brace := r.jsHead(i, to)
	if brace < 0 {
		return nil, i
	}
	k := name
	if r.word(k, to) != "" {
		k++
	}
	e := r.expression(Lambda, r.span(i, brace))
	f := r.function("", r.span(name, k))
	e.Fn = f
	end := r.jsFinish(f, i, open, brace, to)
	e.Span = f.Span
	return e, end
}

// jsPostfix reads types after a value, and templates with a tag.
func jsPostfix(r *reader, left *Expr, i, to int) (*Expr, int) {
	switch r.Kind(i) {
	case lex.Word:
		if r.keyword(i, to) == wordType {
			return left, max(r.jsType(i+1, to), i+1)
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
