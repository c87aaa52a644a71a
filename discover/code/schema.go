package code

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// schema makes the JSON schema that an expression describes: a schema that is written out, a chain of a schema library (zod, valibot,
// TypeBox), an object of such chains, a class of fields. It returns nil when there is nothing to say.
func (r *reader) schema(e *syntax.Expr, depth int) *draft {
	if e == nil || r.deep(depth) || r.depth >= maxDepth || !r.spend(4) {
		return nil
	}
	if d, ok := r.schemas[e]; ok {
		return d
	}
	r.schemas[e] = nil // while it is being made
	r.depth++
	d := r.schemaKind(e, depth)
	r.depth--
	r.schemas[e] = d
	return d
}

func (r *reader) schemaKind(e *syntax.Expr, depth int) *draft {
	switch e.Kind {
	case syntax.Object:
		return r.schemaObject(e, depth)
	case syntax.Literal, syntax.Concat:
		return r.textDraft(e)
	case syntax.Call:
		return r.schemaOfCall(e, depth)
	case syntax.List:
		if len(e.Items) > 0 && (e.Items[0].Kind == syntax.Object || e.Items[0].Kind == syntax.Call) {
			return r.parameterList(e, depth)
		}
		return nil
	case syntax.Lambda:
		if e.Fn != nil && len(e.Fn.Returns) > 0 {
			return r.schema(e.Fn.Returns[0], depth+1)
		}
		return nil
	case syntax.Choice:
		for _, x := range e.Items {
			if d := r.schema(x, depth+1); d != nil && d.kind == source.Object {
				return d
			}
		}
		return nil
	case syntax.Index:
		if e.Name == "shape" || e.Name == "schema" || e.Name == "inputSchema" {
			return r.schema(e.Recv, depth+1)
		}
		for _, x := range r.deref(e) {
			if x != e {
				return r.schema(x, depth+1)
			}
		}
		return nil
	case syntax.Ref:
		return r.schemaRef(e, depth)
	default:
		return nil
	}
}

func (r *reader) schemaRef(e *syntax.Expr, depth int) *draft {
	path := e.Name
	for {
		ts := r.follow(e.Scope, path)
		for _, t := range ts {
			switch {
			case t.class != nil:
				if d := r.classSchema(t.class, depth+1); d != nil {
					return d
				}
			case t.fn != nil && len(t.fn.Returns) > 0:
				return r.schema(t.fn.Returns[0], depth+1)
			case t.expr != nil && t.expr != e:
				if d := r.schema(t.expr, depth+1); d != nil {
					return d
				}
			}
		}
		if len(ts) > 0 {
			return nil
		}
		dot := strings.LastIndexByte(path, '.')
		if dot < 0 || !schemaMember[path[dot+1:]] {
			break
		}
		path = path[:dot]
	}
	if !r.lookup(e.Scope, head(path)).any() && !isSelf[head(path)] {
		d := object(e.Span)
		if d.ask(r.wishFor(path, wishSchema)); len(d.wishes) > 0 {
			r.setCode(d, e.Span, "", e)
		}
		return d
	}
	return nil
}

// schemaMember are members of a schema object that are that schema again.
var schemaMember = map[string]bool{"shape": true, "schema": true, "_def": true, "entries": true, "fields": true, "jsonSchema": true, "inputSchema": true, "model_fields": true}

// schemaWords are keys that tell a JSON schema from an object of fields.
var schemaWords = wordset.Of("$schema properties anyOf oneOf allOf $ref additionalProperties items $defs patternProperties enum")

// isSchemaLiteral reports whether an object is a JSON schema rather than an object of fields.
func isSchemaLiteral(e *syntax.Expr) bool {
	for i := range e.Args {
		a := &e.Args[i]
		if a.Value == nil {
			continue
		}
		k := a.Name
		if a.Key != nil && a.Key.Kind == syntax.Ref && k != "" && isUpper(k[0]) {
			k = strings.ToLower(k[:1]) + k[1:]
		}
		if schemaWords[k] && (a.Value.Kind != syntax.Call || a.Value.Recv == nil || transparent[a.Value.Name]) {
			return true
		}
		if k == "type" && (a.Value.Kind == syntax.Literal || a.Value.Kind == syntax.Ref || a.Value.Kind == syntax.List || a.Value.Kind == syntax.Concat) {
			return true
		}
	}
	return false
}

