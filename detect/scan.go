package detect

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// scan is one run of an engine.
type scan struct {
	engine *Engine
	// ctxErr is the Err method of the context.
	ctxErr func() error
	tools  []ToolView
	// most bounds the signals of one check on one tool.
	most     int
	reg      RegistryView
	outcomes []outcome
}

// outcome is the result for one tool; each worker writes only its own slot.
type outcome struct {
	// check is the index of the next check.
	check      int
	signals    []Signal
	failures   []CheckFailure
	caps       []CapHit
	belowFloor int
}

func (s *scan) run() {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(max(s.engine.workers, 1), len(s.tools)) {
		workers.Go(func() {
			i := int(next.Add(1)) - 1
			for working := true; working; {
				// If a check ends the goroutine (runtime.Goexit), the next one continues after that check.
				onGoroutine(func() {
					for ; i < len(s.tools) && s.ctxErr() == nil && !s.pastDeadline(); i = int(next.Add(1)) - 1 {
						s.inspect(i)
					}
					working = false
				})
			}
		})
	}
	workers.Wait()
}

func (s *scan) pastDeadline() bool {
	return !s.engine.deadline.IsZero() && time.Now().After(s.engine.deadline) //nolint:forbidigo // the user sets a time limit, and what it leaves out is reported
}

// unfinished counts the tools that some check did not run on because of the deadline.
func (s *scan) unfinished() int {
	n := 0
	for i := range s.outcomes {
		if s.outcomes[i].check < len(s.engine.checks) {
			n++
		}
	}
	return n
}

// inspect runs the remaining checks on tool i.
func (s *scan) inspect(i int) {
	t, out := s.tools[i], &s.outcomes[i]
	t.memo = &memo{values: map[memoKey]any{}}
	for out.check < len(s.engine.checks) {
		c := &s.engine.checks[out.check]
		out.check++
		if c.appliesTo(&t) {
			s.runCheck(c, t, out)
		}
	}
	slices.SortStableFunc(out.signals, comparePosition)
}

// runCheck runs one check on one tool and keeps its signals and caps.
func (s *scan) runCheck(c *checkEntry, t ToolView, out *outcome) {
	signals, caps, ok := invoke(c, t, s.reg, out)
	if !ok || len(signals)+len(caps) == 0 {
		return
	}
	for _, h := range caps {
		h.Cap = Cap(printable(string(h.Cap), EvidenceRunes))
		h.Check = c.id
		out.caps = append(out.caps, t.capHit(h))
	}
	all, floor := len(signals), max(s.engine.floor, c.policy.Floor)
	signals = slices.DeleteFunc(signals, func(sig Signal) bool { return sig.Confidence < floor })
	out.belowFloor += all - len(signals)
	if len(signals) > s.most {
		out.caps = append(out.caps, t.capHit(CapHit{Cap: CapSignals, Check: c.id, Limit: s.most, Seen: len(signals)}))
		slices.SortStableFunc(signals, func(a, b Signal) int { return rank(b, a) })
		signals = slices.Clone(signals[:s.most])
		slices.SortStableFunc(signals, comparePosition)
	}
	out.signals = append(out.signals, signals...)
}

// invoke calls one check. A panic or an ended goroutine becomes a failure; so does an invalid signal, which does not affect the others.
func invoke(c *checkEntry, t ToolView, reg RegistryView, out *outcome) (signals []Signal, caps []CapHit, ok bool) {
	returned := false
	defer func() {
		r := recover()
		if returned && r == nil {
			return
		}
		// Record the failure first: printing the value may panic or end the goroutine too.
		signals, caps, ok = nil, nil, false
		failure := out.recordFailure(c, t, "the check ended its goroutine instead of returning")
		if r != nil {
			failure.Reason = "panic: a value that cannot be printed"
			failure.Reason = printable("panic: "+panicText(r), detailRunes)
		}
	}()
	if c.capped != nil {
		signals, caps = c.capped.InspectCapped(t, reg)
	} else {
		signals = c.Inspect(t, reg)
	}
	signals, complaint := normalize(c, t, reg, signals)
	if complaint != "" {
		out.recordFailure(c, t, "reported an invalid signal: "+complaint)
	}
	returned = true
	return signals, caps, true
}

// recordFailure records that a check failed on a tool.
func (out *outcome) recordFailure(c *checkEntry, t ToolView, reason string) *CheckFailure {
	out.failures = append(out.failures, CheckFailure{
		Check: c.id, Server: printable(t.Server, EvidenceRunes), Tool: printable(t.Name, EvidenceRunes), Reason: printable(reason, detailRunes),
	})
	return &out.failures[len(out.failures)-1]
}

// panicText formats a recovered value, even if its methods panic.
func panicText(r any) (reason string) {
	defer func() {
		if recover() != nil {
			reason = "a value that cannot be printed"
		}
	}()
	return fmt.Sprint(r)
}

// invalid says why a signal cannot be used, or "".
func invalid(t ToolView, s Signal) string {
	// A value in a definition without strings has no field.
	exists := s.FieldIndex >= 0 && s.FieldIndex < len(t.Fields) || s.FieldIndex == 0 && s.Value != nil && len(t.Fields) == 0
	switch {
	case !exists:
		return fmt.Sprintf("there is no field %d", s.FieldIndex)
	case s.Tier != TierSoft && s.Tier != TierHard:
		return fmt.Sprintf("tier %d is neither soft nor hard", uint8(s.Tier))
	case !(s.Confidence > 0):
		return fmt.Sprintf("confidence %v is not above 0", s.Confidence)
	}
	return ""
}

