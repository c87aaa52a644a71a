package lex

import (
	"bytes"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// The styles of documentation comments, alike in all languages of the C family. Other styles are below them.
const (
	docLines Style = 255 - iota // a run of /// lines
	docBlock                    // /** */
)

// escaped is the first style of each language that reads its one-line strings with oneLine: text with backslash escapes.
const escaped Style = 1

// decodeDoc appends the text of a documentation comment: without the marks at the start of each line, one blank after them,
// and line breaks that stand alone with the delimiters. The marks of lines are three bytes long.
func decodeDoc(f *source.File, t Token, b *source.Builder) {
	at, end := int(t.Start), int(t.End)
	block := t.Style == docBlock
	if block {
		at += len("/**")
		if bytes.HasSuffix(f.Data[at:end], []byte("*/")) {
			end -= len("*/")
		}
		end = at + len(bytes.TrimRight(f.Data[at:end], " \t\r\n"))
	}
	for first := true; at < end; first = false {
		stop, next := lineAt(f.Data, at, end)
		from := at
		if !first || !block {
			for from < stop && isBlank(f.Data[from]) {
				from++
			}
			if block {
				for from < stop && f.Data[from] == '*' {
					from++
				}
			} else {
				from = min(from+len("///"), stop)
			}
		}
		if from < stop && isBlank(f.Data[from]) {
			from++
		}
		b.Verbatim(f, source.Span{Start: from, End: stop})
		if next > stop && (!first || !block || len(bytes.TrimSpace(f.Data[from:stop])) > 0) {
			newline(f, source.Span{Start: stop, End: next}, b)
		}
		at = next
	}
}

// lineAt returns the end of the line at i and the start of the next one, both at most end.
func lineAt(data []byte, i, end int) (stop, next int) {
	k := bytes.IndexAny(data[i:end], "\r\n")
	if k < 0 {
		return end, end
	}
	stop = i + k
	next = stop + 1
	if data[stop] == '\r' && next < end && data[next] == '\n' {
		next++
	}
	return stop, next
}

// newline appends the line break that span is, perhaps with blanks around it that are dropped.
func newline(f *source.File, span source.Span, b *source.Builder) {
	if span.End == span.Start+1 && f.Data[span.Start] == '\n' {
		b.Verbatim(f, span)
		return
	}
	b.Fold(f, span, "\n")
}

// escaper is what backslash escapes a language has.
type escaper struct {
	// simple holds pairs of bytes: the letter and what it stands for.
	simple string
	// x is the greatest number of digits after \x and xMin the least; 0 when there is none.
	x, xMin int
	// u is set for \u and four digits, uu for further u before them, braces for \u{...}, wide for \U and eight digits.
	u, uu, braces, wide bool
	// octal is set for one to three octal digits.
	octal bool
	// join is set where a backslash before a line break drops both.
	join bool
	// drop is set where the backslash of any other escape is dropped; it stays otherwise.
	drop bool
}

// decode appends raw bytes [span) of f with their escapes decoded. CRLF is LF.
func (e *escaper) decode(f *source.File, span source.Span, b *source.Builder) {
	from := span.Start
	for from < span.End {
		k := bytes.IndexByte(f.Data[from:span.End], '\\')
		if k < 0 {
			break
		}
		at := from + k
		text, n := e.at(f.Data[at:span.End])
		if n < 2 { // not an escape: the backslash stays
			n = min(2, span.End-at)
			b.Lines(f, source.Span{Start: from, End: at + n})
			from = at + n
			continue
		}
		b.Lines(f, source.Span{Start: from, End: at})
		b.Escape(f, source.Span{Start: at, End: at + n}, text)
		from = at + n
	}
	b.Lines(f, source.Span{Start: from, End: span.End})
}

// at decodes the escape at the start of s, n bytes long; n is 0 when it is none. Two halves of a surrogate pair are one
// escape.
func (e *escaper) at(s []byte) (text string, n int) {
	if len(s) < 2 {
		return "", 0
	}
	c := s[1]
	for i := 0; i+1 < len(e.simple); i += 2 {
		if e.simple[i] == c {
			return e.simple[i+1 : i+2], 2
		}
	}
	switch {
	case e.join && isBreak(c):
		if c == '\r' && len(s) > 2 && s[2] == '\n' {
			return "", 3
		}
		return "", 2
	case e.octal && c >= '0' && c <= '7':
		return octal(s)
	case c == 'x' && e.x > 0:
		if v, k := hex(s[2:], e.x); k >= e.xMin {
			return runeText(v), 2 + k
		}
	case c == 'U' && e.wide:
		if v, k := hex(s[2:], 8); k == 8 {
			return runeText(v), 10
		}
	case c == 'u' && e.braces && len(s) > 2 && s[2] == '{':
		if v, k := hex(s[3:], 8); k > 0 && 3+k < len(s) && s[3+k] == '}' {
			return runeText(v), 4 + k
		}
	case c == 'u' && e.u:
		v, k := e.unit(s)
		if k == 0 {
			break
		}
		if v >= 0xD800 && v < 0xDC00 {
			if low, m := e.unit(s[k:]); m > 0 && low >= 0xDC00 && low < 0xE000 {
				return runeText(0x10000 + (v-0xD800)<<10 + low - 0xDC00), k + m
			}
		}
		return runeText(v), k
	}
	if e.drop {
		_, size := utf8.DecodeRune(s[1:])
		return string(s[1 : 1+size]), 1 + size
	}
	return "", 0
}

// unit reads \uXXXX at the start of s, n bytes long.
func (e *escaper) unit(s []byte) (v uint32, n int) {
	if len(s) < 2 || s[0] != '\\' || s[1] != 'u' {
		return 0, 0
	}
	n = 2
	for e.uu && n < len(s) && s[n] == 'u' {
		n++
	}
	v, k := hex(s[n:], 4)
	if k < 4 {
		return 0, 0
	}
	return v, n + k
}

// octal reads a backslash and one to three octal digits that make a byte at most.
func octal(s []byte) (string, int) {
	v, n := uint32(0), 1
	for n < len(s) && n < 4 && s[n] >= '0' && s[n] <= '7' && v*8+uint32(s[n]-'0') < 256 {
		v = v*8 + uint32(s[n]-'0')
		n++
	}
	return runeText(v), n
}

// hex reads up to most hexadecimal digits; n is how many there are.
func hex(s []byte, most int) (v uint32, n int) {
	for n < len(s) && n < most {
		var d byte
		switch c := s[n]; {
		case c >= '0' && c <= '9':
			d = c - '0'
		case c >= 'a' && c <= 'f':
			d = c - 'a' + 10
		case c >= 'A' && c <= 'F':
			d = c - 'A' + 10
		default:
			return v, n
		}
		v = v<<4 | uint32(d)
		n++
	}
	return v, n
}

// runeText is the character v as UTF-8; what is no character is U+FFFD.
func runeText(v uint32) string {
	if v > utf8.MaxRune {
		return string(utf8.RuneError)
	}
	return string(rune(v))
}
