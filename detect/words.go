package detect

import (
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/wordset"
)

const (
	// maxTextWords bounds the compared words of a description: enough to recognise a copy.
	maxTextWords = 400
	// maxTextBytes bounds the text read for them.
	maxTextBytes = 64 * maxTextWords
)

// DescriptionWords returns the stems of the words of the tool's description in order, without fill words, with numbers as digits. It
// stops at sections of a docstring about arguments and results, which frameworks generate.
func DescriptionWords(t ToolView) []string {
	var words []string
	eachWord(t.Description, func(w string) bool {
		words = append(words, w)
		return len(words) < maxTextWords
	})
	return words
}

// eachWord calls visit for the words of DescriptionWords until it returns false. Each character of a script without spaces is a word.
func eachWord(s string, visit func(w string) bool) {
	s = text.Fold(truncate(s, maxTextBytes))
	start, some, unspaced := -1, false, false
	word := func(end int) (more bool) {
		w, lead, role := s[start:end], s[:start], ""
		if start = -1; len(w) <= longestRoleWord {
			role = wordRoles[w]
		}
		switch {
		case role == fillWord:
			return true
		case role == headWord && some && strings.HasPrefix(s[end:], ":") && strings.HasSuffix(strings.TrimRight(lead, " \t"), "\n"):
			return false
		case role != "" && role != headWord:
			w = role
		default:
			w = Stem(w)
		}
		some = true
		return visit(w)
	}
	for i, r := range s {
		inWord := r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= utf8.RuneSelf && isNameRune(r)
		if start >= 0 && (!inWord || r >= firstUnspacedRune || unspaced) && !word(i) {
			return
		}
		unspaced = r >= firstUnspacedRune
		if inWord && start < 0 {
			start = i
		}
	}
	if start >= 0 {
		word(len(s))
	}
}

// firstUnspacedRune is about where scripts without spaces begin.
const firstUnspacedRune = 0x2E80

// The roles of words in descriptions; that of a number word is its digits.
const (
	// fillWord carries no meaning of its own.
	fillWord = "fills"
	// headWord may begin a section of a docstring.
	headWord = "heads"
	// longestRoleWord is the length of the longest word with a role.
	longestRoleWord = len("parameters")
)

// wordRoles are the words that do not say what a tool is for.
var wordRoles = wordset.By(map[string]string{
	fillWord: "a an the of to in on for with and or by from as at is are be it its this that these those you your can will using use used which",
	headWord: "returns args arguments parameters raises return",
	"1":      "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine", "10": "ten", "11": "eleven",
	"12": "twelve",
})

// Parameters returns the descriptions of the tool's parameters by NameKey of their names.
func Parameters(t ToolView) map[string]string {
	m := map[string]string{}
	for i := range t.Fields {
		switch f := &t.Fields[i]; {
		case f.Output:
		case f.Role == RoleParameterName:
			if k := NameKey(f.Text); m[k] == "" {
				m[k] = ""
			}
		case f.Role == RoleParameterDescription:
			m[NameKey(f.Parameter)] = NameKey(truncate(f.Text, maxNameBytes))
		}
	}
	return m
}

// endings are the English endings that Stem removes; one that ends with another is before it.
var endings = [...]string{"ations", "ation", "edly", "ings", "ing", "ied", "ies", "ers", "ed", "es", "er", "ly", "s", "e"}

// Stem returns a folded word of ASCII letters without its English ending, which is enough to compare names and descriptions. Other words
// are returned unchanged.
func Stem(w string) string {
	for i := range len(w) {
		if w[i] < 'a' || w[i] > 'z' {
			return w
		}
	}
	const shortest = 3
	for _, ending := range endings {
		if base, ok := strings.CutSuffix(w, ending); ok && len(base) >= shortest {
			return base
		}
	}
	return w
}
