package detect

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// scan is one run of an engine over tools.
type scan struct {
	engine *Engine
	// ended says why the scan is to be given up, or nil.
	ended func() error
	tools []ToolView
	// most bounds the signals of one check on one tool.
	most     int
	reg      RegistryView
	outcomes []outcome
	next     atomic.Int64
	wg       sync.WaitGroup
}

// outcome is what the inspection of one tool gave; each worker writes only its own slot.
type outcome struct {
	// check is the index of the check to run next.
	check    int
	signals  []Signal
	failures []CheckFailure
	caps     []CapHit
	below    int
}

// run inspects all tools.
func (s *scan) run() {
	for range min(max(s.engine.workers, 1), len(s.tools)) {
		s.start(-1)
	}
	s.wg.Wait()
}

// start starts a worker, which begins with tool i or, when that is -1, with the next one.
func (s *scan) start(i int) {
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		defer func() {
			// A check that ends the goroutine (runtime.Goexit) ends this worker; another one goes on after that check.
			if i < len(s.tools) {
				s.start(i)
			}
		}()
		for {
			if i < 0 {
				i = int(s.next.Add(1)) - 1
			}
			if i >= len(s.tools) || s.ended() != nil || s.late() {
				i = len(s.tools)
				return
			}
			s.inspect(i)
			i = -1
		}
	}()
}

// late reports whether the time for the scan is over.
func (s *scan) late() bool {
	return !s.engine.deadline.IsZero() && time.Now().After(s.engine.deadline) //nolint:forbidigo // the user sets a time limit, and what it leaves out is reported
}

// left counts the tools that not every check was run on, which only a deadline leads to.
func (s *scan) left() int {
	n := 0
	for i := range s.outcomes {
		if s.outcomes[i].check < len(s.engine.checks) {
			n++
		}
	}
	return n
}

// inspect runs on tool i every check that was not run yet.
func (s *scan) inspect(i int) {
	t, out := s.tools[i], &s.outcomes[i]
	t.memo = &memo{}
	for out.check < len(s.engine.checks) {
		c := &s.engine.checks[out.check]
		out.check++
		if c.looksAt(&t) {
			s.call(c, t, out)
		}
	}
	slices.SortStableFunc(out.signals, byPlace)
}

// call runs one check on one tool and keeps what it says.
func (s *scan) call(c *namedCheck, t ToolView, out *outcome) {
	signals, caps, ok := run(c, t, s.reg, out)
	if !ok || len(signals)+len(caps) == 0 {
		return
	}
	for _, h := range caps {
		h.Cap = Cap(shown(string(h.Cap), EvidenceRunes))
		h.Check = c.id
		out.caps = append(out.caps, t.reached(h))
	}
	all, floor := len(signals), max(s.engine.floor, c.policy.Floor)
	signals = slices.DeleteFunc(signals, func(sig Signal) bool { return sig.Confidence < floor })
	out.below += all - len(signals)
	if len(signals) > s.most {
		out.caps = append(out.caps, t.reached(CapHit{Cap: CapSignals, Check: c.id, Limit: s.most, Seen: len(signals)}))
		slices.SortStableFunc(signals, func(a, b Signal) int { return rank(b, a) })
		signals = slices.Clone(signals[:s.most])
		slices.SortStableFunc(signals, byPlace)
	}
	out.signals = append(out.signals, signals...)
}

// run calls one check. A check that panics, or that does not return because it ends its goroutine, becomes a failure; a
// signal that cannot be used becomes one too and leaves the others as they are.
func run(c *namedCheck, t ToolView, reg RegistryView, out *outcome) (signals []Signal, caps []CapHit, ok bool) {
	returned := false
	defer func() {
		r := recover()
		if returned && r == nil {
			return
		}
		// Recorded before the value is asked for its text, which may do anything as well.
		signals, caps, ok = nil, nil, false
		failure := out.fail(c, t, "the check ended its goroutine instead of returning")
		if r != nil {
			failure.Reason = "panic: a value that cannot be printed"
			failure.Reason = shown("panic: "+panicText(r), detailRunes)
		}
	}()
	if c.capped != nil {
		signals, caps = c.capped.InspectCapped(t, reg)
	} else {
		signals = c.Inspect(t, reg)
	}
	signals, complaint := normalize(c, t, reg, signals)
	if complaint != "" {
		out.fail(c, t, "reported an invalid signal: "+complaint)
	}
	returned = true
	return signals, caps, true
}

