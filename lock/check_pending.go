package lock

import "github.com/org/mcp-lint/detect"

// pending tells of definitions that nobody has approved yet.
type pending struct{ *index }

func (pending) ID() string { return PendingCheck }

func (p pending) Inspect(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
	i := p.find(t)
	if i < 0 || p.Verdicts[i].State != Pending {
		return nil
	}
	field, start, end := nameOf(t)
	s := signalAt(t, field, start, end)
	s.Tier, s.Note, s.Detail = detect.TierSoft, true, "is not in the lock file, so that nobody has approved it"
	if e := p.Verdicts[i].Entry; e >= 0 {
		s.Detail = "is pending in the lock file: nobody has approved it yet"
		if seen := p.File.Entries[e].Seen; seen != "" {
			s.Detail = "is pending in the lock file since " + cut(seen, maxSeen) + ": nobody has approved it yet"
		}
	}
	return []detect.Signal{s}
}

// maxSeen bounds what is shown of a day.
const maxSeen = 20
