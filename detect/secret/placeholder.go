package secret

import "strings"

// fillers are words that stand in values which are to be replaced, and never by chance in random ones of usual length.
var fillers = []string{
	"example", "placeholder", "your", "changeme", "change_me", "change-me", "dummy", "sample", "redacted", "insert", "replace",
	"fake", "xxxx", "....", "****", "____", "----", "todo", "foobar", "qwerty", "asdf", "deadbeef", "test", "mock", "demo", "lorem",
	"token", "secret", "password", "apikey", "api_key", "api-key", "here", "goes", "public", "localhost", "string",
}

const (
	// maxSequence is the length from which rising, falling or equal characters are typed, not drawn: six in a row come
	// up in one random token in ten million.
	maxSequence = 6
	// minBits is the least entropy per character of a random body of at least shortBody characters: hexadecimal
	// digits have above three bits, repeated patterns below two and a half.
	minBits = 2.6
	// minShortBits is the same for shorter bodies, which cannot have much.
	minShortBits = 2.0
	shortBody    = 16
)

// placeholder reports whether body, the random part of a credential, is not random: a word, a pattern, a sequence.
func placeholder(body string) bool {
	low := strings.ToLower(body)
	for _, f := range fillers {
		if strings.Contains(low, f) {
			return true
		}
	}
	return typed(low)
}

// typed reports whether a lower-cased body shows the hand of a person: sequences, repetitions, little variety.
func typed(low string) bool {
	if sequence(low, 1) >= maxSequence || sequence(low, 2) >= maxSequence-1 {
		return true
	}
	bits := entropy(low)
	return len(low) >= shortBody && bits < minBits || bits < minShortBits
}

// sequence returns the length of the longest run of characters that rise by one, fall by one or repeat, looking at every
// step-th character; for a step of two, "a1b2c3", both halves must run.
func sequence(s string, step int) int {
	best := 0
	for delta := -1; delta <= 1; delta++ {
		length := 1
		for i := step; i < len(s); i++ {
			if next(s[i-step], s[i], delta) {
				length++
			} else {
				length = 1
			}
			best = max(best, length/step)
		}
	}
	return best
}

// next reports whether b follows a in the order of digits or letters; after nine comes zero.
func next(a, b byte, delta int) bool {
	if charset[a]&alnum == 0 && delta != 0 {
		return false
	}
	return int(b)-int(a) == delta || a == '9' && b == '0' && delta == 1 || a == '0' && b == '9' && delta == -1
}
