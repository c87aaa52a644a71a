package code

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/syntax"
)

// objects recognises definitions that are written as objects.
func (r *reader) objects() {
	for _, o := range r.u.Objects {
		if !r.claimed[o] && r.spend(1+len(o.Args)/4) {
			r.objectEntry(o)
		}
	}
}

// traits are what the members of an object say of its nature.
type traits struct {
	name, description, schema, parameters, loose, handler, arguments, messages, uri, foreign bool
}

// traitsOf reads the keys of an object.
func traitsOf(o *syntax.Expr) traits {
	var t traits
	for i := range o.Args {
		a := &o.Args[i]
		if a.Value == nil || a.Spread {
			continue
		}
		v := a.Value.Kind
		built := v == syntax.Object || v == syntax.List || v == syntax.Call || v == syntax.Ref || v == syntax.Index || v == syntax.Lambda || v == syntax.Choice || v == syntax.Other
		switch key(a.Name) {
		case "name", "toolname":
			t.name = true
		case "description", "desc":
			t.description = v != syntax.Object && v != syntax.List
		case "getdescription":
			t.description = t.description || v == syntax.Ref || v == syntax.Lambda
		case "inputschema", "rawinputschema":
			t.schema = true
		case "parameters":
			t.parameters = built
		case "schema", "args", "argsschema", "annotations", "params", "paramsschema", "outputschema", "input", "argsshape", "parametersschema", "parameterschema", "inputshape":
			t.loose = t.loose || built
		case "execute", "handler", "run", "callback", "call", "invoke", "func", "fn", "implementation", "cb", "action", "perform", "handle", "toolcallback":
			t.handler = t.handler || v == syntax.Lambda || v == syntax.Ref || v == syntax.Call
		case "arguments":
			t.arguments = v == syntax.List
		case "messages", "getmessages":
			t.messages = true
		case "uri", "uritemplate":
			t.uri = true
		case "in", "dependencies", "scripts", "devdependencies", "main", "repository", "operationid", "responses", "nullable", "tablename", "columns", "$schema", "license", "author":
			t.foreign = true
		}
	}
	return t
}

// hasHandler reports whether an object has a function that does what a tool does.
func (r *reader) hasHandler(o *syntax.Expr) bool { return traitsOf(o).handler }

// objectEntry makes the definition of an object, if it is one.
func (r *reader) objectEntry(o *syntax.Expr) {
	t := traitsOf(o)
	kind := kindOf(last(o.Name), "input")
	if contains(o.Name, "functiondeclaration") {
		kind = kindTool
	}
	if !t.description || t.foreign || r.ofFields(o) {
		return
	}
	around := r.container(o)
	if kind == "" {
		kind = around
	}
	switch {
	case t.uri && kind != kindTool:
		if kind == "" && !t.name {
			return
		}
		kind = kindResource
	case kind == "" && (t.messages || t.arguments && t.name) && !t.schema:
		if t.arguments && !t.messages && !r.promptArguments(o) {
			return
		}
		kind = kindPrompt
	case kind == "" && (t.schema || t.parameters || t.loose || t.handler):
		kind = kindTool
		if !r.speaksOfTool(o, t) {
			return
		}
	case kind == "":
		return
	}
	if r.insideSchema(o) || asserted(o) || r.compared(o) {
		return
	}
	en := &entry{kind: kind, shape: "object", span: o.Span, made: []*syntax.Expr{o}}
	r.fromObject(en, o)
	if en.name == nil {
		if !t.schema && !t.handler && !t.parameters && !t.loose && !r.keyed(o) {
			return
		}
		en.name = r.contextName(o)
	}
	if en.name == nil && !(t.schema || t.parameters && t.handler) {
		return
	}
	if b := r.bindOf[o]; b != nil && en.schema == nil && b.Scope != nil && b.Scope.Class != nil {
		r.classInput(en, b.Scope.Class)
	}
	if en.name != nil && en.name.value.known() && len(en.name.value.alts[0].string()) > 128 {
		return
	}
	if !en.given || !en.described() && !(en.name != nil && en.name.value.known()) {
		return
	}
	if kind == kindTool && !t.schema && !t.handler && !t.parameters && !t.loose && r.label(o) {
		return
	}
	if d := r.memberOf(o, "description"); r.forwarded(r.memberOf(o, "name"), d, en) || r.handedOn(d) && (en.name == nil || !en.name.value.known()) {
		return
	}
	if t.messages {
		r.bodies(en, []*syntax.Expr{r.memberOf(o, "messages")})
	}
	r.claimed[o] = r.emit(en)
}

