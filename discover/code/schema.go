package code

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// schema makes the JSON schema that an expression describes, or nil when there is nothing to say.
func (r *Schemas) schema(e *syntax.Expr, depth int) *draft {
	if e == nil || r.tooDeep(depth) || !r.enter() {
		return nil
	}
	defer r.leave()
	d, ok := r.schemas[e]
	if !ok {
		r.schemas[e] = nil // while it is being made
		d = r.schemaKind(e, depth)
		r.schemas[e] = d
	}
	return d
}

func (r *Schemas) schemaKind(e *syntax.Expr, depth int) *draft {
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
	case syntax.Lambda:
		if e.Fn != nil && len(e.Fn.Returns) > 0 {
			return r.schema(e.Fn.Returns[0], depth+1)
		}
	case syntax.Choice:
		for _, x := range e.Items {
			if d := r.schema(x, depth+1); d != nil && d.kind == source.Object {
				return d
			}
		}
	case syntax.Index:
		if e.Name == "shape" || e.Name == "schema" || e.Name == "inputSchema" {
			return r.schema(e.Recv, depth+1)
		}
		for _, x := range r.deref(e) {
			if x != e {
				return r.schema(x, depth+1)
			}
		}
	case syntax.Ref:
		return r.schemaRef(e, depth)
	}
	return nil
}

func (r *Schemas) schemaRef(e *syntax.Expr, depth int) *draft {
	path := e.Name
	ts := r.follow(e.Scope, path)
	for len(ts) == 0 && strings.Contains(path, ".") && schemaMember[last(path)] {
		path = path[:strings.LastIndexByte(path, '.')]
		ts = r.follow(e.Scope, path)
	}
	for _, t := range ts {
		var d *draft
		switch {
		case t.class != nil:
			d = r.classSchema(t.class, depth+1)
		case t.fn != nil && len(t.fn.Returns) > 0:
			return r.schema(t.fn.Returns[0], depth+1)
		case t.expr != e:
			d = r.schema(t.expr, depth+1)
		}
		if d != nil {
			return d
		}
	}
	if len(ts) > 0 || isSelf[head(path)] || r.lookup(e.Scope, head(path)).any() {
		return nil
	}
	d := object(e.Span)
	if d.addReference(r.referenceTo(path, refSchema)); len(d.references) > 0 {
		r.markCode(d, e.Span, true)
	}
	return d
}

var schemaMember = wordset.Of("shape schema _def entries fields jsonSchema inputSchema model_fields")

// schemaWords are keys that distinguish a JSON schema from an object of fields.
var schemaWords = wordset.Of("$schema properties anyOf oneOf allOf $ref additionalProperties items $defs patternProperties enum")

func isSchemaLiteral(e *syntax.Expr) bool {
	for i := range e.Args {
		a := &e.Args[i]
		if a.Value == nil {
			continue
		}
		k, v := a.Name, a.Value.Kind
		if a.Key != nil && a.Key.Kind == syntax.Ref {
			k = lowerFirst(k)
		}
		if schemaWords[k] && (v != syntax.Call || a.Value.Recv == nil || transparent[a.Value.Name]) ||
			k == "type" && (v == syntax.Literal || v == syntax.Ref || v == syntax.List || v == syntax.Concat) {
			return true
		}
	}
	return false
}

func (r *Schemas) schemaObject(e *syntax.Expr, depth int) *draft {
	if isSchemaLiteral(e) || strings.HasSuffix(e.Name, "Schema") && e.Name != "" {
		return lowerKeys(r.plainObject(e, e.Args, depth), 0)
	}
	d, props := schemaDraft(e.Span)
	r.fields(e, props, depth)
	if len(props.members) == 0 && len(props.references) == 0 {
		return nil
	}
	return d
}

