package detect

// Level is how much the signals of a check weigh, as people set it.
type Level string

// The levels.
const (
	// LevelOff leaves the check out.
	LevelOff Level = "off"
	// LevelNote lists the signals; they add nothing to the severity. See Signal.Note.
	LevelNote Level = "note"
	// LevelSoft and LevelHard give the signals that tier, and the severity that follows from it.
	LevelSoft Level = "soft"
	LevelHard Level = "hard"
	// Every severity from low to critical is a level as well: the signals have that severity, whatever else is found. Below high they
	// quarantine nothing; critical ones always do.
)

// Levels returns every level, in rising order.
func Levels() []Level {
	levels := []Level{LevelOff, LevelNote}
	for s := SeverityLow; s <= SeverityCritical; s++ {
		levels = append(levels, Level(s.String()))
	}
	return append(levels, LevelSoft, LevelHard)
}

// Policy is what people have set for one check.
type Policy struct {
	// Level is "" when the check decides itself; a word that is no level is the same.
	Level Level
	// Floor is the confidence below which its signals are left out, beside that of the engine; they are counted alike.
	Floor float64
}

// WithPolicies returns an engine that weighs the signals of checks, by their IDs, as is set; for other checks nothing changes. A check
// that is off does not run and is left out of Coverage.Checks. A signal stays critical only when its check said so.
func (e *Engine) WithPolicies(policies map[string]Policy) *Engine {
	c := e.copied()
	checks := make([]namedCheck, 0, len(c.checks))
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

// weigh gives a signal the weight that is set.
func (p Policy) weigh(s Signal) Signal {
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

// Only returns the finding as it is when only those of its signals are there for which keep, asked by their index, is true: graded
// anew, as the engine grades. What a caller has lowered after the scan it has to lower again. It reports false when none is left.
// Without keep all are.
// The finding itself stays as it is.
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
