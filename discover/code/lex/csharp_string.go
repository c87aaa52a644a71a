package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// The styles of C#.
const (
	csRegular        = escaped + iota // "" and '': backslash escapes
	csInterpolated                    // $"": and doubled braces
	csVerbatim                        // @"": doubled quotes
	csVerbatimFilled                  // $@"": and doubled braces
	csRaw                             // """: as it stands
	// csIndented and up are pieces of an interpolated raw string over several lines. What is above csIndented is the
	// indentation to drop.
	csIndented
)

// csMaxIndent is the widest indentation that a piece can remember.
const csMaxIndent = docBlock - 1 - csIndented

var csharpEscapes = escapes{
	simple: "n\nt\tr\r\"\"''\\\\0\x00a\ab\bf\fv\ve\x1b", x: 4, xMin: 1, u: true, wide: true,
}

// decodeCSharp appends the text of a literal or documentation comment.
func decodeCSharp(f *source.File, t Token, b *source.Builder) {
	span := source.Span{Start: int(t.Body), End: int(t.BodyEnd)}
	switch {
	case t.Style >= docBlock:
		decodeDoc(f, t, b)
	case t.Style >= csIndented:
		unindent(f, span, int(t.Style-csIndented), b)
	case t.Style == csRegular:
		csharpEscapes.decode(f, span, b)
	case t.Style == csInterpolated:
		halve(f, span, "{}", b, csharpEscapes.decode)
	case t.Style == csVerbatim:
		halve(f, span, `"`, b, lines)
	case t.Style == csVerbatimFilled:
		halve(f, span, `"{}`, b, lines)
	case t.Style == csRaw:
		rawCSharp(f, span, b)
	}
}

// lines appends raw bytes as they are, but CRLF as LF.
func lines(f *source.File, span source.Span, b *source.Builder) { b.Lines(f, span) }

// halve appends raw bytes [span) in which each of the bytes of set that stands twice means itself once. What is between goes
// through decode.
func halve(f *source.File, span source.Span, set string, b *source.Builder, decode func(*source.File, source.Span, *source.Builder)) {
	from := span.Start
	for i := from; i < span.End; {
		k := bytes.IndexAny(f.Data[i:span.End], set)
		if k < 0 {
			break
		}
		i += k
		if i+1 >= span.End || f.Data[i+1] != f.Data[i] {
			i++
			continue
		}
		decode(f, source.Span{Start: from, End: i}, b)
		b.Escape(f, source.Span{Start: i, End: i + 2}, string(f.Data[i:i+1]))
		i += 2
		from = i
	}
	decode(f, source.Span{Start: from, End: span.End}, b)
}

// rawCSharp appends the content of a raw string. Over several lines, the first line break and the last line do not count, and
// the blanks before the closing quotes are dropped from each line.
func rawCSharp(f *source.File, span source.Span, b *source.Builder) {
	data := f.Data[span.Start:span.End]
	first := bytes.IndexAny(data, "\r\n")
	last := bytes.LastIndexAny(data, "\r\n")
	if first < 0 || len(bytes.TrimLeft(data[:first], " \t\f\v")) > 0 || len(bytes.TrimLeft(data[last+1:], " \t\f\v")) > 0 {
		b.Lines(f, span)
		return
	}
	indent := len(data) - last - 1
	_, next := lineAt(f.Data, span.Start+first, span.End)
	if last > first && data[last] == '\n' && data[last-1] == '\r' {
		last--
	}
	if end := span.Start + last; next <= end {
		unindent(f, source.Span{Start: next, End: end}, indent, b)
	}
}

// unindent appends raw bytes [span) with up to indent blanks dropped at the start of each line. The span begins with a whole
// line when a line break stands before it.
func unindent(f *source.File, span source.Span, indent int, b *source.Builder) {
	begins := span.Start > 0 && isBreak(f.Data[span.Start-1])
	for at := span.Start; at < span.End; {
		stop, next := lineAt(f.Data, at, span.End)
		if begins {
			for n := 0; n < indent && at < stop && isBlank(f.Data[at]); n++ {
				at++
			}
		}
		b.Verbatim(f, source.Span{Start: at, End: stop})
		if next > stop {
			newline(f, source.Span{Start: stop, End: next}, b)
		}
		at, begins = next, true
	}
}