// lowerKeys spells the keywords of a schema as JSON does where a language writes them with a capital: Properties, Description.
func lowerKeys(d *draft, depth int) *draft {
	if depth > maxDraftDepth {
		return d
	}
	for i := range d.members {
		m := &d.members[i]
		if low := lowerFirst(m.name.Value); low != m.name.Value && schemaKeywords[low] {
			m.name = source.Text{Value: low}
		}
		if m.name.Value == "properties" {
			for _, p := range m.value.members {
				lowerKeys(p.value, depth+1)
			}
		} else if m.value.kind == source.Object {
			lowerKeys(m.value, depth+1)
		}
	}
	return d
}

var schemaKeywords = wordset.Of("properties description title default enum items type required anyOf oneOf allOf const examples pattern format")

func lowerFirst(name string) string {
	if !isUpper(firstByte(name)) {
		return name
	}
	return strings.ToLower(name[:1]) + name[1:]
}

func (r *Schemas) fields(e *syntax.Expr, props *draft, depth int) {
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
		own := *object(a.Value.Span)
		if v := r.schema(a.Value, depth+1); v != nil && v.kind == source.Object {
			own = *v // the draft itself may be that of a name that others use too
			own.members = slices.Clone(v.members)
		}
		r.markCode(&own, a.Value.Span, true)
		props.members = append(props.members, member{name: name, value: &own, lits: lits})
	}
}

// spreadFields adds the fields of what is spread into the object e.
func (r *Schemas) spreadFields(v, e *syntax.Expr, props *draft, depth int) {
	xs := r.deref(v)
	if len(xs) == 0 {
		xs = []*syntax.Expr{v}
	}
	for _, x := range xs {
		if x != nil && x.Kind == syntax.Object && x != e && !r.tooDeep(depth+1) {
			r.depth++
			r.fields(x, props, depth+1)
			r.depth--
		} else if s := r.schema(x, depth+1); s != nil {
			props.merge(s.get("properties"))
			for _, w := range s.references {
				props.addReference(w)
			}
		}
	}
}

var schemaRoots = wordset.Of("z zod v Type t T s S Schema yup Joi type zod4 JsonSchema JSONSchema jsonschema Z valibot effect S.Struct zodOptional")

// schemaRoot returns the first call of a chain of a schema library, z.string() of z.string().optional(), or nil.
func schemaRoot(e *syntax.Expr) *syntax.Expr {
	for n := 0; e.Recv != nil && e.Recv.Kind == syntax.Call && n < 100; n++ {
		e = e.Recv
	}
	if e.Recv == nil || e.Recv.Kind != syntax.Ref || !schemaRoots[head(e.Recv.Name)] && !schemaRoots[last(e.Recv.Name)] && !renamedSchema(e) {
		return nil
	}
	return e
}

// renamedSchema reports whether a call makes a schema of a library whatever name a bundler has given that: O.object({...}), O.string().
func renamedSchema(e *syntax.Expr) bool {
	if e.Recv == nil || e.Recv.Kind != syntax.Ref {
		return false
	}
	switch e.Name {
	case "string":
		return len(e.Args) == 0
	case "object", "strictObject", "looseObject":
		return len(e.Args) == 1 && e.Args[0].Name == "" && e.Args[0].Value != nil && e.Args[0].Value.Kind == syntax.Object
	}
	return false
}

// fieldOfSchema reports whether an expression makes the type of a field, as z.string().optional() does, rather than a text.
func fieldOfSchema(e *syntax.Expr) bool {
	if e == nil || e.Kind != syntax.Call {
		return false
	}
	root := schemaRoot(e)
	return root != nil && fieldTypes[key(root.Name)]
}

var fieldTypes = wordset.Of("string number boolean any unknown object array enum literal union optional record nullable coerce null str")

func (r *Schemas) schemaCall(e *syntax.Expr, depth int) *draft {
	if schemaRoot(e) == nil {
		return nil
	}
	return r.schemaOfCall(e, depth)
}

