package manifest

import (
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// definition tells what an object defines, or "". Declared by the list it stands in, a name and some text are enough;
// anywhere else it must have what only definitions have.
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

// declaredTool is for items of a list of tools.
func declaredTool(n *source.Node) string {
	switch {
	case hasSchema(n) && (named(n) || hasText(n)):
		return kindTool
	case !named(n) || holdsLists(n) || isLaunch(n) && !hasText(n):
		return ""
	case hasText(n) || hasAny(n, "parameters", "arguments", "annotations", "outputSchema", "_meta"):
		return kindTool
	case len(n.Members) == 1 || n.StringAt("type") == "function":
		return kindTool
	}
	return ""
}

// undeclared is for objects that stand anywhere.
func undeclared(n *source.Node, s scope) string {
	if !named(n) {
		return ""
	}
	strict := n.Get("inputSchema")
	if strict == nil {
		strict = n.Get("input_schema")
	}
	text := hasText(n)
	switch {
	case strict != nil && strict.Kind == source.Object && (text || s.root || s.list == bare && isSchemaLike(strict)):
		return kindTool
	case isSchemaLike(n.Get("parameters")) && (text || n.StringAt("type") == "function"):
		return kindTool
	case !text:
	case isSchemaLike(n.Get("outputSchema")), hints(n.Get("annotations")):
		return kindTool
	case n.Get("arguments") != nil:
		return byArguments(n.Get("arguments"), s)
	case hasAny(n, "uriTemplate"):
		return kindTemplate
	case s.root && strings.EqualFold(n.StringAt("kind"), "tool"):
		return kindTool
	case s.root && strings.EqualFold(n.StringAt("kind"), "prompt"):
		return kindPrompt
	}
	return ""
}

// byArguments tells tools of docker's tools.json, whose arguments have a type and a "desc", from prompts, whose arguments
// have neither.
func byArguments(n *source.Node, s scope) string {
	switch {
	case isSchemaLike(n):
		return kindTool
	case n.Kind != source.Array:
		return ""
	case len(n.Items) == 0:
		if s.list == bare {
			return kindTool
		}
		return ""
	}
	typed := false
	for _, arg := range n.Items {
		if arg.Kind != source.Object || !named(arg) {
			return ""
		}
		typed = typed || arg.Get("type") != nil || arg.Get("desc") != nil
	}
	if typed || s.list == bare {
		return kindTool
	}
	return kindPrompt
}

// wrapped lists the function inside {"type":"function","function":{...}}.
func (r *recogniser) wrapped(n *source.Node, s scope) bool {
	found := false
	for _, m := range n.Members {
		if m.Name.Text.Value != "function" || m.Value.Kind != source.Object || !named(m.Value) {
			continue
		}
		if n.StringAt("type") == "function" || s.list == tools || hasSchema(m.Value) {
			r.add(kindTool, s.server, m.Value, m.Value, "openai")
			found = true
		}
	}
	return found
}

// keyed looks at a map from names to definitions, or from servers to their definitions.
func (r *recogniser) keyed(n *source.Node, s scope) {
	if isSchema(n) || isSchemaWord(n.Get("type")) && !hasSchema(n) {
		return
	}
	if s.depth > maxDepth {
		r.tooDeep(n)
		return
	}
	if definition(n, s) != "" {
		r.walk(n, s)
		return
	}
	kind := map[list]string{tools: kindTool, prompts: kindPrompt, resources: kindResource, templates: kindTemplate}[s.list]
	for _, m := range n.Members {
		v := m.Value
		switch {
		case v.Kind == source.Array:
			t := s
			t.depth++
			if !structural(m.Name.Text.Value) {
				t.server = m.Name.Text.Value
			}
			r.walk(v, t)
		case v.Kind != source.Object:
		case holdsLists(v) && !hasSchema(v):
			r.walk(v, s.down().of(m.Name.Text.Value))
		case named(v) && definition(v, s) != "" || v.Get("function") != nil:
			t := s
			t.depth++
			r.walk(v, t)
		case hasText(v) || hasSchema(v) || s.list == prompts && hasAny(v, "text", "messages", "template", "content"):
			r.addKeyed(kind, m, s, "")
		default:
			r.walk(v, s.down())
		}
	}
}

// addKeyed lists the definition in m under m's own name.
func (r *recogniser) addKeyed(kind string, m source.Member, s scope, shape string) {
	v := m.Value
	if shape == "" {
		if shape = shapeOf(v, s); shape == "tools/list" {
			shape = "map"
		}
	}
	members := make([]source.Member, 0, len(v.Members)+1)
	members = append(members, source.Member{
		Name: &source.Node{Kind: source.String, Text: nameText, File: m.Name.File, Span: m.Name.Span}, Value: m.Name,
	})
	r.add(kind, s.server, object(v, append(members, v.Members...)), v, shape)
}

// nameText is the member name of names that the document writes as keys; it stands nowhere.
var nameText = source.Text{Value: "name"}

// keyedTool is for values of maps that nothing declares: a description beside a schema, without a name.
func keyedTool(n *source.Node) bool {
	if n.Get("name") != nil || !hasText(n) {
		return false
	}
	return isSchemaLike(n.Get("inputSchema")) || isSchemaLike(n.Get("input_schema")) || isSchemaLike(n.Get("parameters"))
}

// shapeOf names the shape of a definition.
func shapeOf(n *source.Node, s scope) string {
	switch {
	case s.shape == "mcpb" || s.shape == "gemini":
		return s.shape
	case n.Get("input_schema") != nil:
		return "anthropic"
	case n.StringAt("type") == "function":
		return "openai"
	case hasAny(n, "kind") && hasAny(n, "type", "source", "statement"):
		return "toolbox"
	case n.Get("arguments") != nil && s.list != prompts:
		return "docker"
	case s.shape == "" || s.root:
		return "tool"
	}
	return s.shape
}

// listShape names the shape of a list under key of n.
func (r *recogniser) listShape(n *source.Node, key string) string {
	switch {
	case key == "functionDeclarations" || key == "function_declarations":
		return "gemini"
	case key == "functions":
		return "functions"
	case r.traitsOf(n).bundle:
		return "mcpb"
	}
	switch lists[key] {
	case prompts:
		return "prompts/list"
	case resources:
		return "resources/list"
	case templates:
		return "resources/templates/list"
	}
	return "tools/list"
}
