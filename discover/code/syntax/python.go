package syntax

import (
	"bytes"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// outerName is a name in a global or nonlocal statement.
type outerName struct {
	name   string
	global bool
}

var python = dialect{
	of: func(r *reader) language {
		return pythonReader{r, bytes.Contains(r.u.File.Data, []byte(AttributeDocstrings))}
	},
	words: wordset.By(map[word]string{
		wordStop: "if elif else for while try except finally with as pass break continue def class import from del global nonlocal assert " +
			"raise lambda",
		wordSkip:   "await async not",
		wordReturn: "return yield",
		wordScalar: "True False None",
		wordOr:     "or and",
		wordOther:  "in is",
	}),
	// "%" fills a template in; of numbers nothing is made of it.
	glue: wordset.Of("+ %"), adjacent: true, tuples: true, evaluatedKeys: true, ellipsis: true,
}

// AttributeDocstrings is the setting of Pydantic by which the strings behind the fields of a class describe them.
const AttributeDocstrings = "use_attribute_docstrings"

// pythonReader reads what is particular to Python.
type pythonReader struct {
	*reader
	// documentsFields: a string behind a field may document it, as Pydantic is told.
	documentsFields bool
}

// declaration reads what begins with a keyword of its own, decorators, and assignments with a declared type.
func (r pythonReader) declaration(i, to int) int {
	if r.op(i, to) == "@" && r.startsLine(i) {
		if e, next := r.expr(i+1, to); e != nil {
			r.attrs = append(r.attrs, e)
			return r.keep(next)
		}
		return i + 1
	}
	if r.opens(i, to, lex.Brace) {
		_, next := r.expr(i, to) // no block
		return next
	}
	switch r.word(i, to) {
	case "":
		return i
	case "def":
		return r.def(i, i, to)
	case "async":
		if r.word(i+1, to) == "def" {
			return r.def(i, i+1, to)
		}
		if r.word(i+1, to) == "with" {
			return r.with(i+1, to)
		}
	case "with":
		return r.with(i, to)
	case "class":
		return r.pythonClass(i, to)
	case "import":
		return r.imports(i+1, to, "")
	case "from":
		return r.fromImport(i, to)
	case "for":
		return r.pythonFor(i, to, true)
	case "global", "nonlocal":
		return r.outerNames(i, to)
	default:
		if r.keyword(i, to) == 0 && r.startsLine(i) {
			return r.annotated(i, to)
		}
	}
	return i
}

// startsLine reports whether a statement begins at token i.
func (r pythonReader) startsLine(i int) bool {
	return i == 0 || r.Kind(i-1) == lex.Line || r.Opens(i-1, lex.Block) || r.Tokens[i-1].Shape == lex.Block ||
		r.Kind(i-1) == lex.Op && (r.Is(i-1, ";") || r.Is(i-1, ":"))
}

// annotated reads an assignment, or a declaration in a class, with a type: name: type = value.
func (r pythonReader) annotated(i, to int) int {
	k := i
	for r.op(k+1, to) == "." && r.Kind(k+2) == lex.Word {
		k += 2
	}
	if r.op(k+1, to) != ":" || r.Kind(k+2) == lex.Line {
		return i
	}
	typ, next := r.expr(k+2, to)
	if typ == nil {
		return i
	}
	declared := r.source(k+2, next)
	value, next := r.initialiser(next, to)
	if value == nil && r.scope.Class == nil {
		return next // nothing is assigned
	}
	b := r.bind(r.path(i, k+1), r.Span(k, k+1), value)
	b.Type, b.TypeExpr, b.Span.Start = declared, typ, r.Span(i, i+1).Start
	b.Span.End = max(b.Span.End, typ.Span.End)
	if r.documentsFields && r.scope.Class != nil && r.Kind(next) == lex.Line {
		if doc, end := r.docstring(next+1, to); doc != nil {
			b.Doc, next = doc, end
		}
	}
	return next
}

// path writes tokens [from, to) without white space, bounded.
func (r pythonReader) path(from, to int) string {
	var b strings.Builder
	for ; from < to && b.Len() < 500; from++ {
		b.Write(r.Raw(from))
	}
	return b.String()
}

// fromImport reads from x import a as b, c; otherwise from is nothing, as in yield from.
func (r pythonReader) fromImport(i, to int) int {
	k := i + 1
	for k < to && r.keyword(k, to) == 0 && (r.Kind(k) == lex.Word || r.op(k, to) == "." || r.op(k, to) == "...") {
		k++
	}
	if r.word(k, to) != "import" || k == i+1 {
		return i
	}
	return r.imports(k+1, to, r.path(i+1, k))
}

// imports reads the names after import, in parentheses or not. import a.b makes a.b known as such.
func (r pythonReader) imports(i, to int, from string) int {
	end := to
	next := 0
	if r.opens(i, to, lex.Paren) {
		i, end, next = i+1, r.Pair(i), r.Pair(i)+1
	}
	for i < end && r.Kind(i) != lex.Line && r.op(i, end) != ";" {
		k := i
		for k < end && (r.Kind(k) == lex.Word && r.keyword(k, end) == 0 || r.op(k, end) == "." || r.op(k, end) == "*") {
			k++
		}
		if k == i {
			i++
			continue
		}
		name := r.path(i, k)
		im := Import{From: from, Name: name, As: name}
		if from == "" {
			im.From, im.Name = name, ""
		}
		if r.word(k, end) == "as" && r.Kind(k+1) == lex.Word {
			im.As = r.word(k+1, end)
			k += 2
		}
		r.u.Imports = append(r.u.Imports, im)
		i = k
	}
	return max(i, next)
}

// outerNames reads global a, b and nonlocal a, b.
func (r pythonReader) outerNames(i, to int) int {
	global := r.Is(i, "global")
	for i++; r.Kind(i) == lex.Word || r.op(i, to) == ","; i++ {
		if name := r.word(i, to); name != "" {
			if r.outer == nil {
				r.outer = map[*Scope][]outerName{}
			}
			r.outer[r.scope] = append(r.outer[r.scope], outerName{name, global})
		}
	}
	return i
}

// settle moves what the body of a function assigns to names of an outer scope there.
func (r pythonReader) moveOuter(s *Scope) {
	for _, n := range r.outer[s] {
		to := s.Parent
		for to != nil && to.Parent != nil && (n.global || to.Binds(n.name) == nil) {
			to = to.Parent
		}
		if binds := s.Binds(n.name); to != nil && len(binds) > 0 {
			for _, d := range binds {
				to.binds = listed(to.binds, n.name, d)
			}
			delete(s.binds, n.name)
		}
	}
}

// with reads the with at i, and binds names to what is entered: with open("tools.json") as f.
func (r pythonReader) with(i, to int) int {
	k := i + 1
	if r.opens(k, to, lex.Paren) && r.op(r.Pair(k)+1, to) == ":" {
		to = r.Pair(k)
		k++
	}
	for k < to {
		v, next := r.binary(k, to)
		if k = max(next, k); v == nil || r.word(k, to) != "as" || r.Kind(k+1) != lex.Word || k+1 >= to {
			break
		}
		r.bind(r.str(k+1), r.Span(k+1, k+2), v)
		if k += 2; r.op(k, to) != "," {
			break
		}
		k++
	}
	return k
}

// pythonFor reads the for of a statement or a comprehension at i, and binds its targets to what is taken: to each element of a
// literal list, else to an Index without key.
func (r pythonReader) pythonFor(i, to int, statement bool) int {
	var targets []*Expr
	k := i + 1
	for k < to {
		t, next := r.unary(k, to)
		if t == nil {
			break
		}
		targets = append(targets, t)
		if k = next; r.op(k, to) != "," {
			break
		}
		k++
	}
	if r.word(k, to) != "in" || len(targets) == 0 {
		return max(k, i+1)
	}
	target := targets[0]
	if len(targets) > 1 {
		target = r.other(targets...)
		target.Kind = List
	}
	values, next := r.binary(k+1, to)
	if statement {
		values, next = r.tuple(values, next, to)
	}
	switch {
	case values == nil:
		return k + 1
	case values.Kind == List && len(values.Items) > 0:
		for _, v := range values.Items {
			r.bindAll(target, 0, v)
		}
	case target.Kind == Ref:
		r.bind(target.Name, target.NameSpan, r.each(values))
	case target.Kind == List:
		r.pythonBindPattern(target, r.each(values), 0)
	}
	return next
}

// pythonBindPattern binds the names of a target, for i, (name, text) in ..., to the parts of what a loop takes.
func (r pythonReader) pythonBindPattern(target, taken *Expr, depth int) {
	for k, t := range target.Items {
		switch {
		case t.Kind == Ref:
			r.bind(t.Name, t.NameSpan, r.part(taken, k))
		case t.Kind == List && depth < maxTargets:
			r.pythonBindPattern(t, r.part(taken, k), depth+1)
		}
	}
}

// maxTargets bounds how deep the targets of a loop nest.
const maxTargets = 4

// pythonTypeParams reads the type parameters at i, if there are any, and returns the index after them.
func (r pythonReader) pythonTypeParams(i, to int) int {
	if !r.opens(i, to, lex.Square) {
		return i
	}
	r.args(i)
	return r.Next(i)
}

// def reads the function whose def is at token def and which begins at i.
func (r pythonReader) def(i, def, to int) int {
	if r.word(def+1, to) == "" {
		return def + 1
	}
	f := r.funcNamed(i, def+1)
	k := r.pythonTypeParams(def+2, to)
	if r.opens(k, to, lex.Paren) {
		f.Params = r.params(k)
		k = r.Next(k)
	}
	if r.op(k, to) == "->" {
		// What a function returns may be annotated with text too.
		result, next := r.expr(k+1, to)
		f.Result, k = result, max(next, k+1)
	}
	next, doc := r.suite(f.Scope, k, to)
	f.Doc = doc
	f.Span = r.statementSpan(i, next)
	r.moveOuter(f.Scope)
	return next
}

// pythonClass reads the class whose keyword is at i. What is passed to its base is a member.
func (r pythonReader) pythonClass(i, to int) int {
	if r.word(i+1, to) == "" {
		return i + 1
	}
	c := r.classNamed(r.nameAt(i+1), r.Span(i+1, i+2))
	k := r.pythonTypeParams(i+2, to)
	if r.opens(k, to, lex.Paren) {
		for _, a := range r.args(k) {
			switch base := a.Value; {
			case a.Name != "" && a.Key != nil:
				r.inScope(c.Scope, func() { r.bind(a.Name, a.Key.Span, a.Value) })
			case base != nil && !a.Spread:
				for base.Recv != nil && base.Name == "" {
					base = base.Recv
				}
				if base.Name != "" {
					c.Bases = append(c.Bases, base.Name)
				}
			}
		}
		k = r.Next(k)
	}
	next, doc := r.suite(c.Scope, k, to)
	c.Doc = doc
	c.Span = r.statementSpan(i, next)
	return next
}

// statementSpan is the bytes of tokens [from, to) without the line end and the ends of blocks.
func (r pythonReader) statementSpan(from, to int) source.Span {
	for to > from+1 && (r.Kind(to-1) == lex.Line || r.Tokens[to-1].Shape == lex.Block) {
		to--
	}
	return r.Span(from, to)
}

// suite reads the body after the ":" at i, an indented block or the rest of the line, with the reading in scope s. Its docstring is
// no statement.
func (r pythonReader) suite(s *Scope, i, to int) (next int, doc *Expr) {
	i = r.skipUntil(i, to, to, func(k int) bool { return r.op(k, to) == ":" || r.Kind(k) == lex.Line })
	if r.op(i, to) != ":" || !r.enter() {
		return i, nil
	}
	defer r.leave()
	i++
	r.inScope(s, func() {
		if r.Kind(i) == lex.Line && r.opens(i+1, to, lex.Block) {
			end := r.Pair(i + 1)
			doc, next = r.docstring(i+2, end)
			r.statements(next, end)
			next = end + 1
			return
		}
		doc, next = r.docstring(i, to)
		for next < to && r.Kind(next) != lex.Line && r.Kind(next) != lex.Close {
			next = max(r.statement(next, to), next+1)
		}
	})
	r.attrs, r.doc = nil, nil
	return next, doc
}

// docstring reads the docstring at i, if there is one: a string, or some side by side, that is a statement. It is none when it is
// bytes or interpolated.
func (r pythonReader) docstring(i, to int) (*Expr, int) {
	if r.opens(i, to, lex.Paren) {
		// In parentheses it is one too.
		end := r.Pair(i)
		if doc, next := r.docstring(i+1, end); doc != nil && next == end && r.endsStatement(end+1, to) {
			return doc, end + 1
		}
		return nil, i
	}
	k := i
	var tokens []int
	for k < to && r.Kind(k) == lex.String {
		raw := r.Raw(k)
		if bytes.ContainsAny(raw[:max(bytes.IndexAny(raw, "'\""), 0)], "bB") {
			return nil, i
		}
		tokens = append(tokens, k)
		k++
	}
	if len(tokens) == 0 || !r.endsStatement(k, to) {
		return nil, i
	}
	doc := r.expression(Literal, r.Span(i, k))
	doc.Text = r.DocText(tokens...)
	return doc, k
}

// endsStatement reports whether no token before to goes on with a statement at i.
func (r pythonReader) endsStatement(i, to int) bool {
	return i >= to || r.endsLine(i, to)
}

// primary reads a lambda, a yield within an expression, and "...".
func (r pythonReader) primary(i, to int) (*Expr, int) {
	if r.word(i, to) == "yield" {
		e, next := r.expr(i+1, to)
		if e == nil {
			return r.expression(Other, r.Span(i, i+1)), i + 1
		}
		r.returns(e)
		return r.other(e), next
	}
	if r.op(i, to) == "..." {
		return r.scalar(i), i + 1
	}
	if r.word(i, to) != "lambda" {
		return nil, i
	}
	colon := r.skipUntil(i+1, to, to, func(k int) bool { return r.op(k, to) == ":" || r.Kind(k) == lex.Line })
	e := r.functionValue(i, i+1)
	e.Fn.Params = r.paramsIn(i+1, colon)
	if r.op(colon, to) == ":" {
		r.inScope(e.Fn.Scope, func() {
			value, next := r.expr(colon+1, to)
			r.returns(value)
			colon = max(next, colon+1)
		})
	}
	return r.setEnd(e, i, colon), colon
}

// postfix reads name := value, which is a value and binds it.
func (r pythonReader) postfix(left *Expr, i, to int) (*Expr, int) {
	if left.Kind != Ref || r.op(i, to) != ":=" {
		return left, i
	}
	value, next := r.expr(i+1, to)
	if value == nil {
		return left, i
	}
	r.bind(left.Name, left.NameSpan, value)
	return value, next
}

// infix reads what follows a whole expression: a if b else c, and the loops and conditions of a comprehension, whose value is
// the expression before them.
func (r pythonReader) infix(left *Expr, i, to int) (*Expr, int) {
	if r.word(i, to) == "if" {
		left, i = r.pythonChoice(left, i, to)
	}
	if w := r.word(i, to); w != "for" && (w != "async" || r.word(i+1, to) != "for") {
		return left, i
	}
	for {
		switch r.word(i, to) {
		case "async":
			i++
		case "for":
			i = r.pythonFor(i, to, false)
		case "if":
			_, next := r.binary(i+1, to)
			i = max(next, i+1)
		default:
			return left, i
		}
	}
}

// pythonChoice reads the rest of a if x else b, from the if at i on. Without an else it is not a choice.
func (r pythonReader) pythonChoice(left *Expr, i, to int) (*Expr, int) {
	cond, next := r.binary(i+1, to)
	if cond == nil {
		return r.other(left), i
	}
	if r.word(next, to) != "else" {
		return r.other(left, cond), next
	}
	if b, end := r.expr(next+1, to); b != nil {
		return r.choice(cond, left, b), end
	}
	return r.other(left, cond), next + 1
}