// schemaOfCall makes the schema of a call: each link of a chain adds to it.
func (r *Schemas) schemaOfCall(e *syntax.Expr, depth int) *draft {
	if d := r.kotlinJSON(e, depth); d != nil {
		return d
	}
	var chain []*syntax.Expr
	x := e
	for ; x != nil && x.Kind == syntax.Call && len(chain) < 100; x = x.Recv {
		chain = append(chain, x)
	}
	slices.Reverse(chain)
	if x == nil && len(chain) == 1 {
		if r.u.Lang == lex.Swift && len(e.Args) == 1 {
			return r.plain(e, depth)
		}
		if d := r.returnedSchema(e, depth); d != nil {
			return d
		}
	}
	d := object(e.Span)
	if x != nil && (x.Kind == syntax.Index || x.Kind == syntax.Ref && chain[0].Name != "" && !isUpper(chain[0].Name[0])) && !schemaRoots[head(x.Name)] && !renamedSchema(chain[0]) &&
		!packageLike(x.Name) {
		// Fields.describe("..."), Base.extend({...}), Model.model_json_schema(): what the name is goes first.
		d.merge(r.schema(x, depth+1))
	}
	for _, c := range chain {
		r.schemaLink(c, d, depth)
	}
	if len(chain) == 1 && !slices.ContainsFunc(d.members, func(m member) bool { return m.name.Value != codeMember }) {
		d.addReference(r.referenceToMaker(chain[0]))
	}
	if len(d.members) == 0 && len(d.references) == 0 {
		return nil
	}
	r.markCode(d, e.Span, true)
	return d
}

// referenceToMaker is the reference for the schema that a function of another file returns, or nil. A call that is given more than a word or
// number makes it of that.
func (r *Schemas) referenceToMaker(e *syntax.Expr) *reference {
	given := func(v *syntax.Expr) bool { return v.Kind != syntax.Literal && v.Kind != syntax.Scalar }
	makes := isUpper(firstByte(e.Name)) && r.u.Lang != lex.Go && r.u.Lang != lex.CSharp // an object
	if makes || schemaRoot(e) != nil || schemaLinks[key(strings.TrimSuffix(e.Name, "!"))] != "" || slices.ContainsFunc(syntax.Values(e.Args), given) ||
		len(r.called(e)) > 0 {
		return nil
	}
	w := r.referenceToCall(e)
	if w != nil {
		w.kind, w.arg = refSchema, ""
	}
	return w
}

// schemaLink adds to d what one call of a chain says.
func (r *Schemas) schemaLink(c *syntax.Expr, d *draft, depth int) {
	args := positional(c)
	var one, end *syntax.Expr
	if len(args) > 0 {
		one, end = args[0], args[len(args)-1]
	}
	says := schemaLinks[key(strings.TrimSuffix(c.Name, "!"))]
	switch says {
	case "description", "title":
		d.set(says, r.textDraft(one))
	case "default":
		if v := r.plain(one, depth+1); v != nil && v.kind != source.Object {
			d.set("default", v)
		}
	case "enum":
		r.enumOf(args, d, depth)
	case "const":
		d.set("const", r.plain(one, depth+1))
		r.options(args, d, depth)
	case "object":
		for _, a := range args {
			switch {
			case a.Kind == syntax.List:
				for _, item := range a.Items {
					d.merge(r.schema(item, depth+1))
				}
			case isOptions(a):
				d.merge(r.plain(a, depth+1))
			default:
				d.merge(r.schema(a, depth+1))
			}
		}
	case "items":
		if s := r.schema(one, depth+1); s != nil && (one.Kind != syntax.Object || isSchemaLiteral(one)) {
			d.set("items", s)
		}
		r.options(args, d, depth)
	case "anyOf":
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
	case "additionalProperties":
		if s := r.schema(end, depth+1); s != nil && s.kind == source.Object {
			d.set("additionalProperties", s)
		}
	case "meta":
		for _, a := range args {
			d.merge(r.plain(a, depth+1))
		}
	case "same":
		for _, a := range args {
			if a.Kind == syntax.Literal && !strings.HasPrefix(strings.TrimSpace(a.Text.Value), "{") {
				continue
			}
			if s := r.schema(a, depth+1); s != nil && s.kind != source.Object {
				d.set("schema", s)
			} else {
				d.merge(s)
			}
		}
	default:
		r.options(args, d, depth)
		r.named(c, d, depth)
		if len(d.members) == 0 && len(d.references) == 0 && contains(c.Name, "schema") {
			for _, a := range args {
				d.merge(r.schema(a, depth+1))
			}
		}
	}
	if says == "object" || says == "items" || says == "same" {
		r.named(c, d, depth)
	}
}

