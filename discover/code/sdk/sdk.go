// Package sdk recognises in one file the tools, prompts, resources and instructions that MCP SDKs and frameworks register, and notes what
// other files may ask it for.
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
)

// Reader keeps what the recognisers of one file find.
type Reader struct {
	*schema.Functions
	Result *Result
	quirks quirks
	Options
	// Rewrites are the assignments to the documentation of functions.
	Rewrites map[*syntax.Func][]*syntax.Bind
	// Claimed are the expressions that are part of a definition, classDone the classes that are definitions.
	Claimed   map[*syntax.Expr]bool
	classDone map[*syntax.Class]bool
	// Incomplete are calls and objects that lack only a name and text from elsewhere to be definitions.
	Incomplete []*syntax.Expr
	// tests are the parts of the file that are tests.
	tests []source.Span
	// Instancer reads the instances of registrations; it is nil until all others are known.
	Instancer *instancer
	// postponed are calls with arguments that are spread into them.
	postponed []*syntax.Expr
}

// The recognisers, each of which may use those before it.
type (
	calls   struct{ *Reader }
	classes struct {
		*calls
		// superOf are the calls of supers, once they are asked for.
		superOf map[*syntax.Class]*syntax.Expr
	}
	attributes struct{ *classes }
	objects    struct {
		*classes
		// toolTables says how many members of an object look like tools.
		toolTables map[*syntax.Expr]int
	}
	servers struct {
		*objects
		// instructed are the objects whose instructions are taken.
		instructed map[*syntax.Expr]bool
	}
	gradio   struct{ *calls }
	exporter struct{ *Reader }
)

// Options say how a file is read.
type Options struct {
	// Params has the parameters of exported functions read too.
	Params bool
	// Documents are those that the file loads, by the names that it calls them.
	Documents map[string]*source.Node
}

// Recognise reads the definitions of a file.
func Recognise(u *syntax.Unit, how Options) *Reader {
	r := &Reader{
		Functions: schema.New(static.New(u, how.Documents)), Result: &Result{}, quirks: quirksOf[u.Lang], Options: how,
		Rewrites: map[*syntax.Func][]*syntax.Bind{}, Claimed: map[*syntax.Expr]bool{}, classDone: map[*syntax.Class]bool{},
	}
	calls := &calls{r}
	classes := &classes{calls: calls}
	objects := &objects{classes: classes, toolTables: map[*syntax.Expr]int{}}
	r.renameCalls()
	r.collectRewrites()
	(&attributes{classes}).attributed()
	calls.calls()
	(&gradio{calls}).gradio()
	classes.classes()
	objects.objects()
	r.tests = r.testSpans()
	objects.instances()
	(&servers{objects: objects, instructed: map[*syntax.Expr]bool{}}).servers()
	return r
}

// Export notes what other files may ask the file for.
func (r *Reader) Export() {
	x := &exporter{r}
	x.collectSymbols()
	x.collectImports()
	r.Result.Incomplete = r.Truncated || r.Fuel < 0
}

// Finish returns what was found, in order of source.
func (r *Reader) Finish() *Result {
	m := r.Result
	m.Truncated, m.Wants = m.Truncated || r.Unit.Cut || r.OutOfFuel, r.Wants
	for _, p := range m.Definitions {
		p.Test = r.InTest(p.Span.Start)
	}
	slices.SortStableFunc(m.Definitions, func(a, b *Definition) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	slices.SortStableFunc(m.Notes, func(a, b Note) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return m
}

// collectRewrites finds assignments to the documentation of functions, and to the description of those that are tools.
func (r *Reader) collectRewrites() {
	binds := slices.Clip(r.Unit.Binds)
	for _, e := range r.Unit.Calls {
		if e.Name != "setattr" || e.Recv != nil {
			continue
		}
		if p := static.Positional(e); len(p) == 3 && p[0].Kind == syntax.Ref && p[1].Kind == syntax.Literal && p[1].Text.Value == "__doc__" {
			binds = append(binds, &syntax.Bind{Name: p[0].Name + ".__doc__", Value: p[2], Scope: e.Scope, Span: e.Span})
		}
	}
	for _, b := range binds {
		if b.Value == nil {
			continue
		}
		path, doc := strings.CutSuffix(b.Name, ".__doc__")
		if !doc {
			var desc bool
			if path, desc = strings.CutSuffix(b.Name, ".description"); !desc || static.IsSelf[path] {
				continue
			}
			for _, f := range r.Callable(r.Follow(b.Scope, path)) {
				if a, _ := r.Registering(f.Attrs); a != nil {
					r.Rewrites[f] = append(r.Rewrites[f], b)
					r.rewrittenAt(b.Span, "description", path)
				}
			}
			continue
		}
		if path == "self" || path == "cls" {
			continue
		}
		r.rewrittenAt(b.Span, "docstring", path)
		fs := r.Callable(r.Follow(b.Scope, path))
		if len(fs) == 0 {
			fs = r.Methods[ident.Last(path)]
		}
		for _, f := range fs {
			r.Rewrites[f] = append(r.Rewrites[f], b)
		}
	}
}

func (r *Reader) rewrittenAt(span source.Span, what, path string) {
	r.Result.Notes = append(r.Result.Notes, Note{Span: span, Text: "the " + what + " of " + ident.Last(path) + " is rewritten at run time"})
}

// laterDescriptions adds to a definition that b gives a name the descriptions that it is given afterwards: tool.description = "...",
// tool.description += "...", tool.update({description: "..."}).
func (r *Reader) laterDescriptions(en *entry, b *syntax.Bind) {
	if b == nil || b.Name == "" {
		return
	}
	same := func(scope *syntax.Scope) bool {
		return strings.Contains(b.Name, ".") || slices.Contains(r.Lookup(scope, b.Name).Binds, b)
	}
	for _, d := range slices.Concat(r.Paths[b.Name+".description"], r.Paths[b.Name+".Description"]) {
		if d.Value == nil || !same(d.Scope) || !r.Spend(2) {
			continue
		}
		before := len(en.descs)
		r.fill(en, "description", d.Value)
		if len(en.descs) > before {
			if d.Adds && before > 0 {
				en.descs[before].Value = en.descs[before-1].Value.Then(en.descs[before].Value)
			}
			r.rewrittenAt(d.Span, "description", b.Name)
		}
	}
	for _, e := range r.Updates[b.Name] {
		if !same(e.Scope) || !r.Spend(2) {
			continue
		}
		if o := r.objectOf(e.Positional(0)); o != nil {
			if v := r.MemberOf(o, "description"); v != nil {
				r.fill(en, "description", v)
				r.Claimed[o] = true
				r.rewrittenAt(e.Span, "description", b.Name)
				if t := r.Eval(v); !t.Known() && !t.IsReference() {
					r.Result.Gaps = append(r.Result.Gaps, Gap{Span: e.Span, Text: ChangedUnknown(b.Name)})
				}
			}
		}
	}
}

// ChangedUnknown is the text of a gap where a description becomes one that is not known.
func ChangedUnknown(path string) string {
	return "this changes the description of " + ident.Last(path) + " to a text that is only known at run time"
}
