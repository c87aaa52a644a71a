package corpus

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Breach is one reason for which the gate fails: a floor that was not reached, a check that failed, or entries on which
// the checks became worse.
type Breach struct {
	// Class is the attack class, or "" for the whole corpus.
	Class string `json:"class,omitempty"`
	// Measure is what was measured, such as "recall" or "false alarms on hard negatives".
	Measure string `json:"measure"`
	// Hits of N entries, both 0 where no share is meant. Limit is the share that was asked for: the least one when AtLeast is
	// true, else the greatest.
	Hits    int     `json:"hits"`
	N       int     `json:"n"`
	Limit   float64 `json:"limit"`
	AtLeast bool    `json:"atLeast"`
	// Entries are the IDs of the entries that were wrong, as far as they are known one by one.
	Entries []string `json:"entries,omitempty"`
}

// maxNamed bounds the entries that Breach.String names: more of them hide the reason.
const maxNamed = 10

// String is the reason in one line.
func (b Breach) String() string { return b.words(printable) }

// words is the reason with names made fit by the given function.
func (b Breach) words(name func(string) string) string {
	if b.N == 0 {
		return b.Measure + b.named(name)
	}
	of, side := "", "above"
	if b.Class != "" {
		of = " (" + name(b.Class) + ")"
	}
	if b.AtLeast {
		side = "below"
	}
	return fmt.Sprintf("%s%s is %.3f, %s %.3f: %d of %d", b.Measure, of, float64(b.Hits)/float64(b.N), side, b.Limit, b.Hits, b.N) + b.named(name)
}

