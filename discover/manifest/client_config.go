package manifest

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/launcher"
)

// clients lists the servers in a member that any client might read, and reports whether it handled the member.
func (r *recogniser) clients(n *source.Node, m source.Member, s scope) bool {
	key, v := m.Name.Text.Value, m.Value
	s.key = m.Name
	if !r.settingsListed && r.isSetting(n, m) {
		r.out.Settings = append(r.out.Settings, m)
	}
	if shape := clients.ShapeOf(key); shape != "" {
		if shape == "mcpServers" && v.Kind == source.Array {
			shape = "continue"
		}
		return r.servers(v, shape, s, nil)
	}
	switch key {
	case "servers", "remote_servers":
		return r.servers(v, "vscode", s, r.serverEntry(n))
	case "extensions":
		return r.servers(v, "goose", s, isGoose)
	case "mcp":
		if some(v, isObject, "servers") || some(v, isArray, "servers") {
			for _, x := range v.Members {
				if x.Name.Text.Value == "inputs" {
					r.out.Settings = append(r.out.Settings, x)
				}
				if x.Name.Text.Value != "servers" || !r.servers(x.Value, "vscode", s, nil) {
					r.member(v, x, s.down())
				}
			}
			return true
		}
		return r.servers(v, "opencode", s, isLaunch)
	}
	// A common word holds servers only in the file of the client that uses it.
	if c, f := clients.FileOf(r.path); f != nil && key != "" && s.root && (key == f.Key || key == f.Also) {
		return r.servers(v, c.Shape, s, isLaunch)
	}
	return false
}

// isSetting reports whether a member is a client setting. Some of the names are common words, so the context counts.
func (r *recogniser) isSetting(n *source.Node, m source.Member) bool {
	return slices.ContainsFunc(clients.SettingsOf(m.Name.Text.Value), func(s clients.Setting) bool {
		switch {
		case s.In != "" && s.In != clients.Beside && !clients.Holds(r.path, strings.Fields(s.In)),
			s.In == clients.Beside && !r.traitsOf(n).client && !clients.AnyHolds(r.path, func(c *clients.Client) []string { return c.Folders }):
			return false
		}
		switch s.Kind {
		case clients.Object:
			return isObject(m.Value)
		case clients.Single:
			return isScalar(m.Value)
		case clients.List:
			return r.traitsOf(n).client && isArray(m.Value)
		case clients.Holder:
			if s.Deeper {
				return some(m.Value, isObject, s.Below)
			}
			return some(m.Value, isScalar, s.Below)
		}
		return true
	})
}

func (r *recogniser) allSettings(n *source.Node) {
	if n.Kind != source.Object || !clients.AnyHolds(r.path, func(c *clients.Client) []string { return c.Whole }) {
		return
	}
	r.settingsListed = true
	for _, m := range n.Members {
		if !clients.Holders[m.Name.Text.Value] {
			r.out.Settings = append(r.out.Settings, m)
		}
	}
}

// serverEntry returns a filter for the MCP servers under the common key "servers", based on the other members of n.
func (r *recogniser) serverEntry(n *source.Node) func(*source.Node) bool {
	certain := r.traitsOf(n).inputs || strings.Contains(r.base, "mcp") ||
		clients.AnyHolds(r.path, func(c *clients.Client) []string { return c.Plain })
	return func(v *source.Node) bool {
		switch {
		case hasAny(v, "server") || isRegistry(v):
			return false
		case certain:
			return isLaunch(v)
		case hasAny(v, "image") && hasAny(v, "transport", "tools", "permissions", "env_vars"):
			return true
		}
		return isLaunch(v) && transport(v) != "" && hasAny(v, "command", "url") || hasAny(v, "command") && hasAny(v, "args")
	}
}

func isGoose(v *source.Node) bool {
	return transport(v) != "" && (hasAny(v, "cmd", "uri", "url", "envs", "bundled") || named(v) && hasAny(v, "enabled", "timeout"))
}

// servers lists the servers in a map or list, filtered by with; nil accepts every object. It reports whether it found any.
func (r *recogniser) servers(n *source.Node, client string, s scope, with func(*source.Node) bool) bool {
	if r.tooDeep(n, s) {
		return true
	}
	if mayBeSchema(n) {
		// In a schema, the launch would be described but not given. A server next to a member that only makes the map look like a schema is
		// still one.
		wanted := with
		with = func(v *source.Node) bool { return launches(v) && (wanted == nil || wanted(v)) }
	}
	found := false
	below := s.down()
	below.key = s.key
	for name, v := range n.Children() {
		switch {
		case v.Kind != source.Object:
		case r.out.listed[v]:
			found = true
		case with == nil && (isLaunch(v) || !isRegistry(v) && !hasAny(v, "server")) || with != nil && with(v):
			found = true
			if name == nil {
				name = pick(v, isScalar, "name")
			}
			r.server(name, v, client, below)
		}
	}
	// Values that are not servers may still hold definitions.
	for name, v := range n.Children() {
		if found && !r.out.listed[v] {
			r.walk(v, s.down().of(textOf(name)))
		}
	}
	return found
}

// flatMap lists the servers of a document that is itself the map, as plugins write it. It returns true if the document holds nothing else.
func (r *recogniser) flatMap(n *source.Node, s scope) bool {
	if len(n.Members) == 0 {
		return false
	}
	certain := strings.Contains(r.base, "mcp")
	flat := kept(n, func(key string, v *source.Node) *source.Node {
		if isFlat(v, certain) && !(structural(key) && certain) {
			return v
		}
		return nil
	})
	if len(flat) == len(n.Members) {
		return r.servers(n, "plugin", s, isLaunch)
	}
	if certain {
		for _, m := range flat {
			if launches(m.Value) && !r.out.listed[m.Value] {
				r.server(m.Name, m.Value, "plugin", s.down())
			}
		}
	}
	return false
}

// isFlat recognises a server in a flat map. Unless the file name mentions MCP, the form must be unmistakable: language servers are launched
// in the same way, but name file types.
func isFlat(v *source.Node, certain bool) bool {
	if !isLaunch(v) || hasAny(v, "extensionToLanguage", "filetypes", "languages") {
		return false
	}
	if certain {
		return hasAny(v, "command", "url", "httpUrl", "serverUrl")
	}
	if some(v, isString, "command") && some(v, isArray, "args") {
		return transport(v) != "" || hasAny(v, "env") ||
			some(v, func(c *source.Node) bool { return launcher.Servers.Has(c.Text.Value) }, "command")
	}
	return some(v, isString, "url") && transport(v) != ""
}

// hosted lists a server in a request to a hosted model: {"type":"mcp","server_label","server_url"}.
func (o *output) hosted(n *source.Node) {
	if !says(n, "type", "mcp") || !hasAny(n, "server_url") || o.listed[n] {
		return
	}
	srv := launch(n, "openai")
	var members []source.Member
	for _, m := range n.Members {
		switch m.Name.Text.Value {
		case "server_label":
			if isScalar(m.Value) {
				srv.NameNode, srv.Name = m.Value, m.Value.Text.Value
			}
			members = append(members, nameMember(m.Value))
		case "server_description":
			members = append(members, source.Member{Name: literal("description", m.Value), Value: m.Value})
		}
	}
	o.addServer(srv, members, n)
}

// inputs lists the prompts with which a client asks for values used in launch commands.
func (o *output) inputs(m source.Member, s scope) {
	if v := prune(m.Value, 0); v != nil && isArray(v) {
		o.add(kindServer, s.server, object(m.Value, []source.Member{{Name: m.Name, Value: v}}), m.Value, "vscode")
	}
}
