package manifest

import "github.com/org/mcp-lint/discover/source"

// definition returns the kind of definition an object is, or "". In a declared list, a name and some text are enough; elsewhere it needs
// what only definitions have.
func definition(n *source.Node, s scope) string {
	switch s.list {
	case tools:
		return declaredTool(n)
	case prompts:
		if named(n) && (hasText(n) || hasAny(n, "text", "arguments", "messages", "template", "content", "prompt")) {
			return kindPrompt
		}
		return ""
	case resources, templates:
		switch {
		case hasAny(n, "uriTemplate", "uri_template"):
			return kindTemplate
		case hasAny(n, "uri") || named(n) && hasText(n) && !holdsLists(n):
			if s.list == templates {
				return kindTemplate
			}
			return kindResource
		}
		return ""
	}
	return undeclared(n, s)
}

func declaredTool(n *source.Node) string {
	switch {
	case hasSchema(n) && (named(n) || hasText(n)):
		return kindTool
	case !named(n) || holdsLists(n) || isLaunch(n) && !hasText(n):
		return ""
	case hasText(n) || hasAny(n, "parameters", "arguments", "annotations", "outputSchema", "_meta"),
		some(n, isWritten, "description", "inputSchema", "input_schema"), // clients differ in what they take for a text or a schema
		len(n.Members) == 1 && some(n, isText, "name"), says(n, "type", "function"):
		return kindTool
	}
	return ""
}

func undeclared(n *source.Node, s scope) string {
	if !named(n) {
		return ""
	}
	text, function := hasText(n), says(n, "type", "function")
	switch {
	case (text || s.root) && some(n, isObject, "inputSchema", "input_schema"),
		s.list == bare && some(n, isSchemaLike, "inputSchema", "input_schema"),
		(text || function) && some(n, isSchemaLike, "parameters"):
		return kindTool
	case !text:
		return ""
	case some(n, isSchemaLike, "outputSchema"), some(n, hints, "annotations"):
		return kindTool
	}
	for arguments := range all(n, "arguments") {
		if kind := byArguments(arguments, s); kind != "" {
			return kind
		}
	}
	switch {
	case hasAny(n, "arguments"):
	case hasAny(n, "uriTemplate"):
		return kindTemplate
	case s.root && says(n, "kind", "tool"):
		return kindTool
	case s.root && says(n, "kind", "prompt"):
		return kindPrompt
	}
	return ""
}

// byArguments distinguishes tools in Docker's tools.json, whose arguments have a type and a "desc", from prompts, whose arguments have
// neither.
func byArguments(n *source.Node, s scope) string {
	switch {
	case isSchemaLike(n), n.Kind == source.Array && len(n.Items) == 0 && s.list == bare:
		return kindTool
	case len(n.Items) == 0:
		return ""
	}
	typed, described := false, false
	for _, arg := range n.Items {
		if !named(arg) {
			return ""
		}
		typed = typed || hasAny(arg, "type", "desc")
		described = described || hasAny(arg, "description", "required")
	}
	if typed || s.list == bare && !described {
		return kindTool
	}
	return kindPrompt
}

// wrapped lists the functions inside {"type":"function","function":{...}} and returns the rest of n. The rest may be a definition too,
// since clients differ in which one they use.
func (o *output) wrapped(n *source.Node, s scope) (rest *source.Node, found bool) {
	declared := s.list == tools || hasAny(n, "function") && says(n, "type", "function")
	left := kept(n, func(key string, v *source.Node) *source.Node {
		if key == "function" && v.Kind == source.Object && named(v) && (declared || hasSchema(v)) {
			o.add(kindTool, s.server, v, v, "openai")
			return nil
		}
		return v
	})
	if len(left) == len(n.Members) {
		return n, false
	}
	return object(n, left), true
}

// keyed handles a map from names to definitions, or from servers to their definitions.
func (r *recogniser) keyed(n *source.Node, s scope) {
	if r.tooDeep(n, s) {
		return
	}
	if definition(n, s) != "" {
		r.walk(n, s)
		return
	}
	schema := mayBeSchema(n)
	for _, m := range n.Members {
		if schema && schemaKeywords[m.Name.Text.Value] {
			r.searchForeignMember(n, m, s)
		} else {
			r.keyedMember(m, s)
		}
	}
}

func (r *recogniser) keyedMember(m source.Member, s scope) {
	v, inner := m.Value, s
	inner.depth++
	switch {
	case v.Kind == source.Array:
		if !structural(m.Name.Text.Value) {
			inner.server = m.Name.Text.Value
		}
		r.walk(v, inner)
		return
	case v.Kind != source.Object:
		return
	case holdsLists(v) && !hasSchema(v):
		r.walk(v, s.down().of(m.Name.Text.Value))
		return
	case named(v) && definition(v, s) != "":
		r.walk(v, inner)
		return
	}
	rest, found := r.out.wrapped(v, s)
	switch {
	case hasText(rest) || hasSchema(rest) || s.list == prompts && hasAny(rest, "text", "messages", "template", "content"):
		r.out.addKeyed(listKinds[s.list], source.Member{Name: m.Name, Value: rest}, v, s, "")
	case !found:
		r.walk(v, s.down())
	}
}

// addKeyed lists the definition in m under m's name. origin is the node it is made of.
func (o *output) addKeyed(kind string, m source.Member, origin *source.Node, s scope, shape string) {
	v := m.Value
	if shape == "" {
		if shape = shapeOf(v, s); shape == "tools/list" {
			shape = "map"
		}
	}
	o.add(kind, s.server, object(v, append([]source.Member{nameMember(m.Name)}, v.Members...)), origin, shape)
}

// keyedTool recognises undeclared map values: a description and a schema without a name.
func keyedTool(n *source.Node) bool {
	return !named(n) && hasText(n) && some(n, isSchemaLike, "inputSchema", "input_schema", "parameters")
}

func shapeOf(n *source.Node, s scope) string {
	switch {
	case s.shape == "mcpb" || s.shape == "gemini":
		return s.shape
	case hasAny(n, "input_schema"):
		return "anthropic"
	case says(n, "type", "function"):
		return "openai"
	case hasAny(n, "kind") && hasAny(n, "type", "source", "statement"):
		return "toolbox"
	case hasAny(n, "arguments") && s.list != prompts:
		return "docker"
	case s.shape == "" || s.root:
		return "tool"
	}
	return s.shape
}

func (r *recogniser) listShape(n *source.Node, key string) string {
	switch {
	case key == "functionDeclarations" || key == "function_declarations":
		return "gemini"
	case key == "functions":
		return "functions"
	case r.traitsOf(n).bundle:
		return "mcpb"
	}
	return listShapes[lists[key]]
}

var listShapes = map[list]string{
	tools: "tools/list", prompts: "prompts/list", resources: "resources/list", templates: "resources/templates/list",
}

var listKinds = map[list]string{tools: kindTool, prompts: kindPrompt, resources: kindResource, templates: kindTemplate}
