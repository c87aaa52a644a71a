package schema

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// Schema makes the JSON schema that an expression describes, or nil when there is nothing to say.
func (r *Schemas) Schema(e *syntax.Expr, depth int) *Draft {
	if e == nil || r.tooDeep(depth) || !r.Enter() {
		return nil
	}
	defer r.Leave()
	d, ok := r.schemas[e]
	if !ok {
		r.schemas[e] = nil // while it is being made
		d = r.schemaKind(e, depth)
		r.schemas[e] = d
	}
	return d
}

func (r *Schemas) schemaKind(e *syntax.Expr, depth int) *Draft {
	switch e.Kind {
	case syntax.Object:
		return r.schemaObject(e, depth)
	case syntax.Literal, syntax.Concat:
		return r.TextDraft(e)
	case syntax.Call:
		return r.schemaOfCall(e, depth)
	case syntax.List:
		if len(e.Items) > 0 && (e.Items[0].Kind == syntax.Object || e.Items[0].Kind == syntax.Call) {
			return r.parameterList(e, depth)
		}
	case syntax.Lambda:
		if e.Fn != nil && len(e.Fn.Returns) > 0 {
			return r.Schema(e.Fn.Returns[0], depth+1)
		}
	case syntax.Choice:
		for _, x := range e.Items {
			if d := r.Schema(x, depth+1); d != nil && d.Kind == source.Object {
				return d
			}
		}
	case syntax.Index:
		if e.Name == "shape" || e.Name == "schema" || e.Name == "inputSchema" {
			return r.Schema(e.Recv, depth+1)
		}
		for _, x := range r.Deref(e) {
			if x != e {
				return r.Schema(x, depth+1)
			}
		}
	case syntax.Ref:
		return r.schemaRef(e, depth)
	}
	return nil
}

func (r *Schemas) schemaRef(e *syntax.Expr, depth int) *Draft {
	path := e.Name
	ts := r.Follow(e.Scope, path)
	for len(ts) == 0 && strings.Contains(path, ".") && schemaMember[ident.Last(path)] {
		path = ident.Parent(path)
		ts = r.Follow(e.Scope, path)
	}
	for _, t := range ts {
		var d *Draft
		switch {
		case t.Class != nil:
			d = r.ClassSchema(t.Class, depth+1)
		case t.Fn != nil && len(t.Fn.Returns) > 0:
			return r.Schema(t.Fn.Returns[0], depth+1)
		case t.Expr != e:
			d = r.Schema(t.Expr, depth+1)
		}
		if d != nil {
			return d
		}
	}
	if len(ts) > 0 || static.IsSelf[ident.Head(path)] || r.Lookup(e.Scope, ident.Head(path)).Any() {
		return nil
	}
	d := Object(e.Span)
	if d.AddReference(r.ReferenceTo(path, static.RefSchema)); len(d.References) > 0 {
		r.markCode(d, e.Span, true)
	}
	return d
}

var schemaMember = wordset.Of("shape schema _def entries fields jsonSchema inputSchema model_fields")

// schemaWords are keys that distinguish a JSON schema from an object of fields.
var schemaWords = wordset.Of("$schema properties anyOf oneOf allOf $ref additionalProperties items $defs patternProperties enum")

// IsLiteral reports whether an object has the members of a JSON schema.
func IsLiteral(e *syntax.Expr) bool {
	for i := range e.Args {
		a := &e.Args[i]
		if a.Value == nil {
			continue
		}
		k, v := a.Name, a.Value.Kind
		if a.Key != nil && a.Key.Kind == syntax.Ref {
			k = LowerFirst(k)
		}
		if schemaWords[k] && (v != syntax.Call || a.Value.Recv == nil || static.Transparent[a.Value.Name]) ||
			k == "type" && (v == syntax.Literal || v == syntax.Ref || v == syntax.List || v == syntax.Concat) {
			return true
		}
	}
	return false
}

func (r *Schemas) schemaObject(e *syntax.Expr, depth int) *Draft {
	if IsLiteral(e) || strings.HasSuffix(e.Name, "Schema") && e.Name != "" {
		return lowerKeys(r.plainObject(e, e.Args, depth), 0)
	}
	d, props := Referring(e.Span)
	r.fields(e, props, depth)
	if len(props.Members) == 0 && len(props.References) == 0 {
		return nil
	}
	return d
}

// lowerKeys spells the keywords of a schema as JSON does where a language writes them with a capital: Properties, Description.
func lowerKeys(d *Draft, depth int) *Draft {
	if depth > MaxDraftDepth {
		return d
	}
	for i := range d.Members {
		m := &d.Members[i]
		if low := LowerFirst(m.Name.Value); low != m.Name.Value && schemaKeywords[low] {
			m.Name = source.Text{Value: low}
		}
		if m.Name.Value == "properties" {
			for _, p := range m.Value.Members {
				lowerKeys(p.Value, depth+1)
			}
		} else if m.Value.Kind == source.Object {
			lowerKeys(m.Value, depth+1)
		}
	}
	return d
}

