package detect

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// stringLiteral reads a string. Without escapes, the result shares memory with the input.
func (p *parser) stringLiteral() (text string, ok bool) {
	var b strings.Builder
	from := p.i + 1
	for i := from; i < len(p.s); i++ {
		switch c := p.s[i]; {
		case c == '"':
			p.i = i + 1
			if b.Len() == 0 {
				return validUTF8(p.s[from:i]), true
			}
			b.WriteString(validUTF8(p.s[from:i]))
			return b.String(), true
		case c == '\\':
			r, n := escape(p.s[i:])
			if n == 0 {
				p.i = i
				p.fail(errors.New("a string has an unknown escape"))
				return "", false
			}
			b.WriteString(validUTF8(p.s[from:i]))
			b.WriteRune(r)
			i += n - 1
			from = i + 1
		case c < ' ':
			p.i = i
			p.unexpected("in a string")
			return "", false
		}
	}
	p.i = len(p.s)
	p.unexpected("")
	return "", false
}

// validUTF8 replaces each invalid byte of s with U+FFFD.
func validUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// shortEscapes maps the letter of a two-byte escape to its character.
var shortEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escape returns the character of the escape at the start of s and its length, 0 if it is invalid.
func escape(s string) (r rune, n int) {
	if len(s) < 2 {
		return 0, 0
	}
	if c := shortEscapes[s[1]]; c != 0 {
		return rune(c), 2
	}
	r, ok := unicodeEscape(s)
	if !ok {
		return 0, 0
	}
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if low, ok := unicodeEscape(s[6:]); ok {
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return pair, 12
		}
	}
	return utf8.RuneError, 6
}

// unicodeEscape reads \uXXXX.
func unicodeEscape(s string) (r rune, ok bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	v, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(v), err == nil
}
