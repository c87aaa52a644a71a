package code

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// entry is a definition in the making.
type entry struct {
	pending
	name       *draft
	title, uri *draft
	// descs are the texts given as description; doc is what documents the code, which counts when there are none.
	descs []*draft
	doc   *draft
	// given is set when a description is given, known or not.
	given                                   bool
	schema, output, annotations, meta, args *draft
	texts                                   []*draft
	// made are the call, decorator and objects that it was read of.
	made []*syntax.Expr
}

func newEntry(kind, shape string, span source.Span) *entry {
	return &entry{pending: pending{kind: kind, shape: shape, span: span}}
}

// maxEntries bounds the definitions of one file, maxDescs the descriptions of one.
const maxEntries, maxDescs = 20_000, 200

// role is what a member or argument of a definition says.
type role uint8

const (
	roleName role = iota + 1
	roleDescription
	roleDescriber
	roleTitle
	roleSchema
	roleOutput
	roleResult
	roleAnnotations
	roleMeta
	roleURI
	roleArguments
	roleBody
	roleHint
	roleHandler
	roleOther
)

// roles are those of members and arguments, by their key.
var roles = wordset.By(map[role]string{
	roleName: "name toolname promptname", roleDescription: "description desc descr tooldescription mcpdescription", roleDescriber: "getdescription descriptionfn",
	roleTitle: "title displayname",
	roleSchema: `inputschema parameters schema args argsschema argsshape paramsschema params input rawinputschema inputtype paramschema argschema
		parametersschema parameterschema argumentschema inputshape paramsshape`,
	roleOutput: "outputschema outputshape resultschema responseschema", roleResult: "output", roleAnnotations: "annotations toolannotations",
	roleMeta: "meta uimeta", roleURI: "uri uritemplate template", roleArguments: "arguments argumentsschema",
	roleBody:    "messages content prompt body text load",
	roleHint:    "readonly destructive idempotent openworld readonlyhint destructivehint idempotenthint openworldhint",
	roleHandler: "fn func function handler coroutine execute callback implementation run call invoke cb action perform handle toolcallback",
	roleOther:   "getmessages value server mcp",
})

// fill puts the value of a named argument or member where it belongs, if it is one of a definition.
func (r *reader) fill(en *entry, name string, v *syntax.Expr) {
	if v == nil {
		return
	}
	switch prompt := en.kind == kindPrompt; roles[key(name)] {
	case roleName:
		if en.name == nil && !fieldOfSchema(v) {
			en.name = r.textDraft(v)
		}
	case roleDescription:
		en.given = true
		if d := r.textDraft(v); d != nil {
			en.describe(d)
		}
	case roleDescriber:
		if t := r.returnedTo(v, r.functions(v)); t.known() {
			en.given = true
			en.descs = append(en.descs, stringDraft(t, v.Span))
		}
	case roleTitle:
		if en.title == nil {
			en.title = r.textDraft(v)
		}
	case roleSchema:
		switch s := r.schema(v, 0); {
		case prompt && key(name) == "args":
			en.args = s
		case s != nil && (s.kind == source.Object || en.schema == nil):
			en.schema = s
		case s == nil && en.schema == nil:
			en.schema = object(v.Span)
		}
	case roleOutput:
		en.output = r.schema(v, 0)
	case roleResult:
		if s := r.schema(v, 0); (v.Kind == syntax.Call || v.Kind == syntax.Ref) && en.output == nil && s != nil && s.kind == source.Object {
			en.output = s
		}
	case roleAnnotations:
		en.annotations = r.hints(v)
	case roleMeta:
		en.meta = r.plain(v, 0)
	case roleURI:
		if !prompt {
			en.uri = r.textDraft(v)
		}
	case roleArguments:
		if prompt {
			en.args = r.plain(v, 0)
		} else if en.schema == nil {
			en.schema = r.schema(v, 0)
		}
	case roleBody:
		if prompt {
			r.bodies(en, []*syntax.Expr{v})
		}
	case roleHandler:
		if en.kind == kindTool && r.u.Lang == lex.Go && en.schema == nil {
			en.addSchema(cmp.Or(r.goInput(v, 0), r.goElsewhere(v)))
		}
	case roleHint:
		if v.Kind != syntax.Scalar {
			return
		}
		if en.annotations == nil {
			en.annotations = object(v.Span)
		}
		hint := map[string]string{"readonly": "readOnlyHint", "destructive": "destructiveHint", "idempotent": "idempotentHint", "openworld": "openWorldHint"}
		en.annotations.set(hint[strings.TrimSuffix(key(name), "hint")], &draft{kind: source.Scalar, text: v.Text, span: v.Span})
	}
}

