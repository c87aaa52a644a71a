package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// assertStemBegins holds that a word begins as its stem does.
func assertStemBegins(t *testing.T, w string) {
	t.Helper()
	for w := range strings.FieldsSeq(w) {
		if len(w) > 3 && stemmed(w) && w[1:] != irregular {
			require.True(t, strings.HasPrefix(w, stemBegins(stem(w))), "%q of %q", stem(w), w)
		}
	}
}

func TestStemBegins(t *testing.T) {
	// ends are suffixes that the stemmer knows.
	ends := strings.Fields(`s es ies ied ed ing eed eedly edly ingly tional enci anci abli entli izer ization ational ation ator alism aliti alli fulness ousli
		ousness iveness iviti biliti bli ogi fulli lessli li alize icate iciti ical ful ness ative al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize
		ion e y l ll ly ability ivity ality icity bly ably ously fully lessly ization's sses us ss bb bbing at ated ating bl bled bling iz ized izing`)
	for i, w := range orderVocabulary().order {
		for _, a := range ends {
			assertStemBegins(t, w+a)
			if len(w) > 2 {
				assertStemBegins(t, w[:len(w)-1]+a)
			}
			for k := i % 17; k < len(ends); k += 17 {
				assertStemBegins(t, w+a+ends[k])
			}
		}
	}
	for _, w := range []string{"skies", "ties", "tied", "idly", "gently", "ugly", "early", "only", "singly", "generally", "communes", "arsenals", "yying", "byes", "sayings", "capabilities"} {
		assertStemBegins(t, w)
	}
	for _, w := range []string{"dying", "lying", "tying"} {
		require.True(t, testVocabulary.begins(w), w)
	}
}

func FuzzStemBegins(f *testing.F) {
	for _, s := range []string{"capabilities", "iing aed", "dying", "hoping hopping", "nationalizations", "happily", "yes yess"} {
		f.Add(s)
	}
	f.Fuzz(assertStemBegins)
}
