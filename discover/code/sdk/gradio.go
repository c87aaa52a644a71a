package sdk

import (
	"cmp"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
)

// An app of Gradio that is launched with mcp_server=True serves the functions of its interfaces and events as tools.

// gradio recognises these functions, which are tools when a file of the package launches the app so.
func (r *gradio) gradio() {
	if !r.quirks.launches {
		return
	}
	imported, seen := map[string]bool{}, map[string]bool{}
	for _, i := range r.Unit.Imports {
		if ident.Head(i.From) == "gradio" {
			imported[cmp.Or(i.As, i.Name, i.From)] = true
		}
	}
	for _, e := range r.Unit.Calls {
		if v := e.Arg("mcp_server"); v != nil && e.Name == "launch" && !isFalse(v) {
			r.Result.Launches = append(r.Result.Launches, e.Span)
		}
		if len(imported) > 0 && !r.Claimed[e] && r.Spend(2) {
			if fn := r.gradioFunction(e, imported); fn != nil {
				r.endpoint(e, fn, seen)
			}
		}
	}
}

func isFalse(e *syntax.Expr) bool { return e.Kind == syntax.Scalar && e.Text.Value == "False" }

// gradioFunction returns what a call makes an endpoint of, or nil.
func (r *gradio) gradioFunction(e *syntax.Expr, imported map[string]bool) *syntax.Expr {
	at := 0
	switch own := e.Recv == nil && imported[e.Name] || e.Recv != nil && imported[e.Recv.Name]; {
	case own && gradioMakers[e.Name]:
		if e.Name == "on" {
			at = 1 // after what triggers it
		}
	case own || e.Recv == nil || !gradioEvents[e.Name]:
		return nil
	case e.Arg("fn") == nil && e.Arg("inputs") == nil && e.Arg("outputs") == nil && e.Arg("api_name") == nil && len(static.Positional(e)) < 3:
		return nil // a method of something else: executor.submit(run, x)
	}
	fn := cmp.Or(e.Arg("fn"), e.Positional(at))
	if fn == nil || fn.Kind != syntax.Ref && fn.Kind != syntax.Lambda {
		return nil
	}
	return fn
}

// endpoint makes a tool of an endpoint, once a name.
func (r *gradio) endpoint(e, fn *syntax.Expr, seen map[string]bool) {
	en := newEntry(KindTool, "call", e.Span)
	switch v := e.Arg("api_name"); {
	case v == nil:
	case isFalse(v):
		return
	case v.Kind != syntax.Scalar:
		en.name = r.TextDraft(v)
	}
	if v := e.Arg("api_visibility"); v != nil {
		if s, ok := r.Eval(v).Static(); ok && s == "private" {
			return
		}
	}
	if v := e.Arg("api_description"); v != nil && v.Kind != syntax.Scalar {
		r.fill(en, "description", v)
	}
	if !r.handlerOf(en, fn) || en.name == nil || seen[en.name.Value.FirstString()] {
		return
	}
	seen[en.name.Value.FirstString()] = true
	en.Launched = true
	en.made = []*syntax.Expr{e}
	r.Claimed[e] = r.emit(en)
}
