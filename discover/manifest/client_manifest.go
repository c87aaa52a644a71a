package manifest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

func isBundle(n *source.Node) bool {
	return hasAny(n, "dxt_version", "mcpb_version") || hasAny(n, "manifest_version") &&
		(hasAny(n, "tools_generated", "prompts_generated", "user_config") ||
			some(n, func(server *source.Node) bool { return hasAny(server, "mcp_config", "entry_point") }, "server"))
}

// isRegistry reports whether n is a server.json of the MCP registry, or a server card, which is a subset.
func isRegistry(n *source.Node) bool {
	if !named(n) {
		return false
	}
	if some(n, isRegistrySchema, "$schema") {
		return true
	}
	return slices.ContainsFunc(listAt(n, "packages"), func(item *source.Node) bool {
		return hasAny(item, "registryType", "registry_type", "registry_name", "registryBaseUrl") ||
			hasAny(item, "identifier") && hasAny(item, "transport")
	}) || slices.ContainsFunc(listAt(n, "remotes"), func(item *source.Node) bool {
		return hasAny(item, "url") && (transport(item) != "" || hasAny(item, "transport_type"))
	})
}

func isRegistrySchema(n *source.Node) bool {
	return strings.Contains(n.Text.Value, "modelcontextprotocol") && strings.Contains(n.Text.Value, "server")
}

func listAt(n *source.Node, key string) []*source.Node {
	var out []*source.Node
	for v := range all(n, key) {
		out = append(out, v.Items...)
	}
	return out
}

// manifest lists n if it is the manifest of a server or plugin, or a list of plugins. The rest of n is walked afterwards.
func (r *recogniser) manifest(n *source.Node, s *scope) {
	name := cmp.Or(pick(n, isString, "name"), pick(n, isScalar, "name"))
	switch {
	case r.out.listed[n]:
	case isBundle(n):
		srv := launch(pick(n, isObject, "server"), "mcpb")
		for config := range under(n, "server", "mcp_config") {
			srv = launch(config, "mcpb")
			// maxSystems is for how many systems common variables are repeated. Real bundles have at most three.
			const maxSystems = 8
			common, systems := srv, 0
			for overrides := range all(config, "platform_overrides") {
				for _, m := range overrides.Members {
					if systems++; systems > maxSystems {
						common.Env = nil
					}
					r.out.launched(overridden(common, m.Value, n, name), n)
				}
			}
		}
		r.out.described(srv, n, name, texts(n))
	case isRegistry(n):
		r.out.registry(n, name)
	case s.root && some(n, isObject, "startCommand"),
		s.root && hasAny(n, "runtime") && strings.HasPrefix(r.base, "smithery"):
		r.out.smithery(n)
	case s.root && name != nil && hasAny(n, "image") &&
		(says(n, "type", "server") || hasAny(n, "about", "env_vars", "permissions") || some(n, isToolNames, "tools")):
		r.out.image(n, name)
	case name != nil && hasAny(n, "mcpServers", "mcp_servers") && !isLaunch(n),
		s.root && name != nil && strings.Contains(r.path, "-plugin/plugin.json"):
		r.out.add(kindServer, name.Text.Value, object(n, texts(n)), n, "plugin")
	case some(n, isArray, "plugins") && (hasAny(n, "owner", "metadata") || strings.Contains(r.path, "plugin/marketplace.json")):
		r.out.marketplace(n, name)
		for _, p := range listAt(n, "plugins") {
			if p.Kind == source.Object && named(p) {
				r.out.add(kindServer, word(p, "name"), object(p, texts(p)), p, "marketplace")
			}
		}
	}
}

// overridden returns the launch of a bundle on one system.
func overridden(srv Server, by, n, name *source.Node) Server {
	o := launch(by, srv.Client)
	o.Command = cmp.Or(o.Command, srv.Command)
	if len(o.Args) == 0 {
		o.Args = srv.Args
	}
	o.Env = append(slices.Clone(srv.Env), o.Env...)
	o.Node, o.NameNode, o.Name = n, name, textOf(name)
	return o
}

func (o *output) marketplace(n, name *source.Node) {
	members := append(texts(n), pruned(n, "metadata")...)
	if len(members) > 1 || len(members) == 1 && name == nil {
		o.add(kindServer, word(n, "name"), object(n, members), n, "marketplace")
	}
}

