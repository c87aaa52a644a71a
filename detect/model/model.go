// Package model judges single sentences of tool definitions with one sparse linear model over the relations of concepts and references and
// over the words with names taken out. Nothing outside of the sentence counts, so no other text can change its score. Heads classify the
// action. The weights are learned by internal/learn; this package has no rules.
package model

import (
	_ "embed" // the weights are data
	"math"
	"sync"

	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/detect/text"
)

//go:embed weights.txt
var weightsText string

// Model has the learned weights. It is immutable and safe for concurrent use.
type Model struct {
	// relations are weights by feature.
	relations []float32
	bias      float32
	// vocabulary numbers the words of grams from 1.
	vocabulary map[string]uint32
	// start, end and unknown are the numbers of special words, refs and kinds those of tokens other than words.
	start, end, unknown uint32
	refs                [len(referenceWords)]uint32
	kinds               [text.KindHost + 1]uint32
	// grams are all grams with a weight and their prefixes, the shorter ones first: the number of a word is its index.
	grams []gram
	heads []head
	// ofRelations and ofGrams are the weights of features for heads.
	ofRelations, ofGrams map[uint32][]headWeight
	// thresholds are the lowest scores of Weak, Likely and Certain.
	weak, likely, certain float32
}

// gram is the last word of one to three neighbouring words, its weight, and the range of the grams that are one word longer, sorted by that word.
type gram struct {
	word     uint32
	weight   float32
	from, to uint32
}

// head classifies one action.
type head struct {
	name string
	bias float32
}

// headWeight is the weight of a feature for a head.
type headWeight struct {
	head   int
	weight float32
}

// Default returns the built-in model.
var Default = sync.OnceValue(func() *Model {
	// A test checks that the weights parse; the empty model finds nothing.
	m, err := Parse(weightsText, reading.Default())
	if err != nil {
		m, _ = Parse("", reading.Default())
	}
	return m
})

// child returns the index of the gram with one word more, or 0.
func (m *Model) child(g *gram, word uint32) uint32 {
	from, to := g.from, g.to
	for from < to {
		switch mid := (from + to) / 2; {
		case m.grams[mid].word == word:
			return mid
		case m.grams[mid].word < word:
			from = mid + 1
		default:
			to = mid
		}
	}
	return 0
}

// Judge scores sentences. It reuses memory and is not safe for concurrent use.
type Judge struct {
	*Model
	features RelationFinder
	words    []uint32
	seen     seenSet
	// sums are the scores of the heads.
	sums []float32
}

// NewJudge returns a judge with room of its own, for one goroutine.
func (m *Model) NewJudge() *Judge {
	return &Judge{Model: m, features: NewRelationFinder(), seen: newSeenSet(len(m.grams))}
}

// Score scores a sentence.
func (j *Judge) Score(s *reading.Sentence) float32 {
	sum := float32(0)
	j.features.Extract(s)
	for _, k := range j.features.Relations {
		sum += j.relations[k]
	}
	j.seen.reset()
	words := j.wordNumbers(s)
	unknown := 0
	for _, w := range words {
		if w == 0 {
			unknown++
		}
	}
	if MostlyUnknown(unknown, len(s.Tokens)) {
		sum += j.grams[j.unknown].weight
	}
	j.eachGram(words, func(at uint32, _, _ int) {
		if w := j.grams[at].weight; w != 0 && j.seen.add(int(at)) {
			sum += w
		}
	})
	return sum*Scale(len(j.features.Relations), len(s.Tokens)) + j.bias
}

// wordNumbers returns the numbers of the words of a sentence between the marks of its ends; unknown words are 0.
func (j *Judge) wordNumbers(s *reading.Sentence) []uint32 {
	j.words = append(j.words[:0], j.start)
	for i := range s.Tokens {
		j.words = append(j.words, j.word(&s.Tokens[i]))
	}
	j.words = append(j.words, j.end)
	return j.words
}

// word returns the number of a token, or 0. It is cached in the token's slot.
func (m *Model) word(t *reading.Token) uint32 {
	switch {
	case t.Named:
		return m.refs[t.Ref]
	case t.Kind != text.KindWord:
		return m.kinds[t.Kind]
	}
	slot := t.Slot()
	if slot.Owner != m {
		slot.Owner, slot.Number = m, m.vocabulary[WordOf(t)]
	}
	return slot.Number
}

// eachGram calls visit with the index of each gram in the words, and with the range of its words.
func (m *Model) eachGram(words []uint32, visit func(at uint32, from, to int)) {
	for from, at := range words {
		for to := from + 1; at != 0; to++ {
			visit(at, from, to)
			g := &m.grams[at]
			if to == len(words) || g.to == 0 || words[to] == 0 {
				break
			}
			at = m.child(g, words[to])
		}
	}
}

// Scale normalises the score of a sentence by its numbers of relations and words, so that length alone adds little.
func Scale(relations, words int) float32 {
	const half = 40
	return float32(math.Sqrt(half / (half + float64(relations+3*words))))
}

// Allowance is what a definition with that many sentences needs beyond the threshold of Likely, since each may be a false positive. It is
// bounded, and Certain needs none, so that no text around an order hides it.
func Allowance(sentences int) float32 {
	const perFold, most = 0.3, 40
	return perFold * float32(math.Log(float64(min(max(sentences, 1), most))))
}

// Grade is the confidence of the model in a sentence being an order.
type Grade uint8

// The grades.
const (
	Innocent Grade = iota
	Weak
	Likely
	Certain
)

// Grade grades the score of a sentence in a definition with the given number of sentences.
func (m *Model) Grade(score float32, sentences int) Grade {
	switch {
	case score >= m.certain:
		return Certain
	case score >= min(m.likely+Allowance(sentences), m.certain):
		return Likely
	case score >= m.weak:
		return Weak
	}
	return Innocent
}

// Head returns the most likely action of a sentence among those that fit, or "" if none fits.
func (j *Judge) Head(s *reading.Sentence, fits func(action string) bool) string {
	j.features.Extract(s)
	j.sums = append(j.sums[:0], make([]float32, len(j.heads))...)
	for _, k := range j.features.Relations {
		for _, w := range j.ofRelations[k] {
			j.sums[w.head] += w.weight
		}
	}
	j.seen.reset()
	j.eachGram(j.wordNumbers(s), func(at uint32, _, _ int) {
		if j.seen.add(int(at)) {
			for _, w := range j.ofGrams[at] {
				j.sums[w.head] += w.weight
			}
		}
	})
	best, name := float32(math.Inf(-1)), ""
	scale := Scale(len(j.features.Relations), len(s.Tokens))
	for i, sum := range j.sums {
		if sum = sum*scale + j.heads[i].bias; sum > best && fits(j.heads[i].name) {
			best, name = sum, j.heads[i].name
		}
	}
	return name
}

// Range returns the thresholds of Likely and Certain.
func (m *Model) Range() (likely, certain float32) { return m.likely, m.certain }
