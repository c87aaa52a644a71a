package model

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/detect/text"
)

// Parse reads weights as internal/learn writes them: a line each, "kind weight feature". Grams form a tree: one of "ww" continues the
// last gram of "w".
func Parse(data string, l *reading.Lexicon) (*Model, error) {
	m := &Model{relations: make([]float32, RelationCount), vocabulary: make(map[string]uint32, strings.Count(data, "\nw ")), ofRelations: map[uint32][]headWeight{}, ofGrams: map[uint32][]headWeight{}}
	infinite := float32(math.Inf(1))
	m.weak, m.likely, m.certain = infinite, infinite, infinite
	p := &parser{Model: m, numbers: newFeatureIndex(l)}
	n := 0
	for line := range strings.Lines(data) {
		n++
		line = strings.TrimSuffix(line, "\n")
		kind, rest, _ := strings.Cut(line, " ")
		if kind == "" || kind[0] == '#' {
			continue
		}
		value, name, _ := strings.Cut(rest, " ")
		if err := p.line(kind, value, name); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	p.index()
	m.start, m.end, m.unknown = m.vocabulary[AtStart], m.vocabulary[AtEnd], m.vocabulary[Unknown]
	for ref, word := range referenceWords {
		m.refs[ref] = m.vocabulary[word]
	}
	for kind := range m.kinds {
		m.kinds[kind] = m.vocabulary[WordOf(&reading.Token{Kind: text.Kind(kind)})]
	}
	return m, nil
}

// longest is the maximum length of a gram.
const longest = 3

type parser struct {
	*Model
	numbers featureIndex
	// levels are the grams by length, with ranges into the next level.
	levels [longest][]gram
	// headGrams are resolved when all grams are known.
	headGrams []headGram
}

type headGram struct {
	words string
	of    headWeight
}

func (p *parser) line(kind, value, name string) error {
	v, err := strconv.ParseFloat(value, 32)
	if err != nil {
		return fmt.Errorf("want a number: %w", err)
	}
	w := float32(v)
	switch kind {
	case "bias":
		p.bias = w
		return nil
	case "threshold":
		t, ok := map[string]*float32{"weak": &p.weak, "likely": &p.likely, "certain": &p.certain}[name]
		if !ok {
			return fmt.Errorf("there is no grade %q", name)
		}
		*t = w
		return nil
	case "r":
		k, err := p.numbers.feature(name)
		if err == nil {
			p.relations[k] = w
		}
		return err
	case "w", "ww", "www":
		return p.gram(len(kind)-1, name, w)
	case "head":
		p.heads = append(p.heads, head{name, w})
		return nil
	case "hr", "hw":
		if len(p.heads) == 0 {
			return fmt.Errorf("%s follows no head", kind)
		}
		if kind == "hw" {
			p.headGrams = append(p.headGrams, headGram{name, headWeight{len(p.heads) - 1, w}})
			return nil
		}
		k, err := p.numbers.feature(name)
		if err == nil {
			p.ofRelations[k] = append(p.ofRelations[k], headWeight{len(p.heads) - 1, w})
		}
		return err
	}
	return fmt.Errorf("want bias, threshold, head, r, w, ww, www, hr or hw, not %q", kind)
}

// gram adds a gram by its last word. It continues the last gram that is one word shorter.
func (p *parser) gram(level int, word string, weight float32) error {
	number, ok := p.vocabulary[word]
	if !ok {
		number = uint32(len(p.vocabulary) + 1)
		p.vocabulary[word] = number
	}
	at := uint32(len(p.levels[level]))
	if level > 0 {
		shorter := p.levels[level-1]
		if len(shorter) == 0 {
			return fmt.Errorf("%q follows no word", word)
		}
		of := &shorter[len(shorter)-1]
		if of.to == 0 {
			of.from = at
		}
		of.to = at + 1
	}
	p.levels[level] = append(p.levels[level], gram{word: number, weight: weight})
	return nil
}

// index joins the levels: single words at their numbers, then longer grams, sorted among those with the same prefix.
func (p *parser) index() {
	firstPair := len(p.vocabulary) + 1
	p.grams = make([]gram, firstPair, firstPair+len(p.levels[1])+len(p.levels[2]))
	for _, g := range p.levels[0] {
		p.grams[g.word] = g
	}
	p.grams = append(append(p.grams, p.levels[1]...), p.levels[2]...)
	firstTriple := firstPair + len(p.levels[1])
	for k := range p.grams[:firstTriple] {
		g := &p.grams[k]
		if g.to == 0 {
			continue
		}
		first := uint32(firstPair)
		if k >= firstPair {
			first = uint32(firstTriple)
		}
		g.from, g.to = g.from+first, g.to+first
		slices.SortFunc(p.grams[g.from:g.to], func(a, b gram) int { return cmp.Compare(a.word, b.word) })
	}
	for _, x := range p.headGrams {
		if at := p.find(x.words); at != 0 {
			p.ofGrams[at] = append(p.ofGrams[at], x.of)
		}
	}
}

// find returns the index of a gram by its words, or 0.
func (m *Model) find(words string) (at uint32) {
	for k, word := range strings.Fields(words) {
		if number := m.vocabulary[word]; k == 0 {
			at = number
		} else if at != 0 {
			at = m.child(&m.grams[at], number)
		}
	}
	return at
}
