package lex

import "bytes"

// rubyQuote is a string that is being read.
type rubyQuote struct {
	pieces
	// shut ends it; nest is the opening delimiter when pairs of them may stand inside, depth how many are open.
	shut, nest byte
	depth      int
	// code is set when there are interpolations and escapes; regex when it is a regular expression.
	code, regex bool

	// What follows is for heredocs. id ends them, on a line of its own, where dash is set after white space.
	id             []byte
	dash, squiggly bool
	marker         int32
	prev           int         // the last token of code before the body
	rest           []rubyQuote // those whose bodies follow
	width          int         // the indentation common to the lines so far, -1 before the first
}

// percent reads a literal with % at i, if one begins there.
func (l *rubyLexer) percent(i int) bool {
	at := i + 1
	kind := byte('Q')
	if c := l.at(at); c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
		kind = c
		at++
	}
	d := l.at(at)
	if d <= ' ' || d >= 0x7f || isWordByte(d, false) || bytes.IndexByte([]byte("qQwWiIrsx"), kind) < 0 {
		return false
	}
	if !l.expects(false) && !(l.argument(i, 1) && (at > i+1 || bytes.IndexByte([]byte("([{<|!/"), d) >= 0)) || d == '=' && kind == 'Q' {
		return false
	}
	q := rubyQuote{pieces: pieces{start: i, body: at + 1}, shut: d, code: kind == 'Q' || kind == 'r' || kind == 'x', regex: kind == 'r'}
	if k := bytes.IndexByte([]byte("([{<"), d); k >= 0 {
		q.shut, q.nest = ")]}>"[k], d
	}
	if kind == 'w' || kind == 'W' || kind == 'i' || kind == 'I' {
		style := rubyWord
		if kind == 'W' || kind == 'I' {
			style = rubyDouble // their interpolations are left as text
		}
		l.words(style, q.start, q.body, q.shut, q.nest, false)
		l.prev = len(l.out) - 1
		return true
	}
	l.open(q)
	return true
}

// regex reads the regular expression between slashes at i, if one begins there.
func (l *rubyLexer) regex(i int) bool {
	sure := l.expects(false)
	if l.noRegex || !sure && !l.argument(i, 1) {
		return false
	}
	q := rubyQuote{pieces: pieces{start: i, body: i + 1}, shut: '/', code: true, regex: true}
	end := l.regexEnd(&q, i+1)
	if end >= len(l.src) {
		l.noRegex = true
		return false
	}
	if !sure && bytes.IndexByte(l.src[i:end], '\n') >= 0 {
		return false
	}
	l.open(q)
	return true
}

// regexEnd returns the offset of the delimiter that ends regular expression q, from i on, or the end. An interpolation is
// skipped by its braces.
func (l *rubyLexer) regexEnd(q *rubyQuote, i int) int {
	for depth, holes := 0, 0; i < len(l.src); i++ {
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
		case c == q.nest && q.nest != 0:
			depth++
		case c == q.shut && depth == 0:
			return i
		case c == q.shut:
			depth--
		}
	}
	return len(l.src)
}

// open begins to read string q, whose first piece begins at its body.
func (l *rubyLexer) open(q rubyQuote) {
	if !q.regex {
		l.i = q.body
		l.piece(q)
		return
	}
	end := l.regexEnd(&q, q.body)
	l.i = min(end+1, len(l.src))
	for l.i < len(l.src) && l.src[l.i] >= 'a' && l.src[l.i] <= 'z' {
		l.i++
	}
	l.prev = len(l.out)
	l.literal(Regex, 0, q.start, q.body, end, l.i)
}

// heredoc reads the marker <<ID, <<-ID or <<~ID at i, if one stands there.
func (l *rubyLexer) heredoc(i int) bool {
	if l.prev >= 0 && l.isRaw(l.prev, "class") {
		return false
	}
	at := i + 2
	q := rubyQuote{pieces: pieces{start: i}, code: true, width: -1, marker: int32(len(l.out))}
	if c := l.at(at); c == '~' || c == '-' {
		q.dash, q.squiggly = true, c == '~'
		at++
	}
	end := 0
	switch c := l.at(at); {
	case c == '"' || c == '\'' || c == '`':
		line := l.src[at+1 : min(at+2+rubyLongestID, len(l.src))]
		k := bytes.IndexByte(line, c)
		if k <= 0 || bytes.IndexByte(line[:k], '\n') >= 0 {
			return false
		}
		q.id, q.code = line[:k], c != '\''
		end = at + k + 2
	case isWordStart(c, false):
		end = l.wordEnd(at, false)
		q.id = l.src[at:end]
	default:
		return false
	}
	if len(q.id) > rubyLongestID || !l.expects(false) && !l.argument(i, 2) || !l.heredocEnd(q.id, i) {
		return false
	}
	l.put(Word, i, end)
	l.out[l.prev].Style = HeredocMarker
	l.pending = append(l.pending, q)
	return true
}

// body reads the body of heredoc q, which begins at l.i, and of those after it.
func (l *rubyLexer) body(q rubyQuote) {
	q.start, q.body = l.i, l.i
	if l.bodies == nil {
		l.bodies = map[int32]int32{}
	}
	l.bodies[q.marker] = int32(len(l.out))
	l.piece(q)
}

