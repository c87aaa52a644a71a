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

// reacher finds one kind of reach, by find or, whatever the tool is for, by plain. Where maybe is false there is none; the purpose is
// read only where it is true.
type reacher struct {
	maybe func(m *fieldMarks) bool
	find  func(m *fieldMarks, u *purpose) []reach
	plain func(m *fieldMarks) []reach
}

// reaches returns what the field reaches for.
func (r reacher) reaches(m *fieldMarks, u *lazyPurpose) []reach {
	switch {
	case !r.maybe(m):
		return nil
	case r.plain != nil:
		return r.plain(m)
	}
	return r.find(m, u.read())
}

// reachers are the kinds of reach, each with its own evidence.
var reachers = [...]reacher{
	{maybe: maybePaths, find: reachPaths},
	{maybe: maybeTools, find: reachTools},
	{maybe: maybeCalls, find: reachCalls},
	{maybe: maybeHosts, find: reachHosts},
	{maybe: maybeCommands, find: reachCommands},
	{maybe: maybeSecrets, find: reachSecrets},
	{maybe: maybeHost, find: reachHost},
	{maybe: maybeCopies, plain: reachCopies},
	{maybe: maybePrivileges, plain: reachPrivileges},
	{maybe: maybeTakeovers, plain: func(m *fieldMarks) []reach { return reachTakeovers(m.prose, nil) }},
	{maybe: maybePayees, plain: reachPayees},
	{maybe: maybeEffects, find: reachEffects},
	{maybe: maybeConsent, find: reachConsent},
	{maybe: maybeExtra, find: reachExtra},
	{maybe: maybeDisclosed, find: reachDisclosed},
	{maybe: maybeDetours, find: reachDetours},
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
	u := &lazyPurpose{tool: tool}
	m := markedPool.Get().(*fieldMarks)
	defer m.free()
	for i := range tool.Fields {
		f := &tool.Fields[i]
		switch f.Role {
		case detect.RoleParameterName:
			if f.Output || innocentName(f.Text) {
				continue
			}
			words := u.read().words()
			if c, detail := parameterReach(tool, i, u.read().stated, words["note"] || words[text.Stem("annotate")]); c >= reachFloor {
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
		m.mark(p)
		for k := range reachers {
			for _, r := range reachers[k].reaches(m, u) {
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
		var heard *cover
		for _, s := range p.mattered() {
			if p.suspicion(s.unit.Start, s.unit.End) < matterCeiling {
				continue
			}
			if heard == nil {
				heard = coverOf(signals[first:])
			}
			start, end := p.doc.Span(s.unit.Start, s.unit.End)
			if !heard.overlaps(start, end) {
				heard.add(start, end)
				add(i, start, end, assurance(s.over), matterDetail)
			}
		}
		if found := m.sharedDemands(); len(found) > 0 {
			for _, d := range u.read().unexplained(found) {
				start, end := p.doc.Span(d.from, d.to)
				add(i, start, end, d.confidence(), "a parameter asks for what the tool does not need")
			}
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
