package detect

import (
	"iter"
	"strconv"

	"github.com/org/mcp-lint/internal/wordset"
)

// NewView turns a definition into a view. The definition is the object a server would send: name, title, description, inputSchema and so
// on for a tool; name, description, arguments, text for a prompt; uri, name for a resource. Unknown members become fields too, since
// clients may pass them on. A nil definition gives a view without fields. Both spellings of the schema members that vendors use
// (inputSchema, input_schema, parameters) are read.
//
// Both values of a duplicate member become fields, while Name, Title and Description hold the last string, as JSON parsers keep the last
// value. Values beyond MaxFields, MaxNodes or the depth limit are left out, and long pointers are truncated; Engine.Scan reports each of
// these as a CapHit.
func NewView(kind Kind, server string, def *Node) ToolView { return NewViewIn(kind, server, def, nil) }

// NewViewIn is NewView for a launch or settings with a known context; a member called LaunchContext is then like any other.
func NewViewIn(kind Kind, server string, def, context *Node) ToolView {
	w := &walker{}
	if kind == KindLaunch || kind == KindSettings {
		def, context = splitContext(def, context)
	}
	if def != nil && def.Kind == NodeObject {
		if kind.Apart() {
			w.launch(def)
		} else {
			w.definition(def)
		}
	}
	v := ToolView{
		Kind: kind, Server: server, Definition: def, Context: context, Fields: w.fields, caps: w.caps,
		Name: def.StringAt("name"), Title: def.StringAt("title"), Description: def.StringAt("description"),
	}
	if v.Title == "" {
		v.Title = def.objectAt("annotations").StringAt("title")
	}
	return v
}

// members iterates over the members of the object at p.
func (w *walker) members(p place, n *Node) iter.Seq2[place, Member] {
	return func(yield func(place, Member) bool) {
		for _, m := range n.Members {
			if w.overLimit(p) || !m.incomplete() && !yield(w.child(p, m.Name.Text), m) {
				return
			}
		}
	}
}

// items iterates over the items of the array at p, except scalars: these have no text, and their pointers are not needed.
func (w *walker) items(p place, n *Node) iter.Seq2[place, *Node] {
	return func(yield func(place, *Node) bool) {
		for i, item := range n.Items {
			if w.overLimit(p) || item != nil && item.Kind != NodeScalar && !yield(w.child(p, strconv.Itoa(i)), item) {
				return
			}
		}
	}
}

// definitionRoles are the roles of the members that are not schemas.
var definitionRoles = map[string]Role{
	"name": RoleName, "title": RoleTitle, "displayName": RoleTitle, "summary": RoleTitle, "description": RoleDescription, "desc": RoleDescription,
	"instructions": RoleInstructions, "text": RolePromptText, "template": RolePromptText, "messages": RolePromptText, "content": RolePromptText,
	"annotations": RoleAnnotation, "_meta": RoleMeta, "uri": RoleURI, "uriTemplate": RoleURI, "url": RoleURI, "websiteUrl": RoleURI,
}

func (w *walker) definition(def *Node) {
	for p, m := range w.members(root, def) {
		switch name := m.Name.Text; name {
		case "inputSchema", "input_schema", "parameters":
			w.schema(p, m.Value)
		case "outputSchema", "output_schema":
			p.output = true
			w.schema(p, m.Value)
		case "arguments":
			w.arguments(p, m.Value)
		default:
			role, known := definitionRoles[name]
			if !known {
				role = RoleOther
				if !knownMembers[name] {
					w.emitName(p, m, RoleKey)
				}
			}
			w.value(p.withRole(role), m.Value)
		}
	}
}

var (
	// knownMembers are the member names of the specifications (MCP 2024-11-05 to 2026-07-28, OpenAI and Gemini function lists, docker
	// tools.json): their names are not the author's text.
	knownMembers = wordset.Of(`type icons execution strict mimeType size src sizes theme kind source statement version tags enabled category audience
		priority lastModified function $code`)
	// annotationWords are the known member names of values without a schema.
	annotationWords = wordset.Of("title readOnlyHint destructiveHint idempotentHint openWorldHint role content text name description")
	// schemaKeywords are the JSON Schema 2020-12 and draft-07 keywords without a role, with the extensions that tool schemas use. $code
	// marks schemas in source code that are not all understood (package discover/code).
	schemaKeywords = wordset.Of(`items prefixItems additionalItems additionalProperties anyOf oneOf allOf not if then else contains propertyNames
		unevaluatedProperties unevaluatedItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems
		uniqueItems minContains maxContains minProperties maxProperties readOnly writeOnly deprecated nullable discriminator contentSchema
		$vocabulary dependencies x-mcp-header propertyName mapping name $code`)
)

