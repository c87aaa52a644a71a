package secret

import "math"

// class is a set of characters, as a bit of the table charset.
type class uint16

const (
	lowerHex class = 1 << iota
	anyHex
	alnum
	wordChars
	base64Chars
	dottedChars
	upperDigits
	valueChars
	digitChars
)

// minSecret is the length of the shortest credential.
const minSecret = 8

const (
	digits  = "0123456789"
	capital = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	alnums  = digits + capital + "abcdefghijklmnopqrstuvwxyz"
)

// classes are the sets of characters and their names in rules.txt.
var classes = []struct {
	class       class
	name, chars string
}{
	{digitChars, "digit", digits},
	{lowerHex, "lowerHex", digits + "abcdef"},
	{anyHex, "anyHex", digits + "abcdefABCDEF"},
	{alnum, "alnum", alnums},
	{wordChars, "word", alnums + "_-"},
	{base64Chars, "base64", alnums + "+/"},
	{dottedChars, "dotted", alnums + "_-."},
	{upperDigits, "upperDigits", digits + capital},
	{valueChars, "value", alnums + "_-+/.~!@#$%^*:?|"},
}

var charset = func() (t [256]class) {
	for _, c := range classes {
		for _, b := range []byte(c.chars) {
			t[b] |= c.class
		}
	}
	return t
}()

// spanEnd returns the end of the characters of class c from i on.
func spanEnd(s string, i int, c class) int {
	for i < len(s) && charset[s[i]]&c != 0 {
		i++
	}
	return i
}

// startsWord reports whether a token may start at i: after anything but a letter or digit, or after an escaped line break.
func startsWord(s string, i int) bool {
	if i == 0 || charset[s[i-1]]&alnum == 0 && s[i-1] != '_' {
		return true
	}
	return i > 1 && s[i-2] == '\\' && (s[i-1] == 'n' || s[i-1] == 't' || s[i-1] == 'r')
}

// entropy is the Shannon entropy in bits per byte.
func entropy(s string) float64 {
	var count [256]int
	for i := 0; i < len(s); i++ {
		count[s[i]]++
	}
	h := 0.0
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(s))
			h -= p * math.Log2(p)
		}
	}
	return h
}
