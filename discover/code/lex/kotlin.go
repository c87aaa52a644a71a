package lex

import (
	"github.com/org/mcp-lint/discover/source"
)

// The styles of Kotlin.
const (
	kotlinString = escaped + iota // escapes
	kotlinRaw                     // """: as it stands
)

var kotlinEscapes = escapes{simple: "n\nt\tr\r\"\"''\\\\b\b$$", u: true}

// kotlinLexer reads Kotlin.
type kotlinLexer struct {
	w writer
	quotes
	like clike
	// line is the offset of a line break since the last token, or -1.
	line int
}

// lexKotlin turns Kotlin into tokens. A Line stands where a line break ends a statement: not in parentheses, not after an
// operator that needs an operand, not before one that continues what stands before.
// Labels are in no token.
func lexKotlin(f *source.File) *File {
	l := kotlinLexer{w: newWriter(f), like: clike{nested: true}, line: -1}
	l.quotes.w = &l.w
	w := &l.w
	i := f.BOM()
	if w.has(i, "#!") {
		i = w.lineEnd(i)
	}
	for i < len(w.src) && !w.full() {
		c := w.src[i]
		switch {
		case isBreak(c):
			if l.line < 0 {
				l.line = i
			}
			i++
			continue
		case c <= ' ':
			i++
			continue
		case c == '/' && (w.at(i+1) == '/' || w.at(i+1) == '*'):
			if w.at(i+1) == '*' && w.at(i+2) == '*' { // a documentation comment, or nearly one
				l.endLine(i)
			}
			i = w.comment(i, &l.like)
			continue
		}
		l.endLine(i)
		i = l.token(i, c)
	}
	return w.file(f, decodeKotlin)
}

// token adds the token at i and returns where reading goes on.
func (l *kotlinLexer) token(i int, c byte) int {
	w := &l.w
	switch {
	case c == '"':
		return l.text(i, i)
	case c == '$':
		q := i + w.runOf(i, '$')
		if w.at(q) == '"' {
			return l.text(i, q)
		}
		w.add(Op, i, q)
		return q
	case c == '\'':
		return w.oneLine(i)
	case c == '`':
		if end := w.quoteEnd(i+1, '`'); w.at(end) == '`' {
			w.add(Word, i, end+1)
			return end + 1
		}
	case c == '}':
		if end, ok := l.leave(i); ok {
			return end
		}
	case isWordStart(c, false):
		return l.word(i)
	}
	return w.plain(i, &l.like)
}

// text adds the string that begins at i, whose quotes begin at q: after dollar signs when that is another place.
func (l *kotlinLexer) text(i, q int) int {
	w := &l.w
	str := quote{q: '"', n: 1, marks: max(q-i, 1), style: kotlinString}
	if w.has(q, `"""`) {
		str.n, str.raw, str.lines, str.longest, str.style = 3, true, true, true, kotlinRaw
	}
	return l.begin(str, i, q+str.n, q+str.n)
}

// word adds the word at i. A label at its end is dropped: return@label, this@Class; and so is a word that is one: label@ {.
func (l *kotlinLexer) word(i int) int {
	w := &l.w
	end := w.wordEnd(i, false)
	if w.at(end) != '@' {
		w.add(Word, i, end)
		return end
	}
	switch string(w.src[i:end]) {
	case "return", "break", "continue", "this", "super":
		w.add(Word, i, end)
		return w.wordEnd(end+1, false)
	}
	if isWordStart(w.at(end+1), false) { // no label
		w.add(Word, i, end)
		return end
	}
	return end + 1
}

// decodeKotlin appends the text of a literal or documentation comment.
func decodeKotlin(f *source.File, t Token, b *source.Builder) {
	span := source.Span{Start: int(t.Body), End: int(t.BodyEnd)}
	switch t.Style {
	case docBlock:
		decodeDoc(f, t, b)
	case kotlinString:
		kotlinEscapes.decode(f, span, b)
	case kotlinRaw:
		b.Lines(f, span)
	}
}

// endLine adds a Line for a line break since the last token when it ends a statement: what begins at i is next.
func (l *kotlinLexer) endLine(i int) {
	at := l.line
	w := &l.w
	if at < 0 {
		return
	}
	l.line = -1
	switch w.top() {
	case Paren, Square, Hole:
		return
	}
	if kotlinOpens(w) || kotlinGoesOn(w, i) {
		return
	}
	if k := w.last().Kind; k == Line || k == Doc || k == 0 {
		return
	}
	end := at + 1
	if w.src[at] == '\r' && w.at(end) == '\n' {
		end++
	}
	w.add(Line, at, end)
}

// kotlinOpens reports whether something must follow the last token.
func kotlinOpens(w *writer) bool {
	t := w.last()
	switch t.Kind {
	case Open:
		return true
	case Op:
		switch string(w.src[t.Start:t.End]) {
		case "++", "--", "!!", ">", "?", "*":
			return false // also the end of a type, or of an import
		}
		return true
	case Word:
		switch string(w.src[t.Start:t.End]) {
		case "else", "in", "is", "as", "by":
			return true
		}
	}
	return false
}

// kotlinGoesOn reports whether what begins at i continues the line before it.
func kotlinGoesOn(w *writer, i int) bool {
	for _, mark := range []string{".", ",", ")", "]", ">", "{", "=", ":", "?.", "?:", "&&", "||"} {
		if w.has(i, mark) {
			return true
		}
	}
	if !isWordStart(w.at(i), false) {
		return false
	}
	end := w.wordEnd(i, false)
	switch string(w.src[i:end]) {
	case "else", "catch", "finally", "where":
		return true
	case "by", "as":
		return isBlank(w.at(end)) || w.at(end) == '?'
	}
	return false
}
