package lint

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/measure"
)

// Snippet is the printable source line of a location: bounded, on one line, invisible characters named, credentials redacted.
type Snippet struct {
	// Line counts from 1; 0 means no source.
	Line int
	// Text is what to print.
	Text string
	// CaretStart and CaretEnd are display columns in Text, from 0, half-open, at least one wide.
	CaretStart, CaretEnd int
}

const (
	// snippetReach is how many bytes around a location are read: enough for a wide line, and bounded for files that are one huge line.
	snippetReach = 1 << 10
	// snippetLead is how many columns before the words are kept when a line is cut.
	snippetLead = 30
	// snippetWord is how many columns may be left out at a cut so that it does not break a word.
	snippetWord = 16
)

type cell struct {
	text  string
	width int
	mark  bool
	kind  PieceKind
	// char is the character, at and end its bytes in the file.
	char    rune
	at, end int
}

// snippet returns the first line of a location, at most columns wide.
func (q *Quoter) snippet(loc source.Location, columns int) Snippet {
	if loc.File == nil || len(loc.File.Data) == 0 {
		return Snippet{}
	}
	pos := loc.File.Position(loc.Span.Start, source.Bytes)
	line, base := loc.File.Line(pos.Line)
	start := min(max(loc.Span.Start-base, 0), len(line))
	end := min(max(loc.Span.End-base, start), len(line))
	lo, hi := max(start-snippetReach, 0), min(min(end, start+snippetReach)+snippetReach, len(line))
	lo, hi = wholeRunes(line, lo, hi)
	s := layout(q.cells(loc.File, base+lo, line[lo:hi], start-lo, end-lo), columns, lo > 0, hi < len(line))
	s.Line = pos.Line
	return s
}

// wholeRunes widens a part of a line so that it cuts through no character.
func wholeRunes(line []byte, from, to int) (start, end int) {
	for from > 0 && from < len(line) && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to++
	}
	return from, to
}

// cells renders the window; base is its offset in the file, [start, end) the range to mark. They are valid until the next call.
func (q *Quoter) cells(f *source.File, base int, window []byte, start, end int) []cell {
	hidden := q.credentials(f)
	next, _ := slices.BinarySearchFunc(hidden, base, func(s source.Span, at int) int { return cmp.Compare(s.End, at+1) })
	cells := slices.Grow(q.room[:0], len(window))
	for i := 0; i < len(window); {
		c := cell{mark: i >= start && i < end || i == start && start == end, kind: PieceText, at: base + i}
		ch, size := utf8.DecodeRune(window[i:])
		if next < len(hidden) && base+i >= hidden[next].Start {
			size = max(min(hidden[next].End-base, len(window))-i, size)
			c.text, c.kind, c.mark = secret.Stub, PieceRedacted, c.mark || start < i+size && end > i
			next++
		} else {
			c.text, c.char = text.SafeRune(ch, f.Slice(base+i, base+i+size)), ch
			if ch == '\t' && !c.mark {
				c.text = " "
			}
			if text.Invisible(ch) || ch == utf8.RuneError && size == 1 {
				c.kind = PieceHidden
			}
		}
		c.width = measure.Width(c.text)
		i += size
		c.end = base + i
		cells = append(cells, c)
	}
	q.room = cells
	return cells
}

// Hide redacts the given places in all source lines quoted from then on.
func (q *Quoter) Hide(places ...source.Location) {
	for _, l := range places {
		if l.File != nil {
			in := q.of(l.File)
			in.reported = append(in.reported, l.Span)
		}
	}
}

// credentials returns the spans of reported credentials and of those found in the raw text, sorted and without overlaps.
func (q *Quoter) credentials(f *source.File) []source.Span {
	in := q.of(f)
	if !in.searched {
		in.searched, in.hidden = true, in.reported
		for _, m := range secret.Find(f.Slice(0, len(f.Data))) {
			in.hidden = append(in.hidden, source.Span{Start: m.Start, End: m.End})
		}
		in.hidden = mergeSpans(in.hidden)
	}
	return in.hidden
}

// layout cuts the cells to the columns, around the marked ones.
func layout(cells []cell, columns int, cutLeft, cutRight bool) Snippet {
	first := slices.IndexFunc(cells, func(c cell) bool { return c.mark })
	if first < 0 {
		first = len(cells)
	}
	from := 0
	for from < first && cells[from].text == " " && !cutLeft {
		from++
	}
	// Keep the lead only if the words would otherwise pass the right edge.
	if sum(cells[from:]) > columns {
		lead := 0
		at := first
		for at > from && lead+cells[at-1].width <= snippetLead {
			at--
			lead += cells[at].width
		}
		if sum(cells[from:first]) > columns/2 {
			cutLeft = cutLeft || at > from
			from = wordFrom(cells, at, first)
		}
	}
	var s Snippet
	var b strings.Builder
	used := 0
	if cutLeft {
		b.WriteString("…")
		used = 1
	}
	s.CaretStart, s.CaretEnd = -1, -1
	to, width := from, used
	for to < len(cells) && (width+cells[to].width <= columns-1 || to == len(cells)-1 && !cutRight) {
		width += cells[to].width
		to++
	}
	if to < len(cells) {
		to, cutRight = wordTo(cells, from, to), true
	}
	for i := from; i < to; i++ {
		if cells[i].mark {
			if s.CaretStart < 0 {
				s.CaretStart = used
			}
			s.CaretEnd = used + cells[i].width
		}
		b.WriteString(cells[i].text)
		used += cells[i].width
	}
	if cutRight && used < columns {
		b.WriteString("…")
	}
	s.Text = b.String()
	if s.CaretStart < 0 {
		s.CaretStart = used
	}
	s.CaretEnd = max(s.CaretEnd, s.CaretStart+1)
	return s
}

// wordFrom returns where the first whole word from at on begins, no later than limit.
func wordFrom(cells []cell, at, limit int) int {
	if at == 0 || cells[at-1].text == " " {
		return at
	}
	for i := at; i < min(limit, at+snippetWord); i++ {
		if cells[i].text == " " {
			return i + 1
		}
	}
	return at
}

// wordTo returns where the last whole word before to ends.
func wordTo(cells []cell, from, to int) int {
	for i := to; i > max(from, to-snippetWord); i-- {
		if cells[i].text == " " {
			return i
		}
	}
	return to
}

func sum(cells []cell) int {
	n := 0
	for _, c := range cells {
		n += c.width
	}
	return n
}

// Marked returns the part of Text above the carets.
func (s Snippet) Marked() string {
	var b strings.Builder
	column := 0
	for _, r := range s.Text {
		if column >= s.CaretStart && column < s.CaretEnd {
			b.WriteRune(r)
		}
		column += measure.Width(string(r))
	}
	return b.String()
}
