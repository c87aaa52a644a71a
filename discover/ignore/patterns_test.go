package ignore

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/golden"
)

func TestPatterns(t *testing.T) {
	golden.Lines(t, "testdata/patterns.txt", func(line string) []string {
		pattern, files, ok := strings.Cut(line, " => ")
		require.True(t, ok, line)
		p, err := NewPatterns([]string{"nothing-else", golden.Text(pattern)})
		require.NoError(t, err, pattern)
		var fit []string
		for file := range strings.SplitSeq(files, " | ") {
			if p.Match(golden.Text(file)) {
				fit = append(fit, file)
			}
		}
		return []string{strings.Join(fit, " | ")}
	})
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
