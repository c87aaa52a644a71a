package lex

// The styles of Python's strings, as bits.
const (
	pyRaw Style = 1 << iota
	pyBytes
	// pyFormat is set in f- and t-strings, in which {{ is a brace.
	pyFormat
)

// pyQuote is an interpolated string that is open.
type pyQuote struct {
	mark   byte
	triple bool
	style  Style
	// spec counts the format specifications that are open, as in {x:>{width}}: what stands in them is no text.
	spec int
}

// specText is the length from which a format specification is kept as text: no number is formatted by so many characters, but
// f"{now:any text}" writes the text out, for dates and whatever else formats itself.
const specText = 16

// word reads the identifier at i, or the string it is the prefix of.
func (l *pythonLexer) word(i int) {
	end := l.wordEnd(i, false)
	if c := l.at(end); (c == '"' || c == '\'') && end-i <= 2 {
		if style, ok := pyPrefix(l.src[i:end]); ok {
			l.str(i, end, style)
			return
		}
	}
	l.add(Word, i, end)
	l.i = end
}

// pyPrefix returns the style that the prefix of a string asks for.
func pyPrefix(prefix []byte) (style Style, ok bool) {
	for _, c := range prefix {
		switch c | 0x20 {
		case 'r':
			style |= pyRaw
		case 'b':
			style |= pyBytes
		case 'f', 't':
			style |= pyFormat
		case 'u':
		default:
			return 0, false
		}
	}
	return style, true
}

// str reads the string that starts at start and whose quotes are at i.
func (l *pythonLexer) str(start, i int, style Style) {
	q := pyQuote{mark: l.src[i], style: style}
	q.triple = l.at(i+1) == q.mark && l.at(i+2) == q.mark
	body := i + q.width()
	if style&pyFormat != 0 && len(l.open) < MaxDepth {
		l.push(Quote, start, body)
		l.out[len(l.out)-1].Style = style
		l.quotes = append(l.quotes, q)
		l.i = body
		return
	}
	end, closed := l.stringEnd(body, q)
	if closed {
		l.i = end + q.width()
		l.literal(String, style, start, body, end, l.i)
		return
	}
	// A string without end in a hole is the end of the string around it, in which a brace was not closed.
	if k := len(l.quotes) - 1; k >= 0 && l.quotes[k].mark == q.mark && l.quotes[k].triple == q.triple {
		if i > start {
			l.add(Word, start, i)
		}
		for l.top() != Quote {
			l.shut(i, i)
		}
		l.shutTop(i, body)
		l.i = body
		return
	}
	l.i = end
	l.literal(String, style, start, body, end, end)
}

func (q pyQuote) width() int {
	if q.triple {
		return 3
	}
	return 1
}

// stringEnd returns where the string whose content begins at i has its closing quotes, or the line or the file ends.
func (l *pythonLexer) stringEnd(i int, q pyQuote) (end int, closed bool) {
	known := &l.endless[q.width()/2*2+int(q.mark&1)] // ' is odd, " is even
	if i < *known {
		return *known, false
	}
	for i < len(l.src) {
		switch c := l.src[i]; {
		case c == '\\':
			i += 1 + max(l.breaks.At(l.src, i+1), 1)
		case c == q.mark && (!q.triple || l.at(i+1) == c && l.at(i+2) == c):
			return i, true
		case (c == '\n' || c == '\r') && !q.triple:
			*known = i
			return i, false
		default:
			i++
		}
	}
	*known = len(l.src)
	return len(l.src), false
}

// quoted reads text of the innermost interpolated string, up to and with what ends it: a hole, or the end of the string.
func (l *pythonLexer) quoted() {
	q := &l.quotes[len(l.quotes)-1]
	i := l.i
	for i < len(l.src) {
		switch c := l.src[i]; {
		case c == '\\':
			i = l.pastEscape(i, q.style)
		case c == q.mark && (!q.triple || l.at(i+1) == c && l.at(i+2) == c):
			l.chunk(i, q)
			l.i = i + q.width()
			l.shutTop(i, l.i)
			return
		case (c == '\n' || c == '\r') && !q.triple:
			l.chunk(i, q)
			l.i = i
			l.shutTop(i, i)
			return
		case c == '{' && (q.spec > 0 || l.at(i+1) != '{') && len(l.open) < MaxDepth:
			l.chunk(i, q)
			l.push(Hole, i, i+1)
			l.i = i + 1
			return
		case c == '}' && q.spec > 0:
			l.chunk(i, q)
			q.spec--
			l.i = i + 1
			return
		case (c == '{' || c == '}') && l.at(i+1) == c:
			i += 2
		default:
			i++
		}
	}
	l.chunk(len(l.src), q)
	l.i = len(l.src)
}

// pastEscape returns the offset after the backslash at i and what it escapes in an interpolated string. It does not escape
// braces, but those of \N{NAME} are its own.
func (l *pythonLexer) pastEscape(i int, style Style) int {
	switch {
	case l.at(i+1) == '{' || l.at(i+1) == '}':
		return i + 1
	case l.at(i+1) == 'N' && l.at(i+2) == '{' && style&pyRaw == 0:
		return i + 3 + pyNameLen(l.src[i+3:])
	}
	return min(i+1+max(l.breaks.At(l.src, i+1), 1), len(l.src))
}

// chunk adds the text from where the lexer is to end.
func (l *pythonLexer) chunk(end int, q *pyQuote) {
	if end > l.i && (q.spec == 0 || end-l.i >= specText) {
		l.literal(Chunk, q.style, l.i, l.i, end, end)
	}
}

// holeTail reads what follows the expression in a hole: the = that shows it, a conversion such as !r, and a format
// specification, which is read as if it stood behind the hole. It reports false when this is none.
func (l *pythonLexer) holeTail(i int) bool {
	j := i
	if l.src[j] == '=' {
		j = l.blank(j + 1)
	}
	if l.at(j) == '!' {
		j = l.blank(l.wordEnd(j+1, false))
	}
	switch l.at(j) {
	case ':':
		l.quotes[len(l.quotes)-1].spec++
	case '}':
	default:
		return false
	}
	l.shut(i, j+1)
	l.i = j + 1
	return true
}
