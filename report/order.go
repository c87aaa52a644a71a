package report

import (
	"cmp"
	"slices"

	"github.com/org/mcp-lint/lint"
)

// bySeverity returns the indexes of the findings, the most severe first and else in their order.
func bySeverity(r *lint.Report) []int {
	order := make([]int, len(r.Findings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.Findings[b].Severity, r.Findings[a].Severity) })
	return order
}
