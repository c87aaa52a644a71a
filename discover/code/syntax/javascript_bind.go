package syntax

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
)

// variables reads what is declared from i on, after const, let or var.
func (r jsReader) variables(i, to int) int {
	doc, attrs := r.takeDoc(), r.takeAttrs()
	for i < to {
		target := i
		declared, at := r.colonType(r.past(r.Next(i), to, "!"), to)
		var value *Expr
		value, i = r.initialiser(at, to)
		switch r.word(i, to) {
		case "of":
			if value, i = r.value(i+1, to); value != nil {
				value = r.each(value)
			}
		case "in":
			i++
		}
		for _, b := range r.targets(target, value) {
			b.Doc, b.Attrs, b.Type = doc, attrs, declared
		}
		doc, attrs = nil, nil
		if r.op(i, to) != "," || r.word(i+1, to) == "" && r.Kind(i+1) != lex.Open || i+1 >= to {
			return i
		}
		i++
	}
	return i
}

// targets binds the name or pattern at token target to a value. What require or import gives is an Import and no Bind.
func (r jsReader) targets(target int, value *Expr) []*Bind {
	module := jsModule(value)
	if r.Kind(target) == lex.Word {
		name := r.str(target)
		if value != nil && value.Kind == Index && value.Name != "" && jsModule(value.Recv) != "" {
			r.imported(jsModule(value.Recv), value.Name, name, target)
			return nil
		}
		if module != "" {
			r.imported(module, "", name, target)
			return nil
		}
		return []*Bind{r.bind(name, r.Span(target, target+1), value)}
	}
	var out []*Bind
	if r.Opens(target, lex.Square) && value != nil && value.Kind == List {
		// Each has its own.
		for k, b := range r.pattern(target, "", false) {
			var v *Expr
			if k < len(value.Items) {
				v = value.Items[k]
			}
			out = append(out, r.bind(b.name, r.Span(b.at, b.at+1), v))
		}
		return out
	}
	for _, b := range r.pattern(target, "", true) {
		if module != "" && b.key != "" && !strings.Contains(b.key, ".") {
			r.imported(module, b.key, b.name, b.at)
			continue
		}
		v := r.partOf(value, b)
		switch {
		case v == nil:
			v = b.fallback
		case b.fallback != nil:
			v = r.choice(nil, v, b.fallback)
		}
		out = append(out, r.bind(b.name, r.Span(b.at, b.at+1), v))
	}
	return out
}

// patternParams makes a parameter of each name in the pattern at open, which stands for the argument at the place and may have a default.
func (r jsReader) patternParams(open, argument int, whole *Expr) (out []Param) {
	for _, b := range r.pattern(open, "", true) {
		d := b.fallback
		if part := r.partOf(whole, b); part != nil {
			d = part
		}
		out = append(out, Param{Name: b.name, NameSpan: r.Span(b.at, b.at+1), Default: d, Of: argument, Part: b.key})
	}
	return out
}
