package lock

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// longString is how long a string is, in bytes, that room is made for at once.
const longString = 1 << 10

const hexDigits = "0123456789abcdef"

// appendString appends a string that is valid UTF-8 as RFC 8785 has it: only quotes, backslashes and controls are escaped.
func appendString(out []byte, s string) []byte {
	if len(s) > longString {
		out = slices.Grow(out, 2+len(s)+strings.Count(s, "\n")+strings.Count(s, `"`)+strings.Count(s, `\`))
	}
	out = append(out, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		out = append(out, s[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			out = append(out, '\\', c)
		case '\b':
			out = append(out, `\b`...)
		case '\t':
			out = append(out, `\t`...)
		case '\n':
			out = append(out, `\n`...)
		case '\f':
			out = append(out, `\f`...)
		case '\r':
			out = append(out, `\r`...)
		default:
			out = append(out, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xF])
		}
	}
	return append(append(out, s[start:]...), '"')
}

// compareNames orders names that are valid UTF-8 by their UTF-16 code units, as RFC 8785 does. That is the order of their bytes,
// but for characters above U+FFFF: their surrogates come before U+E000.
func compareNames(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return cmp.Compare(unitOrder(a[i]), unitOrder(b[i]))
		}
	}
	return cmp.Compare(len(a), len(b))
}

// unitOrder is where a byte sorts: the first bytes of U+E000 to U+FFFF come after those of all other characters.
func unitOrder(c byte) byte {
	if c == 0xEE || c == 0xEF {
		return c + 0x10
	}
	return c
}

// appendHex appends the bytes of s as hexadecimal digits.
func appendHex(out []byte, s string) []byte {
	for i := range len(s) {
		out = append(out, hexDigits[s[i]>>4], hexDigits[s[i]&0xF])
	}
	return out
}

// appendText appends any string: one that is no UTF-8 as what stands for it.
func appendText(out []byte, s string) []byte {
	if utf8.ValidString(s) {
		return appendString(out, s)
	}
	return append(appendHex(append(out, `{"`+markBytes+`":"`...), s), `"}`...)
}
