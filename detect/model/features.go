package model

import (
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

// RelationFinder finds the relation features of sentences. It reuses memory and is not safe for concurrent use.
type RelationFinder struct {
	// Relations are the features of the last sentence, each once.
	Relations []uint32
	seen      seenSet
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

// NewRelationFinder returns a RelationFinder.
func NewRelationFinder() RelationFinder { return RelationFinder{seen: newSeenSet(RelationCount)} }

func (f *RelationFinder) add(feature int) { f.Relations = append(f.Relations, uint32(feature)) }

// Extract finds the concepts of the sentence, their pairs, order and distance, in place of the Relations of the last one. Nothing outside of the sentence counts.
func (f *RelationFinder) Extract(s *reading.Sentence) {
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

// The marks of the ends of a sentence.
const (
	// AtStart precedes the first word.
	AtStart = "^"
	// AtEnd follows the last word.
	AtEnd = "$"
)

// Unknown is added to the words of a sentence if most are not among the learned ones, as in another language.
const Unknown = "<UNKNOWN>"

// MostlyUnknown reports whether a sentence gets Unknown.
func MostlyUnknown(unknown, words int) bool { return 2*unknown > words }

// WordOf returns the word that represents a token.
func WordOf(t *reading.Token) string {
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
