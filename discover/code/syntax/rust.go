package syntax

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

var rust = dialect{
	of:   func(r *reader) language { return rustReader{r} },
	glue: wordset.Of("+"), member: wordset.Of("::"),
	arrowKeys: true, colonTypes: true, structs: true, generics: true, macros: true, shorthand: true, blocks: true, endings: true,
	words: wordset.By(map[word]string{
		wordStop:   "if else for while loop match in where type struct enum trait mod use fn break continue",
		wordSkip:   "let mut ref pub const static move async unsafe dyn extern box",
		wordReturn: "return",
		wordScalar: "true false None",
	}),
}

// rustReader reads what is particular to Rust.
type rustReader struct{ *reader }

// declaration reads attributes, items, and the statements that are made of blocks.
func (r rustReader) declaration(i, to int) int {
	if r.op(i, to) == "#" {
		return r.keep(r.rustAttributes(i, to))
	}
	switch r.word(i, to) {
	case "if", "match", "for", "while":
		if _, next := r.rustControl(i, to); next > i {
			return next
		}
		return i
	}
	k := r.modifiers(i, to)
	switch r.word(k, to) {
	case "macro_rules":
		if r.op(k+1, to) == "!" && r.word(k+2, to) != "" && k+3 < to && r.Kind(k+3) == lex.Open {
			return r.macro(k, to)
		}
	case "fn":
		if r.word(k+1, to) == "" {
			return k + 1 // a type: fn(x) -> y
		}
		return r.funcAt(k, k+1, to)
	case "struct", "enum", "union":
		if r.Kind(k+1) == lex.Word {
			return r.rustType(k, to)
		}
	case "trait":
		return max(r.classAt(k, k+1, to, false), k+1)
	case "impl":
		return r.impl(k, to)
	case "use":
		return r.use(k, to)
	case "mod":
		if r.op(k+2, to) == ";" {
			name := r.word(k+1, to)
			r.u.Imports = append(r.u.Imports, Import{From: name, As: name})
		}
		if r.opens(k+2, to, lex.Brace) && rustTests(r.attrs) {
			r.u.Tests = append(r.u.Tests, r.Span(k, r.Next(k+2)))
		}
		return min(k+2, to)
	}
	return r.keep(k)
}

// rustTests reports whether what attributes stand at is built for tests only: cfg(test), cfg(all(test, unix)).
func rustTests(attrs []*Expr) bool {
	for _, a := range attrs {
		if a.Kind != Call || a.Name != "cfg" {
			continue
		}
		for _, x := range a.Args {
			test := func(a Arg) bool { return a.Value != nil && a.Value.Name == "test" }
			if test(x) || x.Value != nil && (x.Name == "all" || x.Value.Name == "all") && slices.ContainsFunc(x.Value.Args, test) {
				return true
			}
		}
	}
	return false
}

