package sdk

import (
	"cmp"
	"slices"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/internal/wordset"
)

func (r *objects) objects() {
	for _, o := range r.Unit.Objects {
		if !r.Claimed[o] && r.Spend(1+len(o.Args)/4) {
			r.objectEntry(o)
		}
	}
}

// traits are the kinds of members that an object has.
type traits struct {
	name, description, schema, parameters, loose, handler, arguments, messages, uri, foreign bool
}

func traitsOf(o *syntax.Expr) traits {
	var t traits
	for i := range o.Args {
		a := &o.Args[i]
		if a.Value == nil || a.Spread {
			continue
		}
		v := a.Value.Kind
		text := v == syntax.Literal || v == syntax.Scalar || v == syntax.Concat
		switch k := ident.Key(a.Name); Roles[k] {
		case RoleName:
			t.name = true
		case RoleDescription:
			t.description = t.description || v != syntax.Object && v != syntax.List
		case roleDescriber:
			t.description = t.description || v == syntax.Ref || v == syntax.Lambda
		case roleSchema:
			switch k {
			case "inputschema", "rawinputschema":
				t.schema = true
			case "parameters":
				t.parameters = t.parameters || !text
			default:
				t.loose = t.loose || !text && looseMembers[k]
			}
		case roleOutput, roleAnnotations:
			t.loose = t.loose || !text && looseMembers[k]
		case roleHandler:
			t.handler = t.handler || k != "function" && k != "coroutine" && (v == syntax.Lambda || v == syntax.Ref || v == syntax.Call && k != "action") // ptr("allow")
		case roleArguments:
			t.arguments = t.arguments || v == syntax.List
		case roleMessages:
			t.messages = true
		case roleURI:
			t.uri = t.uri || k != "template" // which a prompt may have
		default:
			t.foreign = t.foreign || foreignMembers[k]
		}
	}
	return t
}

// looseMembers are the keys of schemas that only tools have where something else says so; others are those of routes and models too.
var looseMembers = wordset.Of(`schema args argsschema annotations params paramsschema outputschema input argsshape parametersschema parameterschema inputshape`)

// foreignMembers are the keys of members that objects of other kinds have.
var foreignMembers = wordset.Of(`in dependencies scripts devdependencies main repository operationid responses nullable tablename columns license author
	website homepage packageid`) //nolint:misspell // a member of .NET manifests

func (r *Reader) hasHandler(o *syntax.Expr) bool { return traitsOf(o).handler }

func (r *objects) objectEntry(o *syntax.Expr) {
	t := traitsOf(o)
	if !t.description || t.foreign && !(t.schema && t.name) || r.ofFields(o) {
		return
	}
	kind := cmp.Or(kindBy(byObject, ident.Last(o.Name)), r.container(o))
	of := t.schema || t.parameters || t.loose || t.handler
	switch {
	case t.uri && kind != KindTool:
		if kind == "" && !t.name {
			return
		}
		kind = kindResource
	case kind != "":
	case (t.messages || t.arguments && t.name) && !t.schema:
		if t.arguments && !t.messages && !r.promptArguments(o) {
			return
		}
		kind = kindPrompt
	case of && (r.isToolLike(o, t) || r.inToolTable(o)):
		kind = KindTool
	default:
		return
	}
	if r.insideSchema(o) || static.Asserted(o) || r.Compared(o) {
		return
	}
	en := newEntry(kind, "object", o.Span)
	en.made = []*syntax.Expr{o}
	r.fromObject(en, o)
	if en.name == nil {
		if !of && !r.inObject(o) {
			return
		}
		if !t.handler { // else it is a tool itself
			en.name = r.nameBeside(o)
		}
		if en.name == nil {
			en.name = r.contextName(o)
		}
		en.InferredName = true
	}
	if en.name == nil && !(t.schema || t.parameters && t.handler) {
		return
	}
	if b := r.BindOf[o]; b != nil && en.schema == nil && b.Scope != nil && b.Scope.Class != nil {
		r.classInput(en, b.Scope.Class)
	}
	known := en.name != nil && en.name.Value.Known()
	tooLong := known && !t.schema && !t.handler && len(en.name.Value.FirstString()) > ident.MaxToolName
	if tooLong || !en.given || !en.described() && !known || kind == KindTool && !of && r.isLabel(o) ||
		r.forwarded(r.MemberOf(o, "name"), r.MemberOf(o, "description"), en) {
		return
	}
	if t.messages {
		r.bodies(en, []*syntax.Expr{r.MemberOf(o, "messages")})
	}
	r.Claimed[o] = r.emit(en)
}

