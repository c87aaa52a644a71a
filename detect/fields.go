package detect

import "strconv"

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
	w := walkers.Get().(*walker)
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
	fields, cuts := w.found()
	v := ToolView{
		Kind: kind, Server: server, Definition: def, Context: context, Fields: fields, cuts: cuts,
		Name: def.StringAt("name"), Title: def.StringAt("title"), Description: def.StringAt("description"),
	}
	if v.Title == "" {
		v.Title = def.objectAt("annotations").StringAt("title")
	}
	return v
}

// members walks the members of a definition, each at its place.
func (w *walker) members(def *Node, walk func(p place, m Member)) {
	for _, m := range def.Members {
		if w.over(place{}) {
			return
		}
		if !m.missing() {
			walk(w.at(place{}, m.Name.Text), m)
		}
	}
}

func (w *walker) definition(def *Node) {
	w.members(def, func(p place, m Member) {
		switch m.Name.Text {
		case "name":
			w.any(p.as(RoleName), m.Value)
		case "title", "displayName", "summary":
			w.any(p.as(RoleTitle), m.Value)
		case "description", "desc":
			w.any(p.as(RoleDescription), m.Value)
		case "instructions":
			w.any(p.as(RoleInstructions), m.Value)
		case "text", "template", "messages", "content":
			w.any(p.as(RolePromptText), m.Value)
		case "inputSchema", "input_schema", "parameters":
			w.schema(p, m.Value)
		case "outputSchema", "output_schema":
			p.output = true
			w.schema(p, m.Value)
		case "arguments":
			w.arguments(p, m.Value)
		case "annotations":
			w.any(p.as(RoleAnnotation), m.Value)
		case "_meta":
			w.any(p.as(RoleMeta), m.Value)
		case "uri", "uriTemplate", "url", "websiteUrl":
			w.any(p.as(RoleURI), m.Value)
		default:
			if !knownMember(m.Name.Text) {
				w.name(p, m, RoleKey)
			}
			w.any(p.as(RoleOther), m.Value)
		}
	})
}

// knownMember reports whether a name is among the member names of definitions that the specifications give (MCP 2024-11-05 to 2026-07-28, OpenAI and
// Gemini function lists, docker tools.json): words of the format, not of the author.
func knownMember(name string) bool {
	switch name {
	case
		"type", "icons", "execution", "strict", "mimeType", "size", "src",
		"sizes", "theme", "kind", "source", "statement", "version", "tags",
		"enabled", "category", "audience", "priority", "lastModified", "function",
		// See schemaKeyword.
		"$code":
		return true
	}
	return false
}

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
		for i, item := range n.Items {
			if w.over(p) {
				return
			}
			// Numbers have no words, and their pointers are not needed.
			if item != nil && item.Kind != NodeScalar {
				w.any(w.at(p, strconv.Itoa(i)), item)
			}
		}
	case NodeObject:
		for _, m := range n.Members {
			if w.over(p) {
				return
			}
			if m.missing() {
				continue
			}
			q := w.at(p, m.Name.Text)
			if p.role == RoleEnv || p.role == RoleHeader || !annotationWord(m.Name.Text) && !knownMember(m.Name.Text) {
				w.name(q, m, RoleKey)
			}
			if p.role == RoleAnnotation && m.Name.Text == "title" {
				q = q.as(RoleTitle)
			}
			w.any(q, m.Value)
		}
	}
}

func annotationWord(name string) bool {
	switch name {
	case
		"title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint",
		"role", "content", "text", "name", "description":
		return true
	}
	return false
}

// arguments walks the argument list of prompts and of docker tools.json: objects with name, description or desc.
func (w *walker) arguments(p place, n *Node) {
	if n == nil || n.Kind != NodeArray {
		w.schema(p, n)
		return
	}
	for i, arg := range n.Items {
		if w.over(p) {
			return
		}
		if arg == nil || arg.Kind == NodeScalar {
			continue
		}
		q := w.at(p, strconv.Itoa(i))
		if arg.Kind != NodeObject {
			w.any(q.as(RoleOther), arg)
			continue
		}
		w.argument(q, arg)
	}
}

func (w *walker) argument(q place, arg *Node) {
	w.nodes += len(arg.Members)
	q.parameter = parameterName(arg.StringAt("name"))
	for _, m := range arg.Members {
		if w.over(q) {
			return
		}
		if m.missing() {
			continue
		}
		r := w.at(q, m.Name.Text)
		switch m.Name.Text {
		case "name":
			w.any(r.as(RoleParameterName), m.Value)
		default:
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
		for i, item := range n.Items {
			if w.over(p) {
				return
			}
			if item == nil || item.Kind == NodeScalar {
				continue
			}
			q := w.at(p, strconv.Itoa(i))
			w.nodes += len(item.Members)
			if item.Kind == NodeObject && item.Get("name") != nil {
				w.argument(q, item)
				continue
			}
			w.schema(q, item)
		}
	case NodeObject:
		for _, m := range n.Members {
			if w.over(p) {
				return
			}
			if m.missing() {
				continue
			}
			w.keyword(w.at(p, m.Name.Text), m)
		}
	}
}

// keyword walks one keyword of a schema.
func (w *walker) keyword(p place, m Member) {
	switch m.Name.Text {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
		if m.Value.Kind != NodeObject {
			w.schema(p, m.Value)
			return
		}
		for _, prop := range m.Value.Members {
			if w.over(p) {
				return
			}
			if prop.missing() {
				continue
			}
			q := w.at(p, prop.Name.Text)
			q.parameter = parameterName(prop.Name.Text)
			w.name(q, prop, RoleParameterName)
			w.schema(q, prop.Value)
		}
	case "description", "desc", "markdownDescription":
		w.any(p.as(RoleParameterDescription), m.Value)
	case "title":
		w.any(p.as(RoleParameterTitle), m.Value)
	case "enum", "enumNames", "enumDescriptions":
		w.any(p.as(RoleEnum), m.Value)
	case "const":
		w.any(p.as(RoleConst), m.Value)
	case "default":
		w.any(p.as(RoleDefault), m.Value)
	case "examples", "example":
		w.any(p.as(RoleExample), m.Value)
	case "pattern":
		w.any(p.as(RolePattern), m.Value)
	case "$comment":
		w.any(p.as(RoleComment), m.Value)
	case "type", "format", "$schema", "$ref", "$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "required",
		"dependentRequired", "contentEncoding", "contentMediaType":
		w.any(p.as(RoleSchemaWord), m.Value)
	default:
		if !schemaKeyword(m.Name.Text) {
			w.name(p, m, RoleKey)
		}
		w.schema(p, m.Value)
	}
}

// schemaKeyword reports whether a name is one of the JSON Schema 2020-12 and draft-07 keywords that keyword does not treat by name, with
// the extensions that tool schemas use.
func schemaKeyword(name string) bool {
	switch name {
	case
		"items", "prefixItems", "additionalItems", "additionalProperties", "anyOf", "oneOf",
		"allOf", "not", "if", "then", "else", "contains", "propertyNames",
		"unevaluatedProperties", "unevaluatedItems", "minimum", "maximum",
		"exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
		"minItems", "maxItems", "uniqueItems", "minContains", "maxContains",
		"minProperties", "maxProperties", "readOnly", "writeOnly", "deprecated",
		"nullable", "discriminator", "contentSchema", "$vocabulary", "dependencies",
		"x-mcp-header", "propertyName", "mapping", "name",
		// The code that a part of a schema is made of, where code defines it (package code of discover).
		"$code":
		return true
	}
	return false
}
