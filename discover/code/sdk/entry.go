package sdk

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// entry is a definition in the making.
type entry struct {
	Definition
	name       *schema.Draft
	title, uri *schema.Draft
	// descs are the texts given as description; doc is what documents the code, which counts when there are none.
	descs []*schema.Draft
	doc   *schema.Draft
	// given is set when a description is given, known or not.
	given                                   bool
	schema, output, annotations, meta, args *schema.Draft
	texts                                   []*schema.Draft
	// made are the call, decorator and objects that it was read of.
	made []*syntax.Expr
}

func newEntry(kind, shape string, span source.Span) *entry {
	return &entry{Definition: Definition{Kind: kind, Shape: shape, Span: span}}
}

// maxEntries bounds the definitions of one file, maxDescs the descriptions of one.
const maxEntries, maxDescs = 20_000, 200

// fill puts the value of a named argument or member where it belongs, if it is one of a definition.
func (r *Reader) fill(en *entry, name string, v *syntax.Expr) {
	if v == nil {
		return
	}
	switch prompt := en.Kind == kindPrompt; Roles[ident.Key(name)] {
	case RoleName:
		if en.name == nil && !schema.FieldOfSchema(v) {
			en.name = r.TextDraft(v)
		}
	case RoleDescription:
		en.given = true
		if d := r.TextDraft(v); d != nil {
			en.describe(d)
		}
	case roleDescriber:
		if t := r.ReturnedTo(v, r.FunctionsOf(v)); t.Known() {
			en.given = true
			en.descs = append(en.descs, schema.String(t, v.Span))
		}
	case roleTitle:
		if en.title == nil {
			en.title = r.TextDraft(v)
		}
	case roleSchema:
		switch s := r.Schema(v, 0); {
		case prompt && ident.Key(name) == "args":
			en.args = s
		case s != nil && (s.Kind == source.Object || en.schema == nil):
			en.schema = s
		case s == nil && en.schema == nil:
			en.schema = schema.Object(v.Span)
		}
	case roleOutput:
		en.output = r.Schema(v, 0)
	case roleResult:
		if s := r.Schema(v, 0); (v.Kind == syntax.Call || v.Kind == syntax.Ref) && en.output == nil && s != nil && s.Kind == source.Object {
			en.output = s
		}
	case roleAnnotations:
		en.annotations = r.hints(v)
	case roleMeta:
		en.meta = r.Plain(v, 0)
	case roleURI:
		if !prompt {
			en.uri = r.TextDraft(v)
		}
	case roleArguments:
		if prompt {
			en.args = r.Plain(v, 0)
		} else if en.schema == nil {
			en.schema = r.Schema(v, 0)
		}
	case roleBody, roleMessages:
		if prompt {
			r.bodies(en, []*syntax.Expr{v})
		}
	case roleHandler:
		if en.Kind == KindTool && en.schema == nil {
			en.addSchema(cmp.Or(r.GoInput(v, 0), r.GoImportedHandler(v)))
		}
	case roleHint:
		if v.Kind != syntax.Scalar {
			return
		}
		if en.annotations == nil {
			en.annotations = schema.Object(v.Span)
		}
		hint := map[string]string{"readonly": "readOnlyHint", "destructive": "destructiveHint", "idempotent": "idempotentHint", "openworld": "openWorldHint"}
		en.annotations.Set(hint[strings.TrimSuffix(ident.Key(name), "hint")], &schema.Draft{Kind: source.Scalar, Text: v.Text, Span: v.Span})
	}
}

// bodies adds the texts that a prompt or resource consists of.
func (r *Reader) bodies(en *entry, es []*syntax.Expr) {
	n := 0
	// text takes an expression that is a text, unless that is a word or less.
	text := func(e *syntax.Expr, least int) bool {
		v := r.Eval(e)
		if !v.Known() || len(v.Alts[0].Flat()) < least && !ident.Sentence(v.Alts[0].Flat()) {
			return false
		}
		n++
		en.texts = append(en.texts, schema.String(v, e.Span))
		return true
	}
	var walk func(e *syntax.Expr, depth int)
	walk = func(e *syntax.Expr, depth int) {
		if e == nil || depth > 12 || n >= 64 || !r.Spend(2) {
			return
		}
		switch e.Kind {
		case syntax.Literal, syntax.Concat, syntax.Ref, syntax.Choice, syntax.Other:
			if e.Kind == syntax.Ref {
				for _, x := range r.Deref(e) {
					if x.Kind == syntax.Object || x.Kind == syntax.List || x.Kind == syntax.Call && !r.Eval(x).Known() {
						walk(x, depth+1)
						return
					}
				}
			}
			text(e, 80)
		case syntax.List:
			for _, x := range e.Items {
				walk(x, depth+1)
			}
		case syntax.Object, syntax.Call:
			switch static.TextFuncs[strings.ToLower(e.Name)] {
			case static.JoinTexts, static.DedentText, static.CleanText, static.TrimText, static.FormatText:
				if e.Kind == syntax.Call && text(e, 0) {
					return
				}
			}
			if fs := r.Called(e); len(fs) > 0 {
				for _, x := range fs[0].Returns {
					if n < 16 {
						walk(x, depth+2)
					}
				}
				return
			}
			for i := range e.Args {
				switch ident.Key(e.Args[i].Name) {
				case "role", "type", "mimetype", "uri", "name":
				default:
					walk(e.Args[i].Value, depth+1)
				}
			}
		}
	}
	for _, e := range es {
		walk(e, 0)
	}
}

