package check

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// directive finds text that orders the model about.
type directive struct{}

var _ detect.DocumentedCheck = directive{}

// ID implements detect.Check.
func (directive) ID() string { return "directive.imperative" }

// hit is what a frame saw: words [from, to) and how sure it is.
type hit struct {
	from, to int
	// confidence is from 0 to 1. Below emitFloor a hit counts only together with hits of other frames.
	confidence float64
	detail     string
	threat     detect.ThreatType
}

// frame is one family of meaning.
type frame struct {
	name string
	find func(p *prose) []hit
	// others is true for orders about other tools, which a server's own workflow resembles.
	others bool
	// needs and gate say what a field without a hit may lack: find is not called unless one of the needs is met and the gate is open.
	needs []need
	gate  func(p *prose) bool
}

// frames are the families, each in a file of its own.
var frames = []frame{
	{name: "override", find: findOverride, needs: overrideNeeds},
	{name: "secrecy", find: findSecrecy, needs: secrecyNeeds},
	{name: "markup", find: findMarkup, needs: markupNeeds},
	{name: "authority", find: findAuthority, needs: authorityNeeds},
	{name: "lapse", find: findLapse, needs: lapseNeeds},
	{name: "discretion", find: findDiscretion, needs: discretionNeeds},
	{name: "trust", find: findTrust, needs: trustNeeds},
	{name: "turn", find: findTurns, needs: turnNeeds},
	{name: "standing", find: findStanding, needs: standingNeeds},
	{name: "deception", find: findDeception, needs: deceptionNeeds},
	{name: "omission", find: findOmission, needs: omissionNeeds},
	{name: "partisan", find: findPartisan, needs: partisanNeeds},
	{name: "bypass", find: findBypass, needs: bypassNeeds},
	{name: "prerequisite", find: findPrerequisite, others: true, needs: prerequisiteNeeds},
	{name: "operation", find: findOperation, others: true, needs: operationNeeds},
	{name: "argument", find: findArgument, others: true, needs: argumentNeeds},
	{name: "redirection", find: findRedirection},
	{name: "command", find: findCommand, gate: commandGate},
	{name: "exfiltration", find: findExfiltration, needs: exfiltrationNeeds},
	{name: "covert", find: findCovert, needs: covertNeeds},
	{name: "flow", find: findFlow, needs: flowNeeds},
	{name: "sink", find: findSink, needs: sinkNeeds},
	{name: "substitution", find: findSubstitution, gate: substitutionGate},
	{name: "blunt", find: findBlunt, needs: bluntNeeds},
	{name: "disarming", find: findDisarming, needs: disarmingNeeds},
	{name: "parameter", find: findParameter},
	{name: "language", find: findLanguage, gate: languageGate},
}

const (
	// emitFloor is the confidence from which one hit is worth a person's look.
	emitFloor = 0.45
	// weakSum is what weak hits of different frames must add up to: two half-heard notes of the same tune.
	weakSum = 0.6
)

// Inspect implements detect.Check.
func (directive) Inspect(tool detect.ToolView, reg detect.RegistryView) []detect.Signal {
	if tool.Kind == detect.KindAgents {
		return inspectAgents(tool, reg)
	}
	if tool.Scope == detect.ScopeSweep {
		return inspectStray(tool, reg)
	}
	var signals []detect.Signal
	for i := range tool.Fields {
		if !readable(tool.Fields[i]) {
			continue
		}
		p := proseOfField(tool, reg, i)
		plain := inspectField(p)
		signals = append(append(signals, plain...), inspectDisguised(p, plain)...)
	}
	return markFaint(tool, reg, signals)
}

// readable reports whether a field can hold an order: shorter strings cannot, and words of the schema language are
// no text.
func readable(f detect.Field) bool {
	// shortest is the length of the shortest order, in bytes.
	const shortest = 8
	switch f.Role {
	case detect.RoleSchemaWord, detect.RolePattern, detect.RoleURI:
		// A sentence where a word is expected is read all the same.
		return len(f.Text) > 60
	}
	return len(f.Text) >= shortest
}

