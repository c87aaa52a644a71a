package docs

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

// mark returns the comment above a generated table.
func mark(from string) string {
	return "<!-- Written from " + from + " by `make docs`; changes here are lost. -->\n\n"
}

// withTable replaces the table below a mark.
func withTable(document, mark, table string) (string, error) {
	at := regexp.MustCompile(regexp.QuoteMeta(mark) + `(?:\|.*\n)*`).FindStringIndex(document)
	if at == nil {
		return "", fmt.Errorf("the document has no line %q for a table", strings.TrimSpace(mark))
	}
	return document[:at[0]] + mark + table + document[at[1]:], nil
}

// Formats updates the table of output formats in a document.
func Formats(document string) (string, error) {
	var b strings.Builder
	b.WriteString("| format | for | stable |\n|---|---|---|\n")
	for _, f := range report.Formats() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", f.Name, f.For, f.Stable)
	}
	return withTable(document, mark("report/formats.go"), b.String())
}

// Severities updates the table of severities in a document.
func Severities(document string) (string, error) {
	var b strings.Builder
	b.WriteString("| Check | Usual severity | What it depends on |\n|---|---|---|\n")
	for _, d := range lint.Rules() {
		fmt.Fprintf(&b, "| [%s](checks/%s.md) | %s | %s |\n", d.ID, d.ID, d.UsualSeverity(), d.Severities)
	}
	return withTable(document, mark("the checks"), b.String())
}