var schemaKeywords = wordset.Of("properties description title default enum items type required anyOf oneOf allOf const examples pattern format")

// LowerFirst returns a name with its first letter in lower case.
func LowerFirst(name string) string {
	if !ident.IsUpper(ident.FirstByte(name)) {
		return name
	}
	return strings.ToLower(name[:1]) + name[1:]
}

func (r *Schemas) fields(e *syntax.Expr, props *Draft, depth int) {
	for i := range e.Args {
		a := &e.Args[i]
		if r.full(len(props.Members)) {
			return
		}
		if a.Spread {
			r.spreadFields(a.Value, e, props, depth)
			continue
		}
		name, lits := r.KeyText(a)
		if name.Value == "" || a.Value == nil || a.Value.Kind == syntax.Lambda {
			continue
		}
		own := *Object(a.Value.Span)
		if v := r.Schema(a.Value, depth+1); v != nil && v.Kind == source.Object {
			own = *v // the draft itself may be that of a name that others use too
			own.Members = slices.Clone(v.Members)
		}
		r.markCode(&own, a.Value.Span, true)
		props.Members = append(props.Members, Member{Name: name, Value: &own, Lits: lits})
	}
}

// spreadFields adds the fields of what is spread into the object e.
func (r *Schemas) spreadFields(v, e *syntax.Expr, props *Draft, depth int) {
	xs := r.Deref(v)
	if len(xs) == 0 {
		xs = []*syntax.Expr{v}
	}
	for _, x := range xs {
		if x != nil && x.Kind == syntax.Object && x != e && !r.tooDeep(depth+1) {
			r.Depth++
			r.fields(x, props, depth+1)
			r.Depth--
		} else if s := r.Schema(x, depth+1); s != nil {
			props.Merge(s.Get("properties"))
			for _, w := range s.References {
				props.AddReference(w)
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
	if e.Recv == nil || e.Recv.Kind != syntax.Ref || !schemaRoots[ident.Head(e.Recv.Name)] && !schemaRoots[ident.Last(e.Recv.Name)] && !renamedSchema(e) {
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

// FieldOfSchema reports whether an expression makes the type of a field, as z.string().optional() does, rather than a text.
func FieldOfSchema(e *syntax.Expr) bool {
	if e == nil || e.Kind != syntax.Call {
		return false
	}
	root := schemaRoot(e)
	return root != nil && fieldTypes[ident.Key(root.Name)]
}

var fieldTypes = wordset.Of("string number boolean any unknown object array enum literal union optional record nullable coerce null str")

// SchemaCall returns the schema that a call of a schema library makes, or nil.
func (r *Schemas) SchemaCall(e *syntax.Expr, depth int) *Draft {
	if schemaRoot(e) == nil {
		return nil
	}
	return r.schemaOfCall(e, depth)
}

// schemaOfCall makes the schema of a call: each link of a chain adds to it.
func (r *Schemas) schemaOfCall(e *syntax.Expr, depth int) *Draft {
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
		if r.Unit.Lang == lex.Swift && len(e.Args) == 1 {
			return r.Plain(e, depth)
		}
		if d := r.returnedSchema(e, depth); d != nil {
			return d
		}
	}
	d := Object(e.Span)
	if x != nil && (x.Kind == syntax.Index || x.Kind == syntax.Ref && chain[0].Name != "" && !ident.IsUpper(chain[0].Name[0])) && !schemaRoots[ident.Head(x.Name)] && !renamedSchema(chain[0]) &&
		!static.PackageLike(x.Name) {
		// Fields.describe("..."), Base.extend({...}), Model.model_json_schema(): what the name is goes first.
		d.Merge(r.Schema(x, depth+1))
	}
	for _, c := range chain {
		r.schemaLink(c, d, depth)
	}
	if len(chain) == 1 && !slices.ContainsFunc(d.Members, func(m Member) bool { return m.Name.Value != CodeMember }) {
		d.AddReference(referenceToMaker(r.Evaluator, chain[0]))
	}
	if len(d.Members) == 0 && len(d.References) == 0 {
		return nil
	}
	r.markCode(d, e.Span, true)
	return d
}

// referenceToMaker is the reference for the schema that a function of another file returns, or nil. A call that is given more than a word or
// number makes it of that.
func referenceToMaker(r *static.Evaluator, e *syntax.Expr) *static.Reference {
	given := func(v *syntax.Expr) bool { return v.Kind != syntax.Literal && v.Kind != syntax.Scalar }
	makes := ident.IsUpper(ident.FirstByte(e.Name)) && r.Unit.Lang != lex.Go && r.Unit.Lang != lex.CSharp // an object
	if makes || schemaRoot(e) != nil || schemaLinks[ident.Key(strings.TrimSuffix(e.Name, "!"))] != "" || slices.ContainsFunc(syntax.Values(e.Args), given) ||
		len(r.Called(e)) > 0 {
		return nil
	}
	w := r.ReferenceToCall(e)
	if w != nil {
		w.Kind, w.Arg = static.RefSchema, ""
	}
	return w
}

// schemaLink adds one call of a chain to d.
func (r *Schemas) schemaLink(c *syntax.Expr, d *Draft, depth int) {
	args := static.Positional(c)
	var one, end *syntax.Expr
	if len(args) > 0 {
		one, end = args[0], args[len(args)-1]
	}
	says := schemaLinks[ident.Key(strings.TrimSuffix(c.Name, "!"))]
	switch says {
	case "description", "title":
		d.Set(says, r.TextDraft(one))
	case "default":
		if v := r.Plain(one, depth+1); v != nil && v.Kind != source.Object {
			d.Set("default", v)
		}
	case "enum":
		r.enumOf(args, d, depth)
	case "const":
		d.Set("const", r.Plain(one, depth+1))
		r.options(args, d, depth)
	case "object":
		for _, a := range args {
			switch {
			case a.Kind == syntax.List:
				for _, item := range a.Items {
					d.Merge(r.Schema(item, depth+1))
				}
			case isOptions(a):
				d.Merge(r.Plain(a, depth+1))
			default:
				d.Merge(r.Schema(a, depth+1))
			}
		}
	case "items":
		if s := r.Schema(one, depth+1); s != nil && (one.Kind != syntax.Object || IsLiteral(one)) {
			d.Set("items", s)
		}
		r.options(args, d, depth)
	case "anyOf":
		var list []*syntax.Expr
		r.Flatten(args, &list, 0)
		any := &Draft{Kind: source.Array, Span: c.Span}
		for _, a := range list {
			if s := r.Schema(a, depth+1); s != nil && s.Kind == source.Object && !r.full(len(any.Items)) {
				any.Items = append(any.Items, s)
			}
		}
		if len(any.Items) > 0 {
			d.Set("anyOf", any)
		}
	case "additionalProperties":
		if s := r.Schema(end, depth+1); s != nil && s.Kind == source.Object {
			d.Set("additionalProperties", s)
		}
	case "meta":
		for _, a := range args {
			d.Merge(r.Plain(a, depth+1))
		}
	case "same":
		for _, a := range args {
			if a.Kind == syntax.Literal && !strings.HasPrefix(strings.TrimSpace(a.Text.Value), "{") {
				continue
			}
			if s := r.Schema(a, depth+1); s != nil && s.Kind != source.Object {
				d.Set("schema", s)
			} else {
				d.Merge(s)
			}
		}
	default:
		r.options(args, d, depth)
		r.Named(c, d, depth)
		if len(d.Members) == 0 && len(d.References) == 0 && ident.Contains(c.Name, "schema") {
			for _, a := range args {
				d.Merge(r.Schema(a, depth+1))
			}
		}
	}
	if says == "object" || says == "items" || says == "same" {
		r.Named(c, d, depth)
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

// options adds the members of an object that a schema function is given: Type.String({description: "..."}).
func (r *Schemas) options(args []*syntax.Expr, d *Draft, depth int) {
	for _, a := range args {
		if a.Kind == syntax.Object && (isOptions(a) || IsLiteral(a)) {
			d.Merge(r.Plain(a, depth+1))
		}
	}
}

// Named adds what named arguments say: Field(description="...", default=...), .string(description: "...").
func (r *Schemas) Named(c *syntax.Expr, d *Draft, depth int) {
	for i := range c.Args {
		a := &c.Args[i]
		if a.Value == nil {
			continue
		}
		switch ident.Key(a.Name) {
		case "description", "desc":
			d.Set("description", r.TextDraft(a.Value))
		case "title":
			d.Set("title", r.TextDraft(a.Value))
		case "default", "defaultvalue":
			d.Set("default", r.Plain(a.Value, depth+1))
		case "enum", "examples", "pattern", "const", "allowablevalues":
			d.Set(strings.ToLower(a.Name), r.Plain(a.Value, depth+1))
		case "properties":
			d.Set("properties", r.properties(a.Value, depth+1))
		case "items":
			d.Set("items", r.Schema(a.Value, depth+1))
		}
	}
}

func (r *Schemas) properties(e *syntax.Expr, depth int) *Draft {
	for _, x := range r.Deref(e) {
		if x.Kind == syntax.Object {
			props := Object(x.Span)
			r.fields(x, props, depth)
			return props
		}
		if x.Kind == syntax.Call {
			return r.Plain(x, depth)
		}
	}
	return r.Plain(e, depth)
}

func (r *Schemas) enumOf(args []*syntax.Expr, d *Draft, depth int) {
	list := &Draft{Kind: source.Array}
	var items []*syntax.Expr
	for _, a := range args {
		for _, x := range r.Deref(a) {
			switch x.Kind {
			case syntax.List:
				r.Flatten(x.Items, &items, 0)
			case syntax.Object:
				items = append(items, syntax.Values(x.Args)...)
			case syntax.Literal:
				items = append(items, x)
			}
		}
	}
	for _, item := range items {
		if v := r.Plain(item, depth+1); v != nil && v.Kind != source.Object && !r.full(len(list.Items)) {
			list.Items = append(list.Items, v)
			list.Span = item.Span
		}
	}
	if len(list.Items) > 0 {
		d.Set("enum", list)
	}
}
