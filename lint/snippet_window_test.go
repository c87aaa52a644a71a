package lint

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

// TestSnippetLooksNoFurtherThanItMust: what is shown of a line is the same whether all of the window is looked at or only what is near.
func TestSnippetLooksNoFurtherThanItMust(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6)) //nolint:gosec // The same lines in each run.
	parts := []string{
		"a", "word ", " ", "    ", "\t", "漢字", "e\u0301", "\u0301\u0302", "\u200b", "\xff", "\xe6\xbc", "😀", "ghp_1234567890abcdefghijABCDEFGHIJ123456 ",
		strings.Repeat("x", 90), strings.Repeat(" ", 150), strings.Repeat("é", 60), "\x00", "\u202e",
	}
	for range 3_000 {
		var b strings.Builder
		for range r.IntN(60) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		data := []byte(b.String())
		if len(data) == 0 {
			continue
		}
		f := source.NewFile("a", "a", data)
		report := &Report{sensitive: map[*source.File][]source.Span{}}
		if r.IntN(3) == 0 {
			at := r.IntN(len(data))
			report.sensitive[f] = []source.Span{{Start: at, End: min(at+r.IntN(40), len(data))}}
		}
		for range 8 {
			start := r.IntN(len(data) + 1)
			end := min(start+r.IntN(30), len(data))
			columns := []int{1, 7, 20, 40, 93, 100, 250}[r.IntN(7)]
			got := report.Snippet(source.Location{File: f, Span: source.Span{Start: start, End: end}}, columns)
			require.Equal(t, whole(report, f, start, end, columns), got, "%q %d %d %d", data, start, end, columns)
		}
	}
}

// whole is Snippet of a file of one line for which all of the window is looked at.
func whole(r *Report, f *source.File, start, end, columns int) Snippet {
	pos := f.Position(start, source.Bytes)
	line, base := f.Line(pos.Line)
	start = min(max(start-base, 0), len(line))
	end = min(max(end-base, start), len(line))
	lo, hi := max(start-snippetReach, 0), min(min(end, start+snippetReach)+snippetReach, len(line))
	for lo > 0 && line[lo]&0xC0 == 0x80 {
		lo--
	}
	for hi < len(line) && line[hi]&0xC0 == 0x80 {
		hi++
	}
	cells, _ := r.cells(f, base+lo, line[lo:hi], start-lo, end-lo, 0)
	s := layout(slices.Clone(cells), columns, lo > 0, hi < len(line))
	s.Line = pos.Line
	return s
}

// TestPrintable: the characters stand where cells look for them.
func TestPrintable(t *testing.T) {
	var all bytes.Buffer
	for c := byte(' '); c < 0x7F; c++ {
		all.WriteByte(c)
	}
	require.Equal(t, all.String(), printable)
}
