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
	// Of something that was not looked for nobody knows whether it is there.
	whole := !r.InContext && inv.Covers(".")
	return slices.Concat(s.ignoreNotes(whole), s.commentNotes(inv, whole), s.baselineNotes(whole))
}

// ignoreNotes tells of entries that do nothing.
func (s *suppressor) ignoreNotes(whole bool) []Remark {
	var notes []Remark
	for _, e := range s.ignores.list {
		words := ""
		switch {
		case e.by == isTold:
			words = "has expired on " + quotedName(e.Expires) + " and ignores nothing"
		case e.used:
			continue
		case e.changed:
			words = "is bound to a definition that has changed, and ignores nothing"
		case whole && s.ran(e.Check):
			words = "fits nothing that was found"
			if e.Digest != "" {
				words += "; the definition that it is bound to may have changed"
			}
		default:
			continue
		}
		notes = append(notes, Remark{Text: "the entry under ignore (" + quotedName(e.Reason) + ") " + words, Where: e.where})
	}
	return notes
}

// ran reports whether all of the checks were run; none stands for all there are.
func (s *suppressor) ran(checks []string) bool {
	if len(checks) == 0 {
		return s.choice.all
	}
	return !slices.ContainsFunc(checks, func(id string) bool { return !s.choice.ran[id] })
}

// commentNotes tells of comments that are wrong or do nothing.
func (s *suppressor) commentNotes(inv *discover.Inventory, whole bool) []Remark {
	asked := map[*source.File]bool{}
	var files []*source.File
	add := func(f *source.File) {
		if !asked[f] && inv.ConcernsFile(f) {
			asked[f] = true
			files = append(files, f)
		}
	}
	for _, f := range inv.Files {
		add(f)
	}
	for f := range s.comments.files {
		add(f)
	}
	slices.SortFunc(files, func(a, b *source.File) int { return cmp.Compare(a.Path, b.Path) })
	var notes []Remark
	for _, f := range files {
		in := s.comments.of(f)
		notes = append(notes, in.notes...)
		if !whole {
			continue
		}
		for _, m := range in.list {
			for k, used := range m.used {
				if !used && s.choice.ran[m.checks[k]] {
					notes = append(notes, Remark{Text: m.checks[k] + " finds nothing that the comment stands beside", Where: m.where})
				}
			}
		}
	}
	return notes
}

// baselineNotes tells of what the baseline holds and is not there any more.
func (s *suppressor) baselineNotes(whole bool) []Remark {
	if s.baseline == nil || !whole {
		return nil
	}
	var notes []Remark
	for i, e := range s.baseline.entries {
		left := s.baseline.left[i]
		if left == 0 || !s.choice.ran[e.check] {
			continue
		}
		n := ""
		if e.count > 1 {
			n = fmt.Sprintf(" (%d of %d)", left, e.count)
		}
		notes = append(notes, Remark{
			Text:  fmt.Sprintf("the baseline holds what is no longer found: %s in %s%s", quotedName(e.check), quotedName(e.server+"/"+e.tool), n),
			Where: source.Location{File: s.baseline.file, Span: source.Span{Start: e.start, End: e.end}, Exact: true},
		})
	}
	return notes
}
