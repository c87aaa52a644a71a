package schema

import (
	"bytes"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

var describingNames = wordset.Of(`
	description p toolparam toolarg mcptoolparam mcparg serialdescription llmdescription promptarg schema schemars parameter param field arg guide
	jsonpropertydescription mcptoolargument apiparam jsonschemadescription displayname jsonschema argument mcpparam schemadescription mcpparameter
	toolparameter mcpprompt_arg v tool_param doc describe option jsondescription mcppromptarg mcpargument serde json`)

func describing(name string) bool { return describingNames[ident.Key(name)] }

func (r *Schemas) attributes(attrs []*syntax.Expr, v *Draft) {
	for _, a := range attrs {
		p := a.Positional(0)
		switch {
		case a.Kind != syntax.Call || !describing(a.Name):
		case a.Name == "json" && p != nil && p.Kind == syntax.Literal:
			// The tag of a field of Go: its name, then options.
			if name, _, _ := strings.Cut(p.Text.Value, ","); name != "" && p.Text.Value != "-" {
				v.Set("alias", String(r.Literal(p.Text.Slice(0, len(name)), p.Span), p.Span))
			}
		case a.Name == "jsonschema" && p != nil && p.Kind == syntax.Literal && r.Unit.Lang == lex.Go && taggedField(p.Text.Value):
			r.fieldTags(p, v)
		default:
			r.Named(a, v, 1)
			value := a.Arg("value")
			switch {
			case ident.Key(a.Name) == "serde":
				v.Set("alias", r.TextDraft(a.Arg("rename")))
			case v.Get("description") != nil:
			case p != nil && (p.Kind == syntax.Literal || p.Kind == syntax.Concat || p.Kind == syntax.Ref && r.Unit.Lang != lex.Rust):
				v.Set("description", r.TextDraft(p))
			case value != nil:
				v.Set("description", r.TextDraft(value))
			case p != nil && p.Kind == syntax.Object:
				v.Merge(r.Plain(p, 1))
			}
		}
	}
}

// maxShortened bounds how often the schemas of classes that hold each other are made anew.
const maxShortened = 200

// ClassSchema makes the schema of the fields of a class, or nil when it has none.
func (r *Schemas) ClassSchema(c *syntax.Class, depth int) *Draft {
	if d, ok := r.classSchemas[c]; ok {
		return d
	}
	if r.tooDeep(depth) || r.inProgress[c] || !r.Enter() {
		r.shortened++
		return nil
	}
	r.inProgress[c] = true
	before := r.shortened
	d := r.makeClassSchema(c, depth)
	delete(r.inProgress, c)
	r.Leave()
	if r.shortened == before || before > maxShortened {
		// What was met on its own way, or at the end of it, may be less than it is elsewhere. It is good enough when that is so
		// often that all ways through the classes would take too long.
		r.classSchemas[c] = d
	}
	return d
}

func (r *Schemas) makeClassSchema(c *syntax.Class, depth int) *Draft {
	d := Object(c.Span)
	if c.Doc != nil && r.Unit.Lang == lex.Python {
		d.Put("description", String(r.Eval(c.Doc).Each(static.Alt.Clean), c.Doc.Span))
	}
	if isEnum(r.File, c) {
		r.enumClass(c, d)
		return d
	}
	props := &Draft{Kind: source.Object, Span: c.Span, Inner: true}
	d.Put("properties", props)
	documented := r.Unit.Lang != lex.Python || bytes.Contains(r.File.Data[c.Span.Start:c.Span.End], []byte(syntax.AttributeDocstrings))
	for _, b := range c.Members {
		if !strings.Contains(b.Name, ".") && b.Name != "model_config" && !r.full(len(props.Members)) {
			v := r.field(c, b, documented, depth)
			props.Members = append(props.Members, v.aliased(r.NameText(strings.TrimLeft(b.Name, "$@"), b.NameSpan)))
		}
	}
	for i := range c.Params {
		p := &c.Params[i]
		v := Object(p.NameSpan)
		r.attributes(p.Attrs, v)
		r.documented(v, p.Doc)
		r.declaredType(c.Scope, p.TypeText, v, depth)
		r.markCode(v, p.NameSpan, p.TypeText != "" || p.Type != nil || p.Default != nil || len(p.Attrs) > 0)
		if !r.full(len(props.Members)) {
			props.Members = append(props.Members, Member{Name: r.NameText(p.Name, p.NameSpan), Value: v})
		}
	}
	for _, base := range c.Bases {
		if b := r.ClassNamed(c.Scope, base); b != nil && b != c {
			props.Merge(r.ClassSchema(b, depth+1).Get("properties"))
		} else if r.Unit.Lang == lex.Python {
			props.AddReference(referenceToModel(r.Evaluator, base))
		} else if r.Unit.Lang == lex.Go {
			props.AddReference(r.ReferenceTo(base, static.RefSchema))
		}
	}
	if len(props.Members) == 0 && len(props.References) == 0 {
		return nil
	}
	return d
}

// field makes the schema of a field; documented is set where what documents it is its description.
func (r *Schemas) field(c *syntax.Class, b *syntax.Bind, documented bool, depth int) *Draft {
	v := Object(b.Span)
	r.attributes(b.Attrs, v)
	if b.Value != nil && b.Value.Kind == syntax.Call {
		r.fieldCall(b.Value, v)
		v.Merge(r.SchemaCall(b.Value, depth+1))
	} else if dv := r.Plain(b.Value, 1); dv != nil && dv.Kind != source.Object {
		v.Set("default", dv)
	}
	if documented {
		r.documented(v, b.Doc)
	}
	if b.TypeExpr != nil {
		r.Typed(b.TypeExpr, v, depth+1)
	} else {
		r.declaredType(c.Scope, b.Type, v, depth)
	}
	r.markCode(v, b.Span, b.Type != "" || b.TypeExpr != nil || b.Value != nil || len(b.Attrs) > 0)
	return v
}

// documented takes a documentation comment as the description where there is none.
func (r *Schemas) documented(v *Draft, doc *syntax.Expr) {
	if doc != nil && v.Get("description") == nil {
		v.Set("description", r.DocDraft(doc))
	}
}

// returnedSchema makes the schema with properties that a function of the file returns, or nil when it returns none.
func (r *Schemas) returnedSchema(e *syntax.Expr, depth int) *Draft {
	xs := r.Returns(e)
	for _, x := range xs[:min(len(xs), static.MaxAlts)] {
		if d := r.Schema(x, depth+1); d != nil && d.Kind == source.Object && d.Get("properties") != nil {
			return d
		}
	}
	return nil
}
