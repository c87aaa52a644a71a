package lex

import "bytes"

// isElement reports whether the "<" at i, where an expression may begin, opens an element and not type parameters.
func (l *jsLexer) isElement(i int) bool {
	if l.lastTag < i {
		return false
	}
	if l.at(i+1) == '>' {
		return true
	}
	if !isWordStart(l.at(i+1), true) {
		return false
	}
	j := l.tagNameEnd(i + 1)
	name := l.src[i+1 : j]
	k := l.skipSpace(j)
	switch c := l.at(k); {
	case c == '/', c == '{' && k > j:
		return true
	case c == '<':
		return k == j
	case c == '>':
		// <T>(x: T) => … has no end tag.
		return l.at(k+1) != '(' || l.closed(name, k)
	case isWordStart(c, true):
		if string(name) == "const" {
			return false
		}
		if end := jsWordEnd(l.src, k); string(l.src[k:end]) == "extends" {
			next := l.at(l.skipSpace(end))
			return next == '=' || next == '>' || next == '/'
		}
		return true
	}
	return false
}

// closed reports whether the end tag of the element name stands not far after i.
func (l *jsLexer) closed(name []byte, i int) bool {
	near := l.src[i:min(len(l.src), i+4096)]
	l.lookahead -= len(near)
	return l.lookahead > 0 && bytes.Contains(near, append([]byte("</"), name...))
}

func (l *jsLexer) skipSpace(i int) int {
	for i < len(l.src) && (l.src[i] == ' ' || l.src[i] == '\t' || l.src[i] == '\n' || l.src[i] == '\r') {
		i++
	}
	return i
}

func (l *jsLexer) tagNameEnd(i int) int {
	for i < len(l.src) && (isWordByte(l.src[i], true) || l.src[i] == '-' || l.src[i] == ':' || l.src[i] == '.') {
		i++
	}
	return i
}

// element reads "<name" of the element at i.
func (l *jsLexer) element(i int) int {
	if len(l.open) >= MaxDepth {
		return l.mark(i, i+1)
	}
	if l.at(i+1) == '>' {
		if l.enter(jsChildren, Paren, i, i+2) {
			l.closeChildless(i + 2)
		}
		return i + 2
	}
	end := l.tagNameEnd(i + 1)
	for k := i + 1; k < end; {
		if l.src[k] == '.' {
			l.mark(k, k+1)
			k++
			continue
		}
		j := k
		for j < end && l.src[j] != '.' {
			j++
		}
		l.add(Word, k, j)
		k = j
	}
	l.enter(jsTag, Paren, end, end)
	if l.at(end) == '<' {
		end = l.typeArgsEnd(end)
	}
	return end
}

// typeArgsEnd returns the end of the type arguments at i, or i when they do not end near by.
func (l *jsLexer) typeArgsEnd(i int) int {
	depth := 0
	for j := i; j < min(len(l.src), i+512) && l.lookahead > 0; j++ {
		l.lookahead--
		switch c := l.src[j]; {
		case c == '<':
			depth++
		case c == '>' && l.src[j-1] != '=':
			if depth--; depth == 0 {
				return j + 1
			}
		}
	}
	return i
}

// closeChildless closes the element that was opened before i when no end tag can follow: it is not an element, and what follows is
// code.
func (l *jsLexer) closeChildless(i int) {
	if l.lastTag < i {
		l.leave(i, i)
	}
}

// part adds the Line between two attributes or children.
func (l *jsLexer) part() {
	if l.last().Kind != Open {
		l.line()
	}
}

// tag reads one token of the start tag of an element.
func (l *jsLexer) tag(i int) int {
	if j := l.space(i); j > i {
		return j
	}
	l.broken = false
	c := l.src[i]
	switch {
	case c == '/' && l.at(i+1) == '>':
		return l.leave(i, i+2)
	case c == '/' && (l.at(i+1) == '/' || l.at(i+1) == '*'):
		end := l.comment(i)
		l.docs, l.broken = l.docs[:0], false
		return end
	case c == '>':
		l.out[l.open[len(l.open)-1]].Style = jsChildren
		l.closeChildless(i + 1)
		return i + 1
	case isWordStart(c, true):
		l.part()
		end := l.tagNameEnd(i)
		return l.operand(Word, 0, i, i, end, end)
	case c == '=':
		return l.mark(i, i+1)
	case (c == '"' || c == '\'') && l.isLast("="):
		k := bytes.IndexByte(l.src[i+1:], c)
		if k >= 0 {
			return l.operand(String, jsMarkup, i, i+1, i+1+k, i+k+2)
		}
	case c == '{':
		if !l.isLast("=") {
			l.part()
		}
		l.enter(jsBraces, Paren, i, i+1)
		return i + 1
	case c == '<' && (isWordStart(l.at(i+1), true) || l.at(i+1) == '>') && l.isLast("="):
		return l.element(i)
	}
	// No start tag goes on like this: it was none.
	return l.leave(i, i)
}

func (l *jsLexer) children(i int) int {
	switch l.src[i] {
	case '{':
		l.part()
		l.enter(jsBraces, Paren, i, i+1)
		return i + 1
	case '<':
		switch c := l.at(i + 1); {
		case c == '/':
			end := l.skipSpace(l.tagNameEnd(l.skipSpace(i + 2)))
			if l.at(end) == '>' {
				end++
			}
			return l.leave(i, end)
		case isWordStart(c, true), c == '>':
			l.part()
			return l.element(i)
		}
	}
	end := i + 1
	if k := bytes.IndexAny(l.src[end:], "{<"); k >= 0 {
		end += k
	} else {
		end = len(l.src)
	}
	if len(bytes.TrimSpace(l.src[i:end])) > 0 {
		l.part()
		l.operand(Markup, 0, i, i, end, end)
	}
	l.broken = false
	return end
}
