package lex

import "bytes"

// rubyLongestID bounds the name of a heredoc.
const rubyLongestID = 100

// rubyBody is a heredoc whose body is not yet read. Id ends it, after white space where idIndented is set; keep is set where its
// lines keep their indentation.
type rubyBody struct {
	marker           int32
	id               []byte
	form             int
	idIndented, keep bool
}

// rubyBodies are the bodies that begin below one line.
type rubyBodies struct {
	// prev is the last token of code before them, depth how many literals are open around them.
	prev, depth int
	rest        []rubyBody
}

// quoted is the string that starts at i, whose delimiter stands before body. Code is set when there are interpolations.
func (l *rubyLexer) quoted(i, body int, shut byte, code bool) text {
	form := rubySingle
	if code {
		form = rubyDouble
	}
	q := l.text(form, i, body)
	q.closer = shut
	return q
}

// percent reads a literal with % at i and returns its end, or i when none begins there.
func (l *rubyLexer) percent(i int) int {
	at := i + 1
	kind := byte('Q')
	if c := l.at(at); c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
		kind = c
		at++
	}
	d := l.at(at)
	if d <= ' ' || d >= 0x7f || isWordByte(d, false) || bytes.IndexByte([]byte("qQwWiIrsx"), kind) < 0 {
		return i
	}
	if !l.expects(false) && !(l.argument(i, 1) && (at > i+1 || bytes.IndexByte([]byte("([{<|!/"), d) >= 0)) || d == '=' && kind == 'Q' {
		return i
	}
	q := l.quoted(i, at+1, d, kind == 'Q' || kind == 'x')
	if k := bytes.IndexByte([]byte("([{<"), d); k >= 0 {
		q.closer, q.opener = ")]}>"[k], d
	}
	switch kind {
	case 'w', 'i':
		return l.words(rubyWord, q)
	case 'W', 'I':
		return l.words(rubyDouble, q) // their interpolations are left as text
	case 'r':
		return l.regexLiteral(q, l.regexEnd(&q))
	}
	return l.begin(q)
}

// regex reads the regular expression between slashes at i and returns its end, or i when none begins there.
func (l *rubyLexer) regex(i int) int {
	sure := l.expects(false)
	if l.noRegex || !sure && !l.argument(i, 1) {
		return i
	}
	q := l.quoted(i, i+1, '/', true)
	end := l.regexEnd(&q)
	if end >= len(l.src) {
		l.noRegex = true
		return i
	}
	if !sure && bytes.IndexByte(l.src[i:end], '\n') >= 0 {
		return i
	}
	return l.regexLiteral(q, end)
}

// regexEnd returns the offset of the delimiter that ends regular expression q, or the end. An interpolation is skipped by its braces.
func (l *rubyLexer) regexEnd(q *text) int {
	for i, depth, holes := q.body, 0, 0; i < len(l.src); i++ {
		switch c := l.src[i]; {
		case c == '\\':
			i++
		case c == '#' && l.at(i+1) == '{':
			holes++
			i++
		case holes > 0 && c == '{':
			holes++
		case holes > 0 && c == '}':
			holes--
		case holes > 0:
		case c == q.opener && q.opener != 0:
			depth++
		case c == q.closer && depth == 0:
			return i
		case c == q.closer:
			depth--
		}
	}
	return len(l.src)
}

// regexLiteral adds the regular expression q whose content ends at body, with its modifiers.
func (l *rubyLexer) regexLiteral(q text, body int) int {
	end := min(body+1, len(l.src))
	for end < len(l.src) && l.src[end] >= 'a' && l.src[end] <= 'z' {
		end++
	}
	return l.literal(Regex, 0, q.start, q.body, body, end)
}

