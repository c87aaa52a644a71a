package code

import (
	"bytes"

	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// swept are the strings of a file, any of which may be part of a definition, which shows when all files are linked.
type swept struct {
	list []Swept
	// at is where each begins, more is where its other literals do.
	at   []int32
	more map[int][]int
}

// sweep collects all literals of the file. Those in tests count as what is asserted about.
func (r *reader) sweep(tests []source.Span) {
	r.noteDocs()
	reached := r.reached()
	lists := r.patternLists(reached)
	var c census
	for l := range lists {
		r.countList(l, &c)
	}
	out := &r.m.sweep
	out.list, out.at = make([]Swept, 0, len(r.u.Literals)), make([]int32, 0, len(r.u.Literals))
	for _, e := range r.u.Literals {
		var s Swept
		var more []int
		if e.Kind == syntax.Literal {
			s.Text = e.Text
		} else {
			var b source.Builder
			for _, item := range e.Items {
				if item.Kind == syntax.Literal && !item.Hole {
					b.Append(item.Text)
					more = append(more, item.Span.Start)
				} else {
					name := ""
					if item.Kind == syntax.Ref || item.Kind == syntax.Call || item.Kind == syntax.Index {
						name = item.Name
					}
					b.Fold(r.f, item.Span, label(name))
				}
			}
			s.Text = b.Text()
		}
		if s.Text.Value == "" {
			continue
		}
		s.Doc = r.documents(e) || docComment(r.f.Data[e.Span.Start:e.Span.End])
		if l := listOf(e); l != nil && lists[l] {
			s.Pattern = true
		} else if r.isPattern(e) && !r.reaches(e, reached) {
			s.Pattern = true
			c.count(s.Text.Value)
		}
		s.Assert = r.compared(e) && !r.reaches(e, reached) || within(tests, e.Span.Start)
		if len(more) > 0 {
			if out.more == nil {
				out.more = map[int][]int{}
			}
			out.more[len(out.list)] = more
		}
		out.list, out.at = append(out.list, s), append(out.at, int32(e.Span.Start))
	}
	r.m.patterns = c.scanner()
}

// noteDocs notes what documents a function, a class or an assignment.
func (r *reader) noteDocs() {
	for _, f := range r.u.Funcs {
		r.document(f.Doc)
	}
	for _, c := range r.u.Classes {
		r.document(c.Doc)
	}
	for _, b := range r.u.Binds {
		r.document(b.Doc)
	}
}

// docComment reports whether a literal is a comment.
func docComment(raw []byte) bool {
	return bytes.HasPrefix(raw, []byte("//")) || bytes.HasPrefix(raw, []byte("/*")) || bytes.HasPrefix(raw, []byte("##"))
}

// listOf returns the list or object that a literal is directly in, as an element, a member or a member of an element.
func listOf(e *syntax.Expr) *syntax.Expr {
	for x, n := e.Parent, 0; x != nil && n < 4; x, n = x.Parent, n+1 {
		if x.Kind == syntax.List {
			return x
		}
	}
	return nil
}
