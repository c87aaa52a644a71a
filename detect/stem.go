package detect

import "strings"

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
