package text

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestReversedLinesAreReadOnce is about texts of many lines: turning a line round takes no look at the lines behind it. What is allocated
// tells of it.
func TestReversedLinesAreReadOnce(t *testing.T) {
	const line = "- won siht od\n"
	allocated := func(lines int) uint64 {
		d := NewDoc(strings.Repeat(line, lines))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		g := reversed(d, NewVocabulary([]string{"now"}, []string{"do", "this", "now"}), false)
		runtime.ReadMemStats(&after)
		assert.True(t, strings.HasPrefix(g.Doc.Raw, "do this now -\ndo this now -\n"))
		assert.Len(t, g.Changed, 3*lines)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(10)
	few, many := allocated(500), allocated(4000)
	assert.Less(t, many, 16*few)
}
