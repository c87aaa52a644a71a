package corpus

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// WriteJSON writes the scorecard with its shares as one indented JSON document.
func (s Scorecard) WriteJSON(w io.Writer) error {
	doc := struct {
		Metrics []pointMetrics `json:"metrics"`
		Scorecard
		Classes  []groupMetrics `json:"classes"`
		Fields   []groupMetrics `json:"fields"`
		Wordings []groupMetrics `json:"wordings"`
	}{
		Metrics: s.Overall.byPoint(s.Benign), Scorecard: s,
		Classes: withMetrics(s.Classes), Fields: withMetrics(s.Fields), Wordings: withMetrics(s.Wordings),
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
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
// that fails a run (severity medium or above) and by a hard one.
func (s Scorecard) WriteTable(w io.Writer) error {
	var b strings.Builder
	width := len("plain benign")
	for _, g := range s.Classes {
		width = max(width, len(printable(g.Name)))
	}
	head := func(first string) {
		fmt.Fprintf(&b, "%-*s  %s   %s\n", width, first, columns("n", "any", "fail", "hard"), columns("n", "any", "fail", "hard"))
	}
	fmt.Fprintf(&b, "%-*s  %-26s   %s\n", width, "", "attacks flagged", "hard negatives flagged")
	head("class")
	for _, g := range s.Classes {
		fmt.Fprintf(&b, "%-*s  %s   %s\n", width, printable(g.Name), shares(g.Malicious), shares(g.HardNegatives))
	}
	fmt.Fprintf(&b, "%-*s  %s   %s\n\n", width, "all classes", shares(s.Overall.Malicious), shares(s.Overall.HardNegatives))

	fmt.Fprintf(&b, "%-*s  %s\n", width, "", columns("n", "any", "fail", "hard"))
	for _, row := range []struct {
		name   string
		counts Counts
	}{{"plain benign", s.Benign}, {"twins right", s.Twins}, {"contested", s.Contested}} {
		if row.counts.N > 0 {
			fmt.Fprintf(&b, "%-*s  %s\n", width, row.name, shares(row.counts))
		}
	}
	var precision, f1 [len(points)]string
	for i, p := range points {
		m := s.Overall.metrics(s.Benign, p)
		precision[i], f1[i] = decimal(m.Precision), decimal(m.F1)
	}
	fmt.Fprintf(&b, "%-*s  %s\n", width, "precision", columns("", precision[0], precision[1], precision[2]))
	fmt.Fprintf(&b, "%-*s  %s\n", width, "F1", columns("", f1[0], f1[1], f1[2]))
	for _, list := range []struct {
		title    string
		mistakes []Mistake
	}{{"missed", s.Missed}, {"false alarms", s.FalseAlarms}} {
		if len(list.mistakes) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s (%d)\n", list.title, len(list.mistakes))
		for _, m := range list.mistakes {
			fmt.Fprintln(&b, strings.TrimRight(fmt.Sprintf("  %s %s", printable(m.ID), strings.Join(m.Verdict.Signals, ", ")), " "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
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

// printable is a name as it is when it is plain ASCII, else quoted and escaped: names in foreign corpora are not trusted.
func printable(id string) string {
	if q := quote(id); q == `"`+id+`"` {
		return id
	}
	return quote(id)
}
