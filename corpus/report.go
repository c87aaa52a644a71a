package corpus

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

const (
	// maxListed bounds the entries listed per kind of change.
	maxListed = 10
	// maxMistakes bounds the mistakes listed by a gate: most are known, and new ones are among the changes.
	maxMistakes = 20
)

// Report is the result of the gate: the scorecard, its changes against the committed one, and the reasons to fail.
type Report struct {
	Scorecard Scorecard
	// Compared says whether there was a record to compare with; Changes are the differences.
	Compared bool
	Changes  []Change
	// Breaches are the reasons for which the gate fails.
	Breaches []Breach
}

// Passed reports whether the gate passes.
func (r Report) Passed() bool { return len(r.Breaches) == 0 }

// Verdict returns GATE PASSED, or GATE FAILED with one reason per line. It ends with a line feed.
func (r Report) Verdict() string {
	if !r.Passed() {
		return "GATE FAILED: " + Reasons(r.Breaches) + "\n"
	}
	return "GATE PASSED: " + r.measured() + "\n"
}

func (r Report) measured() string {
	s := r.Scorecard
	return fmt.Sprintf("%d attacks, %d hard negatives, %d benign",
		s.Overall.Malicious.N+s.Launches.Malicious.N, s.Overall.HardNegatives.N+s.Launches.HardNegatives.N, s.Benign.N)
}

// Better counts the changes that are not for the worse: the gate passes with them, but the committed scorecard lacks them.
func (r Report) Better() int { return r.count(Found, Strengthened, Gone, Eased, Rejudged) }

// Worse counts regressions, and changes that take an entry or its label out of the comparison.
func (r Report) Worse() int { return r.count(Lost, Gained, Weakened, Worsened, Vanished, Relabelled) }

func (r Report) count(of ...ChangeKind) int {
	n := 0
	for _, c := range r.Changes {
		n += toInt(slices.Contains(of, c.Kind))
	}
	return n
}

