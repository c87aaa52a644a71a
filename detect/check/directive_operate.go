package check

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// findOperation weighs every mention of another server's tool by what is said around it, whatever the grammar: a moment, a
// fixed value, a changed parameter, a promise or a threat. Honest definitions seldom name other servers' tools, and when
// they do, they say how theirs differs.
func findOperation(p *prose) []hit {
	var hits []hit
	for _, r := range p.refs {
		if r.own || r.kind != refNamed || p.compared(r) || p.ownDoing(r) || p.onlyDescribed(r) || p.optional(p.sentence(r.word)) {
			continue
		}
		if h, ok := p.operates(r); ok {
			hits = append(hits, h)
		}
	}
	return hits
}

// compared reports whether the tool is only named for comparison or reference: "unlike X", "see X", "a wrapper around X".
func (p *prose) compared(r toolRef) bool {
	s := p.sentence(r.word)
	for k := r.first - 1; k >= max(s.Start, r.first-4); k-- {
		switch p.fold(k) {
		case "unlike", "than", "similar", "wrapper", "around", "equivalent", "wraps", "like", "related", "replaces", "complements", "versus", "vs":
			return true
		case "see":
			if k >= r.first-2 {
				return true
			}
		case "job", "task", "matter":
			// "Appending is a job for X."
			if p.fold(k+1) == "for" {
				return true
			}
		}
	}
	// "X or any other wiki tool" is one example of many.
	if p.fold(r.word+1) == "or" && p.findWord(r.word+2, min(s.End, r.word+5), "other", "another", "similar") > 0 {
		return true
	}
	// "do not start until X has run" and "do not skip: X" deny something else.
	return p.doc.Negated(r.first) && p.findWord(max(s.Start, r.first-8), r.first, "until", "unless", "before", "without", "skip", "omit", "forget") < 0
}

// onlyDescribed reports whether the sentence only tells what the tool does or how it compares: "for one row, X is simpler", "X keeps
// them as text". Nobody is asked for anything, no value is fixed, nothing is hidden.
func (p *prose) onlyDescribed(r toolRef) bool {
	next := p.fold(r.word + 1)
	if r.stand.arguments > 0 || next != "is" && !(thirdPerson(next) && !p.tags[r.word+1].Any(text.Of(cUse, cCarry, cSend, cChange, cReveal, cPrecede))) {
		return false
	}
	s := p.sentence(r.word)
	for k := s.Start; k < s.End; k++ {
		if p.tags[k].Any(text.Of(cMust, cPolite, cCovert, cRegardless, cNow, cBefore, cAfter, cFirst, cBad, cInstead, cSecret, cHistory, cChange, cDemand)) || modals[p.fold(k)] ||
			p.tags[k].Any(verbs) && p.mood(k) >= moodPolite {
			return false
		}
	}
	return true
}

// conditional reports whether the tool is named in a condition: "if X is used", "following X".
func (p *prose) conditional(r toolRef) bool {
	s := p.sentence(r.word)
	for k := r.first - 1; k >= max(s.Start, r.first-8); k-- {
		switch p.fold(k) {
		case "if", "following", "when", "whenever", "once", "after", "before", "for":
			return p.doc.Words[k].Clause() == p.doc.Words[r.first].Clause() || k+4 >= r.first
		}
	}
	return false
}

// operates adds up what is said around a foreign tool.
func (p *prose) operates(r toolRef) (hit, bool) {
	s := p.sentence(r.word)
	area := p.around(r.word, 1, 1)
	score := 0.2 + r.stand.estrangement()
	if p.reg.ToolsOn(p.tool.Server) <= 1 {
		// There is no tool of its own that it could mean.
		score += 0.05
	}
	add := func(on bool, v float64) {
		if on {
			score += v
		}
	}
	change := -1
	for k := max(s.Start, r.first-14); k < min(s.End, r.word+16); k++ {
		if p.has(k, cChange) && p.mood(k) != moodNone && !p.doc.Negated(k) {
			change = k
			break
		}
	}
	asked := change >= 0 && p.mood(change) >= moodPolite || p.find(cMust, s.Start, s.End) >= 0 || p.find(cPolite, s.Start, s.End) >= 0
	add(p.triggered(s, -1) || p.conditional(r), 0.15)
	add(p.find(cFirst, s.Start, s.End) >= 0, 0.1)
	add(asked, 0.1)
	literal := r.stand.arguments > 0 || !r.stand.kin && p.literal(max(s.Start, r.first-12), min(s.End, r.word+24)) > 0
	add(literal || p.constant(s) && !r.stand.kin, 0.15)
	add(literal && r.stand.grave && !r.stand.kin, 0.1)
	add(p.pretext(area) > 0 || p.find(cFail, area.Start, area.End) >= 0, 0.1)
	add(p.scope(s), 0.1)
	add(change >= 0, 0.1)
	add(change >= 0 && p.find(cParam, s.Start, s.End) >= 0, 0.1)
	add(p.find(cRegardless, s.Start, s.End) >= 0, 0.15)
	add(p.valuable(s.Start, s.End) >= 0, 0.15)
	add(p.find(cCovert, s.Start, s.End) >= 0, 0.2)
	if score < 0.4 {
		return hit{}, false
	}
	from, to := r.first, r.word+1
	if change >= 0 {
		from, to = min(from, change), max(to, change+1)
	}
	return hit{from, to, min(score, 0.9), "tells when and how another server's tool is to be used", detect.ThreatToolPoisoning}, true
}

// constant reports whether the sentence fixes a value: a number, an amount, a word in capitals with digits.
func (p *prose) constant(s text.Range) bool {
	for k := s.Start; k < s.End; k++ {
		w := p.doc.Words[k]
		switch w.Kind {
		case text.KindNumber:
			return true
		case text.KindPath, text.KindEmail, text.KindURL, text.KindHost:
			return true
		}
	}
	return false
}
