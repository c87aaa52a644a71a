package report

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/sarif"
)

const sastVersion = "15.2.1"

var sastScale = scale{"Info", "Low", "Medium", "High", "Critical"}

// GitLabSAST writes a GitLab SAST report in pure ASCII: a vulnerability per finding, and a scan message for what was not scanned or is not
// shown.
func GitLabSAST(w io.Writer, r *lint.Report) error {
	tool := object{
		{"id", toolName}, {"name", toolName}, {"url", toolURL}, {"vendor", object{{"name", toolName}}}, {"version", cmp.Or(r.Version, "unknown")},
	}
	vulnerabilities, messages := []object{}, []object{}
	for _, e := range entries(r, entryFindings) {
		if e.Finding != nil {
			vulnerabilities = append(vulnerabilities, vulnerability(r, &e))
			continue
		}
		level := "info"
		switch e.Check {
		case entryIncomplete, entrySkipped, entryCut, entryNothing:
			level = "warn"
		}
		words := e.Words
		if e.At.Path != wholeTree {
			words = e.At.Path + ": " + words
		}
		messages = append(messages, object{{"level", level}, {"value", e.Check + ": " + words}})
	}
	return asciijson.Write(w, object{
		{"version", sastVersion},
		{"scan", object{
			{"analyzer", tool},
			{"scanner", tool},
			{"type", "sast"},
			{"start_time", noTime},
			{"end_time", noTime},
			{"status", "success"},
			{"messages", messages},
		}},
		{"vulnerabilities", vulnerabilities},
	}, "the report")
}

// vulnerability puts text from the scanned files into its details only: GitLab shows those as plain text and all else as Markdown.
func vulnerability(r *lint.Report, e *entry) object {
	rule, ok := ruleOf(r, e.Check)
	if !ok {
		rule = detect.Documentation{ID: e.Check, Title: e.Check, ThreatType: e.Finding.ThreatType}
	}
	at := object{{"file", e.At.Path}, {"start_line", e.At.First}, {"end_line", e.At.Last}}
	identifiers := []object{{{"type", "mcp_lint_check"}, {"name", toolName + " " + e.Check}, {"value", e.Check}, {"url", e.url()}}}
	if cwe := sarif.GradeOf(rule).CWE; cwe != "" {
		url := "https://cwe.mitre.org/data/definitions/" + cwe + ".html"
		identifiers = append(identifiers, object{{"type", "cwe"}, {"name", "CWE-" + cwe}, {"value", cwe}, {"url", url}})
	}
	v := object{
		{"id", e.Fingerprint},
		{"name", rule.Title},
		{"description", cmp.Or(strings.TrimSpace(rule.Catches+"\n\n"+rule.Why), rule.Title)},
		{"severity", sastScale.of(e.Severity)},
	}
	if rule.Fix != "" {
		v = append(v, member{"solution", rule.Fix})
	}
	signatures := []object{{{"algorithm", "hash"}, {"value", e.Fingerprint}}}
	return append(
		v, member{"identifiers", identifiers}, member{"location", at},
		member{"details", object{{"finding", object{{"name", "Finding"}, {"type", "text"}, {"value", e.Words}}}}},
		member{"tracking", object{{"type", "source"}, {"items", []object{append(slices.Clip(at), member{"signatures", signatures})}}}},
	)
}
