// Package schema makes JSON schemas of what code says: literals, calls of schema libraries, classes, and the parameters and results of
// functions. A Draft is a value whose texts may have holes.
package schema

import (
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
)

// Schemas makes the schemas that the expressions and classes of one file stand for.
type Schemas struct {
	*static.Evaluator
	// shortened counts how often the schema of a class was left out; short is set when a bound left something out of a value.
	shortened int
	Truncated bool
	// classSchemas are the schemas of classes, inProgress those that are being made.
	classSchemas map[*syntax.Class]*Draft
	inProgress   map[*syntax.Class]bool
	// schemas are those that were made before, under the values of parameters.
	schemas map[*syntax.Expr]*Draft
}

// Functions makes the schemas of what functions take and return.
type Functions struct{ *Schemas }

// New returns the schemas of a file.
func New(e *static.Evaluator) *Functions {
	return &Functions{&Schemas{Evaluator: e, classSchemas: map[*syntax.Class]*Draft{}, inProgress: map[*syntax.Class]bool{}, schemas: map[*syntax.Expr]*Draft{}}}
}

// Forget is Evaluator.Forget, for schemas too.
func (r *Schemas) Forget() func() {
	schemas, back := r.schemas, r.Evaluator.Forget()
	r.schemas = map[*syntax.Expr]*Draft{}
	return func() { back(); r.schemas = schemas }
}
