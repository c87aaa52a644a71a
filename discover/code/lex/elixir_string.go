package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// elixirQuote is a string that is being read.
type elixirQuote struct {
	style Style
	// start is where the literal begins, body where the piece of it does that is being read.
	start, body int
	shut        byte
	// heredoc is set when three of shut at the start of a line end it.
	heredoc bool
	code    bool // there are interpolations
	regex   bool
	words   bool
	sigil   bool    // letters behind the end are modifiers
	opened  bool    // a Quote group is open
	pieces  []int32 // where the pieces of a heredoc begin
}

// quote reads the string with delimiter c at i; start is where its sigil or colon is.
func (l *elixirLexer) quote(start, i int, c byte, code bool) {
	q := elixirQuote{start: start, body: i + 1, shut: c, code: code}
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
	q := elixirQuote{start: i, body: at + 1, shut: `/|"')]}>`[k], code: c >= 'a', sigil: true, regex: c|0x20 == 'r', words: c|0x20 == 'w'}
	l.heredoc(&q, at)
	switch {
	case q.heredoc && !q.code:
		q.style = elixirRaw
	case !q.code:
		q.style = elixirSingle
	}
	q.code = q.code && !q.regex && !q.words
	l.i = q.body
	if q.words && !q.heredoc {
		l.words(&q)
	} else {
		l.piece(&q)
	}
	return true
}

// words reads a list of words up to its delimiter.
func (l *elixirLexer) words(q *elixirQuote) {
	style := elixirWords
	if q.style == elixirSingle {
		style = elixirRaw
	}
	opened := l.push(Square, q.start, q.body)
	l.out[len(l.out)-1].Style = WordList
	i := q.body
	for word := -1; ; i++ {
		c := l.at(i)
		over := i >= len(l.src) || c == q.shut
		if over || c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			if word >= 0 && !l.full() {
				l.literal(String, style, word, word, i, i)
			}
			word = -1
			if over {
				break
			}
			continue
		}
		if word < 0 {
			word = i
		}
		if c == '\\' && i+1 < len(l.src) {
			i++
		}
	}
	l.i = min(i+1, len(l.src))
	for l.i < len(l.src) && isWordByte(l.src[l.i], false) {
		l.i++
	}
	if opened {
		l.pop(Square, min(i, len(l.src)), l.i)
	}
}

// piece reads the string on from l.i, to its end or to an interpolation.
func (l *elixirLexer) piece(q *elixirQuote) {
	if q.heredoc {
		q.pieces = append(q.pieces, int32(q.body))
	}
	fresh := q.heredoc && !q.opened
	for i := l.i; i < len(l.src); {
		if fresh {
			if at := l.blank(i); l.at(at) == q.shut && l.at(at+1) == q.shut && l.at(at+2) == q.shut {
				l.finish(q, i, at-i, at+3)
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
		case q.code && c == '#' && l.at(i+1) == '{' && l.chunk(q, i):
			l.push(Hole, i, i+2)
			l.quotes = append(l.quotes, *q)
			l.i = i + 2
			return
		case c == q.shut && !q.heredoc:
			l.finish(q, i, 0, i+1)
			return
		default:
			i++
		}
	}
	l.finish(q, len(l.src), 0, len(l.src))
}

// chunk adds the piece of q before the interpolation at i, and opens the Quote if it is the first. It reports false when
// groups nest too deep; the interpolation is text then.
func (l *elixirLexer) chunk(q *elixirQuote, i int) bool {
	if !q.opened {
		if !l.room(2) {
			return false
		}
		l.push(Quote, q.start, q.body)
		q.opened = true
	}
	if i > q.body {
		l.literal(Chunk, q.style, q.body, q.body, i, i)
	}
	return true
}

// finish adds what is left of q, up to body, and its end. Indent is the indentation of the end of a heredoc.
func (l *elixirLexer) finish(q *elixirQuote, body, indent, end int) {
	if indent > 0 {
		if l.indent == nil {
			l.indent = map[int32]int32{}
		}
		l.indent[int32(q.start)] = int32(indent)
		for _, p := range q.pieces {
			l.indent[p] = int32(indent)
		}
	}
	for q.sigil && end < len(l.src) && isWordByte(l.src[end], false) {
		end++
	}
	l.i = end
	switch {
	case q.opened:
		if body > q.body {
			l.literal(Chunk, q.style, q.body, q.body, body, body)
		}
		l.shut(max(body, q.body), end)
	case q.regex:
		l.literal(Regex, q.style, q.start, q.body, body, end)
	default:
		l.literal(String, q.style, q.start, q.body, body, end)
	}
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
