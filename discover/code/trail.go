package code

import (
	"slices"

	"github.com/org/mcp-lint/discover/code/syntax"
)

// trail is what is found on the way from an expression that stands for tools to where they come from.
type trail struct {
	r    *reader
	seen map[*syntax.Expr]bool
	// outside is an expression that brings them from outside of the code, known is set when some are definitions of the file.
	outside *syntax.Expr
	known   bool
	// asks are names that other files may declare.
	asks []string
}

// maxTrail bounds how far tools are followed, maxAsks the names that are asked for.
const (
	maxTrail = 14
	maxAsks  = 8
)

func (t *trail) ask(name string) {
	if name = last(name); name != "" && len(t.asks) < maxAsks && !slices.Contains(t.asks, name) {
		t.asks = append(t.asks, name)
	}
}

// look follows an expression.
func (t *trail) look(e *syntax.Expr, depth int) {
	r := t.r
	if e == nil || depth > maxTrail || t.seen[e] || !r.spend(4) {
		return
	}
	t.seen[e] = true
	if r.claimed[e] {
		t.known = true
		return
	}
	switch e.Kind {
	case syntax.Ref:
		t.ref(e, depth)
	case syntax.Index:
		ts := r.indexed(e)
		for _, x := range ts {
			t.look(x.expr, depth+1)
		}
		if len(ts) == 0 {
			t.look(e.Recv, depth+1)
		}
	case syntax.Call:
		t.call(e, depth)
	case syntax.Object:
		t.object(e, depth)
	case syntax.List, syntax.Choice, syntax.Other:
		for _, x := range e.Items {
			t.look(x, depth+1)
		}
	}
}

// object follows the members of an object that say which tools there are, or what one of them is.
func (t *trail) object(e *syntax.Expr, depth int) {
	said := false
	for _, k := range []string{"tools", "Tools", "name", "description", "Name", "Description"} {
		if v := e.Arg(k); v != nil {
			said = true
			t.look(v, depth+1)
		}
	}
	for i := range e.Args {
		if a := &e.Args[i]; a.Spread || !said {
			t.look(a.Value, depth+1)
		}
	}
}

// ref follows a name.
func (t *trail) ref(e *syntax.Expr, depth int) {
	r := t.r
	for _, w := range r.writes[e.Name] {
		t.look(w, depth+1)
	}
	if e.Name == "process.env" || e.Name == "os.environ" || e.Name == "sys.argv" || e.Name == "process.argv" {
		t.outside = e
		return
	}
	ts := r.meant(e)
	for _, x := range ts {
		switch {
		case x.expr != nil:
			t.look(x.expr, depth+1)
		case x.fn != nil || x.class != nil:
			t.known = true
		}
	}
	h, rest := split(e.Name)
	if len(ts) > 0 || isSelf[h] {
		return
	}
	n := r.lookup(e.Scope, h)
	for _, b := range n.binds {
		t.look(b.Value, depth+1)
	}
	if i, ok := r.imports[h]; ok && !n.any() {
		switch {
		case rest != "":
			t.ask(rest)
		case i.Name != "" && i.Name != "*" && i.Name != "default":
			t.ask(i.Name)
		default:
			t.ask(importStem(i.From))
		}
	}
}

// call follows what a call gives.
func (t *trail) call(e *syntax.Expr, depth int) {
	r := t.r
	k := key(e.Name)
	if fs := r.called(e); len(fs) > 0 {
		for _, f := range fs {
			for _, x := range f.Returns {
				t.look(x, depth+1)
			}
		}
		return
	}
	if outsiders[k] && !t.plainFile(e) {
		if p := e.Positional(0); !(k == "require" || k == "load" && e.Recv == nil) || p == nil || p.Kind != syntax.Literal {
			t.outside = e
			return
		}
	}
	had := t.known
	t.known = false
	kind := r.callKind(e)
	for i := range e.Args {
		switch a := &e.Args[i]; {
		case a.Value == nil:
		case a.Value.Kind == syntax.Lambda:
			for _, x := range a.Value.Fn.Returns {
				t.known = t.known || r.claimed[x] || x.Kind == syntax.Call && r.claimed[x]
			}
		case kind == "" || a.Name == "" || roles[key(a.Name)] == roleName || roles[key(a.Name)] == roleDescription:
			t.look(a.Value, depth+1)
		}
	}
	known := t.known
	t.known = t.known || had
	if known {
		return
	}
	if e.Recv != nil {
		t.look(e.Recv, depth+1)
	}
	switch {
	case through[k] || kind != "" || e.New || isUpper(firstByte(e.Name)) || e.Name == "" || t.outside != nil:
	case e.Recv != nil && e.Recv.Kind == syntax.Call && len(e.Args) > 0:
	default:
		t.ask(e.Name)
	}
}

// plainFile reports whether a call parses a text that stands in the code.
func (t *trail) plainFile(e *syntax.Expr) bool {
	p := e.Positional(0)
	return p != nil && key(e.Name) == "parse" && t.r.eval(p).known()
}
