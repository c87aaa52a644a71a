package code

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// paramSchema makes the input schema of the parameters of a function, or nil when it has none.
func (r *Functions) paramSchema(f *syntax.Func) *draft {
	d, props := schemaDraft(f.Span)
	for i := range f.Params {
		p := &f.Params[i]
		if r.injected(f, i) || r.full(len(props.members)) || !r.spend(4) {
			continue
		}
		if c := r.wrapped(p); c != nil {
			// Rust's Parameters<Request>, Go's args Request: the parameters are the fields of a type.
			if s := r.classSchema(c, 1); s != nil {
				props.merge(s.get("properties"))
				continue
			}
		} else if t := wrappedIn(p.TypeText); r.u.Lang == lex.Rust && t != "" {
			props.addReference(r.referenceTo(t, refSchema))
			continue
		}
		v := object(p.NameSpan)
		r.attributes(p.Attrs, v)
		r.typed(p.Type, v, 1)
		if p.Default != nil && p.Default.Kind == syntax.Call {
			r.fieldCall(p.Default, v)
		} else if d := r.plain(p.Default, 1); d != nil && d.kind != source.Object {
			v.set("default", d)
		}
		if v.get("description") == nil {
			v.set("description", cmp.Or(r.textDraft(p.Doc), r.docParam(f.Doc, p.Name)))
		}
		if p.Type == nil || r.u.Lang != lex.Python {
			r.declaredType(f.Scope, p.TypeText, v, 0)
		}
		r.markCode(v, p.NameSpan, p.TypeText != "" || p.Type != nil || p.Default != nil || len(p.Attrs) > 0)
		props.members = append(props.members, v.aliased(r.nameText(strings.TrimLeft(p.Name, "$*&"), p.NameSpan)))
	}
	if len(props.members) == 0 && len(props.references) == 0 {
		return nil
	}
	return d
}

// aliased is the member of properties that d is: under the name it is given, or else that of its field or parameter.
func (d *draft) aliased(name source.Text) member {
	m := member{name: name, value: d}
	i := slices.IndexFunc(d.members, func(m member) bool { return m.name.Value == "alias" })
	if i < 0 {
		return m
	}
	if a := d.members[i].value; a.kind == source.String && len(a.value.alts) == 1 && a.value.alts[0].known() {
		m.name, m.lits = a.value.alts[0].text(), a.value.alts[0].lits
	}
	d.members = slices.Delete(d.members, i, i+1)
	return m
}

// typeName is the last name of a declared type that is one name: pkg.Request of *pkg.Request.
func typeName(t string) string {
	t = strings.TrimSpace(strings.TrimLeft(t, "*&?"))
	t = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(t, "| None"), "?"))
	if strings.HasPrefix(t, "Optional[") && strings.HasSuffix(t, "]") {
		t = t[len("Optional[") : len(t)-1]
	}
	if t = t[strings.LastIndexAny(t, ".:")+1:]; !lettersAnd(t, "_") {
		return ""
	}
	return t
}

// wrapped returns the class whose fields are the parameters that p stands for, or nil.
func (r *Functions) wrapped(p *syntax.Param) *syntax.Class {
	t := p.TypeText
	switch r.u.Lang {
	case lex.Rust:
		t = wrappedIn(t)
	case lex.Go:
		if k := strings.LastIndexByte(t, '['); k >= 0 {
			t = strings.TrimRight(t[k+1:], "] ")
		}
	default:
		return nil
	}
	return r.classNamed(r.u.Root, typeName(t))
}

// wrappedIn is the type in a wrapper of Rust, Request in Parameters<Request>, or "".
func wrappedIn(t string) string {
	_, inner, ok := strings.Cut(t, "Parameters<")
	if !ok {
		_, inner, _ = strings.Cut(t, "Json<")
	}
	return typeName(strings.TrimRight(inner, "> "))
}

func (r *Schemas) fieldCall(c *syntax.Expr, v *draft) {
	r.named(c, v, 1)
	v.set("alias", r.textDraft(c.Arg("alias")))
	if c.Name == "Field" && v.get("default") == nil {
		if d := r.plain(c.Positional(0), 1); d != nil && d.kind != source.Object {
			v.set("default", d)
		}
	}
	v.merge(r.plain(c.Arg("json_schema_extra"), 1))
	if c.Name == "Doc" || c.Name == "Description" || c.Name == "P" {
		v.set("description", r.textDraft(first(c)))
	}
}

// typed adds what a declared type says: Annotated[str, Field(description="...")], Literal["a", "b"], a model of the file.
func (r *Schemas) typed(t *syntax.Expr, v *draft, depth int) {
	if t == nil || r.tooDeep(depth) || !r.spend(2) {
		return
	}
	items := t.Items
	switch t.Kind {
	case syntax.Index:
		if t.Recv == nil {
			return
		}
		name := last(t.Recv.Name)
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
		ts := r.follow(t.Scope, t.Name)
		if len(ts) == 0 {
			v.addReference(r.referenceToModel(t.Name))
		}
		for _, tg := range ts {
			if tg.class != nil {
				v.refine(r.classSchema(tg.class, depth+1))
			} else if tg.expr != t {
				r.typed(tg.expr, v, depth+4) // a name for a type: Path = Annotated[str, Field(description="...")]
			}
		}
		return
	case syntax.Literal:
		// A class that is declared further down.
		if c := r.classNamed(t.Scope, typeName(t.Text.Value)); c != nil {
			v.refine(r.classSchema(c, depth+1))
		}
		return
	case syntax.Other, syntax.Concat, syntax.Choice:
	default:
		return
	}
	for _, item := range items[:min(len(items), 8)] {
		r.typed(item, v, depth+1)
	}
}

