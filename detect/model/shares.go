package model

import (
	"github.com/org/mcp-lint/detect/reading"
)

// Evidence returns the bytes of the field, half open, with most of the weight: it trims words of little weight at either end.
func (j *Judge) Evidence(s *reading.Sentence) (start, end int) {
	if len(s.Tokens) == 0 {
		return s.Start, s.End
	}
	shares := j.shares(s)
	total := float32(0)
	for _, x := range shares {
		total += x
	}
	// maxLoss is the share of the weight that may be lost at each end.
	const maxLoss = 0.12
	from, to := 0, len(shares)
	for lost := shares[from]; from+1 < to && lost <= maxLoss*total; lost += shares[from] {
		from++
	}
	for lost := shares[to-1]; to-1 > from && lost <= maxLoss*total; lost += shares[to-1] {
		to--
	}
	// Keep a few words to complete the sentence.
	const maxTrim = 3
	if from <= maxTrim {
		from = 0
	}
	if len(shares)-to <= maxTrim {
		to = len(shares)
	}
	return int(s.Tokens[from].Start), int(s.Tokens[to-1].End)
}

// shares returns the weight of each token: each positive weight of a feature is divided among its tokens.
func (j *Judge) shares(s *reading.Sentence) []float32 {
	j.features.Extract(s)
	shares := make([]float32, len(s.Tokens))
	byConcept := map[reading.Concept][]int{}
	token := 0
	for _, m := range s.Marks {
		for token+1 < len(s.Tokens) && s.Tokens[token].End <= m.Start {
			token++
		}
		for k := token; k < len(s.Tokens) && s.Tokens[k].Start < m.End; k++ {
			byConcept[m.Concept] = append(byConcept[m.Concept], k)
		}
	}
	share := func(w float32, tokens ...[]int) {
		count := 0
		for _, list := range tokens {
			count += len(list)
		}
		for _, list := range tokens {
			for _, k := range list {
				shares[k] += w / float32(count)
			}
		}
	}
	for _, k := range j.features.Relations {
		if w := j.relations[k]; w > 0 {
			if a, b, two := conceptsOf(k); two {
				share(w, byConcept[a], byConcept[b])
			} else {
				share(w, byConcept[a])
			}
		}
	}
	words := j.wordNumbers(s)
	j.eachGram(words[1:len(words)-1], func(token uint32, from, to int) {
		if w := j.grams[token].weight; w > 0 {
			for k := from; k < to; k++ {
				shares[k] += w / float32(to-from)
			}
		}
	})
	return shares
}

// conceptsOf returns the concepts of a relation feature.
func conceptsOf(feature uint32) (a, b reading.Concept, two bool) {
	k := int(feature)
	switch {
	case k >= basePair:
		k = (k - basePair) % (n * n)
		return reading.Concept(k / n), reading.Concept(k % n), true
	case k >= basePlace:
		return reading.MaxConcepts - 1, 0, false
	}
	return reading.Concept(k % n), 0, false
}
