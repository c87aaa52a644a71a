package sdk

import (
	"github.com/org/mcp-lint/discover/code/syntax"
)

// ListDocument makes tools of a part of a document that the code hands on as it is: a tool, a list of tools, or an object that holds them.
// It reports whether all of that is tools.
func (r *Reader) ListDocument(e *syntax.Expr) bool {
	if l := e.Arg("tools"); l != nil {
		e = l
	}
	items := e.Items
	switch {
	case r.Claimed[e]:
		return true
	case e.Kind == syntax.Object && e.Arg("description") != nil:
		items = []*syntax.Expr{e}
	case e.Kind == syntax.Object:
		items = syntax.Values(e.Args)
	}
	before := len(r.Result.Definitions)
	for _, o := range items {
		name, desc := r.MemberOf(o, "name"), r.MemberOf(o, "description")
		if o.Kind != syntax.Object || name == nil || desc == nil || name.Kind != syntax.Literal || desc.Kind != syntax.Literal || !r.Spend(4) {
			r.Result.Definitions = r.Result.Definitions[:before]
			return false
		}
		en := newEntry(KindTool, "object", e.Span)
		r.fromObject(en, o)
		r.emit(en)
	}
	r.Claimed[e] = len(items) > 0
	return len(items) > 0
}
