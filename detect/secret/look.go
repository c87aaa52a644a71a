package secret

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// genericName makes FindNamed judge a value by nothing but its look.
const genericName = "api_key"

var uuid = lazy.Regexp(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)

// Drawn reports whether a value looks as if it were drawn at random, or has a form of its own.
func Drawn(v string) bool { return len(Sure(FindNamed(genericName, v))) > 0 }

// DrawnOrUUID reports whether a value is drawn at random, as UUIDs are too.
func DrawnOrUUID(v string) bool { return Drawn(v) || uuid().MatchString(v) && !Placeholder(v) }

// Sure leaves out what is redacted only, and card numbers: in a launch those are ids.
func Sure(found []Match) []Match {
	return slices.DeleteFunc(found, func(m Match) bool { return m.Confidence < Named || m.Rule == "payment-card" })
}

// Look judges the whole of a value by its look, behind a name that promises a credential.
func Look(kind Kind, v string) (Match, bool) {
	m := Match{Rule: "generic-key", End: len(v), Confidence: Named}
	switch {
	case Public(v):
		return m, false
	case DrawnOrUUID(v), tail(v):
	case kind == Mnemonic && mnemonic(v):
		m.Rule, m.Confidence = "seed-phrase", Likely
	case kind == Password && appPassword(v):
		m.Rule = "app-password"
	default:
		return m, false
	}
	return m, true
}

// madeUp are further words of values that are to be replaced.
var madeUp = []string{"change", "fake", "mock", "paste", "demo"}

// minKeyTail is the fewest random characters of a key that starts with words: acme-token-…
const minKeyTail = 20

// tail is a key that starts with words: acme-token-…
func tail(v string) bool {
	at := strings.LastIndexAny(v, "-_.:") + 1
	low := strings.ToLower(v)
	return at > 0 && len(v)-at >= minKeyTail && Drawn(v[at:]) && !wordset.HasAny(low, replacedWords...) && !wordset.HasAny(low, madeUp...)
}

// appPassword reports whether a value is written as Google and WordPress hand out passwords for programs: four or six groups of four.
func appPassword(v string) bool {
	return groupsOfFour().MatchString(v) && !Placeholder(strings.ReplaceAll(v, " ", ""))
}

var groupsOfFour = lazy.Regexp(`^[0-9A-Za-z]{4}(?:(?: [0-9A-Za-z]{4}){3}|(?: [0-9A-Za-z]{4}){5})$`)

// Packed reports whether a text is base64 of something that holds credentials: a configuration, or a pair of UUIDs.
func Packed(v string) bool {
	if len(v) < 32 || len(v) > 8<<10 {
		return false
	}
	text, err := base64.RawURLEncoding.DecodeString(strings.NewReplacer("+", "-", "/", "_", "=", "").Replace(v))
	a, c, _ := strings.Cut(string(text), ":")
	return err == nil && (uuid().MatchString(a) && uuid().MatchString(c) || strings.HasPrefix(a, "{") &&
		len(Sure(Find(string(text)))) > 0)
}

const (
	minLetters = 16 // The fewest letters that are taken for drawn ones without a digit among them.
	minOddRuns = 3  // Single small letters between capitals in drawn letters; camel case has one or two: APIKeyOfMyApp.
)

// MixedLetters reports whether a value is of small letters and capitals that no words are written with.
func MixedLetters(v string) bool {
	if n := countKinds(v); len(v) < minLetters || len(v) > maxPassword || n[digit]+n[other] > 0 || Placeholder(v) {
		return false
	}
	odd, switches, run := 0, 0, 0
	for i := 1; i <= len(v); i++ {
		if run++; i == len(v) || kind(v[i]) != kind(v[i-1]) {
			if (kind(v[i-1]) == large) == (run > 1) {
				odd++
			}
			switches, run = switches+1, 0
		}
	}
	return odd >= minOddRuns && switches*3 > len(v)
}

// seeds are the phrases that development chains start with everywhere.
var seeds = []string{"test test test", "abandon abandon", "myth like bonus", "candy maple cake", "legal winner thank", "letter advice " +
	"cage", "zoo zoo zoo"}

// mnemonic reports whether a value is a phrase of BIP 39: 12 to 24 words of three to eight small letters.
func mnemonic(v string) bool {
	words := strings.Fields(v)
	distinct := wordset.Of(v)
	for w := range distinct {
		if len(w) < 3 || len(w) > 8 || !wordset.OnlyOf(w, wordset.Lower) || wordset.Has(w, "your", "words", "mnemonic", "phrase", "replace", "seed", "the") {
			return false
		}
	}
	return len(words) >= 12 && len(words) <= 24 && len(words)%3 == 0 && !(strings.Count(v, "word") > 1 && distinct["word"]) &&
		len(distinct)*4 > len(words)*3 && !wordset.HasPrefix(v, seeds...)
}
