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
	s := r.cutOut(loc.File, base, line, source.Span{Start: lo, End: hi}, source.Span{Start: start, End: end}, columns)
	s.Line = pos.Line
	return s
}

// cutOut lays out the window of a line around the words. It looks at little more than there are columns for where that shows the same.
func (r *Report) cutOut(f *source.File, base int, line []byte, win, words source.Span, columns int) Snippet {
	near := max(words.Start-columns-2*snippetLead, 0)
	for near > win.Start && !utf8.RuneStart(line[near]) {
		near--
	}
	if near > win.Start && columns > 0 {
		if cells, whole := r.cells(f, base+near, line[near:win.End], words.Start-near, words.End-near, columns); fills(cells, columns) {
			return layout(cells, columns, true, win.End < len(line) || !whole)
		}
	}
	cells, whole := r.cells(f, base+win.Start, line[win.Start:win.End], words.Start-win.Start, words.End-win.Start, columns)
	return layout(cells, columns, win.Start > 0, win.End < len(line) || !whole)
}

// fills reports whether cells that do not go back to where the window begins take so much room that what stands before them is cut off:
// layout then begins at the same cell whatever that is.
func fills(cells []cell, columns int) bool {
	words := slices.IndexFunc(cells, func(c cell) bool { return c.mark })
	from := slices.IndexFunc(cells, func(c cell) bool { return c.text != " " })
	if words < 0 || from < 0 || from >= words || cells[0].kind == PieceRedacted {
		return false
	}
	return sum(cells[from:]) > columns && sum(cells[from:words]) > max(columns/2, snippetLead)
}

// cells renders the window byte by byte; base is its offset in the file, [start, end) the words in it. Beyond the first that is marked it
// stops when there are more than columns, and is not whole then; no columns are no bound. What it returns holds until it is called again.
func (r *Report) cells(f *source.File, base int, window []byte, start, end, columns int) (cells []cell, whole bool) {
	hidden := r.credentials(f)
	next, _ := slices.BinarySearchFunc(hidden, base, func(s source.Span, at int) int { return cmp.Compare(s.End, at+1) })
	cells = r.scratch[:0]
	defer func() { r.scratch = cells[:0] }()
	right, seen := 0, false
	for i := 0; i < len(window); {
		if seen && columns > 0 && right > columns {
			return cells, false
		}
		c := cell{mark: i >= start && i < end || i == start && start == end, kind: PieceText, at: base + i}
		size := 1
		switch ch := rune(window[i]); {
		case next < len(hidden) && base+i >= hidden[next].Start:
			_, size = utf8.DecodeRune(window[i:])
			size = max(min(hidden[next].End-base, len(window))-i, size)
			c.text, c.kind, c.mark = redaction, PieceRedacted, c.mark || start < i+size && end > i
			next++
		case ch >= ' ' && ch < 0x7F:
			c.text, c.width, c.char = printable[ch-' ':ch-' '+1], 1, ch
		default:
			ch, size = utf8.DecodeRune(window[i:])
			c.text, c.char = text.SafeRune(ch, string(window[i:i+size])), ch
			if ch == '\t' && !c.mark {
				c.text = " "
			}
			if text.Invisible(ch) || ch == utf8.RuneError && size == 1 {
				c.kind = PieceHidden
			}
		}
		if c.width == 0 {
			c.width = displayWidth(c.text)
		}
		i += size
		c.end = base + i
		if seen = seen || c.mark; seen {
			right += c.width
		}
		cells = append(cells, c)
	}
	return cells, true
}

// printable are the characters of ASCII that can be seen, in order: a cell of one is a part of it.
const printable = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

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
	slices.SortFunc(spans, func(a, b source.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	var merged []source.Span
	for _, s := range spans {
		if k := len(merged); k > 0 && s.Start <= merged[k-1].End {
			merged[k-1].End = max(merged[k-1].End, s.End)
			continue
		}
		merged = append(merged, s)
	}
	if r.secrets == nil {
		r.secrets = map[*source.File][]source.Span{}
	}
	r.secrets[f] = merged
	return merged
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
