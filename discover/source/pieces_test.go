package source

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPieces(t *testing.T) {
	f := testFile("plain \\u0041 between more")
	spans := func(text Text) (out []Span) {
		for file, s := range text.Pieces() {
			assert.Same(t, f, file)
			out = append(out, s)
		}
		return out
	}
	var b Builder
	b.Verbatim(f, Span{0, 6})
	b.Escape(f, Span{6, 12}, "A")
	b.Inexact(f, Span{21, 25}, "m")
	whole := b.Text()
	assert.Equal(t, []Span{{0, 6}, {6, 12}, {21, 25}}, spans(whole))
	assert.Equal(t, []Span{{3, 9}}, spans(VerbatimText(f, Span{3, 9})))
	assert.Empty(t, spans(Text{}))
	for _, s := range whole.Pieces() {
		assert.Equal(t, Span{0, 6}, s)
		break
	}
}
