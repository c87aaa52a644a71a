package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/sarif"
)

// object is a JSON object of another program's format. Its members keep this order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	b := bytes.NewBufferString("{")
	for i, m := range o {
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + m.name + `":`)
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// gitlabScale is one level up, so that critical findings are GitLab's first.
var gitlabScale = scale{"info", "minor", "major", "critical", "blocker"}

// GitLab writes a GitLab code quality report (https://docs.gitlab.com/ci/testing/code_quality) in pure ASCII: an entry per finding, and entries
// of severity info for what was not scanned or is not shown. GitLab shows descriptions as plain text, keeps one entry per fingerprint, and
// stops reading at an entry that violates its schema.
func GitLab(w io.Writer, r *lint.Report) error {
	out := []object{}
	for _, e := range entries(r, entryFindings) {
		out = append(out, object{
			{"description", e.Words},
			{"check_name", e.Check},
			{"fingerprint", e.Fingerprint},
			{"severity", gitlabScale.of(e.Severity)},
			{"location", object{{"path", e.At.Path}, {"lines", object{{"begin", e.At.First}, {"end", e.At.Last}}}}},
		})
	}
	return asciijson.Write(w, out, "the report")
}

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

// rdScale matches the GitHub annotation levels: an error should block a review.
var rdScale = scale{"INFO", "INFO", "WARNING", "ERROR", "ERROR"}

// RDJSON writes the Reviewdog Diagnostic Format (https://github.com/reviewdog/reviewdog/tree/master/proto/rdf) in pure ASCII: a diagnostic
// per finding, and diagnostics of severity INFO for what was not scanned or is not shown.
func RDJSON(w io.Writer, r *lint.Report) error {
	diagnostics := []object{}
	for _, e := range entries(r, entryFindings) {
		location := object{{"path", e.At.Path}}
		if e.At.Path != wholeTree {
			location = append(location, member{"range", rdRangeOf(e.At)})
		}
		diagnostics = append(diagnostics, object{
			{"message", e.Words},
			{"location", location},
			{"severity", rdScale.of(e.Severity)},
			{"code", object{{"value", e.Check}, {"url", e.url()}}},
		})
	}
	return asciijson.Write(w, object{{"source", object{{"name", toolName}, {"url", toolURL}}}, {"diagnostics", diagnostics}}, "the report")
}

// rdRangeOf counts lines and UTF-8 bytes from 1. It has columns only where Git, which reviewdog uses to find changed lines, counts lines in
// the same way; a range without columns covers whole lines, the last included.
func rdRangeOf(at lineRange) object {
	start, end := object{{"line", at.First}}, object{{"line", at.Last}}
	if p := at.Place; p.Start.Line == at.First && p.End.Line == at.Last {
		start, end = append(start, member{"column", p.Start.Byte}), append(end, member{"column", p.End.Byte})
	}
	return object{{"start", start}, {"end", end}}
}

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
