package lint

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/marked"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lock"
)

type fileLayout struct {
	// texts are the spans that a model reads, sorted and without overlaps.
	texts []source.Span
	// begins are the offsets at which definitions begin, sorted.
	begins []int
}

// layout returns the layout of a file. It builds all layouts at once, because any file can contain texts of another's definitions.
func (c *comments) layout(file *source.File) *fileLayout {
	if c.layouts == nil {
		c.layouts = map[string]*fileLayout{}
		c.layOut(c.inv)
	}
	return c.layoutOf(file)
}

func (c *comments) layoutOf(file *source.File) *fileLayout {
	l := c.layouts[file.Path]
	if l == nil {
		l = &fileLayout{}
		c.layouts[file.Path] = l
	}
	return l
}

func (c *comments) layOut(inv *discover.Inventory) {
	enter := func(f *source.File, span source.Span, texts []source.Text) {
		if f != nil {
			l := c.layoutOf(f)
			l.begins = append(l.begins, span.Start)
		}
		for _, t := range texts {
			for file, piece := range t.Pieces() {
				if file != nil {
					l := c.layoutOf(file)
					l.texts = append(l.texts, piece)
				}
			}
		}
	}
	for i := range inv.Tools {
		t := &inv.Tools[i]
		if !lock.Locks(t.View.Kind) {
			continue
		}
		enter(t.File, t.Span, t.Texts)
		for k := range t.Also {
			enter(t.Also[k].File, t.Also[k].Span, t.Also[k].Own)
		}
	}
	for i := range inv.Agents {
		enter(inv.Agents[i].File, inv.Agents[i].Span, inv.Agents[i].Texts)
	}
	for _, l := range c.layouts {
		slices.Sort(l.begins)
		l.begins = slices.Compact(l.begins)
		l.texts = mergeSpans(l.texts)
	}
}

func mergeSpans(spans []source.Span) []source.Span {
	slices.SortFunc(spans, func(a, b source.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	var out []source.Span
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
			continue
		}
		out = append(out, s)
	}
	return out
}

func (l *fileLayout) read(s source.Span) bool {
	i, _ := slices.BinarySearchFunc(l.texts, s.Start, func(t source.Span, at int) int { return cmp.Compare(t.End, at+1) })
	return i < len(l.texts) && l.texts[i].Start < s.End
}

// commentScope limits a comment on its own line. The zero value covers everything that begins there.
type commentScope struct {
	// limited is set when a definition begins on the line, several when more than one does. The comment belongs to the definition at start;
	// end is where the next one begins, or the end of the line.
	limited, several bool
	start, end       int
}

// scopeOf returns the scope of a comment: the last definition on its line that begins before it, or else the first.
func (l *fileLayout) scopeOf(file *source.File, comment, line int) commentScope {
	words, from := file.Line(line)
	end := from + len(words)
	first, _ := slices.BinarySearch(l.begins, from)
	behind, _ := slices.BinarySearch(l.begins, end+1)
	on := l.begins[first:behind]
	if len(on) == 0 {
		return commentScope{}
	}
	k, _ := slices.BinarySearch(on, comment)
	k = max(k-1, 0)
	r := commentScope{limited: true, several: len(on) > 1, start: on[k], end: end + 1}
	if k+1 < len(on) {
		r.end = on[k+1]
	}
	return r
}

// covers reports whether the comment applies to words of a finding at an offset.
func (r *commentScope) covers(f *finding, file *source.File, offset int) bool {
	switch here := f.definedIn(file); {
	case !r.limited, offset >= r.start && offset < r.end, here && f.definition.Span.Start == r.start:
		return true
	case r.several:
		return false
	default:
		// The definition may end before that of the comment begins.
		return !here || f.definition.Span.End > r.start
	}
}

type commentLine struct {
	// line is that of the marker, from 1. below is the line after a comment that stands alone, or 0.
	line, below int
}

// commentLinesOf returns the lines of the comments, which must be sorted, in linear time.
func commentLinesOf(file *source.File, found []marked.Comment) []commentLine {
	commentLines, alone, last := make([]commentLine, len(found)), make([]bool, len(found)), 0
	for i, m := range found {
		commentLines[i].line = file.Position(m.Span.Start, source.Bytes).Line
		_, from := file.Line(commentLines[i].line)
		from = max(from, file.BOM())
		alone[i] = true
		if i > 0 && last == commentLines[i].line && found[i-1].End <= m.Span.Start {
			from, alone[i] = max(from, found[i-1].End), alone[i-1]
		}
		alone[i] = alone[i] && onlyOpeners(file.Data[min(from, m.Span.Start):m.Span.Start])
		last = file.Position(m.End, source.Bytes).Line
	}
	// Go backwards: stacked comments apply to the line below all of them.
	next, clear := map[int]int{}, false
	for i, m := range slices.Backward(found) {
		clear = nothingAfter(file, found[i:], clear)
		line := commentLines[i].line
		if !alone[i] || !clear {
			continue
		}
		if next[line] == 0 {
			next[line] = file.Position(m.End, source.Bytes).Line + 1
			if below, ok := next[next[line]]; ok {
				next[line] = below
			}
		}
		commentLines[i].below = next[line]
	}
	return commentLines
}

// nothingAfter reports whether only brackets follow the first comment on the line where it ends. clear is the result for the second
// comment.
func nothingAfter(file *source.File, found []marked.Comment, clear bool) bool {
	from, to := found[0].End, len(file.Data)
	if len(found) > 1 {
		if to = found[1].Span.Start; to < from {
			return clear // both markers are in one comment
		}
	}
	rest := file.Data[from:to]
	if n := bytes.IndexAny(rest, "\r\n"); n >= 0 {
		return onlyMarks(rest[:n])
	}
	return onlyMarks(rest) && (len(found) == 1 || clear)
}

// onlyOpeners is onlyMarks without closing brackets: a comment after one refers to what it closes.
func onlyOpeners(words []byte) bool {
	return len(bytes.TrimLeft(words, " \t\f\v#/*-;%!<{[(,")) == 0
}

func onlyMarks(words []byte) bool {
	return len(bytes.TrimLeft(words, " \t\f\v#/*-;%!<>{}[](),")) == 0
}
