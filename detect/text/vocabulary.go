package text

import (
	"math/bits"
	"slices"
	"strings"
)

// Vocabulary has the words for unmasking. It is safe for concurrent use once built.
type Vocabulary struct {
	// words are all words, and false for their beginnings, bases those of them without endings, keys the ones whose misspelling suggests a disguise.
	words, bases, keys map[string]bool
	// alike has the keys by their first and last letters.
	alike   map[[2]byte][]string
	longest int
	// shorter leads to words from them without one letter, scrambled from them with the inner letters sorted.
	shorter   map[string][]string
	scrambled map[string]string
}

// minKey is the minimum length of a key.
const minKey = 6

// NewVocabulary returns a vocabulary of folded ASCII words. Keys are words whose misspelling suggests intent.
func NewVocabulary(keys, words []string) *Vocabulary {
	v := &Vocabulary{
		words: map[string]bool{}, bases: map[string]bool{}, keys: map[string]bool{}, alike: map[[2]byte][]string{},
		shorter: map[string][]string{}, scrambled: map[string]string{},
	}
	for i, w := range slices.Concat(keys, words) {
		if w == "" || !small(w) {
			continue
		}
		if i < len(keys) && len(w) >= minKey {
			v.keys[w], v.alike[endsOf(w)] = true, append(v.alike[endsOf(w)], w)
		}
		if v.words[w] {
			continue
		}
		for i := range w {
			if !v.words[w[:i]] {
				v.words[w[:i]] = false
			}
		}
		v.words[w], v.bases[base(w)] = true, true
		v.longest = max(v.longest, len(w))
		// shortest is the minimum length of a word that is recognisable without a letter.
		const shortest = 4
		if len(w) < shortest {
			continue
		}
		for i := range len(w) {
			d := w[:i] + w[i+1:]
			if !slices.Contains(v.shorter[d], w) {
				v.shorter[d] = append(v.shorter[d], w)
			}
		}
		if s := scramble(w); v.scrambled[s] == "" {
			v.scrambled[s] = w
		}
	}
	return v
}

// small reports whether a word has only lower-case ASCII letters.
func small(w string) bool {
	for i := range len(w) {
		if w[i] < 'a' || w[i] > 'z' {
			return false
		}
	}
	return true
}

// base returns a word without the commonest English endings.
func base(w string) string {
	if len(w) > 3 && !strings.HasSuffix(w, "ss") {
		w = strings.TrimSuffix(w, "s")
	}
	for _, end := range [...]string{"ingly", "ing", "edly", "ied", "ed", "ion", "able", "al", "ly", "ie", "e", "y"} {
		if rest, ok := strings.CutSuffix(w, end); ok && len(rest) > 2 {
			return rest
		}
	}
	return w
}

// known reports whether w is a word of the vocabulary, perhaps with another ending.
func (v *Vocabulary) known(w string) bool {
	return v.words[w] || len(w) > 3 && v.bases[base(w)]
}

// backwards reports whether w is an unknown word that is known in reverse.
func (v *Vocabulary) backwards(w string) bool {
	if len(w) < 3 || len(w) > v.longest {
		return false
	}
	turned := []byte(w)
	slices.Reverse(turned)
	return v.words[string(turned)] && !v.words[w]
}

// misspells returns the key that an unknown word misspells, or "". Only a word much like a key is looked up: with its first and last
// letter, its length within one, and its letters but one on either side.
func (v *Vocabulary) misspells(w string) string {
	if len(w) < minKey-1 || !slices.ContainsFunc(v.alike[endsOf(w)], func(key string) bool {
		return max(len(w)-len(key), len(key)-len(w)) <= 1 && bits.OnesCount32(lettersOf(w)^lettersOf(key)) <= 2
	}) || v.known(w) {
		return ""
	}
	if c := v.correct(w); v.keys[c] {
		return c
	}
	return ""
}

func lettersOf(w string) (letters uint32) {
	for i := range len(w) {
		letters |= 1 << (w[i] & 31)
	}
	return letters
}

// endsOf returns the first and the last letter of a word.
func endsOf(w string) [2]byte { return [2]byte{w[0], w[len(w)-1]} }

func scramble(w string) string {
	b := []byte(w)
	if len(b) > 3 {
		slices.Sort(b[1 : len(b)-1])
	}
	return string(b)
}

// correct returns the word that w misspells by one edit or by scrambled inner letters, or "". For short words only a missing letter or
// two swapped ones count.
func (v *Vocabulary) correct(w string) string {
	// longest bounds the work; no word of the vocabulary is longer.
	const longest = 20
	if len(w) < 3 || len(w) > longest || !small(w) {
		return ""
	}
	if s := v.scrambled[scramble(w)]; s != "" {
		return s
	}
	if ws := v.shorter[w]; len(ws) > 0 {
		return best(w, ws)
	}
	if len(w) == 3 {
		for _, swapped := range [...]string{string([]byte{w[0], w[2], w[1]}), string([]byte{w[1], w[0], w[2]})} {
			if v.words[swapped] {
				return swapped
			}
		}
		return ""
	}
	for i := range w {
		if d := w[:i] + w[i+1:]; v.words[d] && len(d) > 2 {
			return d
		}
	}
	for i := 0; i < len(w) && len(w) > 4; i++ {
		if ws := v.shorter[w[:i]+w[i+1:]]; len(ws) > 0 {
			return best(w, ws)
		}
	}
	return ""
}

// best prefers the same first and last letter, then the same first letter, then the first one listed.
func best(w string, ws []string) string {
	for n := 2; n > 0; n-- {
		for _, x := range ws {
			if x[0] == w[0] && (n == 1 || x[len(x)-1] == w[len(w)-1]) {
				return x
			}
		}
	}
	return ws[0]
}

// shortestPiece is the minimum average length of the words found by segment.
const shortestPiece = 3

// segment splits joined letters into words of the vocabulary and returns their ends, or nil.
func (v *Vocabulary) segment(s []byte) []int {
	// longest bounds the table; longer runs are not sentences.
	const longest, none = 400, 1 << 20
	n := len(s)
	if n < 2*shortestPiece || n > longest || !small(string(s)) {
		return nil
	}
	// cost is the lowest cost up to each letter, from the start of its last word.
	var cost, from [longest + 1]int32
	for j := 1; j <= n; j++ {
		cost[j] = none
	}
	for i := range n {
		for j := i + 1; j <= n; j++ {
			word, begins := v.words[string(s[i:j])]
			// Prefer few long words; letters of unknown words are the last resort.
			price := cost[i] + 4
			if j == i+1 {
				if price += 8; word {
					price -= 4
				}
			} else if !word {
				price = none
			}
			if price < cost[j] {
				cost[j], from[j] = price, int32(i)
			}
			if !begins {
				break
			}
		}
	}
	// Consecutive unknown letters are one piece.
	var ends []int
	unknown, afterUnknown := 0, false
	for j := n; j > 0; j = int(from[j]) {
		known := j-int(from[j]) > 1 || v.words[string(s[j-1:j])]
		if !known {
			unknown++
		}
		if known || !afterUnknown {
			ends = append(ends, j)
		}
		afterUnknown = !known
	}
	// If more than a quarter is unknown, or the pieces are mere syllables, the split is chance.
	if unknown*4 > n || n < shortestPiece*len(ends) {
		return nil
	}
	slices.Reverse(ends)
	return ends
}
