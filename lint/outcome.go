package lint

import (
	"cmp"
	"fmt"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// Verdict words mean the same on the command line, by HTTP and in the MCP server.
const (
	// Fails is for a finding at or above the lowest severity that fails.
	Fails = "fails"
	// Passes is for a scan that read all that it was asked to read, without such a finding.
	Passes = "passes"
	// NotJudged is for a scan without such a finding that read nothing that reaches a model, or not all of it. It proves nothing.
	NotJudged = "not judged"
)

// Outcome is the verdict on a whole scan.
type Outcome struct {
	// Verdict is Fails, Passes or NotJudged.
	Verdict string
	// FailOn is the lowest severity that fails, SeverityNone if nothing does. Failing counts such findings; Hidden is set if
	// Options.MinSeverity left out further ones.
	FailOn  detect.Severity
	Failing int
	Hidden  bool
	// Nothing is set if nothing that reaches a model was read. Unjudged says for people what was not judged, such as "the text of 1 of 9
	// definitions is only known by running code", or is "". Incomplete is set if something was read, or should have been, but not in full;
	// otherwise there was nothing to judge, in all or in one of several packages.
	Nothing    bool
	Unjudged   string
	Incomplete bool
}

// Outcome returns the verdict on the scan if findings that weigh failOn or more fail; nil stands for Finding.Weight.
func (r *Report) Outcome(failOn detect.Severity, weigh func(*Finding) detect.Severity) Outcome {
	if weigh == nil {
		weigh = (*Finding).Weight
	}
	o := Outcome{Verdict: Passes, FailOn: failOn}
	o.Unjudged, o.Incomplete = r.unjudged()
	o.Nothing = r.nothing()
	if failOn != detect.SeverityNone {
		for i := range r.Findings {
			if weigh(&r.Findings[i]) >= failOn {
				o.Failing++
			}
		}
		o.Hidden = r.Summary.WorstBelow >= failOn
	}
	switch {
	case o.Failing > 0 || o.Hidden:
		o.Verdict = Fails
	case o.Unjudged != "":
		o.Verdict = NotJudged
	}
	return o
}

// String returns the verdict in one line for people, such as "fails: 2 findings at medium or above".
func (o Outcome) String() string {
	limit := "none fails with --fail-on never"
	if o.FailOn != detect.SeverityNone {
		limit = "no finding at " + o.limit()
	}
	switch {
	case o.Verdict == NotJudged && o.Nothing:
		return NotJudged + ": " + o.Unjudged
	case o.Verdict == NotJudged:
		return NotJudged + " in full: " + limit + ", but " + o.Unjudged
	case o.Verdict == Passes:
		return Passes + ": " + limit
	case o.Failing == 0:
		return Fails + ": hidden findings at " + o.limit()
	}
	return Fails + ": " + text.Count(o.Failing, "finding") + " at " + o.limit()
}

func (o Outcome) limit() string {
	if o.FailOn == detect.SeverityCritical {
		return o.FailOn.String()
	}
	return o.FailOn.String() + " or above"
}

// nothing reports whether nothing was found that could order a model about. Names of servers alone cannot.
func (r *Report) nothing() bool {
	s := &r.Summary
	return !r.InContext && (s.Definitions == 0 && s.Servers == 0 || s.onlyNames)
}

// unjudged says what was asked for and not judged, or "", and whether that is because something was not read in full. With Options.InContext, files without definitions and definitions that are only known
// by running code are left out: a commit may hold nothing.
func (r *Report) unjudged() (reason string, incomplete bool) {
	s := r.Summary
	switch {
	case r.Lock != nil && r.Lock.Unseen > 0:
		return text.Count(r.Lock.Unseen, "approved definition") + " could not be read", true
	case s.Degraded:
		return "a check failed or reached a limit", true
	case s.Incomplete:
		return cmp.Or(r.Unread(), "not everything was read"), true
	case r.nothing():
		return "nothing that reaches a model was found", false
	case len(r.Empty) == 1:
		return "nothing that reaches a model was found in " + r.Empty[0], false
	case len(r.Empty) > 1:
		return fmt.Sprintf("nothing that reaches a model was found in %s and %s", r.Empty[0], text.Count(len(r.Empty)-1, "other package")), false
	case s.Unresolved > 0 && !r.InContext:
		return s.Unknown(), true
	}
	return "", false
}

// Unread names for people the first file that could not be read in full, and why; "" if there is none.
func (r *Report) Unread() string {
	missed := r.Missed()
	if len(missed) == 0 {
		return ""
	}
	words := fmt.Sprintf("%s could not be read: %s", missed[0].Path, cmp.Or(missed[0].Detail, string(missed[0].Reason)))
	if more := len(missed) - 1; more > 0 {
		words += fmt.Sprintf(" (and %d more)", more)
	}
	return words
}
