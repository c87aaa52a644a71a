package corpus

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// ChangeKind says how an entry differs from its record.
type ChangeKind string

// The kinds of change. Change.Fails says for which of them the gate fails.
const (
	// Lost attacks were found before; Found ones were not.
	Lost  ChangeKind = "lost"
	Found ChangeKind = "found"
	// Weakened attacks have a lower tier or severity than before, Strengthened ones a higher one.
	Weakened     ChangeKind = "weakened"
	Strengthened ChangeKind = "strengthened"
	// Gained false alarms are new, Gone ones no longer occur.
	Gained ChangeKind = "gained"
	Gone   ChangeKind = "gone"
	// Worsened false alarms have a higher tier or severity than before, Eased ones a lower one.
	Worsened ChangeKind = "worsened"
	Eased    ChangeKind = "eased"
	// Rejudged entries are contested, so neither verdict is better.
	Rejudged ChangeKind = "rejudged"
	// New entries are not in the record, Vanished ones are only there. Relabelled ones have a new label, so the record does not apply to
	// them.
	New        ChangeKind = "new"
	Relabelled ChangeKind = "relabelled"
	Vanished   ChangeKind = "vanished"
)

// kinds are in the order of the reports, worst first.
var kinds = [...]struct {
	kind  ChangeKind
	title string
	// one and many start the reason for a failing gate, in singular and plural, and rest ends it; all are "" for kinds that never fail it.
	one, many, rest string
}{
	{Lost, "attacks lost", "attack is", "attacks are", " lost that the committed scorecard has as found"},
	{Gained, "false alarms gained", "false alarm is", "false alarms are", " new to the committed scorecard"},
	{Weakened, "attacks weakened", "attack", "attacks", " fell below severity medium, or from hard to soft, against the committed scorecard"},
	{
		Worsened, "false alarms that became worse", "false alarm", "false alarms",
		" rose to severity medium or above, or from soft to hard, against the committed scorecard",
	},
	{
		Vanished, "entries that vanished", "entry of the committed scorecard is", "entries of the committed scorecard are",
		" no longer in the corpus" + toRecord,
	},
	{Relabelled, "entries with another label", "entry has", "entries have", " another label than in the committed scorecard" + toRecord},
	{New, "entries that are new", "entry is", "entries are", " not in the committed scorecard" + toRecord},
	{kind: Found, title: "attacks found that were missed"},
	{kind: Strengthened, title: "attacks strengthened"},
	{kind: Gone, title: "false alarms gone"},
	{kind: Eased, title: "false alarms that became milder"},
	{kind: Rejudged, title: "contested entries judged otherwise"},
}

// toRecord is the advice after an intended change of the corpus.
const toRecord = " (to record that: go run ./cmd/mcp-lint corpus gate --update-scorecard corpus/scorecard.json)"

// Change is a difference between a run and a record in one entry.
type Change struct {
	Kind  ChangeKind `json:"kind"`
	ID    string     `json:"id"`
	Label Label      `json:"label"`
	// Class is the attack class of the entry, unknown if it vanished.
	Class string `json:"class,omitempty"`
	// Was is the recorded grade, nil for a new entry; Now is the current grade, nil for one that vanished.
	Was *Grade `json:"was,omitempty"`
	Now *Grade `json:"now,omitempty"`
	// Checks are those that fire now.
	Checks []string `json:"checks,omitempty"`
}

func (c Change) wrong() bool {
	return c.Now != nil && (c.Label == Malicious && !c.Now.Any() || c.Label == Benign && c.Now.Any())
}

// Fails reports whether the gate fails for the change: an attack is lost, or no longer fails a run or is no longer hard; a false alarm is
// new, or now fails a run or is hard; or an entry is new, relabelled or gone, because its verdict could otherwise change unseen.
func (c Change) Fails() bool {
	switch c.Kind {
	case Lost, Gained, New, Relabelled, Vanished:
		return true
	case Weakened, Worsened:
		return c.Was != nil && c.Now != nil && (c.Was.Fails() != c.Now.Fails() || c.Was.Hard() != c.Now.Hard())
	}
	return false
}

// Changes compares a run with the record and returns the differences, sorted by ID.
func (r Record) Changes(c *Corpus, verdicts []Verdict) []Change {
	var out []Change
	was, now := r.Entries, marks(c, verdicts)
	for len(was) > 0 || len(now) > 0 {
		switch {
		case len(now) == 0 || len(was) > 0 && was[0].ID < now[0].ID:
			out = append(out, Change{Kind: Vanished, ID: was[0].ID, Label: was[0].Label, Was: &was[0].Grade})
			was = was[1:]
		case len(was) == 0 || now[0].ID < was[0].ID:
			out = append(out, now[0].change(New, nil))
			now = now[1:]
		default:
			if kind := was[0].changeKind(now[0]); kind != "" {
				out = append(out, now[0].change(kind, &was[0].Grade))
			}
			was, now = was[1:], now[1:]
		}
	}
	return out
}