// schemaObject makes the schema of an object: as it is when it is a JSON schema, else its members are properties.
func (r *reader) schemaObject(e *syntax.Expr, depth int) *draft {
	if isSchemaLiteral(e) || strings.HasSuffix(e.Name, "Schema") && e.Name != "" {
		return lowerKeys(r.plainObject(e, e.Args, depth), 0)
	}
	d, props := schemaDraft(e.Span)
	r.fields(e, props, depth)
	if len(props.members) == 0 && len(props.wishes) == 0 {
		return nil
	}
	return d
}

// lowerKeys spells the keywords of a schema as JSON does where a language writes them with a capital: Properties, Description.
func lowerKeys(d *draft, depth int) *draft {
	if d == nil || depth > maxDraftDepth {
		return d
	}
	for i := range d.members {
		m := &d.members[i]
		if n := m.name.Value; n != "" && isUpper(n[0]) && (depth == 0 || !strings.ContainsAny(n, "_-. ")) {
			low := strings.ToLower(n[:1]) + n[1:]
			switch low {
			case "properties", "description", "title", "default", "enum", "items", "type", "required", "anyOf", "oneOf", "allOf", "const", "examples", "pattern", "format":
				m.name = source.Text{Value: low}
			}
		}
		if m.name.Value == "properties" {
			for k := range m.value.members {
				lowerKeys(m.value.members[k].value, depth+1)
			}
		} else if m.value.kind == source.Object {
			lowerKeys(m.value, depth+1)
		}
	}
	return d
}

// fields adds the members of an object of fields to props.
func (r *reader) fields(e *syntax.Expr, props *draft, depth int) {
	for i := range e.Args {
		a := &e.Args[i]
		if r.full(len(props.members)) {
			return
		}
		if a.Spread {
			r.spreadFields(a.Value, e, props, depth)
			continue
		}
		name, lits := r.keyText(a)
		if name.Value == "" || a.Value == nil || a.Value.Kind == syntax.Lambda {
			continue
		}
		v := r.schema(a.Value, depth+1)
		if v == nil || v.kind != source.Object {
			v = object(a.Value.Span)
		}
		v = r.withCode(v, a.Value)
		props.members = append(props.members, member{name: name, value: v, lits: lits})
	}
}

// spreadFields adds the fields of what is spread into the object e.
func (r *reader) spreadFields(v, e *syntax.Expr, props *draft, depth int) {
	xs := r.deref(v)
	if len(xs) == 0 && v != nil {
		xs = []*syntax.Expr{v}
	}
	for _, x := range xs {
		if x.Kind == syntax.Object && x != e && !r.deep(depth+1) {
			r.depth++
			r.fields(x, props, depth+1)
			r.depth--
		} else if s := r.schema(x, depth+1); s != nil {
			if p := s.get("properties"); p != nil {
				props.merge(p)
			}
			for _, w := range s.wishes {
				props.ask(w)
			}
		}
	}
}

// schemaRoots are names under which schema libraries are known.
var schemaRoots = wordset.Of("z zod v Type t T s S Schema yup Joi type zod4 JsonSchema JSONSchema jsonschema Z valibot effect S.Struct zodOptional")

// schemaRoot returns the first call of a chain of a schema library, z.string() of z.string().optional(), or nil.
func schemaRoot(e *syntax.Expr) *syntax.Expr {
	for n := 0; e.Recv != nil && e.Recv.Kind == syntax.Call && n < 100; n++ {
		e = e.Recv
	}
	if e.Recv == nil || e.Recv.Kind != syntax.Ref || !schemaRoots[head(e.Recv.Name)] && !schemaRoots[last(e.Recv.Name)] {
		return nil
	}
	return e
}

// fieldOfSchema reports whether an expression makes the type of a field, as z.string().optional() does, rather than a text.
func fieldOfSchema(e *syntax.Expr) bool {
	if e == nil || e.Kind != syntax.Call {
		return false
	}
	root := schemaRoot(e)
	if root == nil {
		return false
	}
	switch key(root.Name) {
	case "string", "number", "boolean", "any", "unknown", "object", "array", "enum", "literal", "union", "optional", "record", "nullable", "coerce", "null", "str":
		return true
	}
	return false
}

