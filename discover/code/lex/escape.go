package lex

import (
	"bytes"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// escapes is what backslash escapes a language has.
type escapes struct {
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
func (e *escapes) decode(f *source.File, span source.Span, b *source.Builder) {
	decodeEscapes(f, span, b, e.at)
}

// at decodes the escape at the start of s, n bytes long; n is 0 when it is none. Two halves of a surrogate pair are one
// escape.
func (e *escapes) at(s []byte) (text string, n int) {
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
		if bytes.HasPrefix(s[1:], []byte("\r\n")) {
			return "", 3
		}
		return "", 2
	case e.octal && c >= '0' && c <= '7':
		v, n := octal(s[1:])
		if v > 0xFF {
			v, n = v>>3, n-1
		}
		return runeText(v), 1 + n
	case c == 'x' && e.x > 0:
		if v, k := hex(s[2:], e.x); k >= e.xMin {
			return runeText(v), 2 + k
		}
	case c == 'U' && e.wide:
		if v, k := hex(s[2:], 8); k == 8 {
			return runeText(v), 10
		}
	case c == 'u':
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

// unit reads \uXXXX or \u{X} at the start of s, n bytes long.
func (e *escapes) unit(s []byte) (v uint32, n int) {
	if !bytes.HasPrefix(s, []byte(`\u`)) {
		return 0, 0
	}
	n = 2
	if e.braces {
		if v, k := braced(s[n:]); k > 0 {
			return v, n + k
		}
	}
	for e.uu && n < len(s) && s[n] == 'u' {
		n++
	}
	if v, k := hex(s[n:], 4); k == 4 && e.u {
		return v, n + k
	}
	return 0, 0
}

// braced reads {X} at the start of s, n bytes long: a character by its number, whose digits may be kept apart by underscores.
func braced(s []byte) (v uint32, n int) {
	// It may be written with any number of zeros; more than 60 are nobody's.
	end := bytes.IndexByte(s[:min(len(s), 64)], '}')
	if end < 2 || s[0] != '{' {
		return 0, 0
	}
	for i, c := range s[1:end] {
		d, k := hex(s[1+i:2+i], 1)
		if k == 0 && c != '_' {
			return 0, 0
		}
		if k == 1 {
			v = min(v<<4|d, utf8.MaxRune+1)
		}
	}
	return v, end + 1
}

// octal reads up to three octal digits; n is how many there are.
func octal(s []byte) (v uint32, n int) {
	for ; n < len(s) && n < 3 && s[n] >= '0' && s[n] <= '7'; n++ {
		v = v<<3 | uint32(s[n]-'0')
	}
	return v, n
}

// hex reads up to most hexadecimal digits; n is how many there are.
func hex(s []byte, most int) (v uint32, n int) {
	for n < len(s) && n < most {
		d := bytes.IndexByte([]byte("0123456789abcdef"), s[n]|0x20)
		if d < 0 || s[n] < '0' {
			break
		}
		v = v<<4 | uint32(d)
		n++
	}
	return v, n
}

// runeText is the character v as UTF-8; what is no character is U+FFFD.
func runeText(v uint32) string { return string(rune(min(v, utf8.MaxRune+1))) }

// byteEscape reads one escape that gives a byte: \x and up to most hexadecimal digits and, where octals is set, up to three octal ones.
func byteEscape(s []byte, most int, octals bool) (v uint32, n int) {
	if len(s) < 2 || s[0] != '\\' {
		return 0, 0
	}
	if s[1] == 'x' {
		v, n = hex(s[2:], most)
		if v > 0xFF { // no byte: what follows the first two digits is text
			v, n = hex(s[2:], 2)
		}
		if n > 0 {
			n += 2
		}
		return v, n
	}
	if v, n = octal(s[1:]); octals && n > 0 {
		return v & 0xFF, 1 + n
	}
	return 0, 0
}

// byteRun decodes the escape of a byte at the start of s, which one reads. Escapes that together are one character are decoded as one,
// n bytes long; n is 0 when there is no such escape.
func byteRun(s []byte, one func(s []byte) (v uint32, n int)) (text string, n int) {
	v, n := one(s)
	if n == 0 {
		return "", 0
	}
	if v < utf8.RuneSelf {
		return string(rune(v)), n
	}
	char, end := []byte{byte(v)}, n
	for len(char) < utf8.UTFMax && !utf8.FullRune(char) {
		v, k := one(s[end:])
		if k == 0 {
			break
		}
		char = append(char, byte(v))
		end += k
	}
	if r, size := utf8.DecodeRune(char); size == len(char) && r != utf8.RuneError {
		return string(char), end
	}
	return string(utf8.RuneError), n
}

// guarded is an escape that stands for the character behind the backslash.
func guarded(s []byte) (string, int) {
	switch {
	case len(s) < 2:
		return "", 0
	case s[1] >= utf8.RuneSelf:
		return "", 1
	}
	return string(rune(s[1])), 2
}

// quotedEscape is the escape of literals in which a backslash only guards itself and the delimiters, of which there may be two.
func quotedEscape(opening, closing byte) func([]byte) (string, int) {
	return func(s []byte) (string, int) {
		if len(s) > 1 && (s[1] == '\\' || s[1] == opening || s[1] == closing) {
			return string(s[1:2]), 2
		}
		return "", 0
	}
}

// noEscape is for literals that have none.
func noEscape([]byte) (string, int) { return "", 0 }

// decodeEscapes appends raw bytes [span) of f in which at decodes the escape that a backslash begins, n bytes long. What it
// gives 0 for stays as it is. CRLF is LF.
func decodeEscapes(f *source.File, span source.Span, b *source.Builder, at func(s []byte) (text string, n int)) {
	indented{}.decode(f, span, b, at)
}

// indented takes width columns off the start of each line. A tab is one column, or reaches to the next multiple of eight when tabs is set.
type indented struct {
	width int
	tabs  bool
}

// decode is decodeEscapes for what is indented.
func (d indented) decode(f *source.File, span source.Span, b *source.Builder, at func(s []byte) (text string, n int)) {
	src := f.Data[:span.End]
	plain := span.Start // where what is not yet appended begins
	fresh := plain > 0 && src[plain-1] == '\n'
	for i := plain; i < span.End; {
		if d.width <= 0 {
			k := bytes.IndexByte(src[i:], '\\')
			if k < 0 {
				break
			}
			i += k
		} else if fresh {
			fresh = false
			if end := d.skip(src, i); end > i {
				b.Lines(f, source.Span{Start: plain, End: i})
				i, plain = end, end
				continue
			}
		}
		if src[i] != '\\' {
			fresh = src[i] == '\n'
			i++
			continue
		}
		text, n := at(src[i:])
		if n == 0 {
			i++
			continue
		}
		b.Lines(f, source.Span{Start: plain, End: i})
		b.Escape(f, source.Span{Start: i, End: i + n}, text)
		i += n
		plain = i
		fresh = src[i-1] == '\n'
	}
	b.Lines(f, source.Span{Start: plain, End: span.End})
}

// skip returns the offset at which the line that begins at i goes on after its indentation.
func (d indented) skip(src []byte, i int) int {
	for width := 0; i < len(src) && width < d.width; i++ {
		switch {
		case src[i] == ' ', src[i] == '\t' && !d.tabs:
			width++
		case src[i] == '\t':
			if width = width/8*8 + 8; width > d.width {
				return i
			}
		default:
			return i
		}
	}
	return i
}
