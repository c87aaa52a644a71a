package lint

import (
	"cmp"
	"maps"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
)

func compareFindings(a, b Finding) int {
	_, pa := a.PrimarySignal()
	_, pb := b.PrimarySignal()
	return cmp.Or(
		cmp.Compare(path(pa.Where), path(pb.Where)), cmp.Compare(pa.Where.Span.Start, pb.Where.Span.Start),
		cmp.Compare(pa.Where.Span.End, pb.Where.Span.End), cmp.Compare(a.Server, b.Server), cmp.Compare(a.Tool, b.Tool),
	)
}

func path(l source.Location) string {
	if l.File == nil {
		return ""
	}
	return l.File.Path
}

func summarize(r *Report, inv *discover.Inventory) Summary {
	s := Summary{
		Severities: map[detect.Severity]int{}, Findings: len(r.Findings), Suppressed: len(r.Suppressed),
		BelowConfidence: r.Coverage.BelowConfidence,
		Files:           inv.FilesRead, FilesSeen: inv.FilesSeen, Skipped: maps.Clone(inv.Skipped), Degraded: r.Coverage.Degraded(),
	}
	for _, f := range r.Findings {
		s.Severities[f.Severity]++
		if f.Demoted != discover.ClassNone {
			s.Demoted++
		}
	}
	servers := map[string]bool{}
	for _, t := range inv.Tools {
		if t.View.Kind == detect.KindFile {
			continue
		}
		s.Definitions++
		servers[t.View.Server] = true
		if t.Static == discover.Unresolved {
			s.Unresolved++
		}
		if t.View.Kind != detect.KindTool {
			continue
		}
		s.Tools++
		if t.Code {
			s.InCode++
		}
		switch t.Static {
		case discover.Full:
			s.Static++
		case discover.Partly:
			s.Partly++
		default:
			s.Open++
		}
	}
	s.Definitions += len(inv.Agents)
	for i := range inv.Launches {
		if t := &inv.Launches[i]; t.View.Kind == detect.KindSettings && speaks(t.View.Definition) {
			s.Definitions++
		}
	}
	s.Notes = len(inv.Notes)
	for _, v := range inv.Servers {
		servers[v.Name] = true
	}
	s.Servers = len(servers)
	s.Incomplete = s.Degraded
	for _, skip := range r.Skips {
		s.Incomplete = s.Incomplete || !skip.Quiet()
	}
	return s
}

// speaks reports whether settings say more than where the servers of their file stand.
func speaks(settings *detect.Node) bool {
	return slices.ContainsFunc(settings.Members, func(m detect.Member) bool { return m.Name.Text != "keys" })
}

// markSensitive collects where credentials stand, so that no sink shows them in a source line, also those that somebody suppressed.
func (r *Report) markSensitive() {
	for i := range r.Findings {
		r.hide(&r.Findings[i])
	}
	for i := range r.Suppressed {
		r.hide(&r.Suppressed[i].Finding)
	}
}

func (r *Report) hide(f *Finding) {
	for i, s := range f.Signals {
		if !s.Sensitive {
			continue
		}
		r.hidePlaces(f.Places[i].Where)
		r.hidePlaces(f.Places[i].More...)
	}
}
