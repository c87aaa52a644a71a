package wordset

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// The characters of ASCII that texts are tested for.
const (
	Digits = "0123456789"
	Lower  = "abcdefghijklmnopqrstuvwxyz"
)

// Has reports whether a text is one of some words.
func Has(s string, words ...string) bool { return slices.Contains(words, s) }

// HasPrefix reports whether a text begins with one of some parts.
func HasPrefix(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.HasPrefix(s, p) })
}

// HasSuffix reports whether a text ends with one of some parts.
func HasSuffix(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.HasSuffix(s, p) })
}

// HasAny reports whether a text holds one of some parts.
func HasAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(s, p) })
}

// OnlyOf reports whether a text is of nothing but some characters.
func OnlyOf(s, characters string) bool { return strings.Trim(s, characters) == "" }

// IsHex reports whether a text is of n hexadecimal digits.
func IsHex(s string, n int) bool { return len(s) == n && OnlyOf(strings.ToLower(s), Digits+"abcdef") }

// IsAlnum reports whether a character is a letter or digit of ASCII.
func IsAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// IsLetter reports whether a text begins with a letter of ASCII.
func IsLetter(s string) bool { return s != "" && IsAlnum(s[0]) && s[0] > '9' }

// IsASCII reports whether a text has no characters but those of ASCII.
func IsASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}
