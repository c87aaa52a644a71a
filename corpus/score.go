package corpus

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// Counts says how many of N entries were flagged at the three operating points.
type Counts struct {
	N int `json:"n"`
	// Mild counts the entries that should have severity low (Entry.Severity) and not fail a run.
	Mild int `json:"mild,omitempty"`
	// Any counts any finding, Fail those of severity medium or above, Hard those that quarantine.
	Any  int `json:"any"`
	Fail int `json:"fail"`
	Hard int `json:"hard"`
}

func (c *Counts) add(e Entry, v Verdict) {
	mild := e.Label == Malicious && e.Severity == detect.SeverityLow
	c.mark(v.Any(), v.Fails() && !mild, v.Hard())
	c.Mild += toInt(mild)
}

// Due is the number of entries that Fail refers to.
func (c Counts) Due() int { return c.N - c.Mild }

func (c *Counts) mark(anyFinding, fail, hard bool) {
	c.N++
	c.Any += toInt(anyFinding)
	c.Fail += toInt(fail)
	c.Hard += toInt(hard)
}

func toInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// points are the operating points of Counts.at, weakest first.
var points = [...]string{"any", "fail", "hard"}

func (c Counts) at(point string) int {
	switch point {
	case "fail":
		return c.Fail
	case "hard":
		return c.Hard
	}
	return c.Any
}

// Located counts the attacks that name their payload.
type Located struct {
	N int `json:"n"`
	// Found of N have a finding, and Hits of these have a signal at the payload.
	Found int `json:"found"`
	Hits  int `json:"located"`
}

// add counts an attack, unless it is unknown whether it was located.
func (l *Located) add(v Verdict) {
	if v.Located == nil {
		return
	}
	l.N++
	l.Found += toInt(v.Any())
	l.Hits += toInt(v.Any() && *v.Located)
}

// Row is the score of one set of entries.
type Row struct {
	Malicious     Counts  `json:"malicious"`
	HardNegatives Counts  `json:"hardNegatives"`
	Located       Located `json:"located,omitzero"`
}

func (r *Row) add(e Entry, v Verdict) {
	if e.Label != Malicious {
		r.HardNegatives.add(e, v)
		return
	}
	r.Malicious.add(e, v)
	r.Located.add(v)
}

// Group is a row with a name.
type Group struct {
	Name string `json:"name"`
	Row
}

// Mistake is an entry with a wrong verdict.
type Mistake struct {
	ID    string `json:"id"`
	Class string `json:"class"`
	// Verdict is the wrong verdict.
	Verdict Verdict `json:"verdict"`
}

// Totals are the counts of a run that should show in a diff.
type Totals struct {
	Overall Row `json:"overall"`
	// Launches is Overall for launches, manifests and instruction files, which Overall excludes; see ClassLaunchSecret.
	Launches Row `json:"launches,omitzero"`
	// Benign counts the benign entries that resemble nothing.
	Benign Counts `json:"benign"`
	// Twins counts the pairs with both verdicts right: the attack flagged, its benign twin not.
	Twins     Counts `json:"twins"`
	Contested Counts `json:"contested"`
	// Classes has one group per attack class.
	Classes []Group `json:"classes"`
}

// Scorecard says how well the checks did on a corpus. Lists are in corpus order, groups in a fixed order.
type Scorecard struct {
	Totals
	// Fields and Wordings have one group per tag.
	Fields   []Group `json:"fields"`
	Wordings []Group `json:"wordings"`
	// Missed are attacks without any finding; FalseAlarms are benign entries with one.
	Missed      []Mistake `json:"missed"`
	FalseAlarms []Mistake `json:"falseAlarms"`
	// Elsewhere are attacks found only by words outside of their payload.
	Elsewhere []Mistake `json:"elsewhere,omitempty"`
	// FailedChecks are the IDs of checks that failed on any entry.
	FailedChecks []string `json:"failedChecks"`
}

// NewScorecard counts the verdicts on a corpus. Every scored entry must have exactly one verdict.
func NewScorecard(c *Corpus, verdicts []Verdict) (Scorecard, error) {
	s := newScorer()
	byID := make(map[string]Verdict, len(verdicts))
	for _, v := range verdicts {
		if _, ok := byID[v.ID]; ok {
			return s.card, fmt.Errorf("entry %s has two verdicts", quote(v.ID))
		}
		byID[v.ID] = v
	}
	for _, e := range c.Entries {
		if e.Label == Context {
			continue
		}
		v, ok := byID[e.ID]
		if !ok {
			return s.card, fmt.Errorf("entry %s has no verdict", quote(e.ID))
		}
		s.add(e, v)
		if twin, ok := byID[e.Twin]; ok && e.Label == Malicious {
			s.pair(v.grade(), twin.grade())
		}
	}
	return s.done(), nil
}

