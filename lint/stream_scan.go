package lint

import (
	"context"
	"hash/maphash"
	"slices"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/jsonl"
)

// stream is a run of Stream.
type stream struct {
	job
	ctx    context.Context
	engine *detect.Engine
	put    func([]Verdict) error
	// file stands for the input.
	file *source.File
	// run is the registry of the last lines, which may go on; ready are those that do not, and lines without a registry.
	run   *streamGroup
	ready []*streamGroup
	// closed are the hashes of the registries that have ended. Nobody who writes lines knows the seed.
	closed map[uint64]struct{}
	seed   maphash.Seed
	// judging guards what decides on suppression, which remembers what it has met.
	judging sync.Mutex
	total   Streamed
}

// streamGroup is lines that are scanned side by side, with the lines between them that cannot be read.
type streamGroup struct {
	registry string
	entries  []streamEntry
	// definitions counts the lines and their peers.
	definitions int
	weight      int
	incomplete  []string
	verdicts    []Verdict
}

// scanBatch scans lines, but for those of a registry that may go on behind them; last says that nothing does.
func (s *stream) scanBatch(lines []rawLine, last bool) error {
	entries := make([]streamEntry, len(lines))
	jsonl.Parallel(len(lines), func(i int) { entries[i] = readEntry(lines[i]) })
	for _, e := range entries {
		s.add(e)
	}
	if last {
		s.end()
	}
	ready := s.ready
	s.ready = nil
	jsonl.Parallel(len(ready), func(i int) { s.scanGroup(ready[i]) })
	if err := s.ctx.Err(); err != nil {
		return err
	}
	var reported []Verdict
	for _, g := range ready {
		for _, v := range g.verdicts {
			if s.count(&v) {
				reported = append(reported, v)
			}
		}
		g.verdicts = nil
	}
	if len(reported) == 0 {
		return nil
	}
	return s.put(reported)
}

// add adds a line to the registry that is being read, or ends that. Lines that cannot be read take room in it as others do, so that what is
// held is bounded whatever the lines are.
func (s *stream) add(e streamEntry) {
	g, n := s.run, 1+len(e.Peers)
	switch {
	case g == nil || e.err == nil && e.Registry != g.registry:
		s.end()
		g = s.begin(e.Registry)
	case g.definitions+n > StreamRegistry || g.weight+e.weight > heldWeight:
		g.incomplete = []string{StreamSplit}
		s.end()
		g = &streamGroup{registry: e.Registry, incomplete: g.incomplete}
	}
	g.entries, g.definitions, g.weight = append(g.entries, e), g.definitions+n, g.weight+e.weight
	if s.run = g; g.registry == "" {
		s.end()
	}
}

// begin returns an empty group for a registry, or for a line without one.
func (s *stream) begin(registry string) *streamGroup {
	g := &streamGroup{registry: registry}
	if registry == "" {
		return g
	}
	key := maphash.String(s.seed, registry)
	switch _, returned := s.closed[key]; {
	case returned:
		g.incomplete = []string{StreamSplit}
	case len(s.closed) >= StreamRegistries:
		g.incomplete = []string{StreamUncertain}
	default:
		s.closed[key] = struct{}{}
	}
	return g
}

// end ends the registry that is being read.
func (s *stream) end() {
	if s.run != nil {
		s.ready = append(s.ready, s.run)
		s.run = nil
	}
}

