package lint

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
)

// Snippet is the source line under a location, fit to be printed: bounded, on one line, invisible characters named,
// credentials redacted.
type Snippet struct {
	// Line is the line number, from 1; 0 when there is no source.
	Line int
	// Text is what to print.
	Text string
	// CaretStart and CaretEnd are the display columns of the words in Text, from 0, half open, at least one wide.
	CaretStart, CaretEnd int
}

const (
	// snippetReach is how many bytes around a location are looked at: enough for a wide line, and little of a file
	// that is one line of megabytes.
	snippetReach = 1 << 10
	// snippetLead is how many columns before the words are kept when a line is cut.
	snippetLead = 30
	redaction   = "[redacted]"
)

// cell is one character of a snippet as it is printed.
type cell struct {
	text  string
	width int
	mark  bool
	kind  PieceKind
	// char is the character, and at and end are the bytes of the file that it stands for.
	char    rune
	at, end int
}

// Snippet returns the line on which loc begins, at most columns wide (0 means 100).
func (r *Report) Snippet(loc source.Location, columns int) Snippet {
	if loc.File == nil || len(loc.File.Data) == 0 {
		return Snippet{}
	}
	if columns <= 0 {
		columns = 100
	}
	pos := loc.File.Position(loc.Span.Start, source.Bytes)
	line, base := loc.File.Line(pos.Line)
	start := min(max(loc.Span.Start-base, 0), len(line))
	end := min(max(loc.Span.End-base, start), len(line))
	lo, hi := max(start-snippetReach, 0), min(min(end, start+snippetReach)+snippetReach, len(line))
	for lo > 0 && !utf8.RuneStart(line[lo]) {
		lo--
	}
	for hi < len(line) && !utf8.RuneStart(line[hi]) {
		hi++
	}
	cells := r.cells(loc.File, base+lo, line[lo:hi], start-lo, end-lo)
	s := layout(cells, columns, lo > 0, hi < len(line))
	s.Line = pos.Line
	return s
}

// cells renders the window byte by byte; base is its offset in the file, [start, end) the words in it.
func (r *Report) cells(f *source.File, base int, window []byte, start, end int) []cell {
	hidden := r.credentials(f)
	next, _ := slices.BinarySearchFunc(hidden, base, func(s source.Span, at int) int { return cmp.Compare(s.End, at+1) })
	var cells []cell
	for i := 0; i < len(window); {
		c := cell{mark: i >= start && i < end || i == start && start == end, kind: PieceText, at: base + i}
		ch, size := utf8.DecodeRune(window[i:])
		if next < len(hidden) && base+i >= hidden[next].Start {
			size = max(min(hidden[next].End-base, len(window))-i, size)
			c.text, c.kind, c.mark = redaction, PieceRedacted, c.mark || start < i+size && end > i
			next++
		} else {
			c.text, c.char = text.SafeRune(ch, string(window[i:i+size])), ch
			if ch == '\t' && !c.mark {
				c.text = " "
			}
			if text.Invisible(ch) || ch == utf8.RuneError && size == 1 {
				c.kind = PieceHidden
			}
		}
		c.width = displayWidth(c.text)
		i += size
		c.end = base + i
		cells = append(cells, c)
	}
	return cells
}

// credentials returns the spans of credentials in a file, those that were reported and those that can be seen
// in its raw text, in rising order and without overlaps.
func (r *Report) credentials(f *source.File) []source.Span {
	if spans, ok := r.secrets[f]; ok {
		return spans
	}
	spans := slices.Clone(r.sensitive[f])
	for _, m := range secret.Find(f.Slice(0, len(f.Data))) {
		spans = append(spans, source.Span{Start: m.Start, End: m.End})
	}
	if r.secrets == nil {
		r.secrets = map[*source.File][]source.Span{}
	}
	r.secrets[f] = joined(spans)
	return r.secrets[f]
}