// modifiers returns the index after pub, pub(crate), async and their like, which stand before an item.
func (r rustReader) modifiers(i, to int) int {
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

// primary reads what only Rust has as an operand: closures, blocks, and what chooses between blocks.
func (r rustReader) primary(i, to int) (*Expr, int) {
	switch s := r.op(i, to); s {
	case "|", "||":
		return r.closure(i, to)
	case "":
	default:
		return nil, i
	}
	switch r.word(i, to) {
	case "if", "match", "for", "while":
		return r.rustControl(i, to)
	case "loop":
		if r.opens(i+1, to, lex.Brace) {
			return r.rustBlock(i + 1)
		}
	}
	if r.opens(i, to, lex.Brace) && !r.hasKeys(i) {
		return r.rustBlock(i)
	}
	return nil, i
}

// postfix leaves out .await and the type that a value is cast to. A type is the argument of a call that has no other.
func (r rustReader) postfix(left *Expr, i, to int) (*Expr, int) {
	switch {
	case r.op(i, to) == "::" && r.op(i+1, to) == "<" && r.Kind(i+2) == lex.Word:
		if next := r.skipTypeArgs(i+1, to); r.opens(next, to, lex.Paren) && r.Next(next) == next+2 && left.Kind != Literal {
			c := r.callee(left)
			path, last, _ := r.path(i+2, next-1)
			t := r.expression(Ref, r.Span(i+2, last+1))
			t.Name, t.NameSpan = path, r.Span(last, last+1)
			c.Args = []Arg{{Value: t}}
			c.Span.End = r.Span(next+1, next+2).End
			return c, next + 2
		}
	case r.op(i, to) == "." && r.word(i+1, to) == "await":
		left.Span.End = r.Span(i+1, i+2).End
		return left, i + 2
	case r.word(i, to) == "as":
		i++
		for s := r.op(i, to); s == "&" || s == "*"; s = r.op(i, to) {
			i = r.past(i+1, to, "const", "mut")
		}
		return left, max(r.skipType(i, to), i)
	}
	return left, i
}

// hasKeys reports whether the braces at i hold names and values, as in json!({ "type": "object" }), and no statements.
func (r rustReader) hasKeys(i int) bool {
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
func (r rustReader) rustBlock(i int) (*Expr, int) {
	e := r.blockValue(i+1, r.Pair(i))
	if e == nil {
		e = r.expression(Other, r.Span(i, r.Next(i)))
	}
	return e, r.Next(i)
}

func (r rustReader) closure(i, to int) (*Expr, int) {
	at := i + 1
	if r.op(i, to) == "|" {
		if at = r.skipUntil(at, to, typeLookahead, func(k int) bool { return r.op(k, to) == "|" }); r.op(at, to) != "|" {
			return nil, i
		}
		at++
	}
	e := r.functionValue(i, at)
	e.Fn.Params = r.paramsIn(i+1, at-1)
	if r.op(at, to) == "->" {
		at = r.skipTo(at, to, to, ",")
	}
	for w := r.word(at, to); w == "async" || w == "move"; w = r.word(at, to) {
		at++
	}
	var next int
	r.inScope(e.Fn.Scope, func() {
		var v *Expr
		v, next = r.branch(at, to)
		r.returns(v)
	})
	return r.setEnd(e, i, max(next, at)), max(next, at)
}

// rustAttributes reads the attributes at i and the documentation between them.
func (r rustReader) rustAttributes(i, to int) int {
	var docs []*Expr
	for i < to {
		open := r.past(i+1, to, "!")
		if r.Kind(i) == lex.Doc {
			docs = append(docs, r.literalAt(i))
			i++
			continue
		}
		if r.op(i, to) != "#" || !r.opens(open, to, lex.Square) {
			break
		}
		doc := r.attribute(open)
		if open > i+1 { // of what it stands in
			r.doc, r.attrs, docs = nil, nil, nil
		} else if doc != nil {
			docs = append(docs, doc)
		}
		i = r.Next(open)
	}
	r.rustDoc(docs)
	return i
}

// attribute reads the attribute in the brackets at i. #[doc = "text"] is documentation, which is returned, and the attributes in a
// cfg_attr count as if they stood alone.
func (r rustReader) attribute(i int) *Expr {
	end := r.Pair(i)
	if r.op(i+2, end) == "=" && r.Kind(i+1) == lex.Word {
		c := r.expression(Call, r.Span(i+1, end))
		c.Name, c.NameSpan = r.str(i+1), r.Span(i+1, i+2)
		v, next := r.value(i+3, end)
		r.readIgnored(max(next, i+3), end)
		r.attrs = append(r.attrs, c)
		if c.Args = []Arg{{Value: v}}; c.Name == "doc" {
			return v
		}
		return nil
	}
	e, next := r.expr(i+1, end)
	r.readIgnored(max(next, i+1), end)
	if e == nil {
		return nil
	}
	r.attrs = append(r.attrs, e)
	switch {
	case e.Kind == Call && e.Name == "cfg_attr":
		for _, a := range e.Args {
			if a.Value != nil && a.Value.Kind == Call {
				r.meta(a.Value)
				r.attrs = append(r.attrs, a.Value)
			}
		}
	case e.Kind == Call:
		r.meta(e)
	}
	return nil
}

// meta gives the arguments of an attribute that are lists their names: annotations(title = "x") is not a call there.
func (r rustReader) meta(e *Expr) {
	for i := range e.Args {
		a := &e.Args[i]
		v := a.Value
		if a.Name != "" || v == nil || v.Kind != Call || v.Recv != nil || strings.HasSuffix(v.Name, "!") {
			continue
		}
		a.Key = r.expression(Ref, v.NameSpan)
		a.Name, a.Key.Name, a.Key.NameSpan = v.Name, v.Name, v.NameSpan
		if len(v.Args) == 1 && v.Args[0].Name == "" && v.Args[0].Value != nil {
			a.Value = v.Args[0].Value
		}
		v.Kind, v.Name = Object, ""
	}
}

// readIgnored reads what is not part of a declaration, for the strings in it.
func (r rustReader) readIgnored(from, to int) {
	defer r.aside()()
	r.statements(from, to)
}

// rustDoc adds documentation to what comes before it, if anything does.
func (r rustReader) rustDoc(docs []*Expr) {
	if r.doc != nil {
		docs = append([]*Expr{r.doc}, docs...)
	}
	if len(docs) < 2 {
		r.doc = nil
		for _, d := range docs {
			r.doc = d
		}
		return
	}
	var b source.Builder
	end := -1
	for _, d := range docs {
		if d.Kind != Literal {
			r.doc = d // a file, or put together: it says more than the text around it
			return
		}
		if end >= 0 {
			b.Fold(r.Source, source.Span{Start: end, End: max(end, d.Span.Start)}, "\n")
		}
		b.Append(d.Text)
		end = d.Span.End
	}
	whole := *docs[0]
	whole.Text, whole.Span.End = b.Text(), end
	r.doc = &whole
}

// rustControl reads an if, match, for or while. The first two are a Choice of the values of their blocks.
func (r rustReader) rustControl(i, to int) (*Expr, int) {
	return r.blocks(i, to, "match", func(open int) []*Expr { return r.arms(open, "=>") })
}
