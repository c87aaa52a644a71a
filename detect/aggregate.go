package detect

import (
	"cmp"
	"math"
	"slices"
)

// grade fills in what follows from the signals of a finding. It reports false when there are none.
//
// Any hard signal makes the finding dangerous; soft signals alone make it a warning. The severity is the highest of the signals' own
// severities (Signal.Severity), of high for other hard signals, and of the number of distinct soft checks that judge wording: one low,
// two medium, three or more high. Notes count only when there is nothing else, and then the severity is low.
func grade(f Finding) (Finding, bool) {
	signals := f.Signals
	if len(signals) == 0 {
		return Finding{}, false
	}
	f.Tier, f.Level, f.Action = TierSoft, LevelWarning, ActionReview
	f.Primary, f.Confidence, f.Severity = 0, 0, SeverityNone
	for i, s := range signals {
		if rank(s, signals[f.Primary]) > 0 {
			f.Primary = i
		}
	}
	primary := signals[f.Primary]
	f.ThreatType, f.CheckIDs = primary.ThreatType, []string{primary.CheckID}
	best := map[string]float64{}
	var soft, hard, wording []string
	certain := false
	for _, s := range signals {
		f.CheckIDs = appendUnique(f.CheckIDs, s.CheckID)
		// The primary signal is a note only if all are.
		if s.Note && !primary.Note {
			continue
		}
		certain = certain || s.Certain && !s.Note
		best[s.CheckID] = max(best[s.CheckID], s.Confidence)
		f.Severity = max(f.Severity, s.Severity)
		switch {
		case s.Tier == TierHard:
			hard = appendUnique(hard, s.CheckID)
			if s.Severity == SeverityNone {
				f.Severity = max(f.Severity, SeverityHigh)
			}
		case s.Severity == SeverityNone:
			wording = appendUnique(wording, s.CheckID)
			fallthrough
		default:
			soft = appendUnique(soft, s.CheckID)
		}
	}
	// Summed in a fixed order: floating-point addition is not associative.
	for _, id := range f.CheckIDs {
		f.Confidence += best[id]
	}
	f.Confidence = math.Round(min(f.Confidence, 1)*100) / 100
	switch {
	case primary.Note:
		f.Severity = SeverityLow
	case len(wording) > 0:
		f.Severity = max(f.Severity, min(SeverityLow+Severity(len(wording)-1), SeverityHigh))
		if certain {
			f.Severity = max(f.Severity, SeverityMedium)
		}
	}
	if len(hard) > 0 {
		f.Tier, f.Level, f.Action = TierHard, LevelDangerous, ActionQuarantine
	}
	f.RiskScore = risk(&f, len(hard), len(soft))
	return f, true
}

// risk scores a finding from 0 to 100. Hard findings start at 70 (85 when critical) and soft ones end at 69; a soft one of medium
// severity has at least 30, of high severity 50. Each further check and, less, each further signal raises the score, weighted by its
// confidence. Notes score up to 10, and only when there is nothing else.
func risk(f *Finding, hard, soft int) int {
	primary := f.Signals[f.Primary]
	if primary.Note {
		return int(math.Round(10 * primary.Confidence))
	}
	sum := 0.0
	for _, s := range f.Signals {
		if !s.Note {
			sum += s.Confidence
		}
	}
	more := 1 - math.Exp(-max(sum-primary.Confidence, 0)/2)
	checks := float64(hard + soft - 1)
	var score float64
	switch {
	case f.Severity == SeverityCritical:
		score = 85 + 5*min(checks, 2) + 5*more
	case hard > 0:
		score = 70 + 5*min(checks, 2) + 4*more
	default:
		least := [...]float64{SeverityMedium: 30, SeverityHigh: 50}[min(f.Severity, SeverityHigh)]
		score = min(max(30*primary.Confidence+15*min(checks, 2), least)+9*more, 69)
	}
	return int(math.Round(min(score, 100)))
}

// rank compares two signals: critical first, then by tier, no note before note, severity, confidence.
func rank(a, b Signal) int {
	return cmp.Or(
		cmp.Compare(boolInt(a.Severity == SeverityCritical), boolInt(b.Severity == SeverityCritical)), cmp.Compare(a.Tier, b.Tier),
		cmp.Compare(boolInt(!a.Note), boolInt(!b.Note)), cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Confidence, b.Confidence),
	)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func appendUnique(list []string, id string) []string {
	if slices.Contains(list, id) {
		return list
	}
	return append(list, id)
}
