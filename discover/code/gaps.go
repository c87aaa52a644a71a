package code

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/code/sdk"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// gapFinder finds the gaps of one file.
type gapFinder struct {
	r     *sdk.Reader
	lines map[int]bool
	// unless and byClass are those of the next gaps.
	unless  string
	byClass bool
	// made are the calls that make tools of their arguments.
	made []*syntax.Expr
}

var (
	// registrars are functions that are given tools, by their keys; makers those whose tools are described elsewhere.
	registrars = wordset.Of("addtool addtools registertool registertools settools withtools addservertool addservertools withtool tool")
	converters = wordset.Of("fromopenapi fromfastapi asproxy createproxy fastmcpproxy fastapimcp fromfastapiapp withtoolsfromassembly")
	// lister are the names of functions that answer which tools there are, listening those that change the answer.
	listHandlers = wordset.Of("listtools listtoolsrequestschema listtoolsrequest handlelisttools")
	listHooks    = wordset.Of("onlisttools addafterlisttools addlisttoolsfilter onafterlisttools")
	// externalSources are functions whose result is in no code: what is read, parsed, fetched, reflected or loaded.
	externalSources = wordset.Of(`
		parse import load loads safeload loadall unmarshal deserialize readfile readfilesync readtext fetch urlopen getenv importmodule dynamicimport require getattr listtools
		listtoolsasync forname loadfrom loadfile createinstance entrypoints itermodules walkpackages eval dlopen jsonparse readvalue fromjson decode safeparse jsondecode
		lookup loadassembly`)
	// passThrough are functions that hand on what they are given.
	passThrough = wordset.Of(`
		map filter flatmap values keys entries toarray tolist list tuple sorted reversed concat flat sort sortby slice copy deepcopy structuredclone all gather from
		asyncio append extend tolistasync chain collect iter intoiter cloned copied flatten compactmap select where orderby array set dict as unwrap await spread then stream
		find first last get at pop next findfirst single firstordefault takewhile take skip drop
		distinct of aslist listof items ok some freeze assign clone unique merge fromentries reduce`)
)

// gaps finds the places of the file where it is not known what is registered.
func (g *gapFinder) find() {
	r := g.r
	for _, e := range r.Unit.Calls {
		if !r.Spend(1) || r.Claimed[e] || static.Asserted(e) || r.InTest(e.Span.Start) {
			continue
		}
		g.call(e)
	}
	for _, f := range r.Unit.Funcs {
		if !r.InTest(f.Span.Start) && r.Spend(1) {
			g.function(f)
		}
	}
	if len(r.Result.Gaps) == 0 { // else it is the registration of these
		for _, e := range g.made {
			g.unfollowed(e, []*syntax.Expr{e.Arg("name"), e.Arg("description")})
		}
	}
	for _, e := range r.Incomplete {
		if !r.Claimed[e] && !r.InTest(e.Span.Start) && !static.Asserted(e) && r.Spend(4) {
			g.incomplete(e, append(g.subjects(e), r.MemberOf(e, "name"), r.MemberOf(e, "description")))
		}
	}
	g.assigned()
	for _, b := range r.Unit.Binds {
		if b.Value != nil && ofDescription(b) && !r.InTest(b.Span.Start) && r.Spend(2) {
			g.rewritten(b)
		}
	}
}

func (g *gapFinder) report(span source.Span, text string, asks []string) {
	if g.lines[span.Start] || len(g.r.Result.Gaps) >= sdk.MaxGaps {
		return
	}
	g.lines[span.Start] = true
	g.r.Result.Gaps = append(g.r.Result.Gaps, sdk.Gap{Span: span, Text: text, Names: asks, Unless: g.unless, ByClass: g.byClass})
}

func (g *gapFinder) answered(span source.Span) {
	if m := g.r.Result; len(m.Answers) < sdk.MaxGaps {
		m.Answers = append(m.Answers, sdk.Note{Span: span, Text: "the tools that " + static.Quoted(g.r.File, span) + " lists were not found"})
	}
}

// trace reports a gap at span when what the expressions lead to is not in the file.
func (g *gapFinder) trace(span source.Span, before, after string, es ...*syntax.Expr) {
	t := tracer{r: g.r, seen: map[*syntax.Expr]bool{}}
	for _, e := range es {
		t.look(e, 0)
	}
	if t.external != nil {
		t.names = nil
	}
	if t.external != nil || len(t.names) > 0 {
		g.report(span, before+static.Quoted(g.r.File, span)+after, t.names)
	}
}