func (r *reader) schemaCall(e *syntax.Expr, depth int) *draft {
	if schemaRoot(e) == nil {
		return nil
	}
	return r.schemaOfCall(e, depth)
}

// schemaOfCall makes the schema of a call: each link of a chain adds to it.
func (r *reader) schemaOfCall(e *syntax.Expr, depth int) *draft {
	if d := r.kotlinJSON(e, depth); d != nil {
		return d
	}
	var chain []*syntax.Expr
	x := e
	for ; x != nil && x.Kind == syntax.Call && len(chain) < 100; x = x.Recv {
		chain = append(chain, x)
	}
	if x == nil && len(chain) == 1 && r.u.Lang == lex.Swift && len(e.Args) == 1 {
		return r.plain(e, depth)
	}
	if x == nil && len(chain) == 1 {
		if d := r.returnedSchema(e, depth); d != nil {
			return d
		}
	}
	d := object(e.Span)
	if x != nil && (x.Kind == syntax.Ref || x.Kind == syntax.Index) && !schemaRoots[head(x.Name)] && !packageLike(x.Name) {
		if name := chain[len(chain)-1].Name; name != "" && !isUpper(name[0]) || x.Kind == syntax.Index {
			// Fields.describe("..."), Base.extend({...}), Model.model_json_schema(): what the name is goes first.
			d.merge(r.schema(x, depth+1))
		}
	}
	for i := len(chain) - 1; i >= 0; i-- {
		r.schemaLink(chain[i], d, depth)
	}
	if len(d.members) == 0 && len(d.wishes) == 0 {
		return nil
	}
	r.setCode(d, e.Span, "", e)
	return d
}

// schemaLink adds to d what one call of a chain says.
func (r *reader) schemaLink(c *syntax.Expr, d *draft, depth int) {
	args := positional(c)
	var one *syntax.Expr
	if len(args) > 0 {
		one = args[0]
	}
	switch key(strings.TrimSuffix(c.Name, "!")) {
	case "describe", "description", "desc", "withdescription", "setdescription":
		d.set("description", r.textDraft(one))
	case "title", "label", "withtitle", "settitle":
		d.set("title", r.textDraft(one))
	case "default", "prefault", "catch", "withdefault", "defaultvalue":
		if v := r.plain(one, depth+1); v != nil && v.kind != source.Object {
			d.set("default", v)
		}
	case "enum", "nativeenum", "picklist", "oneof", "valid", "literals":
		r.enumOf(args, d, depth)
	case "literal", "const", "value":
		if v := r.plain(one, depth+1); v != nil {
			d.set("const", v)
		}
		r.options(args, d, depth)
	case "object", "strictobject", "looseobject", "extend", "safeextend", "merge", "shape", "struct", "intersect", "intersection", "composite", "and":
		for _, a := range args {
			if a.Kind == syntax.List {
				for _, item := range a.Items {
					d.merge(r.schema(item, depth+1))
				}
				continue
			}
			if isOptions(a) {
				d.merge(r.plain(a, depth+1))
				continue
			}
			d.merge(r.schema(a, depth+1))
		}
		r.named(c, d, depth)
	case "array", "set", "tuple", "nonemptyarray", "maparray":
		if s := r.schema(one, depth+1); s != nil && (one.Kind != syntax.Object || isSchemaLiteral(one)) {
			d.set("items", s)
		}
		r.options(args, d, depth)
		r.named(c, d, depth)
	case "union", "discriminatedunion", "or", "anyof", "variant":
		var list []*syntax.Expr
		r.flatten(args, &list, 0)
		any := &draft{kind: source.Array, span: c.Span}
		for _, a := range list {
			if s := r.schema(a, depth+1); s != nil && s.kind == source.Object && !r.full(len(any.items)) {
				any.items = append(any.items, s)
			}
		}
		if len(any.items) > 0 {
			d.set("anyOf", any)
		}
	case "record", "map", "partialrecord":
		if s := r.schema(args2(args), depth+1); s != nil && s.kind == source.Object {
			d.set("additionalProperties", s)
		}
	case "meta", "metadata", "annotations", "annotate", "openapi", "withmeta":
		for _, a := range args {
			d.merge(r.plain(a, depth+1))
		}
	case "lazy", "preprocess", "pipe", "optional", "nullable", "nullish", "optionalas", "effect", "zodtojsonschema", "tojsonschema", "schema", "jsonschema",
		"asschema", "standardvalidator", "strict", "partial", "readonly", "exactoptional", "schemafor", "from", "fromzod", "parameters", "new", "getschema",
		"buildschema", "convert", "to", "wrap", "required", "valibotschema", "zodschema", "inputschema", "input", "some", "arc", "asjsonschema", "toschema",
		"generateschema", "createschema", "zodtoschema", "json":
		for _, a := range args {
			if a.Kind == syntax.Literal && !strings.HasPrefix(strings.TrimSpace(a.Text.Value), "{") {
				continue
			}
			if s := r.schema(a, depth+1); s != nil {
				if s.kind == source.Object {
					d.merge(s)
				} else {
					d.set("schema", s)
				}
			}
		}
		r.named(c, d, depth)
	default:
		r.options(args, d, depth)
		r.named(c, d, depth)
		if len(args) > 0 && len(d.members) == 0 && len(d.wishes) == 0 && contains(c.Name, "schema") {
			for _, a := range args {
				d.merge(r.schema(a, depth+1))
			}
		}
	}
}

