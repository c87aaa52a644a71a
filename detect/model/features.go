package model

import (
	"maps"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/detect/text"
)

// near is how far apart two concepts are neighbours, in bytes from the start of one to the start of the other.
const near = 45

// adjacent is how many bytes may lie between two concepts that stand side by side: a blank, quotation marks, an article.
const adjacent = 6

// The features of relations are numbered: a feature of one concept is its base plus the concept, one of two is its base plus both.
const (
	n             = reading.MaxConcepts
	basePresent   = 0
	baseBefore    = n
	baseOwn       = 2 * n
	baseAbsent    = 3 * n
	baseBegins    = 4 * n
	basePlace     = 5 * n
	baseShape     = basePlace + int(reading.Places)*n
	basePair      = baseShape + n
	baseNear      = basePair + n*n
	baseSequence  = baseNear + n*n
	baseAdjacent  = baseSequence + n*n
	relationCount = baseAdjacent + n*n
)

// RelationCount is how many features of relations there are.
const RelationCount = relationCount

// The shapes of a sentence.
const (
	shapeFirst = iota
	shapeOnly
	shapeShort
	shapeLong
	shapePlace
)

// relations finds the features of relations. It keeps its room from one sentence to the next and is for one goroutine at a time.
type relations struct {
	// Relations are the features of the last sentence, each once.
	Relations []uint32
	seen      seenSet
}

// Features turns sentences into features, for learning. It keeps its room from one sentence to the next and is for one goroutine at a time.
type Features struct {
	relations
	// Grams are those of the last sentence, each once.
	Grams []Gram

	// vocabulary numbers the words that were met from 1.
	vocabulary map[string]uint32
	words      []string
}

// seenSet records what has occurred in a sentence. It has the round in which each number was met last.
type seenSet struct {
	last  []uint32
	round uint32
}

func newSeenSet(numbers int) seenSet { return seenSet{last: make([]uint32, numbers)} }

// reset begins a sentence.
func (m *seenSet) reset() {
	if m.round++; m.round == 0 {
		clear(m.last)
		m.round = 1
	}
}

// add reports whether a number is met for the first time.
func (m *seenSet) add(k int) bool {
	first := m.last[k] != m.round
	m.last[k] = m.round
	return first
}

// Gram is one to three neighbouring words: their numbers, 21 bits each, the last one lowest.
type Gram uint64

// gramBits are the bits of a word in a Gram.
const gramBits = 21

// NewFeatures returns features that number every word they meet.
func NewFeatures() *Features {
	return &Features{relations: newRelations(), vocabulary: map[string]uint32{}, words: []string{""}}
}

func newRelations() relations { return relations{seen: newSeenSet(relationCount)} }

// GradeOf finds the features of a sentence, each once. Those of the sentence before are overwritten.
func (f *Features) Of(s *reading.Sentence) {
	f.relations.of(s)
	f.grams(s)
}

func (f *relations) add(feature int) { f.Relations = append(f.Relations, uint32(feature)) }

// feature finds which concepts stand in the sentence, which in pairs, in which order and how near, what stood in the sentence before, and
// what of it the tool says it is for.
func (f *relations) of(s *reading.Sentence) {
	f.Relations = f.Relations[:0]
	f.seen.reset()
	var room [reading.MaxConcepts]int
	present := room[:0]
	s.Present.Each(func(c reading.Concept) { present = append(present, int(c)) })
	place := basePlace + int(s.Place)*n
	for i, a := range present {
		f.add(basePresent + a)
		f.add(place + a)
		if s.Own.Has(reading.Concept(a)) {
			f.add(baseOwn + a)
		} else {
			f.add(baseAbsent + a)
		}
		for _, b := range present[i+1:] {
			f.add(basePair + a*n + b)
		}
	}
	for i := range s.Marks {
		a := &s.Marks[i]
		if int(a.Start) == s.Start {
			f.add(baseBegins + int(a.Concept))
		}
		for k := i + 1; k < len(s.Marks) && s.Marks[k].Start-a.Start <= near; k++ {
			b := &s.Marks[k]
			if b.Concept == a.Concept || b.Start < a.End {
				continue
			}
			both := int(a.Concept)*n + int(b.Concept)
			if f.seen.add(baseNear + both) {
				f.add(baseNear + both)
			}
			if b.Start-a.End <= adjacent && f.seen.add(baseAdjacent+both) {
				f.add(baseAdjacent + both)
			}
		}
	}
	s.Before.Each(func(a reading.Concept) {
		f.add(baseBefore + int(a))
		for _, b := range present {
			f.add(baseSequence + int(a)*n + b)
		}
	})
	if s.Index == 0 {
		f.add(baseShape + shapeFirst)
	}
	if s.Count == 1 {
		f.add(baseShape + shapeOnly)
	}
	switch {
	case len(s.Tokens) < 6:
		f.add(baseShape + shapeShort)
	case len(s.Tokens) > 30:
		f.add(baseShape + shapeLong)
	}
	f.add(baseShape + shapePlace + int(s.Place))
}

// atStart and atEnd are what the ends of a sentence are among words.
const atStart, atEnd = "^", "$"

// grams finds the words of the sentence, alone and with their neighbours; a name stands for itself by what it names.
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

// Unknown stands for the words of a sentence most of which are not known: one in a language whose words were not learned.
const Unknown = "<UNKNOWN>"

// MostlyUnknown reports whether so many unknown words make Unknown one of the words of a sentence.
func MostlyUnknown(unknown, words int) bool { return 2*unknown > words }

// Word returns the Gram of a single word.
func (f *Features) Word(w string) Gram { return Gram(f.number(w)) }

// Single reports whether a Gram is one word, and no sign of a sentence's end.
func (f *Features) Single(g Gram) bool {
	return uint64(g)>>gramBits == 0 && f.words[g] != atStart && f.words[g] != atEnd
}

// gram adds the grams that end with a word, behind the two words before it.
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

// Sort numbers the words anew in their order, so that numbers do not depend on which text was read first. It returns what makes an earlier Gram one
// of the new numbers.
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

// wordOf returns what a token is among words.
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

// referenceWords are what names are among words.
var referenceWords = [...]string{
	reading.RefOwn: "<OWN>", reading.RefSibling: "<SIBLING>", reading.RefForeign: "<FOREIGN>", reading.RefParam: "<PARAM>",
	reading.RefAction: "<FOREIGN>", reading.RefName: "<NAME>", reading.RefUnscanned: "<KIN>", reading.RefProse: "<FOREIGN>",
}

// GramName returns a Gram as its words.
func (f *Features) GramName(g Gram) string {
	var words []string
	for k := 2; k >= 0; k-- {
		if w := uint64(g) >> (k * gramBits) & (1<<gramBits - 1); w != 0 {
			words = append(words, f.words[w])
		}
	}
	return strings.Join(words, " ")
}
