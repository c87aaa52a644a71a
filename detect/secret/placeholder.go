package secret

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/wordset"
)

// fillers occur in placeholders, and practically never in random values of usual length.
var fillers = []string{
	"example", "placeholder", "your", "changeme", "change_me", "change-me", "dummy", "sample", "redacted", "insert", "replace",
	"fake", "xxxx", "....", "****", "____", "----", "todo", "foobar", "qwerty", "asdf", "deadbeef", "test", "mock", "demo", "lorem",
	"token", "secret", "password", "apikey", "api_key", "api-key", "here", "goes", "public", "localhost", "string",
}

const (
	// maxSequence is the length of a rising, falling or constant sequence that is typed by hand: one random token in ten million has one.
	maxSequence = 6
	// minBits is the minimum entropy per character of random text of at least shortBody characters: hexadecimal digits have above three
	// bits, repeated patterns below two and a half.
	minBits = 2.6
	// minShortBits is the same for shorter text.
	minShortBits = 2.0
	shortBody    = 16
)

// placeholder reports whether the random part of a credential is a word, a pattern or a sequence.
func placeholder(body string) bool {
	low := strings.ToLower(body)
	return wordset.HasAny(low, fillers...) || handTyped(low)
}

// handTyped reports whether lower-cased text looks typed by hand: sequences, repetitions, little variety.
func handTyped(low string) bool {
	if sequence(low, 1) >= maxSequence || sequence(low, 2) >= maxSequence-1 {
		return true
	}
	bits := entropy(low)
	return len(low) >= shortBody && bits < minBits || bits < minShortBits
}

// sequence returns the length of the longest run of characters that rise by one, fall by one or repeat, looking at every step-th
// character; with a step of two, as in "a1b2c3", both halves must run.
func sequence(s string, step int) int {
	best := 0
	for delta := -1; delta <= 1; delta++ {
		length := 1
		for i := step; i < len(s); i++ {
			if follows(s[i-step], s[i], delta) {
				length++
			} else {
				length = 1
			}
			best = max(best, length/step)
		}
	}
	return best
}

// follows reports whether b follows a in the order of digits or letters; zero follows nine.
func follows(a, b byte, delta int) bool {
	if charset[a]&alnum == 0 && delta != 0 {
		return false
	}
	return int(b)-int(a) == delta || a == '9' && b == '0' && delta == 1 || a == '0' && b == '9' && delta == -1
}

// documented are credentials published in manuals: Azure's storage and database emulators, Stripe's test mode, and the development chains
// of Hardhat and Ganache. They are concatenated so that secret scanners do not report this repository.
var documented = []string{
	"Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1" + "OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw",
	"C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM" + "+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw",
	"sk_test_" + "4eC39HqLyjWDarjtT1zdp7dc", "sk_test_" + "BQokikJOvBiI2HlWgH4olfQ2", "sk_test_" + "tR3PYbcVNZZ796tH88S4VQ2u",
	"ac0974bec39a17e36ba4a6b4d238ff94" + "4bacb478cbed5efcae784d7bf4f2ff80", "4f3edf983ac636a65a842ce7c78d9aa7" + "06d3b113bce9c46f30d7d21715b23b1d",
}

// isDocumented reports whether a value, with or without its prefix and padding, is documented.
func isDocumented(v string) bool {
	v = strings.TrimRight(strings.TrimPrefix(v, "0x"), "=")
	return slices.ContainsFunc(documented, func(d string) bool { return v == d || strings.HasSuffix(v, "="+d) })
}

// publicPrefixes start keys that are published in web pages and apps.
var publicPrefixes = []string{"pk_test_", "pk_live_", "sb_publishable_", "phc_", "pk.eyJ", "rzp_test_", "FLWPUBK"}

// Public reports whether a credential may be known to everybody: a publishable key, a documented one, or a token of the anonymous role.
func Public(v string) bool {
	if isDocumented(v) || slices.ContainsFunc(publicPrefixes, func(p string) bool { return strings.HasPrefix(v, p) }) {
		return true
	}
	parts := strings.SplitN(v, ".", 4)
	return len(parts) == 3 && strings.HasPrefix(parts[1], jwtMark) && len(v) <= maxJWT && publicClaims(decodeJWTPart(parts[1]))
}

// publicClaims reports whether a signed token is public: Supabase's key of the role anon, which is in web pages, and the keys of its
// demonstration, which are the same everywhere.
func publicClaims(claims string) bool {
	return strings.Contains(claims, `"role":"anon"`) || strings.Contains(claims, `"role": "anon"`) || strings.Contains(claims, `"supabase-demo"`)
}

// Placeholder reports whether a value is a filler, a typed sequence, or a default password, with or without digits and punctuation after
// it.
func Placeholder(v string) bool {
	low := strings.ToLower(v)
	return placeholderWord(low) || weakPasswords[low] || weakPasswords[strings.TrimRight(low, "0123456789!@#$%&*._-?+")]
}
