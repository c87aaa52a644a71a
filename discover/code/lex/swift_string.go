package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// The styles of Swift's literals.
const (
	// swiftPlain is a string of one line without hashes, or a piece of one.
	swiftPlain Style = 1 + iota
	// swiftOther is any other; its form is read from its delimiters, or told for a piece of one.
	swiftOther
)

var swiftEscaper = escapes{simple: "n\nr\rt\t\\\\0\x00''\"\"", braces: true}

// swiftString is a string that is being read.
type swiftString struct {
	// hashes is how many # stand around it, multi whether its quotes are three.
	hashes int
	multi  bool
	// pieces are where its Chunks start.
	pieces []int32
}

// swiftChunk is how a string, or a piece of one, is decoded.
type swiftChunk struct {
	hashes int
	multi  bool
	// first and last tell the pieces that the delimiters of a string of several lines are next to.
	first, last bool
	// indent is what stands before the closing delimiter in its line, and is left out of all lines.
	indent source.Span
}

// next returns where the piece of the string that goes on at i ends, and the end of what ends it: its delimiter, which closes it, a
// hole, or the end of its line or of the file.
func (l *swiftLexer) next(s *swiftString, i int) (at, end int, hole bool) {
	for i < len(l.src) {
		switch c := l.src[i]; {
		case isBreak(c) && !s.multi:
			return i, i, false
		case c == '\\':
			n := min(l.runOf(i+1, '#'), s.hashes)
			if n == s.hashes {
				if l.at(i+1+n) == '(' {
					return i, i + 2 + n, true
				}
				if i+1+n < len(l.src) && !isBreak(l.src[i+1+n]) {
					n++
				}
			}
			i += 1 + n
		case c == '"':
			quotes := 1
			if s.multi {
				switch {
				case !l.has(i, `"""`):
					i++
					continue
				case s.hashes == 0:
					return i, i + 3, false
				}
				quotes = l.runOf(i, '"')
			}
			n := min(l.runOf(i+quotes, '#'), s.hashes)
			if n == s.hashes {
				return i + quotes - s.quotes(), i + quotes + n, false
			}
			i += quotes + n
		default:
			i++
		}
	}
	return len(l.src), len(l.src), false
}

func (s *swiftString) quotes() int {
	if s.multi {
		return 3
	}
	return 1
}

// text reads the string at i with so many hashes, up to its first hole, and returns where reading goes on. A string without
// holes is one String.
func (l *swiftLexer) text(i, hashes int) int {
	s := swiftString{hashes: hashes, multi: l.has(i+hashes, `"""`)}
	if s.multi && hashes > 0 && l.at(i+hashes+3) == '#' {
		s.multi = false // #"""# is a quote
	}
	body := i + hashes + s.quotes()
	at, end, hole := l.next(&s, body)
	// A hole takes two levels. Where there is no room for them it is a part of the text.
	for hole && len(l.open)+2 > MaxDepth {
		at, end, hole = l.next(&s, end)
	}
	if !hole {
		style := swiftOther
		if hashes == 0 && !s.multi {
			style = swiftPlain
		}
		l.literal(String, style, i, body, at, end)
		return end
	}
	l.push(Quote, i, body)
	l.strings = append(l.strings, s)
	l.piece(body, at)
	l.push(Hole, at, end)
	return end
}

// resume reads the innermost open string on from i, and returns where reading goes on.
func (l *swiftLexer) resume(i int) int {
	at, end, hole := l.next(&l.strings[len(l.strings)-1], i)
	l.piece(i, at)
	if hole {
		l.push(Hole, at, end)
		return end
	}
	l.finish(at, end)
	return end
}

// piece adds a Chunk of the innermost open string.
func (l *swiftLexer) piece(i, at int) {
	s := &l.strings[len(l.strings)-1]
	style := swiftPlain
	if s.multi || s.hashes > 0 {
		style = swiftOther
		s.pieces = append(s.pieces, int32(i))
	}
	if at > i {
		l.literal(Chunk, style, i, i, at, at)
	}
}

// finish closes the innermost open string, whose delimiter stands at i.
func (l *swiftLexer) finish(i, end int) {
	s := l.strings[len(l.strings)-1]
	l.strings = l.strings[:len(l.strings)-1]
	form := swiftChunk{hashes: s.hashes, multi: s.multi}
	if s.multi && end > i {
		form.indent = indentBefore(l.src, i)
	}
	for k, at := range s.pieces {
		form.first, form.last = k == 0, k == len(s.pieces)-1
		l.chunks[at] = form
	}
	for l.top() != Quote {
		l.shut(i, i)
	}
	l.shut(i, end)
}

