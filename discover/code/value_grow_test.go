package code

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

// TestTextsThatShareABeginning puts texts together in any order, several of them from the same beginning, and looks at all of them in the end.
func TestTextsThatShareABeginning(t *testing.T) {
	f := source.NewFile("a", "a", []byte("abcdefghij"))
	type made struct {
		value value
		text  string
		lits  int
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var all []made
		for i := range 4 {
			all = append(all, made{textValue(source.VerbatimText(f, source.Span{Start: i, End: i + 1}), f, source.Span{Start: i, End: i + 1}), string(rune('a' + i)), 1})
		}
		for range 40 {
			a, b := all[random.IntN(len(all))], all[random.IntN(4)]
			m := made{text: a.text + b.text, lits: a.lits + b.lits}
			if random.IntN(3) == 0 {
				m.value = value{alts: []alt{{}}}
				m.value.push(a.value)
				m.value.push(b.value)
			} else {
				m.value = a.value.then(b.value)
			}
			if random.IntN(4) == 0 {
				m.value = m.value.loosen()
			}
			all = append(all, m)
		}
		for _, m := range all {
			got := m.value.alts[0]
			require.Equal(t, m.text, got.string())
			require.Len(t, got.lits, m.lits)
			var b strings.Builder
			for _, p := range got.lits {
				b.WriteByte(f.Data[p.at])
			}
			require.Equal(t, m.text, b.String())
		}
	}
}
