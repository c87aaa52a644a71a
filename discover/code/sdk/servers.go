package sdk

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// ServerLike reports whether a name speaks of an MCP server.
func ServerLike(name string) bool {
	return ident.Contains(name, "mcp", "server") && slices.ContainsFunc(ident.Words(name), func(w string) bool { return w == "server" || strings.HasSuffix(w, "mcp") })
}

// makesServer reports whether something of that name is a server rather than a part of one.
func makesServer(name string) bool {
	ws := ident.Words(name)
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
		if s, ok := r.Eval(e).Static(); ok && s != "" && len(s) <= 128 && len(seen) < 3 {
			seen[s] = true
			r.Result.Server = s
		}
	}
	for _, e := range r.Unit.Calls {
		switch k := ident.Key(strings.TrimSuffix(e.Name, "!")); k {
		case "instructions":
			if e.Recv != nil && r.ChainNamesServer(e) {
				r.instructions(e, static.First(e))
			}
		case "withinstructions", "withserverinstructions", "setinstructions", "serverinstructions":
			r.instructions(e, static.First(e))
		case "serverinfo":
			if e.Recv != nil && len(e.Args) > 0 {
				note(e.Positional(0))
			}
		}
		if !r.Claimed[e] && KindOf(e.Name) == "" {
			r.serverCall(e, note)
		}
	}
	for _, o := range r.Unit.Objects {
		if !r.instructed[o] && (ServerLike(o.Name) || ident.Contains(o.Name, "initialize")) {
			r.instructions(o, cmp.Or(r.MemberOf(o, "instructions"), r.MemberOf(o, "ServerInstructions")))
		}
	}
	for _, b := range r.Unit.Binds {
		n := ""
		if b.Value != nil && ident.Contains(b.Name, "instructions") {
			n = ident.Key(ident.Last(b.Name))
		}
		c := b.Scope.Class
		ofClass := c != nil && (ServerLike(c.Name) || len(c.Bases) > 0 && ServerLike(ident.Last(c.Bases[0])))
		if n == "serverinstructions" && (ofClass || strings.Contains(b.Name, ".")) || n == "instructions" && (ofClass || r.ofServer(b)) {
			r.instructions(b.Value, b.Value)
		}
	}
	for _, c := range r.Unit.Classes {
		for _, a := range c.Attrs {
			if a.Kind == syntax.Call && ident.Key(a.Name) == "instructions" {
				r.instructions(a, static.First(a))
			}
		}
	}
	if len(seen) != 1 {
		r.Result.Server = ""
	}
}

// serverCall takes the name and the instructions that a call gives a server, if it makes one.
func (r *servers) serverCall(e *syntax.Expr, name func(*syntax.Expr)) {
	k := ident.Key(strings.TrimSuffix(e.Name, "!"))
	if r.callsServerBase(e) || k == "initializationoptions" {
		r.instructionsOf(e)
		return
	}
	of := e.Name
	if schema.Generic[e.Name] && e.Recv != nil {
		of = ident.Last(e.Recv.Name)
	}
	maker := e.New || ident.IsUpper(ident.FirstByte(e.Name)) || schema.Generic[e.Name] || strings.HasPrefix(k, "create")
	if !maker || !ServerLike(e.Name) && !ServerLike(of) || static.Asserted(e) {
		return
	}
	if p := static.First(e); !strings.HasPrefix(e.Name, "With") && (makesServer(e.Name) || makesServer(of)) {
		if n := e.Arg("name"); n != nil {
			name(n)
		} else if o := r.objectOf(p); o != nil {
			name(r.MemberOf(o, "name"))
		} else if s, ok := r.Eval(p).Static(); ok && !strings.ContainsAny(s, "/\n") {
			name(p)
		}
	}
	r.instructionsOf(e)
}