func args2(args []*syntax.Expr) *syntax.Expr {
	if len(args) == 0 {
		return nil
	}
	return args[len(args)-1]
}

// isOptions reports whether an object holds what a schema says about a field: description, default.
func isOptions(e *syntax.Expr) bool {
	if e.Kind != syntax.Object {
		return false
	}
	for _, name := range []string{"description", "title", "default"} {
		if v := e.Arg(name); v != nil && v.Kind != syntax.Call && (v.Kind != syntax.Object || name == "default") {
			return true
		}
	}
	return false
}

// options adds what an object argument of a schema function says: Type.String({description: "..."}).
func (r *reader) options(args []*syntax.Expr, d *draft, depth int) {
	for _, a := range args {
		if a.Kind == syntax.Object && (isOptions(a) || isSchemaLiteral(a)) {
			d.merge(r.plain(a, depth+1))
		}
	}
}

// named adds what named arguments say: Field(description="...", default=...), .string(description: "...").
func (r *reader) named(c *syntax.Expr, d *draft, depth int) {
	for i := range c.Args {
		a := &c.Args[i]
		if a.Name == "" || a.Value == nil {
			continue
		}
		switch key(a.Name) {
		case "description", "desc":
			d.set("description", r.textDraft(a.Value))
		case "title":
			d.set("title", r.textDraft(a.Value))
		case "default", "defaultvalue":
			if v := r.plain(a.Value, depth+1); v != nil {
				d.set("default", v)
			}
		case "enum", "examples", "pattern", "const", "allowablevalues":
			if v := r.plain(a.Value, depth+1); v != nil {
				d.set(strings.ToLower(a.Name), v)
			}
		case "properties":
			d.set("properties", r.properties(a.Value, depth+1))
		case "items":
			if s := r.schema(a.Value, depth+1); s != nil {
				d.set("items", s)
			}
		}
	}
}

// properties makes the properties of a schema of an expression.
func (r *reader) properties(e *syntax.Expr, depth int) *draft {
	for _, x := range r.deref(e) {
		if x.Kind == syntax.Object {
			props := object(x.Span)
			r.fields(x, props, depth)
			return props
		}
		if x.Kind == syntax.Call {
			return r.plain(x, depth)
		}
	}
	return r.plain(e, depth)
}

// enumOf adds the words that a value may be.
func (r *reader) enumOf(args []*syntax.Expr, d *draft, depth int) {
	list := &draft{kind: source.Array}
	var items []*syntax.Expr
	for _, a := range args {
		for _, x := range r.deref(a) {
			switch x.Kind {
			case syntax.List:
				r.flatten(x.Items, &items, 0)
			case syntax.Object:
				for i := range x.Args {
					if v := x.Args[i].Value; v != nil {
						items = append(items, v)
					}
				}
			case syntax.Literal:
				items = append(items, x)
			}
		}
	}
	for _, item := range items {
		if v := r.plain(item, depth+1); v != nil && v.kind != source.Object && !r.full(len(list.items)) {
			list.items = append(list.items, v)
			list.span = item.Span
		}
	}
	if len(list.items) > 0 {
		d.set("enum", list)
	}
}
