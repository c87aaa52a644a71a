package detect

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
)

// oddNames are names in which plain ones and others meet.
var oddNames = []string{
	"", "_", "get_docs", "getHTTPDocs", "HTTPServer", "a1B2C3", "__x__", "X", "XY", "XYz", "xYZ", "fIight", "s3nd_mail", "rn", "caf\u00e9_get", "\u0440ayroll",
	"\u212Aelvin", "a\u0301b", "\u01c5x", "\xff", "a\xffb", "get\u200bdocs", "9lives", "v2", "A_B-C.D", "list items", "\u5929\u6c17_get",
}

// TestPlainNamesAreReadLikeAllNames compares the reading of names of ASCII letters with that of names in any script.
func TestPlainNamesAreReadLikeAllNames(t *testing.T) {
	for _, a := range oddNames {
		for _, b := range oddNames {
			sameReading(t, a+b)
			sameReading(t, a+"_"+b)
		}
	}
	assert.LessOrEqual(t, len(NameWords(strings.Repeat("aB", maxNameBytes))), maxNameBytes)
}

func sameReading(t *testing.T, name string) {
	t.Helper()
	cut := cutRunes(name, maxNameBytes)
	assert.Equal(t, nameWordsOf([]rune(cut)), NameWords(name), "%q", name)
	assert.Equal(t, strings.Map(keyRune, name), NameKey(name), "%q", name)
	assert.Equal(t, skeletonOf(strings.Map(keyRune, cut)), NameSkeleton(name), "%q", name)
}

// nameWordsOf is NameWords, rune by rune.
func nameWordsOf(runes []rune) []string {
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, string(word))
			word = word[:0]
		}
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0:
			lowerNext := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if !unicode.IsUpper(runes[i-1]) || lowerNext {
				flush()
			}
		}
		word = append(word, unicode.ToLower(r))
	}
	flush()
	return words
}

func FuzzPlainNames(f *testing.F) {
	for _, n := range oddNames {
		f.Add(n)
	}
	f.Fuzz(sameReading)
}
