package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// findPrerequisite finds orders to run another tool, or to read something, before, whenever or after this tool or another is
// used. What tells them from honest workflow advice is whose tool is to be run, what it is to be run with, and why.
func findPrerequisite(p *prose) []hit {
	var hits []hit
	for _, r := range p.refs {
		if h, ok := p.ordersTool(r); ok {
			hits = append(hits, h)
		}
	}
	for i := range p.doc.Words {
		if h, ok := p.opensSecret(i); ok {
			if _, heard := p.ordersRead(h.from); !heard {
				hits = append(hits, h)
			}
		}
		if h, ok := p.ordersRead(i); ok {
			hits = append(hits, h)
		}
		if h, ok := p.claimsFirst(i); ok {
			hits = append(hits, h)
		}
	}
	return hits
}

// ordersTool judges one named tool: is the model to run it, and how odd is that?
func (p *prose) ordersTool(r toolRef) (hit, bool) {
	verb, m := p.callOf(r)
	s := p.sentence(r.word)
	st := r.stand
	if verb >= 0 && p.doc.Negated(verb) && m != moodPolite {
		// "do not use this until X has run" is an order to run X all the same.
		if k := p.findWord(verb+1, r.first, "until", "unless", "before", "without"); k < 0 {
			return hit{}, false
		}
	}
	trigger := p.triggered(s, verb) || p.leadsHere(r)
	first := p.find(cFirst, max(s.Start, r.first-6), min(s.End, r.word+9)) >= 0
	foreign := !r.own && r.kind == refNamed
	if m < moodPolite && !(foreign && !p.compared(r) && (trigger || first || p.expected(r)) && !p.ownDoing(r)) {
		return hit{}, false
	}
	if verb < 0 {
		verb = r.first
	}
	from, to := min(verb, r.first), max(verb, r.word)+1
	area := p.around(r.word, 1, 1)
	score := 0.0
	literal := st.arguments
	if r.own || r.kind == refGeneric {
		literal = p.literal(r.word, min(s.End, r.word+30))
	}
	switch {
	case r.own:
		// A server may order its own tools about; only what nobody asked for makes it odd.
		score = -0.3
	case r.kind == refNamed:
		// The hundredth keeps sums of tenths on the right side of the floor.
		score = 0.26 + st.estrangement()
	default:
		score = 0.1
	}
	add := func(on bool, v float64) {
		if on {
			score += v
		}
	}
	if m < moodPolite && st.arguments == 0 && p.find(cPolite, s.Start, s.End) < 0 && p.find(cMust, s.Start, s.End) < 0 {
		switch p.fold(verb) {
		case "with", "by", "via", "through":
			score -= 0.15
		}
	}
	pretext := p.pretext(area)
	if st.kin || r.own {
		// On a server's own ground these words give honest reasons.
		pretext = min(pretext, 1)
	}
	add(m == moodOrders && foreign, 0.05)
	add(trigger, 0.15)
	add(m < moodOrders && foreign && !st.kin && p.expected(r), 0.05)
	add(first, 0.1)
	add(m == moodOrders && p.find(cMust, s.Start, s.End) >= 0, 0.05)
	add(literal > 0, 0.2)
	add(literal > 1, 0.1)
	add(pretext > 0, 0.1)
	add(pretext > 1, 0.05)
	add(p.find(cFail, area.Start, area.End) >= 0 && !st.kin, 0.1)
	add(p.scope(area), 0.15)
	add(p.sensitiveIn(s), 0.3)
	add(p.passesOn(s), 0.1)
	add(p.find(cCovert, s.Start, s.End) >= 0 || p.find(cHide, s.Start, s.End) >= 0, 0.15)
	if score < 0.2 || st.kin && (score < 0.35 || p.optional(s)) {
		return hit{}, false
	}
	return hit{from, to, min(score, 0.95), "orders the model to run another tool around the use of this one", detect.ThreatToolPoisoning}, true
}

// expected finds calls that are demanded without a verb of calling: "a successful run of X is a prerequisite", "presupposes
// X", "X is obligatory", "the agent begins with X".
func (p *prose) expected(r toolRef) bool {
	s := p.sentence(r.word)
	for k := max(s.Start, r.first-12); k < min(s.End, r.word+16); k++ {
		left := (p.has(k, cRemove) || p.has(k, cWeakOverride) || p.has(k, cOverride)) && p.doc.Negated(k)
		if left || p.has(k, cDemand) || p.has(k, cMust) || p.has(k, cPolite) || p.has(k, cModel) && k < r.first && !p.aboutAgents(k) {
			return true
		}
	}
	return false
}

// leadsHere reports whether an arrow or "then" leads from the call to the use of this tool.
func (p *prose) leadsHere(r toolRef) bool {
	// longest is how far the arrow may stand behind the name, in bytes: there may be arguments between them.
	const longest = 120
	after := p.doc.Raw[p.doc.Words[r.word].End():]
	after = after[:min(len(after), longest)]
	if k := strings.IndexByte(after, '\n'); k >= 0 {
		after = after[:k]
	}
	for _, arrow := range []string{"->", "=>", "\u2192", "&&"} {
		if _, next, ok := strings.Cut(after, arrow); ok && strings.Contains(detect.NameKey(next), detect.NameKey(p.tool.Name)) {
			return true
		}
	}
	return false
}

