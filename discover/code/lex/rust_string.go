package lex

import (
	"bytes"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// The styles of Rust's literals.
const (
	rustEscapes Style = 1 + iota
	// rustBytes is one of bytes, in which escapes may put a character together.
	rustBytes
	rustRaw
)

var (
	rustEscaper     = escaper{simple: "n\nr\rt\t\\\\0\x00''\"\"", x: 2, xMin: 2, braces: true}
	rustByteEscaper = escaper{simple: "n\nr\rt\t\\\\0\x00''\"\"", braces: true}
)

func decodeRust(f *source.File, t Token, b *source.Builder) {
	span := source.Span{Start: int(t.Body), End: int(t.BodyEnd)}
	switch t.Style {
	case docLines, docBlock:
		decodeDoc(f, t, b)
	case rustRaw:
		b.Lines(f, span)
	case rustBytes:
		decodeEscapes(f, span, b, rustByteEscape)
	default:
		decodeEscapes(f, span, b, rustEscape)
	}
}

// rustEscape decodes the escape at the start of s. One before a line break drops the blanks and empty lines that follow.
func rustEscape(s []byte) (string, int) {
	if len(s) > 1 && isBreak(s[1]) {
		n := 1
		for n < len(s) && (isBreak(s[n]) || s[n] == ' ' || s[n] == '\t') {
			n++
		}
		return "", n
	}
	if n := bracedEscape(s); n > 0 {
		v := uint32(0)
		for _, c := range s[3 : n-1] {
			if d, k := hex([]byte{c}, 1); k == 1 && v <= utf8.MaxRune {
				v = v<<4 | d
			}
		}
		return runeText(v), n
	}
	return rustEscaper.at(s)
}

// bracedEscape returns the length of the \u{...} at the start of s, whose digits may be kept apart by underscores, or 0.
func bracedEscape(s []byte) int {
	if !bytes.HasPrefix(s, []byte(`\u{`)) {
		return 0
	}
	for n := 3; n < min(len(s), 24); n++ {
		if s[n] == '}' {
			if n == 3 {
				return 0
			}
			return n + 1
		}
		if _, k := hex(s[n:n+1], 1); k == 0 && s[n] != '_' {
			return 0
		}
	}
	return 0
}

func rustByteEscape(s []byte) (string, int) {
	if text, n := byteEscapes(s, 2, false); n > 0 {
		return text, n
	}
	if text, n := rustByteEscaper.at(s); n > 0 {
		return text, n
	}
	return rustEscape(s)
}

// decodeEscapes appends raw bytes [span) of f in which at decodes the escape that a backslash begins, n bytes long. What it
// gives 0 for stays as it is. CRLF is LF.
func decodeEscapes(f *source.File, span source.Span, b *source.Builder, at func(s []byte) (text string, n int)) {
	from := span.Start // where what is not yet appended begins
	for i := from; i < span.End; {
		k := bytes.IndexByte(f.Data[i:span.End], '\\')
		if k < 0 {
			break
		}
		i += k
		text, n := at(f.Data[i:span.End])
		if n == 0 {
			i = min(i+2, span.End)
			continue
		}
		b.Lines(f, source.Span{Start: from, End: i})
		b.Escape(f, source.Span{Start: i, End: i + n}, text)
		i += n
		from = i
	}
	b.Lines(f, source.Span{Start: from, End: span.End})
}

// byteEscapes decodes the escapes at the start of s that give bytes: \x and up to most hexadecimal digits and, where octal is set,
// a backslash and up to three octal ones. Escapes that together are one character are decoded as one, n bytes long; n is 0
// when there is no such escape.
func byteEscapes(s []byte, most int, octal bool) (text string, n int) {
	v, n := byteEscape(s, most, octal)
	if n == 0 {
		return "", 0
	}
	if v < utf8.RuneSelf {
		return string(rune(v)), n
	}
	char, end := []byte{byte(v)}, n
	for len(char) < utf8.UTFMax && !utf8.FullRune(char) {
		v, k := byteEscape(s[end:], most, octal)
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

// byteEscape reads one escape that gives a byte.
func byteEscape(s []byte, most int, octal bool) (v uint32, n int) {
	if len(s) < 2 || s[0] != '\\' {
		return 0, 0
	}
	if s[1] == 'x' {
		v, k := hex(s[2:], most)
		if v > 0xFF { // no byte: what follows the first two digits is text
			v, k = hex(s[2:], 2)
		}
		if k == 0 {
			return 0, 0
		}
		return v, 2 + k
	}
	for n = 1; octal && n < len(s) && n < 4 && s[n] >= '0' && s[n] <= '7'; n++ {
		v = v<<3 | uint32(s[n]-'0')
	}
	if n < 2 {
		return 0, 0
	}
	return v & 0xFF, n
}