func inspectField(p *prose) []detect.Signal {
	if len(p.doc.Words) == 0 {
		return nil
	}
	var all []hit
	weak := 0.0
	gates := *frameGates()
	for i := range frames {
		f := &frames[i]
		if f.needs != nil && !p.mayMeet(&gates[i]) {
			continue
		}
		best := 0.0
		for _, h := range f.hits(p) {
			position := p.position(h)
			h.confidence *= position.Weight()
			if p.misplaced() && h.confidence >= 0.3 {
				h.confidence = min(h.confidence+0.15, 0.95)
			}
			if h.confidence < 0.15 || f.others && p.honest(h) || position == text.PositionQuoted && p.cited(h) {
				continue
			}
			if f.others && h.confidence >= 0.2 && h.confidence < emitFloor && p.agreed(h) {
				h.confidence = emitFloor
			}
			best = max(best, h.confidence)
			all = append(all, h)
		}
		if best < emitFloor {
			weak += best
		}
	}
	all = slices.DeleteFunc(all, func(h hit) bool { return h.confidence < emitFloor && (weak < weakSum || h.confidence < 0.2) })
	all = p.supported(all)
	signals := make([]detect.Signal, 0, len(all))
	for _, h := range all {
		start, end := p.span(h)
		s := p.tool.Signal(p.index, start, end)
		s.Tier, s.ThreatType, s.Confidence, s.Detail = detect.TierSoft, h.threat, max(h.confidence, 0.3), h.detail
		signals = append(signals, s)
	}
	return append(signals, p.orderlike(signals)...)
}

// orderlike returns signals for the sentences that are said as orders to the model are said and that no frame has heard.
func (p *prose) orderlike(heard []detect.Signal) []detect.Signal {
	mannered := p.mannered()
	if len(mannered) == 0 {
		return nil
	}
	var signals []detect.Signal
	known := coverOf(heard)
	for _, m := range mannered {
		start, end := p.doc.Span(m.unit.Start, m.unit.End)
		if known.overlaps(start, end) {
			continue
		}
		s := p.tool.Signal(p.index, start, end)
		s.Tier, s.ThreatType, s.Confidence = detect.TierSoft, detect.ThreatPromptInjection, assurance(m.over)
		s.Detail = mannerDetail
		signals = append(signals, s)
	}
	return signals
}

// misplaced reports whether the field is one that people do not write sentences in: a sentence in an enum, a default or a
// name is suspicious in itself.
func (p *prose) misplaced() bool {
	switch p.field.Role {
	case detect.RoleEnum, detect.RoleConst, detect.RoleName, detect.RoleParameterName, detect.RoleKey, detect.RoleSchemaWord, detect.RolePattern:
		return true
	}
	return false
}

func (p *prose) position(h hit) text.Position {
	if p.field.Role == detect.RoleExample && h.threat != detect.ThreatToolPoisoning {
		return text.PositionQuoted
	}
	if p.opensLine(h.from) {
		return text.PositionInstruction
	}
	return p.doc.PositionOf(h.from, h.to)
}

// opensLine reports whether word i opens a line behind one that is closed, outside quotation marks: what the line before gave as an
// example is over.
func (p *prose) opensLine(i int) bool {
	gap := p.doc.Gap(i)
	nl := strings.IndexByte(gap, '\n')
	if i == 0 || nl < 0 || strings.ContainsAny(gap[nl:], "\"'`-*\u201c\u2022") {
		return false
	}
	before := strings.TrimRight(gap[:nl], " \t\r")
	_, quoted := p.doc.Quoted(p.doc.Words[i].Start(), p.doc.Words[i].End())
	return !quoted && (strings.HasSuffix(before, "}") || strings.HasSuffix(before, "]"))
}