// schemaLinks lead from the calls of the chains of schema libraries to what of a schema they say: a member, "object" for its properties,
// "meta" for members that are written out, "same" for the schema that they are given.
var schemaLinks = wordset.By(map[string]string{
	"description": "describe description desc withdescription setdescription", "title": "title label withtitle settitle",
	"default": "default prefault catch withdefault defaultvalue", "enum": "enum nativeenum picklist oneof valid literals", "const": "literal const value",
	"object": "object strictobject looseobject extend safeextend merge shape struct intersect intersection composite and",
	"items":  "array set tuple nonemptyarray maparray", "anyOf": "union discriminatedunion or anyof variant",
	"additionalProperties": "record map partialrecord", "meta": "meta metadata annotations annotate openapi withmeta",
	"same": `lazy preprocess pipe optional nullable nullish optionalas effect zodtojsonschema tojsonschema schema jsonschema asschema standardvalidator strict
		partial readonly exactoptional schemafor from fromzod parameters new getschema buildschema convert to wrap required valibotschema zodschema
		inputschema input some arc frommap asjsonschema toschema generateschema createschema zodtoschema json`,
})

func isOptions(e *syntax.Expr) bool {
	return e.Kind == syntax.Object && slices.ContainsFunc([]string{"description", "title", "default"}, func(name string) bool {
		v := e.Arg(name)
		return v != nil && v.Kind != syntax.Call && (v.Kind != syntax.Object || name == "default")
	})
}

// options adds what an object argument of a schema function says: Type.String({description: "..."}).
func (r *Schemas) options(args []*syntax.Expr, d *draft, depth int) {
	for _, a := range args {
		if a.Kind == syntax.Object && (isOptions(a) || isSchemaLiteral(a)) {
			d.merge(r.plain(a, depth+1))
		}
	}
}

// named adds what named arguments say: Field(description="...", default=...), .string(description: "...").
func (r *Schemas) named(c *syntax.Expr, d *draft, depth int) {
	for i := range c.Args {
		a := &c.Args[i]
		if a.Value == nil {
			continue
		}
		switch key(a.Name) {
		case "description", "desc":
			d.set("description", r.textDraft(a.Value))
		case "title":
			d.set("title", r.textDraft(a.Value))
		case "default", "defaultvalue":
			d.set("default", r.plain(a.Value, depth+1))
		case "enum", "examples", "pattern", "const", "allowablevalues":
			d.set(strings.ToLower(a.Name), r.plain(a.Value, depth+1))
		case "properties":
			d.set("properties", r.properties(a.Value, depth+1))
		case "items":
			d.set("items", r.schema(a.Value, depth+1))
		}
	}
}

func (r *Schemas) properties(e *syntax.Expr, depth int) *draft {
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

func (r *Schemas) enumOf(args []*syntax.Expr, d *draft, depth int) {
	list := &draft{kind: source.Array}
	var items []*syntax.Expr
	for _, a := range args {
		for _, x := range r.deref(a) {
			switch x.Kind {
			case syntax.List:
				r.flatten(x.Items, &items, 0)
			case syntax.Object:
				items = append(items, syntax.Values(x.Args)...)
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
