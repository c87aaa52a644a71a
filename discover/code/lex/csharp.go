package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// csharpLexer reads C#: regular, verbatim, raw and interpolated strings, XML documentation, preprocessor lines.
type csharpLexer struct {
	w writer
	quotes
	like clike
}

// lexCSharp turns C# into tokens. Preprocessor lines are in no token: all branches of a condition are read.
func lexCSharp(f *source.File) *File {
	l := csharpLexer{w: newWriter(f), like: clike{line: "///"}}
	l.w.breaks = BreaksOf(CSharp)
	l.quotes.w, l.ended = &l.w, l.finish
	l.run(f.BOM())
	return l.w.file(f, decodeCSharp)
}

func (l *csharpLexer) run(i int) {
	w := &l.w
	start := true // nothing but blanks stands before i on its line
	for i < len(w.src) && !w.full() {
		c := w.src[i]
		switch {
		case w.breaks.At(w.src, i) > 0:
			start = true
			i += w.breaks.At(w.src, i)
			continue
		case c <= ' ':
			i++
			continue
		case c == '/':
			if end := w.comment(i, &l.like); end > i {
				i = end
				continue
			}
		case c == '#' && start:
			i = w.lineEnd(i)
			continue
		}
		start = false
		i = l.token(i, c)
	}
}

// token adds the token at i and returns where reading goes on.
func (l *csharpLexer) token(i int, c byte) int {
	w := &l.w
	switch c {
	case '"':
		return l.text(i, i, 0, false)
	case '\'':
		return w.oneLine(i)
	case '@', '$':
		marks, verbatim, k := 0, false, i
		for w.at(k) == '@' || w.at(k) == '$' {
			if w.src[k] == '@' {
				verbatim = true
			} else {
				marks++
			}
			k++
		}
		if w.at(k) == '"' {
			return l.text(i, k, marks, verbatim)
		}
		if c == '@' && k == i+1 && isWordStart(w.at(k), false) {
			k = w.wordEnd(k, false)
			w.add(Word, i, k)
			return k
		}
		w.add(Op, i, k)
		return k
	case '}':
		if end, ok := l.leave(i); ok {
			return end
		}
	case ':', ',':
		if end := l.format(i); end > i {
			return end
		}
	}
	return w.plain(i, &l.like)
}

// text adds the string that begins at i, whose quotes begin at q after marks dollar signs.
func (l *csharpLexer) text(i, q, marks int, verbatim bool) int {
	w := &l.w
	n := w.runOf(q, '"')
	str := quote{q: '"', n: 1, marks: marks, blocks: marks > 0, braces: true, style: csRegular}
	switch {
	case verbatim:
		str.raw, str.lines, str.double, str.style = true, true, true, csVerbatim
	case n >= 3:
		return l.rawText(quote{q: '"', n: n, marks: marks, blocks: marks > 0, raw: true, longest: true, style: csRaw}, i, q+n)
	case marks == 0:
		return l.suffix(w.oneLine(q))
	}
	if marks > 0 {
		str.style++ // the interpolated kind
	}
	return l.suffix(l.begin(str, i, q+1, q+1))
}

// rawText adds the raw string that begins at i and whose content begins at body.
func (l *csharpLexer) rawText(q quote, i, body int) int {
	w := &l.w
	first := w.blanks(body)
	n := w.breaks.At(w.src, first)
	if n == 0 {
		return l.suffix(l.begin(q, i, body, body))
	}
	q.lines = true
	if q.marks == 0 {
		return l.suffix(l.begin(q, i, body, body))
	}
	// The pieces of an interpolated one begin after the line break of its first line.
	return l.suffix(l.begin(q, i, body, first+n))
}

// suffix takes u8 along, which stands after the string that ends at i.
func (l *csharpLexer) suffix(i int) int {
	w := &l.w
	if k := len(w.out) - 1; (w.has(i, "u8") || w.has(i, "U8")) && w.wordEnd(i, false) == i+2 && w.out[k].Kind == String &&
		w.out[k].End == int32(i) {
		w.out[k].End += 2
		return i + 2
	}
	return i
}

// maxFormat is the greatest length of what follows the colon in a hole.
const maxFormat = 200

// format returns the end of the alignment or format of a hole, which begins at i, or i when there is none: the comma or
// colon that stands in no bracket.
func (l *csharpLexer) format(i int) int {
	w := &l.w
	if len(l.open) == 0 || w.top() != Hole {
		return i
	}
	q := &l.open[len(l.open)-1]
	k := i
	if w.src[k] == ',' {
		k = w.blanks(k + 1)
		if w.at(k) == '-' {
			k++
		}
		digits := k
		for w.at(k) >= '0' && w.at(k) <= '9' {
			k++
		}
		if k == digits {
			return i
		}
		k = w.blanks(k)
		if w.at(k) == '}' {
			return k
		}
		if w.at(k) != ':' {
			return i
		}
	}
	if w.at(k+1) == ':' || k > 0 && w.src[k-1] == ':' {
		return i
	}
	for limit := min(k+maxFormat, len(w.src)); k < limit && w.src[k] != '}' && w.src[k] != '"' && (q.lines || !isBreak(w.src[k])); {
		k++
	}
	if w.at(k) != '}' {
		return i
	}
	return k
}

// finish sees to the pieces of a raw string over several lines: they are marked with the indentation that is dropped, which
// is that of the closing quotes, and the body of the last one ends before its line break.
func (l *csharpLexer) finish(q *quote, open, shut int) {
	w := &l.w
	if q.style != csRaw || !q.lines {
		return
	}
	out := w.out
	end := int(out[shut].Start)
	line := bytes.LastIndexByte(w.src[:end], '\n') + 1
	if w.blanks(line) != end {
		return
	}
	indent := Style(min(end-line, int(csMaxIndent)))
	for k := open + 1; k < shut; k++ {
		switch t := &out[k]; t.Kind {
		case Open:
			k = int(t.Pair)
		case Chunk:
			t.Style = csIndented + indent
			if int(t.End) == end {
				stop := line - 1
				if stop > 0 && w.src[stop-1] == '\r' {
					stop--
				}
				t.BodyEnd = max(int32(stop), t.Start)
			}
		}
	}
}

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
