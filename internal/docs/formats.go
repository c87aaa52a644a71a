package docs

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/org/mcp-lint/report"
)

// formatMark stands above the table of output formats in a document.
const formatMark = "<!-- Written from report/formats.go by `make docs`; changes here are lost. -->\n\n"

var formatTable = regexp.MustCompile(regexp.QuoteMeta(formatMark) + `(?:\|.*\n)*`)

// Formats returns a document with its table of output formats written anew. With stable, the table says what readers can rely on.
func Formats(document string, stable bool) (string, error) {
	at := formatTable.FindStringIndex(document)
	if at == nil {
		return "", errors.New("the document has no mark for the table of formats")
	}
	var b strings.Builder
	b.WriteString(formatMark)
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
	return document[:at[0]] + b.String() + document[at[1]:], nil
}
