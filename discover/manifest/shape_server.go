package manifest

import "github.com/org/mcp-lint/discover/source"

// isMessage reports whether n is a JSON-RPC message.
func isMessage(n *source.Node) bool {
	return n != nil && n.Kind == source.Object && hasAny(n, "jsonrpc", "result")
}

// infoName returns the name a server gives itself in the answer to initialize or server/discover, or "".
func infoName(n *source.Node) string {
	for _, at := range [...]*source.Node{n, n.Get("result"), n.Get("message").Get("result"), n.Get("response").Get("result")} {
		if name := at.Get("serverInfo").StringAt("name"); name != "" {
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
		v := n.Get(key)
		if v == nil {
			continue
		}
		if v.Kind == source.String {
			return v.Text.Value
		}
		if name := v.StringAt("name"); name != "" {
			return name
		}
	}
	if holdsLists(n) || isRegistry(n) || isBundle(n) {
		if name := n.StringAt("name"); name != "" {
			return name
		}
	}
	for _, m := range n.Members {
		if name := m.Value.Get("serverInfo").StringAt("name"); name != "" {
			return name
		}
	}
	return ""
}

// introductions are the members with which a server speaks of itself.
var introductions = map[string]bool{
	"name": true, "title": true, "description": true, "displayName": true, "display_name": true, "summary": true,
	"instructions": true, "long_description": true, "longDescription": true, "websiteUrl": true, "keywords": true,
	"user_config": true, "about": true, "homepage": true, "icons": true, "tagline": true,
}

// introduce lists what a server says of itself beside its tools: instructions, title and description.
func (r *recogniser) introduce(n *source.Node, s scope) {
	info := n.Get("serverInfo")
	if info == nil && holdsLists(n) && n.Get("server") != nil && n.Get("server").Kind == source.Object {
		info = n.Get("server")
	}
	lists := holdsLists(n)
	instructions := n.Get("instructions") != nil && (info != nil || lists || hasAny(n, "protocolVersion", "capabilities", "supportedVersions"))
	if r.given[n] || info == nil && !instructions && !(lists && hasText(n)) {
		return
	}
	var members []source.Member
	if info != nil {
		members = texts(info)
	}
	if info == nil || instructions || hasText(n) {
		members = append(members, texts(n)...)
	}
	if len(members) == 0 {
		return
	}
	r.add(kindInstructions, s.server, object(n, members), n, "instructions")
}

// texts returns the members with which n speaks of itself, in their order.
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
	messages := n.Get("messages")
	if messages == nil || messages.Kind != source.Array || len(messages.Items) == 0 {
		return false
	}
	first := messages.Items[0]
	return first.Get("role") != nil && first.Get("content") != nil
}

// isForeign reports whether a document is of a well-known kind that defines no tools, whatever its values look like.
func isForeign(n *source.Node) bool {
	switch {
	case hasAny(n, "openapi", "swagger", "asyncapi") && hasAny(n, "paths", "info", "channels"):
	case hasAny(n, "lockfileVersion", "lockfile_version", "content-hash", "_resolved"):
	case hasAny(n, "dependencies", "devDependencies", "scripts", "engines", "contributes") && hasAny(n, "name", "private", "version") &&
		!isBundle(n) && !isRegistry(n):
	case hasAny(n, "apiVersion") && hasAny(n, "kind") && hasAny(n, "metadata", "spec"):
	case n.Get("jobs") != nil && n.Get("jobs").Kind == source.Object && hasAny(n, "on", "true", "name"):
	case n.Get("services") != nil && n.Get("services").Kind == source.Object && !hasAny(n, "mcpServers"):
	default:
		return false
	}
	return true
}
