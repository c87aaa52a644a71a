package code

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

var describingNames = wordset.Of(`
	description p toolparam toolarg mcptoolparam mcparg serialdescription llmdescription promptarg schema schemars parameter param field arg guide
	jsonpropertydescription mcptoolargument apiparam jsonschemadescription displayname jsonschema argument mcpparam schemadescription mcpparameter
	toolparameter mcpprompt_arg v tool_param doc describe option jsondescription mcppromptarg mcpargument serde json`)

func describing(name string) bool { return describingNames[key(name)] }

func (r *Schemas) attributes(attrs []*syntax.Expr, v *draft) {
	for _, a := range attrs {
		p := a.Positional(0)
		switch {
		case a.Kind != syntax.Call || !describing(a.Name):
		case a.Name == "json" && p != nil && p.Kind == syntax.Literal:
			// The tag of a field of Go: its name, then options.
			if name, _, _ := strings.Cut(p.Text.Value, ","); name != "" && p.Text.Value != "-" {
				v.set("alias", stringDraft(r.literal(p.Text.Slice(0, len(name)), p.Span), p.Span))
			}
		case a.Name == "jsonschema" && p != nil && p.Kind == syntax.Literal && r.u.Lang == lex.Go && taggedField(p.Text.Value):
			r.fieldTags(p, v)
		default:
			r.named(a, v, 1)
			value := a.Arg("value")
			switch {
			case key(a.Name) == "serde":
				v.set("alias", r.textDraft(a.Arg("rename")))
			case v.get("description") != nil:
			case p != nil && (p.Kind == syntax.Literal || p.Kind == syntax.Concat || p.Kind == syntax.Ref && r.u.Lang != lex.Rust):
				v.set("description", r.textDraft(p))
			case value != nil:
				v.set("description", r.textDraft(value))
			case p != nil && p.Kind == syntax.Object:
				v.merge(r.plain(p, 1))
			}
		}
	}
}

// maxShortened bounds how often the schemas of classes that hold each other are made anew.
const maxShortened = 200

// classSchema makes the schema of the fields of a class, or nil when it has none.
func (r *Schemas) classSchema(c *syntax.Class, depth int) *draft {
	if d, ok := r.classSchemas[c]; ok {
		return d
	}
	if r.tooDeep(depth) || r.inProgress[c] || !r.enter() {
		r.shortened++
		return nil
	}
	r.inProgress[c] = true
	before := r.shortened
	d := r.makeClassSchema(c, depth)
	delete(r.inProgress, c)
	r.leave()
	if r.shortened == before || before > maxShortened {
		// What was met on its own way, or at the end of it, may be less than it is elsewhere. It is good enough when that is so
		// often that all ways through the classes would take too long.
		r.classSchemas[c] = d
	}
	return d
}

func (r *Schemas) makeClassSchema(c *syntax.Class, depth int) *draft {
	d := object(c.Span)
	if c.Doc != nil && r.u.Lang == lex.Python {
		d.put("description", stringDraft(r.eval(c.Doc).each(alt.clean), c.Doc.Span))
	}
	if r.isEnum(c) {
		r.enumClass(c, d)
		return d
	}
	props := &draft{kind: source.Object, span: c.Span, inner: true}
	d.put("properties", props)
	for _, b := range c.Members {
		if !strings.Contains(b.Name, ".") && b.Name != "model_config" && !r.full(len(props.members)) {
			v := r.field(c, b, depth)
			props.members = append(props.members, v.aliased(r.nameText(strings.TrimLeft(b.Name, "$@"), b.NameSpan)))
		}
	}
	for i := range c.Params {
		p := &c.Params[i]
		v := object(p.NameSpan)
		r.attributes(p.Attrs, v)
		r.documented(v, p.Doc)
		r.declaredType(c.Scope, p.TypeText, v, depth)
		r.markCode(v, p.NameSpan, p.TypeText != "" || p.Type != nil || p.Default != nil || len(p.Attrs) > 0)
		if !r.full(len(props.members)) {
			props.members = append(props.members, member{name: r.nameText(p.Name, p.NameSpan), value: v})
		}
	}
	for _, base := range c.Bases {
		if b := r.classNamed(c.Scope, base); b != nil && b != c {
			props.merge(r.classSchema(b, depth+1).get("properties"))
		} else if r.u.Lang == lex.Python {
			props.addReference(r.referenceToModel(base))
		} else if r.u.Lang == lex.Go {
			props.addReference(r.referenceTo(base, refSchema))
		}
	}
	if len(props.members) == 0 && len(props.references) == 0 {
		return nil
	}
	return d
}

func (r *Schemas) field(c *syntax.Class, b *syntax.Bind, depth int) *draft {
	v := object(b.Span)
	r.attributes(b.Attrs, v)
	if b.Value != nil && b.Value.Kind == syntax.Call {
		r.fieldCall(b.Value, v)
		v.merge(r.schemaCall(b.Value, depth+1))
	} else if dv := r.plain(b.Value, 1); dv != nil && dv.kind != source.Object {
		v.set("default", dv)
	}
	r.documented(v, b.Doc)
	if b.TypeExpr != nil {
		r.typed(b.TypeExpr, v, depth+1)
	} else {
		r.declaredType(c.Scope, b.Type, v, depth)
	}
	r.markCode(v, b.Span, b.Type != "" || b.TypeExpr != nil || b.Value != nil || len(b.Attrs) > 0)
	return v
}

// documented takes a documentation comment as the description where there is none.
func (r *Schemas) documented(v *draft, doc *syntax.Expr) {
	if doc != nil && v.get("description") == nil {
		v.set("description", r.docDraft(doc))
	}
}

// returnedSchema makes the schema with properties that a function of the file returns, or nil when it returns none.
func (r *Schemas) returnedSchema(e *syntax.Expr, depth int) *draft {
	xs := r.returns(e)
	for _, x := range xs[:min(len(xs), maxAlts)] {
		if d := r.schema(x, depth+1); d != nil && d.kind == source.Object && d.get("properties") != nil {
			return d
		}
	}
	return nil
}
