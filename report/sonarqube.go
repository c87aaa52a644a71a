package report

import (
	"cmp"
	"io"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
)

var (
	// sonarScale is for Standard Experience, sonarImpacts for Multi-Quality Rule mode. Before 10.8 that mode had only these impacts, and a
	// report with an unknown one is rejected.
	sonarScale   = scale{"INFO", "MINOR", "MAJOR", "CRITICAL", "BLOCKER"}
	sonarImpacts = scale{"LOW", "LOW", "MEDIUM", "HIGH", "HIGH"}
)

// SonarQube writes the generic format of SonarQube 10.3 and later in pure ASCII: an issue per finding, and informational issues for what
// was not scanned or is not shown.
func SonarQube(w io.Writer, r *lint.Report) error {
	rules, issues := []object{}, []object{}
	known := map[string]bool{}
	for _, e := range entries(r, entryFindings) {
		// An issue has the severity of its rule, so a check needs a rule per severity.
		id := e.Check + "-" + severityName(e.Severity)
		if !known[id] {
			known[id] = true
			rules = append(rules, sonarRuleOf(r, id, &e))
		}
		location := object{{"message", e.Words}, {"filePath", e.At.Path}}
		if p := e.At.Place; p.Start.Line > 0 && !p.Whole {
			// Without columns: the scanner may count them differently in files that are not UTF-8, and then aborts the analysis.
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
