package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// Ceilings of the learned score of a sentence, in log-odds, under which a hit is taken for honest text. They were set with weights
// that were learned without the texts they were tried on.
const (
	// workflowCeiling holds for all hits about other tools.
	workflowCeiling = -2.5
	// mildCeiling holds for hits about other tools that have little beside the tool's name: mildest is their confidence.
	mildCeiling, mildest = -0.4, 0.66
	// agreeing is from where the score of a sentence speaks for a hit that is too weak by itself.
	agreeing = 0.5
	// citedCeiling holds for words in quotation marks.
	citedCeiling = 0.6
)

// honest reports whether a hit about other tools stands in a sentence that reads like documentation. The frames of such orders cannot
// always tell a server's own workflow from an order: the tools it names may be in files that were not scanned. The sentence as a
// whole says more. Names and values hold no sentences that could.
func (p *prose) honest(h hit) bool {
	if p.misplaced() || h.detail == opensForUse {
		return false
	}
	return p.tame(h, workflowCeiling) || h.confidence <= mildest && p.mereMention(h) && p.tame(h, mildCeiling)
}

// cited reports whether a hit in quotation marks is one that the text talks about: a short phrase, in a sentence that reads like
// documentation.
func (p *prose) cited(h hit) bool {
	// longest is the longest phrase, in bytes: what is longer is said, not cited.
	const longest = 70
	start, end := p.doc.Span(h.from, h.to)
	q, ok := p.doc.Quoted(start, end)
	if !ok || q.End-q.Start > longest || p.field.Role != detect.RoleDescription {
		return false
	}
	if before := strings.TrimRight(p.doc.Raw[:q.Start], "\"'`\u201c\u00ab "); strings.HasSuffix(before, ":") && p.braced() {
		// The value of a member.
		return false
	}
	return p.tame(h, citedCeiling)
}

// tame reports whether no sentence that the hit touches scores above the ceiling.
func (p *prose) tame(h hit, ceiling float64) bool {
	score, known := p.heaviest(h.from, h.to)
	return known && score <= ceiling
}

// agreed reports whether the score of a sentence that the hit touches speaks for it.
func (p *prose) agreed(h hit) bool {
	score, known := p.heaviest(h.from, h.to)
	return known && score > agreeing
}

// mereMention reports whether a hit has nothing but the name of a harmless tool: it does not spend, send, destroy or disclose, and
// neither values for its call nor an address stand beside it.
func (p *prose) mereMention(h hit) bool {
	named := false
	for _, r := range p.refsIn(h.from, h.to+genericReach) {
		if r.first >= h.to || r.own || r.kind != refNamed {
			continue
		}
		if r.stand.grave && !r.stand.kin || r.stand.arguments > 0 {
			return false
		}
		named = true
	}
	for k, s := h.from, p.sentence(h.from); named && k < s.End; k++ {
		switch p.doc.Words[k].Kind {
		case text.KindPath, text.KindURL, text.KindEmail, text.KindHost:
			return false
		}
	}
	return named
}

// Ceilings for what is heard once: when nothing else in the field speaks against it, a hit that is not sure of itself needs a sentence
// that does not read like documentation, the less so the surer it is. Measured on some 4,400 definitions of public servers that no
// frame was made on, this takes away half of the false alarms, and three of a hundred demonstrations of attacks with them.
const (
	loneCeiling, loneSure    = -3.75, 0.78
	firmCeiling, loneAndFirm = -5.0, 0.6
)

// aroundAndChange is said of two things at once, and of no honest tool that was seen.
const aroundAndChange = "wants to be run around another action and to change its values"

// supported leaves out hits of one kind alone in sentences that read like documentation through and through.
func (p *prose) supported(all []hit) []hit {
	for _, h := range all {
		ceiling := loneCeiling
		if h.confidence >= loneAndFirm {
			ceiling = firmCeiling
		}
		if h.detail != all[0].detail || h.confidence >= loneSure || h.detail == aroundAndChange || inOtherWords(h) || p.misplaced() || !p.tame(h, ceiling) {
			return all
		}
	}
	return nil
}

// inOtherWords reports whether a hit was heard in another language, of which the weights know little; its detail ends with the tag.
func inOtherWords(h hit) bool { return strings.HasSuffix(h.detail, ")") }
