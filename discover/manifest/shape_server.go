package manifest

import "github.com/org/mcp-lint/discover/source"

func isMessage(n *source.Node) bool {
	return n != nil && n.Kind == source.Object && hasAny(n, "jsonrpc", "result")
}

// infoPaths are where the answer to initialize or server/discover stands in a message, or in a record of one.
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

// streamServer returns the first name that a server gives itself in a list of captured messages, or "". Messages before
// that one are from the same server.
func streamServer(messages []*source.Node) string {
	for _, m := range messages {
		if name := infoName(m); name != "" {
			return name
		}
	}
	return ""
}

// ownServer returns the server that an object says its definitions belong to, or "".
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

// introductions are the members with which a server speaks of itself.
var introductions = map[string]bool{
	"name": true, "title": true, "description": true, "displayName": true, "display_name": true, "summary": true,
	"instructions": true, "long_description": true, "longDescription": true, "websiteUrl": true, "keywords": true,
	"user_config": true, "about": true, "homepage": true, "_meta": true, "icons": true, "tagline": true,
}

// introduce lists what a server says of itself beside its tools: instructions, title and description.
func (r *recogniser) introduce(n *source.Node, s scope) {
	lists := holdsLists(n)
	var infos []*source.Node
	for info := range all(n, "serverInfo") {
		infos = append(infos, info)
	}
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
			// What is longer than any version, or is none, is a text like the others.
			members = append(members, source.Member{Name: literal("version", v), Value: v})
		}
	}
	if r.given[n] {
		// n was listed as a manifest, with its own texts.
		if len(members) > 0 {
			r.add(kindInstructions, s.server, object(infos[0], members), infos[0], "instructions")
		}
		return
	}
	if len(infos) == 0 && !instructions && !(lists && hasText(n)) {
		return
	}
	if len(infos) == 0 || instructions || hasText(n) {
		members = append(members, texts(n)...)
	}
	if len(members) == 0 {
		return
	}
	r.add(kindInstructions, s.server, object(n, members), n, "instructions")
}

// literal makes a member name that the document does not hold as such; it stands nowhere.
func literal(name string, at *source.Node) *source.Node {
	return &source.Node{Kind: source.String, Text: source.Text{Value: name}, File: at.File, Span: at.Span}
}

func texts(n *source.Node) []source.Member {
	var out []source.Member
	if n == nil {
		return nil
	}
	for _, m := range n.Members {
		if introductions[m.Name.Text.Value] {
			out = append(out, m)
		}
	}
	return out
}

// isPromptResult reports whether n is the answer to prompts/get: messages whose content has a type.
func isPromptResult(n *source.Node) bool {
	return some(n, func(messages *source.Node) bool {
		return len(messages.Items) > 0 && hasAny(messages.Items[0], "role") && hasAny(messages.Items[0], "content")
	}, "messages")
}

func (r *recogniser) contents(n *source.Node, s scope) bool {
	found := false
	for list := range all(n, "contents") {
		for _, item := range list.Items {
			if item.Kind == source.Object && hasAny(item, "uri") && some(item, isString, "text", "blob") {
				r.add(kindResource, s.server, item, item, "resources/read")
				found = true
			}
		}
	}
	return found
}

// isForeign reports whether a document is of a well-known kind that defines no tools, whatever its values look like.
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