// layout cuts the cells to the columns there are, around the marked ones.
func layout(cells []cell, columns int, cutLeft, cutRight bool) Snippet {
	first := slices.IndexFunc(cells, func(c cell) bool { return c.mark })
	if first < 0 {
		first = len(cells)
	}
	from := 0
	for from < first && cells[from].text == " " && !cutLeft {
		from++
	}
	// Keep the lead only when the words would otherwise fall off the right edge.
	if sum(cells[from:]) > columns {
		lead := 0
		at := first
		for at > from && lead+cells[at-1].width <= snippetLead {
			at--
			lead += cells[at].width
		}
		if sum(cells[from:first]) > columns/2 {
			cutLeft = cutLeft || at > from
			from = at
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
	for i := from; i < len(cells); i++ {
		if used+cells[i].width > columns-1 && (i < len(cells)-1 || cutRight) {
			b.WriteString("…")
			cutRight = false
			break
		}
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

func sum(cells []cell) int {
	n := 0
	for _, c := range cells {
		n += c.width
	}
	return n
}

// displayWidth counts terminal columns: East Asian wide and full-width characters take two, combining marks none.
func displayWidth(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case r < 0x300: // None of these is wide or combines.
			n++
		case unicode.In(r, unicode.Mn, unicode.Me):
		case r >= 0x1F300 && r <= 0x1FAFF, isWide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

func isWide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}

// Words returns the marked part of Text, from CaretStart to CaretEnd.
func (s Snippet) Words() string {
	var b strings.Builder
	column := 0
	for _, r := range s.Text {
		if column >= s.CaretStart && column < s.CaretEnd {
			b.WriteRune(r)
		}
		column += displayWidth(string(r))
	}
	return b.String()
}

// Excerpt is the source lines that some spans of a file touch, fit to be printed as those of a Snippet are, in pieces that
// know which spans they are part of.
type Excerpt struct {
	Lines []ExcerptLine
	// Cut is set when there was no room for all of the lines.
	Cut bool
}

// ExcerptLine is one line, or what is near the spans of a long one.
type ExcerptLine struct {
	// Number is the line number, from 1.
	Number int
	Pieces []Piece
}

// PieceKind tells what the text of a Piece stands for.
type PieceKind uint8

const (
	// PieceText is text as it stands in the file.
	PieceText PieceKind = iota
	// PieceHidden is one character that nobody sees, or a byte that is no UTF-8. Text is its escape or U+XXXX name.
	PieceHidden
	// PieceRedacted stands for a credential.
	PieceRedacted
	// PieceCut is an ellipsis for what is left out of a line.
	PieceCut
)

// Piece is a run of characters of one kind that are part of the same spans.
type Piece struct {
	Kind PieceKind
	// Text is what to print.
	Text string
	// Rune is the character of a PieceHidden; it is utf8.RuneError for a byte that is no UTF-8.
	Rune rune
	// Spans are the indexes of the spans that the piece is part of, Begins those of them that it is the first piece of.
	Spans, Begins []int
}

const (
	// excerptWhole is the length up to which a line is shown whole.
	excerptWhole = 400
	// excerptLead and excerptTrail are how many bytes around a span of a longer line are shown, excerptReach how many of the
	// span: a paragraph of prose.
	excerptLead, excerptReach, excerptTrail = 80, 600, 120
	// excerptSpanLines bounds the lines of one span, excerptLines those of an excerpt, excerptBytes the bytes that are shown.
	excerptSpanLines, excerptLines, excerptBytes = 8, 24, 6 << 10
)

type window struct {
	line int
	source.Span
	// text is the whole line.
	text source.Span
}

// Excerpt returns the lines of a file that the spans touch, each of them once, in the order of the file. Where there is no
// room for all, the spans that come first in the list get it.
func (r *Report) Excerpt(f *source.File, spans []source.Span) Excerpt {
	var e Excerpt
	if f == nil || len(f.Data) == 0 {
		return e
	}
	spans = slices.Clone(spans)
	var kept []window
	for i := range spans {
		spans[i].Start = min(max(spans[i].Start, 0), len(f.Data))
		spans[i].End = min(max(spans[i].End, spans[i].Start), len(f.Data))
		found, cut := windowsOf(f, spans[i])
		e.Cut = e.Cut || cut
		for _, w := range found {
			if more := join(append(slices.Clone(kept), w)); fit(more) {
				kept = more
			} else {
				e.Cut = true
			}
		}
	}
	begun := make([]bool, len(spans))
	for _, w := range kept {
		last := len(e.Lines) - 1
		if last < 0 || e.Lines[last].Number != w.line {
			e.Lines = append(e.Lines, ExcerptLine{Number: w.line})
			last++
		}
		l := &e.Lines[last]
		if w.Start > w.text.Start && len(l.Pieces) == 0 {
			l.Pieces = append(l.Pieces, Piece{Kind: PieceCut, Text: "…"})
		}
		cells := r.cells(f, w.Start, f.Data[w.Start:w.End], -1, -1)
		l.Pieces = append(l.Pieces, pieces(cells, spans, begun)...)
		if w.End < w.text.End {
			l.Pieces = append(l.Pieces, Piece{Kind: PieceCut, Text: "…"})
		}
	}
	return e
}

// fit reports whether there is room for the windows, which are joined.
func fit(list []window) bool {
	lines, size := 0, 0
	for i, w := range list {
		size += w.End - w.Start
		if i == 0 || list[i-1].line != w.line {
			lines++
		}
	}
	return lines <= excerptLines && size <= excerptBytes
}

// windowsOf returns what to show of the lines of a span, and whether it has more lines than are shown.
func windowsOf(f *source.File, s source.Span) (list []window, cut bool) {
	first, last := f.Position(s.Start, source.Bytes).Line, f.Position(s.End, source.Bytes).Line
	for n := first; n <= last; n++ {
		if n == first+excerptSpanLines {
			return list, true
		}
		line, base := f.Line(n)
		text := source.Span{Start: base, End: base + len(line)}
		w := window{n, text, text}
		if len(line) > excerptWhole {
			from, to := min(max(s.Start, text.Start), text.End), min(s.End, text.End)
			w.Start = max(from-excerptLead, text.Start)
			w.End = min(min(to, from+excerptReach)+excerptTrail, text.End)
			cut = cut || to > from+excerptReach
		}
		for w.Start > text.Start && !utf8.RuneStart(f.Data[w.Start]) {
			w.Start--
		}
		for w.End < text.End && !utf8.RuneStart(f.Data[w.End]) {
			w.End++
		}
		list = append(list, w)
	}
	return list, cut
}

func join(list []window) []window {
	slices.SortFunc(list, func(a, b window) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	var out []window
	for _, w := range list {
		if k := len(out) - 1; k >= 0 && out[k].line == w.line && w.Start <= out[k].End {
			out[k].End = max(out[k].End, w.End)
			continue
		}
		out = append(out, w)
	}
	return out
}

// pieces joins cells into pieces. begun says which spans have begun in an earlier cell.
func pieces(cells []cell, spans []source.Span, begun []bool) []Piece {
	var out []Piece
	for _, c := range cells {
		var in, begins []int
		for i, s := range spans {
			// A span of no bytes holds the cell that it stands before.
			if s.Start >= c.end || max(s.End, s.Start+1) <= c.at {
				continue
			}
			in = append(in, i)
			if !begun[i] {
				begun[i], begins = true, append(begins, i)
			}
		}
		if c.char == '\t' {
			// A tab is a blank, but where it is part of what was found.
			if c.kind, c.text = PieceText, " "; len(in) > 0 {
				c.kind, c.text = PieceHidden, text.SafeRune(c.char, "")
			}
		}
		if k := len(out) - 1; k >= 0 && c.kind == PieceText && out[k].Kind == PieceText && len(begins) == 0 && slices.Equal(out[k].Spans, in) {
			out[k].Text += c.text
			continue
		}
		out = append(out, Piece{Kind: c.kind, Text: c.text, Rune: c.char, Spans: in, Begins: begins})
	}
	return out
}