// named lists the first of the entries.
func (b Breach) named(name func(string) string) string {
	if len(b.Entries) == 0 {
		return ""
	}
	first := b.Entries[:min(len(b.Entries), maxNamed)]
	s := "; see " + listed(first, name)
	if more := len(b.Entries) - len(first); more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

// Reasons renders breaches for people, one line each, in the given order, without a line feed at the end.
func Reasons(breaches []Breach) string {
	lines := make([]string, len(breaches))
	for i, b := range breaches {
		lines[i] = b.String()
	}
	return strings.Join(lines, "\n")
}

// Gate compares the scorecard with the thresholds and returns what is not reached, overall first, then by class. A
// scorecard that cannot be judged, because a set that a threshold is about has no entries, is an error and never a pass.
func (s Scorecard) Gate(t Thresholds) ([]Breach, error) {
	if err := s.judgeable(t); err != nil {
		return nil, err
	}
	var out []Breach
	for _, id := range s.FailedChecks {
		out = append(out, Breach{Measure: printable(id) + " failed while the corpus was measured"})
	}
	out = append(out, s.row("", s.Overall, t.Overall)...)
	if t.Launches != (Floors{}) {
		out = append(out, s.row(allLaunches, s.Launches, t.Launches)...)
	}
	if over(s.Benign.Any, s.Benign.N, t.MaxBenignFP) {
		out = append(out, Breach{
			Measure: "false alarms on plain benign tools", Hits: s.Benign.Any, N: s.Benign.N, Limit: t.MaxBenignFP,
			Entries: alarms(s.FalseAlarms, func(m Mistake) bool { return m.Class == "" }),
		})
	}
	if m := s.Overall.Malicious; under(m.Hard, m.N, t.MinHard) {
		out = append(out, Breach{Measure: "recall of hard findings", Hits: m.Hard, N: m.N, Limit: t.MinHard, AtLeast: true})
	}
	if under(s.Twins.Any, s.Twins.N, t.MinTwins) {
		out = append(out, Breach{Measure: "twins that are both right", Hits: s.Twins.Any, N: s.Twins.N, Limit: t.MinTwins, AtLeast: true})
	}
	for _, g := range s.Classes {
		out = append(out, s.row(g.Name, g.Row, t.floors(g.Name))...)
	}
	return out, nil
}

// judgeable returns an error when something that must be measured has no entries: attacks, hard negatives and plain benign
// entries overall, attacks and hard negatives of each class that occurs, and whatever a floor is set for by name.
func (s Scorecard) judgeable(t Thresholds) error {
	switch {
	case s.Overall.Malicious.N == 0 && s.Overall.HardNegatives.N == 0 && s.Benign.N == 0:
		return ErrEmpty
	case s.Overall.Malicious.N == 0:
		return errors.New("the corpus has no malicious entries, so there is no recall to gate")
	case s.Overall.HardNegatives.N == 0:
		return errors.New("the corpus has no hard negatives (benign entries with \"resembles\"), so there are no false alarms to gate")
	case s.Benign.N == 0:
		return errors.New("the corpus has no plain benign entries (without \"resembles\"), so there are no false alarms on them to gate")
	case t.MinTwins > 0 && s.Twins.N == 0:
		return errors.New("the corpus has no twins, though a floor is set for them")
	case t.Overall.MinLocated > 0 && s.Overall.Located.N == 0:
		return errors.New("no attack of the corpus names its words (\"payload\"), though a floor is set for locating them")
	}
	have := make(map[string]Row, len(s.Classes))
	unclassed := s.Overall.Malicious.N + s.Launches.Malicious.N
	for _, g := range s.Classes {
		have[g.Name] = g.Row
		unclassed -= g.Malicious.N
		switch {
		case g.Malicious.N == 0:
			return fmt.Errorf("class %s has hard negatives and no malicious entries, so its recall cannot be gated", quote(g.Name))
		case g.HardNegatives.N == 0:
			return fmt.Errorf("class %s has no hard negatives (benign entries that \"resembles\" it), so its false alarms cannot be gated", quote(g.Name))
		case t.floors(g.Name).MinLocated > 0 && g.Located.N == 0:
			return fmt.Errorf("no attack of class %s names its words (\"payload\"), though a floor is set for locating them", quote(g.Name))
		}
	}
	if unclassed > 0 {
		return fmt.Errorf("malicious entries without a class (no \"category\"): %d, so their recall cannot be gated by class", unclassed)
	}
	for _, name := range slices.Sorted(maps.Keys(t.Classes)) {
		if _, ok := have[name]; !ok {
			return fmt.Errorf("class %s has no entries, though floors are set for it", quote(name))
		}
	}
	return nil
}

// allLaunches is how Scorecard.Launches is called among classes.
const allLaunches = "launches"

// row compares one row with its floors.
func (s Scorecard) row(class string, r Row, f Floors) []Breach {
	var out []Breach
	mine := func(m Mistake) bool {
		switch class {
		case "":
			return m.Class != "" && !slices.Contains(apart, m.Class)
		case allLaunches:
			return slices.Contains(apart, m.Class)
		}
		return m.Class == class
	}
	if under(r.Malicious.Any, r.Malicious.N, f.MinRecall) {
		out = append(out, Breach{
			Class: class, Measure: "recall", Hits: r.Malicious.Any, N: r.Malicious.N, Limit: f.MinRecall, AtLeast: true,
			Entries: alarms(s.Missed, mine),
		})
	}
	if under(r.Malicious.Fail, r.Malicious.N, f.MinFail) {
		// Most of the entries are mild as they were; those that became so are among the changes.
		out = append(out, Breach{
			Class: class, Measure: "recall of severity medium or above", Hits: r.Malicious.Fail, N: r.Malicious.N, Limit: f.MinFail, AtLeast: true,
		})
	}
	if under(r.Located.Hits, r.Located.Found, f.MinLocated) {
		out = append(out, Breach{
			Class: class, Measure: "found attacks with their words located", Hits: r.Located.Hits, N: r.Located.Found, Limit: f.MinLocated,
			AtLeast: true, Entries: alarms(s.Elsewhere, mine),
		})
	}
	if over(r.HardNegatives.Any, r.HardNegatives.N, f.MaxFP) {
		out = append(out, Breach{
			Class: class, Measure: "false alarms on hard negatives", Hits: r.HardNegatives.Any, N: r.HardNegatives.N,
			Limit: f.MaxFP, Entries: alarms(s.FalseAlarms, mine),
		})
	}
	if over(r.HardNegatives.Fail, r.HardNegatives.N, f.MaxFPFail) {
		failing := func(m Mistake) bool { return mine(m) && m.Verdict.Fails() }
		out = append(out, Breach{
			Class: class, Measure: "false alarms of severity medium or above on hard negatives", Hits: r.HardNegatives.Fail,
			N: r.HardNegatives.N, Limit: f.MaxFPFail, Entries: alarms(s.FalseAlarms, failing),
		})
	}
	return out
}

func alarms(all []Mistake, keep func(Mistake) bool) []string {
	var ids []string
	for _, m := range all {
		if keep(m) {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// slack absorbs what floating point makes of shares such as 0.9 of 10.
const slack = 1e-9

func under(hits, n int, floor float64) bool { return n > 0 && float64(hits) < floor*float64(n)-slack }

func over(hits, n int, limit float64) bool { return n > 0 && float64(hits) > limit*float64(n)+slack }