func (g *gapFinder) registered(span source.Span, es ...*syntax.Expr) {
	g.trace(span, "what ", sdk.RegistersUnknown, es...)
}

// unfollowed reports a registration that takes its name or description from parameters, from what a loop takes or from the object it is in,
// when nobody has followed these to definitions. Objects of classes are followed where these are declared.
func (g *gapFinder) unfollowed(e *syntax.Expr, es []*syntax.Expr) {
	if !g.insideRegistrar(e.Scope) {
		g.incomplete(e, es)
	}
}

func (g *gapFinder) incomplete(e *syntax.Expr, es []*syntax.Expr) {
	r := g.r
	t := tracer{r: r, seen: map[*syntax.Expr]bool{}, objects: true}
	left := sdk.MaxOpen
	open, own := false, false
	for _, x := range es {
		t.look(x, 0)
		open = open || r.Instancer.UnresolvedIn(x, &left, 0) != nil || computed(x, 0)
		own = own || x != nil && (x.Kind == syntax.Ref && static.IsSelf[ident.Head(x.Name)] && x.Name != ident.Head(x.Name) ||
			x.Kind == syntax.Call && x.Recv != nil && static.IsSelf[x.Recv.Name])
	}
	switch {
	case t.known || t.external != nil:
	case own && static.ClassAround(e.Scope) != nil && len(t.names) == 0:
		g.byClass = true
		g.unknown(e.Span)
		g.byClass = false
	case open:
		g.unknown(e.Span, t.names...)
	}
}

// computed reports whether an expression takes an element by a place that is counted: table[i][0].
func computed(e *syntax.Expr, depth int) bool {
	switch {
	case e == nil || depth > 4:
		return false
	case e.Kind == syntax.Object:
		return computed(e.Arg("description"), depth+1)
	case e.Kind == syntax.Index && len(e.Items) == 1 && e.Items[0].Kind == syntax.Ref:
		return true
	}
	return e.Kind == syntax.Index && computed(e.Recv, depth+1)
}

// insideRegistrar reports whether a scope is in a function whose own name says that it registers tools: its calls are looked at.
func (g *gapFinder) insideRegistrar(s *syntax.Scope) bool {
	for n := 0; s != nil && n < 200; s, n = s.Parent, n+1 {
		if f := s.Func; f != nil && f.Name != "" && (registrars[ident.Key(f.Name)] || sdk.KindOf(f.Name) == sdk.KindTool && !listHandlers[ident.Key(f.Name)]) {
			return true
		}
	}
	return false
}

func (g *gapFinder) unknown(span source.Span, asks ...string) {
	g.report(span, "what "+static.Quoted(g.r.File, span)+sdk.RegistersUnknown, asks)
}

func (g *gapFinder) call(e *syntax.Expr) {
	r, k := g.r, ident.Key(strings.TrimSuffix(e.Name, "!"))
	switch {
	case converters[k]:
		if k != "withtoolsfromassembly" || g.otherAssembly(e) {
			g.unknown(e.Span)
		}
	case registrars[k] && g.takes(e, k):
		if k == "registertools" || k == "registertool" {
			g.unless = e.Name
		}
		g.registered(e.Span, g.subjects(e)...)
		g.unfollowed(e, g.subjects(e))
		g.unless = ""
	case sdk.IsCurriedCall(e) && r.AttributeKind(e.Recv) == sdk.KindTool:
		if !r.Claimed[e.Recv] {
			g.registered(e.Span, g.subjects(e)...)
			g.unfollowed(e, g.subjects(e.Recv))
		}
	case k == "create" && e.Recv != nil && ident.Last(e.Recv.Name) == "McpServerTool":
		for _, v := range syntax.Values(e.Args) {
			g.registered(e.Span, v.Arg("Description"))
			g.unfollowed(e, []*syntax.Expr{v.Arg("Description")})
		}
	case listHooks[k]:
		for _, v := range syntax.Values(e.Args) {
			for _, f := range r.FunctionsOf(v) {
				g.changesList(f)
			}
		}
	case g.answers(e):
		g.answered(e.Span)
		for _, a := range syntax.Values(e.Args) {
			if a.Kind == syntax.Literal || listHandlers[ident.Key(ident.Last(a.Name))] && a.Kind != syntax.Lambda {
				continue
			}
			fs := r.FunctionsOf(a)
			for _, f := range fs {
				g.trace(e.Span, "the tools that ", sdk.ListsUnknown, f.Returns...)
			}
			if len(fs) == 0 {
				g.trace(e.Span, "the tools that ", sdk.ListsUnknown, a)
			}
		}
	case k == "setattr" && e.Recv == nil && g.setsDescription(e):
		g.report(e.Span, changedLater, nil)
	case k == "exec" && e.Recv == nil && r.Unit.Lang == lex.Python && topLevel(e.Scope):
		if p := e.Positional(0); p != nil && !r.Eval(p).Known() {
			g.report(e.Span, "what "+static.Quoted(r.File, e.Span)+" runs is not in the source code and may register tools", nil)
		}
	case slices.ContainsFunc(e.Args, func(a syntax.Arg) bool { return a.Value != nil && r.IsServer(a.Value) }):
		g.givenServer(e)
	case e.Arg("tools") != nil && (sdk.ServerLike(e.Name) || e.Recv != nil && sdk.ServerLike(ident.Last(e.Recv.Name))) && !ident.Contains(e.Name, "capabilit"):
		g.registered(e.Span, e.Arg("tools"))
	case k == "tools" && e.Recv != nil && e.Recv.Kind == syntax.Call && r.ChainNamesServer(e):
		g.registered(e.Span, static.Positional(e)...)
	case e.Arg("name") != nil && e.Arg("description") != nil && r.CallKind(e) == sdk.KindTool && (schema.Generic[e.Name] || sdk.EndsInKind(ident.Last(e.Name))):
		g.made = append(g.made, e)
	}
}