// inHole reports whether a closing parenthesis ends the hole that is innermost.
func (l *swiftLexer) inHole() bool {
	for k := len(l.open) - 1; k >= 0; k-- {
		switch l.out[l.open[k]].Shape {
		case Paren:
			return false
		case Hole:
			return true
		}
	}
	return false
}

// indentBefore returns the blanks that stand before i in its line, or nothing when there is something else.
func indentBefore(src []byte, i int) source.Span {
	from := i
	for from > 0 && isBlank(src[from-1]) {
		from--
	}
	if from > 0 && !isBreak(src[from-1]) {
		from = i
	}
	return source.Span{Start: from, End: i}
}

// decodeSwift appends the text of a literal. Form tells a piece whose style does not.
func decodeSwift(f *source.File, t Token, form swiftChunk, b *source.Builder) {
	span := source.Span{Start: int(t.Body), End: int(t.BodyEnd)}
	switch {
	case t.Kind == Doc:
		decodeDoc(f, t, b)
		return
	case t.Style == swiftPlain:
		decodeEscapes(f, span, b, swiftEscaper.at)
		return
	case t.Kind == String:
		open := f.Data[t.Start:t.Body]
		form = swiftChunk{hashes: bytes.IndexByte(open, '"'), first: true, last: true}
		if form.multi = len(open)-form.hashes == 3; form.multi && t.End > t.BodyEnd {
			form.indent = indentBefore(f.Data, span.End)
		}
	}
	if !form.multi {
		form.escapes(f, span, b)
		return
	}
	form.lines(f, span, b)
}

// lines appends a piece of a string of several lines: without the line breaks next to the delimiters and the indentation.
func (form *swiftChunk) lines(f *source.File, span source.Span, b *source.Builder) {
	if form.last && form.indent.End == span.End {
		span.End = form.indent.Start
		if span.End > span.Start && f.Data[span.End-1] == '\n' {
			span.End--
		}
		if span.End > span.Start && f.Data[span.End-1] == '\r' {
			span.End--
		}
	}
	at := span.Start
	start := false // whether at begins a line
	if form.first {
		k := at
		for k < span.End && isBlank(f.Data[k]) {
			k++
		}
		if _, next := lineAt(f.Data, min(k, span.End), span.End); k < span.End && isBreak(f.Data[k]) {
			at, start = next, true
		} else if k == span.End {
			return
		}
	}
	indent := f.Data[form.indent.Start:form.indent.End]
	for at < span.End {
		stop, next := lineAt(f.Data, at, span.End)
		if start {
			at += shared(f.Data[at:stop], indent)
		}
		text, joined := stop-at, false
		if next > stop {
			text, joined = form.continued(f.Data[at:stop])
		}
		form.escapes(f, source.Span{Start: at, End: at + text}, b)
		if next > stop && !joined {
			newline(f, source.Span{Start: stop, End: next}, b)
		}
		at, start = next, true
	}
}

// shared returns how many bytes of the indentation line begins with.
func shared(line, indent []byte) int {
	n := 0
	for n < len(line) && n < len(indent) && line[n] == indent[n] {
		n++
	}
	return n
}

// continued returns how much of a line is text, and whether the line ends in the escape that joins it to the next.
func (form *swiftChunk) continued(line []byte) (int, bool) {
	end := len(bytes.TrimRight(line, " \t"))
	mark := end
	for n := 0; n < form.hashes && mark > 0 && line[mark-1] == '#'; n++ {
		mark--
	}
	if end-mark != form.hashes || mark == 0 || line[mark-1] != '\\' {
		return len(line), false
	}
	// Without hashes the backslash may itself be escaped.
	odd := len(line[:mark]) - len(bytes.TrimRight(line[:mark], `\`))
	if form.hashes == 0 && odd%2 == 0 {
		return len(line), false
	}
	return mark - 1, true
}

// escapes appends raw bytes in which a backslash and the hashes begin an escape.
func (form *swiftChunk) escapes(f *source.File, span source.Span, b *source.Builder) {
	if form.hashes == 0 {
		decodeEscapes(f, span, b, swiftEscaper.at)
		return
	}
	decodeEscapes(f, span, b, func(s []byte) (string, int) {
		n := 1
		for n < len(s) && n <= form.hashes && s[n] == '#' {
			n++
		}
		if n != 1+form.hashes || n >= len(s) {
			return "", 0
		}
		// The escape without its hashes: no escape is longer than this.
		plain := append([]byte{'\\'}, s[n:min(n+16, len(s))]...)
		if text, size := swiftEscaper.at(plain); size > 0 {
			return text, size + form.hashes
		}
		return "", 0
	})
}
