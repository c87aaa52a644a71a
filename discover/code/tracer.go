package code

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/code/sdk"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/internal/wordset"
)

// tracer follows a registered expression to where its tools come from: to definitions of the file, which need no gap, to code that gets them
// from outside, which is one, or to names that other files may declare.
type tracer struct {
	r    *sdk.Reader
	seen map[*syntax.Expr]bool
	// external is code that gets them from outside, such as a parsed file; known is set when some are definitions of the file.
	external *syntax.Expr
	known    bool
	// each is set on the way from the variable of a loop to its list.
	each bool
	// objects makes it ask for the class of an object too: new SearchTool() for SearchTool.
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
	if name = ident.Last(name); name != "" && len(t.names) < maxAsks && !slices.Contains(t.names, name) {
		t.names = append(t.names, name)
	}
}

func (t *tracer) look(e *syntax.Expr, depth int) {
	r := t.r
	if e == nil || depth > maxTrace || t.seen[e] || !r.Spend(4) {
		return
	}
	t.seen[e] = true
	if r.Claimed[e] {
		t.known = true
		return
	}
	switch by := r.LoadedBy[e]; {
	case by == nil:
	case t.known || r.ListDocument(e):
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
		ts := r.Indexed(e)
		for _, x := range ts {
			t.look(x.Expr, depth+1)
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
	for _, w := range r.Writes[e.Name] {
		t.look(w, depth+1)
	}
	if externalNames[e.Name] {
		t.external = e
		return
	}
	ts := r.TargetsOf(e)
	for _, x := range ts {
		t.look(x.Expr, depth+1)
		t.known = t.known || x.Fn != nil || x.Class != nil
		for _, b := range r.Rewrites[x.Fn] {
			t.look(b.Value, depth+1)
		}
	}
	h, rest := ident.Split(e.Name)
	if len(ts) > 0 || static.IsSelf[h] {
		return
	}
	n := r.Lookup(e.Scope, h)
	if n.Param != nil && n.Scope.Func != nil {
		t.param(n.Scope.Func, n.Param, depth)
		return
	}
	if c := r.Filled()[h]; c != nil && t.external == nil {
		t.external = c
	}
	for _, b := range n.Binds {
		t.look(b.Value, depth+1)
	}
	i, imported := r.Imports[h]
	one := i.Name != "" && i.Name != "*" && i.Name != "default"
	switch {
	case n.Any():
	case imported && one && t.each && rest == "":
		t.addName(sdk.TableMark + i.Name)
	case imported && one:
		t.addName(i.Name)
	case imported && rest != "":
		t.addName(ident.Head(rest))
	case imported:
		t.addName(link.ImportStem(i.From))
	case r.Unit.Lang == lex.Ruby:
		t.addName(ident.Last(e.Name)) // a call
	}
}

var externalNames = wordset.Of("process.env os.environ sys.argv process.argv")

// param follows a parameter to what the calls of its function in the file give it.
func (t *tracer) param(f *syntax.Func, p *syntax.Param, depth int) {
	in := t.r.Instancer
	if in == nil {
		return
	}
	in.Index()
	if c := in.Iterators[f]; c != nil {
		t.look(c.Recv, depth+1)
		return
	}
	for i, c := range in.Callers[f] {
		if i < static.MaxAlts {
			t.look(t.r.Passed(f, static.Positional(c), c)[p], depth+1)
		}
	}
}

func (t *tracer) call(e *syntax.Expr, depth int) {
	r := t.r
	k := ident.Key(e.Name)
	p := e.Positional(0)
	switch {
	case r.Document(e) != nil:
		t.look(r.Document(e), depth+1)
		return
	case len(r.Called(e)) > 0:
		for _, x := range r.Returns(e) {
			t.look(x, depth+1)
		}
		return
	case (k == "typeof" || k == "nameof") && p != nil:
		t.addName(p.Name)
		return
	case k == "listtools" && strings.HasPrefix(static.Quoted(r.File, e.Span), "`(*"):
		return // (**self).list_tools()
	case externalSources[k] && (p == nil || !(k == "parse" && r.Eval(p).Known()) &&
		!((k == "require" || k == "import" || k == "load" && e.Recv == nil) && p.Kind == syntax.Literal)):
		// What is loaded by a literal, or parsed from a text in the code, is in the code.
		t.external = e
		return
	case e.Recv == nil && r.Lookup(e.Scope, e.Name).Param != nil:
		return // a function that is passed in
	}
	had, asked := t.known, len(t.names)
	t.known = false
	kind := r.CallKind(e)
	if ws := ident.Words(e.Name); len(e.Args) == 0 || len(ws) > 1 && fetching[ws[0]] {
		kind = "" // it gets tools, rather than making one
	}
	for i := range e.Args {
		switch a := &e.Args[i]; {
		case a.Value == nil:
		case a.Value.Kind == syntax.Lambda:
			t.known = t.known || slices.ContainsFunc(a.Value.Fn.Returns, func(x *syntax.Expr) bool { return r.Claimed[x] })
		case kind == "" || a.Name == "" || sdk.Roles[ident.Key(a.Name)] == sdk.RoleName || sdk.Roles[ident.Key(a.Name)] == sdk.RoleDescription:
			t.look(a.Value, depth+1)
		}
	}
	known := t.known
	t.known = t.known || had
	if known {
		return
	}
	if e.New && depth == 0 && len(e.Args) == 0 || t.objects && kind == "" && ident.IsUpper(ident.FirstByte(e.Name)) && len(e.Args) == 0 {
		t.addName(e.Name)
	}
	capital := ident.IsUpper(ident.FirstByte(e.Name)) && r.Unit.Lang != lex.Go && r.Unit.Lang != lex.CSharp
	hands := kind != "" || e.New || capital || e.Name == "" || passThrough[k] && (k != "all" || e.Recv != nil && e.Recv.Name == "Promise")
	if !hands {
		t.names = t.names[:asked] // what it is given is its own matter
	}
	if e.Recv != nil && !(e.Recv.Kind == syntax.Ref && ident.IsUpper(ident.FirstByte(e.Recv.Name)) && len(e.Args) > 0) {
		t.look(e.Recv, depth+1)
	}
	if !hands && t.external == nil && (e.Recv == nil || e.Recv.Kind != syntax.Call || len(e.Args) == 0) {
		t.addName(e.Name + t.typesOf(e, 0))
	}
}

var fetching = wordset.Of("fetch load get list read discover find import retrieve pull query request download open")

// typesOf lists the types of the parameters that a call is given, which may be what it makes tools of, each with | in front.
func (t *tracer) typesOf(e *syntax.Expr, depth int) (names string) {
	r := t.r
	for i := range e.Args[:min(len(e.Args), 9)] {
		switch v := e.Args[i].Value; {
		case v == nil || depth > 3:
		case v.Kind == syntax.Call && v.New:
			names += "|" + ident.Last(v.Name)
		case v.Kind == syntax.Call:
			names += t.typesOf(v, depth+1)
		case v.Kind == syntax.Ref:
			if p := r.Lookup(v.Scope, v.Name).Param; p != nil && ident.Identifier(p.TypeText) && ident.IsUpper(p.TypeText[0]) {
				names += "|" + p.TypeText
			}
		}
	}
	return names
}
