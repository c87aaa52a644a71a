package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// requireFlags requires that the flags of a text have all that they are said to have.
func requireFlags(tb testing.TB, d *Doc) {
	tb.Helper()
	var chars Chars
	for _, c := range []byte(d.Raw) {
		chars |= charsOf(c)
	}
	require.Equal(tb, chars, d.Flags.Chars, "%q", d.Raw)
	if chars&(CharsForeign|CharsControl) == 0 {
		require.Equal(tb, strings.ToLower(d.Raw), d.Folded)
	}
	cuts, alone := 0, 0
	for i := range d.Words {
		w := &d.Words[i]
		raw := d.Raw[w.Start():w.End()]
		gap := d.Gap(i)
		if i > 0 && gap != " " && len(gap) <= 8 && !strings.ContainsAny(gap, " \n\t,;:/()") {
			cuts++
		}
		if len(w.Fold) == 1 && w.Kind == KindWord {
			alone++
		} else {
			alone = 0
		}
		require.LessOrEqual(tb, alone, d.Flags.Alone, "%q", d.Raw)
		want := Kinds(w.Kind)
		for trait, on := range map[Traits]bool{
			TraitLeet: w.Alt() != "", TraitStretched: stretches(w.Fold) > 0,
			TraitInner: len(raw) > 1 && strings.ContainsAny(raw[1:], "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
		} {
			if on {
				want |= trait
			}
		}
		require.Equal(tb, want, want&d.Flags.Traits, "%q of %q", w.Fold, d.Raw)
	}
	require.Equal(tb, cuts, d.Flags.Cuts, "%q", d.Raw)
}

func TestCharsOf(t *testing.T) {
	seen := map[Chars]byte{}
	for c := range 128 {
		kind := CharsOf(string(rune(c)))
		require.NotZero(t, kind)
		if c > ' ' && c < 127 && !alnum(string(rune(c|0x20)), 0) {
			assert.NotContains(t, seen, kind, "%q", rune(c))
			seen[kind] = byte(c)
		}
	}
	assert.Len(t, seen, 32, "each sign of ASCII has a kind of its own")
	assert.Equal(t, CharsForeign, CharsOf("é"))
	assert.Equal(t, CharsLetter|CharsUpper|CharsBlank, CharsOf("Aa b"))
	assert.Zero(t, CharsOf(""))
	assert.NotEqual(t, CharsOf("\t"), CharsOf("\r"))
}

func TestFlags(t *testing.T) {
	f := NewDoc("Get the 1gn0re no.yes of sendMail() NOW, a - b: soooo é").Flags
	assert.Equal(t, Kinds(KindWord, KindIdent)|TraitLeet|TraitStretched|TraitInner, f.Traits)
	assert.Equal(t, Flags{}, NewDoc("").Flags)
	assert.Equal(t, 4, NewDoc("a b c d, and more").Flags.Alone)
	assert.Equal(t, 2, NewDoc("a*b, *c*d").Flags.Cuts)
}
