package lint

import (
	"slices"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
)

// Excerpt is the source lines of one file that some signals touch, fit to be printed as those of a Snippet are, in pieces that know which
// signals they are part of.
type Excerpt struct {
	// Rel is as in Place.
	Rel string
	// Signals are the indexes of the signals, once for each of their places.
	Signals []int
	Lines   []ExcerptLine
	// Cut is set when there was no room for all of the lines.
	Cut bool
}

// ExcerptLine is one line, or what is near the spans of a long one.
type ExcerptLine struct {
	// Number is the line number, from 1.
	Number int
	Pieces []Piece
}

// PieceKind says what the text of a Piece stands for.
type PieceKind uint8

const (
	// PieceText is text as it stands in the file.
	PieceText PieceKind = iota
	// PieceHidden is one character that nobody sees, or a byte that is not UTF-8. Text is its escape or U+XXXX name.
	PieceHidden
	// PieceRedacted stands for a credential.
	PieceRedacted
	// PieceCut is an ellipsis for what is left out of a line.
	PieceCut
)

// Piece is a run of characters of one kind that are part of the same signals.
type Piece struct {
	Kind PieceKind
	// Text is what to print.
	Text string
	// Rune is the character of a PieceHidden; it is utf8.RuneError for a byte that is not UTF-8.
	Rune rune
	// Signals are the indexes of the signals that the piece is part of, once for each of their places, and Begins those of them that it is
	// the first piece of.
	Signals, Begins []int
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

// excerpt returns the lines of a file that the spans touch, each of them once, in the order of the file. Where there is no room for all,
// the spans that come first in the list get it. owners are the signals of the spans.
func (q *Quoter) excerpt(f *source.File, spans []source.Span, owners []int) Excerpt {
	e := Excerpt{Rel: f.Rel, Signals: owners}
	if len(f.Data) == 0 {
		return e
	}
	spans = slices.Clone(spans)
	var kept []source.Span
	for i := range spans {
		spans[i].Start = min(max(spans[i].Start, 0), len(f.Data))
		spans[i].End = min(max(spans[i].End, spans[i].Start), len(f.Data))
		found, cut := windowsOf(f, spans[i])
		e.Cut = e.Cut || cut
		for _, w := range found {
			if more := joined(append(slices.Clone(kept), w)); fit(f, more) {
				kept = more
			} else {
				e.Cut = true
			}
		}
	}
	begun := make([]bool, len(spans))
	for _, w := range kept {
		number := f.Position(w.Start, source.Bytes).Line
		line, base := f.Line(number)
		last := len(e.Lines) - 1
		if last < 0 || e.Lines[last].Number != number {
			e.Lines = append(e.Lines, ExcerptLine{Number: number})
			last++
		}
		l := &e.Lines[last]
		if w.Start > base && len(l.Pieces) == 0 {
			l.Pieces = append(l.Pieces, Piece{Kind: PieceCut, Text: "…"})
		}
		cells := q.cells(f, w.Start, f.Data[w.Start:w.End], -1, -1)
		l.Pieces = append(l.Pieces, pieces(cells, spans, owners, begun)...)
		q.bytes += w.End - w.Start
		if w.End < base+len(line) {
			l.Pieces = append(l.Pieces, Piece{Kind: PieceCut, Text: "…"})
		}
	}
	return e
}

// fit reports whether there is room for parts of lines.
func fit(f *source.File, parts []source.Span) bool {
	lines, size := map[int]bool{}, 0
	for _, p := range parts {
		lines[f.Position(p.Start, source.Bytes).Line] = true
		size += p.End - p.Start
	}
	return len(lines) <= excerptLines && size <= excerptBytes
}

// windowsOf returns what to show of the lines of a span, and whether it has more lines than are shown.
func windowsOf(f *source.File, s source.Span) (list []source.Span, cut bool) {
	first, last := f.Position(s.Start, source.Bytes).Line, f.Position(s.End, source.Bytes).Line
	for n := first; n <= last; n++ {
		if n == first+excerptSpanLines {
			return list, true
		}
		line, base := f.Line(n)
		text := source.Span{Start: base, End: base + len(line)}
		w := text
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

// pieces joins cells into pieces. begun says which spans have begun in an earlier cell.
func pieces(cells []cell, spans []source.Span, owners []int, begun []bool) []Piece {
	var out []Piece
	var last []int
	for _, c := range cells {
		var in, signals, begins []int
		for i, s := range spans {
			// A span of no bytes holds the cell that it stands before.
			if s.Start >= c.end || max(s.End, s.Start+1) <= c.at {
				continue
			}
			in, signals = append(in, i), append(signals, owners[i])
			if !begun[i] {
				begun[i], begins = true, append(begins, owners[i])
			}
		}
		if c.char == '\t' {
			// A tab is a blank, but where it is part of what was found.
			if c.kind, c.text = PieceText, " "; len(in) > 0 {
				c.kind, c.text = PieceHidden, text.SafeRune(c.char, "")
			}
		}
		if k := len(out) - 1; k >= 0 && c.kind == PieceText && out[k].Kind == PieceText && len(begins) == 0 && slices.Equal(last, in) {
			out[k].Text += c.text
			continue
		}
		out, last = append(out, Piece{Kind: c.kind, Text: c.text, Rune: c.char, Signals: signals, Begins: begins}), in
	}
	return out
}
