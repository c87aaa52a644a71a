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
	check             string
	threat            detect.ThreatType
	withObject, plain string
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
	scope := t.Scope
	if t.Kind == detect.KindServer {
		// People read what a registry says of a server; a model seldom does.
		scope = detect.ScopeSweep
	}
	for _, s := range sentencesOf(t, reg) {
		if c.reports(&s, scope) {
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
	case grade < model.Likely, scope == detect.ScopeSweep && !model.Default().ViewsAgree(s.score):
		return false
	case c.view == model.RelationView && s.check() != c.id:
		return false
	}
	return model.Default().ReportView(s.score) == c.view
}

// sweepRule is what a string that may reach no model has to mention, beside being certain: comments and messages of programs are full of orders.
var sweepRule = conceptRule{{"SECRETPATH", "EMAIL", "URL", "HOST", "secrecy", "override", "system_prompt"}}

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

// reason says in plain words what is wrong with a sentence: the action, its object and what triggers it.
func (s *sentence) reason(t detect.ToolView, reg detect.RegistryView) string {
	d := actions()[s.action]
	what := d.plain
	if name := s.object(t); name != "" && strings.Contains(d.withObject, "%s") {
		what = strings.Replace(fmt.Sprintf(d.withObject, detect.Quote(name)+s.owner(name, reg)), notOwnTool+")", ")", 1)
	}
	if trigger := s.trigger(); trigger != "" {
		what += " " + trigger
	}
	if s.disguised {
		what += ", " + inDisguise
	}
	return what
}

// notOwnTool is said of a name that is no tool of the server, but not in parentheses of its own.
const notOwnTool = " (not a tool of this server)"

// owner says whose tool a name of the sentence is, unless it is the server's own.
func (s *sentence) owner(name string, reg detect.RegistryView) string {
	for _, r := range s.referents {
		switch {
		case !strings.Contains(name, r.Name):
		case r.Ref == reading.RefForeign && len(r.Tools) > 0:
			return " of server " + detect.Quote(reg.Tool(r.Tools[0]).Server)
		case r.Ref == reading.RefAction:
			return notOwnTool
		}
	}
	return ""
}

// inDisguise is what is added for an order in disguised letters.
const inDisguise = "in disguised letters"

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
				if name := raw[m.Start:m.End]; len(name) <= maxObject {
					return name
				}
			}
		}
	}
	return ""
}

// triggers say when an order is to be followed, by the concept that says so. The first that stands in the sentence is named.
var triggers = []struct{ concept, words string }{
	{"regardless", "regardless of what the user says"},
	{"session", "on every request or at the start of each session"},
	{"any_tool", "on every tool call"},
	{"user_asks", "when the user asks for something"},
	{"before", "first"},
	{"after", "afterwards"},
}

func (s *sentence) trigger() string {
	for _, t := range triggers {
		if c, ok := reading.Default().Concept(t.concept); ok && s.present.Has(c) {
			return t.words
		}
	}
	return ""
}