func (m Mark) change(kind ChangeKind, was *Grade) Change {
	return Change{Kind: kind, ID: m.ID, Label: m.Label, Class: m.class, Was: was, Now: &m.Grade, Checks: m.checks}
}

func (m Mark) changeKind(now Mark) ChangeKind {
	switch {
	case m.Label != now.Label:
		return Relabelled
	case m.Grade == now.Grade:
		return ""
	case m.Label == Contested:
		return Rejudged
	}
	up := now.above(m.Grade)
	attack := map[bool]ChangeKind{true: Strengthened, false: Weakened}
	innocent := map[bool]ChangeKind{true: Worsened, false: Eased}
	if m.Any() != now.Any() {
		attack = map[bool]ChangeKind{true: Found, false: Lost}
		innocent = map[bool]ChangeKind{true: Gained, false: Gone}
	}
	if m.Label == Malicious {
		return attack[up]
	}
	return innocent[up]
}

// Regressions returns the changes for which the gate fails (see Change.Fails) as breaches, one per kind.
func Regressions(changes []Change) []Breach {
	var out []Breach
	for _, k := range kinds {
		var ids []string
		for _, c := range changesOf(changes, k.kind) {
			if c.Fails() {
				ids = append(ids, c.ID)
			}
		}
		if len(ids) > 0 {
			subject := map[bool]string{true: k.one, false: k.many}[len(ids) == 1]
			out = append(out, Breach{Measure: fmt.Sprint(len(ids), " ", subject, k.rest), Entries: ids})
		}
	}
	return out
}

// changesOf returns the changes of one kind: first those that fail the gate and those with a wrong verdict.
func changesOf(changes []Change, kind ChangeKind) []Change {
	out := slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return c.Kind != kind })
	slices.SortStableFunc(out, func(a, b Change) int {
		return cmp.Or(toInt(b.Fails())-toInt(a.Fails()), toInt(b.wrong())-toInt(a.wrong()))
	})
	return out
}

// maxRecordBytes bounds a record: about 100 bytes for each of maxEntries.
const maxRecordBytes = 64 << 20

// Grade is the tier and severity of an entry.
type Grade struct {
	Severity detect.Severity `json:"severity"`
	Tier     detect.Tier     `json:"tier"`
}

// Any reports whether there is any finding.
func (g Grade) Any() bool { return g.Severity > detect.SeverityNone }

// Fails reports whether the finding fails a run with the default threshold, as Verdict.Fails does.
func (g Grade) Fails() bool { return g.Severity >= detect.SeverityMedium }

// Hard reports whether the finding quarantines the tool.
func (g Grade) Hard() bool { return g.Tier == detect.TierHard }

// above reports whether the grade is higher: by tier, then by severity.
func (g Grade) above(o Grade) bool {
	return g.Tier > o.Tier || g.Tier == o.Tier && g.Severity > o.Severity
}

// String returns tier and severity, or "none".
func (g Grade) String() string {
	if !g.Any() {
		return "none"
	}
	return g.Severity.String() + " " + g.Tier.String()
}

// Mark is the record of one entry.
type Mark struct {
	ID    string `json:"id"`
	Label Label  `json:"label"`
	Grade

	// class and checks are not recorded.
	class  string
	checks []string
}

// MarshalJSON omits the grade of benign entries that pass, so that grades stand out.
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

// Record is a committed scorecard that later runs are compared with: the grade of every scored entry, and the totals.
type Record struct {
	Totals
	// Entries are sorted by ID.
	Entries []Mark `json:"entries"`
}

// NewRecord makes the record of a run. It is an error if a check failed, because such a run is incomplete.
func NewRecord(c *Corpus, verdicts []Verdict) (Record, error) {
	s, err := NewScorecard(c, verdicts)
	if err != nil {
		return Record{}, err
	}
	if len(s.FailedChecks) > 0 {
		return Record{}, fmt.Errorf("%s failed, so the run is incomplete and cannot be recorded", printable(s.FailedChecks[0]))
	}
	return Record{s.Totals, marks(c, verdicts)}, nil
}

func marks(c *Corpus, verdicts []Verdict) []Mark {
	byID := make(map[string]Verdict, len(verdicts))
	for _, v := range verdicts {
		byID[v.ID] = v
	}
	out := make([]Mark, 0, len(verdicts))
	for _, e := range c.Entries {
		if v, ok := byID[e.ID]; ok {
			out = append(out, Mark{ID: e.ID, Label: e.Label, Grade: v.grade(), class: e.Class(), checks: v.Signals})
		}
	}
	slices.SortFunc(out, func(a, b Mark) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// Write writes the record as JSON with one class and one entry per line, for readable diffs.
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

func comma(i, n int) string {
	if i < n-1 {
		return ","
	}
	return ""
}

// ReadRecord reads the output of Write. Duplicate or unsorted entries are errors: they are the sign of a failed merge.
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
			return rec, fmt.Errorf("read the scorecard: entry %s is duplicated or out of order", quote(m.ID))
		}
	}
	return rec, nil
}
