// Package model judges sentences of tool definitions. It is a sparse linear model in two views that share no feature: the relations of
// concepts and references, and the words with names taken out. Heads classify the action. The weights are learned by internal/learn; this
// package has no rules.
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
	// relations are weights by feature, bias the constants of the views.
	relations []float32
	bias      [Views]float32
	// vocabulary numbers the words of grams from 1.
	vocabulary map[string]uint32
	// start, end and unknown are the numbers of special words, refs and kinds those of tokens other than words.
	start, end, unknown uint32
	refs                [len(referenceWords)]uint32
	kinds               [text.KindHost + 1]uint32
	// grams are all grams with a weight and their prefixes, the shorter ones first: the number of a word is its index.
	grams      []gram
	heads      []*head
	thresholds [Views + 1]Thresholds
}

// gram is the last word of a Gram, its weight, and the range of the grams that are one word longer, sorted by that word.
type gram struct {
	word     uint32
	weight   float32
	from, to uint32
}

// View is one of the two views of a sentence.
type View uint8

// The views.
const (
	// RelationView is about concepts and references: which ones there are, in which order, how near.
	RelationView View = iota
	// WordView is about words and their neighbours, names taken out.
	WordView
	Views
)

// Both is the index of the sum of the views.
const Both = Views

// viewNames are the names in the weights.
var viewNames = [...]string{RelationView: "relations", WordView: "words", Both: "both"}

// Thresholds are minimum scores, set by the share of unseen tools of real servers that exceeds them.
type Thresholds struct {
	// Weak is exceeded by 2 %: it needs further evidence.
	Weak float32
	// Likely is exceeded by few: worth a review.
	Likely float32
	// Certain is exceeded by hardly any: enough to fail a run.
	Certain float32
}

// head classifies one action: by relations, and by grams.
type head struct {
	name             string
	bias             float32
	relations, words map[uint32]float32
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

// Score is the score of a sentence by view, and of both together.
type Score [Views + 1]float32

// Judge scores sentences. It reuses memory and is not safe for concurrent use.
type Judge struct {
	*Model
	features relationFinder
	words    []uint32
	seen     seenSet
}

// NewJudge returns a judge with room of its own, for one goroutine.
func (m *Model) NewJudge() *Judge {
	return &Judge{Model: m, features: newRelations(), seen: newSeenSet(len(m.grams))}
}

// Score scores a sentence.
func (j *Judge) Score(s *reading.Sentence) Score {
	var sum [Views]float32
	j.features.extract(s)
	for _, k := range j.features.Relations {
		sum[RelationView] += j.relations[k]
	}
	j.seen.reset()
	words, unknown := j.wordNumbers(s)
	j.eachGram(words, func(at uint32, _, _ int) {
		if w := j.grams[at].weight; w != 0 && j.seen.add(int(at)) {
			sum[WordView] += w
		}
	})
	unlearned := MostlyUnknown(unknown, len(s.Tokens))
	if unlearned {
		sum[WordView] += j.grams[j.unknown].weight
	}
	var out Score
	out[RelationView] = sum[RelationView]*Scale(len(j.features.Relations)) + j.bias[RelationView]
	out[WordView] = sum[WordView]*Scale(3*len(s.Tokens)) + j.bias[WordView]
	if unlearned {
		out[WordView] = Abstain(out[RelationView], out[WordView])
	}
	out[Both] = Combined(out[RelationView], out[WordView])
	return out
}

// Abstain limits the word score of a sentence of mostly unknown words from below if the relations find something: its known words are
// mostly endings and particles.
func Abstain[T float32 | float64](relations, words T) T {
	const weak, nothing = -1, -1
	if relations < weak {
		return words
	}
	return max(words, nothing)
}

// Combined is the score of both views. Each is clamped, so that neither outweighs the other completely.
func Combined(relations, words float32) float32 {
	const least, most = -2, 4
	return min(max(relations, least), most) + min(max(words, least), most)
}

// wordNumbers returns the numbers of the words of a sentence between the marks of its ends, and how many are unknown.
func (j *Judge) wordNumbers(s *reading.Sentence) (words []uint32, unknown int) {
	j.words = append(j.words[:0], j.start)
	for i := range s.Tokens {
		w := j.word(&s.Tokens[i])
		if w == 0 {
			unknown++
		}
		j.words = append(j.words, w)
	}
	j.words = append(j.words, j.end)
	return j.words, unknown
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
		slot.Owner, slot.Number = m, m.vocabulary[wordOf(t)]
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

// Scale normalises the score of a sentence by its number of features, so that length alone adds nothing.
func Scale(features int) float32 {
	const half = 60
	return float32(math.Sqrt(half / (half + float64(features))))
}

// Allowance is subtracted from the scores of a definition with that many sentences, each of which may be a false positive. It is bounded,
// so that surrounding text cannot hide an order.
func Allowance(sentences int) Score {
	const perFold, most = 0.6, 40
	a := perFold * float32(math.Log(float64(min(max(sentences, 1), most))))
	return Score{a / 2, a / 2, a}
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

// Grade grades a score in one view or both.
func (m *Model) Grade(view View, score float32) Grade {
	t := &m.thresholds[view]
	switch {
	case score >= t.Certain:
		return Certain
	case score >= t.Likely:
		return Likely
	case score >= t.Weak:
		return Weak
	}
	return Innocent
}

// Head returns the most likely action of a sentence.
func (j *Judge) Head(s *reading.Sentence) string {
	j.features.extract(s)
	var grams []uint32
	j.seen.reset()
	words, _ := j.wordNumbers(s)
	j.eachGram(words, func(at uint32, _, _ int) {
		if j.seen.add(int(at)) {
			grams = append(grams, at)
		}
	})
	best, name := float32(math.Inf(-1)), ""
	for i := range j.heads {
		h := j.heads[i]
		sum := float32(0)
		for _, k := range j.features.Relations {
			sum += h.relations[k]
		}
		for _, at := range grams {
			sum += h.words[at]
		}
		if sum = sum*Scale(len(j.features.Relations)+len(grams)) + h.bias; sum > best {
			best, name = sum, h.name
		}
	}
	return name
}

// GradeOf grades a score: by both views together, or by one that is high enough alone. If each view is Likely, the grade is Certain.
func (m *Model) GradeOf(s Score) Grade {
	relations, words := m.Grade(RelationView, s[RelationView]), m.Grade(WordView, s[WordView])
	if relations >= Likely && words >= Likely {
		return Certain
	}
	grade := m.Grade(Both, s[Both])
	if alone := max(relations, words); alone >= Likely {
		grade = max(grade, alone)
	}
	return grade
}

// ReportView returns the view that reports a sentence: the words if they find it likely while the relations are negative, and otherwise the
// relations, so that one order is reported by one check.
func (m *Model) ReportView(s Score) View {
	if m.Grade(WordView, s[WordView]) >= Likely && s[RelationView] < 0 {
		return WordView
	}
	return RelationView
}

// ViewsAgree reports whether the sum is certain and each view is positive: enough for a string that may not reach a model.
func (m *Model) ViewsAgree(s Score) bool {
	return m.Grade(Both, s[Both]) == Certain && s[RelationView] > 0 && s[WordView] > 0
}

// Range returns the thresholds of likely and certain in a view, or in both together.
func (m *Model) Range(view View) (likely, certain float32) {
	return m.thresholds[view].Likely, m.thresholds[view].Certain
}
