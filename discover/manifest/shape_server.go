package manifest

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// infoPaths are the paths of the server info in a response to initialize or server/discover, or in a recording of one.
var infoPaths = [...][]string{
	{"serverInfo"}, {"result", "serverInfo"}, {"message", "result", "serverInfo"}, {"response", "result", "serverInfo"},
}

func infoName(n *source.Node) string {
	for _, path := range infoPaths {
		name := ""
		for info := range under(n, path...) {
			if own := word(info, "name"); own != "" {
				name = own
			}
		}
		if name != "" {
			return name
		}
	}
	return ""
}

// streamServer returns the first server name in a list of captured messages, or "". Messages before it are from the same server.
func streamServer(messages []*source.Node) string {
	for _, m := range messages {
		if name := infoName(m); name != "" {
			return name
		}
	}
	return ""
}

// ownServer returns the server that an object names as the owner of its definitions, or "".
func ownServer(n *source.Node) string {
	if name := infoName(n); name != "" {
		return name
	}
	for _, key := range [...]string{"server", "serverName", "server_name", "mcp_server", "mcpServer"} {
		name := word(n, key)
		for v := range all(n, key) {
			if own := word(v, "name"); name == "" && own != "" {
				name = own
			}
		}
		if name != "" {
			return name
		}
	}
	if holdsLists(n) || isRegistry(n) || isBundle(n) {
		if name := word(n, "name"); name != "" {
			return name
		}
	}
	for _, m := range n.Members {
		for info := range all(m.Value, "serverInfo") {
			if name := word(info, "name"); name != "" {
				return name
			}
		}
	}
	return ""
}

// introductions are the members that describe a server.
var introductions = wordset.Of(`name title description displayName display_name summary instructions long_description longDescription
	websiteUrl keywords user_config about homepage _meta icons tagline`)

// introduce lists a server's own texts: instructions, title and description.
func (o *output) introduce(n *source.Node, s scope) {
	lists := holdsLists(n)
	infos := slices.Collect(all(n, "serverInfo"))
	if len(infos) == 0 && lists {
		if info := pick(n, isObject, "server"); info != nil {
			infos = append(infos, info)
		}
	}
	instructions := hasAny(n, "instructions") && (len(infos) > 0 || lists || hasAny(n, "protocolVersion", "capabilities", "supportedVersions"))
	var members []source.Member
	for _, info := range infos {
		members = append(members, texts(info)...)
		for v := range all(info, "version") {
			// An overlong or invalid version is text like any other.
			members = append(members, source.Member{Name: literal("version", v), Value: v})
		}
	}
	at := n
	switch {
	case o.listed[n] && len(infos) > 0:
		at = infos[0] // n was listed as a manifest, with its own texts
	case instructions || hasText(n) && (lists || len(infos) > 0):
		members = append(members, texts(n)...)
	}
	if len(members) > 0 {
		o.add(kindInstructions, s.server, object(at, members), at, "instructions")
	}
}

// literal returns a member name that is not in the document.
func literal(name string, at *source.Node) *source.Node {
	return &source.Node{Kind: source.String, Text: source.Text{Value: name}, File: at.File, Span: at.Span}
}

func texts(n *source.Node) []source.Member {
	return kept(n, func(key string, v *source.Node) *source.Node {
		if introductions[key] {
			return v
		}
		return nil
	})
}

// isPromptResult reports whether n is a response to prompts/get: messages with a role and content.
func isPromptResult(n *source.Node) bool {
	return some(n, func(messages *source.Node) bool {
		return len(messages.Items) > 0 && hasAny(messages.Items[0], "role") && hasAny(messages.Items[0], "content")
	}, "messages")
}

func (o *output) contents(n *source.Node, s scope) {
	for _, item := range listAt(n, "contents") {
		if hasAny(item, "uri") && some(item, isString, "text", "blob") {
			o.add(kindResource, s.server, item, item, "resources/read")
		}
	}
}

