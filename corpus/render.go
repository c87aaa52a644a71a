package corpus

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// WriteJSON writes the scorecard with its shares as one indented JSON document.
func (s Scorecard) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(s.document())
}

// scorecardDocument is a scorecard with its shares.
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

// pointMetrics are the metrics of one operating point, with its name.
type pointMetrics struct {
	Point string `json:"point"`
	Metrics
}

// groupMetrics is a group with its metrics.
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

// WriteTable writes the scorecard as an aligned table: counts of entries and the share flagged by any finding, by one
// that fails a run (severity medium or above) and by a hard one, and every mistake. Where attacks name their payload, it
// also says of how many and of which share of those that were found a signal points at it.
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

// mistakes lists at most limit entries of each kind on which the checks were wrong.
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
	return columns(fmt.Sprint(c.N), decimal(share(c.Any, c.N)), decimal(share(c.Fail, c.N)), decimal(share(c.Hard, c.N)))
}

func decimal(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f", *v)
}

// listed joins names that are made fit by the given function.
func listed(names []string, name func(string) string) string {
	fit := make([]string, len(names))
	for i, n := range names {
		fit[i] = name(n)
	}
	return strings.Join(fit, ", ")
}

// printable is a name as it is when it is plain ASCII, else quoted and escaped: names in foreign corpora are not trusted.
func printable(id string) string {
	if q := quote(id); q == `"`+id+`"` {
		return id
	}
	return quote(id)
}