func (r *servers) instructionsOf(e *syntax.Expr) {
	for i := range e.Args {
		a := &e.Args[i]
		if ident.Key(a.Name) == "instructions" {
			r.instructions(e, a.Value)
		} else if o := r.objectOf(a.Value); a.Name == "" && o != nil {
			if v := r.MemberOf(o, "instructions"); v != nil {
				r.instructions(e, v)
				r.instructed[o] = true
			}
		}
	}
	// FastMCP(name, instructions), Server(name, version, instructions) and Server(info, options, instructions).
	at := map[string]int{"fastmcp": 1, "server": 2}[ident.Key(e.Name)]
	if v := e.Positional(at); at > 0 && r.quirks.instructions && v != nil && v.Kind != syntax.Lambda && r.Eval(v).Known() {
		r.instructions(e, v)
	}
}

// callsServerBase reports whether a call makes the server that the class around it extends: super().__init__(...), super(...).
func (r *servers) callsServerBase(e *syntax.Expr) bool {
	if (e.Name != "__init__" || e.Recv == nil || e.Recv.Name != "super") && (e.Name != "super" || e.Recv != nil) {
		return false
	}
	c := static.ClassAround(e.Scope)
	return c != nil && (ServerLike(c.Name) || slices.ContainsFunc(c.Bases, func(base string) bool { return ServerLike(ident.Last(base)) }))
}

// ofServer reports whether an assignment is to a member of a server: mcp.instructions, app._mcp_server.instructions.
func (r *servers) ofServer(b *syntax.Bind) bool {
	parts := strings.Split(b.Name, ".")
	return slices.ContainsFunc(parts[:len(parts)-1], ServerLike) || len(parts) > 1 && holdsServer(r.Lookup(b.Scope, parts[0]))
}

// ChainNamesServer reports whether the chain of calls before e is about a server.
func (r *Reader) ChainNamesServer(e *syntax.Expr) bool {
	for x, n := e.Recv, 0; x != nil && n < 50; x, n = x.Recv, n+1 {
		if ServerLike(x.Name) || ident.Contains(x.Name, "capabilities") {
			return true
		}
	}
	return false
}

func (r *servers) instructions(at, v *syntax.Expr) {
	if v == nil || r.Claimed[v] {
		return
	}
	r.Claimed[v] = true
	t := r.Eval(v)
	if len(t.Alts) == 0 {
		return
	}
	d := schema.Object(at.Span)
	d.Put("instructions", schema.String(t, v.Span))
	r.Result.Definitions = append(r.Result.Definitions, &Definition{Kind: KindInstructions, Shape: "call", Span: at.Span, Def: d, Opaque: !t.Known() && !t.IsReference()})
}

// A gap is a place that registers tools whose definitions are in no scanned file.

// Gap is such a place. With Names it counts only where no other file declares one of them.
type Gap struct {
	Span  source.Span
	Text  string
	Names []string
	// Unless is the name of a function whose body is looked at where a file declares it, or "".
	Unless string
	// ByClass is set for a method that registers its own object. It does not count where classes are listed as tools.
	ByClass bool
}

// MaxGaps bounds the gaps of one file.
const MaxGaps = 200

// The ends of texts of gaps, after the code that is not followed.
const (
	RegistersUnknown = " registers is only known at run time"
	ListsUnknown     = " lists are only known at run time"
)

// IsServer reports whether an expression is likely a server.
func (r *Reader) IsServer(e *syntax.Expr) bool {
	if e.Kind != syntax.Ref || serverNames[ident.Last(e.Name)] {
		return e.Kind == syntax.Ref
	}
	n := r.Lookup(e.Scope, ident.Head(e.Name))
	if n.Param != nil {
		return makesServer(ident.Last(strings.Trim(n.Param.TypeText, "*&")))
	}
	return holdsServer(n)
}

func holdsServer(n static.Names) bool {
	return slices.ContainsFunc(n.Binds, func(b *syntax.Bind) bool {
		return b.Value != nil && b.Value.Kind == syntax.Call && makesServer(b.Value.Name)
	})
}

var serverNames = wordset.Of("mcp server mcpServer mcp_server")

// TableMark precedes the name of a list of texts that is not a definition, in the names that files declare.
const TableMark = "+"
