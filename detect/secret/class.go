package secret

import (
	"math"
	"strings"
)

// class is a set of characters, as a bit of the table charset.
type class uint16

const (
	lowerHex class = 1 << iota
	anyHex
	alnum
	// word is letters, digits and the underscore and hyphen: the base64url alphabet.
	wordChars
	// base64Chars is the standard base64 alphabet without padding.
	base64Chars
	// dottedChars is word and the dot, for tokens of several parts.
	dottedChars
	// upperDigits is capitals and digits.
	upperDigits
	// valueChars may stand in an assigned value.
	valueChars
	digitChars
)

// minSecret is the length of the shortest credential that any rule finds.
const minSecret = 8

// classNames are the names that rules.txt has for classes.
var classNames = map[string]class{
	"lowerHex": lowerHex, "anyHex": anyHex, "alnum": alnum, "word": wordChars, "base64": base64Chars, "dotted": dottedChars,
	"upperDigits": upperDigits, "value": valueChars,
}

var charset = buildCharset()

func buildCharset() (t [256]class) {
	set := func(from, to byte, c class) {
		for b := int(from); b <= int(to); b++ {
			t[b] |= c
		}
	}
	set('0', '9', digitChars|lowerHex|anyHex|alnum|wordChars|base64Chars|dottedChars|upperDigits|valueChars)
	set('a', 'f', lowerHex|anyHex)
	set('A', 'F', anyHex)
	set('a', 'z', alnum|wordChars|base64Chars|dottedChars|valueChars)
	set('A', 'Z', alnum|wordChars|base64Chars|dottedChars|upperDigits|valueChars)
	for _, b := range []byte("_-") {
		t[b] |= wordChars | dottedChars | valueChars
	}
	for _, b := range []byte("+/") {
		t[b] |= base64Chars | valueChars
	}
	t['.'] |= dottedChars | valueChars
	for _, b := range []byte("~!@#$%^*:?|") {
		t[b] |= valueChars
	}
	return t
}

// run returns the end of the characters of class c from i on.
func run(s string, i int, c class) int {
	for i < len(s) && charset[s[i]]&c != 0 {
		i++
	}
	return i
}

// startsWord reports whether a token may start at i: what stands before is no letter or digit, or is the letter of a
// line break written as an escape.
func startsWord(s string, i int) bool {
	if i == 0 || charset[s[i-1]]&alnum == 0 && s[i-1] != '_' {
		return true
	}
	return i > 1 && s[i-2] == '\\' && (s[i-1] == 'n' || s[i-1] == 't' || s[i-1] == 'r')
}

// wordSet returns the set of the words of a list.
func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// entropy is Shannon's, in bits per byte of s.
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
