package lex

import (
	"bytes"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// The forms of JavaScript's literals.
const (
	jsCooked = iota // ' or ", a template, or a piece of one
	jsRaw           // a template after String.raw
	jsMarkup        // an attribute of an element: entities, no escapes
)

var javascript = syntax{
	forms:   []form{jsCooked: {escape: jsEscape}, jsRaw: {}, jsMarkup: {}},
	docText: docForm{blanks: true, trim: true},
}

// jsStringEnd returns the ends of the content and of the string at i: at and after its closing quote, or where its line
// ends without one.
func jsStringEnd(src []byte, i int) (body, end int) {
	quote := src[i]
	for i++; i < len(src); i++ {
		switch src[i] {
		case quote:
			return i, i + 1
		case '\n', '\r':
			return i, i
		case '\\':
			i++
			if i+1 < len(src) && src[i] == '\r' && src[i+1] == '\n' {
				i++
			}
		}
	}
	return len(src), len(src)
}

// backtick reads a template literal: all of it when nothing is interpolated, else its beginning.
func (l *jsLexer) backtick(i int) int {
	style := Style(jsCooked)
	if k := len(l.out) - 3; k >= 0 && l.isWord(k+2, "raw") && l.isWord(k, "String") {
		style = jsRaw
	}
	j := jsChunkEnd(l.src, i+1)
	if j < len(l.src) && l.src[j] == '$' && len(l.open) < MaxDepth {
		l.enter(jsTemplate, Quote, i, i+1)
		l.levels[len(l.levels)-1].value = style == jsRaw
		return i + 1
	}
	for j < len(l.src) && l.src[j] == '$' {
		// Too deep to look into: its parts stand in one string.
		j = jsChunkEnd(l.src, j+2)
	}
	end := min(j+1, len(l.src))
	l.token(String, style, i, i+1, j, end)
	return end
}

// isWord reports whether token k is the word s.
func (l *jsLexer) isWord(k int, s string) bool {
	t := l.out[k]
	return t.Kind == Word && int(t.End-t.Start) == len(s) && l.has(int(t.Start), s)
}

// jsChunkEnd returns the offset of the "`" or "${" that ends a piece of a template, or the end.
func jsChunkEnd(src []byte, i int) int {
	for i < len(src) {
		switch src[i] {
		case '`':
			return i
		case '\\':
			i++
		case '$':
			if i+1 < len(src) && src[i+1] == '{' {
				return i
			}
		}
		i++
	}
	return len(src)
}

// template reads a piece of a template literal and what ends it.
func (l *jsLexer) template(i int) int {
	style := Style(jsCooked)
	if l.levels[len(l.levels)-1].value {
		style = jsRaw
	}
	j := jsChunkEnd(l.src, i)
	if j > i {
		l.token(Chunk, style, i, i, j, j)
	}
	if j >= len(l.src) {
		return j
	}
	if l.src[j] == '`' {
		l.leave(j, j+1)
		return j + 1
	}
	l.enter(jsHole, Hole, j, j+2)
	return j + 2
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
