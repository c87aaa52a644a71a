package check

import (
	_ "embed" // the words of reports are data
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/model"
	"github.com/org/mcp-lint/detect/reading"
)

//go:embed actions.txt
var actionsText string

// severities is Documentation.Severities of the checks that judge wording.
const severities = "High for a proof, critical for two kinds of proof in one definition; medium when the order is clear or two sentences or checks agree; low otherwise."

// describeTheTool begins Documentation.Fix of the checks that judge wording.
const describeTheTool = "Describe what the tool does and what its parameters mean, and leave out how else the model should behave."

// action says how sentences about an action are reported.
type action struct {
	check  string
	threat detect.ThreatType
	// orders are acts of which one is ordered, or nil for any; concepts are what the quoted words have, and none of without.
	orders            []string
	concepts          conceptRule
	without           []string
	withObject, plain string
}

// actions maps the heads of the model to actions.
var actions = sync.OnceValue(func() map[string]action {
	all := map[string]action{}
	for line := range strings.Lines(actionsText) {
		if f := strings.Split(strings.TrimSpace(line), " | "); len(f) == 7 {
			a := action{check: f[1], threat: detect.ThreatType(f[2]), withObject: f[5], plain: f[6]}
			if f[3] != "-" {
				a.orders = strings.Split(f[3], ",")
			}
			for group := range strings.FieldsSeq(f[4]) {
				if not, ok := strings.CutPrefix(group, "!"); ok {
					a.without = strings.Split(not, ",")
				} else {
					a.concepts = append(a.concepts, strings.Split(group, ","))
				}
			}
			all[f[0]] = a
		}
	}
	all[""] = action{check: wordingID, threat: detect.ThreatPromptInjection, plain: "reads like an order to the model"}
	return all
})

// actionOf returns the action of a sentence: that of its proof, or the most likely one that the words from start to end have, or "".
func (r *reader) actionOf(s *reading.Sentence, x *said, p proofs, start, end int) string {
	for _, of := range proofActions {
		if p&of.proof != 0 {
			return of.action
		}
	}
	var quoted reading.Set
	for _, m := range s.Marks {
		word := s.Tokens[min(int(m.At), len(s.Tokens)-1)]
		vague := word.Start == m.Start && word.End == m.End && reading.Default().Listed(".vague", word.Fold)
		if int(m.Start) >= start && int(m.End) <= end && !vague {
			quoted.Add(m.Concept)
		}
	}
	return r.judge.Head(s, func(name string) bool {
		a, known := actions()[name]
		return known && a.concepts.matches(&quoted) && !(a.without != nil && conceptRule{a.without}.matches(&quoted)) &&
			(a.orders == nil || slices.ContainsFunc(x.orders, func(t reading.Act) bool {
				return slices.Contains(a.orders, reading.Default().Name(t.Concept)) && start <= t.Start && t.Start < end
			}))
	})
}

// injection reports the sentences of one check: that of the action, or wording.injection for those of no clear action.
type injection struct {
	id  string
	doc *detect.Documentation
}

// imperativeID is the check of actions without a check of their own, wordingID that of orders without a clear action.
const imperativeID, wordingID = "directive.imperative", "wording.injection"

// ID implements detect.Check.
func (c injection) ID() string { return c.id }

// Documentation implements detect.DocumentedCheck.
func (c injection) Documentation() detect.Documentation { return *c.doc }

// Inspect implements detect.Check.
func (c injection) Inspect(t detect.ToolView, reg detect.RegistryView) []detect.Signal {
	if t.Kind == detect.KindAgents {
		if c.id != imperativeID {
			return nil
		}
		return inspectAgents(t, reg)
	}
	scope := t.Scope
	if t.Kind == detect.KindServer {
		// People read registry descriptions of a server; models seldom do.
		scope = detect.ScopeSweep
	}
	var signals []detect.Signal
	all := analyze(t, reg)
	for _, s := range all.sentences {
		if s.check() != c.id || s.proofs == 0 && (s.grade < model.Likely || scope == detect.ScopeSweep && s.grade < model.Certain) {
			continue
		}
		signal := s.signal(t, reg)
		signal.Certain = s.grade == model.Certain || s.proofs != 0
		if s.proofs != 0 && (scope == detect.ScopeFull || t.Unfollowed && s.proofs&(disclosure|concealment) != 0 || t.Shipped && s.addressesModel(t)) {
			signal.Tier, signal.Certain, signal.Confidence = detect.TierHard, false, max(signal.Confidence, 0.8)
			if all.proofs.count() > 1 {
				signal.Severity = detect.SeverityCritical
			}
		}
		signals = append(signals, signal)
	}
	return signals
}

