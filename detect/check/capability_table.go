package check

import "github.com/org/mcp-lint/detect/text"

// wordTable finds what belongs to words: a hash table that is built once and only read then, with a hash of a few bytes of the word. What
// is looked up is compared, so that a word which shares its hash with others costs a comparison and no more.
type wordTable[V any] struct {
	slots []wordSlot[V]
	bits  int
	// lengths has, for the first bytes of words, a bit for each length that there is: most words are told by it to be none of the table.
	lengths [32]uint32
}

type wordSlot[V any] struct {
	word  string
	value V
}

func newWordTable[V any](words map[string]V) *wordTable[V] {
	// roomy is how many slots each word has: few words meet.
	const roomy = 4
	t := &wordTable[V]{bits: 2}
	for 1<<t.bits < roomy*len(words) {
		t.bits++
	}
	t.slots = make([]wordSlot[V], 1<<t.bits)
	for w, v := range words {
		if w == "" {
			continue
		}
		k := t.hash(w)
		for t.slots[k].word != "" {
			k = (k + 1) & (len(t.slots) - 1)
		}
		t.slots[k] = wordSlot[V]{w, v}
		t.lengths[w[0]%32] |= lengthBit(w)
	}
	return t
}

// lengthBit is the bit of the length of a word. Long ones share one.
func lengthBit(w string) uint32 { return 1 << min(len(w), 31) }

// hash looks at a few bytes: words are short and differ there.
func (t *wordTable[V]) hash(w string) int {
	n := len(w)
	h := uint64(n) | uint64(w[0])<<8 | uint64(w[n-1])<<16 | uint64(w[n/2])<<24 | uint64(w[n/3])<<32 | uint64(w[n-1-n/4])<<40
	return int(h * 0x9E3779B97F4A7C15 >> (64 - t.bits))
}

// find returns what belongs to the word, or nil.
func (t *wordTable[V]) find(w string) *V {
	if w == "" || t.lengths[w[0]%32]&lengthBit(w) == 0 {
		return nil
	}
	for k := t.hash(w); ; k = (k + 1) & (len(t.slots) - 1) {
		switch s := &t.slots[k]; s.word {
		case w:
			return &s.value
		case "":
			return nil
		}
	}
}

// wordMarks are the marks of a word as a stem and as a folded word.
type wordMarks struct{ stem, folded text.Set }

// markTable finds the marks of words.
type markTable struct{ *wordTable[wordMarks] }

func newMarkTable(sources []markSource) *markTable {
	words := map[string]wordMarks{}
	for _, s := range sources {
		for w := range s.words.words() {
			m := words[w]
			if s.words.stemmed {
				m.stem = m.stem.With(s.mark)
			} else {
				m.folded = m.folded.With(s.mark)
			}
			words[w] = m
		}
	}
	return &markTable{newWordTable(words)}
}

// of returns the marks of a word with that stem.
func (t *markTable) of(folded, stem string) text.Set {
	var set text.Set
	f := t.find(folded)
	if f != nil {
		set = f.folded
	}
	s := f
	if stem != folded {
		s = t.find(stem)
	}
	if s != nil {
		set[0], set[1] = set[0]|s.stem[0], set[1]|s.stem[1]
	}
	return set
}
