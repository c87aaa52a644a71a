package code

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/source"
)

const keepSource = `
SHORT = "abc"
FOUND = re.compile("a pattern of some length")
assert FOUND == "what it is compared with"
LONG = "a string that is kept for the sweep"
TOLD = "what the tool is described with"
BOTH = "this one is put together " + "of two literals"

def plain(): pass
def other(): pass

@mcp.tool(description=TOLD)
def search(query: str): ...
`

func scanPython(text string) *link.Module {
	return scan(source.NewFile("a.py", "a.py", []byte(text)), lex.Python)
}

// What is kept is what would have been there, wherever the dropped strings stood.
func TestScanForKeepsAPartOfWhatLinkReturns(t *testing.T) {
	long := func(text string) bool { return len(text) >= 12 }
	all := linkAll([]*link.Module{scanPython(keepSource)})[0]
	m := Scan(source.NewFile("a.py", "a.py", []byte(keepSource)), lex.Python, long, nil)
	got := linkAll([]*link.Module{m})[0]

	var want []string
	for i := range all.Strings {
		if s := &all.Strings[i]; !s.Pattern && !s.Assert && long(s.Text.Value) {
			want = append(want, all.Strings[i].Text.Value)
		}
	}
	require.NotEmpty(t, want)
	require.Less(t, len(want), len(all.Strings))
	kept := make([]string, 0, len(got.Strings))
	for i := range got.Strings {
		kept = append(kept, got.Strings[i].Text.Value)
	}
	assert.Equal(t, want, kept)
	assert.NotContains(t, strings.Join(kept, "\n"), "described with", "a definition holds it")
	assert.Equal(t, all.Entries, got.Entries)
}

func TestReleaseLeavesTheFileAndDropsTheRest(t *testing.T) {
	m := scanPython(keepSource)
	found := linkAll([]*link.Module{m})[0]
	m.Release()
	assert.NotNil(t, m.File)
	assert.Nil(t, m.Symbols)
	assert.NotEmpty(t, found.Entries)
	assert.Empty(t, linkAll([]*link.Module{m})[0].Entries)
}
