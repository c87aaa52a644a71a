package detect

import (
	"iter"
	"strconv"

	"github.com/org/mcp-lint/internal/wordset"
)

// NewView cuts a definition into fields. The definition is the object a server would send: name, title, description,
// inputSchema and so on for a tool; name, description, arguments, text for a prompt; uri, name for a resource. Anything
// that no specification knows is kept as a field as well, since clients may pass it on. A nil definition gives a view
// without fields. Both spellings of the schema members that vendors use (inputSchema, input_schema, parameters) are read.
//
// Of a name that an object has twice both values become fields, while Name, Title and Description hold the last string, as
// parsers of JSON keep the last value. What is beyond MaxFields, MaxNodes or the depth that is followed is left out, and
// long pointers are cut; Engine.Scan reports each of these as a CapHit.
func NewView(kind Kind, server string, def *Node) ToolView { return NewViewIn(kind, server, def, nil) }

// NewViewIn is NewView for a launch or settings of which it is known where they stand: a member called LaunchContext is one as any other.
func NewViewIn(kind Kind, server string, def, context *Node) ToolView {
	w := &walker{}
	if kind == KindLaunch || kind == KindSettings {
		def, context = split(def, context)
	}
	if def != nil && def.Kind == NodeObject {
		if kind.Apart() {
			w.launch(def)
		} else {
			w.definition(def)
		}
	}
	v := ToolView{
		Kind: kind, Server: server, Definition: def, Context: context, Fields: w.fields, cuts: w.cuts,
		Name: def.StringAt("name"), Title: def.StringAt("title"), Description: def.StringAt("description"),
	}
	if v.Title == "" {
		v.Title = def.objectAt("annotations").StringAt("title")
	}
	return v
}

// members are those of the object at p, each with its place.
func (w *walker) members(p place, n *Node) iter.Seq2[place, Member] {
	return func(yield func(place, Member) bool) {
		for _, m := range n.Members {
			if w.over(p) || !m.missing() && !yield(w.at(p, m.Name.Text), m) {
				return
			}
		}
	}
}

// items are those of the array at p, each with its place, but for numbers and their like: these have no words, and their pointers are not
// needed.
func (w *walker) items(p place, n *Node) iter.Seq2[place, *Node] {
	return func(yield func(place, *Node) bool) {
		for i, item := range n.Items {
			if w.over(p) || item != nil && item.Kind != NodeScalar && !yield(w.at(p, strconv.Itoa(i)), item) {
				return
			}
		}
	}
}

// definitionRoles are the roles of the members of a definition that have no schema.
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
					w.name(p, m, RoleKey)
				}
			}
			w.any(p.as(role), m.Value)
		}
	}
}

var (
	// knownMembers are the member names of definitions that the specifications give (MCP 2024-11-05 to 2026-07-28, OpenAI and Gemini function
	// lists, docker tools.json): words of the format, not of the author.
	knownMembers = wordset.Of(`type icons execution strict mimeType size src sizes theme kind source statement version tags enabled category audience
		priority lastModified function $code`)
	// annotationWords are those of values without a schema.
	annotationWords = wordset.Of("title readOnlyHint destructiveHint idempotentHint openWorldHint role content text name description")
	// schemaKeywords are the JSON Schema 2020-12 and draft-07 keywords without a role, with the extensions that tool schemas use. $code is the
	// code that a part of a schema is made of, where code defines it (package code of discover).
	schemaKeywords = wordset.Of(`items prefixItems additionalItems additionalProperties anyOf oneOf allOf not if then else contains propertyNames
		unevaluatedProperties unevaluatedItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems
		uniqueItems minContains maxContains minProperties maxProperties readOnly writeOnly deprecated nullable discriminator contentSchema
		$vocabulary dependencies x-mcp-header propertyName mapping name $code`)
)

// any walks a value that is not a schema: its strings have the role of the place, names of members are keys.
func (w *walker) any(p place, n *Node) {
	if !w.enter(p, n) {
		return
	}
	defer w.leave()
	switch n.Kind {
	case NodeString:
		w.emit(p, n)
	case NodeArray:
		for q, item := range w.items(p, n) {
			w.any(q, item)
		}
	case NodeObject:
		for q, m := range w.members(p, n) {
			if p.role == RoleEnv || p.role == RoleHeader || !annotationWords[m.Name.Text] && !knownMembers[m.Name.Text] {
				w.name(q, m, RoleKey)
			}
			if p.role == RoleAnnotation && m.Name.Text == "title" {
				q = q.as(RoleTitle)
			}
			w.any(q, m.Value)
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
			w.any(q.as(RoleOther), arg)
		}
	}
}

func (w *walker) argument(q place, arg *Node) {
	w.nodes += len(arg.Members)
	q.parameter = parameterName(arg.StringAt("name"))
	for r, m := range w.members(q, arg) {
		if m.Name.Text == "name" {
			w.any(r.as(RoleParameterName), m.Value)
		} else {
			w.keyword(r, m)
		}
	}
}

// schema walks a JSON Schema (any dialect). A list of parameters, as some vendors write it, is read as arguments.
func (w *walker) schema(p place, n *Node) {
	if !w.enter(p, n) {
		return
	}
	defer w.leave()
	switch n.Kind {
	case NodeString:
		w.emit(p.as(RoleOther), n)
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

// keywordRoles are the roles of what schema keywords hold that is no schema.
var keywordRoles = map[string]Role{
	"description": RoleParameterDescription, "desc": RoleParameterDescription, "markdownDescription": RoleParameterDescription,
	"title": RoleParameterTitle, "enum": RoleEnum, "enumNames": RoleEnum, "enumDescriptions": RoleEnum, "const": RoleConst, "default": RoleDefault,
	"examples": RoleExample, "example": RoleExample, "pattern": RolePattern, "$comment": RoleComment,
	"type": RoleSchemaWord, "format": RoleSchemaWord, "$schema": RoleSchemaWord, "$ref": RoleSchemaWord, "$id": RoleSchemaWord,
	"$anchor": RoleSchemaWord, "$dynamicRef": RoleSchemaWord, "$dynamicAnchor": RoleSchemaWord, "required": RoleSchemaWord,
	"dependentRequired": RoleSchemaWord, "contentEncoding": RoleSchemaWord, "contentMediaType": RoleSchemaWord,
}

// keyword walks one keyword of a schema.
func (w *walker) keyword(p place, m Member) {
	switch name := m.Name.Text; name {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
		if m.Value.Kind != NodeObject {
			w.schema(p, m.Value)
			return
		}
		for q, prop := range w.members(p, m.Value) {
			q.parameter = parameterName(prop.Name.Text)
			w.name(q, prop, RoleParameterName)
			w.schema(q, prop.Value)
		}
	default:
		if role, known := keywordRoles[name]; known {
			w.any(p.as(role), m.Value)
			return
		}
		if !schemaKeywords[name] {
			w.name(p, m, RoleKey)
		}
		w.schema(p, m.Value)
	}
}
