package discover

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPatterns(t *testing.T) {
	for pattern, c := range map[string]struct{ yes, no []string }{
		"tests":              {[]string{"tests", "tests/a.py", "a/tests/b/c.py"}, []string{"test/a.py", "atests/x", "testss"}},
		"tests/":             {[]string{"tests/a.py", "a/tests/b/c.py"}, []string{"tests", "a/tests"}},
		"/tests":             {[]string{"tests", "tests/a.py"}, []string{"a/tests/b.py", "testsx"}},
		"src/gen":            {[]string{"src/gen", "src/gen/x/y.ts"}, []string{"src/general.ts", "a/src/gen"}},
		"*.py":               {[]string{"a.py", "x/y/b.py", "odd.py/inner.ts"}, []string{"a.pyc", "py"}},
		"src/*.py":           {[]string{"src/a.py", "src/d.py/e.ts"}, []string{"src/a/b.py", "a/src/b.py"}},
		"src/**":             {[]string{"src/a", "src/a/b/c"}, []string{"src", "other/src/a"}},
		"**/gen/*.json":      {[]string{"gen/a.json", "a/b/gen/c.json"}, []string{"gen/a/b.json"}},
		"a/**/z":             {[]string{"a/z", "a/b/c/z", "a/b/z/more"}, []string{"a/bz", "z"}},
		"gen*/":              {[]string{"generated/a.ts", "x/gen/y"}, []string{"gen.ts", "x/general"}},
		"src/gen*/":          {[]string{"src/generated/a.ts"}, []string{"src/gen.ts"}},
		"[ab].json":          {[]string{"a.json", "x/b.json"}, []string{"c.json"}},
		`\#x`:                {[]string{"#x"}, []string{"x"}},
		"*":                  {[]string{"a", "a/b"}, nil},
		"with space.json   ": {[]string{"with space.json"}, []string{"with space.json  "}},
		"h\u00fc/*.json":     {[]string{"h\u00fc/a.json"}, []string{"hu/a.json"}},
	} {
		p, err := NewPatterns([]string{"nothing-else", pattern})
		require.NoError(t, err, pattern)
		for _, rel := range c.yes {
			assert.True(t, p.Match(rel), "%s fits %s", pattern, rel)
		}
		for _, rel := range c.no {
			assert.False(t, p.Match(rel), "%s does not fit %s", pattern, rel)
		}
	}
	p, err := NewPatterns([]string{"tests/"})
	require.NoError(t, err)
	assert.True(t, p.match("a/tests", true))
	assert.False(t, (*Patterns)(nil).Match("a"))
	p, err = NewPatterns(nil)
	require.NoError(t, err)
	assert.False(t, p.Match("a"))
	assert.False(t, p.Match(""))
}

