package report

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/lint"
)

// htmlSuppressions is how many suppressions are listed, before what they suppress.
const htmlSuppressions = 100

// htmlPanel is a list of what is no finding.
type htmlPanel struct {
	ID, Title, Lead string
	// Loud panels are open from the start.
	Loud bool
	Rows []htmlRow
	// Left counts what is known of and not in Rows.
	Left int
	// Count is shown beside the title.
	Count int
}

// htmlRow is a line of a panel.
type htmlRow struct {
	Label string
	Place [][]htmlWord
	Text  []htmlWord
}

// panels lists what was not looked at, left out or not known, each kind if there is any.
func (p *htmlPage) panels() []htmlPanel {
	var out []htmlPanel
	lead := "What else to know of the code."
	if p.report.Lock != nil || len(p.report.Suppressions) > 0 {
		lead = "What else to know of the code, of what was approved and of what is suppressed."
	}
	for _, panel := range []htmlPanel{
		p.degraded(), p.skipped(), p.suppressed(),
		remarksPanel("unresolved", "Not known without running the code", "The text of these definitions is put together at run time, so it was not checked.",
			p.report.Unresolved, p.report.Summary.Unresolved),
		remarksPanel("notes", "Notes", lead, p.report.Notes, p.report.Summary.Notes),
	} {
		if len(panel.Rows) > 0 || panel.Left > 0 {
			out = append(out, panel)
		}
	}
	return out
}

func (p *htmlPage) degraded() htmlPanel {
	panel := htmlPanel{
		ID: "degraded", Title: "Degraded coverage", Loud: true,
		Lead: "A check failed or reached a bound. Not everything was looked at, so silence is no proof.",
	}
	c := p.report.Coverage
	for _, line := range coverageLines(c) {
		panel.Rows = append(panel.Rows, htmlRow{Text: words(line, 4*pathRunes)})
	}
	if c.Degraded() && len(c.Checks) == 0 && len(panel.Rows) == 0 {
		panel.Rows = append(panel.Rows, htmlRow{Text: words("no check ran", 0)})
	}
	panel.Count = len(panel.Rows)
	return panel
}

func (p *htmlPage) skipped() htmlPanel {
	panel := htmlPanel{ID: "skipped", Title: "Not looked at"}
	var reasons string
	if reasons, panel.Count = byReason(p.report.Summary); reasons != "" {
		panel.Lead = "By reason: " + reasons + "."
	}
	skips := slices.Clone(p.report.Skips)
	// What may hide something comes first, then one reason after the other.
	slices.SortStableFunc(skips, func(a, b discover.Skip) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Reason, b.Reason))
	})
	for _, s := range skips {
		line := ""
		if s.Line > 0 {
			line = fmt.Sprintf(":%d", s.Line)
		}
		row := htmlRow{Label: reasonWords(s.Reason), Place: segments(skipPath(s), line), Text: words(s.Detail, pathRunes)}
		panel.Loud = panel.Loud || !s.Quiet()
		panel.Rows = append(panel.Rows, row)
	}
	panel.Count = max(panel.Count, len(panel.Rows))
	panel.Left = panel.Count - len(panel.Rows)
	return panel
}

func rank(s discover.Skip) int {
	if s.Quiet() {
		return 1
	}
	return 0
}

func (p *htmlPage) suppressed() htmlPanel {
	panel := htmlPanel{ID: "suppressed", Title: "Suppressed and left out"}
	s := p.report.Summary
	for _, line := range leftOut(s) {
		panel.Rows = append(panel.Rows, htmlRow{Text: words(line, 0)})
	}
	lines, left := suppressionLines(p.report, relativePaths, htmlSuppressions)
	for _, line := range lines {
		panel.Rows = append(panel.Rows, htmlRow{Text: words(line, 4*pathRunes)})
	}
	if left > 0 {
		panel.Rows = append(panel.Rows, htmlRow{Text: words(fmt.Sprintf("and %d more", left), 0)})
	}
	for n, i := range suppressedBySeverity(p.report) {
		if n == shownSuppressed {
			panel.Left = len(p.report.Suppressed) - n
			break
		}
		f := &p.report.Suppressed[i]
		signal, place := f.PrimarySignal()
		panel.Rows = append(panel.Rows, htmlRow{
			Label: f.Severity.String(), Place: htmlPlace(place.Where),
			Text: words(text.Safe(signal.CheckID, nameRunes)+" "+suppressedWords(p.report, f, relativePaths), 4*pathRunes),
		})
	}
	panel.Count = s.Suppressed + s.BelowConfidence
	return panel
}

func remarksPanel(id, title, lead string, list []lint.Remark, all int) htmlPanel {
	panel := htmlPanel{ID: id, Title: title, Lead: lead, Count: max(all, len(list))}
	for _, m := range list {
		row := htmlRow{Place: htmlPlace(m.Where), Text: words(m.Text, htmlDetail)}
		if m.Kind != "" {
			row.Text = slices.Concat([]htmlWord{{Text: kindWords(m.Kind) + " "}}, words(m.Name, nameRunes), []htmlWord{{Text: ": "}}, row.Text)
		}
		panel.Rows = append(panel.Rows, row)
	}
	panel.Left = panel.Count - len(list)
	return panel
}
