package report

import (
	"cmp"
	"io"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/sarif"
)

const sastVersion = "15.2.1"

var sastScale = scale{"Info", "Low", "Medium", "High", "Critical"}

type sastReport struct {
	Version         string              `json:"version"`
	Scan            sastScan            `json:"scan"`
	Vulnerabilities []sastVulnerability `json:"vulnerabilities"`
}

type sastScan struct {
	Analyzer  sastTool      `json:"analyzer"`
	Scanner   sastTool      `json:"scanner"`
	Type      string        `json:"type"`
	StartTime string        `json:"start_time"`
	EndTime   string        `json:"end_time"`
	Status    string        `json:"status"`
	Messages  []sastMessage `json:"messages"`
}

type sastTool struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	URL     string     `json:"url"`
	Vendor  sastVendor `json:"vendor"`
	Version string     `json:"version"`
}

type sastVendor struct {
	Name string `json:"name"`
}

type sastMessage struct {
	Level string `json:"level"`
	Value string `json:"value"`
}

// sastVulnerability has the words of what was scanned in Details only, which GitLab shows as plain text: it reads all else as Markdown.
type sastVulnerability struct {
	ID          string            `json:"id"`
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Severity    string            `json:"severity"`
	Solution    string            `json:"solution,omitempty"`
	Identifiers []sastIdentifier  `json:"identifiers"`
	Location    sastLocation      `json:"location"`
	Details     map[string]sastIs `json:"details"`
	Tracking    sastTracking      `json:"tracking"`
}

type sastIdentifier struct {
	Type  string `json:"type"`
	Name  string `json:"name"`
	Value string `json:"value"`
	URL   string `json:"url"`
}

type sastLocation struct {
	File      string `json:"file"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
}

type sastIs struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Value string `json:"value"`
}

type sastTracking struct {
	Type  string     `json:"type"`
	Items []sastItem `json:"items"`
}

type sastItem struct {
	sastLocation
	Signatures []sastSignature `json:"signatures"`
}

type sastSignature struct {
	Algorithm string `json:"algorithm"`
	Value     string `json:"value"`
}

// GitLabSAST writes the report as a SAST report of GitLab, in pure ASCII: a vulnerability for each finding, and a message of the scan for
// what was not looked at or is not shown.
func GitLabSAST(w io.Writer, r *lint.Report) error {
	tool := sastTool{toolName, toolName, toolURL, sastVendor{toolName}, cmp.Or(r.Version, "unknown")}
	out := sastReport{
		sastVersion, sastScan{tool, tool, "sast", noTime, noTime, "success", []sastMessage{}}, []sastVulnerability{},
	}
	for _, e := range entries(r, entryFindings) {
		if e.Finding != nil {
			out.Vulnerabilities = append(out.Vulnerabilities, sastOf(r, &e))
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
		out.Scan.Messages = append(out.Scan.Messages, sastMessage{level, e.Check + ": " + words})
	}
	return asciijson.Write(w, out, "the report")
}

func sastOf(r *lint.Report, e *entry) sastVulnerability {
	rule, ok := ruleOf(r, e.Check)
	if !ok {
		rule = detect.Documentation{ID: e.Check, Title: e.Check, ThreatType: e.Finding.ThreatType}
	}
	at := sastLocation{e.At.Path, e.At.First, e.At.Last}
	v := sastVulnerability{
		ID: e.Fingerprint, Name: rule.Title, Description: cmp.Or(strings.TrimSpace(rule.Catches+"\n\n"+rule.Why), rule.Title),
		Severity: sastScale.of(e.Severity), Solution: rule.Fix,
		Identifiers: []sastIdentifier{{"mcp_lint_check", toolName + " " + e.Check, e.Check, e.url()}}, Location: at,
		Details:  map[string]sastIs{"finding": {"Finding", "text", e.Words}},
		Tracking: sastTracking{"source", []sastItem{{at, []sastSignature{{"hash", e.Fingerprint}}}}},
	}
	if cwe := sarif.GradeOf(rule).CWE; cwe != "" {
		url := "https://cwe.mitre.org/data/definitions/" + cwe + ".html"
		v.Identifiers = append(v.Identifiers, sastIdentifier{"cwe", "CWE-" + cwe, cwe, url})
	}
	return v
}
