package text

import (
	"slices"
	"strings"
	"sync"
)

// Vocabulary is the words that disguised writing is read against. It is safe for concurrent use once made.
type Vocabulary struct {
	words map[string]bool
	// order holds the words as they were given.
	order []string
	// keys are the words that a misspelling may be of; shapes marks their first and last letters and their lengths.
	keys   map[string]bool
	shapes [26][26]uint64
	// letters are the letters of the keys that misspelt counts, by their length.
	letters [maxKeyLength + 2][]uint32
	// ends tells of the first two letters of a word that is written backwards which may be its last.
	ends    [26][26]uint32
	longest int
	// foreign is what is said of words that are not known, familiar of those that are, unless there is more to say.
	foreign, familiar verdict
	// stems are those of the words, starts how these and the words begin, forms what misspellings are told by; they are made when a text
	// needs them.
	stems  func() map[string]bool
	starts func() []letterNode
	forms  func() *wordForms
	// tree is the words letter by letter.
	tree func() []letterNode
}

// wordForms are the ways to misspell the words of a vocabulary.
type wordForms struct {
	// near maps a word with one letter left out to the words it may come from; scrambled maps the first letter, the last
	// letter and the sorted letters between to the word.
	near      map[string][]string
	scrambled map[string]string
}

const (
	// minKeyLength is the shortest key whose misspelling counts; maxKeyLength bounds the length of keys that are told apart by it.
	minKeyLength, maxKeyLength = 6, 30
)

// NewVocabulary makes a vocabulary of folded ASCII words. Keys are words whose misspelling shows intent: their stems and all
// words count as known.
func NewVocabulary(keys, words []string) *Vocabulary {
	v := &Vocabulary{words: make(map[string]bool, len(keys)+len(words)), keys: make(map[string]bool, len(keys))}
	for _, w := range keys {
		v.add(w)
		v.keys[w] = true
		v.shapes[w[0]-'a'][w[len(w)-1]-'a'] |= 1 << min(len(w), 63)
		if n := min(len(w), maxKeyLength); n >= minKeyLength {
			v.letters[n] = append(v.letters[n], lettersOf(w))
		}
	}
	for _, w := range words {
		v.add(w)
	}
	for _, w := range v.order {
		if n := len(w); n > 2 {
			v.ends[w[n-1]-'a'][w[n-2]-'a'] |= 1 << (w[0] - 'a')
		}
	}
	v.stems = sync.OnceValue(func() map[string]bool {
		stems := make(map[string]bool, len(v.order))
		for _, w := range v.order {
			stems[Stem(w)] = true
		}
		return stems
	})
	v.foreign, v.familiar = verdict{v: v}, verdict{v: v, known: true}
	v.starts = sync.OnceValue(func() []letterNode {
		list := make([]string, 0, 2*len(v.order))
		for _, w := range v.order {
			list = append(list, w, stemBegins(Stem(w)))
		}
		return treeOf(list)
	})
	v.tree = sync.OnceValue(func() []letterNode { return treeOf(v.order) })
	v.forms = sync.OnceValue(func() *wordForms { return formsOf(v.order) })
	return v
}

// lettersOf returns the set of the letters of a word, as bits.
func lettersOf(w string) uint32 {
	set := uint32(0)
	for i := range len(w) {
		if c := w[i] - 'a'; c < 26 {
			set |= 1 << c
		}
	}
	return set
}

// nearKey reports whether w may be the misspelling of a key that misspelt counts: by one edit at most one letter goes and one comes.
func (v *Vocabulary) nearKey(w string) bool {
	set := lettersOf(w)
	n := min(len(w), maxKeyLength)
	for _, list := range v.letters[max(n-1, 0) : n+2] {
		for _, key := range list {
			// Two letters at most are in one of the words alone.
			other := set ^ key
			other &= other - 1
			if other&(other-1) == 0 {
				return true
			}
		}
	}
	return false
}

// backwards reports whether w is a word that is written from its end, and is none as it stands.
func (v *Vocabulary) backwards(w string) bool {
	n := len(w)
	if n < 3 || n > v.longest {
		return false
	}
	a, b, c := w[0]-'a', w[1]-'a', w[n-1]-'a'
	if a >= 26 || b >= 26 || c >= 26 || v.ends[a][b]>>c&1 == 0 {
		return false
	}
	turned := []byte(w)
	slices.Reverse(turned)
	return v.words[string(turned)] && !v.words[w]
}

func (v *Vocabulary) add(w string) {
	if w == "" || v.words[w] || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
		return
	}
	v.words[w] = true
	v.order = append(v.order, w)
	v.longest = max(v.longest, len(w))
}

func formsOf(words []string) *wordForms {
	f := &wordForms{near: make(map[string][]string, 8*len(words)), scrambled: make(map[string]string, len(words))}
	for _, w := range words {
		// shortest is the length from which a missing letter leaves enough of a word.
		const shortest = 4
		if len(w) < shortest {
			continue
		}
		for i := range len(w) {
			d := w[:i] + w[i+1:]
			if !slices.Contains(f.near[d], w) {
				f.near[d] = append(f.near[d], w)
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
	forms := v.forms()
	if s := forms.scrambled[scramble(w)]; s != "" {
		return s
	}
	if ws := forms.near[w]; len(ws) > 0 {
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
		if ws := forms.near[w[:i]+w[i+1:]]; len(ws) > 0 {
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
