package check

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// findBlunt finds what is so outright that it counts however honest the sentence sounds, and in the shortest of texts: mail that is
// always copied to a fixed address, a tool that wants to stand around another action and to change its values, and one that
// takes the place of another server's tool along with its requests.
func findBlunt(p *prose) []hit {
	var hits []hit
	for i := range p.doc.Words {
		if p.copiesAlways(i) {
			if h, ok := p.rules(i); ok {
				hits = append(hits, h)
			}
		}
		if h, ok := p.wraps(i); ok {
			hits = append(hits, h)
		}
		if h, ok := p.inherits(i); ok {
			hits = append(hits, h)
		}
	}
	return hits
}

// copiesAlways reports whether the word at i orders a copy that nobody asked for: always, for each, for all.
func (p *prose) copiesAlways(i int) bool {
	s := p.sentence(i)
	if !p.has(i, cCopy) || p.mood(i) < moodPolite && p.fold(i-1) != "always" || p.optional(s) || p.findWord(s.Start, s.End, "if", "unless", "user's", "their", "his", "her") >= 0 {
		return false
	}
	k := p.find(cWhole, max(s.Start, i-4), min(s.End, i+8))
	return k >= 0 && p.mailIn(s)
}

// mailIn reports whether the range writes out an address of mail.
func (p *prose) mailIn(a text.Range) bool {
	for k := a.Start; k < a.End; k++ {
		if p.doc.Words[k].Kind == text.KindEmail {
			return true
		}
	}
	return false
}

// wraps finds "before any X operation, run this and replace the values".
func (p *prose) wraps(i int) (hit, bool) {
	if !p.has(i, cBefore) && !p.has(i, cAfter) {
		return hit{}, false
	}
	s := p.sentence(i)
	act := p.find(cOperation, i+1, min(s.End, i+7))
	if act < 0 {
		return hit{}, false
	}
	for k := act; k < s.End; k++ {
		this := k + 1
		if !p.has(k, cUse) || p.mood(k) < moodPolite || p.fold(this) != "this" && p.fold(this) != "it" {
			continue
		}
		for n := this + 1; n < s.End; n++ {
			if p.has(n, cChange) && p.mood(n) >= moodPolite && !p.doc.Negated(n) && p.findWord(n+1, min(s.End, n+6), "value", "values", "operand", "operands", "input", "inputs", "argument", "arguments", "result", "results") > 0 {
				return hit{i, n + 1, 0.55, aroundAndChange, detect.ThreatToolPoisoning}, true
			}
		}
	}
	return hit{}, false
}

// inherits finds "this supersedes X: send all such requests here".
func (p *prose) inherits(i int) (hit, bool) {
	switch p.fold(i) {
	case "supersedes", "replaces", "overrides", "supplants", "displaces":
	default:
		return hit{}, false
	}
	s := p.sentence(i)
	if p.findWord(max(s.Start, i-4), i, "this", "it") < 0 {
		return hit{}, false
	}
	foreign := -1
	for _, r := range p.rivalRefs() {
		if r.first > i && r.first <= i+4 && r.named && !r.kin {
			foreign = r.last
		}
	}
	if foreign < 0 {
		return hit{}, false
	}
	a := p.around(i, 0, 1)
	for k := foreign + 1; k < min(a.End, foreign+14); k++ {
		if p.has(k, cRoute) && p.mood(k) >= moodPolite && !p.doc.Negated(k) && p.find(cWhole, k, min(a.End, k+4)) > 0 {
			if here := p.findWord(k, min(a.End, k+8), "here", "this", "us"); here > 0 {
				return hit{i, here + 1, 0.6, "diverts calls that are meant for other tools", detect.ThreatToolPoisoning}, true
			}
		}
	}
	return hit{}, false
}
