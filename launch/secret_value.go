package launch

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

const (
	// minTail is the fewest random characters of a key that starts with words: acme-token-…
	minTail = 20
	// chosen is the confidence of a password that a person thought of.
	chosen = 0.45
	// genericName makes secret.FindNamed judge a value by nothing but its look.
	genericName = "api_key"
)

// judge returns the credentials in a value, which has a name.
func (f *finder) judge(name, value string) []secret.Match {
	from, to := bareValue(value)
	if start, end, inner := fallback(value[from:to]); end > start {
		// The variable that it stands for says as much as the one that is set.
		if kindByName(name) == nothing {
			name = inner
		}
		return shifted(f.judge(name, value[from+start:from+end]), from+start)
	}
	found := f.formed(name, value)
	p, v := kindByName(name), value[from:to]
	if p == nothing || len(found) > 0 && !f.redacting || open(v) {
		return found
	}
	return append(found, shifted(f.hidden(p, v, f.look(p, name, v)), from)...)
}

// formed returns the credentials in a value that have a form of their own, or the length of a service in the name.
func (f *finder) formed(name, value string) []secret.Match {
	public := published(name)
	found := secret.Find(value)
	if !public {
		found = secret.FindNamed(name, value)
	}
	return slices.DeleteFunc(f.sure(found), func(m secret.Match) bool {
		// What has nothing but its name is judged by look, where more is known of names and of the text around.
		return m.Start == 0 && m.End == len(value) && (m.Rule == "generic-key" || m.Rule == "password") ||
			public && m.Rule == "google-api-key" || secret.Public(value[m.Start:m.End])
	})
}

// look judges a value by its look, for the name promises a credential.
func (f *finder) look(p valueKind, name, v string) []secret.Match {
	all := secret.Match{Rule: "generic-key", End: len(v), Confidence: secret.Named}
	switch {
	case secret.Public(v):
		return nil
	case random(v), uuid().MatchString(v) && !secret.Placeholder(v), tail(v):
	case p == aMnemonic:
		if !mnemonic(v) {
			return nil
		}
		all.Rule, all.Confidence = "seed-phrase", secret.Likely
	case p == aPassword && appPassword(v):
		all.Rule = "app-password"
	case mixedLetters(v) && !f.around.here(name) && (p == aPassword || certainName(nameWords(name), len(nameWords(name))-1)):
	case p == aPassword && f.around.isPassword(name, v), p == aKey && f.around.isKey(name, v):
		all.Rule, all.Confidence = "password", chosen
	default:
		return nil
	}
	return []secret.Match{all}
}

var uuid = lazy.Regexp(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)

func random(v string) bool { return len(sure(secret.FindNamed(genericName, v))) > 0 }

// sure is what the check sees in a text, or what must be hidden of it.
func (f *finder) sure(found []secret.Match) []secret.Match {
	if f.redacting {
		return found
	}
	return sure(found)
}

// sure leaves out what is redacted only, and card numbers: in a launch those are ids.
func sure(found []secret.Match) []secret.Match {
	return slices.DeleteFunc(found, func(m secret.Match) bool { return m.Confidence < secret.Named || m.Rule == "payment-card" })
}

func shifted(found []secret.Match, by int) []secret.Match {
	for i := range found {
		found[i].Start, found[i].End = found[i].Start+by, found[i].End+by
	}
	return found
}

// bareValue is the value without blanks, quotes and the authentication scheme around it.
func bareValue(v string) (from, to int) {
	const around = " \t\r\n\"'"
	from = len(v) - len(strings.TrimLeft(v, around))
	to = from + len(strings.Trim(v, around))
	if m := schemeOf().FindStringSubmatchIndex(v[from:to]); m != nil {
		from += m[2]
	}
	return from, to
}

// schemeOf is the authentication scheme in front of one word.
var schemeOf = lazy.Regexp(`^(?i:bearer|token|bot|apikey|api-key|key|apitoken|personal|genie-key|ssws|pve) ([^ ]+)$`)

// open reports whether a value stands for something that is filled in elsewhere, or names the place where it is kept.
func open(v string) bool {
	return filledIn().MatchString(v) || len(v) == len("0x")+40 && strings.HasPrefix(v, "0x") // The address of an account or contract.
}

var filledIn = lazy.Regexp("[<>\\[\\]{}\u2026\u2022]|\\$\\(|\\*\\*\\*|\\.\\.\\.|://|^\\$\\w|^(?s:%.*%)$|^%$|^(?s:!.* )|^(?s:@.*[ " +
	".])|^(?:\\.{0,2}/|~[/\\\\]|ENC\\(|projects/)|" +
	"^(?:env|file|vault|secrets?|keychain|ssm|arn|kms|keyring|pass|sops|op|bw):|^(?s:.:[/\\\\])")

// fallback finds the value that is taken when a variable is not set, and the name of the variable: ${NAME:-value}.
func fallback(v string) (from, to int, name string) {
	if !strings.HasPrefix(v, "${") || strings.IndexByte(v, '}') != len(v)-1 {
		return 0, 0, ""
	}
	if i := strings.IndexByte(v, '-'); i > 0 && (v[i-1] == ':' || wordset.IsAlnum(v[i-1])) && len(nameWords(v[2:i])) > 0 {
		return i + 1, len(v) - 1, strings.TrimPrefix(strings.TrimRight(v[2:i], ":"), "env:")
	}
	return 0, 0, ""
}

// fillers are words of values that are to be replaced.
var fillers = []string{
	"your", "example", "placeholder", "change", "dummy", "sample", "redacted", "insert", "replace", "xxxx", "fake", "mock", "paste", "demo",
}

// tail is a key that starts with words: acme-token-…
func tail(v string) bool {
	at := strings.LastIndexAny(v, "-_.:") + 1
	low := strings.ToLower(v)
	return at > 0 && len(v)-at >= minTail && random(v[at:]) && !wordset.HasAny(low, fillers...)
}

// appPassword reports whether a value is written as Google and WordPress hand out passwords for programs: four or six groups of four.
func appPassword(v string) bool {
	return groupsOfFour().MatchString(v) && !secret.Placeholder(strings.ReplaceAll(v, " ", ""))
}

var groupsOfFour = lazy.Regexp(`^[0-9A-Za-z]{4}(?:(?: [0-9A-Za-z]{4}){3}|(?: [0-9A-Za-z]{4}){5})$`)

// packed reports whether a text is base64 of something that holds credentials: a configuration, or a pair of UUIDs.
func packed(v string) bool {
	if len(v) < 32 || len(v) > 8<<10 {
		return false
	}
	text, err := base64.RawURLEncoding.DecodeString(strings.NewReplacer("+", "-", "/", "_", "=", "").Replace(v))
	a, c, _ := strings.Cut(string(text), ":")
	return err == nil && (uuid().MatchString(a) && uuid().MatchString(c) || strings.HasPrefix(a, "{") &&
		len(sure(secret.Find(string(text)))) > 0)
}

// mixedLetters reports whether a value is of small letters and capitals that no words are written with.
func mixedLetters(v string) bool {
	if len(v) < minLetters || len(v) > 128 || secret.Placeholder(v) {
		return false
	}
	odd, switches, run := 0, 0, 0
	for i := 0; i <= len(v); i++ {
		if i < len(v) && (!wordset.IsAlnum(v[i]) || v[i] <= '9') {
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
