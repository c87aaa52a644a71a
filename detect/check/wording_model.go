package check

import (
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// view is one way to look at a sentence. Each has weights of its own for the features it sees.
type view int

const (
	// viewWhole sees words, meanings and shape together.
	viewWhole view = iota
	// viewManner sees how something is said and to whom: grammar, order, mood. It is blind to what the words of content are.
	viewManner
	// viewMatter sees what is spoken of: words of content, and how far they are from what the tool is named for. It is blind to
	// grammar.
	viewMatter
	views
)

// sees reports whether features of the kind belong to the view. The last two views share no feature, so that they can
// agree without seeing the same thing.
func (v view) sees(kind featureKind) bool {
	switch v {
	case viewWhole:
		return strings.IndexByte("ubsUBScmqnfz", byte(kind)) >= 0
	case viewManner:
		return strings.IndexByte("UBStcmpz", byte(kind)) >= 0
	case viewMatter:
		return strings.IndexByte("xyvqnf", byte(kind)) >= 0
	}
	return false
}

// judgement is what the views say of one sentence: the log-odds that it was smuggled in.
type judgement struct {
	unit   text.Range
	scores [views]float64
	// sum is what is known of the weights and most the highest that it may come to; once exact is set, scores are its log-odds.
	sum, most sums
	exact     bool
}

// logOdds are the scores that go with weights. They rise with them, so that a bound of the weights bounds what is reckoned from the scores.
func (s sums) logOdds() [views]float64 {
	var scores [views]float64
	for v := range s {
		scores[v] = float64(s[v]) * weightUnit
	}
	return scores
}

// bound returns scores that are as high as the scores may come to, or the scores themselves once they are known.
func (j *judgement) bound() [views]float64 {
	if j.exact {
		return j.scores
	}
	return j.most.logOdds()
}

// outputWords is how many words a sentence about what a tool returns must have to be weighed. Shorter ones name the tool and the thing
// ("Output of the list_orders tool"), of which the weights, learned from what tools take, know nothing.
const outputWords = 8

// eachUnit calls visit with the sentences of the field that are weighed, cut as wordUnits cuts them, until it returns false.
func (p *prose) eachUnit(visit func(text.Range) bool) {
	for _, s := range p.doc.Sentences {
		for s.Start < s.End {
			u := text.Range{Start: s.Start, End: min(s.End, s.Start+maxUnitWords)}
			s.Start = u.End
			if (!p.field.Output || u.End-u.Start >= outputWords) && !visit(u) {
				return
			}
		}
	}
}

// weigh bounds what the views say of the sentences, once. If none can reach any floor, nothing is kept of them: most fields are so.
func (p *prose) weigh() {
	if p.read {
		return
	}
	p.read = true
	if len(p.doc.Sentences) == 0 {
		return
	}
	s := scorerOf(p)
	defer s.done()
	suspected := false
	p.eachUnit(func(u text.Range) bool {
		suspected = !s.innocent(u)
		return !suspected
	})
	if suspected {
		p.keepAll(s)
	}
}

// keepAll keeps what is known of every sentence.
func (p *prose) keepAll(s *scorer) {
	p.read = true
	p.judged = make([]judgement, 0, len(p.doc.Sentences))
	p.eachUnit(func(u text.Range) bool {
		s.rough(u)
		p.judged = append(p.judged, judgement{unit: u, sum: s.sum, most: s.most()})
		return true
	})
}

// exactly completes a judgement.
func (p *prose) exactly(j *judgement, s *scorer) {
	if !j.exact {
		s.forget()
		s.sum = j.sum
		s.rest(j.unit)
		j.sum, j.scores, j.exact = s.sum, s.sum.logOdds(), true
	}
}

// gravest returns the sentences that score from floor on as a whole, in order; floor is wholeFloor or above.
func (p *prose) gravest(floor float64) []text.Range {
	p.weigh()
	var out []text.Range
	var s *scorer
	for k := range p.judged {
		j := &p.judged[k]
		if j.bound()[viewWhole] < floor {
			continue
		}
		if s == nil {
			s = scorerOf(p)
			defer s.done()
		}
		if p.exactly(j, s); j.scores[viewWhole] >= floor {
			out = append(out, j.unit)
		}
	}
	return out
}
