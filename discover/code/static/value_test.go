package static

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

// text makes an alternative of a file that holds nothing but it.
func text(s string) Alt {
	f := source.NewFile("x", "x", []byte(s))
	return TextValue(source.VerbatimText(f, source.Span{End: len(s)}), Place{f, 0}).Alts[0]
}

func TestTextFunctions(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		fn             func(Alt) Alt
	}{
		{"trim", " \n a b \n", "a b", func(a Alt) Alt { return a.trim(true, true) }},
		{"trim left", " a ", "a ", func(a Alt) Alt { return a.trim(true, false) }},
		{"blank", " \n ", "", func(a Alt) Alt { return a.trim(true, true) }},
		{"dedent", "\n    a\n      b\n\n    c\n", "\na\n  b\n\nc\n", func(a Alt) Alt { return a.dedent(true, "") }},
		{"one line", "  a", "  a", func(a Alt) Alt { return a.dedent(true, "") }},
		{"docstring", "First.\n\n    Args:\n        x: y\n    ", "First.\n\nArgs:\n    x: y", Alt.Clean},
		{"margin", "\n   |a\n   | b\n", "a\n b", func(a Alt) Alt { return a.dedent(true, "|").trim(true, true) }},
	} {
		got := c.fn(text(c.in)).Text()
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
	two := Value{Alts: []Alt{text("a"), text("b")}}
	sum := two
	for range 5 {
		sum = sum.Then(two)
	}
	assert.Len(t, sum.Alts, MaxAlts)
	pair := two.Then(two)
	var got []string
	for _, a := range pair.Alts {
		got = append(got, a.String())
	}
	assert.Equal(t, []string{"aa", "ba", "ab", "bb"}, got)
	assert.Equal(t, two, two.Then(Value{}))
	assert.Equal(t, two, Value{}.Then(two))
}

// TestBounds keeps texts from growing beyond the bound, also when they are put together in place.
func TestBounds(t *testing.T) {
	big := Value{Alts: []Alt{text(strings.Repeat("x", MaxText/2+1))}}
	sum := big.Then(big)
	assert.Equal(t, MaxText/2+1, sum.Alts[0].size())
	assert.True(t, sum.Alts[0].Changed)
	v := Value{Alts: []Alt{{}}}
	for range 5 {
		v = v.Then(big)
	}
	assert.LessOrEqual(t, v.Alts[0].size(), MaxText)
	assert.True(t, v.Alts[0].Changed)
}

func TestLabel(t *testing.T) {
	assert.Equal(t, "{name}", label("ctx.name"))
	assert.Equal(t, "{\u2026}", label("a[0]"))
}
