package static

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// Filled are the calls that fill a variable that they are passed with what they read, by the name of that.
func (r *Resolver) Filled() map[string]*syntax.Expr {
	if r.fills != nil {
		return r.fills
	}
	r.fills = map[string]*syntax.Expr{}
	for _, e := range r.Unit.Calls {
		if r.Unit.Lang != lex.Go || !fillNames[ident.Key(e.Name)] || !r.Spend(1) {
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

// Constructors are the names of constructors.
var Constructors = wordset.Of("__init__ constructor initialize __construct init")

// Constructor returns the constructor of a class, or nil.
func Constructor(c *syntax.Class) *syntax.Func {
	for _, f := range c.Methods {
		if Constructors[f.Name] || f.Name == c.Name {
			return f
		}
	}
	return nil
}

// Passed returns which argument each parameter of a function has in a call.
func (r *Resolver) Passed(f *syntax.Func, args []*syntax.Expr, call *syntax.Expr) map[any]*syntax.Expr {
	out := map[any]*syntax.Expr{}
	at := 0
	for i := range f.Params {
		p := &f.Params[i]
		switch {
		case i == 0 && f.Class != nil && IsSelf[p.Name]:
		case call != nil && r.before(p.NameSpan, "**"):
			all := &syntax.Expr{Kind: syntax.Object, Span: call.Span, Scope: call.Scope}
			for k := range call.Args {
				if a := call.Args[k]; a.Name != "" && paramNamed(f.Params, a.Name) == nil {
					all.Args = append(all.Args, a)
				}
			}
			out[p] = all
		case call != nil && r.before(p.NameSpan, "..."):
			out[p] = &syntax.Expr{Kind: syntax.List, Items: args[min(at, len(args)):], Span: call.Span, Scope: call.Scope}
		case p.Of > 0:
			if p.Of <= len(args) && p.Part != "" {
				if ts := r.steps([]Target{{Expr: args[p.Of-1]}}, p.Part); len(ts) > 0 && ts[0].Expr != nil {
					out[p] = ts[0].Expr
				}
			}
		case call.Arg(p.Name) != nil:
			out[p] = call.Arg(p.Name)
		case at < len(args):
			out[p] = args[at]
			at++
		case p.Default != nil:
			out[p] = p.Default
		}
	}
	if len(out) == 0 {
		out[f] = nil // it is looked at once
	}
	return out
}

// before reports whether the mark of a parameter that takes all other arguments precedes a name.
func (r *Resolver) before(name source.Span, mark string) bool {
	return strings.HasSuffix(string(r.File.Data[max(0, name.Start-len(mark)):name.Start]), mark)
}

// IteratorNames are the functions that call another for each element of a list, by their keys.
var IteratorNames = wordset.Of("foreach map flatmap each foreachindexed filtermap collect select mapto eachwithindex mapnotnull compactmap oneach")
