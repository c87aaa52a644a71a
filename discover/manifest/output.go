package manifest

import (
	"fmt"

	"github.com/org/mcp-lint/discover/source"
)

// output is what a file is found to define: it lists each node once, and as many servers as there is room for.
type output struct {
	Document
	listed map[*source.Node]bool
	// serversReported is set once maxServers is reported.
	serversReported bool
}

// add lists a definition once. origin is its node in the document.
func (o *output) add(kind, server string, def, origin *source.Node, shape string) {
	if o.listed[origin] {
		return
	}
	o.listed[origin] = true
	o.Entries = append(o.Entries, Entry{Kind: kind, Server: server, Def: def, Shape: shape})
}

// addServer lists a server and the texts that describe it.
func (o *output) addServer(srv Server, members []source.Member, origin *source.Node) {
	listed := o.launched(srv, origin)
	if named := len(members) == 1 && members[0].Name.Text.Value == "name"; len(members) > 0 && (listed || !named) {
		o.add(kindServer, srv.Name, object(origin, members), origin, srv.Client)
	}
	// Mark the server as handled. Otherwise servers nested in servers would double the work at each level.
	o.listed[origin] = true
}

// launched lists a way to start or reach a server, described by origin, and reports whether there was room. Exceeding maxServers is
// reported once.
func (o *output) launched(srv Server, origin *source.Node) bool {
	if len(o.Servers) < maxServers {
		o.Servers = append(o.Servers, srv)
		return true
	}
	if !o.serversReported {
		o.serversReported = true
		o.problem(origin, "the file configures more than %d servers; the launch commands of the others were not checked", maxServers)
	}
	return false
}

func (o *output) described(srv Server, n, name *source.Node, members []source.Member) {
	srv.Node, srv.NameNode, srv.Name = n, name, textOf(name)
	o.addServer(srv, members, n)
}

// problem reports what was not read, with the line where it begins.
func (o *output) problem(at *source.Node, format string, args ...any) {
	p := Problem{Reason: fmt.Sprintf(format, args...)}
	if at.File != nil {
		p.Line = at.File.Position(at.Span.Start, source.Bytes).Line
	}
	o.Problems = append(o.Problems, p)
}

// found counts what is listed.
func (o *output) found() int {
	return len(o.Entries) + len(o.Servers) + len(o.Problems)
}