// annotated adds what a type and the annotations behind it say.
func (r *Schemas) annotated(items []*syntax.Expr, v *draft, depth int) {
	for i, item := range items {
		switch {
		case item.Kind == syntax.Call:
			r.fieldCall(item, v)
		case i > 0 && (item.Kind == syntax.Literal || item.Kind == syntax.Concat):
			v.set("description", r.textDraft(item))
		case i > 0 && item.Kind == syntax.Ref:
			for _, x := range r.deref(item) {
				if x.Kind == syntax.Call {
					r.fieldCall(x, v)
				}
			}
			if t := r.eval(item); t.known() {
				v.set("description", stringDraft(t, item.Span))
			}
		default:
			r.typed(item, v, depth+1)
		}
	}
}

// referenceToModel is the reference for the schema of a class that is imported, or nil when it is none of the project's or not imported.
func (r *Schemas) referenceToModel(path string) *reference {
	i, ok := r.imports[head(path)]
	if !ok || path == "" || !isUpper(firstByte(last(path))) || otherModules[head(i.From)] {
		return nil
	}
	return r.referenceTo(path, refSchema)
}

var otherModules = wordset.Of(`typing typing_extensions collections datetime enum pathlib decimal uuid abc dataclasses pydantic fastmcp mcp types fastapi
	starlette logging asyncio httpx`)

// refine adds a schema to d: its members where d has none of a schema yet, else as one more that holds too.
func (d *draft) refine(s *draft) {
	if s == nil {
		return
	}
	if d.get("properties") == nil && (d.get("description") == nil || s.get("description") == nil) {
		d.merge(s)
		return
	}
	all := d.get("allOf")
	if all == nil {
		all = &draft{kind: source.Array, span: s.span}
		d.put("allOf", all)
	}
	if len(all.items) >= maxMembers {
		d.cut = true
		return
	}
	all.items = append(all.items, s)
}

// resultSchema makes the output schema of what a function declares to return, or nil when nothing in it is described.
func (r *Functions) resultSchema(f *syntax.Func) *draft {
	if f.Result == nil || r.u.Lang != lex.Python {
		return nil
	}
	d := object(f.Result.Span)
	if r.typed(f.Result, d, 1); hasDescription(d, 0) {
		return d
	}
	return nil
}

// parameterList makes the schema of a list of parameters that are objects or calls with a name each.
func (r *Schemas) parameterList(e *syntax.Expr, depth int) *draft {
	d, props := schemaDraft(e.Span)
	for _, item := range e.Items {
		for _, x := range r.deref(item) {
			r.parameter(x, props, depth)
		}
	}
	if len(props.members) == 0 {
		return nil
	}
	return d
}

// parameter adds a parameter that is an object or a call with a name: {name: "path"}, WithString("path", Description("...")).
func (r *Schemas) parameter(x *syntax.Expr, props *draft, depth int) {
	if r.full(len(props.members)) || r.tooDeep(depth) || x.Kind != syntax.Object && x.Kind != syntax.Call {
		return
	}
	name, args := x.Arg("name"), positional(x)
	if x.Kind == syntax.Object {
		name, args = r.memberOf(x, "name"), nil
	} else if name == nil && len(args) > 0 {
		name, args = args[0], args[1:]
	}
	v := r.eval(name)
	if len(v.alts) == 0 || !v.alts[0].known() || sentence(v.alts[0].flat()) {
		return
	}
	p := object(x.Span)
	r.named(x, p, depth)
	if x.Kind == syntax.Object {
		p.merge(r.schema(r.memberOf(x, "schema"), depth+1))
	}
	for _, a := range args {
		switch a.Kind {
		case syntax.Call:
			r.option(a, p, depth)
		case syntax.Object:
			p.merge(r.schema(a, depth+1))
		case syntax.Literal, syntax.Concat, syntax.Ref:
			if t := r.eval(a); t.known() && sentence(t.alts[0].flat()) {
				p.set("description", stringDraft(t, a.Span))
			}
		}
	}
	r.markCode(p, x.Span, true)
	props.putAt(v, p)
}

// option adds what an option of a parameter says: mcp.Description("..."), mcp.Enum("a", "b"), mcp.DefaultString("x").
func (r *Schemas) option(c *syntax.Expr, p *draft, depth int) {
	args := positional(c)
	if len(args) == 0 {
		return
	}
	switch n := key(c.Name); {
	case hasSuffix(n, "description") || n == "desc" || n == "describe":
		p.set("description", r.textDraft(args[0]))
	case n == "title" || n == "pattern":
		p.set(n, r.textDraft(args[0]))
	case strings.HasPrefix(n, "default"):
		p.set("default", r.plain(args[0], depth+1))
	case strings.HasSuffix(n, "enum"):
		r.enumOf(args, p, depth)
	case n == "items" || n == "properties":
		p.set(n, r.plain(args[0], depth+1))
	}
}
