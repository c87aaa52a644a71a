package text

import (
	"slices"
	"strings"
)

// everyday are words of phrases that tell little: nearly every text has them.
var everyday = strings.Fields("a all and any be by call default do for from has have in is it line list no not of on one option or that the their to tool up use was with you your first")

// Signs returns words of which a text has at least one, when the lexicon gives a word of it one of the concepts: as stems and as they
// are folded. Of a phrase it is one word that must be there, a rare one.
func (l *Lexicon) Signs(concepts Set) (stems, folded []string) {
	for w, set := range l.words {
		if set.Any(concepts) {
			stems = append(stems, w)
		}
	}
	for w, set := range l.exact {
		if set.Any(concepts) {
			folded = append(folded, w)
		}
	}
	for first, phrases := range l.phrases {
		for _, p := range phrases {
			if !concepts.Has(p.concept) {
				continue
			}
			rarest, score := "", -1
			for _, w := range append([]string{first}, p.rest...) {
				n := len(w)
				if slices.Contains(everyday, w) {
					n = 0
				}
				if n > score {
					rarest, score = w, n
				}
			}
			stems = append(stems, rarest)
		}
	}
	return stems, folded
}
