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

// severities is Documentation.Severities of the checks that judge wording.
const severities = "Medium when the order is clear or two checks agree, high when three do; low otherwise."

// action says how sentences about an action are reported.
type action struct {
	check             string
	threat            detect.ThreatType
	withObject, plain string
}

// actions maps the heads of the model to actions.
var actions = sync.OnceValue(func() map[string]action {
	all := map[string]action{}
	for line := range strings.Lines(actionsText) {
		if f := strings.Split(strings.TrimSpace(line), " | "); len(f) == 5 {
			all[f[0]] = action{f[1], detect.ThreatType(f[2]), f[3], f[4]}
		}
	}
	return all
})

// injection reports sentences by one view of the model. The relation view reports under the check of the action, the word view under a
// check of its own; each sentence is reported once.
type injection struct {
	id   string
	view model.View
	doc  *detect.Documentation
}

// imperativeID is the check of actions without a check of their own.
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
		// People read registry descriptions of a server; models seldom do.
		scope = detect.ScopeSweep
	}
	for _, s := range analyze(t, reg).sentences {
		if c.reports(&s, scope) {
			signal := s.signal(t, reg)
			signal.Certain = s.grade() == model.Certain
			signals = append(signals, signal)
		}
	}
	return signals
}

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

// sweepRule is what a string that may not reach a model must mention besides being certain: comments and messages of programs are full of
// orders.
var sweepRule = conceptRule{{"SECRETPATH", "EMAIL", "URL", "HOST", "secrecy", "override", "system_prompt"}}

// check is the ID of the check that reports the sentence in the relation view.
func (s *sentence) check() string {
	if s.action == "discloses" && s.place == reading.InParameter {
		return capabilityID
	}
	return actions()[s.action].check
}

func (s *sentence) signal(t detect.ToolView, reg detect.RegistryView) detect.Signal {
	return softSignal(t, s.field, s.start, s.end, actions()[s.action].threat, confidenceOf(s), s.reason(t, reg))
}

// confidenceOf maps the distance from the threshold to a confidence: 0.5 at the threshold, 0.75 where the model is certain, up to 0.95.
func confidenceOf(s *sentence) float64 {
	best := 0.5
	for view := range s.score {
		likely, certain := model.Default().Range(model.View(view))
		over := float64(s.score[view]-likely) / math.Max(float64(certain-likely), 0.1)
		best = max(best, min(0.5+0.25*over, 0.95))
	}
	return best
}

// reason says what is wrong with a sentence: the action, its object and its trigger.
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

// notOwnTool qualifies a name that is not a tool of the server, unless the text says so itself.
const notOwnTool = " (not a tool of this server)"

// owner says which other server owns the named tool.
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

const inDisguise = "in disguised letters"

// object returns the object of the action as written: the name of a foreign tool, or a path or address.
func (s *sentence) object(t detect.ToolView) string {
	order := []reading.Concept{reading.RefForeign, reading.RefAction, reading.RefUnscanned, reading.RefSibling, reading.RefProse}
	if s.action == "discloses" || s.action == "harms" || s.action == "runs" {
		order = []reading.Concept{reading.SecretPath, reading.Email, reading.URL, reading.Host, reading.Path, reading.RefForeign, reading.RefAction}
	}
	raw := t.Fields[s.field].Text
	for _, c := range order {
		for _, m := range s.marks {
			if m.Concept == c && !s.disguised && int(m.End) <= len(raw) {
				const maxObject = 60
				if name := raw[m.Start:m.End]; len(name) <= maxObject {
					return name
				}
			}
		}
	}
	return ""
}

// triggers say when an order applies, by concept. The first in the sentence counts.
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
