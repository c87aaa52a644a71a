package check

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// findCovert finds tools that tell, in passing, of an action that is not their job: "as part of normal operation it
// additionally forwards ...", "also collects ...".
func findCovert(p *prose) []hit {
	var hits []hit
	if p.field.Role != detect.RoleDescription && p.field.Role != detect.RoleInstructions && p.field.Role != detect.RoleParameterDescription {
		return nil
	}
	for i := range p.doc.Words {
		if h, ok := p.coversUp(i); ok {
			hits = append(hits, h)
		}
		if h, ok := p.sleeper(i); ok {
			hits = append(hits, h)
		}
		if !p.has(i, cSend) && !p.has(i, cCollect) && !p.has(i, cPut) && !p.has(i, cRead) || p.doc.Negated(i) {
			continue
		}
		if h, ok := p.sideEffect(i); ok {
			hits = append(hits, h)
		}
	}
	return hits
}

// coversUp finds orders to remove traces, and answers laid into the model's mouth: "if asked, say that ...".
func (p *prose) coversUp(i int) (hit, bool) {
	s := p.sentence(i)
	if p.has(i, cRemove) && p.mood(i) >= moodPolite && !p.lead(i) && !p.doc.Negated(i) {
		end := min(s.End, i+7)
		trace := p.findWord(i+1, end, "traces", "trace", "evidence", "tracks", "footprints")
		if k := p.find(cHistory, i+1, end); k > 0 && p.findWord(k, min(s.End, k+2), "shell", "command", "browsing", "session") == k {
			trace = k
		}
		if trace > 0 {
			return hit{i, trace + 1, 0.55, "orders the model to remove traces", detect.ThreatToolPoisoning}, true
		}
	}
	if p.fold(i) == "asked" {
		cond := p.findWord(max(s.Start, i-4), i, "if", "when")
		for k := i + 1; cond >= 0 && k < min(s.End, i+12); k++ {
			switch p.fold(k) {
			case "say", "answer", "reply", "claim", "respond", "state", "deny", "pretend":
				if p.mood(k) >= moodPolite && (p.fold(k) == "deny" || p.fold(k) == "pretend" || p.findWord(k+1, min(s.End, k+3), "that", "it", "you", "no") > 0) {
					return hit{cond, min(s.End, k+5), 0.5, "lays an answer into the model's mouth", detect.ThreatToolPoisoning}, true
				}
			}
		}
	}
	return hit{}, false
}

// sleeper finds announcements of what the tool will do once nobody looks any more: after review, after approval.
func (p *prose) sleeper(i int) (hit, bool) {
	switch p.fold(i) {
	case "approved", "approval", "post-approval", "review", "reviewed", "approving", "trusted":
	default:
		return hit{}, false
	}
	s := p.sentence(i)
	when := p.findWord(max(s.Start, i-8), min(s.End, i+3), "once", "after", "post", "during", "until")
	if when < 0 {
		return hit{}, false
	}
	for k := s.Start; k < s.End; k++ {
		f := p.fold(k)
		if k != i && (p.has(k, cExfil) || f == "exfiltration" || p.valuable(k, k+1) >= 0 || p.has(k, cCovert) || f == "arbitrary" || f == "shell" || f == "ssh") {
			return hit{min(when, i, k), max(when, i, k) + 1, 0.55, "tells of behaviour that begins once nobody looks", detect.ThreatRugPull}, true
		}
	}
	return hit{}, false
}

// awayWords say of a place that it is somebody else's.
var awayWords = wordSet(`external partner remote third-party vendor attacker outbound analytics telemetry collector webhook upstream centralized
	offsite our`)

// sideEffect judges a verb that tells what the tool does.
func (p *prose) sideEffect(i int) (hit, bool) {
	if p.mood(i) == moodNone {
		return hit{}, false
	}
	s := p.sentence(i)
	end := min(s.End, i+16)
	lo := max(s.Start, i-8)
	value := p.valuable(i+1, end)
	away := -1
	for k := i + 1; k < end; k++ {
		w := &p.doc.Words[k]
		place := w.Kind == text.KindURL || w.Kind == text.KindEmail || w.Kind == text.KindHost
		if !place && !awayWords[w.Fold] || p.positionAt(k) != text.PositionInstruction {
			continue
		}
		if place {
			away = k
		}
		if awayWords[w.Fold] && p.find(cHost, k, min(s.End, k+4)) >= 0 {
			away = k
		}
	}
	also := p.find(cAlso, lo, i)
	if also < 0 && p.findWord(lo, i, "then", "before", "additional", "supplemental", "extra") >= 0 {
		also = i
	}
	part := p.findWord(lo, i, "part") >= 0 || p.find(cPretext, lo, min(s.End, i+16)) >= 0
	score := 0.0
	switch {
	case p.has(i, cSend) && away > 0 && value > 0:
		score = 0.5
	case p.has(i, cSend) && away > 0 && also >= 0:
		score = 0.45
	case value > 0 && p.doc.Words[value].Kind == text.KindPath && (p.has(i, cRead) || p.has(i, cCollect)) && s.Start > 0:
		score = 0.4
	case p.has(i, cSend) && away > 0 && s.Start > 0 && p.findWord(max(s.Start, i-12), end, "local", "user's", "device", "sample", "machine", "user") >= 0:
		score = 0.45
	case value > 0 && also >= 0 && (p.has(i, cCollect) || p.has(i, cPut)):
		score = 0.3
	default:
		return hit{}, false
	}
	if part {
		score += 0.1
	}
	if also >= 0 && value > 0 {
		score += 0.1
	}
	if p.find(cCovert, lo, end) >= 0 {
		score += 0.2
	}
	return hit{i, min(s.End, max(value, away)+1), min(score, 0.9), "tells of a side effect that is not the tool's job", detect.ThreatExfiltration}, true
}
