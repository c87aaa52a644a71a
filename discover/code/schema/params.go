package schema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// ParamSchema makes the input schema of the parameters of a function, or nil when it has none.
func (r *Functions) ParamSchema(f *syntax.Func) *Draft {
	d, props := Referring(f.Span)
	for i := range f.Params {
		p := &f.Params[i]
		if r.Injected(f, i) || r.full(len(props.Members)) || !r.Spend(4) {
			continue
		}
		if c := r.wrapped(p); c != nil {
			// Rust's Parameters<Request>, Go's args Request: the parameters are the fields of a type.
			if s := r.ClassSchema(c, 1); s != nil {
				props.Merge(s.Get("properties"))
				continue
			}
		} else if t := wrappedIn(p.TypeText); r.Unit.Lang == lex.Rust && t != "" {
			props.AddReference(r.ReferenceTo(t, static.RefSchema))
			continue
		}
		v := Object(p.NameSpan)
		r.attributes(p.Attrs, v)
		r.Typed(p.Type, v, 1)
		if p.Default != nil && p.Default.Kind == syntax.Call {
			r.fieldCall(p.Default, v)
		} else if d := r.Plain(p.Default, 1); d != nil && d.Kind != source.Object {
			v.Set("default", d)
		}
		if v.Get("description") == nil {
			v.Set("description", cmp.Or(r.TextDraft(p.Doc), r.docParam(f.Doc, p.Name)))
		}
		if p.Type == nil || r.Unit.Lang != lex.Python {
			r.declaredType(f.Scope, p.TypeText, v, 0)
		}
		r.markCode(v, p.NameSpan, p.TypeText != "" || p.Type != nil || p.Default != nil || len(p.Attrs) > 0)
		props.Members = append(props.Members, v.aliased(r.NameText(strings.TrimLeft(p.Name, "$*&"), p.NameSpan)))
	}
	if len(props.Members) == 0 && len(props.References) == 0 {
		return nil
	}
	return d
}

// aliased is the member of properties that d is: under the name it is given, or else that of its field or parameter.
func (d *Draft) aliased(name source.Text) Member {
	m := Member{Name: name, Value: d}
	i := slices.IndexFunc(d.Members, func(m Member) bool { return m.Name.Value == "alias" })
	if i < 0 {
		return m
	}
	if a := d.Members[i].Value; a.Kind == source.String && len(a.Value.Alts) == 1 && a.Value.Alts[0].Known() {
		m.Name, m.Lits = a.Value.Alts[0].Text(), a.Value.Alts[0].Lits
	}
	d.Members = slices.Delete(d.Members, i, i+1)
	return m
}

// typeName is the last name of a declared type that is one name: pkg.Request of *pkg.Request.
func typeName(t string) string {
	t = strings.TrimSpace(strings.TrimLeft(t, "*&?"))
	t = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(t, "| None"), "?"))
	if strings.HasPrefix(t, "Optional[") && strings.HasSuffix(t, "]") {
		t = t[len("Optional[") : len(t)-1]
	}
	if t = t[strings.LastIndexAny(t, ".:")+1:]; !ident.LettersAnd(t, "_") {
		return ""
	}
	return t
}

// wrapped returns the class whose fields are the parameters in place of p, or nil.
func (r *Functions) wrapped(p *syntax.Param) *syntax.Class {
	t := p.TypeText
	switch r.Unit.Lang {
	case lex.Rust:
		t = wrappedIn(t)
	case lex.Go:
		if k := strings.LastIndexByte(t, '['); k >= 0 {
			t = strings.TrimRight(t[k+1:], "] ")
		}
	default:
		return nil
	}
	return r.ClassNamed(r.Unit.Root, typeName(t))
}

// wrappedIn is the type in a wrapper of Rust, Request in Parameters<Request>, or "".
func wrappedIn(t string) string {
	_, inner, ok := strings.Cut(t, "Parameters<")
	if !ok {
		_, inner, _ = strings.Cut(t, "Json<")
	}
	return typeName(strings.TrimRight(inner, "> "))
}

func (r *Schemas) fieldCall(c *syntax.Expr, v *Draft) {
	r.Named(c, v, 1)
	v.Set("alias", r.TextDraft(c.Arg("alias")))
	if c.Name == "Field" && v.Get("default") == nil {
		if d := r.Plain(c.Positional(0), 1); d != nil && d.Kind != source.Object {
			v.Set("default", d)
		}
	}
	v.Merge(r.Plain(c.Arg("json_schema_extra"), 1))
	if c.Name == "Doc" || c.Name == "Description" || c.Name == "P" {
		v.Set("description", r.TextDraft(static.First(c)))
	}
}

// Typed adds a declared type: Annotated[str, Field(description="...")], Literal["a", "b"], a model of the file.
func (r *Schemas) Typed(t *syntax.Expr, v *Draft, depth int) {
	if t == nil || r.tooDeep(depth) || !r.Spend(2) {
		return
	}
	items := t.Items
	switch t.Kind {
	case syntax.Index:
		if t.Recv == nil {
			return
		}
		name := ident.Last(t.Recv.Name)
		items = nil
		for _, item := range t.Items {
			if item.Kind == syntax.List && name != "Callable" {
				items = append(items, item.Items...)
			} else {
				items = append(items, item)
			}
		}
		if name == "Literal" {
			r.enumOf(items, v, depth)
			return
		}
		if name == "Annotated" {
			r.annotated(items, v, depth)
			return
		}
	case syntax.Ref:
		ts := r.Follow(t.Scope, t.Name)
		if len(ts) == 0 {
			v.AddReference(referenceToModel(r.Evaluator, t.Name))
		}
		for _, tg := range ts {
			if tg.Class != nil {
				v.refine(r.ClassSchema(tg.Class, depth+1))
			} else if tg.Expr != t {
				r.Typed(tg.Expr, v, depth+4) // a name for a type: Path = Annotated[str, Field(description="...")]
			}
		}
		return
	case syntax.Literal:
		// A class that is declared further down.
		if c := r.ClassNamed(t.Scope, typeName(t.Text.Value)); c != nil {
			v.refine(r.ClassSchema(c, depth+1))
		}
		return
	case syntax.Other, syntax.Concat, syntax.Choice:
	default:
		return
	}
	for _, item := range items[:min(len(items), 8)] {
		r.Typed(item, v, depth+1)
	}
}

