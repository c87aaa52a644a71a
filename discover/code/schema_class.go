package code

import (
	"slices"
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

// describing are attributes whose text describes what they stand at.
func describing(name string) bool { return describingNames[key(name)] }

// attributes adds what attributes say about a field or parameter.
func (r *reader) attributes(attrs []*syntax.Expr, v *draft) {
	for _, a := range attrs {
		if a.Kind != syntax.Call || !describing(a.Name) {
			continue
		}
		if p := a.Positional(0); a.Name == "json" && p != nil && p.Kind == syntax.Literal {
			// The tag of a field of Go: its name, then options.
			n := strings.IndexByte(p.Text.Value, ',')
			if n < 0 {
				n = len(p.Text.Value)
			}
			if n > 0 && p.Text.Value != "-" {
				v.set("alias", stringDraft(r.literal(p.Text.Slice(0, n), p.Span), p.Span))
			}
			continue
		}
		r.named(a, v, 1)
		if key(a.Name) == "serde" {
			if n := a.Arg("rename"); n != nil {
				v.set("alias", r.textDraft(n))
			}
			continue
		}
		if v.get("description") == nil {
			if p := a.Positional(0); p != nil && (p.Kind == syntax.Literal || p.Kind == syntax.Concat || p.Kind == syntax.Ref) {
				v.set("description", r.textDraft(p))
			} else if p := a.Arg("value"); p != nil {
				v.set("description", r.textDraft(p))
			} else if p != nil && p.Kind == syntax.Object {
				v.merge(r.plain(p, 1))
			}
		}
	}
}

// maxShortened bounds how often the schemas of classes that hold each other are made anew.
const maxShortened = 200

// classSchema makes the schema of the fields of a class, or nil when it has none.
func (r *reader) classSchema(c *syntax.Class, depth int) *draft {
	if d, ok := r.models[c]; ok {
		return d
	}
	if r.deep(depth) || r.depth >= maxDepth || r.modelling[c] || !r.spend(4) {
		r.shortened++
		return nil
	}
	r.depth++
	r.modelling[c] = true
	before := r.shortened
	d := r.classSchemaAnew(c, depth)
	delete(r.modelling, c)
	r.depth--
	if r.shortened == before || before > maxShortened {
		// What was met on its own way, or at the end of it, may be less than it is elsewhere. It is good enough when that is so
		// often that all ways through the classes would take too long.
		r.models[c] = d
	}
	return d
}

func (r *reader) classSchemaAnew(c *syntax.Class, depth int) *draft {
	d, props := object(c.Span), &draft{kind: source.Object, span: c.Span, inner: true}
	if c.Doc != nil && r.u.Lang == lex.Python {
		d.put("description", stringDraft(r.eval(c.Doc).each(alt.clean), c.Doc.Span))
	}
	d.put("properties", props)
	for _, b := range c.Members {
		if strings.Contains(b.Name, ".") || b.Name == "model_config" || r.full(len(props.members)) {
			continue
		}
		v := object(b.Span)
		r.attributes(b.Attrs, v)
		if b.Value != nil {
			if b.Value.Kind == syntax.Call {
				r.fieldCall(b.Value, v)
				if s := r.schemaCall(b.Value, depth+1); s != nil {
					v.merge(s)
				}
			} else if dv := r.plain(b.Value, 1); dv != nil && dv.kind != source.Object {
				v.set("default", dv)
			}
		}
		if b.Doc != nil && v.get("description") == nil {
			v.set("description", r.docDraft(b.Doc))
		}
		if b.TypeExpr != nil {
			r.typed(b.TypeExpr, v, depth+1)
		} else if k := r.classNamed(c.Scope, typeName(b.Type)); k != nil && k != c {
			v.merge(r.classSchema(k, depth+1))
		}
		r.setCode(v, b.Span, written(b.TypeExpr, b.Type), append(slices.Clip(b.Attrs), b.TypeExpr, b.Value)...)
		name := r.nameText(strings.TrimLeft(b.Name, "$@"), b.NameSpan)
		props.members = append(props.members, v.aliased(name))
	}
	for i := range c.Params {
		p := &c.Params[i]
		v := object(p.NameSpan)
		r.attributes(p.Attrs, v)
		if p.Doc != nil && v.get("description") == nil {
			v.set("description", r.docDraft(p.Doc))
		}
		r.setCode(v, p.NameSpan, written(p.Type, p.TypeText), append(slices.Clip(p.Attrs), p.Type, p.Default)...)
		if !r.full(len(props.members)) {
			props.members = append(props.members, member{name: r.nameText(p.Name, p.NameSpan), value: v})
		}
	}
	for _, base := range c.Bases {
		if b := r.classNamed(c.Scope, base); b != nil && b != c {
			if s := r.classSchema(b, depth+1); s != nil {
				props.merge(s.get("properties"))
			}
		} else if r.u.Lang == lex.Python {
			props.ask(r.wishForModel(base))
		}
	}
	if len(props.members) == 0 && len(props.wishes) == 0 {
		return nil
	}
	return d
}

// returnedSchema makes the schema with properties that a function of the file returns, or nil when it returns none.
func (r *reader) returnedSchema(e *syntax.Expr, depth int) *draft {
	for _, f := range r.called(e) {
		for i, x := range f.Returns {
			if i >= maxAlts {
				break
			}
			if d := r.schema(x, depth+1); d != nil && d.kind == source.Object && d.get("properties") != nil {
				return d
			}
		}
	}
	return nil
}