// sweepRule is what a string that may not reach a model must mention besides being certain: comments and messages of programs are full of
// orders.
var sweepRule = conceptRule{{"SECRETPATH", "EMAIL", "URL", "HOST", "secrecy", "override", "system_prompt"}}

// modelRule is what a string of a package must mention besides a disclosure to be written for a model: programs tell people what to copy where.
var modelRule = conceptRule{{"this_tool", "any_tool", "param", "conversation", "system_prompt"}}

// addressesModel reports whether a sentence with a proof in a string of a program is written for a model: people too are shown how to pipe
// an installer into a shell.
func (s *sentence) addressesModel(t detect.ToolView) bool {
	return t.Fields[s.field].Role != detect.RoleComment && (s.proofs&(override|concealment) != 0 || s.proofs&disclosure != 0 && modelRule.matches(&s.present))
}

// check is the ID of the check that reports the sentence. It does not depend on the field: the same words in a schema and in a docstring
// have the same.
func (s *sentence) check() string { return actions()[s.action].check }

func (s *sentence) signal(t detect.ToolView, reg detect.RegistryView) detect.Signal {
	return softSignal(t, s.field, s.start, s.end, actions()[s.action].threat, confidenceOf(s), s.reason(t, reg))
}

// confidenceOf maps the distance from the threshold to a confidence: 0.5 at the threshold, 0.75 where the model is certain, up to 0.95.
func confidenceOf(s *sentence) float64 {
	likely, certain := model.Default().Range()
	over := float64(s.score-likely) / math.Max(float64(certain-likely), 0.1)
	return min(max(0.5, 0.5+0.25*over), 0.95)
}

// reason tells what is wrong with a sentence.
func (s *sentence) reason(t detect.ToolView, reg detect.RegistryView) string {
	d := actions()[s.action]
	what := d.plain
	if name := s.object(t); name != "" && strings.Contains(d.withObject, "%s") {
		what = strings.Replace(fmt.Sprintf(d.withObject, detect.Quote(name)+s.owner(name, reg)), notOwnTool+")", ")", 1)
	}
	if s.disguised && strings.ContainsFunc(t.Fields[s.field].Text[s.from:s.to], func(r rune) bool { return r > unicode.MaxASCII }) {
		what += ", " + inDisguise
	}
	return what
}

// notOwnTool qualifies a name that is not a tool of the server, unless the text says so itself.
const notOwnTool = " (not a tool of this server)"

// owner says which other server owns the named tool.
func (s *sentence) owner(name string, reg detect.RegistryView) string {
	for _, r := range s.referents {
		switch {
		case r.Name != name:
		case r.Ref == reading.RefForeign && len(r.Tools) > 0:
			return " of server " + detect.Quote(reg.Tool(r.Tools[0]).Server)
		case r.Ref == reading.RefAction:
			return notOwnTool
		}
	}
	return ""
}

const inDisguise = "in disguised letters"

// object returns the object of the action as written: the tool that is called, or what is disclosed and where.
func (s *sentence) object(t detect.ToolView) string {
	raw := t.Fields[s.field].Text
	// longest is the longest object, in bytes; reach is how far behind the verb it may be.
	const longest, reach = 60, 40
	if s.disguised || len(s.marks) == 0 {
		return ""
	}
	if s.action == "calls" {
		call := conceptOf("call")
		for _, m := range s.marks {
			for _, r := range s.referents {
				near := m.Concept == call && r.Start >= int(m.End) && r.Start-int(m.End) < reach
				if near && r.Ref != reading.RefName && r.Ref != reading.RefOwn && r.End <= len(raw) && r.End-r.Start <= longest {
					return raw[r.Start:r.End]
				}
			}
		}
		return ""
	}
	order := []string{"SECRETPATH", "conversation", "system_prompt", "results", "environment", "credential", "EMAIL", "URL", "HOST"}
	for _, name := range order {
		for _, m := range s.marks {
			if m.Concept == conceptOf(name) && int(m.End) <= len(raw) && m.End-m.Start <= longest {
				return raw[m.Start:m.End]
			}
		}
	}
	return ""
}
