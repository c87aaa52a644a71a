package report

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

const (
	// sharedTools bounds the tools that suppressed words are part of where one line says it of all, sharedRunes each of their names.
	sharedTools = 3
	sharedRunes = 40
)

// suppressedShares says of which further tools suppressed words are part, all findings together, fit to be printed; it is empty when
// there is none.
func suppressedShares(r *lint.Report) string {
	names := r.SuppressedShares()
	if len(names) == 0 {
		return ""
	}
	var shown []string
	for _, name := range names[:min(len(names), sharedTools)] {
		shown = append(shown, `"`+text.Safe(name, sharedRunes)+`"`)
	}
	words := "suppressed words are also part of " + strings.Join(shown, ", ")
	if left := len(names) - len(shown); left > 0 {
		words += fmt.Sprintf(" and %d more", left)
	}
	return words
}
