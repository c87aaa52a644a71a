package check

import (
	"math"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// capability compares what a tool declares with what the rest of its definition reaches for. It does not ask who is
// ordered to do it; that is the directive check's question.
type capability struct{}

var _ detect.DocumentedCheck = capability{}

// ID implements detect.Check.
func (capability) ID() string { return "capability.mismatch" }

// reach is something a definition reaches for at words [from, to) of a field, or, with words < 0, the whole field.
type reach struct {
	from, to   int
	confidence float64
	detail     string
}

// reachFloor is the confidence from which a reach is reported.
const reachFloor = 0.45

// reachers are the kinds of reach, each with its own evidence.
var reachers = []func(p *prose, u *purpose) []reach{
	reachPaths, reachTools, reachCalls, reachHosts, reachCommands, reachSecrets, reachHost, reachCopies, reachPrivileges, reachTakeovers,
	reachPayees, reachEffects, reachConsent, reachExtra, reachDisclosed, reachDetours,
}

// Inspect implements detect.Check.
func (capability) Inspect(tool detect.ToolView, reg detect.RegistryView) []detect.Signal {
	if tool.Kind == detect.KindServer {
		// Its text tells a person how to install the server, which takes keys, paths and addresses.
		return nil
	}
	var signals []detect.Signal
	add := func(i, start, end int, c float64, detail string) {
		s := tool.Signal(i, start, end)
		s.Tier, s.ThreatType, s.Confidence, s.Detail = detect.TierSoft, detect.ThreatExfiltration, min(c, 0.95), detail
		signals = append(signals, s)
	}
	u := newPurpose(tool)
	for i := range tool.Fields {
		f := tool.Fields[i]
		switch f.Role {
		case detect.RoleParameterName:
			if c, detail := parameterReach(tool, i, u.stated, u.words["note"] || u.words[text.Stem("annotate")]); c >= reachFloor && !f.Output {
				add(i, 0, len(f.Text), c, detail)
			}
			continue
		case detect.RoleName, detect.RoleKey, detect.RoleSchemaWord, detect.RolePattern, detect.RoleURI, detect.RoleExample:
			continue
		}
		if len(f.Text) < 12 {
			continue
		}
		first := len(signals)
		p := proseOfField(tool, reg, i)
		for _, find := range reachers {
			for _, r := range find(p, u) {
				c := r.confidence * p.doc.PositionOf(r.from, r.to).Weight()
				if p.doc.PositionOf(r.to-1, r.to) == text.PositionMention {
					c = 0
				}
				if c < reachFloor {
					continue
				}
				start, end := p.doc.Span(r.from, r.to)
				add(i, start, end, c, r.detail)
			}
		}
		for _, r := range reachOtherwise(p, u) {
			add(i, r.start, r.end, r.confidence, r.detail)
		}
		heard := coverOf(signals[first:])
		for _, m := range p.mattered() {
			if p.suspicion(m.unit.Start, m.unit.End) < matterCeiling {
				continue
			}
			start, end := p.doc.Span(m.unit.Start, m.unit.End)
			if !heard.overlaps(start, end) {
				heard.add(start, end)
				add(i, start, end, assurance(m.over), matterDetail)
			}
		}
		for _, d := range u.unexplained(p.parameterDemands()) {
			start, end := p.doc.Span(d.from, d.to)
			add(i, start, end, d.confidence(), "a parameter asks for what the tool does not need")
		}
	}
	misplacedReaches(tool, reg, u, func(i int, r otherReach) { add(i, r.start, r.end, r.confidence, r.detail) })
	if i, c, detail := annotationReach(tool); c >= reachFloor {
		add(i, 0, len(tool.Fields[i].Text), c, detail)
	}
	return markFaint(tool, reg, supportedReaches(tool, reg, signals))
}

// Ceilings are log-odds of a sentence as a whole, below which it is taken for documentation by what cannot tell by itself. They are
// measured on the development data: each takes away false alarms and next to no attack (see the tests).
const (
	// matterCeiling: what is spoken of is strange, yet nothing is put as an injected text puts it.
	matterCeiling = 0.5
	// commandCeiling: a command line that a person may run.
	commandCeiling = -1.0
)

// suspicion is the highest log-odds of the sentences that words [from, to) stand in, or zero where nothing was learned.
func (p *prose) suspicion(from, to int) float64 {
	score, known := p.heaviest(from, to)
	if !known || math.IsInf(score, -1) {
		return 0
	}
	return score
}
