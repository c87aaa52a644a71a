package lex

// The forms of Python's strings: these bits, and lines over several.
const (
	pyRaw Style = 1 << iota
	pyBytes
	// pyFormat is set in f- and t-strings, in which {{ is a brace.
	pyFormat
	pyLines
)

// python is the syntax of Python; code reads all but its strings.
var python = syntax{forms: pythonForms()}

func pythonForms() (forms []form) {
	for style := range pyLines << 1 {
		f := form{joins: true, returns: returnsBreak, lines: style&pyLines != 0}
		switch style & (pyRaw | pyBytes) {
		case 0:
			f.escape = pyEscape
		case pyBytes:
			f.escape = pyByteEscapes.at
		}
		if style&pyFormat != 0 {
			f.hole, f.twice = fields, "{}"
		}
		forms = append(forms, f)
	}
	return forms
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

// string reads the string that starts at start and whose quotes are at i.
func (l *pythonLexer) string(start, i int, style Style) int {
	size, quote := 1, l.src[i]
	if l.at(i+1) == quote && l.at(i+2) == quote {
		size = 3
		style |= pyLines
	}
	q := l.text(int(style), start, i+size)
	q.closer, q.size = quote, size
	if k := len(l.texts) - 1; style&pyFormat == 0 && k >= 0 && l.texts[k].closer == quote && l.texts[k].size == size {
		// A string without end in a hole is the end of the string around it, in which a brace was not closed.
		if e := l.next(&q, q.body); e.kind == broken {
			if i > start {
				l.add(Word, start, i)
			}
			l.texts[k].at = i
			return l.finish(event{closesText, i, q.body, 0}, q.body)
		}
	}
	if style&pyFormat != 0 && len(l.open)+4 <= MaxDepth {
		q.open = len(l.out)
		l.push(Quote, start, q.body)
	}
	return l.begin(q)
}

// holeTail reads what follows the expression in a hole: the = that shows it, a conversion such as !r, and a format
// specification, which is read as if it stood behind the hole. It returns i when this is none.
func (l *pythonLexer) holeTail(i int) int {
	j := i
	if l.src[j] == '=' {
		j = l.blank(j + 1)
	}
	if l.at(j) == '!' {
		j = l.blank(l.wordEnd(j+1, false))
	}
	q := &l.texts[len(l.texts)-1]
	switch l.at(j) {
	case ':':
		q.spec++
	case '}':
	default:
		return i
	}
	l.closeTop(i, j+1)
	q.at = j + 1
	return l.resume(j + 1)
}

// skipFieldEscape returns the offset after the backslash at i and what it takes along in an interpolated string, which is not a brace but those
// of \N{NAME}.
func (l *lexer) skipFieldEscape(i int, names bool) int {
	switch next := l.at(i + 1); {
	case next == '{' || next == '}':
		return i + 1
	case next == 'N' && l.at(i+2) == '{' && names:
		return i + 3 + pyNameLen(l.src[i+3:])
	}
	return min(i+1+max(l.breaks.At(l.src, i+1), 1), len(l.src))
}