// resume closes the interpolation that ends with the brace at i and goes on with the string around it.
func (l *rubyLexer) resume(i int) {
	l.endHole(i, i+1)
	q := l.quotes[len(l.quotes)-1]
	l.quotes = l.quotes[:len(l.quotes)-1]
	q.body, l.i = i+1, i+1
	l.piece(q)
}

// piece reads the string on from l.i, to its end or to an interpolation that holds code. Heredocs that follow are read too.
func (l *rubyLexer) piece(q rubyQuote) {
	for l.pieceOf(&q) && q.id != nil {
		l.prev = q.prev
		if len(q.rest) == 0 || l.full() {
			// The line of the marker ends where that of the last body does.
			return
		}
		next := q.rest[0]
		next.rest, next.prev = q.rest[1:], q.prev
		l.i = min(l.lineEnd(l.i)+1, len(l.src))
		if l.i < len(l.src) && l.src[l.i-1] == '\r' && l.src[l.i] == '\n' {
			l.i++
		}
		next.start, next.body = l.i, l.i
		l.bodies[next.marker] = int32(len(l.out))
		q = next
	}
}

// pieceOf reads q on from l.i. It reports true when q has ended.
func (l *rubyLexer) pieceOf(q *rubyQuote) bool {
	q.style = q.pieceStyle()
	fresh := q.id != nil && l.i == q.start
	if q.id != nil {
		q.begins = append(q.begins, int32(q.body))
	}
	for i := l.i; i < len(l.src); {
		if fresh {
			if end := l.closesAt(q, i); end > 0 {
				l.end(q, i, end)
				return true
			}
			l.measure(q, i)
		}
		fresh = false
		switch c := l.src[i]; {
		case c == '\\' && (q.code || q.id == nil):
			if q.id != nil && l.at(i+1) == '\n' {
				l.measure(q, i+2)
			}
			i += 2
		case c == '\n':
			fresh = q.id != nil
			i++
		case q.code && c == '#' && l.at(i+1) == '{' && l.chunk(&q.pieces, i, 2):
			l.push(Hole, i, i+2)
			l.quotes = append(l.quotes, *q)
			l.i, l.prev = i+2, len(l.out)-1
			return false
		case q.code && c == '#' && l.variable(q, i):
			i = l.i
			q.body = i
			if q.id != nil {
				q.begins = append(q.begins, int32(i))
			}
		case q.id != nil:
			i++
		case c == q.nest && q.nest != 0:
			q.depth++
			i++
		case c == q.shut && q.depth == 0:
			l.end(q, i, i+1)
			return true
		case c == q.shut:
			q.depth--
			i++
		default:
			i++
		}
	}
	l.end(q, len(l.src), len(l.src))
	return true
}

// variable adds the interpolation #@x, #@@x or #$x at i, if one stands there.
func (l *rubyLexer) variable(q *rubyQuote, i int) bool {
	at := i + 1
	if c := l.at(at); c != '@' && c != '$' {
		return false
	}
	name := at + 1
	if l.src[at] == '@' && l.at(name) == '@' {
		name++
	}
	if !isWordByte(l.at(name), false) || l.src[at] == '@' && !isWordStart(l.at(name), false) || !l.chunk(&q.pieces, i, 2) {
		return false
	}
	l.i = l.wordEnd(name, false)
	l.push(Hole, i, at)
	l.add(Word, at, l.i)
	l.endHole(l.i, l.i)
	return true
}

// closesAt returns the end of the line at i when it is the last of heredoc q, or 0.
func (l *rubyLexer) closesAt(q *rubyQuote, i int) int {
	if q.dash {
		i = l.blank(i)
	}
	if !bytes.HasPrefix(l.src[i:], q.id) {
		return 0
	}
	if end := i + len(q.id); end >= len(l.src) || l.src[end] == '\n' || l.src[end] == '\r' && l.at(end+1) == '\n' {
		return end
	}
	return 0
}

// measure takes the indentation of the line at i into account, unless the line is blank.
func (l *rubyLexer) measure(q *rubyQuote, i int) {
	if !q.squiggly {
		return
	}
	width := 0
	for ; i < len(l.src); i++ {
		if l.src[i] == ' ' {
			width++
		} else if l.src[i] == '\t' {
			width = width/8*8 + 8
		} else {
			break
		}
	}
	if c := l.at(i); i < len(l.src) && c != '\n' && c != '\r' && (q.width < 0 || width < q.width) {
		q.width = width
	}
}

// pieceStyle returns how the pieces of q are decoded.
func (q *rubyQuote) pieceStyle() Style {
	switch {
	case q.id != nil && q.code:
		return rubyHeredoc
	case q.id != nil:
		return rubyRaw
	case q.code:
		return rubyDouble
	}
	return rubySingle
}

// end ends q at body.
func (l *rubyLexer) end(q *rubyQuote, body, end int) {
	l.i, l.prev = end, len(l.out)
	if !q.opened && end == q.start {
		// A heredoc after the one that ends the file.
		delete(l.bodies, q.marker)
		l.prev = len(l.out) - 1
		return
	}
	l.finish(&q.pieces, String, q.width, body, end)
	if q.opened {
		l.prev = len(l.out) - 1
	}
}
