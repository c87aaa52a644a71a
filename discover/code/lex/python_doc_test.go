package lex

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/source"
)

// TestPlainDocstrings compares the reading of a docstring by lines with that by characters.
func TestPlainDocstrings(t *testing.T) {
	byCharacters := func(f *source.File, p pyPiece) source.Text {
		d := pyDocLines{file: f, margin: math.MaxInt, indented: true, out: new(source.Builder)}
		d.each([]pyPiece{p}, d.measure)
		d.measure('\n', pyPiece{})
		d.kept()
		d.line, d.column, d.indented = 0, 0, true
		d.each([]pyPiece{p}, d.copy)
		d.flush()
		return d.out.Text()
	}
	byLines := func(f *source.File, p pyPiece) (source.Text, bool) {
		d := pyDocLines{file: f, margin: math.MaxInt, indented: true, out: new(source.Builder)}
		ok := d.plain(p)
		return d.out.Text(), ok
	}
	random := rand.New(rand.NewPCG(3, 4))
	parts := []string{"\n", "\n", "\n    ", "\n  ", " ", "    ", "a", "b c", "\u00e9", "\u3000", "\xff", "\v", "\u2028", "\\", "\x00"}
	for range 50_000 {
		var b strings.Builder
		for range random.IntN(14) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		text := b.String()
		f := source.NewFile("a", "a", []byte("'''"+text+"'''"))
		p := pyPiece{span: source.Span{Start: 3, End: 3 + len(text)}}
		got, ok := byLines(f, p)
		if !assert.True(t, ok) || !assert.Equal(t, byCharacters(f, p), got, "%q", text) {
			return
		}
	}
	for _, p := range []pyPiece{{kind: pyEscaped, decoded: "a"}, {span: source.Span{Start: 0, End: 3}}} {
		_, ok := byLines(source.NewFile("a", "a", []byte("a\tb")), p)
		assert.False(t, ok)
	}
}

func BenchmarkDocText(b *testing.B) {
	text := "'''One line.\n\n" + strings.Repeat("    Another line of ordinary length, as they are.\n", 20) + "    '''"
	f := Read(source.NewFile("a.py", "a.py", []byte(text)), Python)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		f.DocText(0)
	}
}
