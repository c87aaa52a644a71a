package lint

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
)

func summarize(r *Report, inv *discover.Inventory) Summary {
	s := Summary{
		Severities: map[detect.Severity]int{}, Findings: len(r.Findings), Suppressed: len(r.Suppressed),
		BelowConfidence: r.Coverage.BelowConfidence,
		Files:           inv.FilesRead, FilesSeen: inv.FilesSeen, Skipped: maps.Clone(inv.Skipped), Degraded: r.Coverage.Degraded(),
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		s.Severities[f.Weight()]++
		if f.Demoted != discover.ClassNone {
			s.Demoted++
		}
	}
	servers := map[string]bool{}
	names := 0
	for _, t := range inv.Tools {
		if t.View.Kind == detect.KindFile {
			continue
		}
		s.Definitions++
		servers[t.View.Server] = true
		if t.View.Kind == detect.KindInstructions && !slices.ContainsFunc(t.View.Fields, func(f detect.Field) bool { return f.Pointer != "/name" && f.Pointer != "/version" }) {
			names++
		}
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
	s.Agents = len(inv.Agents)
	s.Definitions += s.Agents
	for i := range inv.Launches {
		if t := &inv.Launches[i]; t.View.Kind == detect.KindSettings && hasTexts(t.View.Definition) {
			s.Definitions++
		}
	}
	s.onlyNames = names > 0 && names == s.Definitions && len(inv.Servers) == 0
	s.Notes = len(inv.Notes)
	s.Gaps = len(inv.Gaps)
	s.Unresolved += s.Gaps
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

// emptyArchives returns the named archives that define nothing that reaches a model.
func emptyArchives(inv *discover.Inventory) []string {
	empty := slices.Clone(inv.Archives)
	holds := func(f *source.File) {
		empty = slices.DeleteFunc(empty, func(archive string) bool { return strings.HasPrefix(f.Path, archive+"!/") })
	}
	for _, among := range [][]discover.Tool{inv.Tools, inv.Launches, inv.Agents} {
		for i := 0; i < len(among) && len(empty) > 0; i++ {
			holds(among[i].File)
			for k := range among[i].Also {
				holds(among[i].Also[k].File)
			}
		}
	}
	return empty
}

// hasTexts reports whether settings contain anything besides the place of their servers.
func hasTexts(settings *detect.Node) bool {
	return slices.ContainsFunc(settings.Members, func(m detect.Member) bool { return m.Name.Text != "keys" })
}

// remark fills in Unresolved and Notes. Remarks on the lock file, the configuration and the baseline come first, so that scanned files
// cannot crowd them out; those on comments and code follow, by file and line.
func (r *Report) remark(inv *discover.Inventory, q *Quoter, settled, comments []Remark) {
	for _, t := range inv.Tools {
		if t.Static != discover.Unresolved || len(r.Unresolved) >= KeptRemarks {
			continue
		}
		at := t.Span
		if t.At.End > t.At.Start {
			at = t.At
		}
		r.Unresolved = append(r.Unresolved, q.remark(t.View.Kind, t.View.Name, t.Why, t.File, at))
	}
	if len(inv.Gaps) > 0 {
		for _, n := range inv.Gaps[:min(len(inv.Gaps), KeptRemarks)] {
			r.Unresolved = append(r.Unresolved, q.remark("", "", n.Text, n.File, n.Span))
		}
		slices.SortStableFunc(r.Unresolved, inOrder)
		r.Unresolved = r.Unresolved[:min(len(r.Unresolved), KeptRemarks)]
	}
	more := slices.Concat(settled, comments)
	r.Notes = append(r.Notes, more[:min(len(more), KeptRemarks)]...)
	for _, n := range inv.Notes[:min(len(inv.Notes), KeptRemarks-len(r.Notes))] {
		r.Notes = append(r.Notes, q.remark("", "", n.Text, n.File, n.Span))
	}
	if len(more) > 0 {
		r.Summary.Notes += len(more)
		first := min(len(settled), len(r.Notes))
		slices.SortStableFunc(r.Notes[first:], inOrder)
	}
}

func inOrder(a, b Remark) int {
	return cmp.Or(cmp.Compare(a.Where.Path, b.Where.Path), cmp.Compare(a.Where.Start.Offset, b.Where.Start.Offset))
}

// remark redacts name and words, which may quote code.
func (q *Quoter) remark(kind detect.Kind, name, words string, f *source.File, span source.Span) Remark {
	return Remark{Kind: kind, Name: secret.Redact(name), Text: secret.Redact(words), Where: q.whole(f, span)}
}
