package report

import (
	"cmp"
	"fmt"
	"slices"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

const htmlSuppressions = 100

type htmlPanel struct {
	id, title, lead string
	// open is set for a panel that starts unfolded.
	open bool
	rows []func() g.Node
	// left counts the rows left out; count is shown beside the title.
	left, count int
}

// row adds a row: an optional label, an optional place, and text.
func (p *htmlPanel) row(label string, place g.Node, list ...htmlWord) {
	p.rows = append(p.rows, func() g.Node {
		return g.Group{
			h.Li(
				g.If(label != "", g.Group{h.Span(h.Class("tag"), g.Text(label)), g.Text(" ")}),
				g.If(place != nil, g.Group{h.Code(h.Class("x"), place), g.Text(" ")}), untrusted(h.Span, list),
			),
			g.Raw("\n"),
		}
	})
}

// panels returns the non-empty lists of what was not scanned, left out or unknown.
func (p *htmlPage) panels() []htmlPanel {
	lead, s := "What else to know of the code.", p.report.Summary
	if p.report.Lock != nil || len(p.report.Suppressions) > 0 {
		lead = "What else to know of the code, of what was approved and of what is suppressed."
	}
	return slices.DeleteFunc([]htmlPanel{
		p.installed(), p.degraded(), p.skipped(), p.suppressed(),
		p.remarks("unresolved", "Not known without running the code",
			"The text of these definitions is put together at run time, so it was not checked.",
			p.report.Unresolved, s.Unresolved),
		p.remarks("notes", "Notes", lead, p.report.Notes, s.Notes),
	}, func(panel htmlPanel) bool { return len(panel.rows) == 0 && panel.left <= 0 })
}

func (p *htmlPage) degraded() htmlPanel {
	panel := htmlPanel{
		id: "degraded", title: "Degraded coverage", open: true,
		lead: "A check failed or reached a bound. Not everything was scanned, so no findings do not mean no problems.",
	}
	c := p.report.Coverage
	lines := coverageLines(c)
	if c.Degraded() && len(c.Checks)+len(lines) == 0 {
		lines = []string{"no check ran"}
	}
	for _, line := range lines {
		panel.row("", nil, words(line, 4*pathRunes)...)
	}
	panel.count = len(lines)
	return panel
}

func (p *htmlPage) skipped() htmlPanel {
	panel := htmlPanel{id: "skipped", title: "Not scanned"}
	var reasons string
	if reasons, panel.count = byReason(p.report.Summary); reasons != "" {
		panel.lead = "By reason: " + reasons + "."
	}
	// What may hide something comes first; the rest is grouped by reason.
	rank := func(s lint.Skip) int {
		if s.Quiet() {
			return 1
		}
		return 0
	}
	for _, s := range slices.SortedStableFunc(slices.Values(p.report.Skips), func(a, b lint.Skip) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Reason, b.Reason))
	}) {
		line := ""
		if s.Line > 0 {
			line = fmt.Sprintf(":%d", s.Line)
		}
		panel.open = panel.open || !s.Quiet()
		panel.row(reasonWords(s.Reason), segments(portablePath(s.Path, s.Rel), line), words(s.Detail, pathRunes)...)
	}
	panel.count = max(panel.count, len(panel.rows))
	panel.left = panel.count - len(panel.rows)
	return panel
}

func (p *htmlPage) suppressed() htmlPanel {
	r := p.report
	panel := htmlPanel{id: "suppressed", title: "Suppressed and left out", count: r.Summary.Suppressed + r.Summary.BelowConfidence}
	lines, left := suppressionLines(r, relativePaths, htmlSuppressions)
	if left > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", left))
	}
	for _, line := range append(leftOut(r.Summary), lines...) {
		panel.row("", nil, words(line, 4*pathRunes)...)
	}
	for _, f := range r.SuppressedBySeverity()[:min(len(r.Suppressed), shownSuppressed)] {
		s := f.PrimarySignal()
		panel.row(f.Severity.String(), p.place(s.Where),
			words(text.Safe(s.CheckID, nameRunes)+" "+suppressedWords(r, f, relativePaths), 4*pathRunes)...)
	}
	panel.left = max(len(r.Suppressed)-shownSuppressed, 0)
	return panel
}

func (p *htmlPage) remarks(id, title, lead string, list []lint.Remark, all int) htmlPanel {
	panel := htmlPanel{id: id, title: title, lead: lead, count: max(all, len(list))}
	for _, m := range list {
		said := words(m.Text, htmlDetail)
		if m.Kind != "" {
			said = slices.Concat([]htmlWord{{Text: kindWords(m.Kind) + " "}}, words(m.Name, nameRunes), []htmlWord{{Text: ": "}}, said)
		}
		panel.row("", p.place(m.Where), said...)
	}
	panel.left = panel.count - len(list)
	return panel
}
