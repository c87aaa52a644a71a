package discover

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

// manyTools is a file of definitions, the last of which has an extra member.
func manyTools(n int, extra string) *source.File {
	var b strings.Builder
	b.WriteString(`{"tools": [`)
	for i := range n {
		fmt.Fprintf(&b, `{"name": "t%d", "description": "Reads \u00e9 %d.", "inputSchema": {"type": "object", "maxProperties": %d}},`, i, i*i, i)
	}
	b.WriteString(`{"name": "last", "description": "Reads."` + extra + `}]}`)
	return source.NewFile("tools.json", "tools.json", []byte(b.String()))
}

func TestDefinitionsSideBySide(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	f := manyTools(6*manyDefinitions, "")
	entries := manifest.Recognise(f, parsed(f)).Entries
	require.Len(t, entries, 6*manyDefinitions+1)

	one := converter{file: f, left: maxNodes}
	want := make([]derived, len(entries))
	for i, e := range entries {
		want[i].Tool = one.tool(e)
	}
	many := converter{file: f, left: maxNodes}
	got := make([]derived, len(entries))
	require.True(t, many.sideBySide(entries, got))
	assert.Equal(t, want, got)
	assert.Equal(t, one.left, many.left)
	assert.Less(t, many.left, maxNodes)

	used := maxNodes - one.left
	for _, left := range []int{used, used - 1, used / 2, 10} {
		one, many = converter{file: f, left: left}, converter{file: f, left: left}
		for i, e := range entries {
			want[i].Tool = one.tool(e)
		}
		got = make([]derived, len(entries))
		many.toolsOf(entries, got)
		require.Equal(t, want, got, left)
		require.Equal(t, one.left, many.left)
	}
}

// TestDefinitionsOneAfterAnother has definitions that depend on those before them, and such as cannot be read.
func TestDefinitionsOneAfterAnother(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	f := manyTools(2*manyDefinitions, `, "deep": `+strings.Repeat("[", maxNesting+5)+strings.Repeat("]", maxNesting+5))
	entries := manifest.Recognise(f, parsed(f)).Entries
	c := converter{file: f, left: maxNodes}
	assert.False(t, c.sideBySide(entries, make([]derived, len(entries))), "what was cut off is told apart in order")
	assert.False(t, c.sideBySide(entries[:manyDefinitions], make([]derived, manyDefinitions)), "too few")
	c.reads = true
	assert.False(t, c.sideBySide(entries, make([]derived, len(entries))), "what was read is told in order")
	c.reads = false
	entries[7].Def = nil
	assert.False(t, c.sideBySide(entries, make([]derived, len(entries))), "what panics")
	assert.Equal(t, maxNodes, c.left)
}