func TestPatternsAreRefused(t *testing.T) {
	for pattern, want := range map[string]string{
		"": "empty", "  ": "empty", "!a": "begins with '!'", "# a": "comment", "a\nb": "line break", "a\x00": "NUL", "./a": `".."`, "a/../b": `".."`,
		"[a": "malformed", `a\`: "malformed", strings.Repeat("a", 2000): "more than 1024 bytes", "/": "matches nothing",
	} {
		_, err := NewPatterns([]string{pattern})
		require.Error(t, err, "%q", pattern)
		assert.Contains(t, err.Error(), want)
		assert.Less(t, len(err.Error()), 300)
	}
	_, err := NewPatterns(make([]string, maxPatterns+1))
	require.ErrorContains(t, err, "more than 1000 patterns")
	_, err = NewPatterns(strings.Split(strings.Repeat(strings.Repeat("a", 1000)+" ", 40), " ")[:40])
	require.ErrorContains(t, err, "bytes in total")
}

// TestPatternsEnd matches hostile patterns with hostile paths until they are given up.
func TestPatternsEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("large; the race detector has nothing to add")
	}
	var list []string
	for i := range 30 {
		list = append(list, fmt.Sprintf("**/%s%d", strings.Repeat("*a", 500), i))
	}
	p, err := NewPatterns(list)
	require.NoError(t, err)
	rel := strings.Repeat(strings.Repeat("a", 200)+"/", 4) + "b"
	n := 0
	for ; !p.Spent(); n++ {
		require.False(t, p.Match(rel))
		require.Less(t, n, 1000)
		p.left.Add(-maxIgnoreSteps / 20)
	}
	p, err = NewPatterns([]string{"a"})
	require.NoError(t, err)
	p.left.Store(1)
	assert.True(t, p.Match("a"))
	assert.False(t, p.Match("a"), "nothing fits from there on")
}

// FuzzPatterns matches anything with anything: what lies in a folder that is meant is meant.
func FuzzPatterns(f *testing.F) {
	for _, s := range [][2]string{{"a/**/b", "a/x/b/c"}, {"*.py", "d/e.py"}, {"gen*/", "x/gen/y"}, {"/a", "a/b"}, {"**/", "a/b"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, pattern, rel string) {
		p, err := NewPatterns([]string{pattern})
		if err != nil || rel == "" || rel != path.Clean(rel) || rel[0] == '/' || strings.HasPrefix(rel, ".") {
			return
		}
		if p.match(rel, true) {
			require.True(t, p.Match(rel+"/x"), "%q %q", pattern, rel)
		}
	})
}

// classesOf lists path: class of the tools found.
func classesOf(inv *Inventory) map[string]Class {
	out := map[string]Class{}
	for _, tool := range inv.Tools {
		out[tool.File.Rel] = tool.Class
	}
	return out
}

func writeAll(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, data := range files {
		write(t, dir, name, data)
	}
}

func TestExcluded(t *testing.T) {
	dir := t.TempDir()
	writeAll(t, dir, map[string]string{
		"a.json": list("a", "A."), "src/b.json": list("b", "B."), "src/gen/c.json": list("c", "C."), "src/gen/deep/d.json": list("d", "D."), "notes.png": "x",
	})
	rels := func(opts Options) []string {
		opts.Cwd = cmp.Or(opts.Cwd, dir)
		inv := walk(t, opts)
		out := []string{}
		for _, tool := range inv.Tools {
			out = append(out, tool.File.Rel)
		}
		return out
	}
	assert.Equal(t, []string{"a.json", "src/b.json"}, rels(Options{Exclude: []string{"gen/"}}))
	assert.Equal(t, []string{"a.json"}, rels(Options{Exclude: []string{"src"}}))
	assert.Equal(t, []string{"src/b.json", "src/gen/c.json", "src/gen/deep/d.json"}, rels(Options{Include: []string{"src/"}}))
	assert.Equal(t, []string{"src/b.json"}, rels(Options{Include: []string{"src/"}, Exclude: []string{"src/gen"}}))
	assert.Equal(t, []string{"src/gen/c.json"}, rels(Options{Include: []string{"c.json"}}))
	assert.Empty(t, rels(Options{Exclude: []string{"*"}}))

	inv := walk(t, Options{Cwd: dir, Exclude: []string{"src/gen", "a.json", "notes.png"}})
	assert.Equal(t, 2, inv.Skipped[SkipExcluded], "folders count once, what would not be read not at all: %v", inv.Skips)
	assert.Equal(t, "a.json", inv.Skips[0].Path)
	assert.Equal(t, "src/gen/", inv.Skips[1].Path)
	assert.True(t, inv.Skips[0].Quiet())

	for _, paths := range [][]string{{"src/gen/c.json"}, {"src/gen"}, {"src/gen/deep"}, {"src/gen/c.json", "src/gen/c.json"}} {
		for _, around := range []bool{false, true} {
			git := t.TempDir()
			writeAll(t, git, map[string]string{"src/gen/c.json": list("c", "C."), "src/gen/deep/d.json": list("d", "D."), ".git/HEAD": "x"})
			inv := walk(t, Options{Cwd: git, Paths: paths, Exclude: []string{"gen/"}, InContext: around})
			assert.Empty(t, inv.Tools, "%v %v: what is named is left out too", paths, around)
			assert.Equal(t, 1, inv.Skipped[SkipExcluded], "%v %v", paths, around)
		}
	}
	inv = walk(t, Options{Cwd: dir, Paths: []string{"-"}, Stdin: strings.NewReader(list("x", "X.")), Exclude: []string{"*"}})
	assert.Len(t, inv.Tools, 1, "standard input has no path")

	for _, opts := range []Options{{Include: []string{"!a"}}, {Exclude: []string{""}}, {Classes: map[Class][]string{ClassTest: {"[a"}}}} {
		opts.Cwd = dir
		_, err := Walk(opts)
		require.Error(t, err)
	}
	if err := os.Symlink("src/gen/c.json", dir+"/link.json"); err == nil {
		assert.Equal(t, []string{"a.json", "src/b.json"}, rels(Options{Exclude: []string{"gen/"}}), "a link leads to nothing that is left out")
	}
}

func TestClassesByPatterns(t *testing.T) {
	dir := t.TempDir()
	writeAll(t, dir, map[string]string{
		"package.json": `{"name": "s", "dependencies": {"@modelcontextprotocol/sdk": "1"}}`,
		"src/index.ts": "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nconst server = new McpServer({ name: 's' });\nserver.tool('one', 'Does one.', run);\n",
		"tests/two.ts": "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nserver.tool('two', 'Does two.', run);\n",
		"tools.json":   list("three", "Does three."), "tests/four.json": list("four", "Does four."), "gen/five.ts": "// Code generated by x. DO NOT EDIT.\n// mcp\nexport const five = { name: 'five', description: 'Does five.', inputSchema: { type: 'object' } };\n",
	})
	assert.Equal(t, map[string]Class{"src/index.ts": "", "tests/two.ts": ClassTest, "tools.json": "", "tests/four.json": ClassTest, "gen/five.ts": ClassGenerated}, classesOf(walk(t, Options{Cwd: dir})))
	classes := map[Class][]string{ClassNone: {"tests/", "gen"}, ClassExample: {"src/index.ts", "tools.json", "tests/four.json"}}
	want := map[string]Class{"src/index.ts": ClassExample, "tests/two.ts": "", "tools.json": ClassExample, "tests/four.json": "", "gen/five.ts": ""}
	assert.Equal(t, want, classesOf(walk(t, Options{Cwd: dir, Classes: classes})), "served wins over the others")
	inv := walk(t, Options{Cwd: dir, Classes: classes, Paths: []string{"src/index.ts", "tools.json"}})
	assert.Equal(t, map[string]Class{"src/index.ts": ClassExample, "tools.json": ClassExample}, classesOf(inv), "also when the file is named")
}

// TestPatternsShareTheirTime spends with one what another has left.
func TestPatternsShareTheirTime(t *testing.T) {
	a, err := NewPatterns([]string{"a"})
	require.NoError(t, err)
	b, err := NewPatterns([]string{"b"})
	require.NoError(t, err)
	b.Share(a)
	a.left.Store(1)
	assert.True(t, a.Match("a"))
	assert.True(t, b.Spent())
	assert.False(t, b.Match("b"))
}
