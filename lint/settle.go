package lint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
)

// kindOrder are the kinds of suppression in the order in which they are listed.
var kindOrder = []SuppressionKind{SuppressedByConfig, SuppressedByComment, SuppressedByPlaceholder, SuppressedByTrust, SuppressedByBaseline}

// finish sorts and counts what is suppressed, once all of it is known, and returns what people should know of what suppresses.
func (s *suppressor) finish(r *Report, inv *discover.Inventory) []Remark {
	r.looked = s.looked(r, inv)
	if s.off {
		return nil
	}
	order := make([]int, len(s.list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &s.list[a], &s.list[b]
		return cmp.Or(
			cmp.Compare(slices.Index(kindOrder, x.Kind), slices.Index(kindOrder, y.Kind)),
			cmp.Compare(path(x.Where), path(y.Where)), cmp.Compare(x.Where.Span.Start, y.Where.Span.Start),
		)
	})
	counts := make([]int, len(s.list))
	for i := range r.Suppressed {
		counts[r.Suppressed[i].By]++
	}
	to := make([]int, len(s.list))
	for _, old := range order {
		what := s.list[old]
		if what.Count = counts[old]; what.Count == 0 && what.Kind == SuppressedByComment {
			continue // What it is for is not asked about.
		}
		to[old] = len(r.Suppressions)
		r.Suppressions = append(r.Suppressions, what)
	}
	for i := range r.Suppressed {
		r.Suppressed[i].By = to[r.Suppressed[i].By]
	}
	slices.SortStableFunc(r.Suppressed, func(a, b Suppressed) int {
		return cmp.Or(compareFindings(a.Finding, b.Finding), cmp.Compare(a.By, b.By))
	})
	return slices.Concat(s.ignoreNotes(inv, r.looked), s.trustNotes(inv, r.looked), s.baselineNotes(r.looked))
}

// baselineNotes tells of what the baseline holds and is not there any more.
func (s *suppressor) baselineNotes(l looked) []Remark {
	if s.baseline == nil || !l.whole {
		return nil
	}
	var notes []Remark
	for i, e := range s.baseline.entries {
		left := s.baseline.left[i] - s.baseline.others[i]
		if left <= 0 || !l.gone(&e) {
			continue
		}
		n := ""
		if e.count > 1 {
			n = fmt.Sprintf(" (%d of %d)", left, e.count)
		}
		notes = append(notes, Remark{
			Text:  fmt.Sprintf("the baseline holds what is no longer found: %s in %s%s", quotedName(e.check), quotedName(e.server+"/"+e.tool), n) + l.leftOut,
			Where: source.Location{File: s.baseline.file, Span: source.Span{Start: e.start, End: e.end}, Exact: true},
		})
	}
	return notes
}