// annotated adds what a type and the annotations behind it say.
func (r *Schemas) annotated(items []*syntax.Expr, v *Draft, depth int) {
	for i, item := range items {
		switch {
		case item.Kind == syntax.Call:
			r.fieldCall(item, v)
		case i > 0 && (item.Kind == syntax.Literal || item.Kind == syntax.Concat):
			v.Set("description", r.TextDraft(item))
		case i > 0 && item.Kind == syntax.Ref:
			for _, x := range r.Deref(item) {
				if x.Kind == syntax.Call {
					r.fieldCall(x, v)
				}
			}
			if t := r.Eval(item); t.Known() {
				v.Set("description", String(t, item.Span))
			}
		default:
			r.Typed(item, v, depth+1)
		}
	}
}

// referenceToModel is the reference for the schema of a class that is imported, or nil when it is none of the project's or not imported.
func referenceToModel(r *static.Evaluator, path string) *static.Reference {
	i, ok := r.Imports[ident.Head(path)]
	if !ok || path == "" || !ident.IsUpper(ident.FirstByte(ident.Last(path))) || otherModules[ident.Head(i.From)] {
		return nil
	}
	return r.ReferenceTo(path, static.RefSchema)
}

var otherModules = wordset.Of(`typing typing_extensions collections datetime enum pathlib decimal uuid abc dataclasses pydantic fastmcp mcp types fastapi
	starlette logging asyncio httpx`)

// refine adds a schema to d: its members where d has none of a schema yet, else as one more that holds too.
func (d *Draft) refine(s *Draft) {
	if s == nil {
		return
	}
	if d.Get("properties") == nil && (d.Get("description") == nil || s.Get("description") == nil) {
		d.Merge(s)
		return
	}
	all := d.Get("allOf")
	if all == nil {
		all = &Draft{Kind: source.Array, Span: s.Span}
		d.Put("allOf", all)
	}
	if len(all.Items) >= static.MaxMembers {
		d.Truncated = true
		return
	}
	all.Items = append(all.Items, s)
}

// ResultSchema makes the output schema of what a function declares to return, or nil when nothing in it is described.
func (r *Functions) ResultSchema(f *syntax.Func) *Draft {
	if f.Result == nil || r.Unit.Lang != lex.Python {
		return nil
	}
	d := Object(f.Result.Span)
	if r.Typed(f.Result, d, 1); HasDescription(d) {
		return d
	}
	return nil
}

// parameterList makes the schema of a list of parameters that are objects or calls with a name each.
func (r *Schemas) parameterList(e *syntax.Expr, depth int) *Draft {
	d, props := Referring(e.Span)
	for _, item := range e.Items {
		for _, x := range r.Deref(item) {
			r.Parameter(x, props, depth)
		}
	}
	if len(props.Members) == 0 {
		return nil
	}
	return d
}

// Parameter adds a parameter that is an object or a call with a name: {name: "path"}, WithString("path", Description("...")).
func (r *Schemas) Parameter(x *syntax.Expr, props *Draft, depth int) {
	if r.full(len(props.Members)) || r.tooDeep(depth) || x.Kind != syntax.Object && x.Kind != syntax.Call {
		return
	}
	name, args := x.Arg("name"), static.Positional(x)
	if x.Kind == syntax.Object {
		name, args = r.MemberOf(x, "name"), nil
	} else if name == nil && len(args) > 0 {
		name, args = args[0], args[1:]
	}
	v := r.Eval(name)
	if len(v.Alts) == 0 || !v.Alts[0].Known() || ident.Sentence(v.Alts[0].Flat()) {
		return
	}
	p := Object(x.Span)
	r.Named(x, p, depth)
	if x.Kind == syntax.Object {
		p.Merge(r.Schema(r.MemberOf(x, "schema"), depth+1))
	}
	for _, a := range args {
		switch a.Kind {
		case syntax.Call:
			r.option(a, p, depth)
		case syntax.Object:
			p.Merge(r.Schema(a, depth+1))
		case syntax.Literal, syntax.Concat, syntax.Ref:
			if t := r.Eval(a); t.Known() && ident.Sentence(t.Alts[0].Flat()) {
				p.Set("description", String(t, a.Span))
			}
		}
	}
	r.markCode(p, x.Span, true)
	props.PutAt(v, p)
}

// option adds an option of a parameter: mcp.Description("..."), mcp.Enum("a", "b"), mcp.DefaultString("x").
func (r *Schemas) option(c *syntax.Expr, p *Draft, depth int) {
	args := static.Positional(c)
	if len(args) == 0 {
		return
	}
	switch n := ident.Key(c.Name); {
	case wordset.HasSuffix(n, "description") || n == "desc" || n == "describe":
		p.Set("description", r.TextDraft(args[0]))
	case n == "title" || n == "pattern":
		p.Set(n, r.TextDraft(args[0]))
	case strings.HasPrefix(n, "default"):
		p.Set("default", r.Plain(args[0], depth+1))
	case strings.HasSuffix(n, "enum"):
		r.enumOf(args, p, depth)
	case n == "items" || n == "properties":
		p.Set(n, r.Plain(args[0], depth+1))
	}
}