// takes reports whether a function of that key may be one of a server. In Go the options of anything are called WithTools.
func (g *gapFinder) takes(e *syntax.Expr, k string) bool {
	r, to := g.r, e.Recv
	if len(r.Called(e)) > 0 || len(r.Methods[e.Name]) > 0 {
		return false // what calls it is looked at where that registers something
	}
	if p := e.Positional(0); len(e.Args) > 1 && strings.HasSuffix(k, "s") && p != nil && p.Kind == syntax.Ref && ident.Contains(ident.Last(p.Name), "name") {
		return false // tools of that name
	}
	switch k {
	case "withtools", "settools":
		return to != nil && (r.Unit.Lang != lex.Go || k == "settools" && to.Kind == syntax.Ref)
	case "addtool", "withtool":
		return to != nil
	case "tool":
		return to != nil && (len(e.Args) > 1 || len(e.Args) == 1 && e.Args[0].Spread) && (r.IsServer(to) || to.Kind == syntax.Index && sdk.ServerLike(to.Name) || to.Kind == syntax.Ref && sdk.ServerLike(ident.Last(to.Name)))
	}
	return true
}

func (g *gapFinder) subjects(e *syntax.Expr) (out []*syntax.Expr) {
	for i := range e.Args {
		a := &e.Args[i]
		if i == 0 && g.r.Unit.Lang == lex.PHP && a.Value != nil && (a.Value.Kind == syntax.List || ident.Key(e.Name) == "withtool") {
			continue // what runs
		}
		switch {
		case a.Value == nil || a.Value.Kind == syntax.Lambda || len(g.r.FunctionsOf(a.Value)) > 0 || g.r.IsServer(a.Value):
		case a.Name == "" || ident.Key(a.Name) == "tools" || ident.Key(a.Name) == "tool" || sdk.Roles[ident.Key(a.Name)] == sdk.RoleName || sdk.Roles[ident.Key(a.Name)] == sdk.RoleDescription:
			out = append(out, a.Value)
		}
	}
	return out
}

func topLevel(s *syntax.Scope) bool {
	for n := 0; s != nil && n < 200; s, n = s.Parent, n+1 {
		if s.Func != nil {
			return false
		}
	}
	return true
}

// answers reports whether a call sets the function that lists tools: setRequestHandler(ListToolsRequestSchema, ...).
func (g *gapFinder) answers(e *syntax.Expr) bool {
	k := ident.Key(e.Name)
	if !ident.Contains(k, "handler") || e.New || strings.HasPrefix(k, "listtools") {
		return false
	}
	return ident.Contains(k, "listtools") || slices.ContainsFunc(e.Args[:min(len(e.Args), 2)], func(arg syntax.Arg) bool {
		a := arg.Value
		return a != nil && (a.Kind == syntax.Ref && ident.Contains(a.Name, "listtools") || a.Kind == syntax.Literal && a.Text.Value == "tools/list" ||
			a.Kind == syntax.Index && ident.Contains(static.Quoted(g.r.File, a.Span), "listtools"))
	})
}

