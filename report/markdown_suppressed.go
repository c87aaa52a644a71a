package report

import (
	"cmp"
	"slices"

	"github.com/org/mcp-lint/lint"
)

// suppressed writes a section that has to be unfolded: what suppresses and why, and what was suppressed, the most severe first. It takes
// at most so many bytes, for its words are those of whoever suppresses.
func (m *markdownWriter) suppressed(r *lint.Report, room int) {
	head := suppressedHead(r)
	lines, more := suppressionLines(r, namedPaths, sectionRows)
	if head == "" || len(lines)+len(r.Suppressed) == 0 {
		return
	}
	const end = "</details>\n\n"
	whole := m.limit
	m.limit = min(whole, m.b.Len()+room) - len(end)
	if m.add("<details><summary>%s</summary>\n\n", head) {
		m.rows(len(lines), more, func(i int) string { return lines[i] })
		order := suppressedBySeverity(r)
		m.rows(min(len(order), sectionRows), max(len(order)-sectionRows, 0), func(i int) string { return suppressedLine(r, &r.Suppressed[order[i]], namedPaths) })
		m.limit = whole
		m.add(end)
	}
	m.limit = whole
}

// rows writes a list of n rows of foreign words; there are more beside.
func (m *markdownWriter) rows(n, more int, row func(i int) string) {
	if n == 0 {
		return
	}
	for i := range n {
		if !m.add("- %s\n", inert(row(i), 4*pathRunes)) {
			more += n - i
			break
		}
	}
	if more > 0 {
		m.add("- and %d more\n", more)
	}
	m.add("\n")
}

// suppressedBySeverity returns the indexes of what is suppressed, the most severe first and else in their order.
func suppressedBySeverity(r *lint.Report) []int {
	order := make([]int, len(r.Suppressed))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.Suppressed[b].Severity, r.Suppressed[a].Severity) })
	return order
}
