package syntax

import (
	"bytes"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/internal/wordset"
)

var phpModifiers = wordset.Of("public private protected static abstract final readonly var")

var php = dialect{
	of:   func(r *reader) language { return phpReader{r} },
	glue: wordset.Of("."), member: wordset.Of("-> ?-> ::"), arrowKeys: true, ternary: true, casts: true,
	bases: wordset.Of("extends implements"), bodies: wordset.Of("=>"),
	words: wordset.By(map[word]string{
		wordStop: "if else elseif for foreach while do switch case default try catch finally endif endforeach endfor endwhile endswitch " +
			"declare break continue goto as insteadof function",
		wordSkip: "public private protected readonly abstract final var global echo print clone throw yield from include include_once " +
			"require require_once",
		wordNew:    "new",
		wordReturn: "return",
		wordScalar: "true false null TRUE FALSE NULL",
		wordOr:     "and or xor",
		wordOther:  "instanceof",
	}),
}

// phpReader reads what is particular to PHP.
type phpReader struct{ *reader }

// declaration reads namespaces, imports, attributes, functions, classes, constants and properties.
func (r phpReader) declaration(i, to int) int {
	if r.op(i, to) == "#" && r.opens(i+1, to, lex.Square) {
		for _, a := range r.args(i + 1) {
			if a.Value != nil {
				r.attrs = append(r.attrs, a.Value)
			}
		}
		return r.keep(r.Pair(i+1) + 1)
	}
	k := i
	for k < to && phpModifiers[r.word(k, to)] {
		k++
	}
	switch w := r.word(k, to); w {
	case "namespace":
		if name := r.word(k+1, to); name != "" {
			r.u.Package = phpPath(name)
			return k + 2
		}
	case "use":
		return r.use(k+1, to)
	case "function":
		name := r.past(k+1, to, "&")
		if r.word(name, to) != "" && r.opens(name+1, to, lex.Paren) {
			return r.funcAt(name, name, to)
		}
	case "class", "interface", "trait", "enum":
		if r.word(k+1, to) != "" && r.keyword(k+1, to) != wordStop && r.op(k+1, to) == "" {
			return r.classAt(k+1, k+1, to, false)
		}
	case "foreach":
		if r.opens(k+1, to, lex.Paren) {
			return r.foreach(k + 1)
		}
	case "const":
		return r.consts(k+1, to)
	case "case":
		if c := r.scope.Class; c != nil && r.scope.Func == nil && r.word(k+1, to) != "" {
			return r.consts(k+1, to)
		}
	case "define":
		if r.opens(k+1, to, lex.Paren) {
			return r.define(k, to)
		}
	}
	if k > i || r.scope.Class != nil {
		return r.property(i, k, to)
	}
	return i
}

// foreach reads the parenthesis of a loop: foreach (values as [$name, $text]), foreach (values as $key => $value). It returns the index
// after it.
func (r phpReader) foreach(open int) int {
	end := r.Pair(open)
	values, k := r.value(open+1, end)
	if values == nil || r.word(k, end) != "as" {
		r.statements(open+1, end)
		return end + 1
	}
	taken := r.each(values)
	if arrow := r.skipUntil(k+1, end, end, func(k int) bool { return r.op(k, end) == "=>" }); arrow < end {
		taken = r.each(r.memberOf(values, EachPair))
		r.bindPattern(k+1, end, r.part(taken, 0))
		taken, k = r.part(taken, 1), arrow
	}
	r.bindPattern(k+1, end, taken)
	return end + 1
}

