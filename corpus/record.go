package corpus

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// maxRecordBytes bounds a record that is read: some 100 bytes for each of MaxEntries.
const maxRecordBytes = 64 << 20

// Grade is how much the checks make of an entry.
type Grade struct {
	Severity detect.Severity `json:"severity"`
	Tier     detect.Tier     `json:"tier"`
}

// Any reports whether there is a finding at all.
func (g Grade) Any() bool { return g.Severity > detect.SeverityNone }

// Fails reports whether the finding fails a run with the default threshold, as Verdict.Fails does.
func (g Grade) Fails() bool { return g.Severity >= detect.SeverityMedium }

// Hard reports whether the finding quarantines the tool.
func (g Grade) Hard() bool { return g.Tier == detect.TierHard }

// above reports whether the grade outranks another: by tier, then by severity.
func (g Grade) above(o Grade) bool {
	return g.Tier > o.Tier || g.Tier == o.Tier && g.Severity > o.Severity
}

// String is the grade in two words, or "none".
func (g Grade) String() string {
	if !g.Any() {
		return "none"
	}
	return g.Severity.String() + " " + g.Tier.String()
}

// Mark is what a record holds of one entry.
type Mark struct {
	ID    string `json:"id"`
	Label Label  `json:"label"`
	Grade

	// class and checks are those of the run; they are not recorded.
	class  string
	checks []string
}

// MarshalJSON leaves the grade out for what is innocent and passes, so that it stands where there is something to see.
func (m Mark) MarshalJSON() ([]byte, error) {
	line := struct {
		ID    string `json:"id"`
		Label Label  `json:"label"`
		*Grade
	}{ID: m.ID, Label: m.Label}
	if m.Any() || m.Label == Malicious {
		line.Grade = &m.Grade
	}
	return json.Marshal(line)
}

// Record is a scorecard that is kept to compare later runs with: what the checks made of every scored entry, and the counts
// that a person wants to see in a diff.
type Record struct {
	Overall   Row     `json:"overall"`
	Launches  Row     `json:"launches,omitzero"`
	Benign    Counts  `json:"benign"`
	Twins     Counts  `json:"twins"`
	Contested Counts  `json:"contested"`
	Classes   []Group `json:"classes"`
	// Entries are sorted by ID.
	Entries []Mark `json:"entries"`
}

// NewRecord makes the record of a run. A run in which a check failed is not recorded, since it says less than it should.
func NewRecord(c *Corpus, verdicts []Verdict) (Record, error) {
	s, err := NewScorecard(c, verdicts)
	if err != nil {
		return Record{}, err
	}
	if len(s.FailedChecks) > 0 {
		return Record{}, fmt.Errorf("%s failed, so the run says too little to be recorded", printable(s.FailedChecks[0]))
	}
	return Record{
		Overall: s.Overall, Launches: s.Launches, Benign: s.Benign, Twins: s.Twins, Contested: s.Contested, Classes: s.Classes, Entries: marks(c, verdicts),
	}, nil
}

// marks returns the marks of a run, sorted by ID.
func marks(c *Corpus, verdicts []Verdict) []Mark {
	byID := make(map[string]Verdict, len(verdicts))
	for _, v := range verdicts {
		byID[v.ID] = v
	}
	out := make([]Mark, 0, len(verdicts))
	for _, e := range c.Entries {
		if v, ok := byID[e.ID]; ok {
			out = append(out, Mark{ID: e.ID, Label: e.Label, Grade: Grade{v.Severity, v.Tier}, class: e.Class(), checks: v.Signals})
		}
	}
	slices.SortFunc(out, func(a, b Mark) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// Write writes the record as JSON with one class and one entry a line, so that a diff of it shows what changed.
func (r Record) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	var failed error
	put := func(before string, v any, after string) {
		data, err := json.Marshal(v)
		failed = errors.Join(failed, err)
		fmt.Fprintf(b, "%s%s%s\n", before, data, after)
	}
	fmt.Fprintln(b, "{")
	put(`  "overall": `, r.Overall, ",")
	if r.Launches != (Row{}) {
		put(`  "launches": `, r.Launches, ",")
	}
	put(`  "benign": `, r.Benign, ",")
	put(`  "twins": `, r.Twins, ",")
	put(`  "contested": `, r.Contested, ",")
	fmt.Fprintln(b, `  "classes": [`)
	for i, g := range r.Classes {
		put("    ", g, comma(i, len(r.Classes)))
	}
	fmt.Fprintln(b, "  ],\n  \"entries\": [")
	for i, m := range r.Entries {
		put("    ", m, comma(i, len(r.Entries)))
	}
	fmt.Fprintln(b, "  ]\n}")
	return errors.Join(failed, b.Flush())
}

// comma is what stands after item i of n.
func comma(i, n int) string {
	if i < n-1 {
		return ","
	}
	return ""
}

// ReadRecord reads what Write writes. An entry that is there twice, or out of order, is an error: that is what a merge that
// went wrong looks like.
func ReadRecord(r io.Reader) (Record, error) {
	var rec Record
	dec := json.NewDecoder(io.LimitReader(r, maxRecordBytes))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&rec); err != nil {
		return rec, fmt.Errorf("read the scorecard: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return rec, errors.New("read the scorecard: something follows the JSON document")
	}
	for i, m := range rec.Entries {
		switch {
		case m.ID == "" || !m.Label.known() || m.Label == Context:
			return rec, fmt.Errorf("read the scorecard: entry %d (%s) has no id or no label that is scored", i+1, quote(m.ID))
		case i > 0 && rec.Entries[i-1].ID >= m.ID:
			return rec, fmt.Errorf("read the scorecard: entry %s is there twice or out of order", quote(m.ID))
		}
	}
	return rec, nil
}
