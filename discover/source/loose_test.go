package source

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLooseRuns locates characters between bytes that do not decode to themselves.
func TestLooseRuns(t *testing.T) {
	f := testFile("a\xFF\xFEb\u00e9\xE2\x80c\r\nd\n\r\n\r\re" + strings.Repeat("x", 300) + "\xFFg")
	for _, lines := range []bool{false, true} {
		var b Builder
		if lines {
			b.Lines(f, Span{0, len(f.Data)})
		} else {
			b.Verbatim(f, Span{0, len(f.Data)})
		}
		text := b.Text()
		want := strings.ToValidUTF8(strings.NewReplacer("\xFF\xFE", "\uFFFD\uFFFD", "\xE2\x80", "\uFFFD\uFFFD").Replace(string(f.Data)), "\uFFFD")
		if lines {
			want = strings.ReplaceAll(want, "\r\n", "\n")
		}
		require.Equal(t, want, text.Value)
		for _, c := range []string{"a", "b", "\u00e9", "c", "d", "e", "g"} {
			i := strings.Index(text.Value, c)
			loc := text.Locate(i, i+len(c))
			require.Len(t, loc, 1, c)
			assert.Equal(t, c, string(f.Data[loc[0].Span.Start:loc[0].Span.End]))
			assert.True(t, loc[0].Exact)
			assert.False(t, loc[0].Escaped)
		}
		assert.LessOrEqual(t, len(text.segments()), 5)
	}
}

// FuzzLoose checks the value against the standard library, and that the places of neighbours touch.
func FuzzLoose(f *testing.F) {
	f.Add([]byte("a\xFF\r\nb\r\xC3\u200b"), true)
	f.Add(bytes.Repeat([]byte("\xFFa"), 2000), false)
	f.Fuzz(func(t *testing.T, data []byte, lines bool) {
		file := NewFile("x", "x", data)
		var b Builder
		want := string([]rune(string(data)))
		if lines {
			b.Lines(file, Span{0, len(data)})
			want = strings.ReplaceAll(want, "\r\n", "\n")
		} else {
			b.Verbatim(file, Span{0, len(data)})
		}
		text := b.Text()
		require.Equal(t, want, text.Value)
		end := 0
		for i := 0; i < len(text.Value) && i < 3000; {
			_, size := utf8.DecodeRuneInString(text.Value[i:])
			loc := text.Locate(i, i+size)
			require.Len(t, loc, 1)
			require.Equal(t, end, loc[0].Span.Start)
			require.Less(t, end, loc[0].Span.End)
			end = loc[0].Span.End
			i += size
		}
	})
}

// BenchmarkInvalidBytes is a file of nothing but bytes that are no UTF-8.
func BenchmarkInvalidBytes(b *testing.B) {
	f := testFile(strings.Repeat("\xFF\xFEa", 1<<20))
	b.SetBytes(int64(len(f.Data)))
	b.ReportAllocs()
	for b.Loop() {
		VerbatimText(f, Span{0, len(f.Data)})
	}
}