// fail records a failure of a check on a tool.
func (out *outcome) fail(c *namedCheck, t ToolView, reason string) *CheckFailure {
	out.failures = append(out.failures, CheckFailure{
		Check: c.id, Server: shown(t.Server, EvidenceRunes), Tool: shown(t.Name, EvidenceRunes), Reason: shown(reason, detailRunes),
	})
	return &out.failures[len(out.failures)-1]
}

// panicText is the text of a recovered value, whatever its methods do.
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
	switch {
	case s.Value != nil && s.FieldIndex == 0 && len(t.Fields) == 0:
		// There is no string near it.
	case s.FieldIndex < 0 || s.FieldIndex >= len(t.Fields):
		return fmt.Sprintf("there is no field %d", s.FieldIndex)
	}
	switch {
	case s.Tier != TierSoft && s.Tier != TierHard:
		return fmt.Sprintf("tier %d is neither soft nor hard", uint8(s.Tier))
	case !(s.Confidence > 0):
		return fmt.Sprintf("confidence %v is not above 0", s.Confidence)
	}
	return ""
}

// maxFixText bounds the bytes that a fix puts in.
const maxFixText = 500

// normalize puts a check's signals into the form that the rest relies on: spans inside of the field, confidence up to 1,
// printable text without secrets, one signal for one place, with what all of them point at, document order. Signals that cannot be
// used are left out; the complaint is about the first of them.
func normalize(c *namedCheck, t ToolView, reg RegistryView, signals []Signal) (kept []Signal, complaint string) {
	if len(signals) == 0 {
		return nil, ""
	}
	kept = make([]Signal, 0, len(signals))
	type place struct {
		field, start, end int
		value             *Node
	}
	seen := make(map[place]int, len(signals))
	// more are the places that those point at that gave way, by the index of the one that stays.
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
		s = c.policy.weigh(s)
		key := place{s.FieldIndex, s.Start, s.End, s.Value}
		at, repeated := seen[key]
		if repeated && rank(s, kept[at]) <= 0 {
			// One place, one signal: the weightier one stays.
			more[at] = append(more[at], related(reg, s.Related)...)
			continue
		}
		if s.CheckID = c.id; s.Value == nil {
			s.Field = redacted(f.Pointer)
		} else {
			s.Field = redacted(cutRunes(s.Field, maxValuePointer))
		}
		s.Evidence = Evidence(s.Evidence)
		s.Detail = shown(s.Detail, detailRunes)
		s.Related = related(reg, s.Related)
		if repeated {
			more[at] = append(more[at], kept[at].Related...)
			kept[at] = s
			continue
		}
		seen[key] = len(kept)
		kept = append(kept, s)
	}
	for at, places := range more {
		kept[at].Related = joined(kept[at].Related, places)
	}
	slices.SortStableFunc(kept, byPlace)
	return kept, complaint
}

// byPlace orders signals as they stand in the definition.
func byPlace(a, b Signal) int {
	return cmp.Or(cmp.Compare(a.FieldIndex, b.FieldIndex), cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

// maxJoined bounds the places that a signal points at after others on its own place gave way to it. Each server among them keeps one
// beyond that: whoever trusts some of the servers must see that there are others.
const maxJoined = 50

// joined returns the places and those of the further ones that are not among them.
func joined(places, further []Related) []Related {
	seen, servers := make(map[Related]bool, len(places)), map[string]bool{}
	for _, r := range places {
		seen[r], servers[r.Server] = true, true
	}
	for _, r := range further {
		if seen[r] || len(places) >= maxJoined && servers[r.Server] {
			continue
		}
		seen[r], servers[r.Server] = true, true
		places = append(places, r)
	}
	return places
}

// related returns the places that exist, with what they say taken from the registry, and those outside, fit to be printed. The
// check's own slice is left alone, as several signals may share it.
func related(reg RegistryView, places []Related) []Related {
	var kept []Related
	for _, r := range places {
		if r.ToolIndex == Outside && (r.Server != "" || r.Tool != "" || r.Field != "" || r.Note != "" || r.Text != "") {
			kept = append(kept, Related{
				ToolIndex: Outside, Server: shown(r.Server, EvidenceRunes), Tool: shown(r.Tool, EvidenceRunes),
				Field: shown(r.Field, EvidenceRunes), Note: shown(r.Note, detailRunes), Text: Evidence(r.Text),
			})
			continue
		}
		if r.ToolIndex < 0 || r.ToolIndex >= reg.Len() {
			continue
		}
		t := reg.tools[r.ToolIndex]
		r.Text, r.Server, r.Tool, r.Note = "", redacted(t.Server), redacted(t.Name), shown(r.Note, detailRunes)
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
