package text

import (
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// Vocabulary has the words for unmasking. It is safe for concurrent use once built.
type Vocabulary struct {
	// words are all words, bases those of them without endings, keys the ones whose misspelling suggests a disguise.
	words, bases, keys map[string]bool
	// shapes has the keys by their first and last letters.
	shapes [26][26][]keyShape
	// turned has the first letters of words, as bits, by their last two letters: a quick test for reversed words.
	turned  [26][26]uint32
	longest int
	// tree is the words letter by letter.
	tree []letterNode
	// spellings are the misspellings of the words, built on first use.
	spellings func() spellings
}

// spellings maps misspellings to words.
type spellings struct {
	// shorter has words without one letter, scrambled words with the inner letters sorted.
	shorter   map[string][]string
	scrambled map[string]string
}

// letterNode is a prefix of words; next has the child by letter, 0 is none.
type letterNode struct {
	next [26]uint16
	word bool
}

// minKey is the minimum length of a key.
const minKey = 6

// NewVocabulary returns a vocabulary of folded ASCII words. Keys are words whose misspelling suggests intent.
func NewVocabulary(keys, words []string) *Vocabulary {
	v := &Vocabulary{words: map[string]bool{}, bases: map[string]bool{}, keys: map[string]bool{}, tree: make([]letterNode, 1)}
	var order []string
	for i, w := range slices.Concat(keys, words) {
		if w == "" || !small(w) {
			continue
		}
		n := len(w)
		if i < len(keys) && n >= minKey {
			v.keys[w] = true
			shapes := &v.shapes[w[0]-'a'][w[n-1]-'a']
			*shapes = append(*shapes, keyShape{n, lettersOf(w)})
		}
		if v.words[w] {
			continue
		}
		order = append(order, w)
		v.words[w], v.bases[base(w)] = true, true
		v.longest = max(v.longest, n)
		if n > 2 {
			v.turned[w[n-1]-'a'][w[n-2]-'a'] |= 1 << (w[0] - 'a')
		}
		at := uint16(0)
		for _, c := range []byte(w) {
			next := v.tree[at].next[c-'a']
			if next == 0 {
				next = uint16(len(v.tree))
				v.tree[at].next[c-'a'] = next
				v.tree = append(v.tree, letterNode{})
			}
			at = next
		}
		v.tree[at].word = true
	}
	v.spellings = sync.OnceValue(func() spellings { return spellingsOf(order) })
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

// longestEnding is the longest ending that base removes.
const longestEnding = len("inglys")

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
	return len(w) <= v.longest+longestEnding && (v.words[w] || len(w) > 3 && v.bases[base(w)])
}

// backwards reports whether w is an unknown word that is known in reverse.
func (v *Vocabulary) backwards(w string) bool {
	n := len(w)
	if n < 3 || n > v.longest {
		return false
	}
	a, b, c := w[0]-'a', w[1]-'a', w[n-1]-'a'
	if a >= 26 || b >= 26 || c >= 26 || v.turned[a][b]>>c&1 == 0 {
		return false
	}
	turned := []byte(w)
	slices.Reverse(turned)
	return v.words[string(turned)] && !v.words[w]
}

// misspells returns the key that an unknown word misspells, or "".
func (v *Vocabulary) misspells(w string) string {
	n := len(w)
	if n < minKey-1 {
		return ""
	}
	// A misspelling keeps the first and the last letter, the length within one, and all letters but one on either side.
	first, last := w[0]-'a', w[n-1]-'a'
	if first >= 26 || last >= 26 || !slices.ContainsFunc(v.shapes[first][last], func(key keyShape) bool {
		return max(n-key.length, key.length-n) <= 1 && bits.OnesCount32(lettersOf(w)^key.letters) <= 2
	}) || v.known(w) {
		return ""
	}
	if c := v.correct(w); v.keys[c] {
		return c
	}
	return ""
}

// keyShape is a quick test for a misspelling: the length of the key and its letters, as bits.
type keyShape struct {
	length  int
	letters uint32
}

func lettersOf(w string) (letters uint32) {
	for i := range len(w) {
		letters |= 1 << (w[i] & 31)
	}
	return letters
}

func spellingsOf(words []string) spellings {
	f := spellings{shorter: make(map[string][]string, 8*len(words)), scrambled: make(map[string]string, len(words))}
	for _, w := range words {
		// shortest is the minimum length of a word that is recognisable without a letter.
		const shortest = 4
		if len(w) < shortest {
			continue
		}
		for i := range len(w) {
			d := w[:i] + w[i+1:]
			if !slices.Contains(f.shorter[d], w) {
				f.shorter[d] = append(f.shorter[d], w)
			}
		}
		if s := scramble(w); f.scrambled[s] == "" {
			f.scrambled[s] = w
		}
	}
	return f
}

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
	f := v.spellings()
	if s := f.scrambled[scramble(w)]; s != "" {
		return s
	}
	if ws := f.shorter[w]; len(ws) > 0 {
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
	var room [longest]byte
	for i := range len(w) {
		if d := append(append(room[:0], w[:i]...), w[i+1:]...); v.words[string(d)] && len(d) > 2 {
			return string(d)
		}
	}
	for i := 0; i < len(w) && len(w) > 4; i++ {
		if ws := f.shorter[string(append(append(room[:0], w[:i]...), w[i+1:]...))]; len(ws) > 0 {
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
	if n < 2*shortestPiece || n > longest {
		return nil
	}
	// cost is the lowest cost up to each letter, from the start of its last word.
	var cost, from [longest + 1]int32
	for j := 1; j <= n; j++ {
		cost[j] = none
	}
	for i := range n {
		node := uint16(0)
		for j := i + 1; j <= n; j++ {
			c := s[j-1] - 'a'
			if c >= 26 {
				return nil
			}
			node = v.tree[node].next[c]
			word := node != 0 && v.tree[node].word
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
			if node == 0 {
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
