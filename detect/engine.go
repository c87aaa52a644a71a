package detect

import (
	"context"
	"runtime"
	"slices"
	"time"
)

const (
	// MaxTools bounds one scan. The largest public registry dump has about 140,000 tools, and cross-tool indexes take about 2 KB a tool.
	MaxTools = 200_000
	// MaxTextBytes bounds one field; the rest of a longer one is not scanned. Real descriptions end at 4 KB and embedded prompts at 100
	// KB.
	MaxTextBytes = 1 << 20
	// MaxSignals bounds the signals of one check on one tool, so that a hostile text cannot exhaust memory. The weightiest are kept, of
	// equal ones the first in document order.
	MaxSignals = 1_000
	// MaxScanSignals is about how many signals one check may report on all tools of a scan: each tool has its share, of at least ten.
	MaxScanSignals = 200_000
)

// Engine runs checks over tools. It is immutable and safe for concurrent use. The zero value and a nil pointer have no checks, and say so
// in the Coverage.
type Engine struct {
	checks []checkEntry
	// workers is the number of goroutines; the result does not depend on it.
	workers  int
	floor    float64
	deadline time.Time
}

// checkEntry is a check with its metadata, read once.
type checkEntry struct {
	Check
	// capped is the check if it is a CappedCheck.
	capped CappedCheck
	id     string
	scope  Scope
	// only and also are those of Documentation.
	only, also []Kind
	policy     Policy
}

// Result is the outcome of a scan.
type Result struct {
	// Findings has one finding per tool with signals, in scan order.
	Findings []Finding
	Coverage Coverage
}

// NewEngine returns an engine that runs the checks in the given order. Nil checks are skipped.
func NewEngine(checks []Check) *Engine {
	e := &Engine{workers: runtime.GOMAXPROCS(0)}
	for _, c := range checks {
		if c != nil {
			n := checkEntry{Check: c, id: "unnamed", scope: ScopeFull}
			n.readMetadata()
			e.checks = append(e.checks, n)
		}
	}
	return e
}

// readMetadata reads the ID and documentation of a check. A check that panics here stays "unnamed" with ScopeFull.
func (n *checkEntry) readMetadata() {
	n.capped, _ = n.Check.(CappedCheck)
	runIsolated(func() { n.id = printable(n.ID(), EvidenceRunes) })
	if d, ok := n.Check.(DocumentedCheck); ok {
		runIsolated(func() {
			doc := d.Documentation()
			n.scope, n.only, n.also = doc.Scope, doc.Only, doc.Also
		})
	}
}

// appliesTo reports whether the check runs on a view.
func (n *checkEntry) appliesTo(t *ToolView) bool {
	switch {
	case n.scope < t.Scope:
		return false
	case len(n.only) > 0:
		return slices.Contains(n.only, t.Kind)
	}
	return !t.Kind.Apart() || slices.Contains(n.also, t.Kind)
}

// runIsolated calls a function so that neither a panic nor runtime.Goexit reaches the caller.
func runIsolated(call func()) {
	onGoroutine(func() {
		defer func() { _ = recover() }()
		call()
	})
}

// onGoroutine calls a function on its own goroutine, so that runtime.Goexit does not reach the caller.
func onGoroutine(call func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		call()
	}()
	<-done
}

// clone returns a copy; a nil engine gives the zero engine.
func (e *Engine) clone() *Engine {
	if e == nil {
		return &Engine{}
	}
	c := *e
	return &c
}

// WithFloor returns an engine that drops signals with a confidence below floor (0 to 1) and counts them in Coverage.BelowConfidence.
func (e *Engine) WithFloor(floor float64) *Engine {
	c := e.clone()
	c.floor = floor
	return c
}

// WithDeadline returns an engine that starts no tool after the deadline and records the rest as CapTime. The zero time means none.
func (e *Engine) WithDeadline(deadline time.Time) *Engine {
	c := e.clone()
	c.deadline = deadline
	return c
}

// Scan inspects the tools together. It never panics and never fails: what could not be done is in the Coverage. The tools are not
// modified.
func (e *Engine) Scan(tools []ToolView) Result { return e.ScanAmong(tools, nil) }

// ScanAmong is Scan for the tools whose index is wanted; the others are only compared with. A nil function means all.
func (e *Engine) ScanAmong(tools []ToolView, wanted func(i int) bool) Result {
	res, _ := e.ScanContext(context.Background(), tools, wanted)
	return res
}

