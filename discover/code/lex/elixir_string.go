package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// elixirQuote is a string that is being read.
type elixirQuote struct {
	pieces
	shut byte
	// heredoc is set when three of shut at the start of a line end it.
	heredoc bool
	code    bool // there are interpolations
	kind    Kind
	sigil   bool // letters behind the end are modifiers
}

// quote reads the string with delimiter c at i; start is where its sigil or colon is.
func (l *elixirLexer) quote(start, i int, c byte, code bool) {
	q := elixirQuote{pieces: pieces{start: start, body: i + 1}, shut: c, code: code, kind: String}
	l.heredoc(&q, i)
	l.i = q.body
	l.piece(&q)
}

// heredoc makes a heredoc of q when three delimiters stand at i, at the end of the line.
func (l *elixirLexer) heredoc(q *elixirQuote, i int) {
	if c := q.shut; c != '"' && c != '\'' || l.at(i+1) != c || l.at(i+2) != c {
		return
	}
	end := l.blank(i + 3)
	if l.at(end) == '\r' {
		end++
	}
	if l.at(end) == '\n' {
		q.heredoc, q.body = true, end+1
	}
}

// sigil reads ~s(...) or another at i, if one begins there.
func (l *elixirLexer) sigil(i int) bool {
	at := i + 1
	c := l.at(at)
	switch {
	case c >= 'a' && c <= 'z':
		at++
	case c >= 'A' && c <= 'Z':
		for at < len(l.src) && (l.src[at] >= 'A' && l.src[at] <= 'Z' || l.src[at] >= '0' && l.src[at] <= '9') {
			at++
		}
	}
	k := bytes.IndexByte([]byte(`/|"'([{<`), l.at(at))
	if at == i+1 || k < 0 || at >= len(l.src) {
		return false
	}
	q := elixirQuote{pieces: pieces{start: i, body: at + 1}, shut: `/|"')]}>`[k], code: c >= 'a', kind: String, sigil: true}
	words := c|0x20 == 'w'
	if c|0x20 == 'r' {
		q.kind = Regex
	}
	l.heredoc(&q, at)
	switch {
	case q.heredoc && !q.code:
		q.style = elixirRaw
	case !q.code:
		q.style = elixirSingle
	}
	q.code = q.code && q.kind == String && !words
	l.i = q.body
	switch {
	case !words || q.heredoc:
		l.piece(&q)
	case q.style == elixirSingle:
		l.words(elixirRaw, q.start, q.body, q.shut, 0, true)
	default:
		l.words(elixirWords, q.start, q.body, q.shut, 0, true)
	}
	return true
}

// piece reads the string on from l.i, to its end or to an interpolation.
func (l *elixirLexer) piece(q *elixirQuote) {
	if q.heredoc {
		q.begins = append(q.begins, int32(q.body))
	}
	fresh := q.heredoc && !q.opened
	for i := l.i; i < len(l.src); {
		if fresh {
			if at := l.blank(i); l.at(at) == q.shut && l.at(at+1) == q.shut && l.at(at+2) == q.shut {
				l.end(q, i, at-i, at+3)
				return
			}
		}
		fresh = false
		switch c := l.src[i]; {
		case c == '\\':
			i++
			if i < len(l.src) && (l.src[i] != '\n' || !q.heredoc) {
				i++
			}
		case c == '\n':
			fresh = q.heredoc
			i++
		case q.code && c == '#' && l.at(i+1) == '{' && l.chunk(&q.pieces, i, 2):
			l.push(Hole, i, i+2)
			l.quotes = append(l.quotes, *q)
			l.i = i + 2
			return
		case c == q.shut && !q.heredoc:
			l.end(q, i, 0, i+1)
			return
		default:
			i++
		}
	}
	l.end(q, len(l.src), 0, len(l.src))
}

// end ends q at body. Indent is the indentation of the end of a heredoc.
func (l *elixirLexer) end(q *elixirQuote, body, indent, end int) {
	for q.sigil && end < len(l.src) && isWordByte(l.src[end], false) {
		end++
	}
	l.finish(&q.pieces, q.kind, indent, body, end)
}

// decodeElixir decodes a String or Chunk of Elixir. The lines of a heredoc lose indent columns.
func decodeElixir(f *source.File, t Token, indent int, b *source.Builder) {
	escape := elixirEscape
	switch t.Style {
	case elixirRaw:
		escape = noEscape
	case elixirSingle:
		escape = func(s []byte) (string, int) {
			switch {
			case len(s) > 1 && t.BodyEnd < t.End && s[1] == f.Data[t.BodyEnd]:
				return string(s[1:2]), 2
			case len(s) > 1 && s[1] == '\\':
				return `\\`, 2
			}
			return "", 0
		}
	}
	indented{indent, false}.decode(f, source.Span{Start: int(t.Body), End: int(t.BodyEnd)}, b, escape)
}

var elixirEscapes = escapes{simple: "0\x00a\ab\bd\x7fe\x1bf\fn\nr\rs t\tv\v", u: true, braces: true, join: true}

// elixirEscape is the escape of strings, charlists and lower-case sigils.
func elixirEscape(s []byte) (string, int) {
	if bytes.HasPrefix(s, []byte(`\x{`)) {
		if v, n := braced(s[2:]); n > 0 {
			return runeText(v), 2 + n
		}
	}
	if text, n := byteRun(s, func(s []byte) (uint32, int) { return byteEscape(s, 2, false) }); n > 0 {
		return text, n
	}
	if text, n := elixirEscapes.at(s); n > 0 {
		return text, n
	}
	return guarded(s)
}