// value walks a value that is not a schema: its strings get the role of the place, member names are keys.
func (w *walker) value(p place, n *Node) {
	if !w.enter(p, n) {
		return
	}
	defer w.leave()
	switch n.Kind {
	case NodeString:
		w.emit(p, n)
	case NodeArray:
		for q, item := range w.items(p, n) {
			w.value(q, item)
		}
	case NodeObject:
		for q, m := range w.members(p, n) {
			if p.role == RoleEnv || p.role == RoleHeader || !annotationWords[m.Name.Text] && !knownMembers[m.Name.Text] {
				w.emitName(q, m, RoleKey)
			}
			if p.role == RoleAnnotation && m.Name.Text == "title" {
				q = q.withRole(RoleTitle)
			}
			w.value(q, m.Value)
		}
	}
}

// arguments walks the argument list of prompts and of docker tools.json: objects with name, description or desc.
func (w *walker) arguments(p place, n *Node) {
	if n == nil || n.Kind != NodeArray {
		w.schema(p, n)
		return
	}
	for q, arg := range w.items(p, n) {
		if arg.Kind == NodeObject {
			w.argument(q, arg)
		} else {
			w.value(q.withRole(RoleOther), arg)
		}
	}
}

func (w *walker) argument(q place, arg *Node) {
	w.nodes += len(arg.Members)
	q.parameter = parameterName(arg.StringAt("name"))
	for r, m := range w.members(q, arg) {
		if m.Name.Text == "name" {
			w.value(r.withRole(RoleParameterName), m.Value)
		} else {
			w.keyword(r, m)
		}
	}
}

// schema walks a JSON Schema of any dialect. A list of parameters, as some vendors write it, is read as arguments.
func (w *walker) schema(p place, n *Node) {
	if !w.enter(p, n) {
		return
	}
	defer w.leave()
	switch n.Kind {
	case NodeString:
		w.emit(p.withRole(RoleOther), n)
	case NodeArray:
		for q, item := range w.items(p, n) {
			w.nodes += len(item.Members)
			if item.Kind == NodeObject && item.Get("name") != nil {
				w.argument(q, item)
			} else {
				w.schema(q, item)
			}
		}
	case NodeObject:
		for q, m := range w.members(p, n) {
			w.keyword(q, m)
		}
	}
}

// keywordRoles are the roles of schema keywords whose values are not schemas.
var keywordRoles = map[string]Role{
	"description": RoleParameterDescription, "desc": RoleParameterDescription, "markdownDescription": RoleParameterDescription,
	"title": RoleParameterTitle, "enum": RoleEnum, "enumNames": RoleEnum, "enumDescriptions": RoleEnum, "const": RoleConst, "default": RoleDefault,
	"examples": RoleExample, "example": RoleExample, "pattern": RolePattern, "$comment": RoleComment,
	"type": RoleSchemaWord, "format": RoleSchemaWord, "$schema": RoleSchemaWord, "$ref": RoleSchemaWord, "$id": RoleSchemaWord,
	"$anchor": RoleSchemaWord, "$dynamicRef": RoleSchemaWord, "$dynamicAnchor": RoleSchemaWord, "required": RoleSchemaWord,
	"dependentRequired": RoleSchemaWord, "contentEncoding": RoleSchemaWord, "contentMediaType": RoleSchemaWord,
}

func (w *walker) keyword(p place, m Member) {
	switch name := m.Name.Text; name {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
		if m.Value.Kind != NodeObject {
			w.schema(p, m.Value)
			return
		}
		for q, prop := range w.members(p, m.Value) {
			q.parameter = parameterName(prop.Name.Text)
			w.emitName(q, prop, RoleParameterName)
			w.schema(q, prop.Value)
		}
	default:
		if role, known := keywordRoles[name]; known {
			w.value(p.withRole(role), m.Value)
			return
		}
		if !schemaKeywords[name] {
			w.emitName(p, m, RoleKey)
		}
		w.schema(p, m.Value)
	}
}