// isForeign reports whether a document is of a well-known kind that defines no tools.
func isForeign(n *source.Node) bool {
	switch {
	case isBundle(n), isRegistry(n):
		return false
	case hasAny(n, "openapi", "swagger", "asyncapi") && hasAny(n, "paths", "info", "channels"):
	case hasAny(n, "lockfileVersion", "lockfile_version", "content-hash", "_resolved"):
	case hasAny(n, "dependencies", "devDependencies", "scripts", "engines", "contributes") && hasAny(n, "name", "private", "version"):
	case hasAny(n, "apiVersion") && hasAny(n, "kind") && hasAny(n, "metadata", "spec"):
	case some(n, isObject, "jobs") && hasAny(n, "on", "true", "name"):
	case some(n, isObject, "services") && !hasAny(n, "mcpServers"):
	default:
		return false
	}
	return true
}

// sampleMembers show sample values in documents of other kinds: the operations of an API, the examples of a schema. No client looks for
// servers there.
var sampleMembers = wordset.Of("paths components webhooks channels examples example default const enum languageModelTools")

// searchForeign searches documents of other kinds, and descriptions of data, only for what is unmistakably MCP: servers, their lists, and
// definitions with a name, a text and a schema. A decoy key at the top thus hides nothing.
func (r *recogniser) searchForeign(n *source.Node, s scope) {
	visited := s
	if visited.list = foreign; !r.enters(n, visited) {
		return
	}
	for _, item := range n.Items {
		r.embedded(item, "", s)
		r.searchForeign(item, s.down())
	}
	if n.Kind != source.Object {
		return
	}
	if isUnmistakable(n) {
		r.walk(n, s)
		return
	}
	s = s.of(infoName(n))
	if some(n, isObject, "serverInfo") || some(n, isString, "instructions") && holdsLists(n) {
		r.out.introduce(n, s)
	}
	r.out.toolsets(n, s)
	for _, m := range n.Members {
		if !sampleMembers[m.Name.Text.Value] {
			r.searchForeignMember(n, m, s)
		}
	}
}

func (r *recogniser) searchForeignMember(n *source.Node, m source.Member, s scope) {
	key, v := m.Name.Text.Value, m.Value
	if !sampleMembers[key] {
		r.embedded(v, key, s)
	}
	if v.Kind != source.Array && v.Kind != source.Object || sampleMembers[key] {
		return
	}
	plain := (key == "servers" || key == "mcp") && v.Kind == source.Object
	if (plain || clients.ShapeOf(key) != "") && r.clients(n, m, s) {
		return
	}
	if key == "result" && (s.root || hasAny(n, "jsonrpc")) || isToolList(m) {
		r.member(n, m, s)
		return
	}
	if keyedTool(v) && some(v, isSchemaLike, "inputSchema", "input_schema") {
		r.out.addKeyed(kindTool, m, v, s, "map")
		return
	}
	if !structural(key) && holdsDefinitions(v) {
		s = s.of(key)
	}
	r.searchForeign(v, s.down())
}

// isUnmistakable reports whether n has everything that only a tool definition has.
func isUnmistakable(n *source.Node) bool {
	return some(n, isString, "name") && some(n, isString, "description", "title") && some(n, isSchemaLike, "inputSchema", "input_schema") ||
		says(n, "type", "function") && some(n, func(f *source.Node) bool { return named(f) && hasSchema(f) }, "function")
}

// isToolList reports whether a member can only be a list or map of definitions.
func isToolList(m source.Member) bool {
	key := m.Name.Text.Value
	l := lists[key]
	return l != anything && (strings.HasPrefix(key, "function") && key != "functions" ||
		slices.ContainsFunc(m.Value.Items, func(item *source.Node) bool { return isListed(item, key, l) }) ||
		key == "tools" && slices.ContainsFunc(entriesOf(m.Value), func(x source.Member) bool {
			return hasText(x.Value) || hasAny(x.Value, "function")
		}))
}

// isListed reports whether an item belongs to a list of definitions. Ambiguous list names require more evidence.
func isListed(item *source.Node, key string, l list) bool {
	switch {
	case item.Kind != source.Object:
		return false
	case key == "functions":
		return hasSchema(item) && (named(item) || hasText(item))
	case l == resources || l == templates:
		return hasAny(item, "uri", "uriTemplate", "uri_template") && (named(item) || hasText(item))
	case hasAny(item, "function") && l == tools:
		return true
	}
	return definition(item, scope{list: l}) != ""
}

func areListed(m source.Member) bool {
	key := m.Name.Text.Value
	unlisted := func(item *source.Node) bool { return !isListed(item, key, lists[key]) }
	return len(m.Value.Items) > 0 && !slices.ContainsFunc(m.Value.Items, unlisted)
}
