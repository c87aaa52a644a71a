package code

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

// text makes an alternative of a file that holds nothing but it.
func text(s string) alt {
	f := source.NewFile("x", "x", []byte(s))
	return textValue(source.VerbatimText(f, source.Span{End: len(s)}), place{f, 0}).alts[0]
}

func TestTextFunctions(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		fn             func(alt) alt
	}{
		{"trim", " \n a b \n", "a b", func(a alt) alt { return a.trim(true, true) }},
		{"trim left", " a ", "a ", func(a alt) alt { return a.trim(true, false) }},
		{"blank", " \n ", "", func(a alt) alt { return a.trim(true, true) }},
		{"dedent", "\n    a\n      b\n\n    c\n", "\na\n  b\n\nc\n", func(a alt) alt { return a.dedent(true, "") }},
		{"one line", "  a", "  a", func(a alt) alt { return a.dedent(true, "") }},
		{"docstring", "First.\n\n    Args:\n        x: y\n    ", "First.\n\nArgs:\n    x: y", alt.clean},
		{"margin", "\n   |a\n   | b\n", "a\n b", func(a alt) alt { return a.dedent(true, "|").trim(true, true) }},
	} {
		got := c.fn(text(c.in)).text()
		assert.Equal(t, c.want, got.Value, c.name)
		for i := 0; i < len(got.Value); i++ {
			loc := got.Locate(i, i+1)
			require.Len(t, loc, 1)
			assert.Equal(t, got.Value[i:i+1], c.in[loc[0].Span.Start:loc[0].Span.End], c.name)
		}
	}
}

// TestAlternatives puts texts with alternatives together: each with each, up to a bound.
func TestAlternatives(t *testing.T) {
	two := value{alts: []alt{text("a"), text("b")}}
	sum := two
	for range 5 {
		sum = sum.then(two)
	}
	assert.Len(t, sum.alts, maxAlts)
	pair := two.then(two)
	var got []string
	for _, a := range pair.alts {
		got = append(got, a.string())
	}
	assert.Equal(t, []string{"aa", "ba", "ab", "bb"}, got)
	assert.Equal(t, two, two.then(value{}))
	assert.Equal(t, two, value{}.then(two))
}

// TestBounds keeps texts from growing beyond the bound, also when they are put together in place.
func TestBounds(t *testing.T) {
	big := value{alts: []alt{text(strings.Repeat("x", maxText/2+1))}}
	sum := big.then(big)
	assert.Equal(t, maxText/2+1, sum.alts[0].size())
	assert.True(t, sum.alts[0].changed)
	v := value{alts: []alt{{}}}
	for range 5 {
		v = v.then(big)
	}
	assert.LessOrEqual(t, v.alts[0].size(), maxText)
	assert.True(t, v.alts[0].changed)
}
