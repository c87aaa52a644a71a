package lint

import (
	"cmp"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
)

// remark lists what is not known of the code, and what should be known: first of the lock file and of what the configuration and the
// baseline ignore, which whoever writes what is scanned cannot crowd out, then of comments and the code, by file and line.
func (r *Report) remark(inv *discover.Inventory, settled, comments []Remark) {
	for _, t := range inv.Tools {
		if t.Static != discover.Unresolved || len(r.Unresolved) >= KeptRemarks {
			continue
		}
		at := t.Span
		if t.At.End > t.At.Start {
			at = t.At
		}
		r.Unresolved = append(r.Unresolved, newRemark(t.View.Kind, t.View.Name, t.Why, t.File, at))
	}
	more := slices.Concat(settled, comments)
	r.Notes = append(r.Notes, more[:min(len(more), KeptRemarks)]...)
	for _, n := range inv.Notes[:min(len(inv.Notes), KeptRemarks-len(r.Notes))] {
		r.Notes = append(r.Notes, newRemark("", "", n.Text, n.File, n.Span))
	}
	if len(more) > 0 {
		r.Summary.Notes += len(more)
		first := min(len(settled), len(r.Notes))
		slices.SortStableFunc(r.Notes[first:], func(a, b Remark) int {
			return cmp.Or(cmp.Compare(path(a.Where), path(b.Where)), cmp.Compare(a.Where.Span.Start, b.Where.Span.Start))
		})
	}
}

// newRemark redacts the names and the words, which may quote the code.
func newRemark(kind detect.Kind, name, words string, f *source.File, span source.Span) Remark {
	return Remark{
		Kind: kind, Name: secret.Redact(name), Text: secret.Redact(words),
		Where: source.Location{File: f, Span: span, Exact: true},
	}
}
