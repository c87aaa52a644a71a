package lint

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
)

// looked is what a run has looked for. Of anything else nobody knows whether it is there.
type looked struct {
	// whole is set when all of the working directory was looked at, and nothing that may hold something was missed; why says for people
	// why it is not.
	whole bool
	why   []string
	// leftOut are words to add where it matters that files were left out which people did not mean to be looked at; "" without any.
	leftOut string
	// sure tells which checks told everything that they saw.
	sure map[string]bool
	// agents is set when files of instructions for agents were looked for.
	agents bool
	// all is set when every check did that there is something to compare with for.
	all bool
}

// looked tells what a run has looked for.
func (s *suppressor) looked(r *Report, inv *discover.Inventory) looked {
	l := looked{sure: map[string]bool{}, all: s.choice.all && !s.floors, agents: inv.AgentsAsked()}
	switch {
	case r.InContext || !inv.Covers("."):
		l.why = append(l.why, "it was not asked to look at the whole folder")
	case len(r.Missed()) > 0:
		l.why = append(l.why, "something could not be looked at")
	case r.Coverage.Degraded():
		l.why = append(l.why, "a check failed or reached a bound")
	}
	l.whole = len(l.why) == 0
	if inv.Skipped[discover.SkipIgnored]+inv.Skipped[discover.SkipExcluded] > 0 {
		l.leftOut = ", or is in a file that is ignored or excluded"
	}
	for id, ran := range s.choice.ran {
		floor := s.floors || s.choice.policies[id].Floor > 0
		l.sure[id] = ran && !floor
		l.all = l.all && (!ran || !floor)
	}
	if !s.choice.all {
		l.why = append(l.why, "checks were left out")
	}
	if s.choice.all && !l.all {
		l.why = append(l.why, "signals were left out for their confidence")
	}
	return l
}

// gone reports whether an entry of a baseline that was not found is not there any more: the run would have found it.
func (l looked) gone(e *baselineEntry) bool {
	return l.whole && l.sure[e.check] && (l.agents || e.kind != string(detect.KindAgents))
}

// has reports whether all of the checks told everything; none stands for all there are.
func (l looked) has(checks []string) bool {
	if len(checks) == 0 {
		return l.all
	}
	for _, id := range checks {
		if !l.sure[id] {
			return false
		}
	}
	return true
}

// Partly says for people why a baseline of the report does not hold all there is, or nothing when it does.
func (r *Report) Partly() string { return strings.Join(r.looked.why, ", and ") }
