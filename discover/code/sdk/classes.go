package sdk

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

func (r *classes) classes() {
	for _, c := range r.Unit.Classes {
		if !r.classDone[c] && r.Spend(4) {
			r.class(c)
		}
	}
}

// usedKind returns the kind of definition that a module of Elixir is by what it uses: use MyApp.Tool, or "".
func (r *classes) usedKind(c *syntax.Class) string {
	for _, a := range c.Attrs {
		p := a.Positional(0)
		if a.Kind != syntax.Call || a.Name != "use" || p == nil {
			continue
		}
		kind := KindOf(ident.Last(p.Name))
		if t := a.Arg("type"); t != nil {
			kind = cmp.Or(KindOf(strings.TrimLeft(string(r.File.Data[t.Span.Start:t.Span.End]), ":")), kind)
		}
		if kind != "" {
			return kind
		}
	}
	return ""
}

// classKind returns the kind that a class by its name and what it is derived from may be.
func (r *classes) classKind(c *syntax.Class) string {
	if r.quirks.modules {
		return r.usedKind(c)
	}
	kind := baseKind(c)
	if kind != "" || slices.ContainsFunc(c.Bases, isCommand) {
		return kind
	}
	return kindBy(byClass, c.Name)
}

// baseKind returns the kind that the names of what a class is derived from speak of, or "".
func baseKind(c *syntax.Class) string {
	for _, b := range c.Bases {
		if k := kindOfPart(byBase, b, ".<,["); k != "" {
			return k
		}
	}
	return ""
}

func (r *classes) textOf(c *syntax.Class, names string) *schema.Draft {
	for name := range strings.FieldsSeq(names) {
		ts := r.Members(c, name, 0)
		var all static.Value
		for _, t := range ts {
			all.Add(r.Eval(t.Expr))
		}
		for _, t := range ts {
			v := all
			if t.Fn != nil && len(t.Fn.Returns) > 0 {
				v = r.Returned(t.Fn)
			}
			if x := t.Value(); x != nil && len(v.Alts) > 0 {
				return schema.String(v, x.Span)
			}
		}
	}
	return nil
}

func (r *classes) callText(calls map[string]*syntax.Expr, names ...string) *schema.Draft {
	for _, name := range names {
		if c := calls[name]; c != nil {
			if v := r.Eval(static.First(c)); len(v.Alts) > 0 {
				return schema.String(v, c.Span)
			}
		}
	}
	return nil
}

// column reports whether a member is a field called name or description of a model or table, which its value only declares:
// name: str = Field(description="...").
func column(b *syntax.Bind) bool {
	return (b.Name == "description" || b.Name == "name") && b.Value != nil && b.Value.Kind == syntax.Call && columnNames[ident.Key(b.Value.Name)]
}

var columnNames = wordset.Of("field column mappedcolumn charfield textfield relationship attrib query property")

func method(c *syntax.Class, name string) *syntax.Func {
	if i := slices.IndexFunc(c.Methods, func(f *syntax.Func) bool { return f.Name == name }); i >= 0 {
		return c.Methods[i]
	}
	return nil
}

func (r *classes) class(c *syntax.Class) {
	kind := r.classKind(c)
	if kind == "" && handler(c) == nil || slices.ContainsFunc(c.Members, column) {
		return
	}
	calls := r.classCalls(c)
	desc := cmp.Or(r.textOf(c, descMembers), r.callText(calls, "description"))
	if desc == nil && r.quirks.modules && kind != "" && c.Doc != nil {
		desc = r.DocDraft(c.Doc)
	}
	if f := method(c, "apply"); desc == nil && r.quirks.applied && kind == KindTool && len(c.Bases) > 0 && f != nil && f.Doc != nil {
		desc = r.DocDraft(f.Doc)
	}
	said := desc != nil && kind != "" && calls["description"] != nil // description TEXTS[:feed]
	if desc == nil || !said && !desc.Value.Known() && !desc.Value.IsReference() {
		if call := r.supers()[c]; call != nil && kind != "" {
			r.passesToBase(c, kind, call)
		}
		return
	}
	en := newEntry(kind, "class", c.NameSpan)
	en.descs, en.given = []*schema.Draft{desc}, true
	en.name = cmp.Or(r.textOf(c, nameMembers), r.callText(calls, "tool_name", "name"))
	if !r.quirks.modules && en.name == nil && !EndsInKind(c.Name) && !slices.ContainsFunc(c.Bases, EndsInKind) && baseKind(c) == "" {
		return // ToolLoader and such are about tools
	}
	if kind == "" {
		// Without a word that says so, it takes a name, a description and a schema.
		if en.name == nil || len(r.memberAny(c, schemaMembers)) == 0 {
			return
		}
		en.Kind = KindTool
	}
	if en.name == nil {
		en.name = r.className(c)
	}
	if en.name == nil {
		en.name = r.NameOf(c.Name, c.NameSpan)
	}
	if t := r.textOf(c, "title Title getTitle"); t != nil && t.Value.Known() {
		en.title = t
	}
	if t := r.textOf(c, "uri uriTemplate URI uri_template"); t != nil && t.Value.Known() && kind == kindResource {
		en.uri = t
	}
	r.classInput(en, c)
	for _, t := range r.memberAny(c, "outputSchema output_schema outputShape") {
		if en.output == nil {
			en.output = r.Schema(t.Expr, 0)
		}
	}
	for _, t := range r.memberAny(c, "annotations toolAnnotations get_annotations") {
		en.annotations = r.Plain(t.Value(), 0)
	}
	r.classParams(en, c, calls)
	for _, a := range c.Attrs {
		r.Claimed[a] = true
	}
	r.classDone[c] = true
	r.emit(en)
}

