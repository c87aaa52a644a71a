package code

import (
	"cmp"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// maxWrapped bounds how many functions around a handler are looked through.
const maxWrapped = 3

// goInput makes the input schema of what is passed as the handler of a tool in Go, or nil when the types of its parameters do not give it.
func (r *Functions) goInput(e *syntax.Expr, depth int) *draft {
	if e == nil || r.u.Lang != lex.Go || depth > maxWrapped || !r.spend(4) {
		return nil
	}
	for _, f := range r.goFunctions(e) {
		if s := r.goHandler(f); s != nil {
			return s
		}
	}
	if e.Kind != syntax.Call {
		return nil
	}
	inner := append(syntax.Values(e.Args), r.returns(e)...)
	for _, x := range inner[:min(len(inner), maxAlts)] {
		if s := r.goInput(x, depth+1); s != nil {
			return s
		}
	}
	return nil
}

// goFunctions returns the functions that e is or names, s.handleSearch too when the file has one method of that name.
func (r *Functions) goFunctions(e *syntax.Expr) []*syntax.Func {
	fs := r.functions(e)
	if len(fs) == 0 && e.Kind == syntax.Ref && r.u.Lang == lex.Go {
		if ms := r.instanceMethods(e); len(ms) == 1 {
			return ms
		}
	}
	return fs
}

// goHandler makes the input schema of a function of a context, a request and the arguments, or of the arguments alone that returns what a
// tool answers, or nil for functions of another form.
func (r *Functions) goHandler(f *syntax.Func) *draft {
	n := len(f.Params)
	switch {
	case n == 3 && (strings.Contains(f.Params[1].TypeText, "CallToolRequest") || strings.Contains(f.Params[1].TypeText, "CallToolParams")):
	case (n == 1 || n == 2 && last(f.Params[0].TypeText) == "Context") && f.Result != nil && last(f.Result.Name) == "ToolResponse":
	default:
		return nil
	}
	p := &f.Params[n-1]
	if c := r.wrapped(p); c != nil {
		return cmp.Or(r.classSchema(c, 1), object(f.Span))
	}
	t := strings.TrimLeft(strings.TrimSpace(p.TypeText), "*")
	if t == "any" || t == "" || !lettersAnd(t, "_.") {
		return object(f.Span) // a map, a struct that is written out, a type with parameters
	}
	d, props := schemaDraft(f.Span, r.referenceTo(t, refSchema))
	props.span = p.NameSpan
	return d
}

// goElsewhere is the schema of a handler that another file of the package has or makes, s.handleSearch and searchHandler(s), or nil when e
// names none.
func (r *Functions) goElsewhere(e *syntax.Expr) *draft {
	if r.u.Lang != lex.Go || e.Kind != syntax.Ref && e.Kind != syntax.Call || schematic(last(e.Name)) || descriptive(last(e.Name)) ||
		e.Recv == nil && !strings.Contains(e.Name, ".") && r.lookup(e.Scope, e.Name).any() {
		return nil
	}
	d, _ := schemaDraft(e.Span, &reference{kind: refSchema, path: last(e.Name)})
	return d
}

// goMade makes the input schema of the handler that a function returns, or nil when it returns none.
func (r *Functions) goMade(f *syntax.Func) *draft {
	for _, x := range f.Returns[:min(len(f.Returns), maxAlts)] {
		if s := r.goInput(x, 1); s != nil {
			return s
		}
	}
	return nil
}

// goHandles reports whether an expression holds a function, so that the call it is an argument of is not an option of a tool.
func (r *Functions) goHandles(e *syntax.Expr) bool {
	return e != nil && (e.Kind == syntax.Lambda || e.Kind == syntax.Ref && len(r.goFunctions(e)) > 0)
}

// kotlinJSON makes the value that builders of JSON make, buildJsonObject { put("type", "string") }, or nil for other calls.
func (r *Schemas) kotlinJSON(e *syntax.Expr, depth int) *draft {
	if r.u.Lang != lex.Kotlin || e.Recv != nil || r.tooDeep(depth) || !r.spend(2) {
		return nil
	}
	args := positional(e)
	if len(args) == 0 {
		return nil
	}
	var built []*syntax.Expr
	if block := args[len(args)-1]; block.Kind == syntax.Lambda && block.Fn != nil {
		built = r.inScope[block.Fn.Scope]
	}
	switch e.Name {
	case "JsonPrimitive", "JsonObject", "JsonArray":
		return r.plain(args[0], depth+1)
	case "buildJsonObject", "putJsonObject", "addJsonObject":
		d := object(e.Span)
		for _, c := range built {
			switch args := positional(c); {
			case len(args) < 2 || r.full(len(d.members)):
			case c.Name == "put":
				d.putAt(r.eval(args[0]), r.plain(args[1], depth+1))
			case c.Name == "putJsonObject" || c.Name == "putJsonArray":
				d.putAt(r.eval(args[0]), r.kotlinJSON(c, depth+1))
			}
		}
		return d
	case "buildJsonArray", "putJsonArray", "addJsonArray":
		d := &draft{kind: source.Array, span: e.Span}
		for _, c := range built {
			var v *draft
			switch c.Name {
			case "add":
				v = r.plain(first(c), depth+1)
			case "addJsonObject", "addJsonArray":
				v = r.kotlinJSON(c, depth+1)
			}
			if v != nil && !r.full(len(d.items)) {
				d.items = append(d.items, v)
			}
		}
		return d
	}
	return nil
}

// typeSchema makes the input schema of the one type that a call is made with, mcpTool<SendRequest>("..."), or nil.
func (r *Functions) typeSchema(e *syntax.Expr) *draft {
	n := r.typeArgument(e)
	if r.u.Lang != lex.Kotlin || n == nil {
		return nil
	}
	name := n.value.firstString()
	if c := r.classNamed(e.Scope, name); c != nil {
		return r.classSchema(c, 1)
	}
	if !isUpper(firstByte(name)) {
		return nil
	}
	d, _ := schemaDraft(e.Span, r.referenceTo(name, refSchema))
	return d
}
