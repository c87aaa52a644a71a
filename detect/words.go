package detect

import (
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
)

const (
	// maxTextWords bounds the words of a description that are compared: beyond them copies have shown themselves.
	maxTextWords = 400
	// maxTextBytes bounds what is read of it for them.
	maxTextBytes = 64 * maxTextWords
)

// DescriptionWords returns the stems of the words of the tool's description in their order, fill words left out, numbers
// as digits. What a doc string says of arguments and results is left out: it is a form that frameworks fill in.
func DescriptionWords(t ToolView) []string {
	var words []string
	eachWord(t.Description, func(w string) bool {
		words = append(words, w)
		return len(words) < maxTextWords
	})
	return words
}

// eachWord calls visit for the words that DescriptionWords returns, until it says that it is enough. Each character of a script
// without spaces is a word.
func eachWord(s string, visit func(w string) bool) {
	s = text.Fold(cutRunes(s, maxTextBytes))
	start, some, unspaced := -1, false, false
	word := func(end int) (more bool) {
		w, lead, role := s[start:end], s[:start], ""
		if start = -1; len(w) <= longestRole {
			role = wordRoles[w]
		}
		switch {
		case role == fills:
			return true
		case role == heads && some && strings.HasPrefix(s[end:], ":") && strings.HasSuffix(strings.TrimRight(lead, " \t"), "\n"):
			return false
		case role != "" && role != heads:
			w = role
		default:
			w = Stem(w)
		}
		some = true
		return visit(w)
	}
	for i, r := range s {
		inWord := r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= utf8.RuneSelf && nameRune(r)
		if start >= 0 && (!inWord || r >= firstUnspaced || unspaced) && !word(i) {
			return
		}
		unspaced = r >= firstUnspaced
		if inWord && start < 0 {
			start = i
		}
	}
	if start >= 0 {
		word(len(s))
	}
}

// firstUnspaced is about where the scripts begin that write no spaces.
const firstUnspaced = 0x2E80

// The roles of words in descriptions; that of a number is its digits.
const (
	// fills carries no meaning of its own.
	fills = "fills"
	// heads may begin a part of a doc string.
	heads = "heads"
	// longestRole is the length of the longest word that has one.
	longestRole = len("parameters")
)

// wordRoles are the words that do something else than say what a tool is for.
var wordRoles = func() map[string]string {
	roles := map[string]string{}
	for _, w := range strings.Fields("a an the of to in on for with and or by from as at is are be it its this that these those you your can will using use used which") {
		roles[w] = fills
	}
	for _, w := range strings.Fields("returns args arguments parameters raises return") {
		roles[w] = heads
	}
	for i, w := range strings.Fields("one two three four five six seven eight nine ten eleven twelve") {
		roles[w] = [...]string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}[i]
	}
	return roles
}()

// Parameters returns the names of the tool's parameters, as keys of NameKey, with what is said of them.
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
			m[NameKey(f.Parameter)] = NameKey(cutRunes(f.Text, maxNameBytes))
		}
	}
	return m
}

// endings are the endings of English words that Stem cuts off, by their last letters, the longest first.
var endings = ['z' + 1][]string{
	'd': {"ied", "ed"}, 'e': {"e"}, 'g': {"ing"}, 'n': {"ation"}, 'r': {"er"}, 's': {"ations", "ings", "ies", "ers", "es", "s"}, 'y': {"edly", "ly"},
}

// Stem returns a folded word of small letters without an ending of English, so that forms of one word are the same: enough to compare names and
// descriptions. Any other word is returned as it is.
func Stem(w string) string {
	for i := range len(w) {
		if w[i] < 'a' || w[i] > 'z' {
			return w
		}
	}
	if w == "" {
		return w
	}
	for _, ending := range endings[w[len(w)-1]] {
		// shortest is the shortest stem.
		const shortest = 3
		if base, ok := strings.CutSuffix(w, ending); ok && len(base) >= shortest {
			return base
		}
	}
	return w
}
