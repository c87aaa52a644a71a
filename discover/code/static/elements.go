package static

import (
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
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

// Elements lists the values that a loop over x takes; ok is false when they are not known.
func (r *Resolver) Elements(x *syntax.Expr, depth int) (items []*syntax.Expr, ok bool) {
	if x == nil || depth > 8 || !r.Spend(4) {
		return nil, false
	}
	if x.Kind == syntax.Index && x.Name == syntax.EachPair {
		return r.pairs(x.Recv)
	}
	if x.Kind == syntax.Call {
		of := x.Recv
		if of == nil || of.Kind == syntax.Ref && (of.Name == "Object" || of.Name == "Array" || of.Name == "Arrays") {
			of = First(x)
		}
		switch k := ident.Key(x.Name); {
		case pairNames[k]:
			return r.pairs(of)
		case k == "keys":
			return r.pairItems(of, 0)
		case k == "values":
			return r.pairItems(of, 1)
		case sameNames[k] && of != nil:
			if items, ok := r.Elements(of, depth+1); ok {
				return items, true
			}
		}
	}
	for _, d := range r.Deref(x) {
		switch {
		case d.Kind == syntax.List:
			items = append(items, d.Items[:max(0, min(len(d.Items), MaxMembers-len(items)))]...)
			ok = true
		case d.Kind == syntax.Object && r.Unit.Lang == lex.Python:
			keys, known := r.pairItems(d, 0)
			items, ok = append(items, keys...), ok || known
		case d.Kind == syntax.Call && Transparent[d.Name]:
			items, ok = append(items, Positional(d)...), true
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
		if v != nil && len(out) < MaxMembers {
			k := &syntax.Expr{Kind: kind, Text: key, Span: at, Scope: v.Scope}
			out = append(out, &syntax.Expr{Kind: syntax.List, Items: []*syntax.Expr{k, v}, Span: v.Span, Scope: v.Scope})
		}
	}
	for _, d := range r.Deref(x) {
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
			if t, _ := r.KeyText(a); t.Value != "" {
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
	b := r.BindOf[e.Parent]
	if r.Unit.Lang != lex.Cpp || b == nil {
		return nil
	}
	for _, t := range TypeNames(b.Type) {
		if c := r.ClassNamed(b.Scope, t); c != nil {
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
	if f := Constructor(c); len(params) == 0 && f != nil {
		if params = f.Params; len(params) > 0 && IsSelf[params[0].Name] {
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

// MaxMembers bounds how many members an object and elements a list has.
const MaxMembers = 2000

// KeyText returns the text of a key and the literals that it is made of.
func (r *Resolver) KeyText(a *syntax.Arg) (source.Text, []Place) {
	switch {
	case a.Key == nil:
	case a.Computed:
		v := r.text(a.Key)
		if len(v.Alts) == 0 || !v.Alts[0].Known() {
			return source.Text{}, nil
		}
		return v.Alts[0].Text(), v.Alts[0].Lits
	case a.Key.Kind == syntax.Literal:
		return a.Key.Text, []Place{{r.File, a.Key.Span.Start}}
	case a.Key.Kind == syntax.Ref:
		return r.NameText(a.Name, a.Key.NameSpan), nil
	}
	return source.Text{Value: a.Name}, nil
}

// NameText returns an identifier as a text, with its place where the source has it at span.
func (r *Resolver) NameText(name string, span source.Span) source.Text {
	if span.End <= span.Start {
		return source.Text{Value: name}
	}
	t := source.VerbatimText(r.File, span)
	if k := strings.Index(t.Value, name); k >= 0 {
		return t.Slice(k, k+len(name))
	}
	var b source.Builder
	b.Fold(r.File, span, name)
	return b.Text()
}

// maxTypes bounds the names that are read of one declared type.
const maxTypes = 4

// TypeNames are the names in a declared type that classes of the project may have, with the package or module before them.
func TypeNames(t string) []string {
	if len(t) > ident.MaxWord {
		return nil
	}
	var out []string
	for _, name := range strings.FieldsFunc(t, func(c rune) bool { return c < 0x80 && !ident.LettersAnd(string(c), "_.:") }) {
		name = strings.Trim(strings.ReplaceAll(name, "::", "."), ".:")
		if n := ident.Last(name); n != "" && !builtinTypes[strings.ToLower(n)] && len(out) < maxTypes {
			out = append(out, name)
		}
	}
	return out
}

// builtinTypes are the types of the languages that hold no fields of a schema, and those that hold other types.
var builtinTypes = wordset.Of(`
	string str char bool boolean byte bytes short int integer long float double decimal number object any void nil null none unit error rune
	int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 isize usize uintptr float32 float64
	list arraylist vec vector array slice set hashset map hashmap btreemap dictionary dict collection iterable sequence iterator option
	optional nullable box arc rc cow ienumerable ilist icollection ireadonlylist idictionary mutablelist mutablemap future task mono flux result
	interface struct const final readonly var val mut dyn ref out in params required static public private protected internal lateinit
	override async self uuid guid datetime date instant duration jsonnode jsonobject jsonelement jsonvalue value mixed callable`)
