package manifest

import (
	"math"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// yamlHeader is the first line of a block scalar.
type yamlHeader struct {
	body    int // where the lines begin
	number  int // the indentation indicator, or 0
	keep    bool
	strip   bool
	leading int // the spaces before the first character that is not a space, on the first line that has one
}

// blockHeader reads the header of the block scalar at off.
func blockHeader(data []byte, off int) (h yamlHeader, ok bool) {
	if off >= len(data) || (data[off] != '|' && data[off] != '>') {
		return h, false
	}
	for off++; off < len(data); off++ {
		switch c := data[off]; {
		case c == '+':
			h.keep = true
		case c == '-':
			h.strip = true
		case c >= '1' && c <= '9':
			h.number = int(c - '0')
		default:
			for off < len(data) && yamlBreakAt(data, off) == 0 {
				off++ // white space and a comment
			}
			h.body = off + yamlBreakAt(data, off)
			h.leading = leadingSpaces(data, h.body)
			return h, true
		}
	}
	h.body = off
	return h, true
}

// leadingSpaces returns the spaces that begin the first line with something else in it.
func leadingSpaces(data []byte, off int) int {
	spaces := 0
	for off < len(data) {
		n := yamlBreakAt(data, off)
		switch {
		case n > 0:
			spaces = 0
			off += n
		case data[off] == ' ':
			spaces++
			off++
		default:
			return spaces
		}
	}
	return spaces
}

// indents returns the indentations that the scalar's lines may have, likeliest first. An explicit indicator counts from the
// block collection around it, whose column the library gives only when it has no anchor; the value itself tells then.
func (h yamlHeader) indents(parent int, value string) []int {
	first := strings.TrimLeft(value, "\n")
	if first == "" {
		// No line belongs to it: the next one with something in it is not of the scalar, however far it is indented.
		return []int{math.MaxInt}
	}
	fromValue := max(h.leading-(len(first)-len(strings.TrimLeft(first, " "))), 0)
	out := []int{h.leading, fromValue}
	if h.number > 0 {
		out = []int{max(parent, 0) + h.number, fromValue}
	}
	return slices.Compact(out)
}

// block decodes a literal or folded scalar whose lines are indented by indent spaces. It follows the order in which YAML joins
// lines: a line break waits until the next line tells whether it is folded.
func (a *yamlAligner) block(h yamlHeader, indent int, folded bool) (source.Text, int) {
	a.b = source.Builder{}
	indent = max(indent, 1)
	off, trailing := a.emptyLines(h.body, indent)
	end := h.body
	var pending source.Span // the break after the last line, empty at first
	leadingBlank := false
	for off < len(a.data) && a.column(off) == indent && a.breakAt(off) == 0 {
		blank := yamlBlank(a.data[off])
		if folded && !leadingBlank && !blank && pending.End > pending.Start && a.data[pending.Start] != 0xE2 {
			if len(trailing) == 0 {
				a.b.Fold(a.file, source.Span{Start: pending.Start, End: off}, " ")
			}
		} else {
			a.breaks(pending)
		}
		a.breaks(trailing...)
		leadingBlank = blank
		from := off
		for off < len(a.data) && a.breakAt(off) == 0 {
			off++
		}
		a.verbatim(from, off)
		pending = source.Span{Start: off, End: off + a.breakAt(off)}
		end = off
		off, trailing = a.emptyLines(pending.End, indent)
	}
	if !h.strip {
		a.breaks(pending)
		end = max(end, pending.End)
	}
	if h.keep {
		a.breaks(trailing...)
		if len(trailing) > 0 {
			end = trailing[len(trailing)-1].End
		}
	}
	return a.b.Text(), end
}

func (a *yamlAligner) breaks(spans ...source.Span) {
	for _, s := range spans {
		if s.End > s.Start {
			a.lineBreak(s.Start, s.End)
		}
	}
}

// emptyLines skips the indentation of a line, and the lines before it that have nothing but indentation. It returns the
// breaks of those lines.
func (a *yamlAligner) emptyLines(off, indent int) (next int, breaks []source.Span) {
	for {
		at := off
		for at < len(a.data) && at-off < indent && a.data[at] == ' ' {
			at++
		}
		n := a.breakAt(at)
		if n == 0 {
			return at, breaks
		}
		breaks = append(breaks, source.Span{Start: at, End: at + n})
		off = at + n
	}
}

// column returns the number of spaces between the start of the line and off, which follows nothing else.
func (a *yamlAligner) column(off int) int {
	n := 0
	for off > n && a.data[off-n-1] == ' ' {
		n++
	}
	return n
}