// maxFixText bounds the replacement text of a fix, in bytes.
const maxFixText = 500

// normalize validates a check's signals: spans within the field, confidence up to 1, printable text without secrets, one signal per place
// with the related places of all, in document order. Invalid signals are dropped; the complaint is about the first.
func normalize(c *checkEntry, t ToolView, reg RegistryView, signals []Signal) (kept []Signal, complaint string) {
	if len(signals) == 0 {
		return nil, ""
	}
	kept = make([]Signal, 0, len(signals))
	type place struct {
		field, start, end int
		value             *Node
	}
	seen := make(map[place]int, len(signals))
	// more has the related places of dropped duplicates, by the index of the kept signal.
	more := map[int][]Related{}
	for _, s := range signals {
		if why := invalid(t, s); why != "" {
			if complaint == "" {
				complaint = why
			}
			continue
		}
		var f Field
		if s.FieldIndex < len(t.Fields) {
			f = t.Fields[s.FieldIndex]
		}
		s.Start = min(max(s.Start, 0), len(f.Text))
		s.End = min(max(s.End, s.Start), len(f.Text))
		if s.Fix != nil && (s.Fix.Start < 0 || s.Fix.End > len(f.Text) || s.Fix.Start > s.Fix.End || len(s.Fix.Text) > maxFixText) {
			s.Fix = nil
		}
		s.Confidence = min(s.Confidence, 1)
		s.Note = s.Note && s.Tier == TierSoft
		switch {
		case s.Note:
			s.Severity = SeverityNone
		case s.Tier == TierSoft:
			s.Severity = min(s.Severity, SeverityHigh)
		}
		s = c.policy.apply(s)
		key := place{s.FieldIndex, s.Start, s.End, s.Value}
		at, repeated := seen[key]
		if repeated && rank(s, kept[at]) <= 0 {
			// Keep the stronger of two signals at one place.
			more[at] = append(more[at], sanitizeRelated(reg, s.Related)...)
			continue
		}
		if s.CheckID = c.id; s.Value == nil {
			s.Field = redacted(f.Pointer)
		} else {
			s.Field = redacted(truncate(s.Field, maxValuePointer))
		}
		s.Evidence = Evidence(s.Evidence)
		s.Detail = printable(s.Detail, detailRunes)
		s.Related = sanitizeRelated(reg, s.Related)
		if repeated {
			more[at] = append(more[at], kept[at].Related...)
			kept[at] = s
			continue
		}
		seen[key] = len(kept)
		kept = append(kept, s)
	}
	for at, places := range more {
		kept[at].Related = mergeRelated(kept[at].Related, places)
	}
	slices.SortStableFunc(kept, comparePosition)
	return kept, complaint
}

// comparePosition orders signals by position.
func comparePosition(a, b Signal) int {
	return cmp.Or(cmp.Compare(a.FieldIndex, b.FieldIndex), cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

// maxRelated bounds the related places after duplicates are merged. Each server keeps one beyond that: whoever trusts some of the servers
// must see that there are others.
const maxRelated = 50

// mergeRelated returns places and those of further that are new.
func mergeRelated(places, further []Related) []Related {
	seen, servers := make(map[Related]bool, len(places)), map[string]bool{}
	for _, r := range places {
		seen[r], servers[r.Server] = true, true
	}
	for _, r := range further {
		if seen[r] || len(places) >= maxRelated && servers[r.Server] {
			continue
		}
		seen[r], servers[r.Server] = true, true
		places = append(places, r)
	}
	return places
}

// sanitizeRelated drops places that do not exist, fills in the others from the registry, and makes Outside ones safe to print. It does
// not modify the check's slice, which several signals may share.
func sanitizeRelated(reg RegistryView, places []Related) []Related {
	var kept []Related
	for _, r := range places {
		if r.ToolIndex == Outside && (r.Server != "" || r.Tool != "" || r.Field != "" || r.Note != "" || r.Text != "") {
			kept = append(kept, Related{
				ToolIndex: Outside, Server: printable(r.Server, EvidenceRunes), Tool: printable(r.Tool, EvidenceRunes),
				Field: printable(r.Field, EvidenceRunes), Note: printable(r.Note, detailRunes), Text: Evidence(r.Text),
			})
			continue
		}
		if r.ToolIndex < 0 || r.ToolIndex >= reg.Len() {
			continue
		}
		t := reg.tools[r.ToolIndex]
		r.Text, r.Server, r.Tool, r.Note = "", redacted(t.Server), redacted(t.Name), printable(r.Note, detailRunes)
		r.Field, r.FieldIndex = "", min(max(r.FieldIndex, 0), max(len(t.Fields)-1, 0))
		limit := 0
		if len(t.Fields) > 0 {
			r.Field, limit = redacted(t.Fields[r.FieldIndex].Pointer), len(t.Fields[r.FieldIndex].Text)
		}
		r.Start = min(max(r.Start, 0), limit)
		r.End = min(max(r.End, r.Start), limit)
		kept = append(kept, r)
	}
	return kept
}
