package discover

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// told is all that an inventory tells, with the places of what it found.
func told(inv *Inventory) string {
	var b strings.Builder
	for _, list := range [][]Tool{inv.Tools, inv.LooseStrings, inv.Launches, inv.Agents} {
		for i := range list {
			tool := &list[i]
			fmt.Fprintln(&b, tool.View.Kind, tool.View.Server, tool.View.Name, tool.File.Rel, tool.Span, tool.Class, tool.Static, tool.Why)
			for k, text := range tool.Texts {
				fmt.Fprintln(&b, tool.View.Fields[k].Pointer, tool.View.Fields[k].Text)
				for f, span := range text.Pieces() {
					fmt.Fprint(&b, f.Rel, span)
				}
			}
		}
	}
	for _, list := range [][]Note{inv.Notes, inv.Gaps} {
		for _, n := range list {
			fmt.Fprintln(&b, n.File.Rel, n.Span, n.Text, n.Class)
		}
	}
	for _, s := range inv.Skips {
		fmt.Fprintln(&b, s)
	}
	fmt.Fprintln(&b, inv.Servers, inv.FilesRead, inv.FilesSeen)
	return b.String()
}

// TestCoresAndEarlierFilesDoNotMatter reads code in all languages on several numbers of cores, each time in memory that was used before.
func TestCoresAndEarlierFilesDoNotMatter(t *testing.T) {
	walked := func(cores int) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		return told(walk(t, Options{Cwd: "code/testdata"}))
	}
	first := walked(1)
	require.Greater(t, strings.Count(first, "\n"), 900)
	for _, cores := range []int{2, 8, 1} {
		assert.Equal(t, first, walked(cores), "%d cores", cores)
	}
}
