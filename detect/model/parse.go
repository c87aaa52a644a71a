package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/detect/text"
)

// Parse reads weights as internal/learn writes them: a line each, "view weight feature".
func Parse(data string, l *reading.Lexicon) (*Model, error) {
	grams := strings.Count(data, "\nw ")
	m := &Model{relations: make([]float32, relationCount), vocabulary: make(map[string]uint32, grams/4)}
	p := &parser{Model: m, numbers: newNumbers(l), read: make([]weighed, 0, grams), all: make([]Gram, 1, 3*grams+1)}
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
	m.start, m.end, m.unknown = m.vocabulary[atStart], m.vocabulary[atEnd], m.vocabulary[Unknown]
	for ref, word := range references {
		m.refs[ref] = m.vocabulary[word]
	}
	for kind := range m.kinds {
		m.kinds[kind] = m.vocabulary[wordOf(&reading.Token{Kind: text.Kind(kind)})]
	}
	return m, nil
}

// parser reads weights into a model.
type parser struct {
	*Model
	numbers numbers
	read    []weighed
	// all are the grams that were read, what begins them and their words, behind one that is none.
	all []Gram
}

// weighed is a Gram and its weight, in a head where there is one.
type weighed struct {
	gram   Gram
	weight float32
	head   *head
}

// line reads a line of weights.
func (p *parser) line(kind, value, name string) error {
	if kind == "threshold" {
		return p.threshold(value, name)
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
				p.bias[view] = w
				return nil
			}
		}
		return fmt.Errorf("there is no view %q", name)
	case "r":
		k, err := p.numbers.of(name)
		if err == nil {
			p.relations[k] = w
		}
		return err
	case "w":
		return p.gram(name, weighed{weight: w})
	case "head":
		p.heads = append(p.heads, &head{name: name, bias: w, relations: map[uint32]float32{}, words: map[uint32]float32{}})
		return nil
	case "hr":
		k, err := p.numbers.of(name)
		if err == nil {
			p.heads[len(p.heads)-1].relations[k] = w
		}
		return err
	case "hw":
		return p.gram(name, weighed{weight: w, head: p.heads[len(p.heads)-1]})
	}
	return fmt.Errorf("want bias, threshold, head, r, w, hr or hw, not %q", kind)
}

// threshold reads "view heard likely certain".
func (p *parser) threshold(view, values string) error {
	for k, name := range viewNames {
		if name == view {
			t := &p.thresholds[k]
			_, err := fmt.Sscan(values, &t.Heard, &t.Likely, &t.Certain)
			return err
		}
	}
	return fmt.Errorf("there is no view %q", view)
}

// gram notes a gram by its words.
func (p *parser) gram(name string, x weighed) error {
	if strings.Count(name, " ") > 2 {
		return fmt.Errorf("%q has more than three words", name)
	}
	g := &x.gram
	for word := range strings.SplitSeq(name, " ") {
		k, ok := p.vocabulary[word]
		if !ok {
			k = uint32(len(p.vocabulary) + 1)
			p.vocabulary[word] = k
			p.all = append(p.all, Gram(k))
		}
		*g = *g<<gramBits | Gram(k)
	}
	p.read, p.all = append(p.read, x), append(p.all, *g>>gramBits, *g)
	return nil
}

// index makes the grams. What begins a gram stands before it, in the same order.
func (p *parser) index() {
	slices.Sort(p.all)
	all, parent := slices.Compact(p.all), 0
	p.grams, p.lasts = make([]gram, len(all)), make([]uint32, len(all))
	for k, g := range all {
		p.lasts[k] = uint32(g & (1<<gramBits - 1))
		begins := g >> gramBits
		if begins == 0 {
			continue
		}
		for all[parent] != begins {
			parent++
		}
		of := &p.grams[parent]
		if of.to == 0 {
			of.from = uint32(k)
		}
		of.to = uint32(k + 1)
	}
	for _, r := range p.read {
		k, _ := slices.BinarySearch(all, r.gram)
		if r.head == nil {
			p.grams[k].weight += r.weight
		} else {
			r.head.words[uint32(k)] = r.weight
		}
	}
}
