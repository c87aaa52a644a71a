package code

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// maxWrapped bounds how many functions around a handler are looked through.
const maxWrapped = 3

// goInput makes the input schema of what is passed as the handler of a tool in Go: a function, a call of a function of the file that
// returns one, or a call that wraps one. It returns nil when the types of its parameters do not say it.
func (r *reader) goInput(e *syntax.Expr, depth int) *draft {
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
	for i := range e.Args {
		if i >= maxAlts {
			break
		}
		if s := r.goInput(e.Args[i].Value, depth+1); s != nil {
			return s
		}
	}
	for _, f := range r.called(e) {
		for i, x := range f.Returns {
			if i >= maxAlts {
				break
			}
			if s := r.goInput(x, depth+1); s != nil {
				return s
			}
		}
	}
	return nil
}

// goFunctions returns the functions that e is or names, s.handleSearch too when the file has one method of that name.
func (r *reader) goFunctions(e *syntax.Expr) []*syntax.Func {
	fs := r.functions(e)
	if len(fs) == 0 && e.Kind == syntax.Ref {
		if ms := r.instanceMethods(e); len(ms) == 1 {
			return ms
		}
	}
	return fs
}

// goHandler makes the input schema of a function of a context, a request and the arguments, whose type has the properties as fields.
// It returns nil for functions of another form.
func (r *reader) goHandler(f *syntax.Func) *draft {
	if len(f.Params) != 3 || !strings.Contains(f.Params[1].TypeText, "CallToolRequest") && !strings.Contains(f.Params[1].TypeText, "CallToolParams") {
		return nil
	}
	p := &f.Params[2]
	d := object(f.Span)
	if c := r.wrapped(p); c != nil {
		if s := r.classSchema(c, 1); s != nil {
			return s
		}
		return d
	}
	t := strings.TrimLeft(strings.TrimSpace(p.TypeText), "*")
	if t == "any" || t == "" || !lettersAnd(t, "_.") {
		return d // a map, a struct that is written out, a type with parameters
	}
	d, props := schemaDraft(f.Span, r.wishFor(t, wishSchema))
	props.span = p.NameSpan
	return d
}

// goElsewhere is the schema of a handler that another file of the package has, s.handleSearch, or nil when e names none.
func (r *reader) goElsewhere(e *syntax.Expr) *draft {
	if r.u.Lang != lex.Go || e.Kind != syntax.Ref || schematic(last(e.Name)) || descriptive(last(e.Name)) {
		return nil
	}
	if !strings.Contains(e.Name, ".") && r.lookup(e.Scope, e.Name).any() {
		return nil
	}
	d, _ := schemaDraft(e.Span, &wish{kind: wishSchema, path: last(e.Name)})
	return d
}

// goHandles reports whether an expression holds a function, so that the call it is an argument of is no option of a tool.
func (r *reader) goHandles(e *syntax.Expr) bool {
	return e != nil && (e.Kind == syntax.Lambda || e.Kind == syntax.Ref && len(r.goFunctions(e)) > 0)
}

// kotlinJSON makes the value that Kotlin's builders of JSON make: buildJsonObject { put("type", "string") }, JsonPrimitive("x"). It
// returns nil for other calls.
func (r *reader) kotlinJSON(e *syntax.Expr, depth int) *draft {
	if r.u.Lang != lex.Kotlin || e.Recv != nil || r.deep(depth) || !r.spend(2) {
		return nil
	}
	args := positional(e)
	if len(args) == 0 {
		return nil
	}
	end := args[len(args)-1]
	switch e.Name {
	case "JsonPrimitive", "JsonObject", "JsonArray":
		return r.plain(args[0], depth+1)
	case "buildJsonObject", "putJsonObject", "addJsonObject":
		d := object(e.Span)
		for _, c := range r.built(end) {
			r.kotlinPut(c, d, depth+1)
		}
		return d
	case "buildJsonArray", "putJsonArray", "addJsonArray":
		d := &draft{kind: source.Array, span: e.Span}
		for _, c := range r.built(end) {
			if len(c.Args) == 0 || r.full(len(d.items)) {
				continue
			}
			switch c.Name {
			case "add":
				if v := r.plain(first(c), depth+1); v != nil {
					d.items = append(d.items, v)
				}
			case "addJsonObject", "addJsonArray":
				if v := r.kotlinJSON(c, depth+1); v != nil {
					d.items = append(d.items, v)
				}
			}
		}
		return d
	}
	return nil
}

// built lists the calls that a block makes itself.
func (r *reader) built(block *syntax.Expr) []*syntax.Expr {
	if block.Kind != syntax.Lambda || block.Fn == nil || block.Fn.Scope == nil {
		return nil
	}
	return r.inScope[block.Fn.Scope]
}

// kotlinPut adds the member that a call in a builder of an object puts into it.
func (r *reader) kotlinPut(c *syntax.Expr, d *draft, depth int) {
	args := positional(c)
	if len(args) < 2 || c.Recv != nil || r.full(len(d.members)) {
		return
	}
	var v *draft
	switch c.Name {
	case "put":
		v = r.plain(args[1], depth)
	case "putJsonObject", "putJsonArray":
		v = r.kotlinJSON(c, depth)
	}
	d.putAt(r.eval(args[0]), v)
}

// typeSchema makes the input schema of the one type that a call is made with, mcpTool<SendRequest>("..."), or nil.
func (r *reader) typeSchema(e *syntax.Expr) *draft {
	if r.u.Lang != lex.Kotlin {
		return nil
	}
	n := r.typeArgument(e)
	if n == nil {
		return nil
	}
	name := n.value.firstString()
	if c := r.classNamed(e.Scope, name); c != nil {
		return r.classSchema(c, 1)
	}
	if name == "" || !isUpper(name[0]) {
		return nil
	}
	d, _ := schemaDraft(e.Span, r.wishFor(name, wishSchema))
	return d
}