// otherAssembly reports whether the tools of another assembly are asked for.
func (g *gapFinder) otherAssembly(e *syntax.Expr) bool {
	p := e.Positional(0)
	if p == nil {
		return false
	}
	s := string(g.r.File.Data[p.Span.Start:p.Span.End])
	if strings.Contains(s, "GetExecutingAssembly") || strings.Contains(s, "GetEntryAssembly") || strings.Contains(s, "GetCallingAssembly") {
		return false
	}
	_, name, ok := strings.Cut(s, "typeof")
	if ok {
		g.unknown(e.Span, ident.Last(strings.TrimSuffix(strings.Trim(name, "() ."), ").Assembly")))
	}
	return !ok
}

// givenServer looks at a call that is given a server: what is loaded may register anything with it.
func (g *gapFinder) givenServer(e *syntax.Expr) {
	t := tracer{r: g.r, seen: map[*syntax.Expr]bool{}}
	if e.Recv != nil {
		t.look(e.Recv, 0)
	} else if e.Name != "" {
		for _, b := range g.r.Lookup(e.Scope, e.Name).Binds {
			t.look(b.Value, 0)
		}
	}
	if t.external != nil {
		g.unknown(e.Span)
	}
}

// decoratedDescription looks at a tool whose text another decorator brings: neither documentation nor description say anything then.
func (g *gapFinder) decoratedDescription(f *syntax.Func) {
	a, kind := g.r.Registering(f.Attrs)
	if a == nil || kind != sdk.KindTool || f.Doc != nil || a.Kind == syntax.Call && (a.Arg("description") != nil || len(static.Positional(a)) > 1) {
		return
	}
	for _, d := range f.Attrs {
		if k := ident.Last(d.Name); d != a && d.Kind == syntax.Call && (ident.Descriptive(k) || ident.Contains(k, "describ")) && !g.r.Claimed[d] {
			g.report(d.Span, "what "+static.Quoted(g.r.File, d.Span)+" says about "+f.Name+" is only known at run time", nil)
		}
	}
}

func (g *gapFinder) function(f *syntax.Func) {
	if len(f.Attrs) > 1 && g.r.Unit.Lang == lex.Python {
		g.decoratedDescription(f)
	}
	k := ident.Key(f.Name)
	if listHooks[k] {
		g.changesList(f)
	} else if slices.ContainsFunc(f.Attrs, func(a *syntax.Expr) bool { return ident.Key(ident.Last(a.Name)) == "listtools" }) ||
		f.Class != nil && k == "listtools" && slices.ContainsFunc(f.Class.Bases, func(b string) bool { return ident.Contains(b, "serverhandler") }) {
		g.answered(f.NameSpan)
		for _, x := range f.Returns {
			g.trace(x.Span, "the tools that ", sdk.ListsUnknown, x)
		}
	}
}

// declared lists the names of the file that exports may lack.
func (g *gapFinder) declared() {
	r := g.r
	for _, c := range r.Unit.Classes {
		r.Result.Declared = append(r.Result.Declared, c.Name)
	}
	for _, b := range r.Unit.Binds {
		if b.Scope != r.Unit.Root || b.Value == nil || len(r.Result.Declared) >= sdk.MaxExports || strings.Contains(b.Name, ".") {
			continue
		}
		r.Result.Declared = append(r.Result.Declared, b.Name)
		if g.isTable(b.Value) {
			r.Result.Tables = append(r.Result.Tables, b.Name)
		}
	}
}

// isTable reports whether a value is a list or map of texts, or of objects that hold some, and none of it is a definition.
func (g *gapFinder) isTable(e *syntax.Expr) bool {
	said := false
	var other func(x *syntax.Expr, depth int) bool
	other = func(x *syntax.Expr, depth int) bool {
		if x == nil || depth > 3 {
			return false
		}
		if g.r.Claimed[x] || !g.r.Spend(1) {
			return true
		}
		said = said || x.Kind == syntax.Literal && ident.Sentence(x.Text.Value)
		return x.Kind == syntax.List && slices.ContainsFunc(x.Items, func(item *syntax.Expr) bool { return other(item, depth+1) }) ||
			x.Kind == syntax.Object && slices.ContainsFunc(x.Args, func(a syntax.Arg) bool { return other(a.Value, depth+1) })
	}
	return (e.Kind == syntax.List || e.Kind == syntax.Object) && !other(e, 0) && said
}