// ofFields reports whether an object holds the fields of a schema, of which one is called name or description.
func (r *reader) ofFields(o *syntax.Expr) bool {
	for _, k := range []string{"name", "description"} {
		if v := o.Arg(k); v != nil && v.Kind == syntax.Call && (fieldOfSchema(v) || r.schemaCall(v, 0) != nil) {
			return true
		}
	}
	return false
}

// speaksOfTool reports whether an object without a word of its kind around it is a tool all the same.
func (r *reader) speaksOfTool(o *syntax.Expr, t traits) bool {
	if t.schema {
		return true
	}
	if t.parameters {
		v := r.memberOf(o, "parameters")
		for _, x := range r.deref(v) {
			if x.Kind == syntax.Object && isSchemaLiteral(x) || x.Kind == syntax.Call && r.schemaCall(x, 0) != nil {
				return t.handler || t.name
			}
		}
		return t.handler && t.name
	}
	if !t.handler && !t.loose {
		return false
	}
	if !t.name && !t.handler {
		return false
	}
	// A command of a program has a name, a description and a function too: here something else must speak of tools.
	return contains(r.f.Rel, "tool") || r.namesAround(o, "tool")
}

// namesAround reports whether what an object is assigned to, or its declared type, holds a word.
func (r *reader) namesAround(o *syntax.Expr, word string) bool {
	for x, n := o, 0; x != nil && n < 8; x, n = x.Parent, n+1 {
		if b := r.bindOf[x]; b != nil && (contains(b.Name, word) || contains(b.Type, word)) {
			return true
		}
		if x.Kind == syntax.Call && contains(x.Name, word) {
			return true
		}
	}
	return false
}

// promptArguments reports whether the arguments of an object are those of a prompt: a list of objects with a name.
func (r *reader) promptArguments(o *syntax.Expr) bool {
	l := r.memberOf(o, "arguments")
	if l == nil || l.Kind != syntax.List || len(l.Items) == 0 {
		return false
	}
	for _, item := range l.Items {
		if item.Kind != syntax.Object || item.Arg("name") == nil || item.Arg("required") == nil && item.Arg("description") == nil {
			return false
		}
	}
	return contains(string(r.f.Rel), "prompt") || r.namesAround(o, "prompt")
}

// insideSchema reports whether an object is part of a schema: the value of a property.
func (r *reader) insideSchema(o *syntax.Expr) bool {
	for x, n := o, 0; x.Parent != nil && n < 12; x, n = x.Parent, n+1 {
		p := x.Parent
		if p.Kind != syntax.Object {
			continue
		}
		if a := x.ArgOf(); a != nil {
			switch key(a.Name) {
			case "properties", "items", "inputschema", "outputschema", "components", "paths", "responses", "arguments":
				return true
			}
		}
	}
	return false
}

