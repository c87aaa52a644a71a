package rest

import (
	"cmp"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
)

const (
	// maxSignals bounds the signals of an answer, those of findings that are suppressed included: some ten MB. What is sent may be nothing but
	// poison, of which a report says more than there is of it.
	maxSignals = 10_000
	// signalsOfFinding is how many signals of one finding are told where there are more than maxSignals.
	signalsOfFinding = 100
	// capSignals is told of a report that was cut.
	capSignals detect.Cap = "signals_per_answer"
)

// bound cuts a report to what an answer may have: of each finding the first signals, and of the findings the most severe. What the summary
// counts stays what was found.
func bound(r *lint.Report) {
	seen := 0
	for i := range r.Findings {
		seen += len(r.Findings[i].Signals)
	}
	for i := range r.Suppressed {
		seen += len(r.Suppressed[i].Signals)
	}
	if seen <= maxSignals {
		return
	}
	left := maxSignals
	r.Findings = cutFindings(r.Findings, &left, func(f *lint.Finding) *lint.Finding { return f })
	r.Suppressed = cutFindings(r.Suppressed, &left, func(s *lint.Suppressed) *lint.Finding { return &s.Finding })
	r.Coverage.Caps = append(r.Coverage.Caps, detect.CapHit{Cap: capSignals, Limit: maxSignals, Seen: seen})
	r.Summary.Degraded, r.Summary.Incomplete = true, true
}

// cutFindings keeps the most severe of the findings, in their order, as long as signals are left.
func cutFindings[T any](all []T, left *int, of func(*T) *lint.Finding) []T {
	bySeverity := make([]int, len(all))
	for i := range all {
		bySeverity[i] = i
	}
	slices.SortStableFunc(bySeverity, func(a, b int) int { return cmp.Compare(of(&all[b]).Severity, of(&all[a]).Severity) })
	kept := bySeverity[:0]
	for _, i := range bySeverity {
		f := of(&all[i])
		n := min(len(f.Signals), signalsOfFinding)
		if n > *left {
			break
		}
		*left -= n
		cutSignals(f)
		kept = append(kept, i)
	}
	slices.Sort(kept)
	out := make([]T, len(kept))
	for k, i := range kept {
		out[k] = all[i]
	}
	return out
}

// cutSignals keeps the signal that decides, the first one of each check, and the first others, in their order.
func cutSignals(f *lint.Finding) {
	if len(f.Signals) <= signalsOfFinding {
		return
	}
	keep := make([]bool, len(f.Signals))
	n := 0
	take := func(i int) {
		if !keep[i] && n < signalsOfFinding {
			keep[i] = true
			n++
		}
	}
	take(f.Primary)
	reported := map[string]bool{}
	for i := range f.Signals {
		if id := f.Signals[i].CheckID; !reported[id] {
			reported[id] = true
			take(i)
		}
	}
	for i := range f.Signals {
		take(i)
	}
	signals, primary := make([]lint.Signal, 0, n), 0
	for i, kept := range keep {
		if !kept {
			continue
		}
		if i == f.Primary {
			primary = len(signals)
		}
		signals = append(signals, f.Signals[i])
	}
	f.Signals, f.Primary = signals, primary
}