// nameBeside is the name of the tool that an object only describes: {name: "read", definition: {...}, handler}, or {read: {schema: {...}, handler}}.
// It is nil where several tools are together.
func (r *objects) nameBeside(o *syntax.Expr) *schema.Draft {
	const maxWrappers = 3
	x, handled := o, false
	for range maxWrappers {
		a := x.ArgOf()
		if !r.inObject(x) || a == nil || !describers[ident.Key(a.Name)] || describesMore(x.Parent, x) {
			break
		}
		x, handled = x.Parent, handled || r.hasHandler(x.Parent)
		for i := range x.Args {
			if a := &x.Args[i]; handled && !a.Spread && Roles[ident.Key(a.Name)] == RoleName {
				return short(r.TextDraft(a.Value))
			}
		}
	}
	if !handled {
		return nil
	}
	name := short(r.contextName(x))
	if name != nil && ident.LastWord(name.Value.FirstString()) != "tool" && listKind(name.Value.FirstString()) != "" {
		return nil // It holds tools.
	}
	return name
}

// short returns a name unless it is too long for one.
func short(name *schema.Draft) *schema.Draft {
	if name != nil && slices.ContainsFunc(name.Value.Alts, func(a static.Alt) bool { return len(a.Text().Value) > ident.MaxToolName }) {
		return nil
	}
	return name
}

// describesMore reports whether a member of an object other than x is an object with a description, as the tools in a map are.
func describesMore(o, x *syntax.Expr) bool {
	return slices.ContainsFunc(o.Args, func(a syntax.Arg) bool {
		return a.Value != nil && a.Value != x && a.Value.Kind == syntax.Object && traitsOf(a.Value).description
	})
}

// describers are the keys of what describes the tool that the object around it names.
var describers = wordset.Of("definition def config configuration options spec specification schema metadata meta info descriptor declaration details tool")

// ofFields reports whether an object holds fields of a schema, one of them called name or description.
func (r *objects) ofFields(o *syntax.Expr) bool {
	return slices.ContainsFunc([]string{"name", "description"}, func(k string) bool {
		v := o.Arg(k)
		return v != nil && v.Kind == syntax.Call && (schema.FieldOfSchema(v) || r.SchemaCall(v, 0) != nil)
	})
}

// isToolLike reports whether an object is a tool although no name around it says so.
func (r *objects) isToolLike(o *syntax.Expr, t traits) bool {
	switch {
	case t.schema:
		return true
	case t.parameters:
		schema := r.isSchema(o, "parameters")
		return t.handler && t.name || schema && (t.handler || t.name)
	case !t.name && !t.handler:
		return false
	}
	// A command of a program has a name, a description and a function too: here something else must speak of tools.
	return ident.Contains(r.File.Rel, "tool") || r.namesAround(o, "tool")
}

// inToolTable reports whether an object is one of the tools of a table whose keys are their names, which nothing else need call tools in a
// bundle: {list_tables: {description: "...", parameters: z.object({...}), annotations: {...}}}.
func (r *objects) inToolTable(o *syntax.Expr) bool {
	if !r.inObject(o) {
		return false
	}
	switch r.tableSign(o) {
	case signHints:
		return true
	case signInput:
		return r.toolLikeMembers(o.Parent) > 1
	}
	return false
}

