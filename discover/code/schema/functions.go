package schema

import (
	"cmp"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// maxWrapped bounds how many functions around a handler are looked through.
const maxWrapped = 3

// GoInput makes the input schema of what is passed as the handler of a tool in Go, or nil when the types of its parameters do not give it.
func (r *Functions) GoInput(e *syntax.Expr, depth int) *Draft {
	if e == nil || r.Unit.Lang != lex.Go || depth > maxWrapped || !r.Spend(4) {
		return nil
	}
	for _, f := range r.GoFunctions(e) {
		if s := r.GoHandler(f); s != nil {
			return s
		}
	}
	if e.Kind != syntax.Call {
		return nil
	}
	inner := append(syntax.Values(e.Args), r.Returns(e)...)
	for _, x := range inner[:min(len(inner), static.MaxAlts)] {
		if s := r.GoInput(x, depth+1); s != nil {
			return s
		}
	}
	return nil
}

// GoFunctions returns the functions that e is or names, s.handleSearch too when the file has one method of that name.
func (r *Functions) GoFunctions(e *syntax.Expr) []*syntax.Func {
	fs := r.FunctionsOf(e)
	if len(fs) == 0 && e.Kind == syntax.Ref && r.Unit.Lang == lex.Go {
		if ms := r.InstanceMethods(e); len(ms) == 1 {
			return ms
		}
	}
	return fs
}

// GoHandler makes the input schema of a function of a context, a request and the arguments, or of the arguments alone that returns what a
// tool answers, or nil for functions of another form.
func (r *Functions) GoHandler(f *syntax.Func) *Draft {
	n := len(f.Params)
	switch {
	case n == 3 && (strings.Contains(f.Params[1].TypeText, "CallToolRequest") || strings.Contains(f.Params[1].TypeText, "CallToolParams")):
	case (n == 1 || n == 2 && ident.Last(f.Params[0].TypeText) == "Context") && f.Result != nil && ident.Last(f.Result.Name) == "ToolResponse":
	default:
		return nil
	}
	p := &f.Params[n-1]
	if c := r.wrapped(p); c != nil {
		return cmp.Or(r.ClassSchema(c, 1), Object(f.Span))
	}
	t := strings.TrimLeft(strings.TrimSpace(p.TypeText), "*")
	if t == "any" || t == "" || !ident.LettersAnd(t, "_.") {
		return Object(f.Span) // a map, a struct that is written out, a type with parameters
	}
	d, props := Referring(f.Span, r.ReferenceTo(t, static.RefSchema))
	props.Span = p.NameSpan
	return d
}

// GoImportedHandler is the schema of a handler that another file of the package has or makes, s.handleSearch and searchHandler(s), or nil when e
// names none.
func (r *Functions) GoImportedHandler(e *syntax.Expr) *Draft {
	if r.Unit.Lang != lex.Go || e.Kind != syntax.Ref && e.Kind != syntax.Call || ident.Schematic(ident.Last(e.Name)) || ident.Descriptive(ident.Last(e.Name)) ||
		e.Recv == nil && !strings.Contains(e.Name, ".") && r.Lookup(e.Scope, e.Name).Any() {
		return nil
	}
	d, _ := Referring(e.Span, &static.Reference{Kind: static.RefSchema, Path: ident.Last(e.Name)})
	return d
}

// GoMade makes the input schema of the handler that a function returns, or nil when it returns none.
func (r *Functions) GoMade(f *syntax.Func) *Draft {
	for _, x := range f.Returns[:min(len(f.Returns), static.MaxAlts)] {
		if s := r.GoInput(x, 1); s != nil {
			return s
		}
	}
	return nil
}

// GoHandles reports whether an expression holds a function, so that the call it is an argument of is not an option of a tool.
func (r *Functions) GoHandles(e *syntax.Expr) bool {
	return e != nil && (e.Kind == syntax.Lambda || e.Kind == syntax.Ref && len(r.GoFunctions(e)) > 0)
}

// kotlinJSON makes the value that builders of JSON make, buildJsonObject { put("type", "string") }, or nil for other calls.
func (r *Schemas) kotlinJSON(e *syntax.Expr, depth int) *Draft {
	if r.Unit.Lang != lex.Kotlin || e.Recv != nil || r.tooDeep(depth) || !r.Spend(2) {
		return nil
	}
	args := static.Positional(e)
	if len(args) == 0 {
		return nil
	}
	var built []*syntax.Expr
	if block := args[len(args)-1]; block.Kind == syntax.Lambda && block.Fn != nil {
		built = r.InScope[block.Fn.Scope]
	}
	switch e.Name {
	case "JsonPrimitive", "JsonObject", "JsonArray":
		return r.Plain(args[0], depth+1)
	case "buildJsonObject", "putJsonObject", "addJsonObject":
		d := Object(e.Span)
		for _, c := range built {
			switch args := static.Positional(c); {
			case len(args) < 2 || r.full(len(d.Members)):
			case c.Name == "put":
				d.PutAt(r.Eval(args[0]), r.Plain(args[1], depth+1))
			case c.Name == "putJsonObject" || c.Name == "putJsonArray":
				d.PutAt(r.Eval(args[0]), r.kotlinJSON(c, depth+1))
			}
		}
		return d
	case "buildJsonArray", "putJsonArray", "addJsonArray":
		d := &Draft{Kind: source.Array, Span: e.Span}
		for _, c := range built {
			var v *Draft
			switch c.Name {
			case "add":
				v = r.Plain(static.First(c), depth+1)
			case "addJsonObject", "addJsonArray":
				v = r.kotlinJSON(c, depth+1)
			}
			if v != nil && !r.full(len(d.Items)) {
				d.Items = append(d.Items, v)
			}
		}
		return d
	}
	return nil
}

// TypeSchema makes the input schema of the type that a call is made with, mcpTool<SendRequest>("...") and AddTool[SendRequest, any](...), or nil.
func (r *Functions) TypeSchema(e *syntax.Expr) *Draft {
	var n *Draft
	switch r.Unit.Lang {
	case lex.Kotlin:
		n = r.TypeArgument(e)
	case lex.Go:
		n = r.typeArgument(e, '[', ",]")
	}
	if n == nil {
		return nil
	}
	name := n.Value.FirstString()
	if c := r.ClassNamed(e.Scope, name); c != nil {
		return r.ClassSchema(c, 1)
	}
	if !ident.IsUpper(ident.FirstByte(name)) {
		return nil
	}
	d, _ := Referring(e.Span, r.ReferenceTo(name, static.RefSchema))
	return d
}

// Generic are names of functions that say nothing of what they make; what they belong to does.
var Generic = wordset.Of("new from_function fromFunction create of define register add make from_defaults from_fn Create Register Add New append push set")

// InstanceMethods returns the methods that a path may mean that begins with an object of the file: those of its class, or else all of that name.
func (r *Functions) InstanceMethods(e *syntax.Expr) []*syntax.Func {
	h, rest := ident.Split(e.Name)
	if rest == "" {
		return nil
	}
	all := r.Methods[ident.Last(rest)]
	for _, b := range r.Lookup(e.Scope, h).Binds {
		for _, f := range all {
			if b.Value != nil && b.Value.Kind == syntax.Call && f.Class != nil && f.Class.Name == b.Value.Name && len(all) > 1 {
				return []*syntax.Func{f}
			}
		}
	}
	return all
}

// TypeArgument is the name of the one type that a call is made with, mcpTool<SendRequest>("..."), or nil.
func (r *Functions) TypeArgument(e *syntax.Expr) *Draft { return r.typeArgument(e, '<', ">") }

// typeArgument is the name of the first type that a call is made with, between a mark and one of others, or nil.
func (r *Functions) typeArgument(e *syntax.Expr, begin byte, ends string) *Draft {
	const longest = 100
	from := e.NameSpan.End + 1
	if from <= 1 || from >= len(r.File.Data) || r.File.Data[from-1] != begin {
		return nil
	}
	name := string(r.File.Data[from:min(len(r.File.Data), from+longest)])
	end := strings.IndexAny(name, ends)
	if end <= 0 || !ident.LettersAnd(name[:end], "_") {
		return nil
	}
	return r.NameOf(name[:end], source.Span{Start: from, End: from + end})
}
