package syntax

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// Read reads a file. It never fails, and takes time and memory in proportion to the file.
func Read(f *source.File, lang lex.Language) *Unit {
	if lang == lex.Go {
		return readGo(f)
	}
	d := dialects[lang]
	if d == nil {
		return newBuilder(f, lang).u
	}
	r := readTokens(f, lang, d)
	u := r.finish()
	u.Cut = r.Cut || r.deep
	return u
}

// readTokens reads all statements of a file; what they say is not put in order yet.
func readTokens(f *source.File, lang lex.Language, d *dialect) *reader {
	r := &reader{}
	r.builder, r.d = newBuilder(f, lang), d
	r.up = d.of(r)
	tokens := lex.Read(f, lang)
	r.File = tokens.Inlined()
	r.text = f.Slice(0, len(f.Data))
	r.known = r.keywords(make([]word, 0, len(r.Tokens)))
	r.lookahead = 16*len(r.Tokens) + 1000
	r.all = make([]*Expr, 0, len(r.Tokens)/2+16)
	r.statements(0, len(r.Tokens))
	tokens.Release()
	return r
}

// maxDepth bounds the recursion of the reader. Groups nest no deeper than lex.MaxDepth; this is for chains of operators.
const maxDepth = 3_000

// The grammar is in layers, each a type that holds the one below it: cursor looks at tokens, exprReader reads values, funcReader reads
// parameters, bodies and branches, declReader reads classes and statements, and reader reads calls without parentheses. The methods of
// a layer call those of lower ones; only exprReader.up leads to a higher one.

// cursor looks at the tokens of one file. Every token is read once; what looks ahead looks a bounded way or at the end of a group.
type cursor struct {
	builder
	*lex.File
	// text is the file; known is what each word among the tokens does.
	text  string
	known []word
	d     *dialect
	// lookahead is how many tokens may still be looked at to distinguish type arguments from a comparison.
	lookahead int
	// doc and attrs stand before the declaration that comes next.
	doc   *Expr
	attrs []*Expr
	// kept is where the attribute or modifier ends that was read last. statement keeps doc and attrs when a declaration ends there.
	kept int
}

// exprReader reads values, and what is assigned.
type exprReader struct {
	cursor
	// up leads to the layers above, for a value that holds functions or statements, and to what only the language has.
	up language
	// argStack holds the arguments of the calls that are being read.
	argStack []Arg
}

// funcReader reads functions, and what else has a body that ends with a value.
type funcReader struct {
	exprReader
	// asked are the groups that were asked for their last value, in order; looks counts the expressions that were looked at for it.
	asked []asked
	looks int
}

// declReader reads declarations and other statements.
type declReader struct{ funcReader }

// reader reads one file.
type reader struct {
	declReader
	// outer are the names that functions of Python assign to outside of themselves.
	outer map[*Scope][]outerName
	// yields are what the block of Java at hand yields.
	yields []*Expr
}

// keywords appends what each token does as a word.
func (r *cursor) keywords(known []word) []word {
	for _, t := range r.Tokens {
		w := word(0)
		if t.Kind == lex.Word {
			w = r.d.words[r.text[t.Start:t.End]]
		}
		known = append(known, w)
	}
	return known
}

func (r *cursor) str(i int) string { t := &r.Tokens[i]; return r.text[t.Start:t.End] }

func (r *cursor) word(i, to int) string {
	if i >= to || r.Kind(i) != lex.Word {
		return ""
	}
	return r.str(i)
}

// keyword returns what the word at token i does, or 0.
func (r *cursor) keyword(i, to int) word {
	if i >= to || r.Kind(i) != lex.Word {
		return 0
	}
	return r.known[i]
}

func (r *cursor) op(i, to int) string {
	if i >= to || r.Kind(i) != lex.Op {
		return ""
	}
	return r.str(i)
}

// past returns the index after token i when it is one of those words or marks, else i.
func (r *cursor) past(i, to int, tokens ...string) int {
	if i < to && (r.Kind(i) == lex.Word || r.Kind(i) == lex.Op) && slices.Contains(tokens, r.str(i)) {
		return i + 1
	}
	return i
}

// opens reports whether token i, before to, opens a group of that shape.
func (r *cursor) opens(i, to int, s lex.Shape) bool { return i < to && r.Opens(i, s) }

// skipLines returns the first index from i on that is not a line end.
func (r *cursor) skipLines(i, to int) int {
	for i < to && r.Kind(i) == lex.Line {
		i++
	}
	return i
}

// aside sets what stands before a declaration aside, and returns what brings it back.
func (r *cursor) aside() (back func()) {
	doc, attrs := r.takeDoc(), r.takeAttrs()
	return func() { r.doc, r.attrs = doc, attrs }
}

// keep returns the index after an attribute or modifier, behind which what is declared comes.
func (r *cursor) keep(next int) int {
	r.kept = next
	return next
}

// takeDoc returns the documentation comment before the declaration at hand, once.
func (r *cursor) takeDoc() *Expr {
	d := r.doc
	r.doc = nil
	return d
}

