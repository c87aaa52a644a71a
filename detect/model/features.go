package model

import (
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
	basePlace     = 4 * n
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

// Features turns sentences into features. It keeps its room from one sentence to the next and is for one goroutine at a time.
type Features struct {
	lex *reading.Lexicon
	// vocabulary numbers words from 1; words not in it are 0, unless it grows.
	vocabulary map[string]uint32
	words      []string
	grow       bool

	// seen has the round in which a feature was met last.
	seen  []uint32
	round uint32

	Relations []uint32
	Grams     []Gram
}

// Gram is one to three neighbouring words: their numbers, 21 bits each, the last one lowest.
type Gram uint64

// gramBits are the bits of a word in a Gram.
const gramBits = 21

// NewFeatures returns features that number every word they meet, for learning.
func NewFeatures(l *reading.Lexicon) *Features {
	return &Features{lex: l, vocabulary: map[string]uint32{}, words: []string{""}, grow: true, seen: make([]uint32, relationCount)}
}

// Of finds the features of a sentence, each once. Those of the sentence before are overwritten.
func (f *Features) Of(s *reading.Sentence) {
	f.relations(s)
	f.grams(s)
}

func (f *Features) add(feature int) {
	if f.seen[feature] != f.round {
		f.seen[feature] = f.round
		f.Relations = append(f.Relations, uint32(feature))
	}
}

// relations finds which concepts stand in the sentence, which in pairs, in which order and how near, what stood in the sentence before, and
// what of it the tool says it is for.
func (f *Features) relations(s *reading.Sentence) {
	f.Relations = f.Relations[:0]
	if f.round++; f.round == 0 {
		clear(f.seen)
		f.round = 1
	}
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
		for k := i + 1; k < len(s.Marks) && s.Marks[k].Start-a.Start <= near; k++ {
			if b := &s.Marks[k]; b.Concept != a.Concept && b.Start >= a.End {
				f.add(baseNear + int(a.Concept)*n + int(b.Concept))
				if b.Start-a.End <= adjacent {
					f.add(baseAdjacent + int(a.Concept)*n + int(b.Concept))
				}
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

// grams finds the words of the sentence, alone and with their neighbours; a name stands for itself by what it names.
func (f *Features) grams(s *reading.Sentence) {
	f.Grams = f.Grams[:0]
	before := uint64(0)
	f.gram(f.number("^"), &before)
	unknown := 0
	for i := range s.Tokens {
		w := f.number(wordOf(&s.Tokens[i]))
		if w == 0 {
			unknown++
		}
		f.gram(w, &before)
	}
	f.gram(f.number("$"), &before)
	if MostlyUnknown(unknown, len(s.Tokens)) {
		before = 0
		f.gram(f.number(Unknown), &before)
	}
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
	return uint64(g)>>gramBits == 0 && f.words[g] != "^" && f.words[g] != "$"
}

func (f *Features) gram(w uint32, before *uint64) {
	const mask = 1<<gramBits - 1
	if w == 0 {
		*before = 0
		return
	}
	all := *before<<gramBits | uint64(w)
	f.Grams = append(f.Grams, Gram(w))
	if *before != 0 {
		f.Grams = append(f.Grams, Gram(all&(mask<<gramBits|mask)))
		if *before>>gramBits != 0 {
			f.Grams = append(f.Grams, Gram(all))
		}
	}
	*before = all & (mask<<gramBits | mask)
}

func (f *Features) number(w string) uint32 {
	k, ok := f.vocabulary[w]
	if !ok && f.grow {
		k = uint32(len(f.words))
		f.vocabulary[strings.Clone(w)], f.words = k, append(f.words, strings.Clone(w))
	}
	return k
}

// wordOf returns what a token is among words.
func wordOf(t *reading.Token) string {
	if t.Named {
		return references[t.Ref]
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

// references are what names are among words.
var references = [...]string{
	reading.RefOwn: "<OWN>", reading.RefSibling: "<SIBLING>", reading.RefForeign: "<FOREIGN>", reading.RefParam: "<PARAM>",
	reading.RefAction: "<FOREIGN>", reading.RefName: "<NAME>", reading.RefKin: "<KIN>", reading.RefProse: "<FOREIGN>",
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
