package code

import (
	"bytes"
	"sync"

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

// sweep collects the literals of the file that are wanted: where there is a choice, those that may say something to a model. Those in tests
// count as what is asserted about.
func (r *reader) sweep(tests []source.Span, worth func(text string) bool) {
	reached := r.reached()
	lists := r.patternLists(reached)
	var c census
	for l := range lists {
		r.countList(l, &c)
	}
	r.noteDocs()
	kept := sweptPool.Get().(*[]sweptAt)
	list := (*kept)[:0]
	out := &r.m.sweep
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
		s.Doc = r.documents(e) || docComment(r.f.Data[e.Span.Start:e.Span.End])
		if len(more) > 0 {
			if out.more == nil {
				out.more = map[int][]int{}
			}
			out.more[len(list)] = more
		}
		list = append(list, sweptAt{s, int32(e.Span.Start)})
	}
	out.list, out.at = make([]Swept, len(list)), make([]int32, len(list))
	for i := range list {
		out.list[i], out.at[i] = list[i].Swept, list[i].at
	}
	clear(list)
	if *kept = list[:0]; cap(list) <= keptEntries {
		sweptPool.Put(kept)
	}
	r.m.patterns = c.scanner()
}

// sweptAt is a string and where it begins.
type sweptAt struct {
	Swept
	at int32
}

// sweptPool holds memory for the strings of a file, of which it is not known beforehand how many are kept.
var sweptPool = sync.Pool{New: func() any { return new([]sweptAt) }}

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
