package lex

import (
	"bytes"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// The forms of JavaScript's literals.
const (
	jsString = iota // ' or "
	jsCooked        // a template
	jsRaw           // a template after String.raw
	jsMarkup        // an attribute of an element: entities, no escapes
)

var javascript = syntax{
	lineBreaks: BreakSeparators,
	docText:    docForm{blanks: true, trim: true},
	forms: []form{
		jsString: {joins: true, escape: jsEscape},
		jsCooked: {hole: codeHoles, mark: "$", lines: true, escape: jsEscape},
		jsRaw:    {hole: codeHoles, mark: "$", lines: true},
		jsMarkup: {},
	},
}

func (l *jsLexer) quote(i int) int {
	form := jsString
	if l.src[i] == '`' {
		form = jsCooked
		if k := len(l.out) - 3; k >= 0 && l.isWord(k+2, "raw") && l.isWord(k, "String") {
			form = jsRaw
		}
	}
	q := l.text(form, i, i+1)
	q.closer = l.src[i]
	return l.literal(l.begin(q))
}

func (l *jsLexer) isWord(k int, s string) bool {
	return l.out[k].Kind == Word && l.isRaw(k, s)
}

// regexEnd returns the end of the regular expression at i, or i when it does not end on its line.
func (l *jsLexer) regexEnd(i int) int {
	class := false
	for j := i + 1; j < len(l.src); j++ {
		switch c := l.src[j]; {
		case l.breaks.At(l.src, j) > 0:
			l.noRegex = max(l.noRegex, j)
			return i
		case c == '\\' || c == '[' || c == ']':
			if i < l.noRegex && j < l.noRegex {
				// A failed attempt went through here in the same state, or nearly.
				return i
			}
			switch c {
			case '\\':
				if n := l.at(j + 1); n != '\n' && n != '\r' {
					j++
				}
			default:
				class = c == '['
			}
		case c == '/' && !class:
			return jsWordEnd(l.src, j+1)
		}
	}
	l.noRegex = len(l.src)
	return i
}

// decodeJavaScript decodes a literal or documentation comment.
func decodeJavaScript(f *source.File, t Token, b *source.Builder) {
	if t.Kind == String && t.Style == jsMarkup {
		decodeEntities(f, source.Span{Start: int(t.Body), End: int(t.BodyEnd)}, b)
		return
	}
	javascript.decode(f, t, b)
}

var jsEscapes = escapes{simple: "n\nt\tr\rb\bf\fv\v", x: 2, xMin: 2, u: true, braces: true, octal: true, join: joinBreak}

// jsEscape decodes the escape at the start of s. Of one that is none the backslash stays before x and u, and is dropped before others.
func jsEscape(s []byte) (string, int) {
	if len(s) < 2 {
		return "", 0
	}
	if v, n := jsEscapes.unit(s); n > 0 && (v > utf8.MaxRune || s[2] == '{' && bytes.IndexByte(s[:n], '_') >= 0) {
		return "", 0
	}
	if text, n := jsEscapes.at(s); n > 0 || s[1] == 'x' || s[1] == 'u' {
		return text, n
	}
	r, size := utf8.DecodeRune(s[1:])
	if r == 0x2028 || r == 0x2029 {
		return "", 1 + size
	}
	return string(s[1 : 1+size]), 1 + size
}
