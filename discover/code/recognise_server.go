package code

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/internal/wordset"
)

func serverLike(name string) bool {
	return contains(name, "mcp", "server") && slices.ContainsFunc(words(name), func(w string) bool { return w == "server" || strings.HasSuffix(w, "mcp") })
}

// makesServer reports whether something of that name is a server rather than a part of one.
func makesServer(name string) bool {
	ws := words(name)
	return slices.ContainsFunc(ws, func(w string) bool {
		return w == "server" || w == "fastmcp" || w == "mcpserver" || w == "mcp" && w == ws[len(ws)-1]
	}) &&
		!slices.ContainsFunc(ws, func(w string) bool { return serverParts[w] })
}

var serverParts = wordset.Of("tool prompt resource transport client params param arg config options session error info request tools")

// servers recognises the instructions of servers and finds the name of the one server of the file.
func (r *servers) servers() {
	seen := map[string]bool{}
	note := func(e *syntax.Expr) {
		if s, ok := r.eval(e).static(); ok && s != "" && len(s) <= 128 && len(seen) < 3 {
			seen[s] = true
			r.m.server = s
		}
	}
	for _, e := range r.u.Calls {
		switch k := key(strings.TrimSuffix(e.Name, "!")); k {
		case "instructions":
			if e.Recv != nil && r.chainNamesServer(e) {
				r.instructions(e, first(e))
			}
		case "withinstructions", "withserverinstructions", "setinstructions", "serverinstructions":
			r.instructions(e, first(e))
		case "serverinfo":
			if e.Recv != nil && len(e.Args) > 0 {
				note(e.Positional(0))
			}
		}
		if !r.claimed[e] && kindOf(e.Name) == "" {
			r.serverCall(e, note)
		}
	}
	for _, o := range r.u.Objects {
		if !r.instructed[o] && (serverLike(o.Name) || contains(o.Name, "initialize")) {
			r.instructions(o, cmp.Or(r.memberOf(o, "instructions"), r.memberOf(o, "ServerInstructions")))
		}
	}
	for _, b := range r.u.Binds {
		n := ""
		if b.Value != nil && contains(b.Name, "instructions") {
			n = key(last(b.Name))
		}
		c := b.Scope.Class
		ofClass := c != nil && (serverLike(c.Name) || len(c.Bases) > 0 && serverLike(last(c.Bases[0])))
		if n == "serverinstructions" && (ofClass || strings.Contains(b.Name, ".")) || n == "instructions" && (ofClass || r.ofServer(b)) {
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

// serverCall takes the name and the instructions that a call gives a server, if it makes one.
func (r *servers) serverCall(e *syntax.Expr, name func(*syntax.Expr)) {
	k := key(strings.TrimSuffix(e.Name, "!"))
	if r.callsServerBase(e) || k == "initializationoptions" {
		r.instructionsOf(e)
		return
	}
	of := e.Name
	if generic[e.Name] && e.Recv != nil {
		of = last(e.Recv.Name)
	}
	maker := e.New || isUpper(firstByte(e.Name)) || generic[e.Name] || strings.HasPrefix(k, "create")
	if !maker || !serverLike(e.Name) && !serverLike(of) || asserted(e) {
		return
	}
	if p := first(e); !strings.HasPrefix(e.Name, "With") && (makesServer(e.Name) || makesServer(of)) {
		if n := e.Arg("name"); n != nil {
			name(n)
		} else if o := r.objectOf(p); o != nil {
			name(r.memberOf(o, "name"))
		} else if s, ok := r.eval(p).static(); ok && !strings.ContainsAny(s, "/\n") {
			name(p)
		}
	}
	r.instructionsOf(e)
}

func (r *servers) instructionsOf(e *syntax.Expr) {
	for i := range e.Args {
		a := &e.Args[i]
		if key(a.Name) == "instructions" {
			r.instructions(e, a.Value)
		} else if o := r.objectOf(a.Value); a.Name == "" && o != nil {
			if v := r.memberOf(o, "instructions"); v != nil {
				r.instructions(e, v)
				r.instructed[o] = true
			}
		}
	}
	// FastMCP(name, instructions) and Server(name, version, instructions).
	at := map[string]int{"fastmcp": 1, "server": 2}[key(e.Name)]
	if v := e.Positional(at); at > 0 && v != nil && r.u.Lang == lex.Python && r.eval(v).known() {
		r.instructions(e, v)
	}
}

// callsServerBase reports whether a call makes the server that the class around it extends: super().__init__(...), super(...).
func (r *servers) callsServerBase(e *syntax.Expr) bool {
	if (e.Name != "__init__" || e.Recv == nil || e.Recv.Name != "super") && (e.Name != "super" || e.Recv != nil) {
		return false
	}
	c := classAround(e.Scope)
	return c != nil && (serverLike(c.Name) || slices.ContainsFunc(c.Bases, func(base string) bool { return serverLike(last(base)) }))
}

// ofServer reports whether an assignment is to a member of a server: mcp.instructions, app._mcp_server.instructions.
func (r *servers) ofServer(b *syntax.Bind) bool {
	parts := strings.Split(b.Name, ".")
	return slices.ContainsFunc(parts[:len(parts)-1], serverLike) || len(parts) > 1 && r.lookup(b.Scope, parts[0]).servers()
}

// chainNamesServer reports whether the chain of calls before e is about a server.
func (r *servers) chainNamesServer(e *syntax.Expr) bool {
	for x, n := e.Recv, 0; x != nil && n < 50; x, n = x.Recv, n+1 {
		if serverLike(x.Name) || contains(x.Name, "capabilities") {
			return true
		}
	}
	return false
}

func (r *servers) instructions(at, v *syntax.Expr) {
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
	r.m.unlinked = append(r.m.unlinked, &pending{kind: kindInstructions, shape: "call", span: at.Span, def: d, opaque: !t.known() && !t.isReference()})
}
