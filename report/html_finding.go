package report

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

const (
	// htmlSignals is how many signals of a finding are shown if there is room, htmlRelated how many places of one that belong to it, htmlShared
	// how many tools with the same words.
	htmlSignals, htmlRelated, htmlShared = 100, 5, 20
	// htmlDetail bounds the words of a check, which may quote names.
	htmlDetail = 400
	// encodedRunes bounds an encoded run beside what it decodes to.
	encodedRunes = 400
)

// htmlFinding is a row of the table and what it opens to.
//
// Alone is set for a server that is named after itself; Place is cut where a line may break.
type htmlFinding struct {
	N              int
	Severity       string
	Demoted        string
	Checks         []string
	Server, File   int
	Tool, Owner    []htmlWord
	Kind           string
	Alone          bool
	Place          [][]htmlWord
	Evidence       []htmlWord
	Level          string
	Action         string
	Confidence     string
	Risk           int
	Note           bool
	Digest         string
	Shared         [][]htmlWord
	SharedLeft     int
	Excerpts       []htmlExcerpt
	Signals        []htmlSignal
	SignalsLeft    int
	Why, Fix       [][]htmlInline
	DocURL, DocRef string
	Title          string
}

// Primary is the check that decides.
func (f htmlFinding) Primary() string { return f.Checks[0] }

// More counts the checks beside the primary one.
func (f htmlFinding) More() int { return len(f.Checks) - 1 }

// AllChecks lists the checks for the filter.
func (f htmlFinding) AllChecks() string { return strings.Join(f.Checks, " ") }

// htmlSignal is what one signal says. Numbered ones are told apart in the source; the evidence and the place of the first stand
// above already, and Place is for others whose number is not in the source. Paired ones show theirs beside what was approved.
type htmlSignal struct {
	N                       int
	Numbered                bool
	Check, Tier, Confidence string
	Field, Detail           []htmlWord
	Evidence, Encoded       []htmlWord
	Place                   [][]htmlWord
	Inexact, Note           bool
	Paired                  bool
	Related                 []htmlRelation
	RelatedLeft             int
}

// htmlRelation is a place that belongs to a signal. Approved is set when it is what a lock file holds: Text is what stands there, Same is
// set when the evidence of the signal stands in its place, and else Field is what it is.
type htmlRelation struct {
	Approved, Same    bool
	Note, Text, Field []htmlWord
	Tool, Server      []htmlWord
	Place             [][]htmlWord
	Excerpt           htmlExcerpt
}

// findingSize is how many signals of a finding are shown, and whether the source of what is related to them is.
type findingSize struct {
	signals int
	related bool
}

// finding describes the finding with index i, which is the nth of the page.
func (p *htmlPage) finding(i, n int, size findingSize) htmlFinding {
	f := &p.report.Findings[i]
	primary := f.PrimarySignal()
	out := htmlFinding{
		N: n, Severity: f.Severity.String(), Checks: checksOf(f), Server: p.servers.index(f.Server), File: p.files.index(primary.Where.Rel),
		Kind: kindWords(f.Kind), Alone: standsAlone(f), Tool: words(f.Tool, nameRunes), Owner: words(f.Server, nameRunes), Place: htmlPlace(primary.Where),
		Evidence: words(primary.Evidence, evidenceRunes), Level: string(f.Level), Action: string(f.Action),
		Confidence: fmt.Sprintf("%.2f", f.Confidence), Risk: f.RiskScore,
		Note: isNote(f), Digest: text.Safe(string(f.Digest), nameRunes),
	}
	if f.Demoted != "" {
		out.Demoted = strings.Trim(strings.TrimPrefix(f.Grade(), f.Severity.String()), " ()")
	}
	for _, name := range f.SharedBy[:min(len(f.SharedBy), htmlShared)] {
		out.Shared = append(out.Shared, words(name, nameRunes))
	}
	out.SharedLeft = len(f.SharedBy) - len(out.Shared)
	shown := weightiest(f, size.signals)
	out.SignalsLeft = len(f.Signals) - len(shown)
	var numbers map[int]bool
	out.Excerpts, numbers = excerpts(f, shown)
	for k, i := range shown {
		s := newSignal(&f.Signals[i], k+1, size.related)
		s.Numbered = len(shown) > 1
		if k > 0 && !numbers[k+1] {
			s.Place = linePlace(f.Signals[i].Where)
		}
		out.Signals = append(out.Signals, s)
	}
	if rule, ok := ruleOf(p.report, primary.CheckID); ok {
		out.Title, out.Why, out.Fix = rule.Title, paragraphs(rule.Why), paragraphs(rule.Fix)
		out.DocURL, out.DocRef = lint.CheckURL(rule.ID), "check-"+rule.ID
	}
	return out
}

