package code

import (
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// GoComments returns where the comments of a Go file stand that no model reads; see syntax.GoComments. Those of other languages are
// what is between the tokens of package lex.
func GoComments(f *source.File) []source.Span { return syntax.GoComments(f) }
