package lex

import "unicode/utf8"

// WordList is the Style of an Open Square that begins a list of Strings without commas: %w[a b].
const WordList Style = 101

// words reads the list of words q, which are of that form, and returns its end.
func (l *lexer) words(form Style, q text) int {
	opened := l.push(Square, q.start, q.body)
	l.out[len(l.out)-1].Style = WordList
	i := q.body
	for word, depth := -1, 0; ; i++ {
		c := l.at(i)
		over := i >= len(l.src) || c == q.closer && depth == 0
		if over || c == ' ' || c == '\t' || isBreak(c) {
			if word >= 0 && !l.full() {
				l.literal(String, form, word, word, i, i)
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
		switch {
		case c == '\\' && i+1 < len(l.src):
			i++
		case c == q.opener && q.opener != 0:
			depth++
		case c == q.closer:
			depth--
		}
	}
	end := min(i+1, len(l.src))
	if q.suffix != nil {
		end = q.suffix(l, end)
	}
	if opened {
		l.pop(Square, min(i, len(l.src)), end)
	}
	return end
}

func (l *lexer) charEnd(i int, e *escapes) int {
	if l.src[i] == '\\' {
		_, n := e.at(l.src[i:])
		return i + max(n, 1)
	}
	_, size := utf8.DecodeRune(l.src[i:])
	return i + size
}
