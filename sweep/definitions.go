package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/internal/entry"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// definitionUnits makes units of the definitions of a shard, which are sorted: of each registry, and of each definition that is in none.
// A registry that is larger than the limit becomes several, and that is said.
func (s *scanner) definitionUnits(items []Item) (units []unit, apart []Apart) {
	for len(items) > 0 {
		n := 1
		for items[0].Registry != "" && n < len(items) && items[n].Registry == items[0].Registry {
			n++
		}
		group := items[:n]
		items = items[n:]
		parts := s.parts(group)
		if len(parts) > 1 {
			one := group[0].apart(Incomplete, fmt.Sprintf("registry %q has %d definitions, which were compared in %d parts", group[0].Registry, n, len(parts)))
			one.Scanned = true
			apart = append(apart, one)
		}
		for _, part := range parts {
			units = append(units, unit{part, func(ctx context.Context) result { return s.definitions(ctx, part) }})
		}
	}
	return units, apart
}

// parts divides a registry into what can be scanned side by side. Definitions that take the memory of hundreds come last, so that whoever
// publishes one cannot part its neighbours.
func (s *scanner) parts(group []Item) (parts [][]Item) {
	var light, heavy []Item
	for i := range group {
		if group[i].memory() > s.Memory/256 {
			heavy = append(heavy, group[i])
		} else {
			light = append(light, group[i])
		}
	}
	group = append(light, heavy...)
	begin, memory := 0, 0
	for i := range group {
		more := group[i].memory()
		if i > begin && (i-begin == s.Registry || memory+more > s.Memory) {
			parts = append(parts, group[begin:i])
			begin, memory = i, 0
		}
		memory += more
	}
	return append(parts, group[begin:])
}

// memory is about what a definition takes while it is scanned, as was measured: each value is a node of a tree, however short it is.
func (it *Item) memory() int {
	n := 8 * len(it.Entry)
	for _, c := range it.Entry {
		if c == ',' || c == '[' || c == '{' {
			n += 128
		}
	}
	return n
}

// definitions scans definitions side by side, and each that has peers among these as well.
func (s *scanner) definitions(ctx context.Context, items []Item) (r result) {
	views, of := make([]detect.ToolView, 0, len(items)), make([]*Item, 0, len(items))
	peers := map[int][]detect.ToolView{}
	for i := range items {
		e, err := entry.Read(items[i].Entry, entry.Values(items[i].Entry))
		if err != nil {
			r.apart = append(r.apart, items[i].apart(Unreadable, err.Error()))
			continue
		}
		if len(e.Peers) > 0 {
			peers[len(views)] = e.Peers
		}
		views, of = append(views, e.View), append(of, &items[i])
	}
	r.definitions = len(views)
	engine := s.engine.WithDeadline(s.deadline())
	scan := func(views []detect.ToolView, wanted func(i int) bool) {
		res, err := engine.ScanContext(ctx, views, wanted)
		if err != nil {
			return // The run as a whole was ended.
		}
		for i := range res.Findings {
			f := &res.Findings[i]
			r.findings = append(r.findings, s.located(f, &views[f.ToolIndex], of))
		}
		r.apart = append(r.apart, gapsOf(of, views, wanted, &res.Coverage)...)
	}
	if len(views) > 0 {
		scan(views, func(i int) bool { return peers[i] == nil })
	}
	for i := range of {
		if peers[i] != nil {
			scan(slices.Concat(views, peers[i]), func(k int) bool { return k == i })
		}
	}
	return r
}

// gapsOf sets apart the definitions that a coverage names, which belong to the items of, and all for what names none.
func gapsOf(of []*Item, views []detect.ToolView, wanted func(i int) bool, c *detect.Coverage) (out []Apart) {
	if len(c.Failures)+len(c.Caps) == 0 {
		return nil
	}
	type name struct{ server, tool string }
	failures, caps := map[name][]detect.CheckFailure{}, map[name][]detect.CapHit{}
	for _, f := range c.Failures {
		at := name{f.Server, f.Tool}
		failures[at] = append(failures[at], f)
	}
	var ofAll []detect.CapHit
	for _, h := range c.Caps {
		if h.Cap == detect.CapTime || h.Cap == detect.CapTools {
			ofAll = append(ofAll, h)
			continue
		}
		at := name{h.Server, h.Tool}
		caps[at] = append(caps[at], h)
	}
	for i, it := range of {
		if wanted(i) {
			at := name{detect.Evidence(views[i].Server), detect.Evidence(views[i].Name)}
			out = append(out, gaps(it, failures[at], slices.Concat(ofAll, caps[at]))...)
		}
	}
	return out
}

// located makes a finding of a report of one of the engine. Its place is the line of the list.
func (s *scanner) located(f *detect.Finding, view *detect.ToolView, of []*Item) found {
	it := of[f.ToolIndex]
	f.Server, f.Tool = secret.Redact(f.Server), secret.Redact(f.Tool)
	out := found{lint.NewQuoter(0).Finding(*f, make([]lint.Located, len(f.Signals))), it.Name, it.Registry}
	for i := range out.Signals {
		signal := &out.Signals[i]
		signal.Where = it.place()
		for k := range signal.Related {
			if other := signal.Related[k].ToolIndex; other >= 0 && other < len(of) {
				signal.Related[k].Where = of[other].place()
			}
		}
	}
	if lock.Locks(view.Kind) {
		out.Digest = lock.DigestOf(*view)
	}
	out.Definition, out.ID = it.place(), identity(f)
	return out
}

// place is the line of a list.
func (it *Item) place() lint.Place {
	at := lint.Position{Offset: int(it.Offset), Line: it.Line, Column: 1, Rune: 1, Byte: 1}
	end := lint.Position{Offset: int(it.Offset + it.Size), Line: it.Line + 1, Column: 1, Rune: 1, Byte: 1}
	return lint.Place{Path: it.Source, Rel: it.Source, Start: at, End: end, First: it.Line, Last: it.Line}
}

// identity hashes what makes a finding of a definition the same one on another day.
func identity(f *detect.Finding) string {
	p := f.PrimarySignal()
	data, _ := json.Marshal([]string{p.CheckID, f.Server, f.Tool, p.Field, strings.Join(strings.Fields(strings.ToLower(p.Evidence)), " ")}) //nolint:errchkjson // strings
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}
