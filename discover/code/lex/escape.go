package lex

import (
	"bytes"
	"unicode/utf8"
)

// escapes is what backslash escapes a language has.
type escapes struct {
	// simple holds pairs of bytes: the letter and what it means.
	simple string
	// x is the greatest number of digits after \x and xMin the least; 0 when there is none. xBraces is set for \x{...}.
	x, xMin int
	xBraces bool
	// u is set for \u and four digits, uu for further u before them, braces for \u{...}, wide for \U and eight digits.
	u, uu, braces, wide bool
	// octal is set for one to three octal digits.
	octal bool
	// bytes is set where \x and octal digits are bytes, of which several may be one character; byte reads others.
	bytes bool
	byte  func(s []byte) (v uint32, n int)
	// join says which line breaks after a backslash are dropped with it.
	join join
	// drop is set where the backslash of any other escape is dropped; it stays otherwise.
	drop bool
}

type join uint8

const (
	noJoin     join = iota
	joinBreak       // a line break
	joinBlanks      // blanks and a line break
	joinLines       // a line break, and all white space after it
)

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
	if n := e.joined(s); n > 0 {
		return "", n
	}
	switch v, n := e.number(s); {
	case n == 0:
	case e.bytes:
		return e.byteRun(s)
	default:
		return runeText(v), n
	}
	switch {
	case c == 'x' && e.xBraces && len(s) > 2 && s[2] == '{':
		if v, k := braced(s[2:]); k > 0 {
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
		if v >= 0xD800 && v < 0xDC00 && k < len(s) && s[k] == '\\' {
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

// joined returns the length of the escape at the start of s that joins two lines, or 0.
func (e *escapes) joined(s []byte) int {
	i := 1
	for e.join == joinBlanks && i < len(s) && isBlank(s[i]) {
		i++
	}
	switch {
	case e.join == noJoin || i >= len(s) || !isBreak(s[i]):
		return 0
	case e.join == joinLines:
		return len(s) - len(bytes.TrimLeft(s[1:], " \t\r\n"))
	case bytes.HasPrefix(s[i:], []byte("\r\n")):
		return i + 2
	}
	return i + 1
}

// unit reads \uXXXX or \u{X} at the start of s, n bytes long.
func (e *escapes) unit(s []byte) (v uint32, n int) {
	if len(s) < 2 || s[1] != 'u' {
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

// runeText is the character v as UTF-8; what is not a character is U+FFFD.
func runeText(v uint32) string { return string(rune(min(v, utf8.MaxRune+1))) }

// number reads an escape at the start of s that gives a byte, or a character, by digits or as byte does.
func (e *escapes) number(s []byte) (v uint32, n int) {
	if len(s) < 2 || s[0] != '\\' {
		return 0, 0
	}
	if e.byte != nil {
		if v, n = e.byte(s); n > 0 {
			return v, n
		}
	}
	switch {
	case s[1] == 'x' && e.x > 0:
		if v, n = hex(s[2:], e.x); e.bytes && v > 0xFF { // no byte: what follows the first two digits is text
			v, n = hex(s[2:], 2)
		}
		if n >= max(e.xMin, 1) {
			return v, 2 + n
		}
	case e.octal:
		if v, n = octal(s[1:]); n > 0 {
			if v > 0xFF && !e.bytes {
				v, n = v>>3, n-1
			}
			return v, 1 + n
		}
	}
	return 0, 0
}

// byteRun decodes the escape of a byte at the start of s. Escapes that together are one character are decoded as one, n bytes long.
func (e *escapes) byteRun(s []byte) (text string, n int) {
	v, n := e.number(s)
	if v &= 0xFF; v < utf8.RuneSelf {
		return string(rune(v)), n
	}
	char, end := []byte{byte(v)}, n
	for len(char) < utf8.UTFMax && !utf8.FullRune(char) {
		v, k := e.number(s[end:])
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
