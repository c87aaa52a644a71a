package check

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// imageLink matches a Markdown image or a link whose address has a slot to fill in: ![x](https://host/p?d=<summary>).
var imageLink = regexpOf(`!\[[^\]\n]{0,80}\]\(https?://[^)\s]{0,200}(?:[?/=&])(?:[<{\[%$]|[A-Z_]{4,})|<img\s[^>]{0,80}src=["']?https?://[^>\s]{0,200}\?`)

// findExfiltration finds orders to hand something out: to an address, in a parameter, in a link, as a copy.
func findExfiltration(p *prose) []hit {
	var hits []hit
	for _, m := range imageLink.FindAllStringIndex(p.doc.Raw, 16) {
		if w := p.wordAt(m[0]); w >= 0 {
			hits = append(hits, hit{w, max(w, p.wordAt(m[1]-1)) + 1, 0.55, "has data put into the address of an image", detect.ThreatExfiltration})
		}
	}
	owing, informing := p.meets(owedNeeds), p.meets(informingNeeds)
	for i := range p.doc.Words {
		if owing {
			if h, ok := p.owed(i); ok {
				hits = append(hits, h)
			}
		}
		if !informing && !p.tags[i].Any(carryingOff) {
			continue
		}
		switch {
		case p.has(i, cExfil):
			if f := p.fold(i); f == "leaked" || f == "leaks" {
				continue
			}
			if p.doc.Negated(i) || p.doc.PositionOf(i, i+1) == text.PositionMention {
				continue
			}
			s := p.sentence(i)
			if p.valuable(i+1, min(s.End, i+10)) > 0 {
				hits = append(hits, hit{i, min(s.End, i+8), 0.7, "tells of data being carried off", detect.ThreatExfiltration})
			}
		case p.fold(i) == "let" || p.fold(i) == "keep" || p.fold(i) == "loop" || p.fold(i) == "inform" || p.fold(i) == "notify" || p.fold(i) == "tell":
			for k := i + 1; k < min(len(p.tags), i+5); k++ {
				if p.doc.Words[k].Kind == text.KindEmail && !p.doc.Negated(i) && p.doc.PositionOf(k, k+1) != text.PositionMention {
					hits = append(hits, hit{i, min(len(p.tags), k+4), 0.6, "has somebody told whom the user did not name", detect.ThreatExfiltration})
				}
			}
		case p.has(i, cSend) || p.has(i, cPut):
			if h, ok := p.handsOut(i); ok {
				hits = append(hits, h)
			}
		}
	}
	return hits
}

// carryingOff are the concepts of handing something out.
var carryingOff = text.Of(cExfil, cSend, cPut)

// valuable returns the first word in [from, to) that names something worth stealing, or -1.
func (p *prose) valuable(from, to int) int {
	paths := p.cued.has(qSecretPath)
	if !paths && !p.all.Any(valuables) {
		return -1
	}
	for k := from; k < to; k++ {
		if p.tags[k].Any(valuables) {
			return k
		}
		if w := &p.doc.Words[k]; paths && w.Kind == text.KindPath && sensitivePath(w.Fold) {
			return k
		}
	}
	return -1
}

// handsOut judges a verb of sending or putting.
func (p *prose) handsOut(i int) (hit, bool) {
	m := p.mood(i)
	if m < moodPolite || p.doc.Negated(i) || p.fold(i) == "note" && (p.fold(i+1) == "that" || p.fold(i+1) == "the") {
		return hit{}, false
	}
	s := p.sentence(i)
	end := min(s.End, i+18)
	score := 0.0
	what := p.valuable(i+1, end)
	if what < 0 {
		what = p.pronounOf(i)
	}
	address := -1
	for k := i + 1; k < end; k++ {
		switch p.doc.Words[k].Kind {
		case text.KindEmail, text.KindURL, text.KindHost:
			address = k
		case text.KindPath:
			if p.has(i, cSend) && systemPath(p.fold(k)) && p.find(cWhole, i+1, k) > 0 {
				address = k
			}
		}
	}
	host := p.find(cHost, i+1, end)
	content := p.find(cContent, i+1, end)
	whole := p.find(cWhole, i+1, min(end, i+5))
	copied := p.findWord(i+1, min(end, i+4), "copy", "duplicate")
	if p.has(i, cSend) && (address > 0 || host > 0) {
		score = 0.1
		if address > 0 {
			score = 0.3
		}
	}
	if p.has(i, cPut) && (what > 0 || p.find(cParam, i+1, end) > 0) {
		score = 0.1
		if what > 0 && (address > 0 || p.find(cParam, i+1, end) > 0) {
			score = 0.25
		}
	}
	if score == 0 && what < 0 {
		return hit{}, false
	}
	add := func(on bool, v float64) {
		if on {
			score += v
		}
	}
	area := p.around(i, 1, 0)
	add(what > 0, 0.25)
	add(content > 0 && address > 0, 0.1)
	add(whole > 0 && (content > 0 || p.find(cOperation, i+1, end) > 0), 0.1)
	add(copied > 0, 0.15)
	add(p.find(cAlso, max(s.Start, i-4), min(s.End, i+3)) >= 0, 0.1)
	add(p.triggered(s, i), 0.1)
	add(p.scope(s), 0.15)
	add(p.pretext(s) > 0, 0.05)
	add(p.find(cCovert, s.Start, s.End) >= 0, 0.2)
	add(p.valuable(area.Start, i) >= 0 && what < 0, 0.15)
	if score < 0.35 {
		return hit{}, false
	}
	return hit{i, min(s.End, max(what, address, host, i+1)+1), min(score, 0.95), "orders the model to hand something out", detect.ThreatExfiltration}, true
}

// owed finds things that "must accompany each request", "have to be present in the field": a duty to hand them over, whoever is
// meant to do it.
func (p *prose) owed(i int) (hit, bool) {
	if p.valuable(i, i+1) < 0 || p.doc.Negated(i) || p.field.Role == detect.RoleParameterDescription {
		return hit{}, false
	}
	s := p.sentence(i)
	for k := i + 1; k < min(s.End, i+9); k++ {
		if !modals[p.fold(k)] && !polites[p.fold(k)] || p.fold(k) == "can" || p.fold(k) == "may" || p.fold(k) == "will" {
			continue
		}
		if f := p.fold(k); (f == "have" || f == "has") && p.fold(k+1) != "to" || p.isMarked(k) && !p.isMarked(i) {
			// What they have done already, and what others are cited with.
			continue
		}
		if to := max(p.find(cParam, k, min(s.End, k+12)), p.findWord(k, min(s.End, k+8), "accompany", "included", "attached", "appended", "supplied", "forwarded", "passed", "sent")); to > 0 &&
			(p.has(i, cHistory) || p.has(i, cPersonal) || p.find(cWhole, k, s.End) > 0) {
			return hit{i, to + 1, 0.5, "makes something private a duty to hand over", detect.ThreatExfiltration}, true
		}
	}
	return hit{}, false
}

// pronounOf returns the valuable thing in the sentence before that "it" or "its content" after word i stands for, or -1.
func (p *prose) pronounOf(i int) int {
	s := p.sentence(i)
	if p.findWord(i+1, min(s.End, i+4), "it", "its", "them", "their", "that", "this") < 0 {
		return -1
	}
	area := p.around(i, 1, 0)
	return p.valuable(area.Start, i)
}
