package check

import (
	"math"
	"sort"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// phrasing weighs whole sentences: not one turn of phrase, but all of their words, what they mean, their order and how far they are from
// what the tool is for, by weights that were learned from labelled texts. It hears what no frame was made for.
type phrasing struct{}

var _ detect.DocumentedCheck = phrasing{}

// ID implements detect.Check.
func (phrasing) ID() string { return "wording.injection" }

// Floors are log-odds. Each is set by cross-validation over some 10,000 definitions of public servers, long ones more than their share:
// how many of them have a sentence above it when their server was not learned from (TestLearnWording with -train.cross prints them).
const (
	// wholeFloor is where a sentence is worth a person's look: 0.4 %.
	wholeFloor = 1.3
	// sureFloor is where so much speaks against a sentence that its manner and its matter are asked one by one: 0.15 %. Each that
	// is above its own lower floor, 3 %, is then reported by the check it belongs to.
	sureFloor    = 2.1
	mannerAgrees = 0.0
	matterAgrees = 0.0
	// mannerFloor and matterFloor are where one of them is enough by itself: 0.12 %.
	mannerFloor = 3.4
	matterFloor = 2.4
	// strayWhole is where a sentence in a string of code that is part of no definition is worth a look: 0.05 % of such strings of
	// 40 bytes and more in public servers. Documentation of functions is about how code goes wrong, which weighs like orders; it is left
	// to the frames.
	strayWhole = sureFloor
)

// Inspect implements detect.Check.
func (phrasing) Inspect(tool detect.ToolView, reg detect.RegistryView) []detect.Signal {
	var signals []detect.Signal
	stray, floor := tool.Scope == detect.ScopeSweep, wholeFloor
	if stray {
		floor = strayWhole
	}
	for i := range tool.Fields {
		if f := tool.Fields[i]; !readable(f) || stray && (f.Role == detect.RoleComment || !orderlikeText(f.Text)) {
			continue
		}
		p := proseOfField(tool, reg, i)
		for _, j := range p.suspects(func(scores [views]float64) float64 { return scores[viewWhole] - floor }, p.asksNothing) {
			start, end := p.doc.Span(j.unit.Start, j.unit.End)
			s := tool.Signal(i, start, end)
			s.Tier, s.ThreatType, s.Confidence = detect.TierSoft, detect.ThreatPromptInjection, assurance(j.over)
			if stray {
				s.Confidence *= strayShare
			}
			s.Detail = wholeDetail
			if why := p.reasons(j.unit); why != "" {
				s.Detail += "; most telling: " + why
			}
			signals = append(signals, s)
		}
	}
	return markFaint(tool, reg, signals)
}

// mannered returns the sentences of which manner speaks: said as an order to the model is said.
func (p *prose) mannered() []suspect {
	return p.speaking(viewManner, mannerFloor, mannerAgrees)
}

// mattered returns the sentences of which matter speaks: about things that the tool is not there for.
func (p *prose) mattered() []suspect {
	return p.speaking(viewMatter, matterFloor, matterAgrees)
}

// speaking returns the sentences of which a view speaks: by itself from floor on, or from agrees on where the whole is sure.
func (p *prose) speaking(v view, floor, agrees float64) []suspect {
	return p.suspects(func(scores [views]float64) float64 { return speaks(scores, v, floor, agrees) }, p.pardoned)
}

// speaks is how far the scores are over what makes a view speak.
func speaks(scores [views]float64, v view, floor, agrees float64) float64 {
	return max(scores[v]-floor, min(scores[viewWhole]-sureFloor, scores[v]-agrees))
}

// suspect is a run of sentences that are above a floor, and how far the farthest is over it.
type suspect struct {
	unit text.Range
	over float64
}

// suspects returns the runs of neighbouring sentences that are over their floor, but for those that are excused. No score under which
// over is negative may reach one of the floors of innocent, and over may not fall where a score rises.
func (p *prose) suspects(over func([views]float64) float64, excused func(text.Range) bool) []suspect {
	p.weigh()
	var out []suspect
	var s *scorer
	last := -2
	for k := range p.judged {
		j := &p.judged[k]
		if over(j.bound()) < 0 {
			continue
		}
		if s == nil {
			s = scorerOf(p)
			defer s.done()
		}
		p.exactly(j, s)
		o := over(j.scores)
		if o < 0 || excused != nil && excused(j.unit) {
			continue
		}
		if last == k-1 {
			p := &out[len(out)-1]
			p.unit.End, p.over = j.unit.End, max(p.over, o)
		} else {
			out = append(out, suspect{j.unit, o})
		}
		last = k
	}
	return out
}

// assurance is the confidence that goes with being so far over a floor, in log-odds.
func assurance(over float64) float64 {
	const least, span = 0.5, 0.45
	return least + span*(1-math.Exp(-over/2))
}

// heaviest returns the highest score of the sentences that words [from, to) touch, as a whole, or false where the weights know
// nothing: they know Latin script alone.
func (p *prose) heaviest(from, to int) (float64, bool) {
	score := math.Inf(-1)
	s := scorerOf(p)
	defer s.done()
	if p.judged == nil {
		p.keepAll(s)
	}
	lo := sort.Search(len(p.judged), func(k int) bool { return p.judged[k].unit.End > from })
	for k := lo; k < len(p.judged) && p.judged[k].unit.Start < to; k++ {
		p.exactly(&p.judged[k], s)
		score = max(score, p.judged[k].scores[viewWhole])
	}
	return score, p.doc.Other <= p.doc.Latin
}

// writings are things that say what somebody else wrote, reporting the verbs for it.
var (
	writings  = wordSet(`readme changelog changelogs notes docs documentation manual tutorial article page post comment header guide book example examples`)
	reporting = wordSet(`shows show says notes note mentions mention describes describe documents lists reads states explains tells contains quotes`)
)

// reported reports whether the sentence tells what a document says: "the README shows: ...". What is told of is worth one check's
// look, not the agreement of several.
func (p *prose) reported(r text.Range) bool {
	// near is how far into the sentence the document is named, and how far the verb stands behind it, in words.
	const near, behind = 8, 3
	for k := r.Start; k < min(r.End, r.Start+near); k++ {
		if !writings[p.fold(k)] {
			continue
		}
		for v := k + 1; v < min(r.End, k+1+behind); v++ {
			if reporting[p.fold(v)] {
				return true
			}
		}
	}
	return false
}
