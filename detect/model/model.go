package model

import (
	_ "embed" // the weights are data
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/detect/text"
)

//go:embed weights.txt
var weightsText string

// Model is learned weights. It is immutable and safe for concurrent use.
type Model struct {
	lex *reading.Lexicon
	// relations are the weights by feature, bias the constants of the views.
	relations []float32
	bias      [Views]float32
	// vocabulary has the nodes of words, longer those of what the words of a gram lead to, one after the other.
	vocabulary map[string]uint32
	longer     map[[2]uint32]uint32
	nodes      []gram
	heads      []head
	thresholds [Views + 1]Thresholds
}

// gram is one to three neighbouring words. leads is set where a longer one begins with them.
type gram struct {
	weight float32
	leads  bool
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
	// Heard is exceeded by 2 %: enough only where something else proves the rest.
	Heard float32
	// Likely is exceeded by few: worth a look.
	Likely float32
	// Certain is exceeded by hardly any: enough to fail a run.
	Certain float32
}

// head tells one deed from the others.
type head struct {
	name    string
	bias    float32
	weights map[uint32]float32
}

// Default returns the model that is built in.
var Default = sync.OnceValue(func() *Model {
	// A test holds that the weights are read; without them nothing is heard.
	m, err := Parse(weightsText, reading.Default())
	if err != nil {
		m, _ = Parse("", reading.Default())
	}
	return m
})

