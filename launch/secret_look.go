package launch

import (
	"strings"

	"github.com/org/mcp-lint/detect/secret"
)

const (
	// minLetters is the fewest letters that are taken for drawn ones without a digit among them.
	minLetters = 16
	// minOddRuns is how many single small letters between capitals and rows of capitals random letters have at least; names in camel case
	// have one or two: APIKeyOfMyApp.
	minOddRuns = 3
)

// mixedLetters reports whether a value is of small letters and capitals that no words are written with.
func mixedLetters(v string) bool {
	if len(v) < minLetters || len(v) > 128 || secret.Placeholder(v) {
		return false
	}
	odd, switches, run := 0, 0, 0
	for i := 0; i <= len(v); i++ {
		if i < len(v) && (!isAlnum(v[i]) || v[i] <= '9') {
			return false
		}
		if i > 0 && (i == len(v) || isCapital(v[i]) != isCapital(v[i-1])) {
			if isCapital(v[i-1]) == (run > 1) {
				odd++
			}
			switches, run = switches+1, 0
		}
		run++
	}
	return odd >= minOddRuns && switches*3 > len(v)
}

// seeds are the phrases that development chains start with everywhere.
var seeds = []string{"test test test", "abandon abandon", "myth like bonus", "candy maple cake", "legal winner thank", "letter advice cage", "zoo zoo zoo"}

// mnemonic reports whether a value is a phrase of BIP 39: 12 to 24 words of three to eight small letters.
func mnemonic(v string) bool {
	words := strings.Fields(v)
	if len(words) < 12 || len(words) > 24 || len(words)%3 != 0 {
		return false
	}
	distinct := wordSet(v)
	for w := range distinct {
		if len(w) < 3 || len(w) > 8 || !onlyOf(w, lowerAlpha) {
			return false
		}
	}
	for _, w := range [...]string{"your", "words", "mnemonic", "phrase", "replace", "seed", "the"} {
		if distinct[w] {
			return false
		}
	}
	if strings.Count(v, "word") > 1 && distinct["word"] {
		return false
	}
	return len(distinct)*4 > len(words)*3 && !hasPrefix(v, seeds...)
}
