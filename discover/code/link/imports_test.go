package link

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/sdk"
	"github.com/org/mcp-lint/discover/source"
)

// TestImports holds that an import means the likeliest file first, that all files of a folder have one number for it, and that folders of some
// name are known to be on the way wherever one is.
func TestImports(t *testing.T) {
	for _, c := range []struct {
		file, from string
		lang       lex.Language
		want       []string
	}{
		{"a/b/c.py", "x.y", lex.Python, []string{"a/b/x/y/__init__", "a/b/x/y", "a/x/y/__init__", "a/x/y", "x/y/__init__", "x/y"}},
		{"a/b/c.py", ".x", lex.Python, []string{"a/b/x/__init__", "a/b/x"}},
		{"a/b/c.py", "..", lex.Python, []string{"a/__init__", "a"}},
		{"a/b/c.py", "....x", lex.Python, []string{"x/__init__", "x"}},
		{"a/c.py", ".b.__init__", lex.Python, []string{"a/b/__init__/__init__", "a/b/__init__"}},
		{"c.py", "os", lex.Python, []string{"os/__init__", "os"}},
		{"c.py", ".", lex.Python, []string{"./__init__", "."}},
		{"a/b/c.ts", "./x.js", lex.JavaScript, []string{"a/b/x.js", "a/b/x.js/index", "a/b/x"}},
		{"a/b/c.ts", "../.next/x", lex.JavaScript, []string{"a/.next/x", "a/.next/x/index"}},
		{"a/b/c.ts", "zod", lex.JavaScript, nil},
		{"a/b/c.go", "fmt", lex.Go, nil},
	} {
		m := &Module{File: source.NewFile(c.file, c.file, nil), Lang: c.lang, Result: sdk.Result{Imports: []string{c.from}, Loads: []string{"d/e.json"}}}
		var x Imports
		numbers := x.Of(m)
		assert.Equal(t, []int{0, 1}, numbers)
		assert.Equal(t, numbers, x.Of(m))
		assert.Equal(t, 2, x.Len())
		var got []string
		for p := range x.Targets(0, nil) {
			got = append(got, p)
		}
		assert.Equal(t, c.want, got, c.from)
		for _, p := range got {
			assert.Contains(t, slices.Collect(x.Targets(0, map[string]bool{NameOf(p): true})), p, "a file that is asked about is found")
		}
		for _, folder := range []string{"a", "b", "x", ".next", "d"} {
			on := slices.ContainsFunc(got, func(p string) bool { return slices.Contains(strings.Split(path.Dir(p), "/"), folder) })
			assert.True(t, !on || x.Through(0, func(name string) bool { return name == folder }), "%s of %s", folder, c.from)
		}
		assert.Equal(t, "d/e.json", slices.Collect(x.Targets(1, nil))[0])
	}
}
