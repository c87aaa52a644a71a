package source

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func testFile(data string) *File { return NewFile("x", "x", []byte(data)) }

func TestPosition(t *testing.T) {
	f := testFile("\uFEFFa\u00e9\U0001F600b\r\nc\rd\n\xffe")
	at := func(s string) int { return strings.Index(string(f.Data), s) }
	for _, c := range []struct {
		off                       int
		line, bytes, utf16, runes int
	}{
		{0, 1, 1, 1, 1},
		{3, 1, 1, 1, 1},
		{at("b"), 1, 8, 5, 4},
		{at("\r\n"), 1, 9, 6, 5},
		{at("c"), 2, 1, 1, 1},
		{at("d"), 3, 1, 1, 1},
		{at("e"), 4, 2, 2, 2},
		{1000, 4, 3, 3, 3},
		{-1, 1, 1, 1, 1},
	} {
		assert.Equal(t, Position{c.line, c.bytes}, f.Position(c.off, Bytes), c.off)
		assert.Equal(t, Position{c.line, c.utf16}, f.Position(c.off, UTF16), c.off)
		assert.Equal(t, Position{c.line, c.runes}, f.Position(c.off, Runes), c.off)
	}
	for n, want := range []string{"", "a\u00e9\U0001F600b", "c", "d", "\xffe", ""} {
		line, _ := f.Line(n)
		assert.Equal(t, want, string(line), n)
	}
}

// TestConcatenated locates parts of a string that was put together from literals, in one file and in two.
func TestConcatenated(t *testing.T) {
	f, g := testFile("x = \"one \" +\n  \"tw\\u006f \" +\n  \"three\""), testFile("four")
	piece := func(s string) Span { i := strings.Index(string(f.Data), s); return Span{i, i + len(s)} }
	var first, second, all Builder
	first.Verbatim(f, piece("one "))
	second.Verbatim(f, piece("tw"))
	second.Escape(f, piece(`\u006f`), "o")
	second.Verbatim(f, Span{piece(`\u006f`).End, piece(`\u006f`).End + 1})
	all.Append(first.Text())
	all.Append(second.Text())
	all.Append(VerbatimText(f, piece("three")))
	all.Append(VerbatimText(g, Span{0, 4}))
	text := all.Text()
	require.Equal(t, "one two threefour", text.Value)

	find := func(s string) []Location { i := strings.Index(text.Value, s); return text.Locate(i, i+len(s)) }
	loc := find("three")
	require.Len(t, loc, 1)
	assert.Equal(t, piece("three"), loc[0].Span)
	assert.Equal(t, Position{3, 4}, f.Position(loc[0].Span.Start, UTF16))
	assert.False(t, loc[0].Escaped)

	loc = find("two thr")
	require.Len(t, loc, 1)
	assert.Equal(t, Span{piece("tw").Start, piece("three").Start + 3}, loc[0].Span)
	assert.True(t, loc[0].Escaped)
	assert.True(t, loc[0].Exact)

	loc = find("eefo")
	require.Len(t, loc, 2)
	assert.Same(t, g, loc[1].File)
	assert.Equal(t, Span{0, 2}, loc[1].Span)
}

func TestLocate(t *testing.T) {
	f := testFile(`ab\u00e9cd` + "\xff" + `e  ` + "\n" + ` f`)
	var b Builder
	b.Verbatim(f, Span{0, 2})
	b.Escape(f, Span{2, 8}, "\u00e9")
	b.Verbatim(f, Span{8, 12})
	b.Fold(f, Span{12, 16}, " ")
	b.Inexact(f, Span{16, 17}, "\xffzz")
	text := b.Text()
	assert.Equal(t, "ab\u00e9cd\uFFFDe zz", strings.Replace(text.Value, " \uFFFDzz", " zz", 1))
	assert.True(t, utf8.ValidString(text.Value))
	for _, c := range []struct {
		start, end     int
		span           Span
		exact, escaped bool
	}{
		{0, 0, Span{0, 0}, true, false},
		{1, 2, Span{1, 2}, true, false},
		{2, 4, Span{2, 8}, true, true},
		{3, 3, Span{2, 2}, true, false},
		{3, 5, Span{2, 9}, true, true},
		{6, 9, Span{10, 11}, true, false},
		{10, 11, Span{12, 16}, true, false},
		{11, 14, Span{16, 17}, false, false},
		{0, 100, Span{0, 17}, false, true},
		{100, 100, Span{17, 17}, false, false},
	} {
		got := text.Locate(c.start, c.end)
		require.Len(t, got, 1, "%v", c)
		assert.Equal(t, Location{File: f, Span: c.span, Exact: c.exact, Escaped: c.escaped}, got[0], "%v", c)
	}
	assert.Nil(t, Text{Value: "x"}.Locate(0, 1))
	empty := VerbatimText(f, Span{3, 3}).Locate(0, 0)
	require.Len(t, empty, 1)
	assert.Equal(t, Span{3, 3}, empty[0].Span)
}

