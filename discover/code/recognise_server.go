package code

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
)

// serverLike reports whether a name is that of what makes a server.
func serverLike(name string) bool {
	if !contains(name, "mcp") && !contains(name, "server") {
		return false
	}
	for _, w := range words(name) {
		switch w {
		case "mcp", "server", "fastmcp":
			return true
		}
		if strings.HasSuffix(w, "mcp") {
			return true
		}
	}
	return false
}

// makesServer reports whether something of that name is a server rather than a part of one.
func makesServer(name string) bool {
	ws := words(name)
	server := false
	for i, w := range ws {
		switch w {
		case "server", "fastmcp", "mcpserver":
			server = true
		case "mcp":
			server = server || i == len(ws)-1
		case "tool", "prompt", "resource", "transport", "client", "params", "param", "arg", "config", "options", "session", "error", "info", "request", "tools":
			return false
		}
	}
	return server
}

// servers recognises the instructions of servers and finds the name of the one server of the file.
func (r *reader) servers() {
	seen := map[string]bool{}
	note := func(e *syntax.Expr) {
		if e == nil {
			return
		}
		if s, ok := r.eval(e).static(); ok && s != "" && len(s) <= 128 && len(seen) < 3 {
			seen[s] = true
			r.m.server = s
		}
	}
	for _, e := range r.u.Calls {
		k := key(strings.TrimSuffix(e.Name, "!"))
		switch k {
		case "instructions":
			if e.Recv == nil || !r.chainSpeaks(e) {
				break
			}
			fallthrough
		case "withinstructions", "withserverinstructions", "setinstructions", "serverinstructions":
			r.instructions(e, first(e))
		case "serverinfo":
			if e.Recv != nil && len(e.Args) > 0 {
				note(e.Positional(0))
			}
		}
		if r.claimed[e] || kindOf(e.Name) != "" {
			continue
		}
		if r.superServer(e) || k == "initializationoptions" {
			r.instructionsOf(e)
			continue
		}
		maker := e.New || isUpper(firstByte(e.Name)) || generic[e.Name] || strings.HasPrefix(k, "create")
		about := maker && (serverLike(e.Name) || generic[e.Name] && e.Recv != nil && serverLike(last(e.Recv.Name)))
		if !about || asserted(e) {
			continue
		}
		if !strings.HasPrefix(e.Name, "With") && (makesServer(e.Name) || generic[e.Name] && makesServer(last(e.Recv.Name))) {
			switch p := first(e); {
			case e.Arg("name") != nil:
				note(e.Arg("name"))
			case p == nil:
			default:
				if o := r.objectOf(p); o != nil {
					note(r.memberOf(o, "name"))
				} else if s, ok := r.eval(p).static(); ok && !strings.ContainsAny(s, "/\n") {
					note(p)
				}
			}
		}
		r.instructionsOf(e)
	}
	for _, o := range r.u.Objects {
		if !r.instructed[o] && (serverLike(o.Name) || contains(o.Name, "initialize")) {
			if v := r.memberOf(o, "instructions"); v != nil {
				r.instructions(o, v)
			} else if v := r.memberOf(o, "ServerInstructions"); v != nil {
				r.instructions(o, v)
			}
		}
	}
	for _, b := range r.u.Binds {
		if b.Value == nil || !contains(b.Name, "instructions") {
			continue
		}
		n := key(last(b.Name))
		if n != "serverinstructions" && n != "instructions" {
			continue
		}
		c := b.Scope.Class
		if n == "serverinstructions" && strings.Contains(b.Name, ".") || n == "instructions" && r.ofServer(b) || c != nil && (serverLike(c.Name) || len(c.Bases) > 0 && serverLike(last(c.Bases[0]))) {
			r.instructions(b.Value, b.Value)
		}
	}
	for _, c := range r.u.Classes {
		for _, a := range c.Attrs {
			if a.Kind == syntax.Call && key(a.Name) == "instructions" {
				r.instructions(a, first(a))
			}
		}
	}
	if len(seen) != 1 {
		r.m.server = ""
	}
}

// instructionsOf takes the instructions among the arguments of what makes a server.
func (r *reader) instructionsOf(e *syntax.Expr) {
	for i := range e.Args {
		a := &e.Args[i]
		switch {
		case a.Name != "" && key(a.Name) == "instructions":
			r.instructions(e, a.Value)
		case a.Name == "" && a.Value != nil:
			if o := r.objectOf(a.Value); o != nil {
				if v := r.memberOf(o, "instructions"); v != nil {
					r.instructions(e, v)
					r.instructed[o] = true
				}
			}
		}
	}
	if r.u.Lang != lex.Python {
		return
	}
	// FastMCP(name, instructions) and Server(name, version, instructions).
	at := map[string]int{"fastmcp": 1, "server": 2}[key(e.Name)]
	if v := e.Positional(at); at > 0 && v != nil && r.eval(v).known() {
		r.instructions(e, v)
	}
}

// superServer reports whether a call makes the server that the class around it extends: super().__init__(...), super(...).
func (r *reader) superServer(e *syntax.Expr) bool {
	if (e.Name != "__init__" || e.Recv == nil || e.Recv.Name != "super") && (e.Name != "super" || e.Recv != nil) {
		return false
	}
	c := classAround(e.Scope)
	return c != nil && (serverLike(c.Name) || slices.ContainsFunc(c.Bases, func(base string) bool { return serverLike(last(base)) }))
}

// ofServer reports whether an assignment is to a member of a server: mcp.instructions, app._mcp_server.instructions.
func (r *reader) ofServer(b *syntax.Bind) bool {
	parts := strings.Split(b.Name, ".")
	for _, p := range parts[:len(parts)-1] {
		if serverLike(p) {
			return true
		}
	}
	for _, x := range r.lookup(b.Scope, parts[0]).binds {
		if x.Value != nil && x.Value.Kind == syntax.Call && makesServer(x.Value.Name) && len(parts) > 1 {
			return true
		}
	}
	return false
}

// chainSpeaks reports whether the chain of calls before e is about a server.
func (r *reader) chainSpeaks(e *syntax.Expr) bool {
	for x, n := e.Recv, 0; x != nil && n < 50; x, n = x.Recv, n+1 {
		if serverLike(x.Name) || contains(x.Name, "capabilities") {
			return true
		}
	}
	return false
}

// instructions makes the definition of a server's own text.
func (r *reader) instructions(at, v *syntax.Expr) {
	if v == nil || r.claimed[v] {
		return
	}
	r.claimed[v] = true
	t := r.eval(v)
	if len(t.alts) == 0 {
		return
	}
	d := object(at.Span)
	d.put("instructions", stringDraft(t, v.Span))
	r.m.pend = append(r.m.pend, &pending{kind: kindInstructions, shape: "call", span: at.Span, def: d, opaque: !t.known() && !t.wished()})
}
