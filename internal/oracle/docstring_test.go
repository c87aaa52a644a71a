package oracle

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
)

// TestDocstrings compares which functions of Python are documented, where, and by what.
func TestDocstrings(t *testing.T) {
	l := languages[0]
	paths := below(t, "testdata/python", l)
	if dir := os.Getenv("MCP_LINT_ORACLE_FILES"); dir != "" {
		paths = append(paths, below(t, dir, l)...)
	}
	total := 0
	for _, path := range paths {
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		if len(src) > sizeLimit {
			continue
		}
		tree := parse(l.grammar(path), src)
		if tree == nil || tree.RootNode().HasError() {
			continue
		}
		want := map[string]bool{}
		node{tree.RootNode(), src}.visit(func(n node) bool {
			if n.Kind() == "function_definition" {
				if d := docstring(n); d != nil {
					want[described(n.src, string(n.src[n.ChildByFieldName("name").StartByte():n.ChildByFieldName("name").EndByte()]), d.start, d.end, d.value)] = true
				}
			}
			return true
		})
		tree.Close()
		got := map[string]bool{}
		for _, f := range syntax.Read(newFile(path, src), lex.Python).Funcs {
			if f.Doc != nil && f.Doc.Kind == syntax.Literal {
				got[described(src, f.Name, f.Doc.Span.Start, f.Doc.Span.End, f.Doc.Text.Value)] = true
			}
		}
		for w := range want {
			if !got[w] {
				t.Errorf("%s: missing %s", path, w)
			}
		}
		for g := range got {
			if !want[g] {
				t.Errorf("%s: extra %s", path, g)
			}
		}
		total += len(want)
	}
	t.Logf("%d docstrings", total)
	require.GreaterOrEqual(t, total, 4)
}

// docstring returns the literal that documents a function, or nil.
func docstring(n node) *literal {
	body := n.ChildByFieldName("body")
	if body == nil {
		return nil
	}
	for i := range int(body.ChildCount()) {
		c := node{body.Child(uint(i)), n.src}
		if c.Kind() == "comment" {
			continue
		}
		if c.Kind() != "expression_statement" || c.count() == 0 || c.child(0).Kind() != "string" {
			return nil
		}
		prefix := strings.ToLower(c.child(0).child(0).text())
		if strings.ContainsAny(prefix, "fbt") {
			return nil
		}
		return pythonLiteral(c.child(0))
	}
	return nil
}

// described names a docstring. White space is left out: what of it counts is disputed.
func described(src []byte, name string, start, end int, value string) string {
	return fmt.Sprintf("%s:%d: [%d,%d) %s", name, 1+strings.Count(string(src[:start]), "\n"), start, end, clip(strings.Join(strings.Fields(value), " ")))
}
