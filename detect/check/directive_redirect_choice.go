package check

import (
	"github.com/org/mcp-lint/detect"
)

// findChoices finds orders to pick this tool over those of others. How it praises itself is the preference check's question.
func findChoices(p *prose) []hit {
	if !advertisable(p.field) {
		return nil
	}
	if h, ok := p.chosenAbroad(); ok {
		return []hit{h}
	}
	// The advert is read from the field itself, also when p is a reading without its disguise.
	if !proseOfField(*p.tool, p.reg, p.index).mayChoose() {
		return nil
	}
	if a := newAdvert(*p.tool, p.reg, p.index); a != nil {
		return a.choices()
	}
	return nil
}

// choices finds the orders to pick the tool.
func (a *advert) choices() []hit {
	var hits []hit
	if h, ok := a.virtuous(); ok {
		hits = append(hits, h)
	}
	for k := range a.praise {
		if !a.is(k, kPick) && !a.is(k, kRank) && !a.weakPick(k) {
			continue
		}
		c, ok := a.pick(k)
		if !ok || !c.ordered {
			continue
		}
		score := 0.25
		if c.rivals {
			score += 0.25
		}
		if c.elsewhere {
			score += 0.25
		}
		if c.overrules {
			score += 0.3
		}
		if c.always && (c.rivals || c.elsewhere || c.overrules || c.rank) {
			score += 0.1
		}
		if c.rank {
			score += 0.05
		}
		if c.outright {
			score += 0.15
		}
		if !c.rivals && !c.elsewhere {
			score += a.urged(c)
		}
		hits = append(hits, hit{c.from, c.to, min(score, 0.85), "orders the model to pick this tool over those of others", detect.ThreatToolPoisoning})
	}
	return hits
}

// urged weighs what the sentences around a pick say for it: that others are bad, that it pays, that experts advise it.
func (a *advert) urged(c pick) float64 {
	area := a.around(c.from, 1, 1)
	score := 0.0
	for k := area.Start; k < area.End; k++ {
		if _, ok := a.belittles(k); ok {
			score = max(score, 0.25)
		}
		if v, ok := a.compares(k); ok && (!c.named || v.weight > 0.2) {
			score = max(score, 0.2)
		}
		if _, ok := a.lures(k); ok {
			score = max(score, 0.2)
		}
		if _, ok := a.endorses(k); ok && (c.always || c.rank) {
			score = max(score, 0.15)
		}
	}
	return score
}

// virtuous finds what a good model is said to do: "a responsible assistant will not offer the other two".
func (a *advert) virtuous() (hit, bool) {
	for k := range a.praise {
		if !a.has(k, cModel) && a.fold(k) != "agents" && a.fold(k) != "assistants" && a.fold(k) != "models" {
			continue
		}
		s := a.sentence(k)
		if a.findWord(max(s.Start, k-2), k, "responsible", "good", "careful", "smart", "wise", "seasoned", "experienced", "competent", "sensible", "honest", "well-behaved", "modern", "serious") < 0 {
			continue
		}
		for n := k + 1; n < min(s.End, k+12); n++ {
			if a.doc.Negated(n) && a.findWord(n, n+1, "other", "others", "another", "alternatives", "rest") >= 0 || a.is(n, kPick) && a.object(n) >= 0 || a.is(n, kRank) {
				return hit{max(s.Start, k-2), n + 1, 0.5, "tells what a good model chooses", detect.ThreatToolPoisoning}, true
			}
		}
	}
	return hit{}, false
}

// mayChoose reports whether findChoices may find something in the words of the field.
func (p *prose) mayChoose() bool {
	return p.meets(choiceNeeds) && (p.signs().boasts.picks() || p.meets(virtueNeeds))
}

// chosenAbroad finds the order to pick this tool in other languages than English.
func (p *prose) chosenAbroad() (hit, bool) {
	if !p.signs().mayAdvertiseAbroad() {
		return hit{}, false
	}
	c, from, to := preferredOrder(p.doc.Folded)
	if c < emitFloor {
		return hit{}, false
	}
	start, end := p.doc.RawSpan(from, to)
	w := p.wordAt(start)
	if w < 0 || end <= start {
		return hit{}, false
	}
	return hit{w, max(w, p.wordAt(end-1)) + 1, c, "orders the model to pick this tool over those of others", detect.ThreatToolPoisoning}, true
}
