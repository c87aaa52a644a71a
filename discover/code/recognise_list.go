package code

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
)

// lists recognises functions of Python that are listed to be registered one by one: read_tools = [list_orders, get_order], and
// for f in (a, b): mcp.tool()(f).
func (r *reader) lists() {
	if r.u.Lang != lex.Python {
		return
	}
	for _, b := range r.u.Binds {
		if b.Value == nil || b.Value.Kind != syntax.List || !r.spend(1) || !listsFunctions(last(b.Name)) {
			continue
		}
		for _, item := range b.Value.Items {
			if item.Kind == syntax.Ref && r.spend(2) {
				r.listed(item)
			}
		}
	}
}

// listsFunctions reports whether a list of that name holds tools, or the functions that become tools.
func listsFunctions(name string) bool {
	ws := words(name)
	for i := len(ws) - 1; i > 0; i-- {
		if w := ws[i]; w != "functions" && w != "funcs" && w != "fns" {
			break
		}
		ws = ws[:i]
	}
	if n := len(ws); n > 0 && (ws[n-1] == "tools" || ws[n-1] == "tool") {
		for _, w := range ws[:n-1] {
			if noRegistration[w] && w != "read" && w != "write" && w != "search" && w != "update" && w != "delete" && w != "get" && w != "list" {
				return false
			}
		}
		return true
	}
	return false
}

// listed makes the definition of a function that an element of a list of tools names. What is no function, or is a tool by what it
// is decorated with, is left out.
func (r *reader) listed(item *syntax.Expr) {
	fs := r.functions(item)
	for _, f := range fs {
		if a, _ := r.registering(f.Attrs); a == nil && f.Doc != nil {
			en := &entry{kind: kindTool, shape: "list", span: item.Span}
			r.finishFunc(en, f)
			r.emit(en)
		}
	}
	if len(fs) > 0 || r.lookup(item.Scope, head(item.Name)).any() {
		return
	}
	w := r.wishFor(item.Name, wishDoc)
	if w == nil || w.from == "" || strings.HasPrefix(w.from, "typing") {
		return
	}
	r.emit(&entry{kind: kindTool, shape: "list", span: item.Span, name: r.nameOf(item.Name, item.NameSpan), wish: w, maybe: true})
}

// each returns the names of functions that a name stands for in a loop over them: for f in (a, b).
func (r *reader) each(e *syntax.Expr) []*syntax.Expr {
	if e == nil || e.Kind != syntax.Ref || r.u.Lang != lex.Python {
		return nil
	}
	var out []*syntax.Expr
	for _, b := range r.lookup(e.Scope, e.Name).binds {
		if b.Value != nil && b.Value.Kind == syntax.Ref && b.Value.Name != e.Name && len(out) < maxMembers {
			out = append(out, b.Value)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// looped makes the definitions of the functions that a call registers in a loop. It reports whether it is such a call.
func (r *reader) looped(arg *syntax.Expr) bool {
	items := r.each(arg)
	for _, item := range items {
		r.listed(item)
	}
	return len(items) > 0
}