// WriteText writes the scorecard as a table, the first mistakes, and the changes, worst first.
func (r Report) WriteText(w io.Writer) error {
	var b strings.Builder
	r.Scorecard.table(&b)
	r.Scorecard.mistakes(&b, maxMistakes)
	if r.Compared {
		b.WriteString("\n")
		r.changes(&b)
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r Report) changes(b *strings.Builder) {
	if len(r.Changes) == 0 {
		b.WriteString("nothing changed against the committed scorecard\n")
		return
	}
	b.WriteString("changed against the committed scorecard:\n")
	listChanges(b, r.Changes, listForm{head: "%s (%s)\n", item: "  %s: %s\n", more: "  and %d more\n", safe: printable})
}

// listForm is the syntax of a list of changes: formats for a title with a count, for an entry with its grade, and for the number left out;
// the end of a list; and an escape function for names.
type listForm struct {
	head, item, more, end string
	safe                  func(string) string
}

// listChanges writes the changes by kind, worst first, at most maxListed of each.
func listChanges(b *strings.Builder, changes []Change, form listForm) {
	for _, k := range kinds {
		list := changesOf(changes, k.kind)
		if len(list) == 0 {
			continue
		}
		fmt.Fprintf(b, form.head, k.title, tallied(list))
		for _, c := range list[:min(len(list), maxListed)] {
			fmt.Fprintf(b, form.item, form.safe(c.ID), c.says(form.safe))
		}
		if more := len(list) - maxListed; more > 0 {
			fmt.Fprintf(b, form.more, more)
		}
		b.WriteString(form.end)
	}
}

// tallied counts changes; for new entries it adds how many verdicts are wrong.
func tallied(list []Change) string {
	missed, falseAlarms := 0, 0
	for _, c := range list {
		missed += toInt(c.Kind == New && c.wrong() && c.Label == Malicious)
		falseAlarms += toInt(c.Kind == New && c.wrong() && c.Label == Benign)
	}
	s := fmt.Sprint(len(list))
	if missed > 0 {
		s += fmt.Sprintf(", attacks missed: %d", missed)
	}
	if falseAlarms > 0 {
		s += fmt.Sprintf(", false alarms: %d", falseAlarms)
	}
	return s
}

func (c Change) says(name func(string) string) string {
	var s string
	switch {
	case c.Was == nil && c.wrong() && c.Label == Malicious:
		s = string(c.Label) + ", missed"
	case c.Was == nil:
		s = string(c.Label) + ", " + c.Now.String()
	case c.Now == nil:
		s = string(c.Label) + ", was " + c.Was.String()
	case c.Kind == Relabelled:
		s = "now " + string(c.Label) + ", " + c.Now.String()
	default:
		s = c.Was.String() + " -> " + c.Now.String()
	}
	if len(c.Checks) > 0 && c.Label != Malicious {
		s += " by " + listed(c.Checks, name)
	}
	return s
}

// WriteJSON writes the scorecard with its shares, the changes and the verdict as one indented JSON document. "changes" is missing if there
// was not a record.
func (r Report) WriteJSON(w io.Writer) error {
	type verdict struct {
		Passed   bool     `json:"passed"`
		Breaches []Breach `json:"breaches"`
		Reasons  []string `json:"reasons"`
	}
	doc := struct {
		Gate    verdict   `json:"gate"`
		Changes *[]Change `json:"changes,omitempty"`
		scorecardDocument
	}{Gate: verdict{r.Passed(), append([]Breach{}, r.Breaches...), []string{}}, scorecardDocument: r.Scorecard.document()}
	for _, b := range r.Breaches {
		doc.Gate.Reasons = append(doc.Gate.Reasons, b.String())
	}
	if r.Compared {
		changes := append([]Change{}, r.Changes...)
		doc.Changes = &changes
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

// WriteJSON writes the scorecard with its shares as one indented JSON document.
func (s Scorecard) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(s.document())
}

type scorecardDocument struct {
	Metrics []pointMetrics `json:"metrics"`
	Scorecard
	Classes  []groupMetrics `json:"classes"`
	Fields   []groupMetrics `json:"fields"`
	Wordings []groupMetrics `json:"wordings"`
}

func (s Scorecard) document() scorecardDocument {
	return scorecardDocument{
		Metrics: s.Overall.byPoint(s.Benign), Scorecard: s,
		Classes: withMetrics(s.Classes), Fields: withMetrics(s.Fields), Wordings: withMetrics(s.Wordings),
	}
}

type pointMetrics struct {
	Point string `json:"point"`
	Metrics
}

type groupMetrics struct {
	Group
	Metrics []pointMetrics `json:"metrics"`
}

func withMetrics(groups []Group) []groupMetrics {
	out := make([]groupMetrics, 0, len(groups))
	for _, g := range groups {
		out = append(out, groupMetrics{g, g.byPoint(Counts{})})
	}
	return out
}

func (r Row) byPoint(benign Counts) []pointMetrics {
	var out []pointMetrics
	for _, p := range points {
		out = append(out, pointMetrics{p, r.metrics(benign, p)})
	}
	return out
}

// WriteTable writes the scorecard as an aligned table, with every mistake: counts, and the shares flagged by any finding, by one that fails
// a run (severity medium or above) and by a hard one. For attacks that name their payload it adds how many there are and the share of the
// found ones with a signal at it.
func (s Scorecard) WriteTable(w io.Writer) error {
	var b strings.Builder
	s.table(&b)
	s.mistakes(&b, len(s.Missed)+len(s.FalseAlarms)+len(s.Elsewhere))
	_, err := io.WriteString(w, b.String())
	return err
}

func (s Scorecard) table(b *strings.Builder) {
	width := len("plain benign")
	for _, g := range s.Classes {
		width = max(width, len(printable(g.Name)))
	}
	line := func(name, attacks, negatives, located string) {
		fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("%-*s  %-26s   %-26s   %s", width, name, attacks, negatives, located), " "))
	}
	words := func(r Row) string {
		if s.Overall.Located.N == 0 {
			return ""
		}
		return fmt.Sprintf("%5d %8s", r.Located.Found, decimal(share(r.Located.Hits, r.Located.Found)))
	}
	four := columns("n", "any", "fail", "hard")
	if s.Overall.Located.N == 0 {
		line("", "attacks flagged", "hard negatives flagged", "")
		line("class", four, four, "")
	} else {
		line("", "attacks flagged", "hard negatives flagged", "words of found")
		line("class", four, four, fmt.Sprintf("%5s %8s", "n", "located"))
	}
	for _, g := range s.Classes {
		line(printable(g.Name), shares(g.Malicious), shares(g.HardNegatives), words(g.Row))
	}
	for _, g := range s.totals() {
		line(g.Name, shares(g.Malicious), shares(g.HardNegatives), words(g.Row))
	}
	fmt.Fprintln(b)

	fmt.Fprintf(b, "%-*s  %s\n", width, "", columns("n", "any", "fail", "hard"))
	for _, row := range []struct {
		name   string
		counts Counts
	}{{"plain benign", s.Benign}, {"twins right", s.Twins}, {"contested", s.Contested}} {
		if row.counts.N > 0 {
			fmt.Fprintf(b, "%-*s  %s\n", width, row.name, shares(row.counts))
		}
	}
	var precision, f1 [len(points)]string
	for i, p := range points {
		m := s.Overall.metrics(s.Benign, p)
		precision[i], f1[i] = decimal(m.Precision), decimal(m.F1)
	}
	fmt.Fprintf(b, "%-*s  %s\n", width, "precision", columns("", precision[0], precision[1], precision[2]))
	fmt.Fprintf(b, "%-*s  %s\n", width, "F1", columns("", f1[0], f1[1], f1[2]))
}