// emit keeps a definition. It reports whether there is one.
func (r *Reader) emit(en *entry) bool {
	if len(r.Result.Definitions) >= maxEntries {
		r.Result.Truncated = true
		return true
	}
	if en.given && !en.hasWords() && en.doc == nil && !en.named() {
		// Both come from elsewhere: what calls this, or what it is made of, is the definition.
		if en.described() && len(en.made) > 0 {
			r.Incomplete = append(r.Incomplete, en.made[0])
		}
		return false
	}
	uri := "uri"
	if en.Kind == kindTemplate || en.Kind == kindResource && en.uri != nil &&
		slices.ContainsFunc(en.uri.Value.Alts, func(a static.Alt) bool { return strings.ContainsRune(a.String(), '{') }) {
		en.Kind, uri = kindTemplate, "uriTemplate"
	}
	if len(en.descs) == 0 && !en.given {
		en.descs = []*schema.Draft{en.doc}
	}
	p := en.Definition
	p.Truncated, p.Opaque = p.Truncated || r.Fuel < 0, len(en.descs) == 0
	if en.Kind == kindPrompt && en.args == nil && en.schema.Get("properties") != nil {
		en.args, en.schema = en.schema, nil
	}
	if p := en.args.Get("properties"); p != nil && p.Kind == source.Object {
		en.args = promptArgs(p)
	}
	args := "inputSchema"
	if en.args != nil && (en.args.Kind == source.Array || len(en.args.References) > 0) {
		args = "arguments"
	}
	d := schema.Object(en.Span)
	d.Put("name", en.name)
	d.Put(uri, en.uri)
	d.Put("title", en.title)
	for _, x := range en.descs {
		d.Put("description", x)
	}
	d.Put(args, en.args)
	d.Put("inputSchema", en.schema)
	d.Put("outputSchema", en.output)
	d.Put("annotations", en.annotations)
	for _, x := range en.texts {
		d.Put("text", x)
	}
	d.Put("_meta", en.meta)
	p.Def = d
	r.Result.Definitions = append(r.Result.Definitions, &p)
	return true
}

func promptArgs(props *schema.Draft) *schema.Draft {
	list := &schema.Draft{Kind: source.Array, Span: props.Span}
	for _, m := range props.Members {
		a := schema.Object(m.Value.Span)
		a.Put("name", schema.String(static.TextValue(m.Name, m.Lits...), m.Value.Span))
		a.Merge(m.Value)
		list.Items = append(list.Items, a)
	}
	return list
}

// addSchema takes d as the input schema unless there is one. It reports whether d is one.
func (en *entry) addSchema(d *schema.Draft) bool {
	if en.schema == nil {
		en.schema = d
	}
	return d != nil
}

func (en *entry) properties(span source.Span) *schema.Draft {
	if en.schema.Get("properties") == nil {
		en.schema, _ = schema.Referring(span)
	}
	return en.schema.Get("properties")
}

func (en *entry) described() bool {
	return slices.ContainsFunc(en.descs, func(d *schema.Draft) bool { return d.Value.Known() || d.Value.IsReference() })
}

// hasWords reports whether a description is more than a word or two around what is inserted: Tool {name}.
func (en *entry) hasWords() bool {
	const enough = 3
	return slices.ContainsFunc(en.descs, func(d *schema.Draft) bool {
		return d.Value.IsReference() || slices.ContainsFunc(d.Value.Alts, func(a static.Alt) bool {
			return a.Known() && a.Whole() || len(strings.Fields(a.Joined(func(*static.Hole) string { return " " }))) >= enough
		})
	})
}

func (en *entry) named() bool {
	return en.name != nil && slices.ContainsFunc(en.name.Value.Alts, func(a static.Alt) bool {
		return slices.ContainsFunc(a.Parts, func(p static.Part) bool {
			return p.Hole != nil && p.Hole.Reference != nil || p.Hole == nil && strings.ContainsFunc(p.Text.Value, unicode.IsLetter)
		})
	})
}