// supers returns the calls with which the classes of the file hand something to the constructor of what they are derived from.
func (r *classes) supers() map[*syntax.Class]*syntax.Expr {
	if r.superOf == nil {
		r.superOf = map[*syntax.Class]*syntax.Expr{}
		for _, e := range r.Unit.Calls {
			ofBase := e.Recv == nil && static.IsSelf[e.Name] || static.Constructors[e.Name] && e.Recv != nil && static.IsSelf[strings.TrimSuffix(e.Recv.Name, "()")]
			if len(e.Args) > 0 && ofBase {
				if own := static.ClassAround(e.Scope); own != nil {
					r.superOf[own] = e
				}
			}
		}
	}
	return r.superOf
}

// passesToBase makes a definition of a class that hands name and text to the constructor of a class of another file.
func (r *classes) passesToBase(c *syntax.Class, kind string, call *syntax.Expr) {
	if slices.ContainsFunc(c.Bases, func(base string) bool { return r.ClassNamed(c.Scope, base) != nil }) {
		return // which is read for each that is derived from it
	}
	en := newEntry(kind, "class", c.NameSpan)
	args := callArgs{r: r.calls, en: en, e: call}
	if args.read(); !en.named() || !args.goodName() || !en.described() {
		return
	}
	for _, o := range args.objects {
		r.Claimed[o] = true
	}
	en.made = []*syntax.Expr{call}
	r.classInput(en, c)
	r.classDone[c], r.Claimed[call] = true, r.emit(en)
}

func (r *classes) classInput(en *entry, c *syntax.Class) {
	for _, t := range r.memberAny(c, inputMembers) {
		if en.schema == nil {
			en.schema = r.Schema(t.Value(), 0)
		}
	}
}

func isCommand(name string) bool { return ident.LastWord(ident.Last(name)) == "command" }

// EndsInKind reports whether the last word of a name is a kind of definition.
func EndsInKind(name string) bool { return KindOf(ident.LastWord(name)) != "" }

// classParams takes the parameters of a tool that is a class: a block of calls, a schema method, the parameters of its handler.
func (r *classes) classParams(en *entry, c *syntax.Class, calls map[string]*syntax.Expr) {
	for _, n := range []string{"input_schema", "arguments", "schema"} {
		if x := calls[n]; x != nil && en.schema == nil {
			if d, props := schema.Referring(x.Span); len(r.blockParams(x, props).Members) > 0 {
				en.schema = d
			} else {
				en.schema = r.Schema(x, 0)
			}
			break
		}
	}
	if f := handler(c); f != nil && en.schema == nil && en.Kind == KindTool && !r.quirks.untypedMethods && !(r.quirks.dashedClasses && r.isLaravel(c)) {
		en.schema = r.ParamSchema(f)
	}
}

// blockParams takes the parameters that calls in a block declare: required(:path).filled(:string).description("...").
func (r *classes) blockParams(x *syntax.Expr, props *schema.Draft) *schema.Draft {
	for i := range x.Args {
		v := x.Args[i].Value
		if v == nil || v.Kind != syntax.Lambda {
			continue
		}
		for _, c := range r.Unit.Calls {
			if c.Span.Start < v.Span.Start || c.Span.End > v.Span.End || !outermost(c) || len(props.Members) >= static.MaxMembers {
				continue
			}
			p := schema.Object(c.Span)
			var name *syntax.Expr
			for l := c; l != nil && l.Kind == syntax.Call; l = l.Recv {
				switch ident.Key(l.Name) {
				case "description", "describe":
					p.Set("description", r.TextDraft(static.First(l)))
				case "required", "optional", "argument", "property", "field":
					name = static.First(l)
					r.Named(l, p, 1)
				}
			}
			if name == nil {
				continue
			}
			if v := r.Eval(name); v.Known() {
				props.PutAt(v, p)
			} else if name.Kind == syntax.Ref {
				props.Members = append(props.Members, schema.Member{Name: r.NameText(strings.Trim(name.Name, ":"), name.NameSpan), Value: p})
			}
		}
	}
	return props
}

