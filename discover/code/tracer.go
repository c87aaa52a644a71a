package code

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/internal/wordset"
)

// tracer is what is found on the way from an expression that stands for tools to where they come from.
type tracer struct {
	r    *servers
	seen map[*syntax.Expr]bool
	// external is an expression that brings them from outside of the code, known is set when some are definitions of the file.
	external *syntax.Expr
	known    bool
	// each is set on the way to what a loop takes its values from.
	each bool
	// objects is set where an object of a class is looked for where the class is declared.
	objects bool
	// names are names that other files may declare.
	names []string
}

// maxTrace bounds how far tools are followed, maxAsks the names that are asked for.
const (
	maxTrace = 14
	maxAsks  = 8
)

func (t *tracer) addName(name string) {
	if name = last(name); name != "" && len(t.names) < maxAsks && !slices.Contains(t.names, name) {
		t.names = append(t.names, name)
	}
}

func (t *tracer) look(e *syntax.Expr, depth int) {
	r := t.r
	if e == nil || depth > maxTrace || t.seen[e] || !r.spend(4) {
		return
	}
	t.seen[e] = true
	if r.claimed[e] {
		t.known = true
		return
	}
	switch by := r.loadedBy[e]; {
	case by == nil:
	case t.known || r.listDocument(e):
		t.known = true
		return
	default:
		t.external = by
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
			was := t.each
			t.each = t.each || e.IsEach()
			t.look(e.Recv, depth+1)
			t.each = was
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
func (t *tracer) object(e *syntax.Expr, depth int) {
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

func (t *tracer) ref(e *syntax.Expr, depth int) {
	r := t.r
	for _, w := range r.writes[e.Name] {
		t.look(w, depth+1)
	}
	if externalNames[e.Name] {
		t.external = e
		return
	}
	ts := r.targetsOf(e)
	for _, x := range ts {
		t.look(x.expr, depth+1)
		t.known = t.known || x.fn != nil || x.class != nil
		for _, b := range r.rewrites[x.fn] {
			t.look(b.Value, depth+1)
		}
	}
	h, rest := split(e.Name)
	if len(ts) > 0 || isSelf[h] {
		return
	}
	n := r.lookup(e.Scope, h)
	if n.param != nil && n.scope.Func != nil {
		t.param(n.scope.Func, n.param, depth)
		return
	}
	if c := r.filled()[h]; c != nil && t.external == nil {
		t.external = c
	}
	for _, b := range n.binds {
		t.look(b.Value, depth+1)
	}
	i, imported := r.imports[h]
	one := i.Name != "" && i.Name != "*" && i.Name != "default"
	switch {
	case n.any():
	case imported && one && t.each && rest == "":
		t.addName(tableMark + i.Name)
	case imported && one:
		t.addName(i.Name)
	case imported && rest != "":
		t.addName(head(rest))
	case imported:
		t.addName(importStem(i.From))
	case r.u.Lang == lex.Ruby:
		t.addName(last(e.Name)) // a call
	}
}

var externalNames = wordset.Of("process.env os.environ sys.argv process.argv")

// param follows a parameter to what the calls of its function in the file give it.
func (t *tracer) param(f *syntax.Func, p *syntax.Param, depth int) {
	in := t.r.instancer
	if in == nil {
		return
	}
	in.index()
	if c := in.iterators[f]; c != nil {
		t.look(c.Recv, depth+1)
		return
	}
	for i, c := range in.callers[f] {
		if i < maxAlts {
			t.look(t.r.passed(f, positional(c), c)[p], depth+1)
		}
	}
}

// filled are the calls that fill a variable that they are passed with what they read, by the name of that.
func (r *Resolver) filled() map[string]*syntax.Expr {
	if r.fills != nil {
		return r.fills
	}
	r.fills = map[string]*syntax.Expr{}
	for _, e := range r.u.Calls {
		if r.u.Lang != lex.Go || !fillNames[key(e.Name)] || !r.spend(1) {
			continue
		}
		for _, v := range syntax.Values(e.Args) {
			if len(v.Items) == 1 {
				v = v.Items[0]
			}
			if v.Kind == syntax.Ref {
				r.fills[v.Name] = e
			}
		}
	}
	return r.fills
}

var fillNames = wordset.Of("unmarshal decode unmarshalstrict decodefile")

func (t *tracer) call(e *syntax.Expr, depth int) {
	r := t.r
	k := key(e.Name)
	p := e.Positional(0)
	switch {
	case r.document(e) != nil:
		t.look(r.document(e), depth+1)
		return
	case len(r.called(e)) > 0:
		for _, x := range r.returns(e) {
			t.look(x, depth+1)
		}
		return
	case (k == "typeof" || k == "nameof") && p != nil:
		t.addName(p.Name)
		return
	case k == "listtools" && strings.HasPrefix(quoted(r.f, e.Span), "`(*"):
		return // (**self).list_tools()
	case externalSources[k] && (p == nil || !(k == "parse" && r.eval(p).known()) &&
		!((k == "require" || k == "import" || k == "load" && e.Recv == nil) && p.Kind == syntax.Literal)):
		// What is loaded by a literal, or parsed of a text that stands in the code, is in the code.
		t.external = e
		return
	case e.Recv == nil && r.lookup(e.Scope, e.Name).param != nil:
		return // a function that is passed in
	}
	had, asked := t.known, len(t.names)
	t.known = false
	kind := r.callKind(e)
	if ws := words(e.Name); len(e.Args) == 0 || len(ws) > 1 && fetching[ws[0]] {
		kind = "" // it gets tools, rather than making one
	}
	for i := range e.Args {
		switch a := &e.Args[i]; {
		case a.Value == nil:
		case a.Value.Kind == syntax.Lambda:
			t.known = t.known || slices.ContainsFunc(a.Value.Fn.Returns, func(x *syntax.Expr) bool { return r.claimed[x] })
		case kind == "" || a.Name == "" || roles[key(a.Name)] == roleName || roles[key(a.Name)] == roleDescription:
			t.look(a.Value, depth+1)
		}
	}
	known := t.known
	t.known = t.known || had
	if known {
		return
	}
	if e.New && depth == 0 && len(e.Args) == 0 || t.objects && kind == "" && isUpper(firstByte(e.Name)) && len(e.Args) == 0 {
		t.addName(e.Name)
	}
	capital := isUpper(firstByte(e.Name)) && r.u.Lang != lex.Go && r.u.Lang != lex.CSharp
	hands := kind != "" || e.New || capital || e.Name == "" || passThrough[k] && (k != "all" || e.Recv != nil && e.Recv.Name == "Promise")
	if !hands {
		t.names = t.names[:asked] // what it is given is its own matter
	}
	if e.Recv != nil && !(e.Recv.Kind == syntax.Ref && isUpper(firstByte(e.Recv.Name)) && len(e.Args) > 0) {
		t.look(e.Recv, depth+1)
	}
	if !hands && t.external == nil && (e.Recv == nil || e.Recv.Kind != syntax.Call || len(e.Args) == 0) {
		t.addName(e.Name + r.typesOf(e, 0))
	}
}

var fetching = wordset.Of("fetch load get list read discover find import retrieve pull query request download open")

// typesOf lists the types of the parameters that a call is given, which may be what it makes tools of, each with | in front.
func (r *reader) typesOf(e *syntax.Expr, depth int) (names string) {
	for i := range e.Args[:min(len(e.Args), 9)] {
		switch v := e.Args[i].Value; {
		case v == nil || depth > 3:
		case v.Kind == syntax.Call && v.New:
			names += "|" + last(v.Name)
		case v.Kind == syntax.Call:
			names += r.typesOf(v, depth+1)
		case v.Kind == syntax.Ref:
			if p := r.lookup(v.Scope, v.Name).param; p != nil && identifier(p.TypeText) && isUpper(p.TypeText[0]) {
				names += "|" + p.TypeText
			}
		}
	}
	return names
}