// ScanContext is ScanAmong that stops when the context ends, with its error and no findings. It checks the context between tools. A nil
// context never ends.
func (e *Engine) ScanContext(ctx context.Context, tools []ToolView, wanted func(i int) bool) (Result, error) {
	if e == nil {
		e = &Engine{}
	}
	if ctx == nil {
		ctx = context.Background()
	}
	res := Result{Coverage: Coverage{Checks: []string{}, Failures: []CheckFailure{}, Caps: []CapHit{}}}
	for _, c := range e.checks {
		res.Coverage.Checks = append(res.Coverage.Checks, c.id)
	}
	if len(tools) > MaxTools {
		res.Coverage.Caps = append(res.Coverage.Caps, CapHit{Cap: CapTools, Limit: MaxTools, Seen: len(tools)})
		tools = tools[:MaxTools]
	}
	own := make([]ToolView, len(tools))
	s := scan{engine: e, ctxErr: ctx.Err, tools: own, outcomes: make([]outcome, len(own))}
	for i := range tools {
		caps := applyLimits(&tools[i], &own[i])
		own[i].scanIndex = i + 1
		if wanted != nil && !wanted(i) {
			s.outcomes[i].check = len(e.checks)
			continue
		}
		res.Coverage.Tools++
		res.Coverage.Caps = append(res.Coverage.Caps, caps...)
	}
	s.most = min(max(MaxScanSignals/max(res.Coverage.Tools, 1), 10), MaxSignals)
	s.reg = NewRegistry(own)
	s.run()
	if left := s.unfinished(); left > 0 {
		res.Coverage.Caps = append(res.Coverage.Caps, CapHit{Cap: CapTime, Limit: res.Coverage.Tools - left, Seen: res.Coverage.Tools})
	}
	if err := ctx.Err(); err != nil {
		return Result{Coverage: Coverage{Checks: []string{}, Failures: []CheckFailure{}, Caps: []CapHit{}}}, err
	}
	for i := range s.outcomes {
		out := &s.outcomes[i]
		res.Coverage.Failures = append(res.Coverage.Failures, out.failures...)
		res.Coverage.Caps = append(res.Coverage.Caps, out.caps...)
		res.Coverage.BelowConfidence += out.belowFloor
		if f, ok := grade(Finding{ToolIndex: i, Kind: own[i].Kind, Server: own[i].Server, Tool: own[i].Name, Signals: out.signals}); ok {
			res.Findings = append(res.Findings, f)
		}
	}
	return res, nil
}

// applyLimits copies a tool into own, within the engine's bounds, and returns the bounds that it or NewView reached.
func applyLimits(t, own *ToolView) []CapHit {
	*own = *t
	var caps []CapHit
	for _, h := range t.caps {
		caps = append(caps, t.capHit(h))
	}
	if len(own.Fields) > MaxFields {
		caps = append(caps, t.capHit(CapHit{Cap: CapFields, Limit: MaxFields, Seen: len(own.Fields)}))
		own.Fields = own.Fields[:MaxFields]
	}
	copied := false
	for i := range own.Fields {
		if len(own.Fields[i].Text) <= MaxTextBytes {
			continue
		}
		if !copied {
			own.Fields, copied = slices.Clone(own.Fields), true
		}
		f := &own.Fields[i]
		caps = append(caps, t.capHit(CapHit{Cap: CapText, Field: f.Pointer, Limit: MaxTextBytes, Seen: len(f.Text)}))
		f.Text = truncate(f.Text, MaxTextBytes)
	}
	return caps
}

// capHit returns a hit with the names of the tool, safe to print.
func (t *ToolView) capHit(h CapHit) CapHit {
	h.Server, h.Tool, h.Field = printable(t.Server, EvidenceRunes), printable(t.Name, EvidenceRunes), printable(h.Field, EvidenceRunes)
	return h
}

// ObjectsTo reports whether a check has a finding, other than a note, for a tool of which only the name is known.
func (e *Engine) ObjectsTo(name string) bool {
	word := func(s string) *Node { return &Node{Kind: NodeString, Text: s} }
	view := NewView(KindTool, "", &Node{Kind: NodeObject, Members: []Member{{Name: word("name"), Value: word(name)}}})
	return slices.ContainsFunc(e.Scan([]ToolView{view}).Findings, func(f Finding) bool {
		return slices.ContainsFunc(f.Signals, func(s Signal) bool { return !s.Note })
	})
}
