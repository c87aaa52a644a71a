package syntax

import (
	"go/ast"
	"go/parser"
	"go/token"

	"github.com/org/mcp-lint/discover/source"
)

// GoComments returns where the comments of a Go file stand that no model reads, with their marks: all but those that document a package,
// a type or a field, of which schemas are made. There are none in a file with syntax errors: nobody knows what is a comment there.
func GoComments(f *source.File) (out []source.Span) {
	if goNesting(f.Data) > goMaxNesting {
		return nil
	}
	defer func() {
		if recover() != nil {
			out = nil
		}
	}()
	set := token.NewFileSet()
	base := set.Base()
	tree, err := parser.ParseFile(set, "", f.Data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	docs := map[*ast.CommentGroup]bool{tree.Doc: true}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			docs[n.Doc] = docs[n.Doc] || n.Tok == token.TYPE
		case *ast.TypeSpec:
			docs[n.Doc] = true
		case *ast.Field:
			docs[n.Doc] = true
		}
		return true
	})
	for _, group := range tree.Comments {
		if docs[group] {
			continue
		}
		for _, c := range group.List {
			// The parser drops carriage returns from the text, not from the source.
			start := int(c.Slash) - base
			if start < 0 || start+2 > len(f.Data) {
				continue
			}
			end := start + goUntil(f.Data[start:], "\n")
			if f.Data[start+1] == '*' {
				end = min(start+4+goUntil(f.Data[start+2:], "*/"), len(f.Data))
			}
			out = append(out, source.Span{Start: start, End: end})
		}
	}
	return out
}
