package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect/model"
	"github.com/org/mcp-lint/detect/reading"
)

// features extracts all features of sentences, for learning. It reuses memory and is not safe for concurrent use.
type features struct {
	model.RelationFinder
	// grams are the grams of the last sentence, each once.
	grams []gram

	// vocabulary numbers the words from 1.
	vocabulary map[string]uint32
	words      []string
}

// gram is one to three neighbouring words: their numbers, 21 bits each, the last one lowest.
type gram uint64

// gramBits is the number of bits of a word in a gram.
const gramBits = 21

// newFeatures returns features with an empty vocabulary.
func newFeatures() *features {
	return &features{RelationFinder: model.NewRelationFinder(), vocabulary: map[string]uint32{}, words: []string{""}}
}

// of extracts the features of a sentence, replacing those of the last one.
func (f *features) of(s *reading.Sentence) {
	f.Extract(s)
	f.findGrams(s)
}

// findGrams finds the words of the sentence, alone and with their neighbours; names are replaced by their kind.
func (f *features) findGrams(s *reading.Sentence) {
	f.grams = f.grams[:0]
	before := gram(0)
	f.addGrams(model.AtStart, &before)
	for i := range s.Tokens {
		f.addGrams(model.WordOf(&s.Tokens[i]), &before)
	}
	f.addGrams(model.AtEnd, &before)
	slices.Sort(f.grams)
	f.grams = slices.Compact(f.grams)
}

// word returns the gram of a single word.
func (f *features) word(w string) gram { return gram(f.number(w)) }

// singles returns the grams of the words of a sentence, one for each.
func (f *features) singles(s *reading.Sentence) []gram {
	words := make([]gram, len(s.Tokens))
	for i := range s.Tokens {
		words[i] = f.word(model.WordOf(&s.Tokens[i]))
	}
	return words
}

// key returns the words of a sentence, which are equal for sentences that differ only in names.
func (f *features) key(s *reading.Sentence) string {
	words := make([]string, len(s.Tokens))
	for i := range s.Tokens {
		words[i] = model.WordOf(&s.Tokens[i])
	}
	return reading.PlaceNames[s.Place] + " " + strings.Join(words, " ")
}

// addGrams adds the grams that end with a word, given the two words before it.
func (f *features) addGrams(word string, before *gram) {
	const two = 1<<(2*gramBits) - 1
	w := gram(f.number(word))
	all := *before<<gramBits | w
	f.grams = append(f.grams, w)
	if *before != 0 {
		f.grams = append(f.grams, all&two)
	}
	if *before>>gramBits != 0 {
		f.grams = append(f.grams, all)
	}
	*before = all & two
}

func (f *features) number(w string) uint32 {
	k, ok := f.vocabulary[w]
	if !ok {
		k = uint32(len(f.words))
		w = strings.Clone(w)
		f.vocabulary[w], f.words = k, append(f.words, w)
	}
	return k
}

// renumber numbers the words in alphabetical order, so that numbers do not depend on the order of texts. It returns the mapping of grams.
func (f *features) renumber() func(gram) gram {
	order := slices.Sorted(maps.Keys(f.vocabulary))
	anew := make([]gram, len(f.words))
	for k, w := range order {
		anew[f.vocabulary[w]] = gram(k + 1)
		f.vocabulary[w] = uint32(k + 1)
	}
	f.words = append([]string{""}, order...)
	const mask = 1<<gramBits - 1
	return func(g gram) gram {
		return anew[g>>(2*gramBits)]<<(2*gramBits) | anew[g>>gramBits&mask]<<gramBits | anew[g&mask]
	}
}

// nameOf returns the words of a gram.
func (f *features) nameOf(g gram) string {
	var words []string
	for k := 2; k >= 0; k-- {
		if w := uint64(g) >> (k * gramBits) & (1<<gramBits - 1); w != 0 {
			words = append(words, f.words[w])
		}
	}
	return strings.Join(words, " ")
}