// heredoc reads the marker <<ID, <<-ID or <<~ID at i and returns its end, or i when none stands there.
func (l *rubyLexer) heredoc(i int) int {
	if l.prev >= 0 && l.isRaw(l.prev, "class") {
		return i
	}
	at := i + 2
	b := rubyBody{marker: int32(len(l.out)), form: rubyHeredoc}
	if c := l.at(at); c == '~' || c == '-' {
		b.idIndented, b.keep = true, c == '-'
		at++
	} else {
		b.keep = true
	}
	end := l.wordEnd(at, false)
	switch c := l.at(at); {
	case c == '"' || c == '\'' || c == '`':
		line := l.src[at+1 : min(at+2+rubyLongestID, len(l.src))]
		k := bytes.IndexByte(line, c)
		if k <= 0 || bytes.IndexByte(line[:k], '\n') >= 0 {
			return i
		}
		if b.id, end = line[:k], at+k+2; c == '\'' {
			b.form = rubyRaw
		}
	case isWordStart(c, false):
		b.id = l.src[at:end]
	default:
		return i
	}
	if len(b.id) > rubyLongestID || !l.expects(false) && !l.argument(i, 2) || !l.heredocEnd(b.id, i) {
		return i
	}
	l.add(Word, i, end)
	l.out[len(l.out)-1].Style = heredocMarker
	l.pending = append(l.pending, b)
	return end
}

// heredocEnd reports whether a line that holds only id follows i.
func (l *rubyLexer) heredocEnd(id []byte, i int) bool {
	if l.lastLines == nil {
		l.lastLines = map[string]int32{}
		at := 0
		for line := range bytes.Lines(l.src) {
			if name := bytes.TrimSpace(line); len(name) > 0 && len(name) <= rubyLongestID {
				l.lastLines[string(name)] = int32(at)
			}
			at += len(line)
		}
	}
	return int(l.lastLines[string(bytes.TrimSpace(id))]) > i
}

// heredocBodies reads the bodies that begin behind the line break that ends at end.
func (l *rubyLexer) heredocBodies(_, end int) int {
	if len(l.pending) == 0 {
		return end
	}
	l.reading = append(l.reading, rubyBodies{l.prev, len(l.texts), l.pending})
	l.pending = nil
	return l.nextBody(end, true)
}

// nextBody reads the next body of the innermost line that has some: it begins at i, or behind the line that i is in.
func (l *rubyLexer) nextBody(i int, begins bool) int {
	r := &l.reading[len(l.reading)-1]
	for ; len(r.rest) > 0 && !l.full(); begins = false {
		if !begins {
			i = l.lineEnd(i)
			i += l.breaks.At(l.src, i)
		}
		if i >= len(l.src) {
			break
		}
		b := r.rest[0]
		r.rest = r.rest[1:]
		l.bodies[b.marker] = int32(len(l.out))
		q := l.text(b.form, i, i)
		q.id, q.idIndented, q.idAlone = b.id, b.idIndented, true
		if b.keep {
			q.width = 0 // nothing is dropped
		}
		if i = l.begin(q); len(l.texts) > r.depth {
			l.prev = len(l.out) - 1
			return i
		}
	}
	// The line of the marker ends where that of the last body does.
	l.prev = r.prev
	l.reading = l.reading[:len(l.reading)-1]
	return i
}

var rubyEscapes = escapes{
	simple: "n\nt\ts r\re\x1ba\ab\bv\vf\f", bytes: true, x: 2, octal: true, byte: rubyByte, u: true, join: joinBreak, drop: true,
}

func rubyEscape(s []byte) (string, int) {
	if bytes.HasPrefix(s, []byte(`\u{`)) {
		return rubyRunes(s)
	}
	return rubyEscapes.at(s)
}

// rubyByte reads one escape that gives a byte: control (\cx, \C-x) and meta characters (\M-x).
func rubyByte(s []byte) (v uint32, n int) {
	switch {
	case len(s) > 2 && s[1] == 'c':
		return uint32(s[2] & 0x9f), 3
	case len(s) > 3 && bytes.HasPrefix(s, []byte(`\C-?`)):
		return 0x7f, 4
	case len(s) > 3 && bytes.HasPrefix(s, []byte(`\C-`)):
		return uint32(s[3] & 0x9f), 4
	case len(s) > 3 && bytes.HasPrefix(s, []byte(`\M-`)):
		return uint32(s[3] | 0x80), 4
	}
	return 0, 0
}

// rubyRunes reads \u{61 200b} at the start of s.
func rubyRunes(s []byte) (string, int) {
	text := ""
	for at := len(`\u{`); at < len(s); {
		switch s[at] {
		case ' ', '\t':
			at++
			continue
		case '}':
			return text, at + 1
		}
		v, n := hex(s[at:], 6)
		if n == 0 {
			break
		}
		text += runeText(v)
		at += n
	}
	return "u", 2
}
