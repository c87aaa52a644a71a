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

// listens looks at a function that is handed the list of tools before a client is: one that changes descriptions makes others.
func (g *gapper) listens(f *syntax.Func) {
	holds := func(s source.Span) bool { return f.Span.Start <= s.Start && s.End <= f.Span.End }
	for _, b := range g.r.u.Binds {
		if strings.HasSuffix(b.Name, ".description") || strings.HasSuffix(b.Name, ".Description") {
			if holds(b.Span) {
				g.tell(b.Span, "the descriptions of tools are changed here before a client is told", nil)
				return
			}
		}
	}
	for _, e := range slices.Concat(g.r.u.Calls, g.r.u.Objects) {
		if holds(e.Span) && (e.Arg("description") != nil || e.Arg("Description") != nil) {
			g.tell(e.Span, "the descriptions of tools are changed here before a client is told", nil)
			return
		}
	}
}

// memberAssigned is an assignment to the description of what a key or a call gives, which is no name.
var memberAssigned = regexp.MustCompile(`[\])]\.(?:description|Description|__doc__)[ \t]*[+|]?=[^=>]`)

// assigned looks for assignments to the description of a tool that a key or a call gives: server.tools["x"].description = y.
func (g *gapper) assigned() {
	data := g.r.f.Data
	for _, at := range memberAssigned.FindAllIndex(data, maxGaps) {
		start := bytes.LastIndexByte(data[:at[0]], '\n') + 1
		line := source.Span{Start: start, End: at[1] - 1}
		for line.Start < line.End && strings.IndexByte(blanks, data[line.Start]) >= 0 {
			line.Start++
		}
		if !contains(string(data[max(line.Start, at[0]-200):at[0]]), "tool") || within(g.tests, at[0]) || g.r.inLiteral(at[0]) {
			continue
		}
		line.End = at[1] - 1
		g.tell(line, "the description of a tool is changed here after it was registered", nil)
	}
}

// inLiteral reports whether a place is in a string or a comment that documents something.
func (r *reader) inLiteral(at int) bool {
	i := sort.Search(len(r.u.Literals), func(i int) bool { return r.u.Literals[i].Span.Start > at })
	for n := 0; i > 0 && n < 4; n++ {
		if i--; r.u.Literals[i].Span.End > at {
			return true
		}
	}
	return false
}

// takesTools reports whether a value is one of those of a list that is called tools, or is made of what is.
func (r *reader) takesTools(e *syntax.Expr) bool {
	for n := 0; e != nil && n < 4; n++ {
		if e.Kind == syntax.Index && e.Recv != nil {
			if e = e.Recv; contains(quoted(r.f, e.Span), "tools") {
				return true
			}
			continue
		}
		if e.Kind != syntax.Ref {
			return false
		}
		binds := r.lookup(e.Scope, head(e.Name)).binds
		if len(binds) == 0 || binds[0].Value == nil {
			return false
		}
		if e = binds[0].Value; contains(quoted(r.f, e.Span), "tools") {
			return true
		}
	}
	return false
}

func changedUnknown(path string) string {
	return "the description of " + last(path) + " is changed here to what is not known before the code runs"
}

// rewritten looks at an assignment to a description.
func (g *gapper) rewritten(b *syntax.Bind) {
	r, path := g.r, b.Name[:strings.LastIndexByte(b.Name, '.')]
	if isSelf[head(path)] || r.eval(b.Value).empty() {
		return
	}
	ofTools, one := false, false
	for _, x := range r.lookup(b.Scope, head(path)).binds {
		if x.Value == nil {
			continue
		}
		one = one || r.claimed[x.Value]
		ofTools = ofTools || r.takesTools(x.Value)
	}
	_, known := r.eval(b.Value).static()
	if ofTools || one && !known {
		g.tell(b.Span, changedUnknown(path), nil)
	}
}