func phpPath(name string) string { return strings.ReplaceAll(strings.Trim(name, `\`), `\`, ".") }

// use reads what follows "use", up to its end: use A\B as C, use A\{B, C}; in a class, the traits that are its bases.
func (r phpReader) use(i, to int) int {
	end := r.lineEnd(i, to)
	c := r.scope.Class
	if c == nil {
		r.importTree("", `\`, r.past(i, to, "function", "const"), end)
		return end
	}
	for ; i < end && !r.opens(i, end, lex.Brace); i++ {
		if name := r.word(i, end); name != "" {
			c.Bases = append(c.Bases, phpPath(name))
		}
	}
	return r.skipTo(i, end, 1)
}

// consts reads the constants or the enum case from i on: [type] NAME = value, ...
func (r phpReader) consts(i, to int) int {
	k := i
	for n := 0; n < typeLookahead && k < to && r.op(k+1, to) != "=" && r.op(k+1, to) != ";"; n++ {
		k = r.Next(k)
	}
	if r.word(k, to) == "" {
		return k
	}
	return r.names(i, k, to)
}

// names reads NAME = value, NAME = value, ... from k on, whose type stands at i.
func (r phpReader) names(i, k, to int) int {
	doc, attrs := r.takeDoc(), r.takeAttrs()
	declared := ""
	if k > i {
		declared = r.source(i, k)
	}
	for {
		value, next := r.initialiser(k+1, to)
		b := r.bind(strings.TrimPrefix(r.str(k), "$"), r.Span(k, k+1), value)
		b.Doc, b.Attrs, b.Type = doc, attrs, declared
		if k = next + 1; r.op(next, to) != "," || r.word(k, to) == "" {
			return next
		}
	}
}

// property reads the property whose modifiers begin at i and whose type or name at k; it returns i when there is none.
func (r phpReader) property(i, k, to int) int {
	name := r.skipUntil(k, to, typeLookahead, func(k int) bool {
		w, s := r.word(k, to), r.op(k, to)
		return w != "" && w[0] == '$' || w == "" && s != "?" && s != "|" && s != "&" && !r.opens(k, to, lex.Paren)
	})
	if w := r.word(name, to); w == "" || w[0] != '$' || name == i {
		return i
	}
	return r.names(k, name, to)
}

// define reads define('NAME', value) at i, which binds a constant of the whole file.
func (r phpReader) define(i, to int) int {
	e, next := r.expr(i, to)
	name, value := e.Positional(0), e.Positional(1)
	if e != nil && e.Kind == Call && name != nil && name.Kind == Literal && value != nil {
		r.inScope(r.u.Root, func() { r.bind(name.Text.Value, name.Span, value) })
	}
	return max(next, i+1)
}

// primary reads names, closures, array(), match and anonymous classes.
func (r phpReader) primary(i, to int) (*Expr, int) {
	if s := r.op(i, to); s == "@" || s == "#" {
		end := i
		for ; r.op(end, to) == "@" || r.op(end, to) == "#"; end++ {
			if r.opens(end+1, to, lex.Square) {
				r.args(end + 1)
				end = r.Pair(end + 1)
			}
		}
		// What was read must not be read again, so that the time stays in proportion.
		if e, next := r.unary(end, to); e != nil {
			return e, next
		}
		return r.expression(Other, r.Span(i, end)), end
	}
	w := r.word(i, to)
	if w == "" {
		return nil, i
	}
	if w == "static" && (r.word(i+1, to) == "fn" || r.word(i+1, to) == "function") {
		i++
		w = r.word(i, to)
	}
	switch {
	case w == "fn" || w == "function":
		open := r.past(i+1, to, "&")
		if r.opens(open, to, lex.Paren) {
			return r.functionAt(i, open, to)
		}
	case (w == "array" || w == "list") && r.opens(i+1, to, lex.Paren):
		e, next := r.group(i + 1)
		e.Span.Start = r.Span(i, i+1).Start
		return e, next
	case w == "class":
		return r.newClass(i, to)
	}
	if e, next := r.switchValue(i, to, "match", "=>"); e != nil {
		return e, next
	}
	if r.keyword(i, to) != 0 {
		return nil, i
	}
	e := r.ref(phpPath(strings.TrimLeft(w, "$")), i)
	e.NameSpan.Start += bytes.LastIndexByte(r.Raw(i), '\\') + 1
	if e.Name == "static" {
		e.Name = "self"
	}
	return e, i + 1
}

// newClass reads class(args) extends X { } at i, after "new".
func (r phpReader) newClass(i, to int) (*Expr, int) {
	k := i + 1
	if r.opens(k, to, lex.Paren) {
		k = r.Next(k)
	}
	if w := r.word(k, to); w != "extends" && w != "implements" && !r.opens(k, to, lex.Brace) {
		return nil, i
	}
	if k > i+1 {
		r.args(i + 1)
	}
	c, next := r.anonymous(i, k, to)
	return r.expression(Other, c.Span), next
}
