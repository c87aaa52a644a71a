package code

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// A gap is a place that registers tools whose definitions are in no scanned file.

// gap is such a place. With names it is one only where no other file declares one of the names.
type gap struct {
	span  source.Span
	text  string
	names []string
	// unless is the name of a function whose body is looked at where a file declares it, or "".
	unless string
	// byClass is set for a method that registers what its object says, which is none where classes are listed as tools.
	byClass bool
}

const maxGaps = 200

// gapFinder finds the gaps of one file.
type gapFinder struct {
	r     *servers
	lines map[int]bool
	// unless and byClass are those of the gaps to come.
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
func (r *servers) gaps() {
	g := &gapFinder{r: r, lines: map[int]bool{}}
	for _, e := range r.u.Calls {
		if !r.spend(1) || r.claimed[e] || asserted(e) || r.inTest(e.Span.Start) {
			continue
		}
		g.call(e)
	}
	for _, f := range r.u.Funcs {
		if !r.inTest(f.Span.Start) && r.spend(1) {
			g.function(f)
		}
	}
	if len(r.m.gaps) == 0 { // else it is the registration of these
		for _, e := range g.made {
			g.unfollowed(e, []*syntax.Expr{e.Arg("name"), e.Arg("description")})
		}
	}
	for _, e := range r.incomplete {
		if !r.claimed[e] && !r.inTest(e.Span.Start) && !asserted(e) && r.spend(4) {
			g.incomplete(e, append(g.subjects(e), r.memberOf(e, "name"), r.memberOf(e, "description")))
		}
	}
	g.assigned()
	for _, b := range r.u.Binds {
		if b.Value != nil && ofDescription(b) && !r.inTest(b.Span.Start) && r.spend(2) {
			g.rewritten(b)
		}
	}
}

func (g *gapFinder) report(span source.Span, text string, asks []string) {
	if g.lines[span.Start] || len(g.r.m.gaps) >= maxGaps {
		return
	}
	g.lines[span.Start] = true
	g.r.m.gaps = append(g.r.m.gaps, gap{span: span, text: text, names: asks, unless: g.unless, byClass: g.byClass})
}

func (g *gapFinder) answered(span source.Span) {
	if m := g.r.m; len(m.answers) < maxGaps {
		m.answers = append(m.answers, Note{Span: span, Text: "the tools that " + quoted(m.File, span) + " lists were not found"})
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
		g.report(span, before+quoted(g.r.f, span)+after, t.names)
	}
}

func (g *gapFinder) registered(span source.Span, es ...*syntax.Expr) {
	g.trace(span, "what ", registersUnknown, es...)
}

// unfollowed reports a registration that takes its name or description from parameters, from what a loop takes or from the object it is in,
// when nobody has followed these to definitions. Objects of classes are followed where these are declared.
func (g *gapFinder) unfollowed(e *syntax.Expr, es []*syntax.Expr) {
	if !g.r.insideRegistrar(e.Scope) {
		g.incomplete(e, es)
	}
}

func (g *gapFinder) incomplete(e *syntax.Expr, es []*syntax.Expr) {
	r := g.r
	t := tracer{r: r, seen: map[*syntax.Expr]bool{}, objects: true}
	left := maxOpen
	open, own := false, false
	for _, x := range es {
		t.look(x, 0)
		open = open || r.instancer.unresolvedIn(x, &left, 0) != nil || computed(x, 0)
		own = own || x != nil && (x.Kind == syntax.Ref && isSelf[head(x.Name)] && x.Name != head(x.Name) ||
			x.Kind == syntax.Call && x.Recv != nil && isSelf[x.Recv.Name])
	}
	switch {
	case t.known || t.external != nil:
	case own && classAround(e.Scope) != nil && len(t.names) == 0:
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
func (r *reader) insideRegistrar(s *syntax.Scope) bool {
	for n := 0; s != nil && n < 200; s, n = s.Parent, n+1 {
		if f := s.Func; f != nil && f.Name != "" && (registrars[key(f.Name)] || kindOf(f.Name) == kindTool && !listHandlers[key(f.Name)]) {
			return true
		}
	}
	return false
}

func (g *gapFinder) unknown(span source.Span, asks ...string) {
	g.report(span, "what "+quoted(g.r.f, span)+registersUnknown, asks)
}

const (
	registersUnknown = " registers is only known at run time"
	listsUnknown     = " lists are only known at run time"
)

func (g *gapFinder) call(e *syntax.Expr) {
	r, k := g.r, key(strings.TrimSuffix(e.Name, "!"))
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
	case isCurriedCall(e) && r.attributeKind(e.Recv) == kindTool:
		if !r.claimed[e.Recv] {
			g.registered(e.Span, g.subjects(e)...)
			g.unfollowed(e, g.subjects(e.Recv))
		}
	case k == "create" && e.Recv != nil && last(e.Recv.Name) == "McpServerTool":
		for _, v := range syntax.Values(e.Args) {
			g.registered(e.Span, v.Arg("Description"))
			g.unfollowed(e, []*syntax.Expr{v.Arg("Description")})
		}
	case listHooks[k]:
		for _, v := range syntax.Values(e.Args) {
			for _, f := range r.functions(v) {
				g.changesList(f)
			}
		}
	case g.answers(e):
		g.answered(e.Span)
		for _, a := range syntax.Values(e.Args) {
			if a.Kind == syntax.Literal || listHandlers[key(last(a.Name))] && a.Kind != syntax.Lambda {
				continue
			}
			fs := r.functions(a)
			for _, f := range fs {
				g.trace(e.Span, "the tools that ", listsUnknown, f.Returns...)
			}
			if len(fs) == 0 {
				g.trace(e.Span, "the tools that ", listsUnknown, a)
			}
		}
	case k == "exec" && e.Recv == nil && r.u.Lang == lex.Python && topLevel(e.Scope):
		if p := e.Positional(0); p != nil && !r.eval(p).known() {
			g.report(e.Span, "what "+quoted(r.f, e.Span)+" runs is not in the source code and may register tools", nil)
		}
	case slices.ContainsFunc(e.Args, func(a syntax.Arg) bool { return a.Value != nil && r.isServer(a.Value) }):
		g.givenServer(e)
	case e.Arg("tools") != nil && (serverLike(e.Name) || e.Recv != nil && serverLike(last(e.Recv.Name))) && !contains(e.Name, "capabilit"):
		g.registered(e.Span, e.Arg("tools"))
	case k == "tools" && e.Recv != nil && e.Recv.Kind == syntax.Call && r.chainNamesServer(e):
		g.registered(e.Span, positional(e)...)
	case e.Arg("name") != nil && e.Arg("description") != nil && r.callKind(e) == kindTool && (generic[e.Name] || endsInKind(last(e.Name))):
		g.made = append(g.made, e)
	}
}

// takes reports whether a function of that key may be one of a server. In Go the options of anything are called WithTools.
func (g *gapFinder) takes(e *syntax.Expr, k string) bool {
	r, to := g.r, e.Recv
	if len(r.called(e)) > 0 || len(r.methods[e.Name]) > 0 {
		return false // what calls it is looked at where that registers something
	}
	if p := e.Positional(0); len(e.Args) > 1 && strings.HasSuffix(k, "s") && p != nil && p.Kind == syntax.Ref && contains(last(p.Name), "name") {
		return false // tools of that name
	}
	switch k {
	case "withtools", "settools":
		return to != nil && (r.u.Lang != lex.Go || k == "settools" && to.Kind == syntax.Ref)
	case "addtool", "withtool":
		return to != nil
	case "tool":
		return to != nil && (len(e.Args) > 1 || len(e.Args) == 1 && e.Args[0].Spread) && (r.isServer(to) || to.Kind == syntax.Index && serverLike(to.Name) || to.Kind == syntax.Ref && serverLike(last(to.Name)))
	}
	return true
}

func (g *gapFinder) subjects(e *syntax.Expr) (out []*syntax.Expr) {
	for i := range e.Args {
		a := &e.Args[i]
		if i == 0 && g.r.u.Lang == lex.PHP && a.Value != nil && (a.Value.Kind == syntax.List || key(e.Name) == "withtool") {
			continue // what runs
		}
		switch {
		case a.Value == nil || a.Value.Kind == syntax.Lambda || len(g.r.functions(a.Value)) > 0 || g.r.isServer(a.Value):
		case a.Name == "" || key(a.Name) == "tools" || key(a.Name) == "tool" || roles[key(a.Name)] == roleName || roles[key(a.Name)] == roleDescription:
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

// answers reports whether a call says what answers which tools there are: setRequestHandler(ListToolsRequestSchema, ...).
func (g *gapFinder) answers(e *syntax.Expr) bool {
	k := key(e.Name)
	if !contains(k, "handler") || e.New || strings.HasPrefix(k, "listtools") {
		return false
	}
	return contains(k, "listtools") || slices.ContainsFunc(e.Args[:min(len(e.Args), 2)], func(arg syntax.Arg) bool {
		a := arg.Value
		return a != nil && (a.Kind == syntax.Ref && contains(a.Name, "listtools") || a.Kind == syntax.Literal && a.Text.Value == "tools/list" ||
			a.Kind == syntax.Index && contains(quoted(g.r.f, a.Span), "listtools"))
	})
}

// otherAssembly reports whether the tools of another assembly than the one at hand are asked for.
func (g *gapFinder) otherAssembly(e *syntax.Expr) bool {
	p := e.Positional(0)
	if p == nil {
		return false
	}
	s := string(g.r.f.Data[p.Span.Start:p.Span.End])
	if strings.Contains(s, "GetExecutingAssembly") || strings.Contains(s, "GetEntryAssembly") || strings.Contains(s, "GetCallingAssembly") {
		return false
	}
	_, name, ok := strings.Cut(s, "typeof")
	if ok {
		g.unknown(e.Span, last(strings.TrimSuffix(strings.Trim(name, "() ."), ").Assembly")))
	}
	return !ok
}

func (r *reader) isServer(e *syntax.Expr) bool {
	if e.Kind != syntax.Ref || serverNames[last(e.Name)] {
		return e.Kind == syntax.Ref
	}
	n := r.lookup(e.Scope, head(e.Name))
	if n.param != nil {
		return makesServer(last(strings.Trim(n.param.TypeText, "*&")))
	}
	return n.servers()
}

func (n names) servers() bool {
	return slices.ContainsFunc(n.binds, func(b *syntax.Bind) bool {
		return b.Value != nil && b.Value.Kind == syntax.Call && makesServer(b.Value.Name)
	})
}

var serverNames = wordset.Of("mcp server mcpServer mcp_server")

// givenServer looks at a call that is given a server: what is loaded may register anything with it.
func (g *gapFinder) givenServer(e *syntax.Expr) {
	t := tracer{r: g.r, seen: map[*syntax.Expr]bool{}}
	if e.Recv != nil {
		t.look(e.Recv, 0)
	} else if e.Name != "" {
		for _, b := range g.r.lookup(e.Scope, e.Name).binds {
			t.look(b.Value, 0)
		}
	}
	if t.external != nil {
		g.unknown(e.Span)
	}
}

// describedElsewhere looks at a tool whose text another decorator brings: neither documentation nor description say anything then.
func (g *gapFinder) describedElsewhere(f *syntax.Func) {
	a, kind := g.r.registering(f.Attrs)
	if a == nil || kind != kindTool || f.Doc != nil || a.Kind == syntax.Call && (a.Arg("description") != nil || len(positional(a)) > 1) {
		return
	}
	for _, d := range f.Attrs {
		if k := last(d.Name); d != a && d.Kind == syntax.Call && (descriptive(k) || contains(k, "describ")) && !g.r.claimed[d] {
			g.report(d.Span, "what "+quoted(g.r.f, d.Span)+" says about "+f.Name+" is only known at run time", nil)
		}
	}
}

func (g *gapFinder) function(f *syntax.Func) {
	if len(f.Attrs) > 1 && g.r.u.Lang == lex.Python {
		g.describedElsewhere(f)
	}
	k := key(f.Name)
	if listHooks[k] {
		g.changesList(f)
	} else if slices.ContainsFunc(f.Attrs, func(a *syntax.Expr) bool { return key(last(a.Name)) == "listtools" }) ||
		f.Class != nil && k == "listtools" && slices.ContainsFunc(f.Class.Bases, func(b string) bool { return contains(b, "serverhandler") }) {
		g.answered(f.NameSpan)
		for _, x := range f.Returns {
			g.trace(x.Span, "the tools that ", listsUnknown, x)
		}
	}
}

// tableMark stands before the name of a list of texts that is not a definition, in linker.declared.
const tableMark = "+"

// declared lists the names of the file that exports may lack.
func (r *reader) declared() {
	for _, c := range r.u.Classes {
		r.m.names = append(r.m.names, c.Name)
	}
	for _, b := range r.u.Binds {
		if b.Scope != r.u.Root || b.Value == nil || len(r.m.names) >= maxExports || strings.Contains(b.Name, ".") {
			continue
		}
		r.m.names = append(r.m.names, b.Name)
		if r.isTable(b.Value) {
			r.m.tables = append(r.m.tables, b.Name)
		}
	}
}

// isTable reports whether a value is a list or map of texts, or of objects that hold some, and none of it is a definition.
func (r *reader) isTable(e *syntax.Expr) bool {
	said := false
	var other func(x *syntax.Expr, depth int) bool
	other = func(x *syntax.Expr, depth int) bool {
		if x == nil || depth > 3 {
			return false
		}
		if r.claimed[x] || !r.spend(1) {
			return true
		}
		said = said || x.Kind == syntax.Literal && sentence(x.Text.Value)
		return x.Kind == syntax.List && slices.ContainsFunc(x.Items, func(item *syntax.Expr) bool { return other(item, depth+1) }) ||
			x.Kind == syntax.Object && slices.ContainsFunc(x.Args, func(a syntax.Arg) bool { return other(a.Value, depth+1) })
	}
	return (e.Kind == syntax.List || e.Kind == syntax.Object) && !other(e, 0) && said
}

// gaps lists those of a module that other files do not fill.
func (l *linker) gaps(m *Module) (out []Note) {
	for _, g := range m.gaps {
		if g.unless != "" && l.declares(g.unless) || g.byClass && l.listsClasses() {
			continue
		}
		if len(g.names) == 0 || slices.ContainsFunc(g.names, func(name string) bool { return !l.declares(name) }) {
			out = append(out, Note{Span: g.span, Text: g.text})
		}
	}
	slices.SortStableFunc(out, func(a, b Note) int { return a.Span.Start - b.Span.Start })
	return out
}

// listsClasses reports whether a class is listed as a tool in some file.
func (l *linker) listsClasses() bool {
	return slices.ContainsFunc(l.modules, func(m *Module) bool {
		return slices.ContainsFunc(m.unlinked, func(p *pending) bool { return p.shape == "class" && p.kind == kindTool })
	})
}

// declare collects what declares looks up.
func (l *linker) declare() {
	n := 0
	for _, m := range l.modules {
		n += len(m.names)
	}
	l.declared = make(map[string]bool, n)
	for _, m := range l.modules {
		s, folder := stem(m.File)
		l.declared[s], l.declared[last(strings.ReplaceAll(folder, "/", "."))] = true, true
		for n := range m.symbols {
			l.declared[last(n)] = true
		}
		for _, n := range m.names {
			l.declared[n] = true
		}
		for _, n := range m.tables {
			l.declared[tableMark+n] = true
		}
	}
}

// declares reports whether some file of the run declares one of several names with | between them, or is called so.
func (l *linker) declares(names string) bool {
	if table, ok := strings.CutPrefix(names, tableMark); ok {
		return !l.declared[names] && l.declared[table] // nobody has followed what stands in it
	}
	return slices.ContainsFunc(strings.Split(names, "|"), func(name string) bool { return l.declared[name] })
}
