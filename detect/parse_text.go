package detect

import (
	"errors"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// text reads a string. What has no escapes and is UTF-8 is a part of what is parsed, the rest is written anew.
func (p *parser) text() (text string, ok bool) {
	from := p.i + 1
	wide := false
	for i := from; i < len(p.s); i++ {
		switch c := p.s[i]; {
		case c == '"':
			if text = p.s[from:i]; wide && !utf8.ValidString(text) {
				return p.escaped(from, from)
			}
			p.i = i + 1
			return text, true
		case c == '\\':
			if wide {
				i = from
			}
			return p.escaped(from, i)
		case c < ' ':
			p.i = i
			p.unexpected("in a string")
			return "", false
		case c >= utf8.RuneSelf:
			wide = true
		}
	}
	p.i = len(p.s)
	p.unexpected("")
	return "", false
}

// escaped reads a string that begins at byte from and has neither escapes nor anything that is no UTF-8 before byte i.
func (p *parser) escaped(from, i int) (text string, ok bool) {
	var b strings.Builder
	if n := strings.IndexByte(p.s[i:], '"'); n > 0 {
		// Most strings end there, and few are longer than they are written.
		b.Grow(i - from + n)
	}
	for i < len(p.s) {
		switch c := p.s[i]; {
		case c == '"':
			b.WriteString(p.s[from:i])
			p.i = i + 1
			return b.String(), true
		case c == '\\':
			b.WriteString(p.s[from:i])
			r, n := escape(p.s[i:])
			if n == 0 {
				p.i = i
				p.fail(errors.New("a string has an escape that there is not"))
				return "", false
			}
			b.WriteRune(r)
			i += n
			from = i
		case c < ' ':
			p.i = i
			p.unexpected("in a string")
			return "", false
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(p.s[i:])
			if r == utf8.RuneError && size == 1 {
				b.WriteString(p.s[from:i])
				b.WriteRune(r)
				from = i + 1
			}
			i += size
		default:
			i++
		}
	}
	p.i = len(p.s)
	p.unexpected("")
	return "", false
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
	for i := 2; i < 6; i++ {
		c := s[i]
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
