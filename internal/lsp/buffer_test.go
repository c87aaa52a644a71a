package lsp

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"go.lsp.dev/protocol"
)

func at(line, column uint32) protocol.Position {
	return protocol.Position{Line: line, Character: column}
}

func TestPositions(t *testing.T) {
	b := newBuffer([]byte("a🙂é\r\nb\rc\n\nlast"))
	for _, c := range []struct {
		off                int
		utf8, utf16, utf32 protocol.Position
	}{
		{0, at(0, 0), at(0, 0), at(0, 0)},
		{1, at(0, 1), at(0, 1), at(0, 1)},
		{5, at(0, 5), at(0, 3), at(0, 2)},
		{7, at(0, 7), at(0, 4), at(0, 3)},
		{9, at(1, 0), at(1, 0), at(1, 0)},
		{10, at(1, 1), at(1, 1), at(1, 1)},
		{11, at(2, 0), at(2, 0), at(2, 0)},
		{13, at(3, 0), at(3, 0), at(3, 0)},
		{14, at(4, 0), at(4, 0), at(4, 0)},
		{18, at(4, 4), at(4, 4), at(4, 4)},
	} {
		for e, want := range map[encoding]protocol.Position{utf8Columns: c.utf8, utf16Columns: c.utf16, utf32Columns: c.utf32} {
			assert.Equal(t, want, b.position(c.off, e), "%d %s", c.off, e)
			assert.Equal(t, c.off, b.offset(want, e), "%d %s", c.off, e)
		}
	}
	assert.Equal(t, at(0, 4), b.position(8, utf16Columns), "between CR and LF is the end of the line")
	assert.Equal(t, 1, b.offset(at(0, 2), utf16Columns), "in the midst of a pair")
	assert.Equal(t, 1, b.offset(at(0, 3), utf8Columns), "in the midst of a character")
	assert.Equal(t, 7, b.offset(at(0, 1<<31), utf16Columns), "past the end of the line")
	assert.Equal(t, 18, b.offset(at(1<<31, 0), utf16Columns), "past the last line")
	assert.Equal(t, at(4, 4), b.position(1<<40, utf16Columns))
	assert.Equal(t, at(0, 0), b.position(-1, utf16Columns))
	mark := newBuffer([]byte("\uFEFFab"))
	assert.Equal(t, at(0, 2), mark.position(4, utf16Columns), "an editor that keeps the mark counts it")
	assert.Equal(t, 4, mark.offset(at(0, 2), utf16Columns))
	for _, s := range []string{"", "\n", "\r", "\r\n", "\n\r", "\x00\xff\xf0\x9f"} {
		b := newBuffer([]byte(s))
		for i := range 6 {
			b.offset(b.position(i, utf16Columns), utf16Columns)
		}
	}
}

// TestReplace compares random changes with the same ones in UTF-16.
func TestReplace(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "é", "🙂", "\r\n", "\n", "\r", "\U000E0041", "\u200b", "xyz"}
	words := func() string {
		var s strings.Builder
		for range random.IntN(5) {
			s.WriteString(pieces[random.IntN(len(pieces))])
		}
		return s.String()
	}
	b := newBuffer([]byte("one\r\ntwo🙂\nthree"))
	several := b.lines()
	for i := range 5_000 {
		start, end := random.IntN(len(b.text)+1), random.IntN(len(b.text)+1)
		r := protocol.Range{Start: b.position(start, utf16Columns), End: b.position(end, utf16Columns)}
		in := words()
		before := utf16.Encode([]rune(string(b.text)))
		from, to := units(before, r.Start), units(before, r.End)
		if from > to {
			from, to = to, from
		}
		want := string(utf16.Decode(before[:from])) + in + string(utf16.Decode(before[to:]))
		one := b.lines()
		one.replace(r, in, utf16Columns)
		b = one.buffer()
		several.replace(r, in, utf16Columns)
		if !assert.Equal(t, want, string(b.text)) || i%7 == 0 && !assert.Equal(t, want, string(several.buffer().text)) {
			return
		}
		if len(b.text) > 200 {
			b = newBuffer(b.text[:0:0])
			several = b.lines()
		}
	}
}

// TestReplaceAll checks that many changes to a large text, in both directions, take no longer than reading it a few times.
func TestReplaceAll(t *testing.T) {
	const n = 100_000
	text := strings.Repeat("a foo b\n", n)
	for name, line := range map[string]func(i int) int{"down": func(i int) int { return i }, "up": func(i int) int { return n - 1 - i }} {
		l := newBuffer([]byte(text)).lines()
		for i := range n {
			k := uint32(line(i))
			l.replace(protocol.Range{Start: at(k, 2), End: at(k, 5)}, "word", utf16Columns)
		}
		assert.True(t, string(l.buffer().text) == strings.ReplaceAll(text, "foo", "word"), name)
	}
}

// units returns the index of a position in code units, line by line.
func units(text []uint16, p protocol.Position) int {
	i := 0
	for range p.Line {
		for text[i] != '\n' && text[i] != '\r' {
			i++
		}
		if text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n' {
			i++
		}
		i++
	}
	return i + int(p.Character)
}

func TestURI(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///a/b.json": "/a/b.json", "file:///a%20b/%C3%A9.json": "/a b/é.json", "FILE:///a": "/a", "file://localhost/a": "/a",
		"file:///a/../b": "/b", "file:///a%2Fb": "/a/b", "file:///c%3A/x": "/c:/x", "file:///a?q#f": "/a",
		"file://host/a": "", "file:a": "", "file:": "", "file:///a%00b": "", "untitled:Untitled-1": "", "https://a/b": "", "git:/a/b": "", "": "", "%": "",
		"file:///%zz": "", "vscode-notebook-cell:/a#b": "", "/a/b": "", "\x00": "",
	} {
		got, ok := pathOn(false, uri)
		assert.Equal(t, want, got, uri)
		assert.Equal(t, want != "", ok, uri)
	}
	for uri, want := range map[string]string{
		"file:///c%3A/x/y.json": `C:\x\y.json`, "file:///C:/x": `C:\x`, "file:///c:/a%20b": `C:\a b`, "file://server/share/f": `\\server\share\f`,
		"file:///x": "", "file:///": "", "untitled:c:/x": "",
	} {
		got, ok := pathOn(true, uri)
		assert.Equal(t, want, got, uri)
		assert.Equal(t, want != "", ok, uri)
	}
	_, ok := pathOf("file:///" + strings.Repeat("a", maxURI))
	assert.False(t, ok)
	for _, path := range []string{"/a/b.json", "/a b/é#?%.json", "/c:/x"} {
		got, _ := pathOn(false, uriOn(false, path))
		assert.Equal(t, path, got)
	}
	for _, path := range []string{`C:\x\y z.json`, `\\server\share\f`} {
		got, _ := pathOn(true, uriOn(true, path))
		assert.Equal(t, path, got)
	}
}