// container returns the kind that the name of what an object stands in speaks of: the list TOOLS, the reply {tools: [...]}, the map
// toolDefinitions; or "".
func (r *reader) container(o *syntax.Expr) string {
	levels := 0
	for x := o; x != nil && levels < 6; levels++ {
		if b := r.bindOf[x]; b != nil {
			if k := typeKind(b.Type); k != "" {
				return k
			}
			if x == o {
				// The name of the object itself says little: searchTool = {...} does, when it ends so.
				ws := words(last(b.Name))
				if n := len(ws); n > 0 && (ws[n-1] == "tool" || n > 1 && (ws[n-1] == "definition" || ws[n-1] == "def") && ws[n-2] == "tool") {
					return kindTool
				}
				return ""
			}
			return listKind(last(b.Name))
		}
		if f := r.returner(x); f != nil {
			if b := r.lambdas[f]; b != nil && typeKind(b.Type) != "" {
				return typeKind(b.Type)
			}
			if x != o {
				return listKind(f.Name)
			}
			return ""
		}
		p := x.Parent
		if p == nil {
			return ""
		}
		switch p.Kind {
		case syntax.Object:
			if a := x.ArgOf(); a != nil && x.Kind != syntax.Object {
				return listKind(a.Name)
			}
			if x.Kind == syntax.Object && x != o {
				return ""
			}
		case syntax.Call:
			switch {
			case transparent[p.Name]:
			case (p.Name == "push" || p.Name == "append" || p.Name == "extend" || p.Name == "concat" || p.Name == "add") && p.Recv != nil:
				return listKind(last(p.Recv.Name))
			default:
				if a := x.ArgOf(); a != nil && a.Name != "" {
					return listKind(a.Name)
				}
				if x != o && x.Kind == syntax.List && r.callKind(p) == kindTool {
					return kindTool
				}
				return ""
			}
		case syntax.List, syntax.Lambda, syntax.Choice, syntax.Other:
		default:
			return ""
		}
		x = p
	}
	return ""
}

// returner returns the named function that returns an expression, or nil.
func (r *reader) returner(x *syntax.Expr) *syntax.Func {
	if x.Parent != nil || x.Scope == nil {
		return nil
	}
	for s, n := x.Scope, 0; s != nil && n < 4; s, n = s.Parent, n+1 {
		if s.Func == nil {
			continue
		}
		for i, e := range s.Func.Returns {
			if i < 16 && e == x {
				return s.Func
			}
		}
		return nil
	}
	return nil
}

// typeKind returns the kind that a declared type speaks of: Tool[], list[types.Tool], []mcp.Prompt.
func typeKind(t string) string {
	if t == "" || len(t) > maxWord {
		return ""
	}
	for _, part := range strings.FieldsFunc(t, func(c rune) bool { return strings.ContainsRune(".<>[](),|&? :*", c) }) {
		if k := kindOf(part, "list", "set", "map"); k != "" {
			return k
		}
	}
	return ""
}

// listKind returns the kind of definitions that something of that name holds, or "".
func listKind(name string) string {
	ws := words(name)
	for i, w := range ws {
		switch w {
		case "tools", "tool", "prompts", "resources", "functions", "resource", "prompt":
			for _, x := range ws[i+1:] {
				switch x {
				case "def", "defs", "definition", "definitions", "list", "schemas", "schema", "map", "catalog", "registry", "spec", "specs", "descriptors", "templates",
					"tools", "declarations", "metadata", "info", "config", "configs", "array", "json", "base", "set", "items", "available", "mcp", "all", "table", "result", "manifest":
				default:
					return ""
				}
			}
			switch w {
			case "tools", "tool":
				return kindTool
			case "prompts", "prompt":
				return kindPrompt
			case "resources", "resource":
				return kindResource
			}
			if len(ws) == 1 || i > 0 && ws[i-1] == "mcp" {
				return kindTool
			}
			return ""
		case "calls", "results", "names", "call":
			return ""
		}
	}
	return ""
}

// label reports whether an object in a map is what people see of something: its name is no name for machines.
func (r *reader) label(o *syntax.Expr) bool {
	n := r.memberOf(o, "name")
	return n != nil && n.Kind == syntax.Literal && sentence(n.Text.Value) && r.keyed(o)
}

// keyed reports whether an object stands under a key in a map of objects.
func (r *reader) keyed(o *syntax.Expr) bool {
	return o.Parent != nil && o.Parent.Kind == syntax.Object
}
