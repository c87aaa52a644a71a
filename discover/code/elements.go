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
	pairNames = wordset.Of("items entries entryset iteritems withindex enumerate")
	sameNames = wordset.Of(`sorted list iter intoiter itermut tolist toarray from stream filter reversed array copied cloned reverse slice asiterable asenumerable
		to_a where collect tuple set freeze`)
)

// elements lists the values that a loop over x takes; ok is false when they are not known.
func (r *Resolver) elements(x *syntax.Expr, depth int) (items []*syntax.Expr, ok bool) {
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
		case pairNames[k]:
			return r.pairs(of)
		case k == "keys":
			return r.pairItems(of, 0)
		case k == "values":
			return r.pairItems(of, 1)
		case sameNames[k] && of != nil:
			if items, ok := r.elements(of, depth+1); ok {
				return items, true
			}
		}
	}
	for _, d := range r.deref(x) {
		switch {
		case d.Kind == syntax.List:
			items = append(items, d.Items[:max(0, min(len(d.Items), maxMembers-len(items)))]...)
			ok = true
		case d.Kind == syntax.Object && r.u.Lang == lex.Python:
			keys, known := r.pairItems(d, 0)
			items, ok = append(items, keys...), ok || known
		case d.Kind == syntax.Call && transparent[d.Name]:
			items, ok = append(items, positional(d)...), true
		}
	}
	return items, ok
}

// pairItems lists the keys or the values of a map, and the places or the elements of a list.
func (r *Resolver) pairItems(x *syntax.Expr, which int) (out []*syntax.Expr, ok bool) {
	all, ok := r.pairs(x)
	for _, p := range all {
		out = append(out, p.Items[which])
	}
	return out, ok
}

// pairs lists keys and values of a map, and places and elements of a list, each a list of two.
func (r *Resolver) pairs(x *syntax.Expr) (out []*syntax.Expr, ok bool) {
	pair := func(kind syntax.Kind, key source.Text, at source.Span, v *syntax.Expr) {
		if v != nil && len(out) < maxMembers {
			k := &syntax.Expr{Kind: kind, Text: key, Span: at, Scope: v.Scope}
			out = append(out, &syntax.Expr{Kind: syntax.List, Items: []*syntax.Expr{k, v}, Span: v.Span, Scope: v.Scope})
		}
	}
	for _, d := range r.deref(x) {
		ok = ok || d.Kind == syntax.List || d.Kind == syntax.Object
		if d.Kind == syntax.List {
			for i, item := range d.Items {
				pair(syntax.Scalar, source.Text{Value: strconv.Itoa(i)}, item.Span, item)
			}
		}
		for i := range d.Args {
			a := &d.Args[i]
			if d.Kind != syntax.Object || a.Spread {
				continue
			}
			if t, _ := r.keyText(a); t.Value != "" {
				span := d.Span
				if a.Key != nil {
					span = a.Key.Span
				}
				pair(syntax.Literal, t, span, a.Value)
			}
		}
	}
	return out, ok
}

func itemAt(e *syntax.Expr, name string) *syntax.Expr {
	if n := parseIndex(name); n >= 0 && n < len(e.Items) && !strings.HasPrefix(name, "+") {
		return e.Items[n]
	}
	return nil
}

// fieldByPosition returns what an element of a table of C++ has for a field of the struct that the table is declared to hold:
// std::vector<Definition> table = {{"name", "text"}}.
func (r *Resolver) fieldByPosition(e *syntax.Expr, name string) *syntax.Expr {
	b := r.bindOf[e.Parent]
	if r.u.Lang != lex.Cpp || b == nil {
		return nil
	}
	for _, t := range typeNames(b.Type) {
		if c := r.classNamed(b.Scope, t); c != nil {
			if i := slices.IndexFunc(c.Members, func(b *syntax.Bind) bool { return b.Name == name }); i >= 0 && i < len(e.Items) {
				return e.Items[i]
			}
		}
	}
	return nil
}

// constructed returns what the call of a class puts under a name: what it gives the parameter of that name, or the field in that place.
func constructed(e *syntax.Expr, c *syntax.Class, name string) *syntax.Expr {
	params := c.Params
	if f := constructor(c); len(params) == 0 && f != nil {
		if params = f.Params; len(params) > 0 && isSelf[params[0].Name] {
			params = params[1:]
		}
	}
	i := slices.IndexFunc(params, func(p syntax.Param) bool { return p.Name == name })
	if len(params) == 0 && len(e.Args) > 0 {
		i = slices.IndexFunc(c.Members, func(b *syntax.Bind) bool { return b.Name == name })
	}
	if i < 0 {
		return nil
	}
	if v := e.Arg(name); v != nil {
		return v
	}
	return e.Positional(i)
}
