package text

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNextMissesNoPhrase(t *testing.T) {
	l := NewLexicon([]Entry{{Concept: 1, Words: "get_rid get_2fa get_ évident_get alone"}, {Concept: 2, Words: "get"}})
	next := l.TagsOf("get", "get", "").Next()
	for _, w := range []string{"rid", "2fa", "", "\u00e9t\u00e9"} {
		require.True(t, next.Has(w), "%q", w)
	}
	require.False(t, next.Has("away"))
	require.Zero(t, l.TagsOf("alone", "alon", "").Next())
	require.Equal(t, Of(2), l.TagsOf("get", "get", "").Alone())
	for _, s := range []string{"get", "get rid", "get 2fa", "get away", "get x rid"} {
		d := NewDoc(s)
		tags := l.TagsOf(d.Words[0].Fold, d.Words[0].Stem(), "")
		if len(d.Words) > 1 && !next.Has(d.Words[1].Stem()) {
			require.Equal(t, tags.Alone(), tags.At(d, 0), s)
		}
	}
}
