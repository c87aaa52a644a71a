package lex

import (
	"unicode/utf8"
)

// The forms of Rust's literals.
const (
	rustString = iota
	// rustBytes is one of bytes, in which escapes may put a character together.
	rustBytes
	rustRaw
)

var rust = syntax{
	lineBreaks: BreakLF, nested: true, shebang: true, doc: "///", bang: true, token: rustToken,
	forms: []form{
		rustString: {open: `"`, lines: true, escape: rustEscapes.at},
		rustBytes:  {lines: true, escape: rustByteEscapes.at},
		rustRaw:    {raw: true, lines: true},
	},
}

var (
	rustEscapes     = escapes{simple: "n\nr\rt\t\\\\0\x00''\"\"", x: 2, xMin: 2, braces: true, join: joinLines}
	rustByteEscapes = escapes{simple: rustEscapes.simple, x: 2, bytes: true, braces: true, join: joinLines}
)

// rustToken reads a token of Rust. Lifetimes and labels are Words with their quote, raw identifiers Words without r#. The question mark that
// passes an error on is in no token: it changes no value, and elsewhere the mark is half of a choice.
func rustToken(l *lexer, i int) int {
	c, next := l.src[i], l.at(i+1)
	switch {
	case c == '?':
		return i + 1
	case c == '\'':
		return l.rustQuote(i, i, rustString)
	case isWordStart(c, false):
		return l.rustWord(i)
	case c == '$' && isWordStart(next, false):
		return l.add(Word, i, l.wordEnd(i+1, false))
	case (c == '*' || c == '!' || c == '&' && next != '&') && next != '=':
		// Prefixes are often doubled, and are not an operator of two characters then.
		return l.add(Op, i, i+1)
	}
	return l.common(i)
}

// rustWord reads the word at i, or the literal that it is the prefix of.
func (l *lexer) rustWord(i int) int {
	at, form := i, rustString
	if c := l.src[at]; c == 'b' || c == 'c' {
		at, form = at+1, rustBytes
	}
	switch c := l.at(at); {
	case c == '"':
		return l.rustString(form, i, at, 0)
	case c == '\'' && l.src[i] == 'b':
		return l.rustQuote(i, at, Style(form))
	case c == 'r' && (l.at(at+1) == '"' || l.at(at+1) == '#'):
		hashes := l.runOf(at+1, '#')
		end := at + 1 + hashes
		switch {
		case l.at(end) == '"':
			return l.rustString(rustRaw, i, end, hashes)
		case hashes == 1 && at == i && isWordStart(l.at(end), false):
			return l.add(Word, end, l.wordEnd(end, false))
		}
		l.add(Word, i, at+1)
		return l.add(Op, at+1, end)
	}
	return l.add(Word, i, l.wordEnd(i, false))
}

// rustString reads the string that starts at i, whose quote stands at open behind so many hashes.
func (l *lexer) rustString(form, i, open, hashes int) int {
	q := l.text(form, i, open+1)
	q.closer, q.hashes = '"', hashes
	return l.begin(q)
}

// rustQuote adds what the single quote at open begins: a character, which starts at i, or a lifetime.
func (l *lexer) rustQuote(i, open int, style Style) int {
	const longest = 32 // more than any escape takes
	at := open + 1
	switch c := l.at(at); {
	case c == '\\':
		for k := at + 2; k < min(at+longest, len(l.src)) && !isBreak(l.src[k]); k++ {
			if l.src[k] == '\'' {
				return l.literal(String, style, i, at, k, k+1)
			}
		}
	case at < len(l.src) && c != '\'':
		_, size := utf8.DecodeRune(l.src[at:])
		if l.at(at+size) == '\'' {
			return l.literal(String, style, i, at, at+size, at+size+1)
		}
		if isWordStart(c, false) && i == open {
			return l.add(Word, i, l.wordEnd(at, false))
		}
	}
	if i < open {
		l.add(Word, i, open)
	}
	return l.add(Op, open, open+1)
}
