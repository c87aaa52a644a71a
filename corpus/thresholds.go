package corpus

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Floors are what a set of entries must reach.
type Floors struct {
	// MinRecall is the least share of attacks with any finding, MinFail with one of severity medium or above.
	MinRecall float64 `json:"minRecall"`
	MinFail   float64 `json:"minFail"`
	// MaxFP is the greatest share of hard negatives with any finding, MaxFPFail with one of severity medium or above.
	MaxFP     float64 `json:"maxFP"`
	MaxFPFail float64 `json:"maxFPFail"`
	// MinLocated is the least share of found attacks of which a signal points at the payload, among those that name one.
	MinLocated float64 `json:"minLocated"`
}

// Thresholds are what a corpus must reach.
type Thresholds struct {
	Overall Floors `json:"overall"`
	// Launches holds for Scorecard.Launches; without it nothing is asked of them beside what is of their classes.
	Launches Floors `json:"launches,omitzero"`
	// Class holds for every attack class that Classes does not name.
	Class Floors `json:"class"`
	// Classes holds the floors of single classes. A class named here must have entries, attacks and hard negatives; any other
	// must have both when it has one.
	Classes map[string]Floors `json:"classes"`
	// MaxBenignFP is the greatest share of plain benign entries with any finding.
	MaxBenignFP float64 `json:"maxBenignFP"`
	// MinHard is the least share of attacks with a finding that quarantines.
	MinHard float64 `json:"minHard"`
	// MinTwins is the least share of twins that are both right.
	MinTwins float64 `json:"minTwins"`
}

// Uniform returns thresholds that ask the same recall, with any finding, and the same false-alarm rate overall and of each
// class, and nothing of severities, twins and payloads.
func Uniform(minRecall, maxFP float64) Thresholds {
	f := Floors{MinRecall: minRecall, MaxFP: maxFP, MaxFPFail: maxFP}
	return Thresholds{Overall: f, Launches: f, Class: f, MaxBenignFP: maxFP}
}

// ReadThresholds reads thresholds from JSON. Unknown members and shares outside of 0 to 1 are errors: a floor with a
// slip in its name would be no floor.
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
				return t, fmt.Errorf("read the thresholds: %s: %v is no share from 0 to 1", name, v)
			}
		}
	}
	return t, nil
}

// floors returns the floors of a class.
func (t Thresholds) floors(class string) Floors {
	if f, ok := t.Classes[class]; ok {
		return f
	}
	return t.Class
}

// demanding returns the thresholds with those classes named, by the floors that hold for them, so that each must have
// entries.
func (t Thresholds) demanding(names []string) Thresholds {
	named := make(map[string]Floors, len(t.Classes)+len(names))
	maps.Copy(named, t.Classes)
	for _, name := range names {
		named[name] = t.floors(name)
	}
	t.Classes = named
	return t
}

// Stricter returns the thresholds that ask for what either of the two asks for.
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

// orStricter is stricter for floors of which either may be missing.
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

// The bar that the project sets itself: a ratcheted floor is no looser than it where it was reached, even where that leaves
// no entry to change.
const (
	barRecall = 0.98
	barFP     = 0.03
	barFPFail = 0.01
	barTwins  = 0.95
)

// Ratchet returns thresholds that ask for what the scorecard reached less one entry, where that is more than is asked for now,
// and for no less than the project's bar where that was reached. Floors of classes are named one by one, so that a class that is
// lost from the corpus is noticed. Nothing is ever loosened.
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

// floors are what a row reached less one entry, in steps of a hundredth, rounded to the lenient side.
func (r Row) floors() Floors {
	return Floors{
		MinRecall: atLeast(r.Malicious.Any, r.Malicious.N, barRecall), MinFail: atLeast(r.Malicious.Fail, r.Malicious.N, noBar),
		MaxFP: atMost(r.HardNegatives.Any, r.HardNegatives.N, barFP), MaxFPFail: atMost(r.HardNegatives.Fail, r.HardNegatives.N, barFPFail),
		MinLocated: atLeast(r.Located.Hits, r.Located.Found, noBar),
	}
}

// noBar is the bar of a share of which none was asked.
const noBar = 0

// atLeast is the floor for a share of k in n that is to be large: that of one less, rounded down, but the bar where k reaches it.
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

// atMost is the limit for a share that is to be small: that of one more, rounded up, but the bar where k keeps to it.
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
