package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/internal/wordset"
)

// jsClass reads the class at i. One without a name has the name given.
func (r jsReader) jsClass(i, to int, name string) (*Class, int) {
	k, span := i+1, r.Span(i, i+1)
	if w := r.word(k, to); w != "" && !r.d.bases[w] {
		name, span = w, r.Span(k, k+1)
		k++
	}
	c := r.classNamed(name, span)
	return c, r.classBody(c, i, r.classHead(c, r.typeParams(k, to), to), to)
}

// jsMember reads one field, method or accessor of a class.
func (r jsReader) jsMember(i, to int) int {
	k, setter := i, false
	for k < to && r.modifier(k, to) {
		setter = setter || r.word(k, to) == "set"
		if r.word(k, to) == "static" && r.opens(k+1, to, lex.Brace) {
			f := r.function("", r.Span(k, k))
			end := r.body(f, k+1, to)
			f.Span = r.Span(k, end)
			return end
		}
		k++
	}
	if k >= to {
		return i
	}
	label, after := "", r.past(r.Next(k), to, "?", "!")
	switch r.Kind(k) {
	case lex.Word, lex.String:
		label = r.label(k)
	case lex.Number:
	case lex.Open:
		if !r.opens(k, to, lex.Square) {
			return i
		}
		if r.Kind(k+1) == lex.Word && r.Is(k+2, ":") {
			return r.result(after, to) // an index signature
		}
		if e, _ := r.expr(k+1, r.Pair(k)); e != nil && e.Kind == Literal {
			label = e.Text.Value
		}
	default:
		return i
	}
	if open, brace := r.parts(after, to); open > 0 {
		if setter {
			label = ""
		}
		return r.method(i, open, brace, label, k, to)
	}
	return r.field(after, label, k, to)
}

// modifier reports whether the word at i stands before a member and is not its name.
func (r jsReader) modifier(i, to int) bool {
	return r.op(i, to) == "*" || jsModifiers[r.word(i, to)] && (r.word(i+1, to) != "" || r.Kind(i+1) == lex.String && i+1 < to ||
		r.op(i+1, to) == "*" || r.opens(i+1, to, lex.Square) || r.opens(i+1, to, lex.Brace))
}

var jsModifiers = wordset.Of("static readonly private public protected abstract declare override accessor async get set")

// field reads the type and value of a field. Without a name, as when it is computed, it is not a member.
func (r jsReader) field(i int, label string, name, to int) int {
	doc, attrs := r.takeDoc(), r.takeAttrs()
	declared, next := r.colonType(i, to)
	value, next := r.initialiser(next, to)
	if label != "" {
		d := r.bind(label, r.Span(name, name+1), value)
		d.Doc, d.Attrs, d.Type = doc, attrs, declared
	}
	return next
}

// method reads a method that begins at i. Parameters of a constructor that are fields are members.
func (r jsReader) method(i, open, brace int, label string, name, to int) int {
	if brace < 0 {
		return r.result(r.Next(open), to)
	}
	f := r.documented(r.function(label, r.Span(name, name+1)))
	end := r.jsFinish(f, i, open, brace, to)
	if label != "constructor" {
		return end
	}
	for k := open + 1; k < r.Pair(open); k = r.Next(k) {
		if k > open+1 && !r.Is(k-1, ",") || !r.modifier(k, r.Pair(open)) {
			continue
		}
		for r.modifier(k, r.Pair(open)) {
			k++
		}
		for _, p := range f.Params {
			if p.Name == r.label(k) {
				d := r.bind(p.Name, p.NameSpan, p.Default)
				d.Type, d.Attrs, d.Doc = p.TypeText, p.Attrs, p.Doc
				break
			}
		}
	}
	return end
}

// objectMethod reads a method, getter or setter as a member: name() { }, async name() { }, get name() { }.
func (r jsReader) objectMethod(a *Arg, k, end int) (int, bool) {
	for k < end && r.modifier(k, end) {
		k++
	}
	if k >= end || r.Kind(k) != lex.Word && r.Kind(k) != lex.String && !r.opens(k, end, lex.Square) {
		return k, false
	}
	open, brace := r.parts(r.Next(k), end)
	if brace < 0 {
		return k, false
	}
	e, next := r.jsLambda(k, r.Span(k, k+1), open, brace, end)
	r.keyAt(a, k)
	a.Value = e
	return next, true
}