// scanGroup scans lines side by side, and each that has peers once more beside them.
func (s *stream) scanGroup(g *streamGroup) {
	g.verdicts = make([]Verdict, len(g.entries))
	var views []detect.ToolView
	var of []int
	for i := range g.entries {
		e := &g.entries[i]
		if e.err != nil {
			g.verdicts[i] = Verdict{Line: e.line, Error: e.err.Error()}
			continue
		}
		g.verdicts[i] = Verdict{
			Line: e.line, ID: e.ID, Registry: secret.Redact(g.registry), Kind: e.View.Kind, Server: secret.Redact(e.View.Server),
			Tool: secret.Redact(e.View.Name), Checks: []string{}, Signals: []detect.Signal{}, Incomplete: g.incomplete,
		}
		views, of = append(views, e.View), append(of, i)
	}
	peered := 0
	again := map[int]bool{}
	for k, i := range of {
		if peers := g.entries[i].Peers; len(peers) > 0 {
			if peered += len(views) + len(peers); peered > peeredDefinitions && len(views) > 1 {
				g.verdicts[i].Incomplete = append(slices.Clip(g.verdicts[i].Incomplete), StreamPeers)
				continue
			}
			again[k] = true
			s.scanAmong(g, append(slices.Clip(views), peers...), of, func(n int) bool { return n == k })
		}
	}
	if len(again) < len(views) {
		s.scanAmong(g, views, of, func(n int) bool { return !again[n] })
	}
	g.entries = nil
}

// scanAmong scans the wanted ones of the views, the first of which are of lines, and fills in their verdicts.
func (s *stream) scanAmong(g *streamGroup, views []detect.ToolView, of []int, wanted func(int) bool) {
	result, _ := s.engine.ScanContext(s.ctx, views, wanted) // A scan that is given up finds nothing; Stream asks the context itself.
	if missed := missedIn(result.Coverage); missed != nil {
		for k, i := range of {
			if wanted(k) {
				g.verdicts[i].Incomplete = append(slices.Clip(g.verdicts[i].Incomplete), missed...)
			}
		}
	}
	if len(result.Findings) == 0 {
		return
	}
	tools := make([]discover.Tool, len(views))
	for i := range views {
		tools[i] = discover.Tool{View: views[i], File: s.file}
	}
	among := newSubjects(tools)
	s.judging.Lock()
	defer s.judging.Unlock()
	for _, f := range result.Findings {
		s.judge(&g.verdicts[of[f.ToolIndex]], f, among)
	}
}

// missedIn names what a scan has not looked at.
func missedIn(c detect.Coverage) (missed []string) {
	for _, h := range c.Caps {
		missed = append(missed, string(h.Cap))
	}
	for _, f := range c.Failures {
		missed = append(missed, f.Check)
	}
	slices.Sort(missed)
	return slices.Compact(missed)
}

// judge fills in the verdict on a line: what is found, but for what is suppressed.
func (s *stream) judge(v *Verdict, f detect.Finding, among []subject) {
	of := &among[f.ToolIndex]
	of.Texts = make([]source.Text, len(of.View.Fields))
	s.hideCredentials(&f, of)
	// All that is known of a place is the file, and all that a verdict needs.
	at := source.Location{File: s.file}
	whole := finding{
		Finding: f, file: s.file, definition: at, digest: of.digest(), places: make([]Located, len(f.Signals)), subject: of, among: among, def: -1,
		class: discover.ClassNone,
	}
	for i := range whole.places {
		whole.places[i].Where = at
	}
	for _, part := range s.suppressor.split(whole, nil) {
		if part.by != isReported {
			v.Suppressed = append(v.Suppressed, part.CheckIDs...)
			continue
		}
		v.Severity, v.Tier, v.Confidence, v.RiskScore, v.Action = part.Severity, part.Tier, part.Confidence, part.RiskScore, part.Action
		v.Checks, v.Signals = part.CheckIDs, part.Signals
	}
	slices.Sort(v.Suppressed)
	v.Suppressed = slices.Compact(v.Suppressed)
}

// count counts a verdict and says whether the caller gets it.
func (s *stream) count(v *Verdict) bool {
	t := &s.total
	if v.Error != "" {
		t.Errors++
		return true
	}
	t.Definitions++
	if len(v.Suppressed) > 0 {
		t.Suppressed++
	}
	if len(v.Incomplete) > 0 {
		t.Incomplete++
	}
	weight := v.Severity
	switch {
	case v.note():
		weight = detect.SeverityNone
		t.Notes++
	case weight > detect.SeverityNone:
		t.BySeverity[weight]++
		t.Worst = max(t.Worst, weight)
	}
	if weight >= s.opts.MinSeverity {
		return true
	}
	if len(v.Signals) > 0 {
		t.Hidden++
	}
	return len(v.Incomplete) > 0
}
