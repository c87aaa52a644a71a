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

// ChangeKind says in which way an entry changed against a record.
type ChangeKind string

// The kinds of change. For which of them the gate fails says Change.Fails.
const (
	// Lost attacks were found, and Found ones were not.
	Lost  ChangeKind = "lost"
	Found ChangeKind = "found"
	// Weakened attacks are found with a lower tier or severity, Strengthened ones with a higher one.
	Weakened     ChangeKind = "weakened"
	Strengthened ChangeKind = "strengthened"
	// Gained false alarms were none, and Gone ones are none now.
	Gained ChangeKind = "gained"
	Gone   ChangeKind = "gone"
	// Worsened false alarms have a higher tier or severity, Eased ones a lower one.
	Worsened ChangeKind = "worsened"
	Eased    ChangeKind = "eased"
	// Rejudged entries are contested, so that neither way is better.
	Rejudged ChangeKind = "rejudged"
	// New entries are not in the record, and Vanished ones only there. Relabelled ones have another label than before, so
	// that the record says nothing of them.
	New        ChangeKind = "new"
	Relabelled ChangeKind = "relabelled"
	Vanished   ChangeKind = "vanished"
)

// kinds are the kinds in the order of the reports, which begin with what is worse.
var kinds = [...]struct {
	kind  ChangeKind
	title string
	// one and many begin the reason of a gate that fails for the kind, for one change and for several, and rest ends it; "" where none fails.
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

// toRecord says what to run when the corpus itself changed, and on purpose.
const toRecord = " (to record that: go run ./cmd/mcp-lint corpus gate --update-scorecard corpus/scorecard.json)"

// Change is an entry of which a run and a record say different things.
type Change struct {
	Kind  ChangeKind `json:"kind"`
	ID    string     `json:"id"`
	Label Label      `json:"label"`
	// Class is the attack class that the entry counts for; it is not known of entries that vanished.
	Class string `json:"class,omitempty"`
	// Was is the grade in the record, nil for an entry that is not there; Now is that of the run, nil for one that vanished.
	Was *Grade `json:"was,omitempty"`
	Now *Grade `json:"now,omitempty"`
	// Checks are those that fire now.
	Checks []string `json:"checks,omitempty"`
}

func (c Change) wrong() bool {
	return c.Now != nil && (c.Label == Malicious && !c.Now.Any() || c.Label == Benign && c.Now.Any())
}

// Fails reports whether the gate fails for the change: an attack that is lost, or that would fail a run with the default
// threshold, or be hard, no longer; a false alarm that is new, or that does so now; and an entry that the record does not know
// with this label, or that the corpus does not have any more, since its verdict could change unseen.
func (c Change) Fails() bool {
	switch c.Kind {
	case Lost, Gained, New, Relabelled, Vanished:
		return true
	case Weakened, Worsened:
		return c.Was != nil && c.Now != nil && (c.Was.Fails() != c.Now.Fails() || c.Was.Hard() != c.Now.Hard())
	}
	return false
}

// Changes compares a run with the record, entry by entry, and returns what differs, sorted by ID.
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
			if kind := was[0].turned(now[0]); kind != "" {
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

func (m Mark) turned(now Mark) ChangeKind {
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

// Regressions returns the changes for which the gate fails (see Change.Fails), as reasons, one for each kind of change.
func Regressions(changes []Change) []Breach {
	var out []Breach
	for _, k := range kinds {
		var ids []string
		for _, c := range of(changes, k.kind) {
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

// of returns the changes of one kind, those first for which the gate fails and about which the checks are wrong.
func of(changes []Change, kind ChangeKind) []Change {
	out := slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return c.Kind != kind })
	slices.SortStableFunc(out, func(a, b Change) int { return cmp.Or(one(b.Fails())-one(a.Fails()), one(b.wrong())-one(a.wrong())) })
	return out
}

// maxRecordBytes bounds a record that is read: some 100 bytes for each of maxEntries.
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

// Record is a scorecard that is kept to compare later runs with: what the checks made of every scored entry, and the totals.
type Record struct {
	Totals
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