// Parse reads weights as internal/learn writes them: a line each, "view weight feature".
func Parse(data string, l *reading.Lexicon) (*Model, error) {
	m := &Model{
		lex: l, relations: make([]float32, relationCount), vocabulary: map[string]uint32{}, nodes: make([]gram, 1),
		longer: make(map[[2]uint32]uint32, strings.Count(data, "\nw ")),
	}
	numbers := newNumbers(l)
	n := 0
	for line := range strings.Lines(data) {
		n++
		line = strings.TrimSuffix(line, "\n")
		kind, rest, _ := strings.Cut(line, " ")
		if kind == "" || kind[0] == '#' {
			continue
		}
		value, name, _ := strings.Cut(rest, " ")
		if err := m.line(kind, value, name, numbers); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return m, nil
}

// line reads a line of weights.
func (m *Model) line(kind, value, name string, numbers numbers) error {
	if kind == "threshold" {
		return m.threshold(value, name)
	}
	v, err := strconv.ParseFloat(value, 32)
	if err != nil {
		return fmt.Errorf("want a number: %w", err)
	}
	w := float32(v)
	switch kind {
	case "bias":
		for view := range Views {
			if viewNames[view] == name {
				m.bias[view] = w
				return nil
			}
		}
		return fmt.Errorf("there is no view %q", name)
	case "r":
		k, err := numbers.of(name)
		if err == nil {
			m.relations[k] = w
		}
		return err
	case "w":
		return m.gram(name, w)
	case "head":
		m.heads = append(m.heads, head{name: name, bias: w, weights: map[uint32]float32{}})
		return nil
	case "h":
		k, err := numbers.of(name)
		if err == nil {
			m.heads[len(m.heads)-1].weights[k] = w
		}
		return err
	}
	return fmt.Errorf("want bias, threshold, head, r, w or h, not %q", kind)
}

// threshold reads "view heard likely certain".
func (m *Model) threshold(view, values string) error {
	for k, name := range viewNames {
		if name == view {
			t := &m.thresholds[k]
			_, err := fmt.Sscan(values, &t.Heard, &t.Likely, &t.Certain)
			return err
		}
	}
	return fmt.Errorf("there is no view %q", view)
}

// gram adds a gram and what it begins with.
func (m *Model) gram(name string, weight float32) error {
	if strings.Count(name, " ") > 2 {
		return fmt.Errorf("%q has more than three words", name)
	}
	at := uint32(0)
	for word := range strings.SplitSeq(name, " ") {
		k, ok := m.vocabulary[word]
		if !ok {
			k = m.node()
			m.vocabulary[word] = k
		}
		if at == 0 {
			at = k
			continue
		}
		m.nodes[at].leads = true
		edge := [2]uint32{at, k}
		if at, ok = m.longer[edge]; !ok {
			at = m.node()
			m.longer[edge] = at
		}
	}
	m.nodes[at].weight = weight
	return nil
}

// node makes a node.
func (m *Model) node() uint32 {
	m.nodes = append(m.nodes, gram{})
	return uint32(len(m.nodes) - 1)
}

// Score is how a sentence weighs in each view, and in both together.
type Score [Views + 1]float32

// Judge judges sentences with a model. It keeps its room and is for one goroutine at a time.
type Judge struct {
	*Model
	f     relations
	words []uint32
	met   met
}

// NewJudge returns a judge.
func (m *Model) NewJudge() *Judge {
	return &Judge{Model: m, f: newRelations(), met: newMet(len(m.nodes))}
}

// Score weighs a sentence.
func (j *Judge) Score(s *reading.Sentence) Score {
	var sum [Views]float32
	j.f.of(s)
	for _, k := range j.f.Relations {
		sum[RelationView] += j.relations[k]
	}
	j.met.begin()
	words, unknown := j.withEnds(s)
	j.eachGram(words, func(node uint32, _, _ int) {
		if j.met.first(int(node)) {
			sum[WordView] += j.nodes[node].weight
		}
	})
	if MostlyUnknown(unknown, len(s.Tokens)) {
		sum[WordView] += j.nodes[j.vocabulary[Unknown]].weight
	}
	var out Score
	out[RelationView] = sum[RelationView]*Scale(len(j.f.Relations)) + j.bias[RelationView]
	out[WordView] = sum[WordView]*Scale(3*len(s.Tokens)) + j.bias[WordView]
	out[Both] = Combined(out[RelationView], out[WordView])
	return out
}

// Combined is the score of both views together. Neither speaks louder than it can be sure, and neither silences the other.
func Combined(relations, words float32) float32 {
	const least, most = -2, 3
	return min(max(relations, least), most) + min(max(words, least), most)
}

// withEnds returns the nodes of the words of a sentence, between those of its ends, and how many of the words are unknown.
func (j *Judge) withEnds(s *reading.Sentence) (words []uint32, unknown int) {
	j.words = append(j.words[:0], j.vocabulary[atStart])
	for i := range s.Tokens {
		w := j.word(&s.Tokens[i])
		if w == 0 {
			unknown++
		}
		j.words = append(j.words, w)
	}
	j.words = append(j.words, j.vocabulary[atEnd])
	return j.words, unknown
}

// word returns the node of a token, or 0. That of a word is kept beside it.
func (m *Model) word(t *reading.Token) uint32 {
	if t.Named || t.Kind != text.KindWord {
		return m.vocabulary[wordOf(t)]
	}
	slot := t.Slot()
	if slot.Owner != m {
		slot.Owner, slot.Number = m, m.vocabulary[wordOf(t)]
	}
	return slot.Number
}

// eachGram calls visit for the grams that words have, the words from to to.
func (m *Model) eachGram(words []uint32, visit func(node uint32, from, to int)) {
	for from, node := range words {
		for to := from + 1; node != 0; to++ {
			visit(node, from, to)
			if to == len(words) || !m.nodes[node].leads {
				break
			}
			node = m.longer[[2]uint32{node, words[to]}]
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
	Heard
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
	case score >= t.Heard:
		return Heard
	}
	return Innocent
}

// Head returns the name of the deed that a sentence is most likely about.
func (j *Judge) Head(s *reading.Sentence) string {
	j.f.of(s)
	best, name := float32(math.Inf(-1)), ""
	for i := range j.heads {
		h := &j.heads[i]
		sum := float32(0)
		for _, k := range j.f.Relations {
			sum += h.weights[k]
		}
		if sum = sum*Scale(len(j.f.Relations)) + h.bias; sum > best {
			best, name = sum, h.name
		}
	}
	return name
}

// Heads returns the names of the deeds.
func (m *Model) Heads() []string {
	var names []string
	for i := range m.heads {
		names = append(names, m.heads[i].name)
	}
	return names
}

// Of grades a score: by both views together, or by one view that finds the sentence likely or certain by itself.
func (m *Model) Of(s Score) Grade {
	grade := m.Grade(Both, s[Both])
	for view := range Views {
		if g := m.Grade(view, s[view]); g >= Likely {
			grade = max(grade, g)
		}
	}
	return grade
}

// Voices returns the view that a sentence is reported by, and whether the other one finds it likely by itself as well: two voices that agree.
// Words report what they find likely while relations speak for documentation, and relations all else, so that one order has one name wherever it stands.
func (m *Model) Voices(s Score) (first View, both bool) {
	words, relations := m.Grade(WordView, s[WordView]) >= Likely, m.Grade(RelationView, s[RelationView]) >= Likely
	if words && s[RelationView] < 0 {
		return WordView, false
	}
	return RelationView, words && relations
}

// Agreed reports whether both views together are certain and each of them hears something: enough for a string of which nobody knows whether a model
// reads it.
func (m *Model) Agreed(s Score) bool {
	return m.Grade(Both, s[Both]) == Certain && m.Grade(RelationView, s[RelationView]) >= Heard && m.Grade(WordView, s[WordView]) >= Heard
}

// Range returns the scores from which a sentence is likely and certain in a view, or in both together.
func (m *Model) Range(view View) (likely, certain float32) {
	return m.thresholds[view].Likely, m.thresholds[view].Certain
}
