package source

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzJSONText holds what is worked out later against what is worked out at once: the value, what is wrong, the pieces, and every place.
func FuzzJSONText(f *testing.F) {
	for _, s := range []string{
		`plain`, `a\nb`, `\n`, `\"\\\/`, `\ud83d\ude00x`, `x\ud83d`, `\ud83d\n`, `\ud83d\ude`, `\u12`, `a\`, `\q\é`, `\x41`, "\x01\\n", "\xff\\n", "é\\té\\u00e9", `\'`,
	} {
		for _, after := range []string{`"`, `'`, ``, ` `, `\u0041"`} {
			f.Add(`"`+s+after, 1, len(s)+1, 0, 2)
		}
	}
	f.Fuzz(func(t *testing.T, data string, start, end, from, to int) {
		if start < 0 || end < start || end > len(data) {
			return
		}
		file := NewFile("x", "x", []byte(data))
		span := Span{start, end}
		got, bad := JSONText(file, span)
		want, wantBad := builtJSON(file, span)
		require.Equal(t, want.Value, got.Value)
		require.Equal(t, wantBad, bad)
		require.Equal(t, want.segments(), got.segments())
		require.Equal(t, want.segments(), got.Settled().segments())
		require.False(t, got.Settled().isLater())
		require.Equal(t, want.Placed(), got.Placed())
		at, ok := got.Start()
		wantAt, wantOK := want.Start()
		require.Equal(t, wantAt, at)
		require.Equal(t, wantOK, ok)
		require.Equal(t, want.Locate(from, to), got.Locate(from, to))
		require.Equal(t, want.Slice(from, to).segments(), got.Slice(from, to).segments())
		pieces := func(text Text) (out []Span) {
			for _, s := range text.Pieces() {
				out = append(out, s)
			}
			return out
		}
		require.Equal(t, pieces(want), pieces(got))
		var b, wantB Builder
		b.Append(got)
		wantB.Append(want)
		require.Equal(t, wantB.Text().segments(), b.Text().segments())
	})
}

// TestJSONTextLater: of a string with escapes no piece is kept.
func TestJSONTextLater(t *testing.T) {
	file := NewFile("x", "x", []byte(`"a\nb"`))
	text, bad := JSONText(file, Span{1, 5})
	require.Equal(t, "a\nb", text.Value)
	require.Equal(t, -1, bad)
	require.True(t, text.isLater())
	require.Empty(t, text.segs)
	require.Len(t, text.segments(), 3)
}
