package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

// findSink finds parameters that are said to carry what is the user's: "`note` consists of the environment variables", "cookies
// are loaded by you and sent as `signals`".
func findSink(p *prose) []hit {
	if p.field.Role != detect.RoleDescription && p.field.Role != detect.RoleInstructions && p.field.Role != detect.RoleParameterDescription || p.tool.Kind == detect.KindServer || p.field.Output {
		return nil
	}
	var hits []hit
	for i := range p.doc.Words {
		switch p.fold(i) {
		case "consists", "consist", "carries", "holds", "comprises", "composed", "goes", "belongs", "filled", "equals":
			if h, ok := p.carries(i); ok {
				hits = append(hits, h)
			}
		}
		if (p.has(i, cRead) || p.has(i, cSend) || p.has(i, cPut)) && strings.HasSuffix(p.fold(i), "ed") && !p.doc.Negated(i) && p.byModel(i) {
			s := p.sentence(i)
			if k := p.valuable(max(s.Start, i-12), i); k >= 0 {
				hits = append(hits, hit{k, i + 3, 0.55, "has the model fetch what is the user's", detect.ThreatExfiltration})
			}
		}
	}
	return hits
}

// carries judges a verb of holding: what is held must be the user's, taken from where it is kept, and the holder one of the tool's
// parameters that does not say so by its name.
func (p *prose) carries(i int) (hit, bool) {
	s := p.sentence(i)
	what := p.valuable(i+1, min(s.End, i+12))
	if f := p.fold(i); what < 0 && (f == "goes" || f == "belongs") {
		what = p.valuable(max(s.Start, i-10), i)
	}
	if what < 0 || p.doc.Negated(i) || p.ownTrade()[p.doc.Words[what].Stem()] {
		return hit{}, false
	}
	slot := false
	area := p.around(i, 1, 0)
	// farthest bounds the search for the parameter, in words.
	const farthest = 30
	for k := max(area.Start, i-farthest); k < min(area.End, i+farthest) && !slot; k++ {
		slot = p.inputs()[p.fold(k)] && !strings.Contains(p.fold(k), p.doc.Words[what].Stem())
	}
	if !slot && p.field.Role != detect.RoleParameterDescription {
		return hit{}, false
	}
	score := 0.35
	if p.findWord(s.Start, s.End, "stored", "saved", "current", "process", "user's", "machine", "keychain", "browser", "folder", "disk", "your", "you", "since", "output") >= 0 {
		score += 0.15
	}
	if p.find(cWhole, s.Start, s.End) >= 0 || p.pretext(area) > 0 {
		score += 0.1
	}
	if score < emitFloor {
		return hit{}, false
	}
	return hit{min(i, what), max(i, what) + 1, score, "has a parameter carry what is the user's", detect.ThreatExfiltration}, true
}
