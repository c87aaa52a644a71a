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
	assert.Equal(t, Text{}, b.Take(), "nothing is left")
}
