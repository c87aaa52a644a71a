package check

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// hiddenIn scans one view with the check alone and returns its finding, if any.
func hiddenIn(t testing.TB, v detect.ToolView) *detect.Finding {
	t.Helper()
	res := detect.NewEngine([]detect.Check{hiddenUnicode{}}).Scan([]detect.ToolView{v})
	require.Empty(t, res.Coverage.Failures)
	if len(res.Findings) == 0 {
		return nil
	}
	return &res.Findings[0]
}

func tagLetters(s string) string {
	return strings.Map(func(r rune) rune { return r + 0xE0000 }, s)
}

func TestHiddenInBrokenFiles(t *testing.T) {
	raw := func(s string) *detect.Finding {
		return hiddenIn(t, detect.ToolView{Kind: detect.KindFile, Scope: detect.ScopeRaw, Fields: []detect.Field{{Text: s, Role: detect.RoleOther}}})
	}
	f := raw("{\"tools\": [\n{\"name\": \"x\\u200by\"")
	require.NotNil(t, f)
	assert.Equal(t, [2]int{23, 29}, [2]int{f.Signals[0].Start, f.Signals[0].End})
	assert.NotNil(t, raw("{\"name\": \"x\u200by\""))
	assert.Nil(t, raw("\ufeff{\"a\": \"\\\\u200b \\n\\b\"\r\n"+strings.Repeat(" ", 500)+"<!-- a comment in a file -->"))
	assert.Nil(t, raw("P\x00K\x03\x04\x00\x00\x1b\x00"), "what is no text has no hidden characters")
}

func TestHiddenInSweeps(t *testing.T) {
	sweep := func(s string) *detect.Finding {
		return hiddenIn(t, detect.ToolView{Scope: detect.ScopeSweep, Fields: []detect.Field{{Text: s, Role: detect.RoleOther}}})
	}
	assert.NotNil(t, sweep("One\u200btwo"))
	assert.NotNil(t, sweep("One"+tagLetters("go on")))
	assert.Nil(t, sweep("<!-- header of the page --> \ue001 icon"+strings.Repeat("\n", 80)+"x"))
}
