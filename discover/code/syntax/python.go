package syntax

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// python reads what is Python's own. There is one for each file.
type python struct {
	// outer are the names that functions assign to outside of themselves.
	outer map[*Scope][]outerName
}

// outerName is a name in a global or nonlocal statement.
type outerName struct {
	name   string
	global bool
}

var (
	pythonWords = words(map[word][]string{
		wordStop: {
			"if", "elif", "else", "for", "while", "try", "except", "finally", "with", "as", "pass", "break", "continue", "def", "class", "import",
			"from", "del", "global", "nonlocal", "assert", "raise", "lambda",
		},
		wordSkip:   {"await", "async", "not"},
		wordReturn: {"return", "yield"},
		wordScalar: {"True", "False", "None"},
		wordOr:     {"or", "and"},
		wordOther:  {"in", "is"},
	})
	// "%" fills a template in; of numbers nothing is made of it.
	pythonGlue = map[string]bool{"+": true, "%": true}
)

func pythonDialect() *dialect {
	p := &python{outer: map[*Scope][]outerName{}}
	return &dialect{
		declaration: p.declaration, primary: pythonPrimary, postfix: pythonPostfix, infix: pythonInfix,
		words: pythonWords, glue: pythonGlue, adjacent: true, tuples: true, evaluatedKeys: true, ellipsis: true,
	}
}

// declaration reads what begins with a keyword of its own, decorators, and assignments with a declared type.
func (p *python) declaration(r *reader, i, to int) int {
	if r.op(i, to) == "@" && startsLine(r, i) {
		if e, next := r.expr(i+1, to); e != nil {
			r.attrs = append(r.attrs, e)
			return next
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
		return p.def(r, i, i, to)
	case "async":
		if r.word(i+1, to) == "def" {
			return p.def(r, i, i+1, to)
		}
	case "class":
		return p.class(r, i, to)
	case "import":
		return imports(r, i+1, to, "")
	case "from":
		return fromImport(r, i, to)
	case "for":
		return pythonFor(r, i, to, true)
	case "global", "nonlocal":
		return p.outerNames(r, i, to)
	default:
		if r.keyword(i, to) == 0 && startsLine(r, i) {
			return annotated(r, i, to)
		}
	}
	return i
}

// startsLine reports whether a statement begins at token i.
func startsLine(r *reader, i int) bool {
	return i == 0 || r.Kind(i-1) == lex.Line || r.Opens(i-1, lex.Block) || r.Tokens[i-1].Shape == lex.Block ||
		r.Kind(i-1) == lex.Op && (r.Is(i-1, ";") || r.Is(i-1, ":"))
}

// annotated reads an assignment, or a declaration in a class, with a type: name: type = value.
func annotated(r *reader, i, to int) int {
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
	var value *Expr
	if r.op(next, to) == "=" {
		value, next = r.value(next+1, to)
	}
	if value == nil && r.scope.Class == nil {
		return next // nothing is assigned
	}
	b := r.bind(r.path(i, k+1), r.span(k, k+1), value)
	b.Type, b.TypeExpr, b.Span.Start = declared, typ, r.span(i, i+1).Start
	b.Span.End = max(b.Span.End, typ.Span.End)
	return next
}

// path writes tokens [from, to) without white space, bounded.
func (r *reader) path(from, to int) string {
	var b strings.Builder
	for ; from < to && b.Len() < 500; from++ {
		b.Write(r.Raw(from))
	}
	return b.String()
}

// fromImport reads from x import a as b, c; otherwise from is nothing, as in yield from.
func fromImport(r *reader, i, to int) int {
	k := i + 1
	for k < to && r.keyword(k, to) == 0 && (r.Kind(k) == lex.Word || r.op(k, to) == "." || r.op(k, to) == "...") {
		k++
	}
	if r.word(k, to) != "import" || k == i+1 {
		return i
	}
	return imports(r, k+1, to, r.path(i+1, k))
}

// imports reads the names after import, in parentheses or not. import a.b makes a.b known as such.
func imports(r *reader, i, to int, from string) int {
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
func (p *python) outerNames(r *reader, i, to int) int {
	global := r.Is(i, "global")
	for i++; r.Kind(i) == lex.Word || r.op(i, to) == ","; i++ {
		if name := r.word(i, to); name != "" {
			p.outer[r.scope] = append(p.outer[r.scope], outerName{name, global})
		}
	}
	return i
}

// settle moves what the body of a function assigns to names of an outer scope there.
func (p *python) settle(s *Scope) {
	for _, n := range p.outer[s] {
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

// pythonFor reads the for of a statement or a comprehension at i, and binds its targets to what is taken: to each element of a
// literal list, else to an Index without key.
func pythonFor(r *reader, i, to int, statement bool) int {
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
		target = r.expression(List, source.Span{Start: target.Span.Start, End: targets[len(targets)-1].Span.End})
		target.Items = targets
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
		taken := r.expression(Index, values.Span)
		taken.Recv = values
		r.bind(target.Name, target.NameSpan, taken)
	}
	return next
}
