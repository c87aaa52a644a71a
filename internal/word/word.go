// Package word defines the characters of words, for word-by-word comparison of texts.
package word

import (
	"unicode"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
)

// Part reports whether a character is part of a word. Invisible characters belong to the word around them. Scripts without blanks
// between words have no words here.
func Part(r rune) bool {
	switch {
	case r == utf8.RuneError || unicode.IsSpace(r):
		return false
	case r == '_', text.Invisible(r):
		return true
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		return false
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N)
}
