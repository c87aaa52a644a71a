package lock

import "github.com/org/mcp-lint/detect"

// The checks that compare with a lock file.
const (
	ChangedCheck = "rugpull.changed"
	PendingCheck = "rugpull.pending"
)

// Compares reports whether a check, by its ID, is one of them.
func Compares(id string) bool { return id == ChangedCheck || id == PendingCheck }

// Checks returns the checks that report what differs: rugpull.changed and rugpull.pending. They know the definitions that were
// compared, and no others; a nil comparison has no checks.
func (c *Comparison) Checks() []detect.Check {
	if c == nil {
		return nil
	}
	x := c.index()
	return []detect.Check{changed{x}, pending{x}}
}

// Documentation documents the checks that compare with a lock file.
func Documentation() []detect.Documentation {
	return []detect.Documentation{changed{}.Documentation(), pending{}.Documentation()}
}

// index finds the definitions of a comparison.
type index struct {
	*Comparison
	// itself are the definitions by what they were read from, at by what they say.
	itself map[source]int
	at     map[exactly]int
	// loose are definitions made by hand, for which a scan may know fewer fields than were compared.
	loose map[Key]int
}

type source struct {
	Key
	definition *detect.Node
}

type exactly struct {
	Key
	digest Digest
}

func (c *Comparison) index() *index {
	x := &index{
		Comparison: c, itself: make(map[source]int, len(c.Definitions)), at: make(map[exactly]int, len(c.Definitions)), loose: map[Key]int{},
	}
	// One that is served says more than the same in a test.
	more := func(i, before int, known bool) bool {
		return !known || c.Definitions[before].Quiet && !c.Definitions[i].Quiet
	}
	for i, v := range c.Verdicts {
		if v.Digest == "" {
			continue
		}
		view := c.Definitions[i].View
		k := exactly{KeyOf(view), v.Digest}
		if before, known := x.at[k]; more(i, before, known) {
			x.at[k] = i
		}
		if view.Definition != nil {
			if before, known := x.itself[source{k.Key, view.Definition}]; more(i, before, known) {
				x.itself[source{k.Key, view.Definition}] = i
			}
		} else {
			if before, known := x.loose[k.Key]; !known || c.Verdicts[before].State != Changed {
				x.loose[k.Key] = i
			}
		}
	}
	return x
}

// find returns the index of a definition that is inspected, or -1: by what it was read from, else by what it says.
func (x *index) find(t detect.ToolView) int {
	if x == nil || !Locks(t.Kind) {
		return -1
	}
	if i, ok := x.itself[source{KeyOf(t), t.Definition}]; ok {
		return i
	}
	digest, _ := t.Memo("lock", 0, func() any { return DigestOf(t) }).(Digest)
	if i, ok := x.at[exactly{KeyOf(t), digest}]; ok {
		return i
	}
	if i, ok := x.loose[KeyOf(t)]; ok && t.Definition == nil {
		return i
	}
	return -1
}

// nameOf returns where the name of a definition stands: its field and the bytes there. Of one without a name it is the first word of
// its first text.
func nameOf(t detect.ToolView) (field, start, end int) {
	if i := t.FieldAt("/name"); i >= 0 {
		return i, 0, len(t.Fields[i].Text)
	}
	if len(t.Fields) == 0 {
		return 0, 0, 0
	}
	start, end = wordNear(t.Fields[0].Text, 0)
	return 0, start, end
}

// signalAt makes a hard signal of a field. In a definition without any text it is about the definition itself.
func signalAt(t detect.ToolView, field, start, end int) detect.Signal {
	s := t.Signal(field, start, end)
	if len(t.Fields) == 0 {
		s = detect.Signal{Value: t.Definition}
		if s.Value == nil {
			s.Value = absent
		}
	}
	s.Tier, s.ThreatType, s.Confidence = detect.TierHard, detect.ThreatRugPull, 1
	return s
}
