package code

import (
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// fieldOfSchema reports whether an expression makes the type of a field, as z.string().optional() does, rather than a text.
func fieldOfSchema(e *syntax.Expr) bool {
	if e == nil || e.Kind != syntax.Call {
		return false
	}
	root := e
	for n := 0; root.Recv != nil && root.Recv.Kind == syntax.Call && n < 100; n++ {
		root = root.Recv
	}
	if root.Recv == nil || root.Recv.Kind != syntax.Ref || !schemaRoots[head(root.Recv.Name)] && !schemaRoots[last(root.Recv.Name)] {
		return false
	}
	switch key(root.Name) {
	case "string", "number", "boolean", "any", "unknown", "object", "array", "enum", "literal", "union", "optional", "record", "nullable", "coerce", "null", "str":
		return true
	}
	return false
}

// returnedSchema makes the schema with properties that a function of the file returns, or nil when it returns none.
func (r *reader) returnedSchema(e *syntax.Expr, depth int) *draft {
	for _, f := range r.called(e) {
		for i, x := range f.Returns {
			if i >= maxAlts {
				break
			}
			if d := r.schema(x, depth+1); d != nil && d.kind == source.Object && d.get("properties") != nil {
				return d
			}
		}
	}
	return nil
}
