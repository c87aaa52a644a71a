package corpus

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Breach is one reason for the gate to fail: a floor that was not reached, a check that failed, or entries whose verdicts became worse.
type Breach struct {
	// Class is the attack class, or "" for the whole corpus.
	Class string `json:"class,omitempty"`
	// Measure is what was measured, such as "recall" or "false alarms on hard negatives".
	Measure string `json:"measure"`
	// Hits of N entries, both 0 if the breach is not about a share. Limit is the required share: a minimum if AtLeast is true, else a
	// maximum.
	Hits    int     `json:"hits"`
	N       int     `json:"n"`
	Limit   float64 `json:"limit"`
	AtLeast bool    `json:"atLeast"`
	// Entries are the IDs of the wrong entries, if known.
	Entries []string `json:"entries,omitempty"`
}

// maxNamed is the number of entries that Breach.String names; more would hide the reason.
const maxNamed = 10

// String returns the reason on one line.
func (b Breach) String() string { return b.words(printable) }

func (b Breach) words(name func(string) string) string {
	if b.N == 0 {
		return b.Measure + b.namedEntries(name)
	}
	of, side := "", "above"
	if b.Class != "" {
		of = " (" + name(b.Class) + ")"
	}
	if b.AtLeast {
		side = "below"
	}
	share, limit := apartFrom(float64(b.Hits)/float64(b.N), b.Limit)
	return fmt.Sprintf("%s%s is %s, %s %s: %d of %d", b.Measure, of, share, side, limit, b.Hits, b.N) + b.namedEntries(name)
}

// apartFrom writes a share and its limit with three decimals, or with as many as it takes to tell them apart.
func apartFrom(a, b float64) (share, limit string) {
	for decimals := 3; decimals <= 6; decimals++ {
		share, limit = strconv.FormatFloat(a, 'f', decimals, 64), strconv.FormatFloat(b, 'f', decimals, 64)
		if share != limit {
			break
		}
	}
	return share, limit
}

func (b Breach) namedEntries(name func(string) string) string {
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

func (b Breach) breached() bool {
	if b.AtLeast {
		return under(b.Hits, b.N, b.Limit)
	}
	return over(b.Hits, b.N, b.Limit)
}

// Reasons formats breaches for people, one per line, in the given order, without a final line feed.
func Reasons(breaches []Breach) string {
	lines := make([]string, len(breaches))
	for i, b := range breaches {
		lines[i] = b.String()
	}
	return strings.Join(lines, "\n")
}

// Gate returns the thresholds that the scorecard misses, overall first, then by class. It is an error, never a pass, if a threshold applies
// to a set without entries.
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
	plain := func(m Mistake) bool { return m.Class == "" }
	for _, b := range []Breach{
		{
			Measure: "false alarms on plain benign tools", Hits: s.Benign.Any, N: s.Benign.N, Limit: t.MaxBenignFP, Entries: idsOf(s.FalseAlarms, plain),
		},
		{Measure: "recall of hard findings", Hits: s.Overall.Malicious.Hard, N: s.Overall.Malicious.N, Limit: t.MinHard, AtLeast: true},
		{Measure: "twins that are both right", Hits: s.Twins.Any, N: s.Twins.N, Limit: t.MinTwins, AtLeast: true},
	} {
		if b.breached() {
			out = append(out, b)
		}
	}
	for _, g := range s.Classes {
		out = append(out, s.row(g.Name, g.Row, t.floors(g.Name))...)
	}
	return out, nil
}

// judgeable returns an error if a required set is empty: attacks, hard negatives and plain benign entries overall, attacks and hard
// negatives of each class that occurs, and every class with a floor of its own.
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

// allLaunches is the class name of Scorecard.Launches.
const allLaunches = "launches"

func (s Scorecard) row(class string, r Row, f Floors) []Breach {
	var out []Breach
	mine := func(m Mistake) bool {
		switch class {
		case "":
			return m.Class != "" && !slices.Contains(launchClasses, m.Class)
		case allLaunches:
			return slices.Contains(launchClasses, m.Class)
		}
		return m.Class == class
	}
	failing := func(m Mistake) bool { return mine(m) && m.Verdict.Fails() }
	m, h, l := r.Malicious, r.HardNegatives, r.Located
	for _, b := range []Breach{
		{Measure: "recall", Hits: m.Any, N: m.N, Limit: f.MinRecall, AtLeast: true, Entries: idsOf(s.Missed, mine)},
		// Most entries here are mild to begin with; those that became mild are among the changes.
		{Measure: "recall of severity medium or above", Hits: m.Fail, N: m.Due(), Limit: f.MinFail, AtLeast: true},
		{Measure: "found attacks with their words located", Hits: l.Hits, N: l.Found, Limit: f.MinLocated, AtLeast: true, Entries: idsOf(s.Elsewhere, mine)},
		{Measure: "false alarms on hard negatives", Hits: h.Any, N: h.N, Limit: f.MaxFP, Entries: idsOf(s.FalseAlarms, mine)},
		{
			Measure: "false alarms of severity medium or above on hard negatives", Hits: h.Fail, N: h.N, Limit: f.MaxFPFail,
			Entries: idsOf(s.FalseAlarms, failing),
		},
	} {
		if b.Class = class; b.breached() {
			out = append(out, b)
		}
	}
	return out
}