// toolLikeMembers counts the members of an object that look like tools. It is counted once, since each of them asks.
func (r *objects) toolLikeMembers(table *syntax.Expr) int {
	n, known := r.toolTables[table]
	if known || !r.Spend(1+len(table.Args)) {
		return n
	}
	for _, a := range table.Args {
		if a.Value != nil && a.Value.Kind == syntax.Object && r.tableSign(a.Value) != signNone {
			n++
		}
	}
	r.toolTables[table] = n
	return n
}

// sign is the evidence that an object in a table is a tool.
type sign uint8

const (
	signNone sign = iota
	// signInput is a schema of what a model sends. Events and messages may have one too.
	signInput
	// signHints are annotations that only tools have.
	signHints
)

func (r *objects) tableSign(o *syntax.Expr) sign {
	if t := traitsOf(o); !t.description || t.foreign || !r.saysWords(o) {
		return signNone
	}
	if slices.ContainsFunc(r.Deref(r.MemberOf(o, "annotations")), func(x *syntax.Expr) bool {
		return x.Kind == syntax.Object && slices.ContainsFunc(x.Args, func(a syntax.Arg) bool { return toolHints[ident.Key(a.Name)] })
	}) {
		return signHints
	}
	if r.isSchema(o, "inputSchema") || r.isSchema(o, "parameters") || r.hasHandler(o) && r.isSchema(o, "schema") {
		return signInput
	}
	return signNone
}

// isSchema reports whether a member of an object is a schema.
func (r *Reader) isSchema(o *syntax.Expr, name string) bool {
	return slices.ContainsFunc(r.Deref(r.MemberOf(o, name)), func(x *syntax.Expr) bool {
		return x.Kind == syntax.Object && schema.IsLiteral(x) || x.Kind == syntax.Call && r.SchemaCall(x, 0) != nil
	})
}

// saysWords reports whether the description of an object is a text and not the field of a schema that is called so.
func (r *objects) saysWords(o *syntax.Expr) bool {
	d := r.MemberOf(o, "description")
	return d != nil && (d.Kind == syntax.Literal || d.Kind == syntax.Concat || d.Kind == syntax.Ref)
}

// toolHints are the annotations of tools by which clients decide what to ask the user.
var toolHints = wordset.Of("readonlyhint destructivehint idempotenthint openworldhint")

// namesAround reports whether what an object is assigned to, or its declared type, holds a word.
func (r *objects) namesAround(o *syntax.Expr, word string) bool {
	for x, n := o, 0; x != nil && n < 8; x, n = x.Parent, n+1 {
		if b := r.BindOf[x]; b != nil && (ident.Contains(b.Name, word) || ident.Contains(b.Type, word)) {
			return true
		}
		if x.Kind == syntax.Call && ident.Contains(x.Name, word) {
			return true
		}
	}
	return false
}

// promptArguments reports whether the arguments of an object are those of a prompt: a list of objects with a name.
func (r *objects) promptArguments(o *syntax.Expr) bool {
	l := r.MemberOf(o, "arguments")
	return l != nil && l.Kind == syntax.List && len(l.Items) > 0 && (ident.Contains(r.File.Rel, "prompt") || r.namesAround(o, "prompt")) &&
		!slices.ContainsFunc(l.Items, func(item *syntax.Expr) bool {
			return item.Kind != syntax.Object || item.Arg("name") == nil || item.Arg("required") == nil && item.Arg("description") == nil
		})
}

// insideSchema reports whether an object is part of a schema: the value of a property.
func (r *objects) insideSchema(o *syntax.Expr) bool {
	for x, n := o, 0; x.Parent != nil && n < 12; x, n = x.Parent, n+1 {
		if a := x.ArgOf(); a != nil && x.Parent.Kind == syntax.Object && schemaParts[ident.Key(a.Name)] {
			return true
		}
	}
	return false
}

var schemaParts = wordset.Of("properties items inputschema outputschema components paths responses arguments")

