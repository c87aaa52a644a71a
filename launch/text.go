package launch

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

func isOneOf(s string, words ...string) bool { return slices.Contains(words, s) }

// hasPrefix, hasSuffix and hasAny report whether s begins with, ends with or holds one of some parts.
func hasPrefix(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.HasPrefix(s, p) })
}

func hasSuffix(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.HasSuffix(s, p) })
}

func hasAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(s, p) })
}

func slashed(s string) string { return strings.ReplaceAll(s, `\`, "/") }

// onlyOf reports whether s is of nothing but some characters of ASCII.
func onlyOf(s, characters string) bool { return strings.Trim(s, characters) == "" }

const (
	digits     = "0123456789"
	lowerAlpha = "abcdefghijklmnopqrstuvwxyz"
)

func isCapital(c byte) bool      { return c >= 'A' && c <= 'Z' }
func isAlnum(c byte) bool        { return isCapital(c) || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }
func isLetter(s string) bool     { return s != "" && isAlnum(s[0]) && s[0] > '9' }
func isNumber(s string) bool     { return s != "" && onlyOf(s, digits) }
func isHex(s string, n int) bool { return len(s) == n && onlyOf(strings.ToLower(s), digits+"abcdef") }

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// lowered is s in lower case, byte for byte.
func lowered(s string) string {
	b := []byte(s)
	for i, c := range b {
		if isCapital(c) {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// pieces are the pieces of a text between separators, with where they begin.
func pieces(s, separators string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		from := 0
		for from <= len(s) {
			to := strings.IndexAny(s[from:], separators)
			if to < 0 {
				to = len(s) - from
			}
			if !yield(from, s[from:from+to]) {
				return
			}
			from += to + 1
		}
	}
}

func clip(s string) string {
	if len(s) <= maxQuoted {
		return s
	}
	return strings.ToValidUTF8(s[:maxQuoted], "") + "…"
}
