package text

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unescape reads the rune at the start of s, which begins with a backslash: \uXXXX (with its surrogate partner),
// \UXXXXXXXX, else the backslash itself. An escaped backslash is taken as a whole, so that what follows it is not read as
// an escape. It returns the rune and its length in bytes, at least 1.
func unescape(s string) (rune, int) {
	const short, long = len(`\uXXXX`), len(`\UXXXXXXXX`)
	switch {
	case strings.HasPrefix(s, `\\`):
		return '\\', 2
	case strings.HasPrefix(s, `\u`):
		r, ok := hexRune(s, short)
		if !ok {
			break
		}
		if rest := s[short:]; utf16.IsSurrogate(r) && strings.HasPrefix(rest, `\u`) {
			low, _ := hexRune(rest, short)
			if joined := utf16.DecodeRune(r, low); joined != utf8.RuneError {
				return joined, 2 * short
			}
		}
		if utf16.IsSurrogate(r) {
			r = utf8.RuneError
		}
		return r, short
	case strings.HasPrefix(s, `\U`):
		if r, ok := hexRune(s, long); ok && utf8.ValidRune(r) {
			return r, long
		}
	}
	return '\\', 1
}

func hexRune(s string, n int) (rune, bool) {
	if len(s) < n {
		return 0, false
	}
	v, err := strconv.ParseUint(s[2:n], 16, 32)
	return rune(v), err == nil && v <= utf8.MaxRune
}

// escapeSequence returns the number of runes of the terminal sequence that begins at rune i, an ESC or CSI (ECMA-48
// section 5.4, and the string sequences OSC, DCS, APC, PM and SOS up to their terminator): 1 when nothing follows.
func (t *hiddenText) escapeSequence(i int) int {
	j := i + 1
	kind := t.at(j)
	if t.runes[i].r == 0x9B {
		kind, j = '[', i
	}
	text := kind == ']' || kind == 'P' || kind == '_' || kind == '^' || kind == 'X'
	if !text && kind != '[' {
		if kind >= 0x30 && kind <= 0x7E {
			return 2
		}
		return 1
	}
	for j++; j < len(t.runes) && j-i < maxEscape; j++ {
		switch r := t.runes[j].r; {
		case !text && r >= 0x40 && r <= 0x7E, text && (r == 0x07 || r == 0x9C):
			return j - i + 1
		case text && r == 0x1B && t.at(j+1) == '\\':
			return j - i + 2
		case !text && (r < 0x20 || r > 0x3F), text && (r == 0x1B || r == '\n'):
			return j - i
		}
	}
	return j - i
}
