package text

import "strings"

// verdict is what a Vocabulary says of a word. It depends on the word alone and is remembered with it, by the first vocabulary that is asked:
// there is one but in tests.
type verdict struct {
	v *Vocabulary
	// known is what Vocabulary.known says, backwards what Vocabulary.backwards says; key is the key that the word misspells, or "".
	known, backwards bool
	key              string
}

// strange reports whether the word by itself speaks for a disguise.
func (t *verdict) strange() bool { return t.backwards || t.key != "" }

// verdictOf returns what the vocabulary says of a word.
func (v *Vocabulary) verdictOf(x *lexeme) *verdict {
	if t := x.verdict.Load(); t != nil && t.v == v {
		return t
	}
	made := verdict{v: v, known: v.words[x.fold] || len(x.fold) > 3 && v.stems()[x.stem], backwards: v.backwards(x.fold)}
	if !made.known {
		made.key = v.misspells(x.fold)
	}
	t := &made
	if !made.strange() {
		// Nearly all words are of these two kinds.
		if t = &v.foreign; made.known {
			t = &v.familiar
		}
	}
	x.verdict.CompareAndSwap(nil, t)
	return t
}

// misspells returns the key that a word misspells which is not known, or "".
func (v *Vocabulary) misspells(w string) string {
	if !v.shaped(w) || !v.nearKey(w) {
		return ""
	}
	if c := v.correct(w); len(c) >= minKeyLength && v.keys[c] {
		return c
	}
	return ""
}

// known reports whether w is a word of the vocabulary or has the stem of one.
func (v *Vocabulary) known(w string) bool {
	switch {
	case len(w) <= 3:
		return v.words[w]
	case len(w) > longestLexeme, !v.begins(w), !stemmed(w):
		return v.words[w]
	}
	return v.verdictOf(lexemeOf(w)).known
}

// begins reports whether w, which has more than three letters, may be a word or have the stem of one: see stemBegins.
func (v *Vocabulary) begins(w string) bool {
	tree := v.starts()
	node := &tree[0]
	for i := range len(w) {
		c := w[i] - 'a'
		if c >= 26 || node.next[c] == 0 {
			break
		}
		if node = &tree[node.next[c]]; node.word {
			return true
		}
	}
	return w[1:] == irregular
}

// irregular is what "dying", "lying" and "tying" have in common, whose stems begin in another way.
const irregular = "ying"

// stemBegins returns how each word begins that has the stem, but for those of irregular: the stemmer changes nothing but the end of a word,
// where it puts an "e" or an "i", or "ble" for "bil".
func stemBegins(stem string) string {
	n := len(stem) - 1
	if strings.HasSuffix(stem, "ble") {
		n--
	}
	return stem[:max(n, 1)]
}