// registry lists each package and remote of a server.json, with one entry for all texts.
func (o *output) registry(n, name *source.Node) {
	members := append(texts(n), pruned(n, "packages", "remotes")...)
	o.Manifests = append(o.Manifests, n)
	var all []Server
	for _, p := range listAt(n, "packages") {
		srv := launch(p, "server.json")
		srv.Package = cmp.Or(pick(p, isString, "identifier"), pick(p, isString, "name"))
		srv.Registry, srv.Version = firstOf(p, "registryType", "registry_type", "registry_name"), pick(p, isScalar, "version")
		srv.Command = pick(p, isString, "runtimeHint")
		for _, key := range [...]string{"runtimeArguments", "packageArguments", "runtime_arguments", "package_arguments"} {
			for _, arg := range listAt(p, key) {
				if name := pick(arg, isString, "name"); name != nil && (says(arg, "type", "named") || strings.HasPrefix(name.Text.Value, "-")) {
					srv.Args = append(srv.Args, name)
				}
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
		if v := pick(remote, isString, "transport_type"); srv.Transport == "" && v != nil {
			srv.Transport, srv.TransportNode = v.Text.Value, v
		}
		all = append(all, srv)
	}
	if len(all) == 0 {
		all = append(all, Server{Client: "server.json"})
	}
	for _, srv := range all {
		o.described(srv, n, name, members)
	}
}

func firstOf(n *source.Node, names ...string) *source.Node {
	for _, name := range names {
		if v := pick(n, isGiven, name); v != nil {
			return v
		}
	}
	return nil
}

func pruned(n *source.Node, names ...string) []source.Member {
	return kept(n, func(key string, v *source.Node) *source.Node {
		if slices.Contains(names, key) {
			return prune(v, 0)
		}
		return nil
	})
}

// pruneDepth bounds the nesting of a manifest's inputs, which is 6 in the registry's schema.
const pruneDepth = 16

var inputTexts = wordset.Of("name title description default placeholder choices valueHint example value _meta options label")

// prune keeps what describes inputs to people: names, descriptions, values, defaults and choices. It returns nil if nothing is left.
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
	out.Members = kept(n, func(key string, v *source.Node) *source.Node {
		if inputTexts[key] {
			return v
		}
		return prune(v, depth+1)
	})
	if len(out.Items)+len(out.Members) == 0 {
		return nil
	}
	return out
}

// smithery lists the server of a smithery.yaml. Its command is computed by a JavaScript function.
func (o *output) smithery(n *source.Node) {
	srv := Server{Client: "smithery"}
	members := texts(n)
	for start := range all(n, "startCommand") {
		srv = launch(start, "smithery")
		members = append(members, kept(start, func(key string, v *source.Node) *source.Node {
			if key != "configSchema" {
				return nil
			}
			return v
		})...)
	}
	o.described(srv, n, pick(n, isScalar, "name"), members)
}

func isToolNames(n *source.Node) bool {
	return len(n.Items) > 0 && n.Items[0].Kind == source.String
}

// image lists the server of a Docker registry's server.yaml or of a ToolHive specification.
func (o *output) image(n, name *source.Node) {
	srv := launch(n, "toolhive")
	if hasAny(n, "about", "run", "config", "source") || says(n, "type", "server") {
		srv.Client = "docker"
	}
	for _, m := range n.Members {
		switch m.Name.Text.Value {
		case "run":
			srv.merge(launch(m.Value, srv.Client))
		case "config", "env_vars":
			// It looks like a tool, with a description and parameters, but describes the server.
			o.listed[m.Value] = true
			for env := range all(m.Value, "env") {
				srv.Env = append(srv.Env, pairs(env)...)
			}
		}
	}
	o.described(srv, n, name, append(texts(n), serverDetails(n)...))
}

// serverDetails returns the members that list tool names, inputs and settings of a server. Maps of settings, whose values come from the
// client, are left out.
func serverDetails(n *source.Node) []source.Member {
	return kept(n, func(key string, v *source.Node) *source.Node {
		switch key {
		case "tools":
			if isToolNames(v) {
				return v
			}
		case "env", "headers":
			if v.Kind == source.Array {
				return prune(v, 0)
			}
		case "config", "env_vars", "environmentVariables", "environment_variables", "inputs", "metadata":
			return prune(v, 0)
		}
		return nil
	})
}

// toolsets lists the names of a genai-toolbox's toolsets and of the tools in them.
func (o *output) toolsets(n *source.Node, s scope) {
	if s.root && says(n, "kind", "toolset") {
		o.add(kindServer, s.server, object(n, n.Members), n, "toolbox")
		return
	}
	if !hasAny(n, "tools", "sources") && !s.root {
		return
	}
	for _, m := range n.Members {
		if m.Name.Text.Value == "toolsets" && isObject(m.Value) && areToolsets(m.Value) {
			o.add(kindServer, s.server, object(n, []source.Member{m}), m.Value, "toolbox")
		}
	}
}

func areToolsets(n *source.Node) bool {
	return slices.ContainsFunc(n.Members, func(m source.Member) bool { return isToolNames(m.Value) })
}
