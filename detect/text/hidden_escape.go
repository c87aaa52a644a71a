package text

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// unescape reads the rune at the start of s, which begins with a backslash: \uXXXX (with its surrogate partner),
// \UXXXXXXXX, else the backslash itself. An escaped backslash is taken as a whole, so that what follows it is not read as
// an escape. It returns the rune and its length in bytes, at least 1.
func unescape(s string) (rune, int) {
	if len(s) < 2 {
		return '\\', 1
	}
	switch s[1] {
	case '\\':
		return '\\', 2
	case 'u':
		r, ok := hexRune(s, 2, 4)
		if !ok {
			return '\\', 1
		}
		if utf16.IsSurrogate(r) {
			if len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
				if low, ok := hexRune(s, 8, 4); ok {
					if joined := utf16.DecodeRune(r, low); joined != utf8.RuneError {
						return joined, 12
					}
				}
			}
			return utf8.RuneError, 6
		}
		return r, 6
	case 'U':
		if r, ok := hexRune(s, 2, 8); ok && utf8.ValidRune(r) {
			return r, 10
		}
	}
	return '\\', 1
}

// hexRune reads n hexadecimal digits of s from offset at.
func hexRune(s string, at, n int) (rune, bool) {
	if len(s) < at+n {
		return 0, false
	}
	v, err := strconv.ParseUint(s[at:at+n], 16, 32)
	if err != nil || v > utf8.MaxRune {
		return 0, false
	}
	return rune(v), true
}

// escapeSequence returns the number of runes of the terminal sequence that begins at rune i, an ESC or CSI (ECMA-48
// section 5.4, and the string sequences OSC, DCS, APC, PM and SOS up to their terminator): 1 when nothing follows.
func (t *hiddenText) escapeSequence(i int) int {
	j := i + 1
	kind := t.at(j)
	if t.runes[i].r == 0x9B {
		kind, j = '[', i
	}
	switch {
	case kind == '[':
		for j++; j < len(t.runes) && j-i < maxEscape; j++ {
			r := t.runes[j].r
			if r >= 0x40 && r <= 0x7E {
				return j - i + 1
			}
			if r < 0x20 || r > 0x3F {
				break
			}
		}
		return j - i
	case kind == ']' || kind == 'P' || kind == '_' || kind == '^' || kind == 'X':
		for j++; j < len(t.runes) && j-i < maxEscape; j++ {
			switch t.runes[j].r {
			case 0x07, 0x9C:
				return j - i + 1
			case 0x1B:
				if t.at(j+1) == '\\' {
					return j - i + 2
				}
				return j - i
			case '\n':
				return j - i
			}
		}
		return j - i
	case kind >= 0x30 && kind <= 0x7E:
		return 2
	}
	return 1
}
