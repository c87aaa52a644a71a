package text

import (
	"slices"
	"strings"
)

// Vocabulary is the words that disguised writing is read against. It is safe for concurrent use once made.
type Vocabulary struct {
	words, stems map[string]bool
	// keys are the words that a misspelling may be of; shapes marks their first and last letters and their lengths.
	keys   map[string]bool
	shapes [26][26]uint64
	// near maps a word with one letter left out to the words it may come from; scrambled maps the first letter, the last
	// letter and the sorted letters between to the word.
	near      map[string][]string
	scrambled map[string]string
	// backwards are the words as they read from the end, where that is no word.
	backwards map[string]bool
	longest   int
}

// NewVocabulary makes a vocabulary of folded ASCII words. Keys are words whose misspelling shows intent: their stems and all
// words count as known.
func NewVocabulary(keys, words []string) *Vocabulary {
	v := &Vocabulary{words: map[string]bool{}, stems: map[string]bool{}, keys: map[string]bool{}, near: map[string][]string{}, scrambled: map[string]string{}, backwards: map[string]bool{}}
	for _, w := range keys {
		v.add(w)
		v.keys[w] = true
		v.shapes[w[0]-'a'][w[len(w)-1]-'a'] |= 1 << min(len(w), 63)
	}
	for _, w := range words {
		v.add(w)
	}
	for w := range v.words {
		b := []byte(w)
		slices.Reverse(b)
		if len(b) > 2 && !v.words[string(b)] {
			v.backwards[string(b)] = true
		}
	}
	return v
}

func (v *Vocabulary) add(w string) {
	if w == "" || v.words[w] || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
		return
	}
	v.words[w], v.stems[Stem(w)] = true, true
	v.longest = max(v.longest, len(w))
	// shortest is the length from which a missing letter leaves enough of a word.
	const shortest = 4
	if len(w) < shortest {
		return
	}
	for i := range len(w) {
		d := w[:i] + w[i+1:]
		if !slices.Contains(v.near[d], w) {
			v.near[d] = append(v.near[d], w)
		}
	}
	if s := scramble(w); v.scrambled[s] == "" {
		v.scrambled[s] = w
	}
}

// known reports whether w is a word of the vocabulary or has the stem of one.
func (v *Vocabulary) known(w string) bool { return v.words[w] || len(w) > 3 && v.stems[Stem(w)] }

func scramble(w string) string {
	b := []byte(w)
	if len(b) > 3 {
		slices.Sort(b[1 : len(b)-1])
	}
	return string(b)
}

// shaped reports whether w begins and ends as a key of about its length does.
func (v *Vocabulary) shaped(w string) bool {
	if len(w) < 5 || w[0] < 'a' || w[0] > 'z' || w[len(w)-1] < 'a' || w[len(w)-1] > 'z' {
		return false
	}
	n := min(len(w), 61)
	return v.shapes[w[0]-'a'][w[len(w)-1]-'a']&(7<<(n-1)) != 0
}

// correct returns the word that w misspells by one edit or by letters out of order inside, or "". Short words are only
// corrected where a letter is missing or two are swapped.
func (v *Vocabulary) correct(w string) string {
	// longest bounds the work; no word of a vocabulary is longer.
	const longest = 20
	if len(w) < 3 || len(w) > longest || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
		return ""
	}
	if s := v.scrambled[scramble(w)]; s != "" {
		return s
	}
	if ws := v.near[w]; len(ws) > 0 {
		return best(w, ws)
	}
	if len(w) < 4 {
		if b := string([]byte{w[0], w[2], w[1]}); v.words[b] {
			return b
		}
		if b := string([]byte{w[1], w[0], w[2]}); v.words[b] {
			return b
		}
		return ""
	}
	for i := range len(w) {
		d := w[:i] + w[i+1:]
		if v.words[d] && len(d) > 2 {
			return d
		}
	}
	if len(w) < 5 {
		return ""
	}
	for i := range len(w) {
		if ws := v.near[w[:i]+w[i+1:]]; len(ws) > 0 {
			return best(w, ws)
		}
	}
	return ""
}

// best prefers the word with the same first letter, then the first one listed.
func best(w string, ws []string) string {
	for _, x := range ws {
		if x[0] == w[0] && x[len(x)-1] == w[len(w)-1] {
			return x
		}
	}
	for _, x := range ws {
		if x[0] == w[0] {
			return x
		}
	}
	return ws[0]
}

// segment cuts letters that run together into words of the vocabulary and returns where each ends, or nil.
func (v *Vocabulary) segment(s string) []int {
	// longest bounds the table; longer runs are no sentence.
	const longest = 400
	n := len(s)
	if n < 6 || n > longest {
		return nil
	}
	const none = 1 << 20
	cost, from := make([]int, n+1), make([]int, n+1)
	for j := 1; j <= n; j++ {
		cost[j] = none
		for i := max(0, j-v.longest); i < j; i++ {
			if cost[i] == none {
				continue
			}
			// Few long words are likelier than many short ones; a letter of an unknown word is the last resort.
			c := cost[i] + 4
			switch {
			case v.words[s[i:j]] && j-i > 1:
			case v.words[s[i:j]]:
				c += 4
			case j-i == 1:
				c += 8
			default:
				continue
			}
			if c < cost[j] {
				cost[j], from[j] = c, i
			}
		}
	}
	if cost[n] == none {
		return nil
	}
	var ends []int
	unknown, stray := 0, false
	for j := n; j > 0; j = from[j] {
		if !v.words[s[from[j]:j]] {
			unknown++
			if !stray {
				ends = append(ends, j)
			}
			stray = true
			continue
		}
		stray = false
		ends = append(ends, j)
	}
	// Where more than a quarter is unknown, or the pieces are mere syllables, the cuts are chance.
	const shortest = 3
	if unknown*4 > n || n < shortest*len(ends) {
		return nil
	}
	slices.Reverse(ends)
	return ends
}
