package report

import (
	"cmp"
	"io"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
)

var (
	// sonarScale is of the Standard Experience, and sonarImpacts of the Multi-Quality Rule mode, which knew no others before 10.8: a report
	// with one that it does not know is refused.
	sonarScale   = scale{"INFO", "MINOR", "MAJOR", "CRITICAL", "BLOCKER"}
	sonarImpacts = scale{"LOW", "LOW", "MEDIUM", "HIGH", "HIGH"}
)

// SonarQube writes the report in the generic format of SonarQube 10.3 and later, in pure ASCII: an issue for each finding, and
// informational ones for what the scan did not look at or does not show.
func SonarQube(w io.Writer, r *lint.Report) error {
	rules, issues := []object{}, []object{}
	known := map[string]bool{}
	for _, e := range entries(r, entryFindings) {
		// A check has a rule for each severity, since issues have that of their rule.
		id := e.Check + "-" + severityName(e.Severity)
		if !known[id] {
			known[id] = true
			rules = append(rules, sonarRuleOf(r, id, &e))
		}
		location := object{{"message", e.Words}, {"filePath", e.At.Path}}
		if p := e.At.Place; p.Start.Line > 0 && !p.Whole {
			// No columns: one that the scanner counts otherwise, as it can in a file that is no UTF-8, ends the analysis.
			location = append(location, member{"textRange", object{{"startLine", p.Start.Line}}})
		}
		issues = append(issues, object{{"ruleId", id}, {"primaryLocation", location}})
	}
	return asciijson.Write(w, object{{"rules", rules}, {"issues", issues}}, "the report")
}

func sonarRuleOf(r *lint.Report, id string, e *entry) object {
	rule, ok := ruleOf(r, e.Check)
	if !ok {
		rule = detect.Documentation{Title: e.Check}
	}
	return object{
		{"id", id},
		{"name", rule.Title},
		{"description", cmp.Or(plain(rule.Catches), rule.Title) + " " + e.url()},
		{"engineId", toolName},
		{"cleanCodeAttribute", "TRUSTWORTHY"},
		{"type", "VULNERABILITY"},
		{"severity", sonarScale.of(e.Severity)},
		{"impacts", []object{{{"softwareQuality", "SECURITY"}, {"severity", sonarImpacts.of(e.Severity)}}}},
	}
}
