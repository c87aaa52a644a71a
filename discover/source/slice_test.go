package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSlice cuts texts of every kind of segment and finds what is left where it was.
func TestSlice(t *testing.T) {
	f := testFile("plain \u00e9 text \\u0041 \xFF\xFE after\r\nmore")
	var b Builder
	b.Verbatim(f, Span{0, 13})
	b.Escape(f, Span{13, 19}, "A")
	b.Lines(f, Span{19, len(f.Data)})
	whole := b.Text()
	for _, text := range []Text{whole, VerbatimText(f, Span{0, 13}), VerbatimText(f, Span{19, len(f.Data)})} {
		for start := 0; start <= len(text.Value); start++ {
			for end := start; end <= len(text.Value); end++ {
				cut := text.Slice(start, end)
				from, to := text.boundary(start), text.boundary(end)
				require.Equal(t, text.Value[from:to], cut.Value)
				if from == to {
					continue
				}
				require.Equal(t, text.Locate(from, to), cut.Locate(0, len(cut.Value)), "%d:%d", start, end)
			}
		}
	}
	assert.Equal(t, "A", whole.Slice(strings.Index(whole.Value, "A"), strings.Index(whole.Value, "A")+1).Value)
	assert.Empty(t, whole.Slice(5, 2))
	assert.Empty(t, Text{}.Slice(0, 9))
}
