package manifest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/source"
)

func transport(n *source.Node) string { return textOf(transportNode(n)) }

func transportNode(n *source.Node) *source.Node {
	for _, key := range clients.Transport {
		for v := range all(n, key) {
			if v.Kind == source.Object {
				v = pick(v, isString, "type")
			}
			if v != nil && v.Kind == source.String && clients.Transports[strings.ToLower(v.Text.Value)] {
				return v
			}
		}
	}
	return nil
}

// programs are the members for a launch's program or address.
var programs = slices.Concat(clients.Command, clients.Address)

func isLaunch(n *source.Node) bool {
	return hasAny(n, programs...) || transport(n) != ""
}

// launches reports whether n is an actual launch, with values and not descriptions of them.
func launches(n *source.Node) bool {
	return isObject(n) && (some(n, isString, programs...) || some(n, isArray, "command"))
}

// server lists one configured server, in the form of a client, with its texts.
func (r *recogniser) server(name, n *source.Node, client string, s scope) {
	all := variants(n)
	for i, spelled := range slices.Backward(all) {
		srv := launch(spelled, client)
		srv.Node, srv.NameNode, srv.Name, srv.Key = n, name, textOf(name), s.key
		if i > 0 {
			// Members common to all variants are reported with the first.
			srv.Env, srv.Headers, srv.Cwd = nil, nil, nil
			r.out.launched(srv, n)
			continue
		}
		srv.Further = further(n)
		// The variables are reported with the server itself.
		common := srv
		common.Env = nil
		for _, m := range n.Members {
			if system := m.Name.Text.Value; (system == "windows" || system == "linux" || system == "osx") && isLaunch(m.Value) {
				by := overridden(common, m.Value, n, name)
				by.Key = s.key
				r.out.launched(by, n)
			}
		}
		r.entry(srv, n, name, s)
	}
}

func (r *recogniser) entry(srv Server, n, name *source.Node, s scope) {
	members := append(texts(n), serverDetails(n)...)
	if name != nil && !hasAny(n, "name") {
		members = append([]source.Member{nameMember(name)}, members...)
	}
	r.out.addServer(srv, members, n)
	if r.tooDeep(n, s) {
		return
	}
	s = s.down().of(srv.Name)
	for _, m := range n.Members {
		if key := m.Name.Text.Value; lists[key] != anything || key == "config" {
			r.member(n, m, s)
		} else {
			r.searchForeignMember(n, m, s)
		}
	}
}

func nameMember(name *source.Node) source.Member {
	return source.Member{Name: literal("name", name), Value: name}
}

// launch reads the members used by any client into one model.
func launch(n *source.Node, client string) Server {
	srv := launchOnly(n, client)
	if n == nil {
		return srv
	}
	// Some clients put the command or the transport into an object of its own.
	for _, m := range n.Members {
		if key := m.Name.Text.Value; (key == "command" || key == "transport") && m.Value.Kind == source.Object {
			srv.merge(launchOnly(m.Value, client))
		}
	}
	return srv
}

const maxVariants = 8

// variants returns a server as different clients may read it: they know different names for program, arguments and address, and take the
// first or the last of duplicate members. Nearly always there is only one variant.
func variants(n *source.Node) []*source.Node {
	ways := [][]source.Member{nil}
	chosen := map[int]bool{}
	for _, names := range [...][]string{clients.Command, clients.Args, clients.URL} {
		var at []int
		for i, m := range n.Members {
			if slices.Contains(names, m.Name.Text.Value) {
				at = append(at, i)
			}
		}
		if len(at) < 2 {
			continue
		}
		var more [][]source.Member
		for _, i := range slices.Backward(at) {
			chosen[i] = true
			for _, way := range ways {
				if len(more) < maxVariants {
					more = append(more, append(slices.Clone(way), n.Members[i]))
				}
			}
		}
		ways = more
	}
	if len(chosen) == 0 {
		return []*source.Node{n}
	}
	var rest []source.Member
	for i, m := range n.Members {
		if !chosen[i] {
			rest = append(rest, m)
		}
	}
	out := make([]*source.Node, len(ways))
	for i, way := range ways {
		out[i] = object(n, append(slices.Clone(rest), way...))
	}
	return out
}

// further returns the members of a server without another meaning.
func further(n *source.Node) []source.Member {
	return kept(n, func(key string, v *source.Node) *source.Node {
		if lists[key] != anything || clients.Known[key] || introductions[key] {
			return nil
		}
		return v
	})
}

func launchOnly(n *source.Node, client string) Server {
	srv := Server{Client: client, Node: n}
	if n == nil {
		return srv
	}
	srv.TransportNode = transportNode(n)
	srv.Transport = textOf(srv.TransportNode)
	for _, m := range n.Members {
		v, key := m.Value, m.Name.Text.Value
		switch is := func(names []string) bool { return slices.Contains(names, key) }; {
		case is(clients.Command):
			if isScalar(v) {
				srv.Command = v
			} else if len(v.Items) > 0 {
				srv.Command = v.Items[0]
				srv.Args = append(srv.Args, v.Items[1:]...)
			}
		case key == "path":
			if srv.Command == nil && v.Kind == source.String {
				srv.Command = v
			}
		case is(clients.Args):
			if srv.Args = append(srv.Args, v.Items...); v.Kind == source.String {
				srv.Args = append(srv.Args, v)
			}
		case is(clients.Env):
			srv.Env = append(srv.Env, pairs(v)...)
		case is(clients.URL):
			if v.Kind == source.String {
				srv.URL = v
			}
		case is(clients.Headers):
			if inner := pick(v, isObject, "headers"); inner != nil {
				v = inner
			}
			srv.Headers = append(srv.Headers, pairs(v)...)
		case is(clients.Dir):
			srv.Cwd = v
		case key == "image":
			srv.Package = v
		}
	}
	return srv
}

func (srv *Server) merge(inner Server) {
	srv.Command, srv.URL, srv.Cwd = cmp.Or(srv.Command, inner.Command), cmp.Or(srv.URL, inner.URL), cmp.Or(srv.Cwd, inner.Cwd)
	if srv.Transport == "" {
		srv.Transport, srv.TransportNode = inner.Transport, inner.TransportNode
	}
	srv.Args = append(srv.Args, inner.Args...)
	srv.Env = append(srv.Env, inner.Env...)
	srv.Headers = append(srv.Headers, inner.Headers...)
}

// pairs returns names with values, from a map or a list of {name, value}. Examples are not values.
func pairs(n *source.Node) []source.Member {
	if n.Kind == source.Object {
		return n.Members
	}
	var out []source.Member
	for _, item := range n.Items {
		if name, v := pick(item, isScalar, "name"), firstOf(item, "value", "default"); name != nil && v != nil {
			out = append(out, source.Member{Name: name, Value: v})
		}
	}
	return out
}
