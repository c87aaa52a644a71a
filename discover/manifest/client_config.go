package manifest

import (
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// settings are members of client settings that bear on trust.
var settings = map[string]bool{
	"enableAllProjectMcpServers": true, "enabledMcpjsonServers": true, "disabledMcpjsonServers": true,
	"permissions": true, "hooks": true, "inputs": true, "contextFileName": true, "instructions": true,
}

// clients looks at a member that may hold configured servers, in the shape of any client, and reports whether it did.
func (r *recogniser) clients(n *source.Node, m source.Member, s scope) bool {
	key, v := m.Name.Text.Value, m.Value
	if settings[key] && r.isSetting(n, m) {
		r.out.Settings = append(r.out.Settings, m)
	}
	switch key {
	case "mcpServers":
		client := "mcpServers"
		if v.Kind == source.Array {
			client = "continue"
		}
		return r.servers(v, client, s, nil)
	case "mcp_servers":
		return r.servers(v, "codex", s, nil)
	case "context_servers":
		return r.servers(v, "zed", s, nil)
	case "modelContextProtocolServers":
		return r.servers(v, "continue", s, nil)
	case "mcp.servers":
		return r.servers(v, "vscode", s, nil)
	case "servers", "remote_servers":
		return r.servers(v, "vscode", s, r.serverEntry(n))
	case "extensions":
		return r.servers(v, "goose", s, isGoose)
	case "mcp":
		if inner := v.Get("servers"); inner != nil && (inner.Kind == source.Object || inner.Kind == source.Array) {
			for _, x := range v.Members {
				if x.Name.Text.Value != "servers" || !r.servers(x.Value, "vscode", s, nil) {
					r.member(v, x, s.down())
				}
			}
			return true
		}
		return r.servers(v, "opencode", s, isLaunch)
	}
	return false
}

// isSetting tells whether a member with the name of a setting is one: some of the names are common words.
func (r *recogniser) isSetting(n *source.Node, m source.Member) bool {
	switch m.Name.Text.Value {
	case "permissions", "hooks", "inputs":
		return r.traitsOf(n).client || strings.Contains(r.path, "/.claude")
	case "instructions":
		return r.traitsOf(n).client && m.Value.Kind == source.Array
	}
	return true
}

// serverEntry tells which values under the plain word "servers", beside the other members of n, are MCP servers.
func (r *recogniser) serverEntry(n *source.Node) func(*source.Node) bool {
	certain := r.traitsOf(n).inputs || strings.Contains(r.base, "mcp") || strings.Contains(r.path, "/.vscode/")
	return func(v *source.Node) bool {
		switch {
		case v.Get("server") != nil || isRegistry(v):
			return false
		case certain:
			return isLaunch(v)
		case hasAny(v, "image") && hasAny(v, "transport", "tools", "permissions", "env_vars"):
			return true
		}
		return isLaunch(v) && transport(v) != "" && hasAny(v, "command", "url") || hasAny(v, "command") && hasAny(v, "args")
	}
}

// isGoose tells extensions of Goose from those of everything else.
func isGoose(v *source.Node) bool {
	return transport(v) != "" && (hasAny(v, "cmd", "uri", "url", "envs", "bundled") || named(v) && hasAny(v, "enabled", "timeout"))
}

// servers lists the servers in a map or list. With is nil when every object in it is one. It reports whether it found any.
func (r *recogniser) servers(n *source.Node, client string, s scope, with func(*source.Node) bool) bool {
	if s.depth > maxDepth {
		r.tooDeep(n)
		return true
	}
	if isSchema(n) || isSchemaWord(n.Get("type")) {
		return false
	}
	found := false
	one := func(name, v *source.Node) {
		switch {
		case v.Kind != source.Object:
		case r.given[v]:
			found = true
		case with == nil && (isLaunch(v) || !isRegistry(v) && v.Get("server") == nil) || with != nil && with(v):
			found = true
			r.server(name, v, client, s.down())
		}
	}
	for _, m := range n.Members {
		one(m.Name, m.Value)
	}
	for _, item := range n.Items {
		one(item.Get("name"), item)
	}
	if !found {
		return false
	}
	// What is no server may still hold definitions.
	for _, m := range n.Members {
		if !r.given[m.Value] {
			r.walk(m.Value, s.down().of(m.Name.Text.Value))
		}
	}
	for _, item := range n.Items {
		if !r.given[item] {
			r.walk(item, s.down())
		}
	}
	return true
}

// flatMap lists the servers of a document that is itself the map, as plugins write it, and reports whether it is one.
func (r *recogniser) flatMap(n *source.Node, s scope) bool {
	if len(n.Members) == 0 {
		return false
	}
	certain := strings.Contains(r.base, "mcp")
	for _, m := range n.Members {
		if !isFlat(m.Value, certain) {
			return false
		}
	}
	return r.servers(n, "plugin", s, isLaunch)
}

// isFlat tells a server in a flat map. Where the file's name does not speak of MCP it must be unmistakable: language
// servers are launched in the same way, but for kinds of file.
func isFlat(v *source.Node, certain bool) bool {
	if !isLaunch(v) || hasAny(v, "extensionToLanguage", "filetypes", "languages") {
		return false
	}
	command, url := v.Get("command"), v.Get("url")
	if certain {
		return command != nil || url != nil || hasAny(v, "httpUrl", "serverUrl")
	}
	args := v.Get("args")
	if command != nil && command.Kind == source.String && args != nil && args.Kind == source.Array {
		return transport(v) != "" || hasAny(v, "env") || launchers[command.Text.Value]
	}
	return url != nil && url.Kind == source.String && transport(v) != ""
}

// launchers are the commands that start most servers.
var launchers = map[string]bool{
	"npx": true, "uvx": true, "bunx": true, "pnpm": true, "pipx": true, "uv": true, "node": true, "python": true,
	"python3": true, "docker": true, "podman": true, "deno": true, "bun": true, "dnx": true,
}

// hosted lists a server in a request for a hosted model: {"type":"mcp","server_label","server_url"}.
func (r *recogniser) hosted(n *source.Node) bool {
	if n.StringAt("type") != "mcp" || n.Get("server_url") == nil {
		return false
	}
	if r.given[n] {
		return true
	}
	name := n.Get("server_label")
	srv := launch(n, "openai")
	var members []source.Member
	if srv.NameNode = name; name != nil {
		srv.Name = name.Text.Value
		members = append(members, nameMember(name))
	}
	if d := n.Get("server_description"); d != nil {
		members = append(members, source.Member{Name: &source.Node{
			Kind: source.String, Text: source.Text{Value: "description"}, File: d.File, Span: d.Span,
		}, Value: d})
	}
	r.addServer(srv, members, n)
	return true
}
