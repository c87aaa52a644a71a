package code

import (
	"bytes"

	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// sweptAt is a string of a file, which may be part of a definition, which shows when all files are linked.
type sweptAt struct {
	Swept
	// at is where it begins, more is where its other literals do.
	at   int
	more []int
}

// sweep collects the literals of the file that are wanted: where there is a choice, those that may say something to a model. Those in tests
// count as what is asserted about.
func (r *reader) sweep(tests []source.Span, worth func(text string) bool) {
	reached := r.reached()
	lists := r.patternLists(reached)
	var c census
	for l := range lists {
		r.countList(l, &c)
	}
	for _, f := range r.u.Funcs {
		r.docs[f.Doc] = true
	}
	for _, c := range r.u.Classes {
		r.docs[c.Doc] = true
	}
	for _, b := range r.u.Binds {
		r.docs[b.Doc] = true
	}
	for _, e := range r.u.Literals {
		var s Swept
		var more []int
		if e.Kind == syntax.Literal {
			s.Text = e.Text
		} else {
			s.Text, more = r.joinedText(e)
		}
		if s.Text.Value == "" {
			continue
		}
		if l := listOf(e); l != nil && lists[l] {
			s.Pattern = true
		} else if r.isPattern(e) && !r.reaches(e, reached) {
			s.Pattern = true
			c.count(s.Text.Value)
		}
		if worth != nil && (s.Pattern || !worth(s.Text.Value)) {
			continue
		}
		if s.Assert = r.compared(e) && !r.reaches(e, reached) || within(tests, e.Span.Start); s.Assert && worth != nil {
			continue
		}
		s.Doc = r.docs[e] || docComment(r.f.Data[e.Span.Start:e.Span.End])
		r.m.sweep = append(r.m.sweep, sweptAt{s, e.Span.Start, more})
	}
	r.m.patterns = c.scanner()
}

// joinedText is the text of literals that are put together, and where they begin.
func (r *reader) joinedText(e *syntax.Expr) (source.Text, []int) {
	var b source.Builder
	var at []int
	for _, item := range e.Items {
		if item.Kind == syntax.Literal && !item.Hole {
			b.Append(item.Text)
			at = append(at, item.Span.Start)
			continue
		}
		name := ""
		if item.Kind == syntax.Ref || item.Kind == syntax.Call || item.Kind == syntax.Index {
			name = item.Name
		}
		b.Fold(r.f, item.Span, label(name))
	}
	return b.Text(), at
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
