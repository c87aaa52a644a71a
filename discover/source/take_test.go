package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTake makes texts with one Builder, each as a Builder of its own makes it, and none changes with those after it.
func TestTake(t *testing.T) {
	f := NewFile("a", "a", []byte(strings.Repeat("text \\n of \xFF a\r\nfile ", 500)))
	kinds := []func(b *Builder, i int){
		func(*Builder, int) {},
		func(b *Builder, i int) { b.Verbatim(f, Span{i, i + 6}) },
		func(b *Builder, i int) { b.Lines(f, Span{i, i + 90}) },
		func(b *Builder, i int) { b.Escape(f, Span{i, i + 2}, "\n") },
		func(b *Builder, i int) { b.Verbatim(f, Span{i, i + 4}); b.Escape(f, Span{i + 4, i + 5}, "x") },
		func(b *Builder, i int) {
			for k := range 5_000 {
				b.Fold(f, Span{i + k, i + k + 1}, "fold")
				b.Verbatim(f, Span{i + k, i + k + 3})
			}
		},
	}
	var b Builder
	var got, want []Text
	for i := range 60 {
		var own Builder
		make := kinds[i*7%len(kinds)]
		make(&b, i*11)
		make(&own, i*11)
		got, want = append(got, b.Take()), append(want, own.Text())
	}
	assert.Equal(t, want, got)
	b.Verbatim(f, Span{0, 5})
	b.Escape(f, Span{5, 7}, "\n")
	b.Reset()
	assert.Equal(t, Text{}, b.Take())
}
