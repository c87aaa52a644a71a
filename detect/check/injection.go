package check

import (
	_ "embed" // the words of reports are data
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/model"
	"github.com/org/mcp-lint/detect/reading"
)

//go:embed actions.txt
var actionsText string

// severities is of every check that judges words.
const severities = "Medium when the order is clear or two checks agree, high when three do; low otherwise."

// action says how sentences about an action are reported.
type action struct {
	check        string
	threat       detect.ThreatType
	named, plain string
}

// actions are the actions by the names of the model's heads.
var actions = sync.OnceValue(func() map[string]action {
	all := map[string]action{}
	for line := range strings.Lines(actionsText) {
		if f := strings.Split(strings.TrimSpace(line), " | "); len(f) == 5 {
			all[f[0]] = action{f[1], detect.ThreatType(f[2]), f[3], f[4]}
		}
	}
	return all
})

// injection reports the sentences of one view of the model. Relations report under the check of the action, words under one of their own: two votes,
// and one sentence has no more.
type injection struct {
	id   string
	view model.View
	doc  *detect.Documentation
}

// imperativeID is the check that relations speak under unless the action has another one.
const imperativeID = "directive.imperative"

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
	var signals []detect.Signal
	for _, s := range sentencesOf(t, reg) {
		if c.reports(&s, t.Scope) {
			signal := s.signal(t, reg)
			signal.Certain = s.grade() == model.Certain
			signals = append(signals, signal)
		}
	}
	return signals
}

// reports says whether the sentence is reported by this check.
func (c injection) reports(s *sentence, scope detect.Scope) bool {
	grade := s.grade()
	switch {
	case grade < model.Likely, scope == detect.ScopeSweep && !model.Default().Agreed(s.score):
		return false
	case c.view == model.RelationView && s.check() != c.id:
		return false
	}
	return model.Default().Voice(s.score) == c.view
}

// sweepNeeds is what a string that may reach no model has to mention, beside being certain: comments and messages of programs are full of orders.
var sweepNeeds = needs{{"SECRETPATH", "EMAIL", "URL", "HOST", "secrecy", "override", "system_prompt"}}

// check is the check that relations report the sentence under.
func (s *sentence) check() string {
	if s.action == "discloses" && s.place == reading.InParameter {
		return capabilityID
	}
	return actions()[s.action].check
}

// signal makes the signal of a sentence.
func (s *sentence) signal(t detect.ToolView, reg detect.RegistryView) detect.Signal {
	return softSignal(t, s.field, s.start, s.end, actions()[s.action].threat, confidenceOf(s), s.reason(t, reg))
}

// confidenceOf turns how far a sentence is above the threshold into a confidence: 0.5 there, 0.75 where the model is certain, up to 0.95.
func confidenceOf(s *sentence) float64 {
	best := 0.5
	for view := range s.score {
		likely, certain := model.Default().Range(model.View(view))
		over := float64(s.score[view]-likely) / math.Max(float64(certain-likely), 0.1)
		best = max(best, min(0.5+0.25*over, 0.95))
	}
	return best
}

// reason says in plain words what is wrong with a sentence: the action, its object and what sets it off.
func (s *sentence) reason(t detect.ToolView, reg detect.RegistryView) string {
	d := actions()[s.action]
	what := d.plain
	if strings.Contains(d.named, "%s") {
		if name := s.object(t); name != "" {
			what = fmt.Sprintf(d.named, name)
		}
	}
	for _, r := range s.referents {
		if r.Ref == reading.RefForeign && len(r.Tools) > 0 && strings.Contains(what, r.Name) {
			what += fmt.Sprintf(", a tool of server \u201c%s\u201d", reg.Tool(r.Tools[0]).Server)
			break
		}
		if r.Ref == reading.RefAction && strings.Contains(what, r.Name) {
			what += ", no tool of this server"
			break
		}
	}
	if trigger := s.trigger(); trigger != "" {
		what += ", " + trigger
	}
	if s.disguised {
		what += ", " + inDisguise
	}
	return what
}

// inDisguise is what is said of an order in disguised letters.
const inDisguise = "in letters that are disguised"

// object returns what the action is done to, as it is written: the name of a foreign tool, or a path or address.
func (s *sentence) object(t detect.ToolView) string {
	order := []reading.Concept{reading.RefForeign, reading.RefAction, reading.RefUnscanned, reading.RefSibling, reading.RefProse}
	if s.action == "discloses" || s.action == "harms" || s.action == "runs" {
		order = []reading.Concept{reading.SecretPath, reading.Email, reading.URL, reading.Host, reading.Path, reading.RefForeign, reading.RefAction}
	}
	raw := t.Fields[s.field].Text
	for _, c := range order {
		for _, m := range s.marks {
			if m.Concept == c && !s.disguised && int(m.End) <= len(raw) {
				// maxObject bounds what is shown, in bytes.
				const maxObject = 60
				if name := raw[m.Start:m.End]; len(name) <= maxObject && !strings.ContainsAny(name, "\u201c\u201d") {
					return "\u201c" + name + "\u201d"
				}
			}
		}
	}
	return ""
}

// triggers say when an order is to be followed, by the concept that says so. The first that stands in the sentence is named.
var triggers = []struct{ concept, words string }{
	{"regardless", "whatever the user says"},
	{"session", "on every request or at the start of a session"},
	{"any_tool", "around the use of other tools"},
	{"user_asks", "when the user asks for something"},
	{"before", "before something else is done"},
	{"after", "after something else is done"},
	{"when", "when something else happens"},
}

func (s *sentence) trigger() string {
	for _, t := range triggers {
		if c, ok := reading.Default().Concept(t.concept); ok && s.present.Has(c) {
			return t.words
		}
	}
	return ""
}