// ownDoing reports whether the sentence tells what the tool itself does: "internally calls X", "it calls X when done".
func (p *prose) ownDoing(r toolRef) bool {
	s := p.sentence(r.word)
	for k := r.first - 1; k >= max(s.Start, r.first-6); k-- {
		if k == r.first-2 && r.stand.arguments == 0 && p.doc.Words[k].Kind == text.KindWord && thirdPerson(p.fold(k)) && !p.modelActs(k) && p.find(cPolite, s.Start, s.End) < 0 {
			switch p.fold(k + 1) {
			case "with", "via", "through", "by", "on":
				return true
			}
		}
		if !p.has(k, cUse) || !thirdPerson(p.fold(k)) {
			continue
		}
		switch prev := p.fold(k - 1); {
		case k == s.Start, prev == "internally", prev == "it", prev == "this", prev == "tool", prev == "server", prev == "which", prev == "also", prev == "that", prev == "and":
			return !p.modelActs(k)
		}
	}
	return false
}

// actionRef reports whether a generic reference says what the tool does to the world: "the terminal tool".
func (p *prose) actionRef(r toolRef) bool {
	for k := r.first; k < r.word; k++ {
		if actions[p.fold(k)] || reachNouns[p.fold(k)] {
			return true
		}
	}
	return false
}

var reachNouns = wordSet(`shell terminal filesystem file files email browser database sql messaging payment calendar http web bash git slack
	memory banking contacts wallet notes mailbox command reading writing writer reader mailer sender`)

// callOf finds the verb that has the tool run, before its name or, in the passive, after it.
func (p *prose) callOf(r toolRef) (int, mood) {
	s := p.sentence(r.word)
	best, m := -1, moodNone
	for k := r.first - 1; k >= max(s.Start, r.first-9); k-- {
		f := p.fold(k)
		if !p.has(k, cUse) && !p.has(k, cRead) && f != "with" && f != "have" && f != "having" && f != "let" && f != "by" && f != "via" && f != "through" {
			continue
		}
		if km := p.mood(k); km > m || best < 0 {
			best, m = k, km
		}
		if m == moodOrders {
			break
		}
	}
	for k := r.word + 1; k < min(s.End, r.word+7); k++ {
		if p.has(k, cUse) && (p.mood(k) > m || best < 0) && (strings.HasSuffix(p.fold(k), "ed") || p.fold(k) == "run") {
			best, m = k, p.mood(k)
		}
	}
	if best < 0 {
		// "the X tool could tidy up", "X should look for"
		for k := r.word + 1; k < min(s.End, r.word+4); k++ {
			switch p.fold(k) {
			case "could", "should", "must", "may", "can", "needs", "has", "shall", "to":
				if p.fold(k+1) != "be" || p.has(k+2, cUse) || p.has(k+2, cRead) {
					return k, moodPolite
				}
			}
		}
	}
	return best, m
}

// triggered reports whether a condition of time stands in the sentence: before, whenever, after, each time.
func (p *prose) triggered(s text.Range, verb int) bool {
	if !p.all.Has(cTrigger) {
		return false
	}
	for k := s.Start; k < s.End; k++ {
		if k == verb || !p.has(k, cTrigger) {
			continue
		}
		switch p.fold(k) {
		case "if", "while", "following", "during":
			continue
		}
		return true
	}
	return false
}

// pretext counts the reasons given: security, compliance, consistency and the like.
func (p *prose) pretext(a text.Range) int {
	n := 0
	for k := a.Start; k < a.End && p.all.Has(cPretext); k++ {
		if p.has(k, cPretext) {
			n++
		}
	}
	return n
}

// scope reports whether the text governs calls that are not its own: "any file operation", "every request".
func (p *prose) scope(a text.Range) bool {
	if !p.cued.has(qCalls) {
		return false
	}
	for k := a.Start; k < a.End; k++ {
		if !p.has(k, cWhole) && !p.has(k, cOther) {
			continue
		}
		for n := k + 1; n < min(a.End, k+4); n++ {
			if p.said(n, qCalls) {
				return true
			}
		}
	}
	return false
}

// literal counts the arguments written out in [from, to): paths, addresses, quoted values, name=value.
func (p *prose) literal(from, to int) int {
	n := 0
	last := -1
	for k := from + 1; k < to; k++ {
		w := p.doc.Words[k]
		switch w.Kind {
		case text.KindPath, text.KindURL, text.KindEmail, text.KindHost:
			n++
			continue
		}
		if q, ok := p.doc.Quoted(w.Start(), w.End()); ok && q.Start != last && q.Mark != '`' {
			last = q.Start
			n++
			continue
		}
		if gap := p.doc.Gap(k); strings.Contains(gap, "=") && !strings.Contains(gap, "==") && p.doc.Words[k].Sentence() == p.doc.Words[k-1].Sentence() {
			n++
		}
	}
	return n
}

// sensitiveIn reports whether the range names something that nobody should hand out.
func (p *prose) sensitiveIn(s text.Range) bool {
	for k := s.Start; k < s.End; k++ {
		w := p.doc.Words[k]
		if w.Kind == text.KindPath && sensitivePath(w.Fold) {
			return true
		}
	}
	return false
}

// passesOn reports whether the result is to be handed on: "pass its content as", "include the output in".
func (p *prose) passesOn(s text.Range) bool {
	for k := s.Start; k < s.End; k++ {
		if p.has(k, cPut) && p.find(cContent, k+1, min(s.End, k+6)) > 0 && p.mood(k) >= moodPolite {
			return true
		}
	}
	return false
}
