package lint

import (
	"slices"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
)

// Excerpt is the lines of one file that some signals touch. Its pieces are printable, as in a Snippet, and know which signals they are part
// of.
type Excerpt struct {
	// Rel is as in Place.
	Rel string
	// Signals are the indexes of the signals, once per place.
	Signals []int
	Lines   []ExcerptLine
	// Cut is set when lines are left out.
	Cut bool
}

// ExcerptLine is one line, or the parts of a long line near the spans.
type ExcerptLine struct {
	// Number counts from 1.
	Number int
	Pieces []Piece
}

// PieceKind is the kind of a Piece.
type PieceKind uint8

const (
	// PieceText is text as in the file.
	PieceText PieceKind = iota
	// PieceHidden is one invisible character or non-UTF-8 byte. Text is its escape or U+XXXX name.
	PieceHidden
	// PieceRedacted stands for a credential.
	PieceRedacted
	// PieceCut is an ellipsis for omitted text.
	PieceCut
)

// Piece is a run of characters of one kind within the same signals.
type Piece struct {
	Kind PieceKind
	// Text is what to print.
	Text string
	// Rune is the character of a PieceHidden, or utf8.RuneError for a non-UTF-8 byte.
	Rune rune
	// Signals are the indexes of the signals that the piece is part of, once per place. Begins are those whose first piece this is.
	Signals, Begins []int
}

const (
	// excerptWhole is the length in bytes up to which a line is shown whole.
	excerptWhole = 400
	// In longer lines, excerptLead and excerptTrail are the bytes shown around a span, and excerptReach those of the span: about a
	// paragraph.
	excerptLead, excerptReach, excerptTrail = 80, 600, 120
	// excerptSpanLines is the maximum number of lines per span, excerptLines per excerpt, excerptBytes the bytes per excerpt.
	excerptSpanLines, excerptLines, excerptBytes = 8, 24, 6 << 10
)

// excerpt returns the lines that the spans touch, each once, in file order. If room runs out, earlier spans have precedence. owners are the
// signals of the spans.
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
			if more := mergeSpans(append(slices.Clone(kept), w)); fit(f, more) {
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

// fit reports whether the parts are within the limits of an excerpt.
func fit(f *source.File, parts []source.Span) bool {
	lines, size := map[int]bool{}, 0
	for _, p := range parts {
		lines[f.Position(p.Start, source.Bytes).Line] = true
		size += p.End - p.Start
	}
	return len(lines) <= excerptLines && size <= excerptBytes
}

// windowsOf returns the parts of lines to show for a span, and whether anything is left out.
func windowsOf(f *source.File, s source.Span) (list []source.Span, cut bool) {
	first, last := f.Position(s.Start, source.Bytes).Line, f.Position(s.End, source.Bytes).Line
	for n := first; n <= last; n++ {
		if n == first+excerptSpanLines {
			return list, true
		}
		line, base := f.Line(n)
		start, end := 0, len(line)
		if len(line) > excerptWhole {
			from, to := min(max(s.Start-base, 0), len(line)), min(s.End-base, len(line))
			cut = cut || to > from+excerptReach
			start, end = wholeRunes(line, max(from-excerptLead, 0), min(min(to, from+excerptReach)+excerptTrail, len(line)))
		}
		list = append(list, source.Span{Start: base + start, End: base + end})
	}
	return list, cut
}

// pieces joins cells into pieces. begun marks the spans that began in earlier cells.
func pieces(cells []cell, spans []source.Span, owners []int, begun []bool) []Piece {
	var out []Piece
	var last []int
	for _, c := range cells {
		var in, signals, begins []int
		for i, s := range spans {
			// An empty span touches the cell after it.
			if s.Start >= c.end || max(s.End, s.Start+1) <= c.at {
				continue
			}
			in, signals = append(in, i), append(signals, owners[i])
			if !begun[i] {
				begun[i], begins = true, append(begins, owners[i])
			}
		}
		if c.char == '\t' {
			// A tab is shown as a blank, or by its name if it is part of a finding.
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