func (s Scorecard) mistakes(b *strings.Builder, limit int) {
	for _, list := range []struct {
		title    string
		mistakes []Mistake
	}{{"missed", s.Missed}, {"false alarms", s.FalseAlarms}, {"found by other words", s.Elsewhere}} {
		if len(list.mistakes) == 0 {
			continue
		}
		fmt.Fprintf(b, "\n%s (%d)\n", list.title, len(list.mistakes))
		for _, m := range list.mistakes[:min(len(list.mistakes), limit)] {
			fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("  %s %s", printable(m.ID), listed(m.Verdict.Signals, printable)), " "))
		}
		if more := len(list.mistakes) - limit; more > 0 {
			fmt.Fprintf(b, "  and %d more, which --json lists\n", more)
		}
	}
}

func columns(n, anyFinding, fail, hard string) string {
	return fmt.Sprintf("%5s %6s %6s %6s", n, anyFinding, fail, hard)
}

func shares(c Counts) string {
	if c.N == 0 {
		return columns("0", "-", "-", "-")
	}
	return columns(fmt.Sprint(c.N), decimal(share(c.Any, c.N)), decimal(share(c.Fail, c.Due())), decimal(share(c.Hard, c.N)))
}

func decimal(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f", *v)
}

func listed(names []string, name func(string) string) string {
	fit := make([]string, len(names))
	for i, n := range names {
		fit[i] = name(n)
	}
	return strings.Join(fit, ", ")
}

// printable returns plain ASCII names as they are and quotes others: names in foreign corpora are not trusted.
func printable(id string) string {
	if q := quote(id); q == `"`+id+`"` {
		return id
	}
	return quote(id)
}

// WriteMarkdown writes a summary for a CI job: the verdict with its reasons, the changes, and the scores by class. Names are in code
// elements, with every character special to Markdown, HTML or GitHub written as an entity.
func (r Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	if r.Passed() {
		b.WriteString("## Corpus gate: passed\n\n")
	} else {
		b.WriteString("## Corpus gate: failed\n\n")
		for _, breach := range r.Breaches {
			fmt.Fprintf(&b, "- %s\n", breach.words(codeElement))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "Measured on %s.\n\n", r.measured())
	r.markdownChanges(&b)
	r.Scorecard.markdown(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func (r Report) markdownChanges(b *strings.Builder) {
	switch {
	case !r.Compared:
		return
	case len(r.Changes) == 0:
		b.WriteString("Nothing changed against the committed scorecard.\n\n")
		return
	}
	b.WriteString("### Changed against the committed scorecard\n\n")
	listChanges(b, r.Changes, listForm{head: "**%s (%s)**\n\n", item: "- %s: %s\n", more: "- and %d more\n", end: "\n", safe: codeElement})
}

func (s Scorecard) markdown(b *strings.Builder) {
	b.WriteString("| Class | Attacks | found | fail a run | hard | words located | Hard negatives | flagged | fail a run |\n" +
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	row := func(name string, r Row) {
		m, h, l := r.Malicious, r.HardNegatives, r.Located
		fmt.Fprintf(b, "| %s | %d | %s | %s | %s | %s | %d | %s | %s |\n", name, m.N, decimal(share(m.Any, m.N)), decimal(share(m.Fail, m.Due())),
			decimal(share(m.Hard, m.N)), decimal(share(l.Hits, l.Found)), h.N, decimal(share(h.Any, h.N)), decimal(share(h.Fail, h.N)))
	}
	for _, g := range s.Classes {
		row(codeElement(g.Name), g.Row)
	}
	for _, g := range s.totals() {
		row(g.Name, g.Row)
	}
	fmt.Fprintf(b, "\nPlain benign tools flagged: %d of %d. Twins that are both right: %d of %d.\n", s.Benign.Any, s.Benign.N, s.Twins.Any, s.Twins.N)
}

// codeElement returns a name as an inert code element: the result of printable, with entities for all but letters and digits.
// The break before an at sign prevents a mail link, and the entity in "www." a web link.
func codeElement(name string) string {
	var b strings.Builder
	b.WriteString("<code>")
	last := ' '
	for _, r := range printable(name) {
		switch {
		case r == '@':
			b.WriteString("<wbr>&#64;")
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', strings.ContainsRune(" /-,", r),
			r == '.' && last != 'w' && last != 'W':
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "&#%d;", r)
		}
		last = r
	}
	b.WriteString("</code>")
	return b.String()
}
