package code

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// serverLike reports whether a name is that of what makes a server.
func serverLike(name string) bool {
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
		switch {
		case k == "withinstructions" || k == "withserverinstructions" || k == "instructions" && e.Recv != nil && r.chainSpeaks(e) || k == "setinstructions" || k == "serverinstructions":
			r.instructions(e, first(e))
		case k == "serverinfo" && e.Recv != nil && len(e.Args) > 0:
			note(e.Positional(0))
		}
		if r.claimed[e] || kindOf(e.Name) != "" {
			continue
		}
		maker := e.New || e.Name != "" && isUpper(e.Name[0]) || generic[e.Name] || strings.HasPrefix(k, "create")
		about := serverLike(e.Name) || generic[e.Name] && e.Recv != nil && serverLike(last(e.Recv.Name))
		if !maker || !about || asserted(e) {
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
		for i := range e.Args {
			a := &e.Args[i]
			switch {
			case a.Name != "" && key(a.Name) == "instructions":
				r.instructions(e, a.Value)
			case a.Name == "" && a.Value != nil:
				if o := r.objectOf(a.Value); o != nil {
					if v := r.memberOf(o, "instructions"); v != nil {
						r.instructions(e, v)
						r.told[o] = true
					}
				}
			}
		}
	}
	for _, o := range r.u.Objects {
		if !r.told[o] && (serverLike(o.Name) || contains(o.Name, "initialize")) {
			if v := r.memberOf(o, "instructions"); v != nil {
				r.instructions(o, v)
			} else if v := r.memberOf(o, "ServerInstructions"); v != nil {
				r.instructions(o, v)
			}
		}
	}
	for _, b := range r.u.Binds {
		n := key(last(b.Name))
		if b.Value == nil || n != "serverinstructions" && n != "instructions" {
			continue
		}
		c := b.Scope.Class
		if n == "serverinstructions" && strings.Contains(b.Name, ".") || c != nil && (serverLike(c.Name) || len(c.Bases) > 0 && serverLike(last(c.Bases[0]))) {
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

// rewriting finds assignments to the documentation of functions, which change at run time what is read here.
func (r *reader) rewriting() {
	for _, b := range r.u.Binds {
		if !strings.HasSuffix(b.Name, ".__doc__") || b.Value == nil {
			continue
		}
		path := strings.TrimSuffix(b.Name, ".__doc__")
		if path == "self" || path == "cls" {
			continue
		}
		r.m.notes = append(r.m.notes, Note{Span: b.Span, Text: "the docstring of " + last(path) + " is rewritten at run time"})
		fs := r.callable(r.follow(b.Scope, path))
		if len(fs) == 0 {
			fs = r.methods[last(path)]
		}
		for _, f := range fs {
			r.rewrites[f] = append(r.rewrites[f], b)
		}
	}
	for _, e := range r.u.Calls {
		if e.Name != "setattr" || e.Recv != nil {
			continue
		}
		p := positional(e)
		if len(p) != 3 || p[1].Kind != syntax.Literal || p[1].Text.Value != "__doc__" || p[0].Kind != syntax.Ref {
			continue
		}
		r.m.notes = append(r.m.notes, Note{Span: e.Span, Text: "the docstring of " + last(p[0].Name) + " is rewritten at run time"})
		b := &syntax.Bind{Name: p[0].Name + ".__doc__", Value: p[2], Scope: e.Scope, Span: source.Span{Start: e.Span.Start, End: e.Span.End}}
		for _, f := range r.functions(p[0]) {
			r.rewrites[f] = append(r.rewrites[f], b)
		}
	}
}
