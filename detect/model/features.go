package model

import (
	"maps"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/detect/text"
)

// maxNear is the maximum distance of near concepts, in words between their starts.
const maxNear = 8

// Relation features are numbered: a feature of one concept is its base plus the concept, one of two is its base plus both.
const (
	n           = reading.MaxConcepts
	basePresent = 0
	baseBegins  = n
	basePlace   = 2 * n
	basePair    = basePlace + int(reading.Places)
	baseNear    = basePair + n*n
	// RelationCount is the number of relation features.
	RelationCount = baseNear + n*n
)

// relationFinder finds the relation features of sentences. It reuses memory and is not safe for concurrent use.
type relationFinder struct {
	// Relations are the features of the last sentence, each once.
	Relations []uint32
	seen      seenSet
}

// Features extracts all features of sentences, for learning. It reuses memory and is not safe for concurrent use.
type Features struct {
	relationFinder
	// Grams are the grams of the last sentence, each once.
	Grams []Gram

	// vocabulary numbers the words from 1.
	vocabulary map[string]uint32
	words      []string
}

// seenSet is a set of numbers that is reset in constant time: last has the round in which each number was added.
type seenSet struct {
	last  []uint32
	round uint32
}

func newSeenSet(numbers int) seenSet { return seenSet{last: make([]uint32, numbers)} }

// reset empties the set.
func (m *seenSet) reset() {
	if m.round++; m.round == 0 {
		clear(m.last)
		m.round = 1
	}
}

// add adds a number and reports whether it is new.
func (m *seenSet) add(k int) bool {
	first := m.last[k] != m.round
	m.last[k] = m.round
	return first
}

// Gram is one to three neighbouring words: their numbers, 21 bits each, the last one lowest.
type Gram uint64

// gramBits is the number of bits of a word in a Gram.
const gramBits = 21

// NewFeatures returns Features with an empty vocabulary.
func NewFeatures() *Features {
	return &Features{relationFinder: newRelations(), vocabulary: map[string]uint32{}, words: []string{""}}
}

func newRelations() relationFinder { return relationFinder{seen: newSeenSet(RelationCount)} }

// Of extracts the features of a sentence, replacing those of the last one.
func (f *Features) Of(s *reading.Sentence) {
	f.relationFinder.extract(s)
	f.grams(s)
}

func (f *relationFinder) add(feature int) { f.Relations = append(f.Relations, uint32(feature)) }

// extract finds the concepts of the sentence, their pairs, order and distance. Nothing outside of the sentence counts.
func (f *relationFinder) extract(s *reading.Sentence) {
	f.Relations = f.Relations[:0]
	f.seen.reset()
	var room [reading.MaxConcepts]int
	present := room[:0]
	s.Present.Each(func(c reading.Concept) { present = append(present, int(c)) })
	for i, a := range present {
		f.add(basePresent + a)
		for _, b := range present[i+1:] {
			f.add(basePair + a*n + b)
		}
	}
	for i := range s.Marks {
		a := &s.Marks[i]
		if int(a.Start) == s.Start && f.seen.add(baseBegins+int(a.Concept)) {
			f.add(baseBegins + int(a.Concept))
		}
		for k := i + 1; k < len(s.Marks) && s.Marks[k].At-a.At <= maxNear; k++ {
			b := &s.Marks[k]
			if b.Concept == a.Concept || b.Start < a.End {
				continue
			}
			if near := baseNear + int(a.Concept)*n + int(b.Concept); f.seen.add(near) {
				f.add(near)
			}
		}
	}
	f.add(basePlace + int(s.Place))
}

// atStart and atEnd mark the ends of a sentence.
const atStart, atEnd = "^", "$"

// grams finds the words of the sentence, alone and with their neighbours; names are replaced by their kind.
func (f *Features) grams(s *reading.Sentence) {
	f.Grams = f.Grams[:0]
	before := Gram(0)
	f.gram(atStart, &before)
	for i := range s.Tokens {
		f.gram(wordOf(&s.Tokens[i]), &before)
	}
	f.gram(atEnd, &before)
	slices.Sort(f.Grams)
	f.Grams = slices.Compact(f.Grams)
}

// Unknown is added to the words of a sentence if most are not among the learned ones, as in another language.
const Unknown = "<UNKNOWN>"

// MostlyUnknown reports whether a sentence gets Unknown.
func MostlyUnknown(unknown, words int) bool { return 2*unknown > words }

// Word returns the Gram of a single word.
func (f *Features) Word(w string) Gram { return Gram(f.number(w)) }

// Singles returns the Grams of the words of a sentence, one for each.
func (f *Features) Singles(s *reading.Sentence) []Gram {
	words := make([]Gram, len(s.Tokens))
	for i := range s.Tokens {
		words[i] = f.Word(wordOf(&s.Tokens[i]))
	}
	return words
}

// Key returns the words of a sentence, which are equal for sentences that differ only in names.
func (f *Features) Key(s *reading.Sentence) string {
	words := make([]string, len(s.Tokens))
	for i := range s.Tokens {
		words[i] = wordOf(&s.Tokens[i])
	}
	return reading.PlaceNames[s.Place] + " " + strings.Join(words, " ")
}

// gram adds the grams that end with a word, given the two words before it.
func (f *Features) gram(word string, before *Gram) {
	const two = 1<<(2*gramBits) - 1
	w := Gram(f.number(word))
	all := *before<<gramBits | w
	f.Grams = append(f.Grams, w)
	if *before != 0 {
		f.Grams = append(f.Grams, all&two)
	}
	if *before>>gramBits != 0 {
		f.Grams = append(f.Grams, all)
	}
	*before = all & two
}

func (f *Features) number(w string) uint32 {
	k, ok := f.vocabulary[w]
	if !ok {
		k = uint32(len(f.words))
		w = strings.Clone(w)
		f.vocabulary[w], f.words = k, append(f.words, w)
	}
	return k
}

// Sort renumbers the words in alphabetical order, so that numbers do not depend on the order of texts. It returns the mapping of Grams.
func (f *Features) Sort() func(Gram) Gram {
	order := slices.Sorted(maps.Keys(f.vocabulary))
	anew := make([]Gram, len(f.words))
	for k, w := range order {
		anew[f.vocabulary[w]] = Gram(k + 1)
		f.vocabulary[w] = uint32(k + 1)
	}
	f.words = append([]string{""}, order...)
	const mask = 1<<gramBits - 1
	return func(g Gram) Gram {
		return anew[g>>(2*gramBits)]<<(2*gramBits) | anew[g>>gramBits&mask]<<gramBits | anew[g&mask]
	}
}

// wordOf returns the word that represents a token.
func wordOf(t *reading.Token) string {
	if t.Named {
		return referenceWords[t.Ref]
	}
	switch t.Kind {
	case text.KindWord:
		return t.Fold
	case text.KindNumber:
		return "<NUMBER>"
	case text.KindEmail:
		return "<EMAIL>"
	case text.KindURL, text.KindHost:
		return "<URL>"
	case text.KindPath:
		return "<PATH>"
	}
	return "<NAME>"
}

// referenceWords represent names by what they refer to.
var referenceWords = [...]string{
	reading.RefOwn: "<OWN>", reading.RefAction: "<TOOL>", reading.RefName: "<NAME>", reading.RefProse: "<TOOL>",
}

// GramName returns the words of a Gram.
func (f *Features) GramName(g Gram) string {
	var words []string
	for k := 2; k >= 0; k-- {
		if w := uint64(g) >> (k * gramBits) & (1<<gramBits - 1); w != 0 {
			words = append(words, f.words[w])
		}
	}
	return strings.Join(words, " ")
}
