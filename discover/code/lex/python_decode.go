package lex

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// decodePython appends what the content of a string means.
func decodePython(f *source.File, t Token, b *source.Builder) {
	span := source.Span{Start: int(t.Body), End: int(t.BodyEnd)}
	if pyPlain(f.Data[span.Start:span.End], t.Style) {
		b.Verbatim(f, span)
		return
	}
	pyPieces(f.Data, t, func(p pyPiece) { p.appendTo(f, b) })
}

// pyPlain reports whether a string stands as it is meant.
func pyPlain(raw []byte, style Style) bool {
	return (style&pyRaw != 0 || bytes.IndexByte(raw, '\\') < 0) && bytes.IndexByte(raw, '\r') < 0 &&
		(style&pyFormat == 0 || bytes.IndexByte(raw, '{') < 0 && bytes.IndexByte(raw, '}') < 0)
}

// pyPiece is a part of a string that is decoded in one way: verbatim, an escape, or a line break written differently.
type pyPiece struct {
	span    source.Span
	kind    pyPieceKind
	decoded string // unless verbatim
}

type pyPieceKind uint8

const (
	pyVerbatim pyPieceKind = iota
	pyEscaped
	pyFolded
)

func (p pyPiece) appendTo(f *source.File, b *source.Builder) {
	switch p.kind {
	case pyVerbatim:
		b.Verbatim(f, p.span)
	case pyEscaped:
		b.Escape(f, p.span, p.decoded)
	case pyFolded:
		b.Fold(f, p.span, p.decoded)
	}
}

// pyPieces calls emit for each piece of the string, in order. What decodes to nothing is in none.
func pyPieces(src []byte, t Token, emit func(pyPiece)) {
	end := int(t.BodyEnd)
	run := int(t.Body)
	for i := run; i < end; {
		size, kind, decoded := 0, pyEscaped, ""
		switch c := src[i]; {
		case c == '\\' && t.Style&pyRaw == 0:
			decoded, size = pyEscape(src[i:end], t.Style&pyBytes != 0)
		case c == '\r':
			size, kind, decoded = 1, pyFolded, "\n"
			if i+1 < end && src[i+1] == '\n' {
				size = 2
			}
		case (c == '{' || c == '}') && t.Style&pyFormat != 0 && i+1 < end && src[i+1] == c:
			size, decoded = 2, string(rune(c))
		}
		if size == 0 {
			i++
			continue
		}
		if run < i {
			emit(pyPiece{span: source.Span{Start: run, End: i}})
		}
		if decoded != "" {
			emit(pyPiece{span: source.Span{Start: i, End: i + size}, kind: kind, decoded: decoded})
		}
		i += size
		run = i
	}
	if run < end {
		emit(pyPiece{span: source.Span{Start: run, End: end}})
	}
}

// pyEscape decodes the escape that s begins with. Its size is 0 when Python keeps the backslash; a line break after a backslash
// decodes to nothing. In bytes, \u, \U and \N are no escapes, and escapes that are UTF-8 together are decoded together, as
// b"...".decode() does.
func pyEscape(s []byte, inBytes bool) (decoded string, size int) {
	if len(s) < 2 {
		return "", 0
	}
	if k := strings.IndexByte("\\'\"abfnrtv", s[1]); k >= 0 {
		return "\\'\"\a\b\f\n\r\t\v"[k : k+1], 2
	}
	switch s[1] {
	case '\n':
		return "", 2
	case '\r':
		if len(s) > 2 && s[2] == '\n' {
			return "", 3
		}
		return "", 2
	case 'N':
		if !inBytes && len(s) > 2 && s[2] == '{' {
			if n := pyNameLen(s[3:]); n > 0 {
				return string(pyNamed(string(s[3 : 3+n-1]))), 3 + n
			}
		}
		return "", 0
	case 'u', 'U':
		if inBytes {
			return "", 0
		}
	}
	r, size := pyCode(s)
	switch {
	case size == 0:
		return "", 0
	case inBytes && r >= utf8.RuneSelf:
		return pyByteRun(s, r, size)
	case utf16.IsSurrogate(r):
		// Python keeps the halves of a pair apart; they become one character where the text is written as JSON.
		if low, n := pyCode(s[size:]); utf16.DecodeRune(r, low) != utf8.RuneError {
			return string(utf16.DecodeRune(r, low)), size + n
		}
	}
	return string(r), size
}

// pyByteRun decodes the byte r, not ASCII, at the start of s, with as many escaped bytes after it as make it a character.
func pyByteRun(s []byte, r rune, size int) (string, int) {
	run := []byte{byte(r)}
	for end := size; !utf8.FullRune(run); {
		next, n := pyCode(s[end:])
		if n == 0 || next < utf8.RuneSelf || s[end+1] == 'u' || s[end+1] == 'U' {
			break
		}
		run = append(run, byte(next))
		end += n
		if r, n := utf8.DecodeRune(run); n == len(run) && r != utf8.RuneError {
			return string(r), end
		}
	}
	return string(utf8.RuneError), size
}

// pyCode reads the escape of a number at the start of s: \x, \u, \U or octal. Size is 0 when there is none.
func pyCode(s []byte) (r rune, size int) {
	if len(s) < 2 || s[0] != '\\' {
		return 0, 0
	}
	digits := 0
	switch s[1] {
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		i := 1
		for ; i < len(s) && i < 4 && s[i] >= '0' && s[i] <= '7'; i++ {
			r = r<<3 | rune(s[i]-'0')
		}
		if i == 1 {
			return 0, 0
		}
		return r, i
	}
	if len(s) < 2+digits {
		return 0, 0
	}
	value := uint32(0)
	for _, c := range s[2 : 2+digits] {
		k := strings.IndexByte("0123456789abcdef", c|0x20)
		if k < 0 || c < '0' {
			return 0, 0
		}
		value = value<<4 | uint32(k)
	}
	if value > utf8.MaxRune {
		return 0, 0
	}
	return rune(value), 2 + digits
}
