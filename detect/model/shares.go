package model

import (
	"github.com/org/mcp-lint/detect/reading"
)

// Evidence returns the bytes of the field that weigh most in the sentence, half open: the words that are left when those at either end that add
// little are taken away.
func (j *Judge) Evidence(s *reading.Sentence) (start, end int) {
	if len(s.Tokens) == 0 {
		return s.Start, s.End
	}
	shares := j.shares(s)
	total := float32(0)
	for _, x := range shares {
		total += x
	}
	// little is how much of the weight may be lost at each end.
	const little = 0.12
	from, to := 0, len(shares)
	for lost := shares[from]; from+1 < to && lost <= little*total; lost += shares[from] {
		from++
	}
	for lost := shares[to-1]; to-1 > from && lost <= little*total; lost += shares[to-1] {
		to--
	}
	// A few words more make it a sentence again.
	const few = 3
	if from <= few {
		from = 0
	}
	if len(shares)-to <= few {
		to = len(shares)
	}
	return int(s.Tokens[from].Start), int(s.Tokens[to-1].End)
}

// shares says how much each token adds: the weight of each feature that speaks against the sentence is shared by the tokens that it is of.
func (j *Judge) shares(s *reading.Sentence) []float32 {
	j.features.of(s)
	shares := make([]float32, len(s.Tokens))
	byConcept := map[reading.Concept][]int{}
	at := 0
	for _, m := range s.Marks {
		for at+1 < len(s.Tokens) && s.Tokens[at].End <= m.Start {
			at++
		}
		for k := at; k < len(s.Tokens) && s.Tokens[k].Start < m.End; k++ {
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
	words, _ := j.withEnds(s)
	j.eachGram(words[1:len(words)-1], func(at uint32, from, to int) {
		if w := j.grams[at].weight; w > 0 {
			for k := from; k < to; k++ {
				shares[k] += w / float32(to-from)
			}
		}
	})
	return shares
}

// conceptsOf returns the concepts that a feature of relations is of.
func conceptsOf(feature uint32) (a, b reading.Concept, two bool) {
	k := int(feature)
	switch {
	case k >= basePair:
		k = (k - basePair) % (n * n)
		return reading.Concept(k / n), reading.Concept(k % n), true
	case k >= baseShape:
		return reading.MaxConcepts - 1, 0, false
	}
	return reading.Concept(k % n), 0, false
}
