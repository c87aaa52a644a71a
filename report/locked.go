package report

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

// lockLine says how what was found differs from the lock file; it is empty without one.
func lockLine(r *lint.Report, style pathStyle) string {
	if r.Lock == nil {
		return ""
	}
	return fmt.Sprintf("Lock %s: %s", style.name(r.Lock.Path, ""), r.Lock.Counts())
}

// isApproved reports whether a place that belongs to a signal is what was approved, and not another tool of the scan.
func isApproved(rel detect.Related) bool { return rel.ToolIndex == detect.Outside }

// isSame reports whether the evidence of a signal is what stands now where a related place stood: the evidence of something that
// is gone is of what is nearest to it.
func isSame(s detect.Signal, rel detect.Related) bool {
	return rel.Field != "" && (s.Field == rel.Field || s.Field == rel.Field+"#" || strings.HasPrefix(s.Field, rel.Field+"/"))
}

// approvedText returns what the approved definition said where a signal says something else now, and of which field when the evidence of
// the signal is of another one. words is empty when nothing was said.
func approvedText(s detect.Signal) (field, words string) {
	for _, rel := range s.Related {
		if !isApproved(rel) || rel.Text == "" {
			continue
		}
		if !isSame(s, rel) {
			field = rel.Field
		}
		return field, rel.Text
	}
	return "", ""
}

// approvedWas says so in a message of one line; it is empty when there is nothing to say.
func approvedWas(s detect.Signal) string {
	field, words := approvedText(s)
	if words == "" {
		return ""
	}
	if field != "" {
		field = " in " + text.Safe(field, nameRunes)
	}
	return "approved" + field + ` was "` + text.Safe(words, annotationQuote) + `"`
}

// isNote reports whether all that is said of a tool is where it stands: that is listed and no alarm.
func isNote(f *lint.Finding) bool {
	for i := range f.Signals {
		if !f.Signals[i].Note {
			return false
		}
	}
	return len(f.Signals) > 0
}

// grade is the severity in words, or "note".
func grade(f *lint.Finding) string {
	if isNote(f) {
		return "note"
	}
	return f.Grade()
}

// verdict says how sure and how bad: dangerous (quarantine), confidence 0.90, risk 77.
func verdict(f *lint.Finding) string {
	if isNote(f) {
		return "a note, no alarm"
	}
	return fmt.Sprintf("%s (%s), confidence %.2f, risk %d", f.Level, f.Action, f.Confidence, f.RiskScore)
}

// gradeAndRisk is what formats with one line a finding end it with.
func gradeAndRisk(f *lint.Finding) string {
	if isNote(f) {
		return "a note, no alarm"
	}
	return fmt.Sprintf("%s, %s, confidence %.2f, risk %d of 100", f.Grade(), f.Level, f.Confidence, f.RiskScore)
}

// weight says how much a signal weighs.
func weight(s detect.Signal) string {
	if s.Note {
		return "note"
	}
	return fmt.Sprintf("%s, %.2f", s.Tier, s.Confidence)
}