func newSignal(s *lint.Signal, n int, related bool) htmlSignal {
	out := htmlSignal{
		N: n, Check: s.CheckID, Tier: s.Tier.String(), Confidence: fmt.Sprintf("%.2f", s.Confidence), Field: words(s.Field, 2*nameRunes),
		Detail: words(s.Detail, htmlDetail), Evidence: words(s.Evidence, evidenceRunes), Inexact: !s.Where.Exact, Note: s.Note,
	}
	if s.Encoded != "" {
		out.Encoded = words(s.Encoded, encodedRunes)
	}
	out.RelatedLeft = max(len(s.Related)-htmlRelated, 0)
	for k := range s.Related[:min(len(s.Related), htmlRelated)] {
		rel := &s.Related[k]
		relation := htmlRelation{Approved: isApproved(rel), Note: words(rel.Note, htmlDetail), Tool: words(rel.Tool, nameRunes), Server: words(rel.Server, nameRunes)}
		if relation.Approved {
			relation.Text, relation.Same = words(rel.Text, evidenceRunes), isSame(s, rel)
			out.Paired = out.Paired || relation.Same && rel.Text != ""
			if !relation.Same && rel.Field != "" {
				relation.Field = words(rel.Field, 2*nameRunes)
			}
		}
		if rel.Where.Known() {
			relation.Place = htmlPlace(rel.Where)
		}
		if related && rel.Excerpt != nil {
			relation.Excerpt = newExcerpt(rel.Excerpt, func(signals []int) []int { return make([]int, len(signals)) }, true)
		}
		out.Related = append(out.Related, relation)
	}
	return out
}

// checksOf lists the checks of a finding, the deciding one first.
func checksOf(f *lint.Finding) []string {
	if len(f.CheckIDs) > 0 {
		return f.CheckIDs
	}
	return []string{f.PrimarySignal().CheckID}
}

// htmlPlace writes file:line:column, the column in characters.
func htmlPlace(p lint.Place) [][]htmlWord {
	if !p.Known() {
		return [][]htmlWord{{{Text: "(no place)"}}}
	}
	return segments(p.Rel, fmt.Sprintf(":%d:%d", p.Start.Line, p.Start.Rune))
}

// linePlace writes file:line.
func linePlace(p lint.Place) [][]htmlWord {
	if !p.Known() {
		return nil
	}
	return segments(p.Rel, fmt.Sprintf(":%d", p.Start.Line))
}

// segments cuts a path where a line may break: after its folders. What follows the path stays with its last part.
func segments(path, after string) [][]htmlWord {
	out := [][]htmlWord{nil}
	for _, w := range append(words(path, pathRunes), htmlWord{Text: after}) {
		for i, part := range strings.SplitAfter(w.Text, "/") {
			last := len(out) - 1
			if i == 0 {
				out[last] = append(out[last], htmlWord{part, w.Name})
			} else if part != "" {
				out = append(out, []htmlWord{{Text: part}})
			}
		}
	}
	return out
}

// skipPath is the path of a skip that is the same on every machine: of one that lies nowhere in the tree, the last part.
func skipPath(s lint.Skip) string {
	if s.Rel != "" {
		return s.Rel
	}
	p := strings.ReplaceAll(s.Path, `\`, "/")
	if path.IsAbs(p) || strings.Contains(p, ":/") || slices.Contains(strings.Split(p, "/"), "..") {
		return path.Base(p)
	}
	return s.Path
}

// htmlSuppressions is how many suppressions are listed, before what they suppress.
const htmlSuppressions = 100

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
	slices.SortStableFunc(skips, func(a, b lint.Skip) int {
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

func rank(s lint.Skip) int {
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
		signal := f.PrimarySignal()
		panel.Rows = append(panel.Rows, htmlRow{
			Label: f.Severity.String(), Place: htmlPlace(signal.Where),
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
