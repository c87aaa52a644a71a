package detect

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
)

const (
	// MaxTools bounds one scan: the largest public registry dump has about 140,000 tools, and cross-tool indexes
	// take about 2 KB a tool.
	MaxTools = 200_000
	// MaxFields bounds one tool: the largest real schema read has 3,100 strings.
	MaxFields = 20_000
	// MaxTextBytes bounds one field. Real descriptions end at 4 KB and embedded prompts at 100 KB; what is longer is
	// scanned up to here. The cut is at a rune boundary.
	MaxTextBytes = 1 << 20
	// MaxSignals bounds the signals that one check may report on one tool, so that a text of nothing but hits
	// cannot exhaust memory. The first ones in document order are kept.
	MaxSignals = 1_000
	// EvidenceRunes bounds the evidence of a signal: two lines of a terminal.
	EvidenceRunes = 160
	// detailRunes bounds Detail and the reasons of failures, which may quote names.
	detailRunes = 400
)

// Engine runs checks over tools. It is immutable and safe for concurrent use.
type Engine struct {
	checks []Check
	scopes []Scope
	// workers is the number of goroutines; the result does not depend on it.
	workers int
	floor   float64
}

// Result is what a scan found.
type Result struct {
	// Findings has one finding for each tool with signals, in scan order.
	Findings []Finding
	Coverage Coverage
}

// NewEngine makes an engine of checks, which run in the given order. Nil checks are left out.
func NewEngine(checks []Check) *Engine {
	e := &Engine{workers: runtime.GOMAXPROCS(0)}
	for _, c := range checks {
		if c == nil {
			continue
		}
		e.checks = append(e.checks, c)
		e.scopes = append(e.scopes, scopeOf(c))
	}
	return e
}

// scopeOf is the scope that a check's documentation gives, or ScopeFull, whatever its Documentation method does.
func scopeOf(c Check) (scope Scope) {
	defer func() {
		if recover() != nil {
			scope = ScopeFull
		}
	}()
	if d, ok := c.(DocumentedCheck); ok {
		return d.Documentation().Scope
	}
	return ScopeFull
}

// WithFloor returns an engine that leaves out signals whose confidence is below floor (0 to 1) and counts them in
// Coverage.BelowConfidence.
func (e *Engine) WithFloor(floor float64) *Engine {
	c := *e
	c.floor = floor
	return &c
}

// outcome is what the inspection of one tool gave; each worker writes only its own slot.
type outcome struct {
	signals  []Signal
	failures []CheckFailure
	caps     []CapHit
	below    int
}

// Scan inspects the tools side by side. It never panics and never fails: what could not be done is in the Coverage.
// The tools are not modified.
func (e *Engine) Scan(tools []ToolView) Result {
	res := Result{Coverage: Coverage{Checks: []string{}, Failures: []CheckFailure{}, Caps: []CapHit{}}}
	for _, c := range e.checks {
		res.Coverage.Checks = append(res.Coverage.Checks, safeID(c))
	}
	if len(tools) > MaxTools {
		res.Coverage.Caps = append(res.Coverage.Caps, CapHit{Cap: CapTools, Limit: MaxTools, Seen: len(tools)})
		tools = tools[:MaxTools]
	}
	res.Coverage.Tools = len(tools)
	own := make([]ToolView, len(tools))
	for i := range tools {
		var caps []CapHit
		own[i], caps = bound(tools[i])
		own[i].scanIndex = i + 1
		res.Coverage.Caps = append(res.Coverage.Caps, caps...)
	}
	reg := NewRegistry(own)
	outcomes := make([]outcome, len(own))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(e.workers, len(own)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				i := int(next.Add(1)) - 1
				if i >= len(own) {
					return
				}
				outcomes[i] = e.inspect(own[i], reg)
			}
		}()
	}
	wg.Wait()
	for i := range outcomes {
		res.Coverage.Failures = append(res.Coverage.Failures, outcomes[i].failures...)
		res.Coverage.Caps = append(res.Coverage.Caps, outcomes[i].caps...)
		res.Coverage.BelowConfidence += outcomes[i].below
		if f, ok := aggregate(i, own[i], outcomes[i].signals); ok {
			res.Findings = append(res.Findings, f)
		}
	}
	return res
}

// bound returns the tool within the engine's bounds, ready for a scan, and which bounds were reached.
func bound(t ToolView) (ToolView, []CapHit) {
	var caps []CapHit
	hit := func(c Cap, field string, limit, seen int) {
		caps = append(caps, CapHit{
			Cap: c, Server: text.Safe(t.Server, EvidenceRunes), Tool: text.Safe(t.Name, EvidenceRunes),
			Field: text.Safe(field, EvidenceRunes), Limit: limit, Seen: seen,
		})
	}
	if deeper := t.Definition.deeperThan(walkDepth); deeper {
		hit(CapDepth, "", walkDepth, walkDepth+1)
	}
	if len(t.Fields) > MaxFields {
		hit(CapFields, "", MaxFields, len(t.Fields))
		t.Fields = t.Fields[:MaxFields]
	}
	copied := false
	for i := range t.Fields {
		if len(t.Fields[i].Text) <= MaxTextBytes {
			continue
		}
		if !copied {
			t.Fields, copied = slices.Clone(t.Fields), true
		}
		hit(CapText, t.Fields[i].Pointer, MaxTextBytes, len(t.Fields[i].Text))
		t.Fields[i].Text = cutRunes(t.Fields[i].Text, MaxTextBytes)
	}
	return t.prepared(), caps
}