// bodies adds the texts that a prompt or resource consists of.
func (r *reader) bodies(en *entry, es []*syntax.Expr) {
	n := 0
	// text takes an expression that is a text, unless that is a word or less.
	text := func(e *syntax.Expr, least int) bool {
		v := r.eval(e)
		if !v.known() || len(v.alts[0].flat()) < least && !sentence(v.alts[0].flat()) {
			return false
		}
		n++
		en.texts = append(en.texts, stringDraft(v, e.Span))
		return true
	}
	var walk func(e *syntax.Expr, depth int)
	walk = func(e *syntax.Expr, depth int) {
		if e == nil || depth > 12 || n >= 64 || !r.spend(2) {
			return
		}
		switch e.Kind {
		case syntax.Literal, syntax.Concat, syntax.Ref, syntax.Choice, syntax.Other:
			if e.Kind == syntax.Ref {
				for _, x := range r.deref(e) {
					if x.Kind == syntax.Object || x.Kind == syntax.List || x.Kind == syntax.Call && !r.eval(x).known() {
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
			switch textFuncs[strings.ToLower(e.Name)] {
			case joinTexts, dedentText, cleanText, trimText, formatText:
				if e.Kind == syntax.Call && text(e, 0) {
					return
				}
			}
			if fs := r.called(e); len(fs) > 0 {
				for _, x := range fs[0].Returns {
					if n < 16 {
						walk(x, depth+2)
					}
				}
				return
			}
			for i := range e.Args {
				switch key(e.Args[i].Name) {
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
func (r *reader) emit(en *entry) bool {
	if len(r.m.unlinked) >= maxEntries {
		r.m.Cut = true
		return true
	}
	if en.given && !en.hasWords() && en.doc == nil && !en.named() {
		// Both come from elsewhere: what calls this, or what it is made of, is the definition.
		if en.described() && len(en.made) > 0 {
			r.incomplete = append(r.incomplete, en.made[0])
		}
		return false
	}
	uri := "uri"
	if en.kind == kindTemplate || en.kind == kindResource && en.uri != nil &&
		slices.ContainsFunc(en.uri.value.alts, func(a alt) bool { return strings.ContainsRune(a.string(), '{') }) {
		en.kind, uri = kindTemplate, "uriTemplate"
	}
	if len(en.descs) == 0 && !en.given {
		en.descs = []*draft{en.doc}
	}
	p := en.pending
	p.cut, p.opaque = p.cut || r.fuel < 0, len(en.descs) == 0
	if en.kind == kindPrompt && en.args == nil && en.schema.get("properties") != nil {
		en.args, en.schema = en.schema, nil
	}
	if p := en.args.get("properties"); p != nil && p.kind == source.Object {
		en.args = promptArgs(p)
	}
	args := "inputSchema"
	if en.args != nil && (en.args.kind == source.Array || len(en.args.references) > 0) {
		args = "arguments"
	}
	d := object(en.span)
	d.put("name", en.name)
	d.put(uri, en.uri)
	d.put("title", en.title)
	for _, x := range en.descs {
		d.put("description", x)
	}
	d.put(args, en.args)
	d.put("inputSchema", en.schema)
	d.put("outputSchema", en.output)
	d.put("annotations", en.annotations)
	for _, x := range en.texts {
		d.put("text", x)
	}
	d.put("_meta", en.meta)
	p.def = d
	r.m.unlinked = append(r.m.unlinked, &p)
	return true
}

func promptArgs(props *draft) *draft {
	list := &draft{kind: source.Array, span: props.span}
	for _, m := range props.members {
		a := object(m.value.span)
		a.put("name", stringDraft(textValue(m.name, m.lits...), m.value.span))
		a.merge(m.value)
		list.items = append(list.items, a)
	}
	return list
}

// addSchema takes d as the input schema unless there is one. It reports whether d is one.
func (en *entry) addSchema(d *draft) bool {
	if en.schema == nil {
		en.schema = d
	}
	return d != nil
}

func (en *entry) properties(span source.Span) *draft {
	if en.schema.get("properties") == nil {
		en.schema, _ = schemaDraft(span)
	}
	return en.schema.get("properties")
}

func (en *entry) described() bool {
	return slices.ContainsFunc(en.descs, func(d *draft) bool { return d.value.known() || d.value.isReference() })
}

// hasWords reports whether a description is more than a word or two around what is inserted: Tool {name}.
func (en *entry) hasWords() bool {
	const enough = 3
	return slices.ContainsFunc(en.descs, func(d *draft) bool {
		return d.value.isReference() || slices.ContainsFunc(d.value.alts, func(a alt) bool {
			return a.known() && a.whole() || len(strings.Fields(a.joined(func(*hole) string { return " " }))) >= enough
		})
	})
}

func (en *entry) named() bool {
	return en.name != nil && slices.ContainsFunc(en.name.value.alts, func(a alt) bool {
		return slices.ContainsFunc(a.parts, func(p part) bool {
			return p.hole != nil && p.hole.reference != nil || p.hole == nil && strings.ContainsFunc(p.text.Value, unicode.IsLetter)
		})
	})
}

func (r *Schemas) nameOf(name string, span source.Span) *draft {
	name = last(strings.TrimLeft(name, "$@"))
	if name == "" {
		return nil
	}
	return stringDraft(textValue(r.nameText(name, span)), span)
}
