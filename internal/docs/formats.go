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

// Formats updates the table of output formats in a document. With stable, it says what readers can rely on.
func Formats(document string, stable bool) (string, error) {
	var b strings.Builder
	if stable {
		b.WriteString("| format | for | stable |\n|---|---|---|\n")
	} else {
		b.WriteString("| format | for |\n|---|---|\n")
	}
	for _, f := range report.Formats() {
		fmt.Fprintf(&b, "| `%s` | %s |", f.Name, f.For)
		if stable {
			fmt.Fprintf(&b, " %s |", f.Stable)
		}
		b.WriteByte('\n')
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
