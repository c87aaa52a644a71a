package lint

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lock"
)

type fileLayout struct {
	// texts are the bytes that are part of what a model reads, in rising order and without overlaps.
	texts []source.Span
	// begins are where definitions begin, in rising order.
	begins []int
}

// layout returns that of a file. All of them are made at once: a file of texts does not say what is made of it.
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
		l.texts = joined(l.texts)
	}
}

func joined(spans []source.Span) []source.Span {
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

// reach is how far a comment counts on its own line. The empty one counts for all that begins there.
type reach struct {
	// limited is set when a definition begins on the line, and several when more than one does: near is where the one begins that the
	// comment is of, and next where the one behind it does, or the end of the line.
	limited, several bool
	near, next       int
}

// reach returns that of a comment: it is of the last definition that begins on its line before it, or the first when there is none before.
func (l *fileLayout) reach(file *source.File, comment, line int) reach {
	words, from := file.Line(line)
	end := from + len(words)
	first, _ := slices.BinarySearch(l.begins, from)
	behind, _ := slices.BinarySearch(l.begins, end+1)
	on := l.begins[first:behind]
	if len(on) == 0 {
		return reach{}
	}
	k, _ := slices.BinarySearch(on, comment)
	k = max(k-1, 0)
	r := reach{limited: true, several: len(on) > 1, near: on[k], next: end + 1}
	if k+1 < len(on) {
		r.next = on[k+1]
	}
	return r
}

// holds reports whether the comment counts for words of a finding that begin at an offset.
func (r *reach) holds(f *finding, file *source.File, offset int) bool {
	switch here := f.definedIn(file); {
	case !r.limited, offset >= r.near && offset < r.next, here && f.definition.Span.Start == r.near:
		return true
	case r.several:
		return false
	default:
		// The definition may have ended before the one that the comment is of begins.
		return !here || f.definition.Span.End > r.near
	}
}

type commentLine struct {
	// line is that of its marker, from 1, and below the one below the comment when nothing else stands on its lines, or 0.
	line, below int
}

// commentLinesOf returns where comments stand, which are in rising order. It takes time in proportion to the file.
func commentLinesOf(file *source.File, found []discover.Comment) []commentLine {
	commentLines, alone, last := make([]commentLine, len(found)), make([]bool, len(found)), 0
	for i, m := range found {
		commentLines[i].line = file.Position(m.Span.Start, source.Bytes).Line
		_, from := file.Line(commentLines[i].line)
		from = max(from, file.BOM())
		alone[i] = true
		if i > 0 && last == commentLines[i].line && found[i-1].End <= m.Span.Start {
			from, alone[i] = max(from, found[i-1].End), alone[i-1]
		}
		alone[i] = alone[i] && onlyOpens(file.Data[min(from, m.Span.Start):m.Span.Start])
		last = file.Position(m.End, source.Bytes).Line
	}
	// From the last one on: comments that stand one below the other count for the line below all of them.
	next, clear := map[int]int{}, false
	for i, m := range slices.Backward(found) {
		clear = nothingBehind(file, found[i:], clear)
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

// nothingBehind reports whether nothing but brackets follows the first of these comments on the line that it ends on. clear says that of
// the second.
func nothingBehind(file *source.File, found []discover.Comment, clear bool) bool {
	from, to := found[0].End, len(file.Data)
	if len(found) > 1 {
		if to = found[1].Span.Start; to < from {
			return clear // Both are in one comment.
		}
	}
	rest := file.Data[from:to]
	if n := bytes.IndexAny(rest, "\r\n"); n >= 0 {
		return holdsNothing(rest[:n])
	}
	return holdsNothing(rest) && (len(found) == 1 || clear)
}

// onlyOpens is holdsNothing, without brackets that close: what they end is what a comment behind them is about.
func onlyOpens(words []byte) bool {
	return len(bytes.TrimLeft(words, " \t\f\v#/*-;%!<{[(,")) == 0
}

func holdsNothing(words []byte) bool {
	return len(bytes.TrimLeft(words, " \t\f\v#/*-;%!<>{}[](),")) == 0
}
