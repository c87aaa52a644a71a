package code

import (
	"bytes"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// changesList looks at a function that is handed the list of tools before a client is: one that changes descriptions makes others.
func (g *gapFinder) changesList(f *syntax.Func) {
	holds := func(s source.Span) bool { return f.Span.Start <= s.Start && s.End <= f.Span.End }
	changed := func(s source.Span) {
		g.report(s, "this changes the descriptions of tools before a client gets them", nil)
	}
	for _, b := range g.r.u.Binds {
		if ofDescription(b) && holds(b.Span) {
			changed(b.Span)
			return
		}
	}
	for _, e := range slices.Concat(g.r.u.Calls, g.r.u.Objects) {
		if holds(e.Span) && (e.Arg("description") != nil || e.Arg("Description") != nil) {
			changed(e.Span)
			return
		}
	}
}

func ofDescription(b *syntax.Bind) bool { return hasSuffix(b.Name, ".description", ".Description") }

// memberAssigned is an assignment to the description of what a key or a call gives, which is not a name; docMembers are how each begins.
var (
	memberAssigned = regexp.MustCompile(`[\])]\.(?:description|Description|__doc__)[ \t]*[+|]?=[^=>]`)
	docMembers     = [...]string{"].description", ").description", "].Description", ").Description", "].__doc__", ").__doc__"}
)

// assigned looks for assignments to the description of a tool that a key or a call gives: server.tools["x"].description = y.
func (g *gapFinder) assigned() {
	data := g.r.f.Data
	if !slices.ContainsFunc(docMembers[:], func(member string) bool { return bytes.Contains(data, []byte(member)) }) {
		return
	}
	for _, at := range memberAssigned.FindAllIndex(data, maxGaps) {
		start := bytes.LastIndexByte(data[:at[0]], '\n') + 1
		start += len(data[start:at[0]]) - len(bytes.TrimLeft(data[start:at[0]], blanks))
		if contains(string(data[max(start, at[0]-200):at[0]]), "tool") && !g.r.inTest(at[0]) && !g.r.inLiteral(at[0]) {
			g.report(source.Span{Start: start, End: at[1] - 1}, "this changes the description of a tool after it was registered", nil)
		}
	}
}

func (r *reader) inLiteral(at int) bool {
	i := sort.Search(len(r.u.Literals), func(i int) bool { return r.u.Literals[i].Span.Start > at })
	return slices.ContainsFunc(r.u.Literals[max(0, i-4):i], func(e *syntax.Expr) bool { return e.Span.End > at })
}

// takesTools reports whether a value is one of those of a list that is called tools, or is made of what is.
func (r *reader) takesTools(e *syntax.Expr) bool {
	for n := 0; e != nil && n < 4; n++ {
		switch binds := r.lookup(e.Scope, head(e.Name)).binds; {
		case e.Kind == syntax.Index && e.Recv != nil:
			e = e.Recv
		case e.Kind == syntax.Ref && len(binds) > 0 && binds[0].Value != nil:
			e = binds[0].Value
		default:
			return false
		}
		if contains(quoted(r.f, e.Span), "tools") {
			return true
		}
	}
	return false
}

func changedUnknown(path string) string {
	return "this changes the description of " + last(path) + " to a text that is only known at run time"
}

func (g *gapFinder) rewritten(b *syntax.Bind) {
	r, path := g.r, b.Name[:strings.LastIndexByte(b.Name, '.')]
	text := r.eval(b.Value)
	if isSelf[head(path)] || text.empty() {
		return
	}
	_, known := text.static()
	for _, x := range r.lookup(b.Scope, head(path)).binds {
		if x.Value != nil && (!known && r.claimed[x.Value] || r.takesTools(x.Value)) {
			g.report(b.Span, changedUnknown(path), nil)
			return
		}
	}
}
