package lex

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// DocText returns the docstring that Python's String tokens are together, as inspect.cleandoc makes it and clients are sent it:
// without empty lines before and after, and without the indentation that all lines but the first share; tabs are spaces. Every
// byte knows its place.
func (f *File) DocText(tokens ...int) source.Text {
	var pieces []pyPiece
	for _, i := range tokens {
		pyPieces(f.Source.Data, f.Tokens[i], func(p pyPiece) { pieces = append(pieces, p) })
	}
	d := pyDocLines{file: f.Source, margin: math.MaxInt, indented: true, out: &f.built}
	d.each(pieces, d.measure)
	d.measure('\n', pyPiece{})
	d.kept()
	d.line, d.column, d.indented = 0, 0, true
	d.each(pieces, d.copy)
	d.flush()
	return d.out.Take()
}

// pyDocLines goes through a docstring twice: to measure its lines, and to copy what is left of them.
type pyDocLines struct {
	file *source.File
	// line and column are of the next character, from 0; indented is set while nothing but spaces stands before it.
	line, column int
	indented     bool
	// margin is the indentation that the lines after the first share.
	margin int
	// lengths are those of all lines; that of a first line of spaces is 0.
	lengths []int
	// first and last are the first and the last line that are kept.
	first, last int

	out *source.Builder
	run source.Span // what stands as it is and is to be copied next
}

// each calls do for each character with the piece it is.
func (d *pyDocLines) each(pieces []pyPiece, do func(r rune, p pyPiece)) {
	for _, p := range pieces {
		if p.kind != pyVerbatim {
			r, _ := utf8.DecodeRuneInString(p.decoded)
			do(r, p)
			continue
		}
		for i := p.span.Start; i < p.span.End; {
			r, size := rune(d.file.Data[i]), 1
			if r >= utf8.RuneSelf {
				r, size = utf8.DecodeRune(d.file.Data[i:p.span.End])
			}
			do(r, pyPiece{span: source.Span{Start: i, End: i + size}})
			i += size
		}
	}
}

// width is how many columns a character takes.
func (d *pyDocLines) width(r rune) int {
	if r == '\t' {
		return 8 - d.column%8
	}
	return 1
}

// measure reads a character in the first pass.
func (d *pyDocLines) measure(r rune, _ pyPiece) {
	switch {
	case r == '\n':
		if d.line == 0 && d.indented {
			d.column = 0
		}
		d.lengths = append(d.lengths, d.column)
		d.line, d.column, d.indented = d.line+1, 0, true
		return
	case r != ' ' && r != '\t' && d.indented:
		d.indented = false
		if d.line > 0 {
			d.margin = min(d.margin, d.column)
		}
	}
	d.column += d.width(r)
}

// kept finds the first and the last line that are not empty without the margin.
func (d *pyDocLines) kept() {
	if d.margin == math.MaxInt {
		d.margin = 0 // no line but the first has text: they stay as they are
	}
	empty := func(i int) bool { return d.lengths[i] == 0 || i > 0 && d.lengths[i] <= d.margin }
	for d.last = len(d.lengths) - 1; d.last > 0 && empty(d.last); d.last-- {
	}
	for d.first = 0; d.first < d.last && empty(d.first); d.first++ {
	}
}

// copy reads a character in the second pass.
func (d *pyDocLines) copy(r rune, p pyPiece) {
	width := d.width(r)
	keep := d.line >= d.first && d.line <= d.last
	if r == '\n' {
		keep = keep && d.line < d.last
		d.line, d.column, d.indented = d.line+1, 0, true
	} else {
		d.indented = d.indented && (r == ' ' || r == '\t')
		d.column += width
		if d.line > 0 {
			width = min(width, d.column-d.margin) // of a tab, what is behind the margin
		} else if d.indented {
			width = 0
		}
		keep = keep && width > 0
	}
	switch {
	case !keep:
	case r == '\t':
		d.flush()
		p.decoded = strings.Repeat(" ", width)
		if p.kind == pyVerbatim {
			p.kind = pyFolded
		}
		p.appendTo(d.file, d.out)
	case p.kind != pyVerbatim:
		d.flush()
		p.appendTo(d.file, d.out)
	case d.run.End == p.span.Start && d.run.End > d.run.Start:
		d.run.End = p.span.End
	default:
		d.flush()
		d.run = p.span
	}
}

// flush copies the characters that stand as they are.
func (d *pyDocLines) flush() {
	d.out.Verbatim(d.file, d.run)
	d.run = source.Span{}
}
