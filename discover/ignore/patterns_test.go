package ignore

import (
	"fmt"
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
		p.left.Add(-MaxSteps / 20)
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