// inspect runs every check on one tool.
func (e *Engine) inspect(t ToolView, reg RegistryView) outcome {
	var out outcome
	for i, c := range e.checks {
		if e.scopes[i] < t.Scope {
			continue
		}
		signals, caps, reason := run(c, t, reg)
		if reason != "" {
			out.failures = append(out.failures, CheckFailure{
				Check: safeID(c), Server: text.Safe(t.Server, EvidenceRunes),
				Tool: text.Safe(t.Name, EvidenceRunes), Reason: text.Safe(reason, detailRunes),
			})
			continue
		}
		for _, h := range caps {
			h.Check, h.Server, h.Tool = safeID(c), text.Safe(t.Server, EvidenceRunes), text.Safe(t.Name, EvidenceRunes)
			h.Field = text.Safe(h.Field, EvidenceRunes)
			out.caps = append(out.caps, h)
		}
		all := len(signals)
		signals = slices.DeleteFunc(signals, func(s Signal) bool { return s.Confidence < e.floor })
		out.below += all - len(signals)
		if len(signals) > MaxSignals {
			out.caps = append(out.caps, CapHit{
				Cap: CapSignals, Check: safeID(c), Server: text.Safe(t.Server, EvidenceRunes),
				Tool: text.Safe(t.Name, EvidenceRunes), Limit: MaxSignals, Seen: len(signals),
			})
			signals = signals[:MaxSignals]
		}
		out.signals = append(out.signals, signals...)
	}
	slices.SortStableFunc(out.signals, func(a, b Signal) int {
		return cmp.Or(cmp.Compare(a.FieldIndex, b.FieldIndex), cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	return out
}

// run calls one check and turns a panic into a reason.
func run(c Check, t ToolView, reg RegistryView) (signals []Signal, caps []CapHit, reason string) {
	defer func() {
		if r := recover(); r != nil {
			signals, caps, reason = nil, nil, "panic: "+panicText(r)
		}
	}()
	if cc, ok := c.(CappedCheck); ok {
		signals, caps = cc.InspectCapped(t, reg)
	} else {
		signals = c.Inspect(t, reg)
	}
	return normalize(c, t, reg, signals), caps, ""
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

// safeID is the ID of a check, whatever its ID method does.
func safeID(c Check) (id string) {
	defer func() {
		if recover() != nil {
			id = "unnamed"
		}
	}()
	return text.Safe(c.ID(), EvidenceRunes)
}

// normalize puts a check's signals into the form that the rest relies on: fields that exist, spans inside of them,
// confidence from 0 to 1, printable evidence, one signal for one place, document order.
func normalize(c Check, t ToolView, reg RegistryView, signals []Signal) []Signal {
	id := safeID(c)
	kept := make([]Signal, 0, len(signals))
	type place struct{ field, start, end int }
	seen := make(map[place]int, len(signals))
	for _, s := range signals {
		if s.FieldIndex < 0 || s.FieldIndex >= len(t.Fields) || s.Tier == TierNone || !(s.Confidence > 0) {
			continue
		}
		f := t.Fields[s.FieldIndex]
		s.CheckID, s.Field = id, f.Pointer
		s.Start = min(max(s.Start, 0), len(f.Text))
		s.End = min(max(s.End, s.Start), len(f.Text))
		s.Confidence = min(s.Confidence, 1)
		s.Critical = s.Critical && s.Tier == TierHard
		s.Evidence = Evidence(s.Evidence)
		s.Detail = text.Safe(s.Detail, detailRunes)
		s.Related = related(reg, s.Related)
		key := place{s.FieldIndex, s.Start, s.End}
		if at, ok := seen[key]; ok {
			// One place, one signal: the weightier one stays.
			if rank(s, kept[at]) > 0 {
				kept[at] = s
			}
			continue
		}
		seen[key] = len(kept)
		kept = append(kept, s)
	}
	slices.SortStableFunc(kept, func(a, b Signal) int {
		return cmp.Or(cmp.Compare(a.FieldIndex, b.FieldIndex), cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	return kept
}

// related returns the places that exist, with what they say taken from the registry. The check's own slice is left alone, as
// several signals may share it.
func related(reg RegistryView, places []Related) []Related {
	var kept []Related
	for _, r := range places {
		if r.ToolIndex < 0 || r.ToolIndex >= reg.Len() {
			continue
		}
		t := reg.tools[r.ToolIndex]
		r.Server, r.Tool, r.Note = t.Server, t.Name, text.Safe(r.Note, detailRunes)
		r.Field, r.FieldIndex = "", min(max(r.FieldIndex, 0), max(len(t.Fields)-1, 0))
		limit := 0
		if len(t.Fields) > 0 {
			r.Field, limit = t.Fields[r.FieldIndex].Pointer, len(t.Fields[r.FieldIndex].Text)
		}
		r.Start = min(max(r.Start, 0), limit)
		r.End = min(max(r.End, r.Start), limit)
		kept = append(kept, r)
	}
	return kept
}

// Evidence makes a quotation fit to be shown: secrets redacted, then bounded and made printable (see text.Safe).
func Evidence(s string) string {
	// Only what can end up in the quotation is searched for secrets; a secret that is cut is still redacted, since
	// the look-ahead is longer than any of them.
	const lookAhead = 8 << 10
	return text.Safe(secret.Redact(cutRunes(s, lookAhead)), EvidenceRunes)
}
