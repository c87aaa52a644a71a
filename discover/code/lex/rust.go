package lex

import (
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
	at := open + 1
	for at < len(w.src) && w.src[at] != '"' {
		if w.src[at] == '\\' {
			at++
		}
		at++
	}
	body := min(at, len(w.src))
	end := min(at+1, len(w.src))
	w.literal(String, style, i, open+1, body, end)
	return end
}

// rustRaw adds the raw string that starts at i, whose quote stands at open behind so many hashes.
func (w *writer) rustRaw(i, open, hashes int) int {
	mark := make([]byte, 1+hashes)
	mark[0] = '"'
	for k := 1; k < len(mark); k++ {
		mark[k] = '#'
	}
	body := w.until(open+1, string(mark))
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