// takeAttrs returns the attributes before the declaration at hand, once.
func (r *cursor) takeAttrs() []*Expr {
	a := r.attrs
	r.attrs = nil
	return a
}

// literalAt makes the literal of the Doc, String or Chunk token i.
func (r *exprReader) literalAt(i int) *Expr {
	e := r.expression(Literal, r.Span(i, i+1))
	e.Text = r.Text(i)
	return e
}

func (r *declReader) statements(from, to int) {
	if !r.enter() {
		return
	}
	defer r.leave()
	for i := from; i < to; {
		i = max(r.statement(i, to), i+1)
	}
}

// statement reads one statement, or a part of one, and returns the index after it.
func (r *declReader) statement(i, to int) int {
	switch r.Kind(i) {
	case lex.Line, lex.Close:
		return i + 1
	case lex.Doc:
		r.doc = r.literalAt(i)
		return i + 1
	}
	if s := r.op(i, to); s == ";" || s == "," {
		r.doc, r.attrs = nil, nil
		return i + 1
	}
	if next := r.up.declaration(i, to); next > i {
		if next > i+1 && next != r.kept {
			r.doc, r.attrs = nil, nil
		}
		return next
	}
	switch r.keyword(i, to) {
	case wordReturn:
		if r.Kind(i+1) == lex.Line {
			return i + 1
		}
		e, next := r.value(i+1, to)
		r.returns(e)
		return max(next, i+1)
	case wordStop, wordSkip:
		return i + 1
	}
	if r.opens(i, to, lex.Brace) || r.opens(i, to, lex.Block) {
		r.statements(i+1, r.Pair(i))
		return r.Pair(i) + 1
	}
	return r.assignment(i, to)
}

// assignment reads an expression and what is assigned to it, if anything.
func (r *declReader) assignment(i, to int) int {
	target, next := r.expr(i, to)
	if target == nil {
		return i + 1
	}
	target, next = r.tuple(target, next, to)
	declared := ""
	if r.d.colonTypes && target.Kind == Ref {
		if eq := r.typeEnd(next, to); eq > 0 {
			declared = strings.TrimSpace(r.text[r.Tokens[next].End:r.Tokens[eq].Start])
			next = eq
		}
	}
	if !assigns(r.op(next, to)) {
		r.doc, r.attrs = nil, nil
		return next
	}
	doc, attrs := r.takeDoc(), r.takeAttrs()
	adds := r.op(next, to) != "=" && r.op(next, to) != ":="
	value, end := r.value(next+1, to)
	for _, b := range r.bindAll(target, next, value) {
		b.Adds, b.Doc, b.Attrs, b.Type = adds, doc, attrs, declared
	}
	return max(end, next+1)
}

// value reads what is assigned, which may be assigned to something else first: a = b = value.
func (r *exprReader) value(i, to int) (*Expr, int) { return r.assigned(i, to, true) }

// item reads a value that a comma ends, such as that of a member or an argument.
func (r *exprReader) item(i, to int) (*Expr, int) { return r.assigned(i, to, false) }

func (r *exprReader) assigned(i, to int, tuple bool) (*Expr, int) {
	if !r.enter() {
		return nil, i
	}
	defer r.leave()
	e, next := r.expr(r.skipLines(i, to), to)
	if e == nil {
		return nil, i
	}
	if tuple {
		e, next = r.tuple(e, next, to)
	}
	if r.op(next, to) == "=" && (e.Kind == Ref || e.Kind == List) {
		v, end := r.assigned(next+1, to, tuple)
		r.bindAll(e, next, v)
		return v, end
	}
	return e, next
}

// bindAll binds a target to a value; a list of targets binds each to its part. at is the token of the operator.
func (r *exprReader) bindAll(target *Expr, at int, value *Expr) []*Bind {
	switch {
	case target.Kind == Ref:
		return []*Bind{r.bind(target.Name, target.NameSpan, value)}
	case target.Kind == List:
		var out []*Bind
		for k, t := range target.Items {
			var v *Expr
			if value != nil && value.Kind == List && k < len(value.Items) {
				v = value.Items[k]
			}
			if t.Kind == Ref {
				out = append(out, r.bind(t.Name, t.NameSpan, v))
			}
		}
		return out
	case target.Kind == Other && at > 0 && r.Kind(at-1) == lex.Word:
		// A declared type read as an expression: List<String> names = ...
		return []*Bind{r.bind(r.str(at-1), r.Span(at-1, at), value)}
	}
	return nil
}

// tuple reads the rest of a, b, c where that is a list.
func (r *exprReader) tuple(first *Expr, i, to int) (*Expr, int) {
	if first == nil || !r.d.tuples || r.op(i, to) != "," {
		return first, i
	}
	list := r.expression(List, first.Span)
	list.Items = []*Expr{first}
	for r.op(i, to) == "," {
		e, next := r.expr(i+1, to)
		if e == nil {
			i++
			break
		}
		list.Items = append(list.Items, e)
		list.Span.End = e.Span.End
		i = next
	}
	return list, i
}

func assigns(op string) bool {
	switch op {
	case "=", ":=", "+=", ".=", "??=", "||=", "<<=", "|=":
		return true
	}
	return false
}