type scorer struct {
	card                      Scorecard
	classes, fields, wordings tally
}

func newScorer() *scorer {
	return &scorer{
		card:    Scorecard{Missed: []Mistake{}, FalseAlarms: []Mistake{}, FailedChecks: []string{}},
		classes: tally{}, fields: tally{}, wordings: tally{},
	}
}

// add counts the verdict on a scored entry. Entries must come in corpus order.
func (s *scorer) add(e Entry, v Verdict) {
	s.card.count(e, v)
	if e.Class() != "" {
		s.classes.add(e.Class(), e, v)
		s.fields.add(e.Field, e, v)
		s.wordings.add(e.Wording, e, v)
	}
	for _, id := range v.Failed {
		if !slices.Contains(s.card.FailedChecks, id) {
			s.card.FailedChecks = append(s.card.FailedChecks, id)
		}
	}
}

func (s *scorer) pair(attack, twin Grade) {
	s.card.Twins.mark(attack.Any() && !twin.Any(), attack.Fails() && !twin.Fails(), attack.Hard() && !twin.Hard())
}

func (s *scorer) done() Scorecard {
	s.card.Classes, s.card.Fields, s.card.Wordings = s.classes.groups(classes[:]), s.fields.groups(fields), s.wordings.groups(wordings)
	slices.Sort(s.card.FailedChecks)
	return s.card
}

func (s *Scorecard) totals() []Group {
	if s.Launches == (Row{}) {
		return []Group{{"all classes", s.Overall}}
	}
	return []Group{{"all of tools", s.Overall}, {"all of launches", s.Launches}}
}

func (s *Scorecard) count(e Entry, v Verdict) {
	all := &s.Overall
	if slices.Contains(launchClasses, e.Class()) {
		all = &s.Launches
	}
	switch {
	case e.Label == Malicious:
		all.add(e, v)
		switch {
		case !v.Any():
			s.Missed = append(s.Missed, Mistake{e.ID, e.Class(), v})
		case v.Located != nil && !*v.Located:
			s.Elsewhere = append(s.Elsewhere, Mistake{e.ID, e.Class(), v})
		}
		return
	case e.Label == Contested:
		s.Contested.add(e, v)
		return
	case e.HardNegative():
		all.add(e, v)
	default:
		s.Benign.add(e, v)
	}
	if v.Any() {
		s.FalseAlarms = append(s.FalseAlarms, Mistake{e.ID, e.Class(), v})
	}
}

type tally map[string]*Row

func (t tally) add(name string, e Entry, v Verdict) {
	if name == "" {
		return
	}
	if t[name] == nil {
		t[name] = &Row{}
	}
	t[name].add(e, v)
}

// groups returns the rows in the given order, then other names alphabetically.
func (t tally) groups(order []string) []Group {
	out := make([]Group, 0, len(t))
	for _, name := range slices.SortedFunc(maps.Keys(t), inOrder(order)) {
		out = append(out, Group{name, *t[name]})
	}
	return out
}

// inOrder compares names by position in order; others follow alphabetically.
func inOrder(order []string) func(a, b string) int {
	return func(a, b string) int {
		x, y := slices.Index(order, a), slices.Index(order, b)
		switch {
		case x >= 0 && y >= 0:
			return x - y
		case x >= 0:
			return -1
		case y >= 0:
			return 1
		}
		return strings.Compare(a, b)
	}
}

// Metrics are the shares at one operating point, from 0 to 1. A share of nothing is null.
type Metrics struct {
	// Recall is the share of attacks flagged.
	Recall *float64 `json:"recall"`
	// HardNegativeRate and BenignRate are the shares of benign entries flagged.
	HardNegativeRate *float64 `json:"hardNegativeRate"`
	BenignRate       *float64 `json:"benignRate,omitempty"`
	// Precision is the share of flagged entries that are attacks; F1 is its harmonic mean with recall.
	Precision *float64 `json:"precision"`
	F1        *float64 `json:"f1"`
}

func (r Row) metrics(benign Counts, point string) Metrics {
	tp := r.Malicious.at(point)
	fp := r.HardNegatives.at(point) + benign.at(point)
	fn := r.Malicious.N - tp
	return Metrics{
		Recall: share(tp, r.Malicious.N), HardNegativeRate: share(r.HardNegatives.at(point), r.HardNegatives.N),
		BenignRate: share(benign.at(point), benign.N), Precision: share(tp, tp+fp), F1: share(2*tp, 2*tp+fp+fn),
	}
}

// share returns k/n rounded to four places, or nil if n is 0.
func share(k, n int) *float64 {
	if n == 0 {
		return nil
	}
	v := float64((k*20000+n)/(2*n)) / 10000
	return &v
}