func idsOf(all []Mistake, keep func(Mistake) bool) []string {
	var ids []string
	for _, m := range all {
		if keep(m) {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// slack absorbs floating-point errors, as in 0.9 of 10.
const slack = 1e-9

func under(hits, n int, floor float64) bool { return n > 0 && float64(hits) < floor*float64(n)-slack }

func over(hits, n int, limit float64) bool { return n > 0 && float64(hits) > limit*float64(n)+slack }

// Floors are the minimum scores of a set of entries.
type Floors struct {
	// MinRecall is the minimum share of attacks with any finding; MinFail that with severity medium or above, among attacks that are not
	// mild.
	MinRecall float64 `json:"minRecall"`
	MinFail   float64 `json:"minFail"`
	// MaxFP is the maximum share of hard negatives with any finding; MaxFPFail that with severity medium or above.
	MaxFP     float64 `json:"maxFP"`
	MaxFPFail float64 `json:"maxFPFail"`
	// MinLocated is the minimum share of found attacks with a signal at the payload, among those that name one.
	MinLocated float64 `json:"minLocated"`
}

// Thresholds are the minimum scores of a corpus.
type Thresholds struct {
	Overall Floors `json:"overall"`
	// Launches applies to Scorecard.Launches, in addition to the floors of its classes.
	Launches Floors `json:"launches,omitzero"`
	// Class applies to every attack class that is not in Classes.
	Class Floors `json:"class"`
	// Classes holds floors of single classes. A class named here must have attacks and hard negatives; any other must have both if it has
	// one.
	Classes map[string]Floors `json:"classes"`
	// MaxBenignFP is the maximum share of plain benign entries with any finding.
	MaxBenignFP float64 `json:"maxBenignFP"`
	// MinHard is the minimum share of attacks with a finding that quarantines.
	MinHard float64 `json:"minHard"`
	// MinTwins is the minimum share of twin pairs in which both verdicts are right.
	MinTwins float64 `json:"minTwins"`
}

// Uniform returns thresholds with the same recall and false-alarm rate, for any finding, overall and for each class, and none for
// severities, twins and payloads.
func Uniform(minRecall, maxFP float64) Thresholds {
	f := Floors{MinRecall: minRecall, MaxFP: maxFP, MaxFPFail: maxFP}
	return Thresholds{Overall: f, Launches: f, Class: f, MaxBenignFP: maxFP}
}

// ReadThresholds reads thresholds from JSON. Unknown members and shares outside of 0 to 1 are errors: a misspelled floor would have no
// effect.
func ReadThresholds(r io.Reader) (Thresholds, error) {
	var t Thresholds
	dec := json.NewDecoder(io.LimitReader(r, 1<<20))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&t); err != nil {
		return t, fmt.Errorf("read the thresholds: %w", err)
	}
	for _, name := range append([]string{"overall", "class", allLaunches}, slices.Sorted(maps.Keys(t.Classes))...) {
		f := t.floors(name)
		if name == "overall" {
			f = t.Overall
		} else if name == allLaunches {
			f = t.Launches
		}
		for _, v := range []float64{f.MinRecall, f.MinFail, f.MaxFP, f.MaxFPFail, f.MinLocated, t.MaxBenignFP, t.MinHard, t.MinTwins} {
			if v < 0 || v > 1 {
				return t, fmt.Errorf("read the thresholds: %s: %v is not between 0 and 1", name, v)
			}
		}
	}
	return t, nil
}

func (t Thresholds) floors(class string) Floors {
	if f, ok := t.Classes[class]; ok {
		return f
	}
	return t.Class
}

// withClasses adds the named classes with the floors that apply to them, so that each must have entries.
func (t Thresholds) withClasses(names []string) Thresholds {
	named := make(map[string]Floors, len(t.Classes)+len(names))
	maps.Copy(named, t.Classes)
	for _, name := range names {
		named[name] = t.floors(name)
	}
	t.Classes = named
	return t
}

// Stricter returns thresholds that require what either of the two requires.
func (t Thresholds) Stricter(o Thresholds) Thresholds {
	out := Thresholds{
		Overall: t.Overall.stricter(o.Overall), Launches: t.Launches.orStricter(o.Launches), Class: t.Class.stricter(o.Class),
		MaxBenignFP: min(t.MaxBenignFP, o.MaxBenignFP), MinHard: max(t.MinHard, o.MinHard), MinTwins: max(t.MinTwins, o.MinTwins),
		Classes: make(map[string]Floors, len(t.Classes)+len(o.Classes)),
	}
	for name := range t.Classes {
		out.Classes[name] = t.floors(name).stricter(o.floors(name))
	}
	for name := range o.Classes {
		out.Classes[name] = t.floors(name).stricter(o.floors(name))
	}
	return out
}

// orStricter is Stricter for floors; either may be missing.
func (f Floors) orStricter(o Floors) Floors {
	switch (Floors{}) {
	case f:
		return o
	case o:
		return f
	}
	return f.stricter(o)
}

func (f Floors) stricter(o Floors) Floors {
	return Floors{
		MinRecall: max(f.MinRecall, o.MinRecall), MinFail: max(f.MinFail, o.MinFail),
		MaxFP: min(f.MaxFP, o.MaxFP), MaxFPFail: min(f.MaxFPFail, o.MaxFPFail), MinLocated: max(f.MinLocated, o.MinLocated),
	}
}

// The project's own bar. A ratcheted floor is never below it once it was reached, even if that leaves no entry to spare.
const (
	barRecall = 0.98
	barFP     = 0.03
	barFPFail = 0.01
	barTwins  = 0.95
)

// Ratchet raises thresholds to the scores reached, less one entry, and to the project's bar where that was reached. It lists the floors of
// each class, so that the loss of a class is noticed. It never lowers a threshold.
func (t Thresholds) Ratchet(s Scorecard) Thresholds {
	reached := Thresholds{
		Overall: s.Overall.floors(), Launches: s.Launches.floors(), Class: t.Class, Classes: make(map[string]Floors, len(s.Classes)),
		MaxBenignFP: atMost(s.Benign.Any, s.Benign.N, barFP), MinHard: atLeast(s.Overall.Malicious.Hard, s.Overall.Malicious.N, noBar),
		MinTwins: atLeast(s.Twins.Any, s.Twins.N, barTwins),
	}
	for _, g := range s.Classes {
		reached.Classes[g.Name] = g.floors()
	}
	return t.Stricter(reached)
}

// floors returns the scores of a row less one entry, in hundredths, rounded to the lenient side.
func (r Row) floors() Floors {
	return Floors{
		MinRecall: atLeast(r.Malicious.Any, r.Malicious.N, barRecall), MinFail: atLeast(r.Malicious.Fail, r.Malicious.Due(), noBar),
		MaxFP: atMost(r.HardNegatives.Any, r.HardNegatives.N, barFP), MaxFPFail: atMost(r.HardNegatives.Fail, r.HardNegatives.N, barFPFail),
		MinLocated: atLeast(r.Located.Hits, r.Located.Found, noBar),
	}
}

const noBar = 0

// atLeast returns the floor for a share k of n: that of k-1, rounded down, but at least the bar if k reaches it.
func atLeast(k, n int, bar float64) float64 {
	if n == 0 {
		return 0
	}
	floor := float64(max(k-1, 0)*100/n) / 100
	if !under(k, n, bar) {
		floor = max(floor, bar)
	}
	return floor
}

// atMost returns the limit for a share k of n: that of k+1, rounded up, but at most the bar if k keeps it.
func atMost(k, n int, bar float64) float64 {
	if n == 0 {
		return 1
	}
	limit := float64(min(((k+1)*100+n-1)/n, 100)) / 100
	if !over(k, n, bar) {
		limit = min(limit, bar)
	}
	return limit
}

// Write writes the thresholds as JSON in the committed form: one class per line, in the order of Classes.
func (t Thresholds) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "{\n  \"overall\": %s,\n", t.Overall)
	if t.Launches != (Floors{}) {
		fmt.Fprintf(&b, "  \"launches\": %s,\n", t.Launches)
	}
	fmt.Fprintf(&b, "  \"class\": %s,\n  \"classes\": {\n", t.Class)
	names := slices.SortedFunc(maps.Keys(t.Classes), inOrder(classes[:]))
	for i, name := range names {
		quoted, err := json.Marshal(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "    %s: %s%s\n", quoted, t.Classes[name], comma(i, len(names)))
	}
	fmt.Fprintf(&b, "  },\n  \"maxBenignFP\": %s,\n  \"minHard\": %s,\n  \"minTwins\": %s\n}\n",
		hundredths(t.MaxBenignFP), hundredths(t.MinHard), hundredths(t.MinTwins))
	_, err := io.WriteString(w, b.String())
	return err
}

// String returns the floors as JSON on one line.
func (f Floors) String() string {
	return fmt.Sprintf(`{"minRecall": %s, "minFail": %s, "maxFP": %s, "maxFPFail": %s, "minLocated": %s}`,
		hundredths(f.MinRecall), hundredths(f.MinFail), hundredths(f.MaxFP), hundredths(f.MaxFPFail), hundredths(f.MinLocated))
}

// hundredths formats a share with two decimals, or more if needed.
func hundredths(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	if back, err := strconv.ParseFloat(s, 64); err != nil || back != v {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return s
}
