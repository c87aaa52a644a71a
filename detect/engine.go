package detect

import (
	"context"
	"runtime"
	"slices"
	"time"
)

const (
	// MaxTools bounds one scan: the largest public registry dump has about 140,000 tools, and cross-tool indexes
	// take about 2 KB a tool.
	MaxTools = 200_000
	// MaxTextBytes bounds one field. Real descriptions end at 4 KB and embedded prompts at 100 KB; what is longer is
	// scanned up to here. The cut is at a rune boundary.
	MaxTextBytes = 1 << 20
	// MaxSignals bounds the signals that one check may report on one tool, so that a text of nothing but hits
	// cannot exhaust memory. The weightiest are kept, of equal ones the first in document order.
	MaxSignals = 1_000
	// MaxScanSignals is about how many signals one check may report on all tools of a scan: each tool has its share, of at least ten.
	MaxScanSignals = 200_000
)

// Engine runs checks over tools. It is immutable and safe for concurrent use. Without checks, as the zero value or a nil
// pointer, it looks at nothing, and says so in the Coverage.
type Engine struct {
	checks []namedCheck
	// workers is the number of goroutines; the result does not depend on it.
	workers  int
	floor    float64
	deadline time.Time
}

// namedCheck is a check with what it says of itself, asked once.
type namedCheck struct {
	Check
	// capped is the check when it says where it stopped.
	capped CappedCheck
	id     string
	scope  Scope
	// only and also are as in Documentation.
	only, also []Kind
	// policy is what people have set for it.
	policy Policy
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
		if c != nil {
			n := namedCheck{Check: c, id: "unnamed", scope: ScopeFull}
			n.introduce()
			e.checks = append(e.checks, n)
		}
	}
	return e
}

// introduce asks a check for its name and scope. One that fails at that is "unnamed" and has ScopeFull.
func (n *namedCheck) introduce() {
	n.capped, _ = n.Check.(CappedCheck)
	apart(func() { n.id = shown(n.ID(), EvidenceRunes) })
	if d, ok := n.Check.(DocumentedCheck); ok {
		apart(func() {
			doc := d.Documentation()
			n.scope, n.only, n.also = doc.Scope, doc.Only, doc.Also
		})
	}
}

// looksAt reports whether the check looks at a view.
func (n *namedCheck) looksAt(t *ToolView) bool {
	switch {
	case n.scope < t.Scope:
		return false
	case len(n.only) > 0:
		return slices.Contains(n.only, t.Kind)
	}
	return !t.Kind.Apart() || slices.Contains(n.also, t.Kind)
}

// apart calls a function on a goroutine of its own, so that neither a panic nor an end of the goroutine reaches the caller.
func apart(call func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { _ = recover() }()
		call()
	}()
	<-done
}

// copied returns a copy, of nothing that of the zero engine.
func (e *Engine) copied() *Engine {
	if e == nil {
		return &Engine{}
	}
	c := *e
	return &c
}

// WithFloor returns an engine that leaves out signals whose confidence is below floor (0 to 1) and counts them in
// Coverage.BelowConfidence.
func (e *Engine) WithFloor(floor float64) *Engine {
	c := e.copied()
	c.floor = floor
	return c
}

// WithDeadline returns an engine that begins with no tool after that time and records how many are left as CapTime. The zero time is none.
func (e *Engine) WithDeadline(deadline time.Time) *Engine {
	c := e.copied()
	c.deadline = deadline
	return c
}

// Scan inspects the tools side by side. It never panics and never fails: what could not be done is in the Coverage.
// The tools are not modified.
func (e *Engine) Scan(tools []ToolView) Result { return e.ScanAmong(tools, nil) }

// ScanAmong is Scan for some of the tools: the others are only what these are compared with. wanted is asked by index; nil
// means all.
func (e *Engine) ScanAmong(tools []ToolView, wanted func(i int) bool) Result {
	res, _ := e.ScanContext(context.Background(), tools, wanted)
	return res
}

// ScanContext is ScanAmong that gives up, with the error of the context and no findings, when that ends. It looks at the context from
// tool to tool. A nil context never ends.
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
	s := scan{engine: e, ended: ctx.Err, tools: own, outcomes: make([]outcome, len(own))}
	for i := range tools {
		caps := bound(&tools[i], &own[i])
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
	if left := s.left(); left > 0 {
		res.Coverage.Caps = append(res.Coverage.Caps, CapHit{Cap: CapTime, Limit: res.Coverage.Tools - left, Seen: res.Coverage.Tools})
	}
	if err := ctx.Err(); err != nil {
		return Result{Coverage: Coverage{Checks: []string{}, Failures: []CheckFailure{}, Caps: []CapHit{}}}, err
	}
	for i := range s.outcomes {
		out := &s.outcomes[i]
		res.Coverage.Failures = append(res.Coverage.Failures, out.failures...)
		res.Coverage.Caps = append(res.Coverage.Caps, out.caps...)
		res.Coverage.BelowConfidence += out.below
		if len(out.signals) == 0 {
			continue
		}
		if f, ok := aggregate(i, own[i], out.signals); ok {
			res.Findings = append(res.Findings, f)
		}
	}
	return res, nil
}

// bound copies a tool into own, within the engine's bounds, and returns which bounds were reached, by NewView too.
func bound(t, own *ToolView) []CapHit {
	*own = *t
	var caps []CapHit
	for _, h := range t.cuts {
		caps = append(caps, t.reached(h))
	}
	if len(own.Fields) > MaxFields {
		caps = append(caps, t.reached(CapHit{Cap: CapFields, Limit: MaxFields, Seen: len(own.Fields)}))
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
		caps = append(caps, t.reached(CapHit{Cap: CapText, Field: f.Pointer, Limit: MaxTextBytes, Seen: len(f.Text)}))
		f.Text = cutRunes(f.Text, MaxTextBytes)
	}
	return caps
}

// reached returns a hit as one of the tool, fit to be printed.
func (t *ToolView) reached(h CapHit) CapHit {
	h.Server, h.Tool, h.Field = shown(t.Server, EvidenceRunes), shown(t.Name, EvidenceRunes), shown(h.Field, EvidenceRunes)
	return h
}

// ObjectsTo reports whether a check finds fault with a name by itself: with a tool that is called so and of which nothing else is known.
// Notes are no faults.
func (e *Engine) ObjectsTo(name string) bool {
	word := func(s string) *Node { return &Node{Kind: NodeString, Text: s} }
	view := NewView(KindTool, "", &Node{Kind: NodeObject, Members: []Member{{Name: word("name"), Value: word(name)}}})
	return slices.ContainsFunc(e.Scan([]ToolView{view}).Findings, func(f Finding) bool {
		return slices.ContainsFunc(f.Signals, func(s Signal) bool { return !s.Note })
	})
}
