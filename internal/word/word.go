// Package word says which characters make words, for showing how texts differ.
package word

import (
	"unicode"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
)

// Part reports whether a character is part of a word. What nobody sees belongs to the word it stands in. Scripts that put no blanks
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
