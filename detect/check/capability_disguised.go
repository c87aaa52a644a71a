package check

import "github.com/org/mcp-lint/detect/text"

// reachDisguised reads the field with its disguise taken off and weighs what it reaches for then. Whoever hides what a
// definition reaches for knows that it has no business there: the confidence rises.
func reachDisguised(p *prose, u *lazyPurpose) []otherReach {
	const (
		// bonus is what a disguise adds.
		bonus = 0.2
		// spelledOut is how many words a name has that is a sentence.
		spelledOut = 5
	)
	var out []otherReach
	readings := plainReadings(p)
	if len(readings) == 0 {
		return nil
	}
	m := markedPool.Get().(*fieldMarks)
	defer m.free()
	for _, r := range readings {
		m.mark(r.prose)
		for _, kind := range reachers {
			for _, h := range kind.reaches(m, u) {
				changed := r.changed(h.from, h.to)
				c := h.confidence * r.prose.doc.PositionOf(h.from, h.to).Weight()
				if changed == 0 || r.prose.doc.PositionOf(h.to-1, h.to) == text.PositionMention {
					continue
				}
				if r.disguise.Strong || r.disguise.Identifier && changed >= spelledOut {
					c += bonus
				}
				if c >= reachFloor && h.confidence >= reachFloor-bonus {
					start, end := r.span(h.from, h.to)
					out = append(out, otherReach{start, end, min(c, 0.9), h.detail + ", " + inDisguise})
				}
			}
		}
		if r.disguise.Strong || r.disguise.Identifier {
			out = append(out, r.hiddenObjects(out)...)
		}
	}
	return out
}

// hiddenObjects finds what concerns nobody but the model and its user and is written so that a reader does not see it: earlier
// instructions, the system prompt, secrets, what the user is told.
func (r plainReading) hiddenObjects(seen []otherReach) []otherReach {
	// ahead is how far a word may stand from the one it goes with.
	const ahead = 5
	// fewest is how many disguised words in a row are no ornament, and how many words no name has.
	fewest := 3
	if !r.disguise.Strong {
		fewest = 8
	}
	p, changed := r.prose, r.disguise.Changed
	covered := cover{}
	for _, o := range seen {
		covered.add(o.start, o.end)
	}
	var out []otherReach
	for i := 0; i < len(changed); i++ {
		if !changed[i] {
			continue
		}
		j := i
		for j < len(changed) && changed[j] && p.doc.Words[j].Sentence() == p.doc.Words[i].Sentence() {
			j++
		}
		if j-i >= fewest {
			for k := i; k < j; k++ {
				lo, hi := max(i, k-ahead), min(j, k+ahead)
				rules := p.has(k, cRules) && (p.find(cPrior, lo, hi) >= 0 || p.find(cOverride, lo, k) >= 0 || p.find(cWeakOverride, lo, k) >= 0)
				kept := p.has(k, cUser) && p.find(cNeg, lo, hi) >= 0 && (p.find(cTell, lo, hi) >= 0 || p.find(cShow, lo, hi) >= 0) ||
					p.has(k, cUser) && p.find(cOverride, lo, k) >= 0
				if !rules && !kept && !p.has(k, cPrompt) && !(p.has(k, cSecret) && p.find(cReveal, lo, k)+p.find(cRead, lo, k)+p.find(cSend, lo, k) > -3) {
					continue
				}
				start, end := r.span(i, j)
				if covered.overlaps(start, end) || p.doc.PositionOf(k, k+1) == text.PositionMention {
					break
				}
				out = append(out, otherReach{start, end, 0.5, "speaks of instructions, secrets or the user " + inDisguise})
				break
			}
		}
		i = max(i, j-1)
	}
	return out
}
