package rest

import (
	"cmp"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
)

const (
	// maxSignals bounds the signals of an answer, including suppressed ones, to about 10 MB.
	maxSignals = 10_000
	// signalsOfFinding bounds the signals of a finding if there are more than maxSignals.
	signalsOfFinding            = 100
	capSignals       detect.Cap = "signals_per_answer"
)

// limitSignals limits a report to the first signals of each finding and the most severe findings. The summary still counts all.
func limitSignals(r *lint.Report) {
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

// cutFindings keeps the most severe findings that have at most left signals, in their order.
func cutFindings[T any](all []T, left *int, of func(*T) *lint.Finding) []T {
	order := make([]int, len(all))
	for i := range all {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(of(&all[b]).Severity, of(&all[a]).Severity) })
	kept := 0
	for ; kept < len(order); kept++ {
		f := of(&all[order[kept]])
		n := min(len(f.Signals), signalsOfFinding)
		if n > *left {
			break
		}
		*left -= n
		cutSignals(f)
	}
	slices.Sort(order[:kept])
	out := make([]T, kept)
	for k, i := range order[:kept] {
		out[k] = all[i]
	}
	return out
}

// cutSignals keeps the primary signal, the first one of each check, and the first others, in their order.
func cutSignals(f *lint.Finding) {
	if len(f.Signals) <= signalsOfFinding {
		return
	}
	seen := map[string]bool{}
	var first, others []int
	for i := range f.Signals {
		if id := f.Signals[i].CheckID; i != f.Primary && seen[id] {
			others = append(others, i)
		} else if i != f.Primary {
			first = append(first, i)
		}
		seen[f.Signals[i].CheckID] = true
	}
	keep := slices.Concat([]int{f.Primary}, first, others)[:signalsOfFinding]
	slices.Sort(keep)
	primary, _ := slices.BinarySearch(keep, f.Primary)
	signals := make([]lint.Signal, len(keep))
	for k, i := range keep {
		signals[k] = f.Signals[i]
	}
	f.Signals, f.Primary = signals, primary
}