// container returns the kind that the name around an object speaks of, the list TOOLS or the reply {tools: [...]}, or "".
func (r *objects) container(o *syntax.Expr) string {
	for x, n := o, 0; x != nil && n < 6; x, n = x.Parent, n+1 {
		if b := r.BindOf[x]; b != nil {
			return r.boundKind(b, x == o)
		}
		if f := r.returner(x); f != nil {
			kind := ""
			if b := r.Lambdas[f]; b != nil {
				kind = typeKind(b.Type)
			}
			if x != o {
				kind = cmp.Or(kind, listKind(f.Name))
			}
			return kind
		}
		p := x.Parent
		if p == nil {
			return ""
		}
		a := x.ArgOf()
		switch p.Kind {
		case syntax.Object:
			if a != nil && x.Kind != syntax.Object {
				return listKind(a.Name)
			}
			if x.Kind == syntax.Object && x != o {
				return ""
			}
		case syntax.Call:
			switch {
			case static.Transparent[p.Name]:
				continue
			case addNames[p.Name] && p.Recv != nil:
				return listKind(ident.Last(p.Recv.Name))
			case a != nil && a.Name != "":
				return listKind(a.Name)
			case x != o && x.Kind == syntax.List && r.CallKind(p) == KindTool:
				return KindTool
			}
			return ""
		case syntax.List, syntax.Lambda, syntax.Choice, syntax.Other:
		default:
			return ""
		}
	}
	return ""
}

var addNames = wordset.Of("push append extend concat add")

// boundKind is the kind that an assignment speaks of whose value is an object itself, or holds it. The name of the object itself says little:
// searchTool = {...} does, when it ends so.
func (r *objects) boundKind(b *syntax.Bind, itself bool) string {
	if k := typeKind(b.Type); k != "" || !itself {
		return cmp.Or(k, listKind(ident.Last(b.Name)))
	}
	ws := ident.Words(ident.Last(b.Name))
	if n := len(ws); n > 1 && (ws[n-1] == "definition" || ws[n-1] == "def") {
		ws = ws[:n-1]
	}
	if n := len(ws); n > 0 && ws[n-1] == "tool" {
		return KindTool
	}
	return ""
}

func (r *objects) returner(x *syntax.Expr) *syntax.Func {
	s := x.Scope
	for n := 0; s != nil && s.Func == nil && n < 3; n++ {
		s = s.Parent
	}
	if x.Parent == nil && s != nil && s.Func != nil && slices.Contains(s.Func.Returns[:min(len(s.Func.Returns), 16)], x) {
		return s.Func
	}
	return nil
}

// typeKind returns the kind that a declared type speaks of: Tool[], list[types.Tool], []mcp.Prompt.
func typeKind(t string) string {
	if len(t) > ident.MaxWord {
		return ""
	}
	return kindOfPart(byType, t, ".<>[](),|&? :*")
}

// listKind returns the kind of definitions that something of that name holds, or "".
func listKind(name string) string {
	ws := ident.Words(name)
	for i, w := range ws {
		kind := kindWords[w]
		switch {
		case kind == "" && w != "functions":
			if w == "calls" || w == "results" || w == "names" || w == "call" {
				return ""
			}
			continue
		case slices.ContainsFunc(ws[i+1:], func(x string) bool { return !listWords[x] }):
			return ""
		case kind == "" && (len(ws) == 1 || i > 0 && ws[i-1] == "mcp"):
			return KindTool
		}
		return kind
	}
	return ""
}

// listWords may follow a kind in the name of a list of definitions.
var listWords = wordset.Of(`
	def defs definition definitions list schemas schema map catalog registry spec specs descriptors templates tools declarations metadata info config
	configs array json base set items available mcp all table result manifest`)

// isLabel reports whether an object in a map is shown to people: its name is not one for machines.
func (r *Reader) isLabel(o *syntax.Expr) bool {
	n := r.MemberOf(o, "name")
	return n != nil && n.Kind == syntax.Literal && ident.Sentence(n.Text.Value) && r.inObject(o)
}

func (r *Reader) inObject(o *syntax.Expr) bool {
	return o.Parent != nil && o.Parent.Kind == syntax.Object
}
