package source

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// JSONText decodes the body of a string of JSON, raw bytes [span) of f. What is wrong is decoded as well as can be: an unknown escape is
// the character after the backslash, a lone surrogate and an invalid byte are U+FFFD, control characters are kept. bad is the offset of the
// first such place that JSON forbids, or -1.
func JSONText(f *File, span Span) (t Text, bad int) {
	bad = slices.IndexFunc(f.Data[span.Start:span.End], func(c byte) bool { return c < ' ' && c != '\t' }) // tabs are common
	if bad >= 0 {
		bad += span.Start
	}
	next := bytes.IndexByte(f.Data[span.Start:span.End], '\\')
	if next < 0 {
		return VerbatimText(f, span), bad
	}
	for at := span.Start + next; next >= 0 && bad < 0; at += next {
		_, size, ok := jsonEscape(f.Data[at:span.End])
		if !ok {
			bad = at
		}
		at += size
		next = bytes.IndexByte(f.Data[at:span.End], '\\')
	}
	var b Builder
	b.loosely(f, span, looseJSON)
	return b.Text(), bad
}

// jsonEscape decodes the escape at the start of s, which is size bytes long. ok is false when JSON does not know it.
func jsonEscape(s []byte) (decoded rune, size int, ok bool) {
	if len(s) < 2 {
		return '\\', len(s), false
	}
	if i := strings.IndexByte(`"\/bfnrt`, s[1]); i >= 0 {
		return rune("\"\\/\b\f\n\r\t"[i]), 2, true
	}
	switch s[1] {
	case 'u':
		r, ok := HexRune(s[2:], 4)
		if !ok {
			return 'u', 2, false
		}
		if utf16.IsSurrogate(r) {
			if len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
				low, _ := HexRune(s[8:], 4)
				if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
					return pair, 12, true
				}
			}
			r = utf8.RuneError
		}
		return r, 6, true
	case 'x': // JSON5
		if r, ok := HexRune(s[2:], 2); ok {
			return r, 4, false
		}
	}
	r, n := utf8.DecodeRune(s[1:])
	return r, 1 + n, false
}

// HexRune reads n hexadecimal digits at the start of s: eight at most, of which the highest may make it negative.
func HexRune(s []byte, n int) (r rune, ok bool) {
	if len(s) < n {
		return 0, false
	}
	v, err := strconv.ParseUint(string(s[:n]), 16, 32)
	return rune(v), err == nil
}
