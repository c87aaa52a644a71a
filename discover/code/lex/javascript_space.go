package lex

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// space returns the end of the white space at i and notes line breaks in it.
func (l *jsLexer) space(i int) int {
	for i < len(l.src) {
		n := jsSpaceLen(l.src[i:])
		if n == 0 {
			break
		}
		l.broken = l.broken || l.breaks.At(l.src, i) > 0
		i += n
	}
	return i
}

// jsSpaceLen returns the length of the white space that s begins with, or 0.
func jsSpaceLen(s []byte) int {
	if s[0] < utf8.RuneSelf {
		if isBlank(s[0]) || isBreak(s[0]) {
			return 1
		}
		return 0
	}
	r, size := utf8.DecodeRune(s)
	if unicode.Is(unicode.Z, r) || r == '\uFEFF' {
		return size
	}
	return 0
}

// jsWordEnd returns the end of the identifier of which a part ends at i. Escapes may stand in it.
func jsWordEnd(src []byte, i int) int {
	for ; i < len(src); i++ {
		switch c := src[i]; {
		case c >= utf8.RuneSelf && jsSpaceLen(src[i:]) == 0, c < utf8.RuneSelf && isWordByte(c, true):
		case bytes.HasPrefix(src[i:], []byte(`\u`)):
		case c == '{' && bytes.HasSuffix(src[:i], []byte(`\u`)):
			// The braces end within a few bytes or are none.
			k := bytes.IndexByte(src[i:min(len(src), i+16)], '}')
			if k < 0 {
				return i
			}
			i += k
		default:
			return i
		}
	}
	return i
}

// comment reads the comment at i and returns its end. Documentation waits for the token it stands before.
func (l *jsLexer) comment(i int) int {
	if l.src[i+1] == '/' {
		return l.lineEnd(i)
	}
	end := min(l.until(i+2, "*/")+2, len(l.src))
	if end-i > 5 && l.src[i+2] == '*' {
		l.docs = append(l.docs, source.Span{Start: i, End: end})
	}
	l.broken = l.broken || l.breaks.Next(l.src[:end], i) < end
	return end
}

// flush is called before the token at i: it adds the Line before it when there is one, and documentation.
func (l *jsLexer) flush(i int) {
	if l.broken && (i >= len(l.src) || l.endsLine() && l.beginsLine(i)) {
		if m := l.mode(); (m == jsTop || m == jsBrace || m == jsValue) && len(l.out) > 0 {
			l.line()
			l.value, l.starts = false, true
		}
	}
	l.broken = false
	for _, d := range l.docs {
		l.writer.literal(Doc, docBlock, d.Start, d.Start, d.End, d.End)
		l.end = d.End
	}
	l.docs = l.docs[:0]
}

// line adds an empty Line after the last token.
func (l *jsLexer) line() { l.add(Line, l.end, l.end) }

// endsLine reports whether the last token can end a statement.
func (l *jsLexer) endsLine() bool {
	t := l.last()
	raw := l.src[t.Start:t.End]
	switch t.Kind {
	case Word:
		if !l.value || l.starts {
			return string(raw) == "return"
		}
		switch string(raw) {
		case "const":
			return len(l.out) > 1 && l.isWord(len(l.out)-2, "as")
		case "let", "var", "import", "export", "class", "interface", "enum", "async", "await", "function", "implements", "abstract",
			"declare", "as", "satisfies":
			return false
		}
		return true
	case Number, String, Regex:
		return true
	case Close:
		return t.Shape != Paren || !l.starts
	case Op:
		// ">" ends type arguments more often than it stands at the end of a line to compare.
		return l.value || len(raw) == 1 && (raw[0] == '>' || raw[0] == '*')
	}
	return false
}

// beginsLine reports whether the text at i begins a statement when the last token can end one.
func (l *jsLexer) beginsLine(i int) bool {
	c, d := l.src[i], l.at(i+1)
	switch c {
	case '.':
		return d == '.'
	case '?', ':', ',', ';', ')', ']', '}', '=', '%', '&', '|', '^', '>':
		return false
	case '!':
		return d != '='
	case '(', '[', '`', '/', '*', '<':
		// After a block these begin something; after a value they go on with it.
		return l.starts
	case '+', '-':
		return l.starts || d == c
	case '{':
		return l.starts && l.last().Kind == Close
	}
	switch end := jsWordEnd(l.src[:min(len(l.src), i+12)], i); string(l.src[i:end]) {
	case "in", "instanceof", "else", "extends", "implements":
		return false
	case "finally":
		return l.at(end) == '('
	case "catch":
		// A method may have this name.
		t := l.last()
		return t.Kind != Close || t.Pair < 1 || !l.isWord(int(t.Pair)-1, "try")
	}
	return true
}
