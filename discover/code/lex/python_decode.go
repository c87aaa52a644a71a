package lex

import (
	"math"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

var (
	pyEscapes = escapes{
		simple: "\\\\''\"\"a\ab\bf\fn\nr\rt\tv\v", x: 2, xMin: 2, u: true, wide: true, octal: true, join: joinBreak,
	}
	// pyByteEscapes are those of bytes: \u, \U and \N are none, and those that are UTF-8 together are decoded together, as
	// b"...".decode() does.
	pyByteEscapes = escapes{simple: pyEscapes.simple, bytes: true, x: 2, xMin: 2, octal: true, join: joinBreak}
)

func pyEscape(s []byte) (string, int) {
	if len(s) > 2 && s[1] == 'N' && s[2] == '{' {
		if n := pyNameLen(s[3:]); n > 0 {
			return string(pyNamed(string(s[3 : 3+n-1]))), 3 + n
		}
	}
	return pyEscapes.at(s)
}

// DocText returns the docstring that Python's String tokens are together, as inspect.cleandoc makes it and clients are sent it:
// without empty lines before and after, and without the indentation that all lines but the first share; tabs are spaces. Every
// byte knows its place.
func (f *File) DocText(tokens ...int) source.Text {
	b := &f.built
	for _, i := range tokens {
		f.decode(f.Source, f.Tokens[i], b)
	}
	text := expandTabs(b.Take(), b)
	var lines []source.Span
	margin, at := math.MaxInt, 0
	for line := range strings.SplitSeq(text.Value, "\n") {
		blanks := len(line) - len(strings.TrimLeft(line, " "))
		span := source.Span{Start: at, End: at + len(line)}
		switch {
		case at == 0:
			span.Start += blanks
		case blanks < len(line):
			margin = min(margin, blanks)
		}
		lines = append(lines, span)
		at = span.End + 1
	}
	if margin == math.MaxInt {
		margin = 0 // no line but the first has text: they stay as they are
	}
	empty := func(s source.Span) bool { return s.Start == s.End }
	for k := 1; k < len(lines); k++ {
		lines[k].Start = min(lines[k].Start+margin, lines[k].End)
	}
	for len(lines) > 1 && empty(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	for len(lines) > 1 && empty(lines[0]) {
		lines = lines[1:]
	}
	for k, line := range lines {
		if k < len(lines)-1 {
			line.End++ // with its line break
		}
		b.Append(text.Slice(line.Start, line.End))
	}
	return b.Take()
}

// expandTabs puts spaces in place of tabs.
func expandTabs(text source.Text, b *source.Builder) source.Text {
	if !strings.Contains(text.Value, "\t") {
		return text
	}
	from, column := 0, 0
	for i, r := range text.Value {
		switch r {
		case '\n':
			column = 0
		case '\t':
			b.Append(text.Slice(from, i))
			from = i + 1
			spaces := strings.Repeat(" ", 8-column%8)
			column += len(spaces)
			at := text.Locate(i, from)[0]
			if at.Escaped {
				b.Escape(at.File, at.Span, spaces)
			} else {
				b.Fold(at.File, at.Span, spaces)
			}
		default:
			column++
		}
	}
	b.Append(text.Slice(from, len(text.Value)))
	return b.Take()
}
