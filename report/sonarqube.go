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

type sonarReport struct {
	Rules  []sonarRule  `json:"rules"`
	Issues []sonarIssue `json:"issues"`
}

// sonarRule is a check with one severity, since issues have that of their rule.
type sonarRule struct {
	ID          string        `json:"id"`
	Name        string        `json:"name"`
	Description string        `json:"description"`
	EngineID    string        `json:"engineId"`
	Attribute   string        `json:"cleanCodeAttribute"`
	Type        string        `json:"type"`
	Severity    string        `json:"severity"`
	Impacts     []sonarImpact `json:"impacts"`
}

type sonarImpact struct {
	Quality  string `json:"softwareQuality"`
	Severity string `json:"severity"`
}

type sonarIssue struct {
	RuleID   string        `json:"ruleId"`
	Location sonarLocation `json:"primaryLocation"`
}

type sonarLocation struct {
	Message string      `json:"message"`
	Path    string      `json:"filePath"`
	Range   *sonarRange `json:"textRange,omitempty"`
}

// sonarRange is a line. It has no columns: one that the scanner counts otherwise, as it can in a file that is no UTF-8, ends the analysis.
type sonarRange struct {
	Line int `json:"startLine"`
}

// SonarQube writes the report in the generic format of SonarQube 10.3 and later, in pure ASCII: an issue for each finding, and
// informational ones for what the scan did not look at or does not show.
func SonarQube(w io.Writer, r *lint.Report) error {
	out := sonarReport{[]sonarRule{}, []sonarIssue{}}
	known := map[string]bool{}
	for _, e := range entries(r, entryFindings) {
		id := e.Check + "-" + severityName(e.Severity)
		if !known[id] {
			known[id] = true
			out.Rules = append(out.Rules, sonarRuleOf(r, id, &e))
		}
		issue := sonarIssue{id, sonarLocation{Message: e.Words, Path: e.At.Path}}
		if p := e.At.Place; p.Start.Line > 0 && !p.Whole {
			issue.Location.Range = &sonarRange{p.Start.Line}
		}
		out.Issues = append(out.Issues, issue)
	}
	return asciijson.Write(w, out, "the report")
}

func sonarRuleOf(r *lint.Report, id string, e *entry) sonarRule {
	rule, ok := ruleOf(r, e.Check)
	if !ok {
		rule = detect.Documentation{Title: e.Check}
	}
	return sonarRule{
		id, rule.Title, cmp.Or(plain(rule.Catches), rule.Title) + " " + e.url(), toolName, "TRUSTWORTHY", "VULNERABILITY",
		sonarScale.of(e.Severity),
		[]sonarImpact{{"SECURITY", sonarImpacts.of(e.Severity)}},
	}
}
