package detect

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// text reads a string. What has no escapes and is UTF-8 is a part of what is parsed, the rest is written anew.
func (p *parser) text() (text string, ok bool) {
	var b strings.Builder
	from := p.i + 1
	for i := from; i < len(p.s); i++ {
		switch c := p.s[i]; {
		case c == '"':
			p.i = i + 1
			if b.Len() == 0 {
				return wellFormed(p.s[from:i]), true
			}
			b.WriteString(wellFormed(p.s[from:i]))
			return b.String(), true
		case c == '\\':
			r, n := escape(p.s[i:])
			if n == 0 {
				p.i = i
				p.fail(errors.New("a string has an unknown escape"))
				return "", false
			}
			b.WriteString(wellFormed(p.s[from:i]))
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

// wellFormed returns s with U+FFFD for each byte that is no UTF-8.
func wellFormed(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// shortEscapes has what the escapes of one letter stand for.
var shortEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escape returns the character of the escape that s begins with and its length, which is 0 when there is no such escape.
func escape(s string) (r rune, n int) {
	if len(s) < 2 {
		return 0, 0
	}
	if c := shortEscapes[s[1]]; c != 0 {
		return rune(c), 2
	}
	r, ok := unit(s)
	if !ok {
		return 0, 0
	}
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if low, ok := unit(s[6:]); ok {
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return pair, 12
		}
	}
	return utf8.RuneError, 6
}

// unit reads \uXXXX.
func unit(s string) (r rune, ok bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	v, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(v), err == nil
}
