package corpus

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/jsonl"
)

// Verdict is the result of the checks for one entry.
type Verdict struct {
	ID       string          `json:"id"`
	Tier     detect.Tier     `json:"tier"`
	Severity detect.Severity `json:"severity"`
	// Confidence is that of the finding, from 0 to 1.
	Confidence float64 `json:"confidence"`
	// Signals are the IDs of the contributing checks, the primary one first. It is never nil.
	Signals []string `json:"signals"`
	// Located says whether a signal points at the payload of the entry. It is nil if the entry names no payload or its definition does not
	// contain it.
	Located *bool `json:"located,omitempty"`
	// Failed are the IDs of checks that failed in the scan of the entry, and of caps that it reached. Such a verdict must not be trusted.
	Failed []string `json:"failed,omitempty"`
}

func (v Verdict) grade() Grade { return Grade{v.Severity, v.Tier} }

// Any reports whether there is any finding.
func (v Verdict) Any() bool { return v.grade().Any() }

// Fails reports whether the finding fails a run with the default threshold, severity medium.
func (v Verdict) Fails() bool { return v.grade().Fails() }

// Hard reports whether the finding quarantines the tool.
func (v Verdict) Hard() bool { return v.grade().Hard() }

// group is a set of entries scanned together, with the peers of one of them.
type group struct {
	// entries are indexes into Corpus.Entries.
	entries []int
	// own is the entry whose verdict is kept, or -1 to keep those of all entries without peers.
	own   int
	peers []Peer
}

// Evaluate scans every entry in its registry and returns a verdict for each one that is scored, in the order of the corpus. Entries of one
// registry are scanned side by side, context entries among them. An entry with peers gets a scan of its own, with its peers and the rest of
// its registry, which takes a scan of the registry for each such entry. Scans run in parallel; the result does not depend on it.
func Evaluate(c *Corpus, checks []detect.Check) []Verdict {
	engine := detect.NewEngine(checks)
	groups := c.groups()
	slots := make([]Verdict, len(c.Entries))
	// Every entry is scored by exactly one group, so no two goroutines write to the same slot.
	jsonl.Parallel(len(groups), func(i int) { c.scan(engine, groups[i], slots) })
	verdicts := make([]Verdict, 0, len(slots))
	for i, v := range slots {
		if c.Entries[i].Label != Context {
			verdicts = append(verdicts, v)
		}
	}
	return verdicts
}

// groups plans the scans: one per registry, and one per entry with peers or without a registry.
func (c *Corpus) groups() []group {
	var groups []group
	members := make(map[string][]int)
	var order []string
	for i, e := range c.Entries {
		if e.Registry == "" {
			continue
		}
		if members[e.Registry] == nil {
			order = append(order, e.Registry)
		}
		members[e.Registry] = append(members[e.Registry], i)
	}
	for _, name := range order {
		groups = append(groups, group{entries: members[name], own: -1})
	}
	for i, e := range c.Entries {
		switch {
		case e.Label == Context && e.Registry != "":
		case e.Registry == "":
			groups = append(groups, group{entries: []int{i}, own: i, peers: e.Peers})
		case len(e.Peers) > 0:
			groups = append(groups, group{entries: members[e.Registry], own: i, peers: e.Peers})
		}
	}
	return groups
}

func (c *Corpus) scan(engine *detect.Engine, g group, slots []Verdict) {
	views := make([]detect.ToolView, 0, len(g.entries)+len(g.peers))
	var unreadable []string
	view := func(kind detect.Kind, server string, raw json.RawMessage) {
		v, err := detect.ViewJSON(kind, server, raw)
		if err != nil {
			// Load rejects such entries, but a Corpus can also be built by hand.
			unreadable = []string{"unreadable definition"}
			v = detect.ToolView{Kind: kind, Server: server}
		}
		views = append(views, v)
	}
	for _, i := range g.entries {
		view(c.Entries[i].kind(), c.Entries[i].Server, c.Entries[i].Tool)
	}
	for _, p := range g.peers {
		kind := detect.KindTool
		if own := c.Entries[g.own].kind(); own.Apart() {
			kind = own
		}
		view(kind, p.Server, p.Tool)
	}
	res := engine.Scan(views)
	failed := unreadable
	for _, h := range res.Coverage.Caps {
		if h.Cap == detect.CapTools {
			// The rest of the registry was not scanned and must not pass as benign.
			failed = append(failed, string(h.Cap))
		}
	}
	for _, f := range res.Coverage.Failures {
		if !slices.Contains(failed, f.Check) {
			failed = append(failed, f.Check)
		}
	}
	slices.Sort(failed)
	for k, i := range g.entries {
		if c.keepsVerdict(g, i) {
			e := c.Entries[i]
			slots[i] = Verdict{ID: e.ID, Signals: []string{}, Located: located(views[k], e.Payload, nil), Failed: failed}
		}
	}
	for _, f := range res.Findings {
		if f.ToolIndex >= len(g.entries) || !c.keepsVerdict(g, g.entries[f.ToolIndex]) {
			continue
		}
		i := g.entries[f.ToolIndex]
		v := &slots[i]
		v.Tier, v.Severity, v.Confidence, v.Signals = f.Tier, f.Severity, f.Confidence, f.CheckIDs
		v.Located = located(views[f.ToolIndex], c.Entries[i].Payload, f.Signals)
	}
}

func (c *Corpus) keepsVerdict(g group, i int) bool {
	if g.own >= 0 {
		return g.own == i
	}
	return len(c.Entries[i].Peers) == 0
}

func containsPayload(v detect.ToolView, payload string) bool {
	return slices.ContainsFunc(v.Fields, func(f detect.Field) bool { return strings.Contains(f.Text, payload) })
}

// located reports whether any signal overlaps an occurrence of the payload, or nil if there is no payload or the view does not contain it.
func located(v detect.ToolView, payload string, signals []detect.Signal) *bool {
	if payload == "" || !containsPayload(v, payload) {
		return nil
	}
	return new(slices.ContainsFunc(signals, func(s detect.Signal) bool { return overlapsPayload(v, payload, s) }))
}

// overlapsPayload reports whether a signal overlaps an occurrence of the payload in the same field. An empty span counts as the byte
// after it, or before it at the end of the text.
func overlapsPayload(v detect.ToolView, payload string, s detect.Signal) bool {
	if s.FieldIndex < 0 || s.FieldIndex >= len(v.Fields) {
		return false
	}
	text := v.Fields[s.FieldIndex].Text
	start, end := min(max(s.Start, 0), len(text)), min(max(s.End, 0), len(text))
	if end <= start {
		start = max(min(start, len(text)-1), 0)
		end = min(start+1, len(text))
	}
	// An occurrence that overlaps the span starts and ends within len(payload)-1 bytes of it, and every occurrence within these bounds
	// overlaps it.
	margin := len(payload) - 1
	return strings.Contains(text[max(start-margin, 0):min(end+margin, len(text))], payload)
}
