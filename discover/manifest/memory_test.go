package manifest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

// spell writes a value out, with its places.
func spell(b *strings.Builder, n *source.Node) {
	fmt.Fprintf(b, "%d %q %d-%d[", n.Kind, n.Text.Value, n.Span.Start, n.Span.End)
	for _, item := range n.Items {
		spell(b, item)
	}
	for _, m := range n.Members {
		spell(b, m.Name)
		spell(b, m.Value)
	}
	b.WriteString("]")
}

// TestMemoryIsUsedAgain reads documents of all kinds one after the other, with one memory and with new ones.
func TestMemoryIsUsedAgain(t *testing.T) {
	long := `{"a": [` + strings.Repeat(`{"b": "c\n", "d": [1, 2, null]}, `, 3000) + `"e"], "f": [` + strings.Repeat("1,", 5000) + `2]}`
	var m Memory
	for round := range 3 {
		for i, c := range []struct {
			data   string
			format Format
		}{
			{`{"a": 1}`, JSON}, {long, JSON}, {"a: [1, {b: c}]\nd: &x {e: f}\ng: *x\n", YAML}, {"a = 1\n[b]\nc = [1, {d = 2}]\n", TOML}, {`{"a": {`, JSON}, {"[]", JSON},
		} {
			f := file("x", c.data)
			want, problems := ParseAs(f, c.format)
			got, same := ParseIn(&m, f, c.format)
			assert.Equal(t, problems, same)
			require.Len(t, got, len(want))
			for k := range want {
				var a, b strings.Builder
				spell(&a, want[k])
				spell(&b, got[k])
				require.Equal(t, a.String(), b.String(), "round %d, document %d", round, i)
			}
			m.Reset()
			assert.LessOrEqual(t, len(m.nodes.all), keptBlocks)
		}
	}
}

// TestMarks has nodes with a number, without one, and copies of such.
func TestMarks(t *testing.T) {
	var m marks
	one, two, none := &source.Node{Num: 1}, &source.Node{Num: 900}, &source.Node{}
	twin := *one
	for _, n := range []*source.Node{one, two, none, &twin} {
		assert.False(t, m.isGiven(n))
		for list := anything; list <= sifted; list++ {
			for _, root := range []bool{false, true} {
				assert.True(t, m.visits(visit{n, list, root}))
				assert.False(t, m.visits(visit{n, list, root}))
			}
		}
		assert.False(t, m.isGiven(n))
		m.give(n)
		assert.True(t, m.isGiven(n))
	}
	assert.False(t, m.isGiven(nil))
}

// BenchmarkCandidate looks at data that has none of the words.
func BenchmarkCandidate(b *testing.B) {
	f := file("rows.json", `{"rows": [`+strings.Repeat(`{"id": 17, "city": "Basel", "size": 3.5},`, 20_000)+`{}]}`)
	b.SetBytes(int64(len(f.Data)))
	for b.Loop() {
		if Candidate(f) {
			b.Fatal("nothing of it is there")
		}
	}
}
