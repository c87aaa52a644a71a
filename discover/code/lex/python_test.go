package lex

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

func TestPythonDocText(t *testing.T) {
	doc := func(code string) (*File, source.Text) {
		f := readChecked(t, Python, code)
		var tokens []int
		for i := range f.Tokens {
			if f.Kind(i) == String {
				tokens = append(tokens, i)
			}
		}
		return f, f.DocText(tokens...)
	}
	// The right side is what inspect.cleandoc of Python 3.13 gives.
	for _, c := range [][2]string{
		{`"""One."""`, "One."},
		{"\"\"\"  One.\n\n    Two.\n      Three.\n    \"\"\"", "One.\n\nTwo.\n  Three."},
		{"\"\"\"\n    One.\n\n  Two.\n\"\"\"", "  One.\n\nTwo."},
		{"\"\"\"One.\n    \"\"\"", "One.\n    "},
		{"\"\"\"\n\n\"\"\"", ""},
		{"\"\"\"   \n   a\n\t\"\"\"", "a\n     "},
		{"\"\"\"a\n\tb\tc\n    d\"\"\"", "a\n    b       c\nd"},
		{`"""a\n    b\n      c"""`, "a\nb\n  c"},
		{"\"\"\"a\\\n    b\n    c\"\"\"", "a    b\nc"},
		{`"""\ta\u200b\t b"""`, "a\u200b       b"},
		{"\"One.\\n\" '''\n   Two.\n   Three.'''", "One.\n\nTwo.\nThree."},
		{"r\"\"\"a\\n\r\n    b\r\n    \"\"\"", "a\\n\nb"},
		{"\"\"\"\u00e9\u00e9\tx\n \u3000y\"\"\"", "\u00e9\u00e9      x\n\u3000y"},
		{"''", ""},
	} {
		_, text := doc(c[0])
		assert.Equal(t, c[1], text.Value, "%q", c[0])
	}

	f, text := doc("def f():\n    \"\"\"One\\x21\n\n\t  Two \u00e9.\r\n\t  \tThree.\n    \"\"\"")
	require.Equal(t, "One!\n\nTwo \u00e9.\n      Three.", text.Value)
	at := func(s string) source.Location {
		k := strings.Index(text.Value, s)
		require.GreaterOrEqual(t, k, 0, s)
		locs := text.Locate(k, k+len(s))
		require.Len(t, locs, 1)
		return locs[0]
	}
	raw := func(s string) string { span := at(s).Span; return string(f.Source.Data[span.Start:span.End]) }
	assert.Equal(t, `\x21`, raw("!"))
	assert.True(t, at("!").Escaped)
	assert.Equal(t, "Two \u00e9", raw("Two \u00e9"))
	assert.Equal(t, "\r\n\t  \tThree", raw("\n      Three"))
	assert.False(t, at("\n      Three").Escaped, "stripped indentation and line breaks are no escapes")
}
