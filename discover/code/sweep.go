package code

import (
	"bytes"

	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// swept is a string that may be part of a definition, which shows when all files are linked.
type swept struct {
	Swept
	// starts are where its literals begin.
	starts []int
}

// sweep collects all literals of the file. Those in tests count as what is asserted about.
func (r *reader) sweep(tests []source.Span) {
	docs := map[*syntax.Expr]bool{}
	note := func(e *syntax.Expr) {
		if e != nil {
			docs[e] = true
		}
	}
	for _, f := range r.u.Funcs {
		note(f.Doc)
	}
	for _, c := range r.u.Classes {
		note(c.Doc)
	}
	for _, b := range r.u.Binds {
		note(b.Doc)
	}
	reached := r.reached()
	lists := r.patternLists(reached)
	var c census
	for l := range lists {
		r.countList(l, &c)
	}
	for _, e := range r.u.Literals {
		s := swept{starts: []int{e.Span.Start}}
		if e.Kind == syntax.Literal {
			s.Text = e.Text
		} else {
			var b source.Builder
			for _, item := range e.Items {
				if item.Kind == syntax.Literal && !item.Hole {
					b.Append(item.Text)
					s.starts = append(s.starts, item.Span.Start)
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
		s.Doc = docs[e] || docComment(r.f.Data[e.Span.Start:e.Span.End])
		if l := listOf(e); l != nil && lists[l] {
			s.Pattern = true
		} else if r.isPattern(e) && !r.reaches(e, reached) {
			s.Pattern = true
			c.count(s.Text.Value)
		}
		s.Assert = r.compared(e) && !r.reaches(e, reached) || within(tests, e.Span.Start)
		r.m.sweep = append(r.m.sweep, s)
	}
	r.m.patterns = c.scanner()
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
