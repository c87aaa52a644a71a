package lex

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// rustLike is what Rust's comments and words have of their own; rustInner documents what it stands in.
var (
	rustLike  = clike{nested: true, line: "///"}
	rustInner = clike{nested: true, line: "//!", slashes: true}
)

// lexRust reads Rust. Lifetimes and labels are Words with their quote, raw identifiers Words without r#. The question mark that
// hands an error on is in no token: it changes no value, and elsewhere the mark is half of a choice.
func lexRust(f *source.File) *File {
	w := newWriter(f)
	w.breaks = BreaksOf(Rust)
	i := f.BOM()
	if w.has(i, "#!") && w.at(i+2) != '[' {
		i = w.lineEnd(i)
	}
	for i < len(w.src) && !w.full() {
		c := w.src[i]
		switch {
		case c <= ' ' || c == '?':
			i++
		case c == '/':
			i = w.rustSlash(i)
		case c == '"':
			i = w.rustQuoted(i, i, rustEscapes)
		case c == '\'':
			i = w.rustQuote(i, i, rustEscapes)
		case isWordStart(c, false):
			i = w.rustWord(i)
		case c == '$' && isWordStart(w.at(i+1), false):
			end := w.wordEnd(i+1, false)
			w.add(Word, i, end)
			i = end
		case c == '*' || c == '!' || c == '&' && w.at(i+1) != '&':
			// Prefixes are often doubled, and are no operator of two characters then.
			if w.at(i+1) == '=' {
				i = w.op(i)
				break
			}
			w.add(Op, i, i+1)
			i++
		default:
			i = w.plain(i, &rustLike)
		}
	}
	return w.file(f, decodeRust)
}

// rustSlash reads the comment or operator at i.
func (w *writer) rustSlash(i int) int {
	switch {
	case w.has(i, "//!"):
		return w.comment(i, &rustInner)
	case w.has(i, "/*!"):
		end := w.blockEnd(i, true)
		w.literal(Doc, docBlock, i, i, end, end)
		return end
	}
	if end := w.comment(i, &rustLike); end > i {
		return end
	}
	return w.op(i)
}

// rustWord reads the word at i, or the literal that it is the prefix of.
func (w *writer) rustWord(i int) int {
	at, style := i, rustEscapes
	switch w.src[at] {
	case 'b', 'c':
		at, style = at+1, rustBytes
	}
	switch w.at(at) {
	case '"':
		return w.rustQuoted(i, at, style)
	case '\'':
		if w.src[i] == 'b' {
			return w.rustQuote(i, at, style)
		}
	case 'r':
		if w.at(at+1) != '"' && w.at(at+1) != '#' {
			break
		}
		hashes := w.runOf(at+1, '#')
		if open := at + 1 + hashes; w.at(open) == '"' {
			return w.rustRaw(i, open, hashes)
		}
		if hashes == 1 && at == i && isWordStart(w.at(at+2), false) {
			end := w.wordEnd(at+2, false)
			w.add(Word, at+2, end)
			return end
		}
		end := at + 1 + hashes
		w.add(Word, i, at+1)
		if hashes > 0 {
			w.add(Op, at+1, end)
		}
		return end
	}
	end := w.wordEnd(i, false)
	w.add(Word, i, end)
	return end
}

// rustQuoted adds the string that starts at i, whose quote stands at open. It may go over many lines.
func (w *writer) rustQuoted(i, open int, style Style) int {
	body := w.longEnd(open+1, `"`)
	end := min(body+1, len(w.src))
	w.literal(String, style, i, open+1, body, end)
	return end
}

// rustRaw adds the raw string that starts at i, whose quote stands at open behind so many hashes.
func (w *writer) rustRaw(i, open, hashes int) int {
	mark := `"` + strings.Repeat("#", hashes)
	body := w.until(open+1, mark)
	end := min(body+len(mark), len(w.src))
	w.literal(String, rustRaw, i, open+1, body, end)
	return end
}

// rustQuote adds what the single quote at open begins: a character, which starts at i, or a lifetime.
func (w *writer) rustQuote(i, open int, style Style) int {
	const longest = 32 // more than any escape takes
	at := open + 1
	switch c := w.at(at); {
	case c == '\\':
		for k := at + 2; k < min(at+longest, len(w.src)) && !isBreak(w.src[k]); k++ {
			if w.src[k] == '\'' {
				w.literal(String, style, i, at, k, k+1)
				return k + 1
			}
		}
	case at < len(w.src) && c != '\'':
		_, size := utf8.DecodeRune(w.src[at:])
		if w.at(at+size) == '\'' {
			w.literal(String, style, i, at, at+size, at+size+1)
			return at + size + 1
		}
		if isWordStart(c, false) && i == open {
			end := w.wordEnd(at, false)
			w.add(Word, i, end)
			return end
		}
	}
	if i < open {
		w.add(Word, i, open)
	}
	w.add(Op, open, open+1)
	return open + 1
}

// The styles of Rust's literals.
const (
	rustEscapes Style = 1 + iota
	// rustBytes is one of bytes, in which escapes may put a character together.
	rustBytes
	rustRaw
)

var rustEscaper = escapes{simple: "n\nr\rt\t\\\\0\x00''\"\"", x: 2, xMin: 2, braces: true}

func decodeRust(f *source.File, t Token, b *source.Builder) {
	span := source.Span{Start: int(t.Body), End: int(t.BodyEnd)}
	switch t.Style {
	case docLines, docBlock:
		decodeDoc(f, t, b)
	case rustRaw:
		b.Lines(f, span)
	case rustBytes:
		decodeEscapes(f, span, b, rustByteEscape)
	default:
		decodeEscapes(f, span, b, rustEscape)
	}
}

// rustEscape decodes the escape at the start of s. One before a line break drops the blanks and empty lines that follow.
func rustEscape(s []byte) (string, int) {
	if len(s) > 1 && isBreak(s[1]) {
		return "", len(s) - len(bytes.TrimLeft(s[1:], " \t\r\n"))
	}
	return rustEscaper.at(s)
}

func rustByteEscape(s []byte) (string, int) {
	if text, n := byteRun(s, func(s []byte) (uint32, int) { return byteEscape(s, 2, false) }); n > 0 {
		return text, n
	}
	return rustEscape(s)
}