func (r *classes) memberAny(c *syntax.Class, names string) []static.Target {
	for n := range strings.FieldsSeq(names) {
		if ts := r.Members(c, n, 0); len(ts) > 0 {
			return ts
		}
	}
	return nil
}

// classCalls returns the calls in the body of a class itself, by name: description "...".
func (r *classes) classCalls(c *syntax.Class) map[string]*syntax.Expr {
	out := map[string]*syntax.Expr{}
	for _, e := range r.InScope[c.Scope] {
		if out[e.Name] == nil && len(e.Args) > 0 {
			out[e.Name] = e
		}
	}
	return out
}

// methodName returns the name that an SDK derives from a method when the registration has none, or nil.
func (r *classes) methodName(attr *syntax.Expr, f *syntax.Func) *schema.Draft {
	if !r.quirks.snakeMethods {
		return nil
	}
	switch strings.TrimSuffix(ident.Last(attr.Name), "Attribute") {
	case "McpServerTool", "McpServerPrompt", "McpServerResource":
		name := f.Name
		if short := strings.TrimSuffix(name, "Async"); short != "" && r.awaited(f) {
			name = short
		}
		return r.derivedName(strings.Trim(snake(name), "_"), f.NameSpan)
	}
	return nil
}

// awaited reports whether a method returns a task or a stream, by the type in front of its name.
func (r *classes) awaited(f *syntax.Func) bool {
	before := r.File.Data[min(max(f.Span.Start, f.NameSpan.Start-300), f.NameSpan.Start):f.NameSpan.Start]
	before = before[bytes.LastIndexAny(before, ";{}")+1:]
	return bytes.Contains(before, []byte("Task")) || bytes.Contains(before, []byte("IAsyncEnumerable"))
}

// className is the name that the SDK of a language gives a tool that is a class with none.
func (r *classes) className(c *syntax.Class) *schema.Draft {
	switch {
	case r.quirks.snakeClasses && (r.descends(c, "MCP.Tool", 0) || r.descends(c, "MCP.Prompt", 0)):
		return r.derivedName(snake(ident.Last(c.Name)), c.NameSpan)
	case r.quirks.dashedClasses && r.isLaravel(c):
		return r.derivedName(splitCapitals(c.Name, "-"), c.NameSpan)
	case r.quirks.applied && method(c, "apply") != nil && len(c.Bases) > 0 && len(c.Name) > len("Tool") && len(r.Members(c, "description", 0)) == 0:
		// A tool that its method apply documents.
		return r.derivedName(splitCapitals(strings.TrimSuffix(c.Name, "Tool"), "_"), c.NameSpan)
	}
	return nil
}

func (r *classes) descends(c *syntax.Class, path string, up int) bool {
	return slices.ContainsFunc(c.Bases, func(b string) bool {
		k := r.ClassNamed(c.Scope, b)
		return b == path || up < 5 && k != nil && k != c && r.Spend(1) && r.descends(k, path, up+1)
	})
}

// isLaravel reports whether a class is derived from one of Laravel's server of MCP.
func (r *classes) isLaravel(c *syntax.Class) bool {
	return slices.ContainsFunc(c.Bases, func(b string) bool {
		from := r.Imports[ident.Head(b)].From
		return ident.Contains(from, "laravel") && ident.Contains(from, "mcp") || ident.Contains(b, "laravel.mcp")
	})
}

func (r *classes) derivedName(name string, span source.Span) *schema.Draft {
	if name == "" || span.End <= span.Start {
		return nil
	}
	var b source.Builder
	b.Fold(r.File, span, name)
	if string(r.File.Data[span.Start:span.End]) == name {
		return r.NameOf(name, span)
	}
	return schema.String(static.TextValue(b.Text()), span)
}

var (
	wordEnd = regexp.MustCompile(`([a-z0-9])([A-Z])`)
	acronym = regexp.MustCompile(`([A-Z])([A-Z][a-z])`)
	capital = regexp.MustCompile(`\B[A-Z]`)
)

// snake writes an identifier in lower case with "_" between its words: GetHTTPStatus gives get_http_status.
func snake(name string) string {
	return strings.ToLower(wordEnd.ReplaceAllString(acronym.ReplaceAllString(name, "${1}_$2"), "${1}_$2"))
}

// splitCapitals writes an identifier in lower case with mark in front of each capital but the first letter.
func splitCapitals(name, mark string) string {
	return strings.ToLower(capital.ReplaceAllString(name, mark+"$0"))
}