func TestNodeGet(t *testing.T) {
	f := testFile("ab")
	str := func(a, b int) *Node { return &Node{Kind: String, Text: VerbatimText(f, Span{a, b})} }
	n := &Node{Kind: Object, Members: []Member{{str(0, 1), str(1, 2)}, {str(0, 1), str(0, 2)}, {str(1, 2), &Node{Kind: Array}}}}
	assert.Equal(t, "b", n.StringAt("a"), "the first of equal names")
	assert.Empty(t, n.StringAt("b"))
	assert.Nil(t, (*Node)(nil).Get("a"))
}

// TestPiecesFarApart locates a text that was put together from a constant and the place that uses it: each piece is a place of its own.
func TestPiecesFarApart(t *testing.T) {
	f := testFile("NOTE = \"read the key\"\n" + strings.Repeat("# something else\n", 20) + "tool(\"adds; \" + NOTE)")
	piece := func(s string) Span { i := strings.Index(string(f.Data), s); return Span{i, i + len(s)} }
	var b Builder
	b.Verbatim(f, piece("read the"))
	b.Append(VerbatimText(f, piece("adds; ")))
	text := b.Text()
	loc := text.Locate(0, len(text.Value))
	require.Len(t, loc, 2)
	assert.Equal(t, piece("read the"), loc[0].Span)
	assert.Equal(t, piece("adds; "), loc[1].Span)

	for gap, together := range map[string]bool{
		"\" +\n    \"": true, "\"\n\tf\"": true, "\n    /// ": true, "\\n\" \\\n  L\"": true, "' . '": true,
		"\"\nB = \"": false, "\";\nvar b=\"": false, "\" + NAME + \"": false, "\" + x + \"": true,
	} {
		f := testFile("one " + gap + "two")
		var b Builder
		b.Verbatim(f, Span{0, 4})
		b.Verbatim(f, Span{4 + len(gap), 7 + len(gap)})
		want := 2
		if together {
			want = 1
		}
		assert.Len(t, b.Text().Locate(0, 7), want, "%q", gap)
	}
}

func TestChildren(t *testing.T) {
	name, leaf := &Node{Kind: String, Text: Text{Value: "a"}}, &Node{Text: Text{Value: CutMark + "1"}}
	for want, n := range map[string]*Node{
		"": nil, "nil": {Kind: Array, Items: []*Node{leaf}}, "nil nil": {Kind: Array, Items: []*Node{leaf, leaf}},
		"a a": {Kind: Object, Members: []Member{{name, leaf}, {name, leaf}}},
	} {
		var got []string
		for name, value := range n.Children() {
			if assert.True(t, value.IsCut()); name == nil {
				name = &Node{Text: Text{Value: "nil"}}
			}
			got = append(got, name.Text.Value)
		}
		assert.Equal(t, want, strings.Join(got, " "))
		for range n.Children() {
			break
		}
	}
}

// TestLongLines finds columns far into a line.
func TestLongLines(t *testing.T) {
	f := NewFile("a", "a", []byte("x\n"+strings.Repeat("\u00e9\U0001F600\xff", 1000)))
	for _, n := range []int{0, 1, 500, 999} {
		off := 2 + 7*n
		assert.Equal(t, Position{2, 1 + 4*n}, f.Position(off, UTF16))
		assert.Equal(t, Position{2, 1 + 3*n}, f.Position(off, Runes))
		assert.Equal(t, Position{2, 1 + 7*n}, f.Position(off, Bytes))
	}
}
