package code

import (
	"bytes"
	"regexp"
	"slices"
	"sort"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/sdk"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// changesList looks at a function that is handed the list of tools before a client is: one that changes descriptions makes others.
func (g *gapFinder) changesList(f *syntax.Func) {
	holds := func(s source.Span) bool { return f.Span.Start <= s.Start && s.End <= f.Span.End }
	changed := func(s source.Span) {
		g.report(s, "this changes the descriptions of tools before a client gets them", nil)
	}
	for _, b := range g.r.Unit.Binds {
		if ofDescription(b) && holds(b.Span) {
			changed(b.Span)
			return
		}
	}
	for _, e := range slices.Concat(g.r.Unit.Calls, g.r.Unit.Objects) {
		if holds(e.Span) && (e.Arg("description") != nil || e.Arg("Description") != nil) {
			changed(e.Span)
			return
		}
	}
}

func ofDescription(b *syntax.Bind) bool {
	return wordset.HasSuffix(b.Name, ".description", ".Description")
}

// memberAssigned is an assignment to the description of what a key or a call gives, which is not a name; docMembers are how each begins.
var (
	memberAssigned = regexp.MustCompile(`[\])]\.(?:description|Description|__doc__)[ \t]*[+|]?=[^=>]`)
	docMembers     = [...]string{"].description", ").description", "].Description", ").Description", "].__doc__", ").__doc__"}
)

// assigned looks for assignments to the description of a tool that a key or a call gives: server.tools["x"].description = y.
func (g *gapFinder) assigned() {
	data := g.r.File.Data
	if !slices.ContainsFunc(docMembers[:], func(member string) bool { return bytes.Contains(data, []byte(member)) }) {
		return
	}
	for _, at := range memberAssigned.FindAllIndex(data, sdk.MaxGaps) {
		start := bytes.LastIndexByte(data[:at[0]], '\n') + 1
		start += len(data[start:at[0]]) - len(bytes.TrimLeft(data[start:at[0]], static.Blanks))
		if ident.Contains(string(data[max(start, at[0]-200):at[0]]), "tool") && !g.r.InTest(at[0]) && !g.inLiteral(at[0]) {
			g.report(source.Span{Start: start, End: at[1] - 1}, changedLater, nil)
		}
	}
}

// changedLater is the text of a gap where a tool that is registered gets another description.
const changedLater = "this changes the description of a tool after it was registered"

// setsDescription reports whether a call sets the description of something that a name speaks of as a tool: setattr(tools["x"], "description", y).
func (g *gapFinder) setsDescription(e *syntax.Expr) bool {
	to := e.Positional(0)
	if name, ok := g.r.Eval(e.Positional(1)).Static(); !ok || name != "description" && name != "__doc__" || to == nil || len(g.r.FunctionsOf(to)) > 0 {
		return false
	}
	if ident.Contains(static.Quoted(g.r.File, to.Span), "tool") {
		return true
	}
	return slices.ContainsFunc(g.r.Lookup(to.Scope, ident.Head(to.Name)).Binds, func(b *syntax.Bind) bool {
		return b.Value != nil && ident.Contains(static.Quoted(g.r.File, b.Value.Span), "tool")
	})
}

func (g *gapFinder) inLiteral(at int) bool {
	r := g.r
	i := sort.Search(len(r.Unit.Literals), func(i int) bool { return r.Unit.Literals[i].Span.Start > at })
	return slices.ContainsFunc(r.Unit.Literals[max(0, i-4):i], func(e *syntax.Expr) bool { return e.Span.End > at })
}

// takesTools reports whether a value is one of those of a list that is called tools, or is made of what is.
func (g *gapFinder) takesTools(e *syntax.Expr) bool {
	r := g.r
	for n := 0; e != nil && n < 4; n++ {
		switch binds := r.Lookup(e.Scope, ident.Head(e.Name)).Binds; {
		case e.Kind == syntax.Index && e.Recv != nil:
			e = e.Recv
		case e.Kind == syntax.Ref && len(binds) > 0 && binds[0].Value != nil:
			e = binds[0].Value
		default:
			return false
		}
		if ident.Contains(static.Quoted(r.File, e.Span), "tools") {
			return true
		}
	}
	return false
}

func (g *gapFinder) rewritten(b *syntax.Bind) {
	r, path := g.r, ident.Parent(b.Name)
	text := r.Eval(b.Value)
	if static.IsSelf[ident.Head(path)] || text.Empty() {
		return
	}
	_, known := text.Static()
	for _, x := range r.Lookup(b.Scope, ident.Head(path)).Binds {
		if x.Value != nil && (!known && r.Claimed[x.Value] || g.takesTools(x.Value)) {
			g.report(b.Span, sdk.ChangedUnknown(path), nil)
			return
		}
	}
}
