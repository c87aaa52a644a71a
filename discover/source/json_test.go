package source

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// builtJSON is JSONText with a segment for each escape.
func builtJSON(f *File, span Span) (t Text, bad int) {
	var b Builder
	bad = -1
	for at := span.Start; at < span.End; {
		next := bytes.IndexByte(f.Data[at:span.End], '\\')
		if next < 0 {
			b.Verbatim(f, Span{at, span.End})
			break
		}
		b.Verbatim(f, Span{at, at + next})
		at += next
		decoded, size, ok := jsonEscape(f.Data[at:span.End])
		if !ok && bad < 0 {
			bad = at
		}
		b.Escape(f, Span{at, at + size}, string(decoded))
		at += size
	}
	for i := span.End - 1; i >= span.Start; i-- {
		if c := f.Data[i]; c < ' ' && c != '\t' {
			bad = i
		}
	}
	if t = b.Text(); t.Value == "" {
		t = VerbatimText(f, span)
	}
	return t, bad
}

// covered are the bytes that a Text was decoded from, in one span where they stand beside each other.
func covered(t Text) (out []Span) {
	for _, s := range t.Pieces() {
		if k := len(out); k > 0 && out[k-1].End == s.Start {
			out[k-1].End = s.End
			continue
		}
		out = append(out, s)
	}
	return out
}

// FuzzJSONText holds JSONText against the text of all escapes: the value, what is wrong, and every place.
func FuzzJSONText(f *testing.F) {
	pieces := []string{
		`plain`, `a\nb`, `\n`, `\"\\\/`, `\ud83d\ude00x`, `x\ud83d`, `\ud83d\n`, `\ud83d\ude`, `\u12`, `a\`, `\q\é`, `\x41`, "\x01\\n", "\xff\\n", "é\\té\\u00e9", `\'`,
	}
	for _, s := range pieces {
		for _, after := range []string{`"`, `'`, ``, ` `, `\u0041"`} {
			f.Add(`"`+s+after, 1, len(s)+1, 0, 2)
		}
	}
	for i, s := range pieces {
		long := strings.Repeat(s+pieces[(i+5)%len(pieces)], 300)
		f.Add(`"`+long+`"`, 1, len(long)+1, 900, 1200)
		long = long[:1024] + strings.Repeat("run ", 600) + long[1024:] + strings.Repeat("\xff", 1500)
		f.Add(`"`+long+`"`, 1, len(long)+1, 2000, 4000)
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
		require.Equal(t, want.Placed(), got.Placed())
		at, ok := got.Start()
		wantAt, wantOK := want.Start()
		require.Equal(t, wantAt, at)
		require.Equal(t, wantOK, ok)
		require.Equal(t, want.Locate(from, to), got.Locate(from, to))
		part, wantPart := got.Slice(from, to), want.Slice(from, to)
		require.Equal(t, wantPart.Value, part.Value)
		require.Equal(t, wantPart.Locate(0, len(part.Value)), part.Locate(0, len(part.Value)))
		require.Equal(t, covered(want), covered(got))
		var b Builder
		b.Append(got)
		require.Equal(t, want.Locate(from, to), b.Text().Locate(from, to))
	})
}

// TestJSONTextLong: of a long string with escapes few pieces are kept, wherever they stand, and whatever is wrong with it.
func TestJSONTextLong(t *testing.T) {
	const n = 200_000
	for _, s := range []string{strings.Repeat(`\n`, n), strings.Repeat(`\u0061`, n), "\x01" + strings.Repeat(`a\n`, n), strings.Repeat(`\q`, n), `\ud83d` + strings.Repeat(`\ud83d\ude00`, n)} {
		file := NewFile("x", "x", []byte(`"`+s+`"`))
		text, _ := JSONText(file, Span{1, 1 + len(s)})
		require.Less(t, len(text.segs), len(s)/looseBytes+2)
		middle := len(text.Value) / 2
		for !utf8.RuneStart(text.Value[middle]) {
			middle++
		}
		at := text.Locate(middle, middle+1)
		require.Len(t, at, 1)
		require.True(t, at[0].Exact && at[0].Span.End-at[0].Span.Start <= 12)
	}
}
