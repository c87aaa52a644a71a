// Package model judges what a sentence of a tool definition says. It is a sparse linear model over a reading, in two views that share no
// feature: the relations of concepts and references, and the words with names taken out. Heads name the action. The weights are learned by
// internal/learn; this package holds no rule.
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

// Model is learned weights. It is immutable and safe for concurrent use.
type Model struct {
	// relations are the weights by feature, bias the constants of the views.
	relations []float32
	bias      [Views]float32
	// vocabulary numbers the words of grams from 1.
	vocabulary map[string]uint32
	// start, end and unknown are the numbers of what is no word, refs and kinds those of tokens that are none.
	start, end, unknown uint32
	refs                [len(referenceWords)]uint32
	kinds               [text.KindHost + 1]uint32
	// grams are those that have a weight and all that begin one, the shorter ones first: a word's number is its place.
	grams      []gram
	heads      []*head
	thresholds [Views + 1]Thresholds
}

// gram is what is known of a Gram: its last word, its weight, and which grams are one word longer, sorted by that word.
type gram struct {
	word     uint32
	weight   float32
	from, to uint32
}

// View is one of the two ways to look at a sentence.
type View uint8

// The views.
const (
	// Relations looks at concepts and references: which stand together, in which order, how near.
	RelationView View = iota
	// Words looks at words and their neighbours, names taken out.
	WordView
	Views
)

// Both is the index of the sum of the views.
const Both = Views

// viewNames are how the weights call the views and their sum.
var viewNames = [...]string{RelationView: "relations", WordView: "words", Both: "both"}

// Thresholds are the scores from which a sentence counts, each set so that of the tools of real servers that were not learned from no more than
// the share at its name exceeds it.
type Thresholds struct {
	// Weak is exceeded by 2 %: enough only where something else proves the rest.
	Weak float32
	// Likely is exceeded by few: worth a look.
	Likely float32
	// Certain is exceeded by hardly any: enough to fail a run.
	Certain float32
}

// head separates one action from the others: by relations, and by grams at their places.
type head struct {
	name             string
	bias             float32
	relations, words map[uint32]float32
}

// Default returns the model that is built in.
var Default = sync.OnceValue(func() *Model {
	// A test holds that the weights are read; without them nothing is found.
	m, err := Parse(weightsText, reading.Default())
	if err != nil {
		m, _ = Parse("", reading.Default())
	}
	return m
})

// child returns the place of the gram with one word more, or 0.
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

// Score is how a sentence weighs in each view, and in both together.
type Score [Views + 1]float32

// Judge judges sentences with a model. It keeps its room and is for one goroutine at a time.
type Judge struct {
	*Model
	features relations
	words    []uint32
	seen     seenSet
}

// NewJudge returns a judge.
func (m *Model) NewJudge() *Judge {
	return &Judge{Model: m, features: newRelations(), seen: newSeenSet(len(m.grams))}
}

// Score weighs a sentence.
func (j *Judge) Score(s *reading.Sentence) Score {
	var sum [Views]float32
	j.features.of(s)
	for _, k := range j.features.Relations {
		sum[RelationView] += j.relations[k]
	}
	j.seen.reset()
	words, unknown := j.withEnds(s)
	j.eachGram(words, func(at uint32, _, _ int) {
		if w := j.grams[at].weight; w != 0 && j.seen.add(int(at)) {
			sum[WordView] += w
		}
	})
	mostlyUnknown := MostlyUnknown(unknown, len(s.Tokens))
	if mostlyUnknown {
		sum[WordView] += j.grams[j.unknown].weight
	}
	var out Score
	out[RelationView] = sum[RelationView]*Scale(len(j.features.Relations)) + j.bias[RelationView]
	out[WordView] = sum[WordView]*Scale(3*len(s.Tokens)) + j.bias[WordView]
	if mostlyUnknown {
		out[WordView] = Abstain(out[RelationView], out[WordView])
	}
	out[Both] = Combined(out[RelationView], out[WordView])
	return out
}

// Abstain returns what the words say of a sentence most of whose words were not learned: no less than nothing where relations find
// something, since of the words that were learned most are endings and particles.
func Abstain[T float32 | float64](relations, words T) T {
	const weak, nothing = -1, -1
	if relations < weak {
		return words
	}
	return max(words, nothing)
}

// Combined is the score of both views together. Neither speaks louder than it can be sure, and neither silences the other.
func Combined(relations, words float32) float32 {
	const least, most = -2, 4
	return min(max(relations, least), most) + min(max(words, least), most)
}

// withEnds returns the numbers of the words of a sentence, between those of its ends, and how many of the words are unknown.
func (j *Judge) withEnds(s *reading.Sentence) (words []uint32, unknown int) {
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

// word returns the number of a token, or 0. That of a word is kept beside it.
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

// eachGram calls visit for the places of the grams that stand in a row of words, and for the words that they begin and end with.
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

// Scale is what the weights of a sentence with so many features are multiplied by, so that a long sentence weighs no more by its length alone.
func Scale(features int) float32 {
	const half = 60
	return float32(math.Sqrt(half / (half + float64(features))))
}

// Allowance is what is taken off the scores of a definition of that many sentences, each of which is a chance to be wrong. It is bounded: text
// around an order hides it only so far.
func Allowance(sentences int) Score {
	const perFold, most = 0.6, 40
	a := perFold * float32(math.Log(float64(min(max(sentences, 1), most))))
	return Score{a / 2, a / 2, a}
}

// Grade says how sure the model is of a sentence.
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

// Head returns the name of the action that a sentence is most likely about.
func (j *Judge) Head(s *reading.Sentence) string {
	j.features.of(s)
	var grams []uint32
	j.seen.reset()
	words, _ := j.withEnds(s)
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

// GradeOf grades a score: by both views together, or by one that is sure enough by itself. Two that find a sentence likely each are certain.
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

// ReportView returns the view that a sentence is reported by: words where they find it likely while relations speak for documentation, and relations
// otherwise, so that one order has one name wherever it stands.
func (m *Model) ReportView(s Score) View {
	if m.Grade(WordView, s[WordView]) >= Likely && s[RelationView] < 0 {
		return WordView
	}
	return RelationView
}

// ViewsAgree reports whether both views together are certain and each of them takes the sentence rather for an order than not: enough for a string of
// which nobody knows whether a model reads it.
func (m *Model) ViewsAgree(s Score) bool {
	return m.Grade(Both, s[Both]) == Certain && s[RelationView] > 0 && s[WordView] > 0
}

// Range returns the scores from which a sentence is likely and certain in a view, or in both together.
func (m *Model) Range(view View) (likely, certain float32) {
	return m.thresholds[view].Likely, m.thresholds[view].Certain
}
