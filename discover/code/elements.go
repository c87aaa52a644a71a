package code

import (
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

var (
	pairNames = wordset.Of("items entries entryset iteritems withindex")
	sameNames = wordset.Of(`sorted list iter intoiter itermut tolist toarray from stream filter reversed array copied cloned reverse slice asiterable asenumerable
		to_a where collect tuple set freeze`)
)

// elements lists the values that a loop over x takes; ok is false when they are not known.
func (r *reader) elements(x *syntax.Expr, depth int) (items []*syntax.Expr, ok bool) {
	if x == nil || depth > 8 || !r.spend(4) {
		return nil, false
	}
	if x.Kind == syntax.Index && x.Name == syntax.EachPair {
		return r.pairs(x.Recv)
	}
	if x.Kind == syntax.Call {
		of := x.Recv
		if of == nil || of.Kind == syntax.Ref && (of.Name == "Object" || of.Name == "Array" || of.Name == "Arrays") {
			of = first(x)
		}
		switch k := key(x.Name); {
		case pairNames[k], k == "enumerate":
			return r.pairs(of)
		case k == "values" || k == "keys":
			all, ok := r.pairs(of)
			for _, p := range all {
				items = append(items, p.Items[map[string]int{"keys": 0, "values": 1}[k]])
			}
			return items, ok
		case sameNames[k] && of != nil:
			if items, ok := r.elements(of, depth+1); ok {
				return items, true
			}
		}
	}
	for _, d := range r.deref(x) {
		switch {
		case d.Kind == syntax.List:
			for _, item := range d.Items {
				if len(items) < maxMembers {
					items = append(items, item)
				}
			}
			ok = true
		case d.Kind == syntax.Object && r.u.Lang == lex.Python:
			all, known := r.pairs(d)
			for _, p := range all {
				items = append(items, p.Items[0])
			}
			ok = ok || known
		case d.Kind == syntax.Call && transparent[d.Name]:
			items, ok = append(items, positional(d)...), true
		}
	}
	return items, ok
}

// pairs lists keys and values of a map, and places and elements of a list, each a list of two.
func (r *reader) pairs(x *syntax.Expr) (out []*syntax.Expr, ok bool) {
	pair := func(k, v *syntax.Expr) {
		if v != nil && len(out) < maxMembers {
			out = append(out, &syntax.Expr{Kind: syntax.List, Items: []*syntax.Expr{k, v}, Span: v.Span, Scope: v.Scope})
		}
	}
	for _, d := range r.deref(x) {
		switch d.Kind {
		case syntax.List:
			ok = true
			for i, item := range d.Items {
				pair(&syntax.Expr{Kind: syntax.Scalar, Text: source.Text{Value: strconv.Itoa(i)}, Span: item.Span, Scope: item.Scope}, item)
			}
		case syntax.Object:
			ok = true
			for i := range d.Args {
				a := &d.Args[i]
				if a.Spread {
					continue
				}
				if t, _ := r.keyText(a); t.Value != "" {
					span := d.Span
					if a.Key != nil {
						span = a.Key.Span
					}
					pair(&syntax.Expr{Kind: syntax.Literal, Text: t, Span: span, Scope: d.Scope}, a.Value)
				}
			}
		}
	}
	return out, ok
}

// itemAt is the element of a list at a place that is written as a name, or nil.
func itemAt(e *syntax.Expr, name string) *syntax.Expr {
	if n := number(name); n >= 0 && n < len(e.Items) && !strings.HasPrefix(name, "+") {
		return e.Items[n]
	}
	return nil
}

// constructed is what a call gave the parameter of that name of the class that it makes, or nil.
func constructed(e *syntax.Expr, c *syntax.Class, name string) *syntax.Expr {
	i := slices.IndexFunc(c.Params, func(p syntax.Param) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	if v := e.Arg(name); v != nil {
		return v
	}
	return e.Positional(i)
}
