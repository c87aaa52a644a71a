package manifest

import (
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// isBundle reports whether n is the manifest of an MCPB (formerly DXT) bundle.
func isBundle(n *source.Node) bool {
	return hasAny(n, "dxt_version", "mcpb_version") ||
		n.Get("manifest_version") != nil && (n.Get("server").Get("mcp_config") != nil || n.Get("server").Get("entry_point") != nil ||
			hasAny(n, "tools_generated", "prompts_generated", "user_config"))
}

// isRegistry reports whether n is a server.json of the MCP registry, or a server card, which is a part of one.
func isRegistry(n *source.Node) bool {
	if !named(n) {
		return false
	}
	if schema := n.StringAt("$schema"); strings.Contains(schema, "modelcontextprotocol") && strings.Contains(schema, "server") {
		return true
	}
	for _, item := range listAt(n, "packages") {
		if hasAny(item, "registryType", "registry_type", "registry_name", "registryBaseUrl") ||
			item.Get("identifier") != nil && item.Get("transport") != nil {
			return true
		}
	}
	for _, item := range listAt(n, "remotes") {
		if item.Get("url") != nil && (transport(item) != "" || item.Get("transport_type") != nil) {
			return true
		}
	}
	return false
}

func listAt(n *source.Node, key string) []*source.Node {
	if v := n.Get(key); v != nil {
		return v.Items
	}
	return nil
}

// manifest looks whether n is the manifest of one server or plugin, or a list of plugins, and lists it as such. What
// else n holds is looked at afterwards.
func (r *recogniser) manifest(n *source.Node, s *scope) {
	name := n.Get("name")
	switch {
	case r.given[n]:
	case isBundle(n):
		srv := launch(n.Get("server"), "mcpb")
		if config := n.Get("server").Get("mcp_config"); config != nil {
			srv = launch(config, "mcpb")
		}
		r.described(srv, n, name, texts(n))
	case isRegistry(n):
		r.registry(n, name)
	case s.root && n.Get("startCommand") != nil && n.Get("startCommand").Kind == source.Object,
		s.root && n.Get("runtime") != nil && strings.HasPrefix(r.base, "smithery"):
		r.smithery(n)
	case s.root && named(n) && n.Get("image") != nil && (n.StringAt("type") == "server" || hasAny(n, "about", "env_vars", "permissions") || isToolNames(n.Get("tools"))):
		r.image(n, name)
	case named(n) && (n.Get("mcpServers") != nil || n.Get("mcp_servers") != nil) && !isLaunch(n),
		s.root && named(n) && strings.Contains(r.path, "-plugin/plugin.json"):
		r.add(kindServer, name.Text.Value, object(n, texts(n)), n, "plugin")
	case n.Get("plugins") != nil && hasAny(n, "owner", "metadata") || strings.Contains(r.path, "plugin/marketplace.json"):
		for _, p := range listAt(n, "plugins") {
			if p.Kind == source.Object && named(p) {
				r.add(kindServer, p.Get("name").Text.Value, object(p, texts(p)), p, "marketplace")
			}
		}
	}
}

// described lists a server whose texts are members.
func (r *recogniser) described(srv Server, n, name *source.Node, members []source.Member) {
	srv.Node, srv.NameNode = n, name
	if name != nil {
		srv.Name = name.Text.Value
	}
	r.addServer(srv, members, n)
}

// registry lists each package and remote of a server.json; the texts of all are one entry.
func (r *recogniser) registry(n, name *source.Node) {
	members := texts(n)
	for _, m := range n.Members {
		if key := m.Name.Text.Value; key == "packages" || key == "remotes" {
			if v := prune(m.Value, 0); v != nil {
				members = append(members, source.Member{Name: m.Name, Value: v})
			}
		}
	}
	var all []Server
	for _, p := range listAt(n, "packages") {
		srv := launch(p, "server.json")
		srv.Package = p.Get("identifier")
		if srv.Package == nil {
			srv.Package = p.Get("name")
		}
		srv.Command = p.Get("runtimeHint")
		for _, key := range [...]string{"runtimeArguments", "packageArguments", "runtime_arguments", "package_arguments"} {
			for _, arg := range listAt(p, key) {
				if v := firstOf(arg, "value", "default"); v != nil {
					srv.Args = append(srv.Args, v)
				}
			}
		}
		if env := firstOf(p, "environmentVariables", "environment_variables"); env != nil {
			srv.Env = append(srv.Env, pairs(env)...)
		}
		all = append(all, srv)
	}
	for _, remote := range listAt(n, "remotes") {
		srv := launch(remote, "server.json")
		if srv.Transport == "" {
			srv.Transport = remote.StringAt("transport_type")
		}
		all = append(all, srv)
	}
	if len(all) == 0 {
		all = append(all, Server{Client: "server.json"})
	}
	for _, srv := range all {
		r.described(srv, n, name, members)
	}
}

func firstOf(n *source.Node, names ...string) *source.Node {
	for _, name := range names {
		if v := n.Get(name); v != nil {
			return v
		}
	}
	return nil
}

// pruneDepth bounds the nesting of a manifest's inputs, which is 6 in the registry's schema.
const pruneDepth = 16

// prune keeps what a manifest tells people of its inputs: names, descriptions, defaults and choices. It returns nil when
// nothing is left.
func prune(n *source.Node, depth int) *source.Node {
	if depth > pruneDepth {
		return nil
	}
	out := &source.Node{Kind: n.Kind, File: n.File, Span: n.Span}
	for _, item := range n.Items {
		if v := prune(item, depth+1); v != nil {
			out.Items = append(out.Items, v)
		}
	}
	for _, m := range n.Members {
		switch m.Name.Text.Value {
		case "name", "title", "description", "default", "placeholder", "choices", "valueHint", "example":
			out.Members = append(out.Members, m)
		default:
			if v := prune(m.Value, depth+1); v != nil {
				out.Members = append(out.Members, source.Member{Name: m.Name, Value: v})
			}
		}
	}
	if len(out.Items)+len(out.Members) == 0 {
		return nil
	}
	return out
}

// smithery lists the server of a smithery.yaml, whose command is made by a function of JavaScript.
func (r *recogniser) smithery(n *source.Node) {
	start := n.Get("startCommand")
	srv := Server{Client: "smithery"}
	members := texts(n)
	if start != nil {
		srv = launch(start, "smithery")
		if srv.Command == nil {
			srv.Command = start.Get("commandFunction")
		}
		for _, m := range start.Members {
			if m.Name.Text.Value == "configSchema" {
				members = append(members, m)
			}
		}
	}
	r.described(srv, n, n.Get("name"), members)
}

// isToolNames is for lists of names of tools.
func isToolNames(n *source.Node) bool {
	return n != nil && n.Kind == source.Array && len(n.Items) > 0 && n.Items[0].Kind == source.String
}

// image lists the server of a docker registry's server.yaml or of a toolhive specification.
func (r *recogniser) image(n, name *source.Node) {
	srv := launch(n, "toolhive")
	if hasAny(n, "about", "run", "config", "source") || n.StringAt("type") == "server" {
		srv.Client = "docker"
	}
	if run := n.Get("run"); run != nil {
		srv.merge(launch(run, srv.Client))
	}
	members := texts(n)
	for _, m := range n.Members {
		switch m.Name.Text.Value {
		case "config", "env_vars":
			if v := prune(m.Value, 0); v != nil {
				members = append(members, source.Member{Name: m.Name, Value: v})
			}
			if env := m.Value.Get("env"); env != nil {
				srv.Env = append(srv.Env, pairs(env)...)
			}
		case "tools":
			if isToolNames(m.Value) {
				members = append(members, m)
			}
		}
	}
	r.described(srv, n, name, members)
}
