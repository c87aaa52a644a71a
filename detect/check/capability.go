package check

import (
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
	reachPayees, reachEffects, reachConsent,
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
			if c, detail := parameterReach(tool, i, u.stated); c >= reachFloor && !f.Output {
				add(i, 0, len(f.Text), c, detail)
			}
			continue
		case detect.RoleName, detect.RoleKey, detect.RoleSchemaWord, detect.RolePattern, detect.RoleURI, detect.RoleExample:
			continue
		}
		if len(f.Text) < 12 {
			continue
		}
		p := newProse(tool, reg, i)
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
		for _, d := range u.unexplained(p.parameterDemands()) {
			start, end := p.doc.Span(d.from, d.to)
			add(i, start, end, d.confidence(), "a parameter asks for what the tool does not need")
		}
	}
	misplacedReaches(tool, reg, u, func(i int, r otherReach) { add(i, r.start, r.end, r.confidence, r.detail) })
	if i, c, detail := annotationReach(tool); c >= reachFloor {
		add(i, 0, len(tool.Fields[i].Text), c, detail)
	}
	return signals
}
