package corpus

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

const (
	// maxListed bounds the entries listed for each kind of change.
	maxListed = 10
	// maxMistakes bounds the mistakes listed by a gate: most are known, and what is new is among the changes.
	maxMistakes = 20
)

// Report is what the gate says: the scorecard, what changed against the committed one, and whether that is enough.
type Report struct {
	Scorecard Scorecard
	// Compared says whether there was a record to compare with; Changes holds what differs from it.
	Compared bool
	Changes  []Change
	// Breaches are the reasons for which the gate fails. Without any it passes.
	Breaches []Breach
}

// Passed reports whether the gate is passed.
func (r Report) Passed() bool { return len(r.Breaches) == 0 }

// Verdict is the last word: GATE PASSED, or GATE FAILED with one reason a line. It ends with a line feed.
func (r Report) Verdict() string {
	if !r.Passed() {
		return "GATE FAILED: " + Reasons(r.Breaches) + "\n"
	}
	return "GATE PASSED: " + r.measured() + "\n"
}

// measured counts the entries.
func (r Report) measured() string {
	s := r.Scorecard
	return fmt.Sprintf("%d attacks, %d hard negatives, %d benign",
		s.Overall.Malicious.N+s.Launches.Malicious.N, s.Overall.HardNegatives.N+s.Launches.HardNegatives.N, s.Benign.N)
}

// Better counts the changes that are none for the worse: the gate passes with them, and the committed scorecard does not hold
// them.
func (r Report) Better() int {
	n := 0
	for _, c := range r.Changes {
		switch c.Kind {
		case Found, Strengthened, Gone, Eased, Rejudged:
			n++
		}
	}
	return n
}

// Worse counts the changes by which checks became worse, and those that take an entry or its label out of the comparison.
func (r Report) Worse() int {
	n := 0
	for _, c := range r.Changes {
		switch c.Kind {
		case Lost, Gained, Weakened, Worsened, Vanished, Relabelled:
			n++
		}
	}
	return n
}

// WriteText writes the scorecard as a table, the first of the mistakes, and what changed, worst first.
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

// changes lists what changed, kind by kind.
func (r Report) changes(b *strings.Builder) {
	if len(r.Changes) == 0 {
		b.WriteString("nothing changed against the committed scorecard\n")
		return
	}
	b.WriteString("changed against the committed scorecard:\n")
	listChanges(b, r.Changes, listForm{head: "%s (%s)\n", item: "  %s: %s\n", more: "  and %d more\n", safe: printable})
}

// listForm says how lists of changes are written: formats of a title with its count, of an entry with what is said of it, and of the
// number of those left out; what ends a list; and how foreign names are made safe.
type listForm struct {
	head, item, more, end string
	safe                  func(string) string
}

// listChanges writes the changes kind by kind, the worst first, and at most maxListed of each.
func listChanges(b *strings.Builder, changes []Change, form listForm) {
	for _, k := range kinds {
		list := of(changes, k.kind)
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

// tallied counts changes; of new entries it says on how many the checks are wrong.
func tallied(list []Change) string {
	missed, alarms := 0, 0
	for _, c := range list {
		missed += one(c.Kind == New && c.wrong() && c.Label == Malicious)
		alarms += one(c.Kind == New && c.wrong() && c.Label == Benign)
	}
	s := fmt.Sprint(len(list))
	if missed > 0 {
		s += fmt.Sprintf(", attacks missed: %d", missed)
	}
	if alarms > 0 {
		s += fmt.Sprintf(", false alarms: %d", alarms)
	}
	return s
}

// says words a change, with names made fit by the given function.
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

// WriteJSON writes the scorecard with its shares, the changes and the verdict as one indented JSON document. "changes" is
// missing when there was nothing to compare with.
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
