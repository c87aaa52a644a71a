package detect

// Level is the configured weight of a check's signals.
type Level string

// The levels.
const (
	// LevelOff disables the check.
	LevelOff Level = "off"
	// LevelNote lists the signals without adding to the severity. See Signal.Note.
	LevelNote Level = "note"
	// LevelSoft and LevelHard set the tier of the signals and the severity that follows from it.
	LevelSoft Level = "soft"
	LevelHard Level = "hard"
	// Every severity from low to critical is a level as well and becomes the severity of the signals. Below high they quarantine nothing;
	// critical ones always do.
)

// Levels returns every level, in rising order.
func Levels() []Level {
	levels := []Level{LevelOff, LevelNote}
	for s := SeverityLow; s <= SeverityCritical; s++ {
		levels = append(levels, Level(s.String()))
	}
	return append(levels, LevelSoft, LevelHard)
}

// Policy is the configuration of one check.
type Policy struct {
	// Level is "" or unknown when the check decides itself.
	Level Level
	// Floor is the confidence below which signals are dropped and counted, in addition to the engine's.
	Floor float64
}

// WithPolicies returns an engine that applies policies to checks by ID; other checks do not change. A check that is off does not run and
// is left out of Coverage.Checks. Only signals that a check itself calls critical stay critical at LevelHard.
func (e *Engine) WithPolicies(policies map[string]Policy) *Engine {
	c := e.clone()
	checks := make([]checkEntry, 0, len(c.checks))
	for _, n := range c.checks {
		if p, set := policies[n.id]; set {
			n.policy = p
		}
		if n.policy.Level != LevelOff {
			checks = append(checks, n)
		}
	}
	c.checks = checks
	return c
}

// apply returns the signal with the configured weight.
func (p Policy) apply(s Signal) Signal {
	switch p.Level {
	case LevelNote:
		s.Tier, s.Note, s.Severity = TierSoft, true, SeverityNone
	case LevelSoft:
		s.Tier, s.Note, s.Severity = TierSoft, false, SeverityNone
	case LevelHard:
		s.Tier, s.Note = TierHard, false
		if s.Severity < SeverityCritical {
			s.Severity = SeverityNone
		}
	default:
		if severity, ok := ParseSeverity(string(p.Level)); ok && severity > SeverityNone {
			s.Severity, s.Note, s.Certain = severity, false, false
			switch {
			case severity < SeverityHigh:
				s.Tier = TierSoft
			case severity == SeverityCritical:
				s.Tier = TierHard
			}
		}
	}
	return s
}

// Only returns the finding with only the signals for which keep(i) is true, graded again as the engine does. Changes that the caller made
// to the finding after the scan are lost. It reports false when no signal is left. A nil keep keeps all. The receiver does not change.
func (f Finding) Only(keep func(i int) bool) (Finding, bool) {
	kept := make([]Signal, 0, len(f.Signals))
	for i, s := range f.Signals {
		if keep == nil || keep(i) {
			kept = append(kept, s)
		}
	}
	f.Signals = kept
	return grade(f)
}
