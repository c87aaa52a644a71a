package lex

import "bytes"

// hole says what begins an interpolation.
type hole uint8

const (
	noHole    hole = iota
	codeHoles      // the mark and {
	names          // and the mark and a name, which may stand in backquotes
	sigils         // and the mark and a name that begins with @ or $
	phpHoles       // and the mark and a name, both of which are the name; {$
	braces         // {, perhaps several; {{ is a brace where one begins a hole of a string without raw
	fields         // {, with a format behind the expression; {{ is a brace (Python)
	slashes        // \(
)

// form is a form of literals: how they are read and decoded.
type form struct {
	// open is what one begins with, the delimiter last; size is the length of the delimiter when it is not one. A form without it is
	// begun by code. When it is set, when says whether one begins at an offset.
	open string
	size int
	when func(l *lexer, i int) bool
	// mark is the text before the brace or name of a hole.
	hole hole
	mark string
	// raw is set where a backslash takes nothing along, lines where line breaks may stand in it, joins where a backslash takes them too.
	raw, lines, joins bool
	// double is set where a delimiter that is doubled stands for itself; longest where, of more delimiters in a row, the last ones
	// end the literal.
	double, longest bool
	// strip says what is not text of a literal of several lines; suffix returns the end of what may follow one.
	strip  strip
	suffix func(l *lexer, i int) int

	// escape decodes an escape, n bytes long; 0 when it is none. Where guard is set a backslash guards itself and the delimiters;
	// twice are bytes which, doubled, stand for themselves.
	escape  func(s []byte) (text string, n int)
	guard   guard
	twice   string
	returns returns
	// trim drops blanks at the ends of lines. A tab of indentation is one column, or reaches to the next multiple of eight where tabs is set.
	trim, tabs bool
}

// returns says what a carriage return is in a literal, when it is no text of it.
type returns uint8

const (
	returnsBreak returns = 1 + iota // a line feed, unless one follows
	returnsDrop                     // nothing
)

// strip says what a literal of several lines loses, as bits.
type strip uint8

const (
	firstLine   strip = 1 << iota // its first line when that is blank
	lastLine                      // the line of its end when that is blank, and the line break before it
	endIndent                     // the indentation of the end from each line
	leastIndent                   // the least indentation of a line
)

// text is a literal that is being read.
type text struct {
	*form
	style Style
	kind  Kind
	// start is where it begins and body where its content does; at is where the piece of it begins that is being read.
	start, body, at int
	// closer ends it, size times. opener is the opening delimiter where pairs of them may stand inside, depth how many are open.
	closer, opener byte
	size, depth    int
	// mark is that of the form or longer, marks how many braces begin a hole, hashes how many # stand around it.
	mark          string
	marks, hashes int
	// id ends it, at the start of a line: after blanks where idIndented is set, and alone in its line where idAlone is.
	id                  []byte
	idIndented, idAlone bool
	// suffix is that of the form, or another.
	suffix func(l *lexer, i int) int
	// open is the index of its Open, -1 without one.
	open int
	// spec counts the format specifications that are open, as in {x:>{width}}: what stands in them is not text.
	spec int
	// width is the least indentation of its lines so far, -1 before the first.
	width int
}

// text returns a literal of form k that starts at start, with its content at body.
func (s *syntax) text(k, start, body int) text {
	f := &s.forms[k]
	t := text{
		form: f, style: Style(k), kind: String, start: start, body: body, at: body,
		size: max(f.size, 1), suffix: f.suffix, mark: f.mark, open: -1, width: -1, marks: 1,
	}
	if f.open != "" {
		t.closer = f.open[len(f.open)-1]
	}
	return t
}

// event is what ends a piece of a literal: it stands at [at, end). The name of a variable begins at name.
type event struct {
	kind    eventKind
	at, end int
	name    int
}

type eventKind uint8

const (
	closesText eventKind = iota // its end
	broken                      // the end of its line or of the file
	opens                       // a hole of code
	specEnd                     // the end of a format
	variable                    // a hole that is the name of a variable
)

// begin reads the literal q up to its first hole and returns where reading goes on. One without holes is one token.
func (l *lexer) begin(q text) int {
	if q.escape != nil && q.hashes > 0 {
		q.style += Style(min(q.hashes, 16) * len(l.forms))
	}
	l.texts = append(l.texts, q)
	return l.resume(q.body)
}

// resume reads the innermost literal on from i, until a hole of code opens or it ends, and returns where code goes on.
func (l *lexer) resume(i int) int {
	q := &l.texts[len(l.texts)-1]
	for {
		e := l.next(q, i)
		switch {
		case e.kind == closesText || e.kind == broken:
			return l.finish(e, e.end)
		case q.open < 0 && len(l.open)+4 > MaxDepth:
			// Without room for the hole it is text.
			i = e.end
			continue
		case q.open < 0:
			q.open = len(l.out)
			l.push(Quote, q.start, q.body)
		}
		l.chunk(q, e.at)
		switch e.kind {
		case opens:
			l.push(Hole, e.at, e.end)
			return e.end
		case specEnd:
			q.spec--
			i = e.end
		case variable:
			i = l.named(e)
		}
		q.at = i
	}
}

// specText is the length from which a format specification is kept as text: no number is formatted by so many characters, but
// f"{now:any text}" writes the text out, for dates and whatever else formats itself.
const specText = 16

// chunk adds the piece of q that ends at end.
func (l *lexer) chunk(q *text, end int) {
	if end > q.at && (q.spec == 0 || end-q.at >= specText) {
		l.literal(Chunk, q.style, q.at, q.at, end, end)
	}
}

// named adds the hole of a variable and returns its end.
func (l *lexer) named(e event) int {
	from := e.name
	if l.texts[len(l.texts)-1].hole == sigils {
		from = e.at // the # opens the hole
	}
	l.push(Hole, from, e.name)
	l.add(Word, e.name, e.end)
	end := e.end
	if l.variable != nil {
		end = l.variable(l, e.end)
	}
	l.closeTop(end, end)
	return end
}

// endsHole reports whether the bracket c ends the hole that is innermost.
func (l *lexer) endsHole(c byte) bool {
	switch {
	case len(l.texts) == 0:
		return false
	case l.parens:
		return c == ')' && l.within[Paren] == 0
	}
	return c == '}' && l.within[Brace] == 0
}

// leave closes the hole that the bracket at i ends and reads its literal on.
func (l *lexer) leave(i int) int {
	q := &l.texts[len(l.texts)-1]
	end := i + 1
	if q.hole == braces {
		end = i + max(1, l.runUpTo(i, '}', q.marks))
	}
	l.pop(Hole, i, end)
	q.at = end
	return l.resume(end)
}

// finish adds what is left of the innermost literal and its end.
func (l *lexer) finish(e event, end int) int {
	q := l.texts[len(l.texts)-1]
	l.texts = l.texts[:len(l.texts)-1]
	if q.suffix != nil {
		end = q.suffix(l, end)
	}
	first := q.open + 1
	if q.open < 0 {
		first = len(l.out)
		l.literal(q.kind, q.style, q.start, q.body, e.at, end)
	} else {
		for l.top() != Quote {
			l.closeTop(e.at, e.at)
		}
		l.chunk(&q, e.at)
	}
	if q.strip != 0 {
		l.stripLines(&q, e, first)
	}
	if q.open >= 0 {
		l.closeTop(e.at, end)
	}
	return end
}

// stripLines takes off the pieces of q, which begin at token first and end with e, what is not text of them.
func (l *lexer) stripLines(q *text, e event, first int) {
	line := 0 // where the line of the end begins when nothing else stands in it
	if q.id == nil && q.strip&endIndent != 0 && e.kind == closesText {
		line = q.body + bytes.LastIndexByte(l.src[q.body:e.at], '\n') + 1
		if line == q.body || l.blanks(line) < e.at {
			line = 0
		} else {
			q.width = e.at - line
		}
	}
	for k := first; k < len(l.out); k++ {
		t := &l.out[k]
		if t.Kind == Open {
			k = int(t.Pair)
			continue
		}
		t.Indent = uint8(min(max(q.width, 0), 255))
		if at := l.blanks(int(t.Body)); q.strip&firstLine != 0 && int(t.Body) == q.body && l.breaks.At(l.src, at) > 0 {
			t.Body = min(int32(at+l.breaks.At(l.src, at)), t.BodyEnd)
		}
		if int(t.BodyEnd) == e.at && line > 0 {
			t.BodyEnd = int32(l.before(line, int(t.Body)))
		}
	}
}

// before returns the offset of the line break before i, where a line begins, but no less than least.
func (l *lexer) before(i, least int) int {
	i--
	if l.at(i-1) == '\r' {
		i--
	}
	return max(i, least)
}

// next returns what ends the piece of q that goes on at i.
func (l *lexer) next(q *text, i int) event {
	fresh := q.id != nil && l.at(i-1) == '\n' // a line begins at i that may end it
	for i < len(l.src) {
		if fresh {
			if end := l.closes(q, i); end > 0 {
				at := i
				if q.strip&endIndent != 0 {
					q.width = l.blanks(i) - i
				}
				if q.strip&lastLine != 0 {
					at = l.before(i, q.at)
				}
				return event{closesText, at, end, 0}
			}
			l.measure(q, i)
			fresh = false
		}
		c := l.src[i]
		switch {
		case isBreak(c):
			if !q.lines {
				return event{broken, i, i, 0}
			}
			i++
			if fresh = c == '\n' && q.id != nil; c == '\n' && !fresh {
				l.measure(q, i)
			}
			continue
		case c == '\\' && q.hole == fields:
			i = l.skipFieldEscape(i, q.escape != nil)
			continue
		case c == '\\' && !q.raw:
			n := l.runUpTo(i+1, '#', q.hashes)
			if n == q.hashes {
				if q.hole == slashes && l.at(i+1+n) == '(' {
					return event{opens, i, i + 2 + n, 0}
				}
				switch at := i + 1 + n; {
				case at >= len(l.src):
				case !isBreak(l.src[at]):
					n++
				case q.joins:
					n += max(l.breaks.At(l.src, at), 1)
					l.measure(q, i+1+n)
				}
			}
			i += 1 + n
			continue
		case q.id != nil:
		case c == q.opener && q.opener != 0:
			q.depth++
		case c == q.closer && q.depth > 0:
			q.depth--
		case c == q.closer:
			most := q.size
			if q.double || q.longest || q.size > 1 && q.hashes > 0 {
				most = len(l.src)
			}
			n := l.runUpTo(i, c, most)
			if q.double && n > 1 {
				i += n &^ 1
				continue
			}
			marks := l.runUpTo(i+n, '#', q.hashes)
			if n >= q.size && marks == q.hashes {
				return event{closesText, i + n - q.size, i + n + marks, 0}
			}
			i += n + marks
			continue
		}
		if e, end := l.holeAt(q, i, c); e.end > 0 {
			return e
		} else if end > i {
			i = end
			continue
		}
		i++
	}
	return event{broken, len(l.src), len(l.src), 0}
}

// holeAt returns the hole that begins at i in q. Where there is none, end is where reading goes on when that is not the next byte.
func (l *lexer) holeAt(q *text, i int, c byte) (e event, end int) {
	next := l.at(i + 1)
	switch {
	case q.mark != "" && l.has(i, q.mark):
		at := i + len(q.mark)
		end := l.wordEnd(at, false)
		switch c := l.at(at); {
		case c == '{':
			return event{opens, i, at + 1, 0}, 0
		case q.hole == sigils && (c == '@' || c == '$'):
			from := at + 1
			if c == '@' && l.at(from) == '@' {
				from++
			}
			if isWordByte(l.at(from), false) && (c == '$' || !isDigit(l.at(from))) {
				return event{variable, i, l.wordEnd(from, false), at}, 0
			}
		case q.hole == names && c == '`':
			if k := l.quoteEnd(at+1, '`'); l.at(k) == '`' {
				return event{variable, i, k + 1, at}, 0
			}
		case q.hole == names && isWordStart(c, false):
			return event{variable, i, end, at}, 0
		case q.hole == phpHoles && isWordStart(c, false):
			return event{variable, i, end, i}, 0
		}
	case q.hole == phpHoles && c == '{' && next == '$':
		return event{opens, i, i + 1, 0}, 0
	case c == '{' && q.hole == fields && (q.spec > 0 || next != '{'):
		return event{opens, i, i + 1, 0}, 0
	case c == '}' && q.hole == fields && q.spec > 0:
		return event{specEnd, i, i + 1, 0}, 0
	case q.hole == fields && (c == '{' || c == '}') && next == c:
		return event{}, i + 2
	case c == '{' && q.hole == braces && q.marks > 0:
		n := l.runOf(i, '{')
		end = i + n
		switch {
		case q.longest && n >= q.marks:
			return event{opens, end - q.marks, end, 0}, 0
		case !q.longest && n%2 == 1:
			return event{opens, end - 1, end, 0}, 0
		}
	}
	return event{}, end
}

// closes returns the end of the id of q when the line at i ends it, or 0.
func (l *lexer) closes(q *text, i int) int {
	if q.idIndented {
		i = l.blank(i)
	}
	end := i + len(q.id)
	switch {
	case !bytes.HasPrefix(l.src[i:], q.id),
		q.idAlone && end < len(l.src) && !isBreak(l.src[end]),
		!q.idAlone && isWordByte(q.id[0], false) && isWordByte(l.at(end), false):
		return 0
	}
	return end
}

// measure takes the indentation of the line at i into account, unless the line is blank.
func (l *lexer) measure(q *text, i int) {
	if q.strip&leastIndent == 0 {
		return
	}
	i, width := q.indented(l.src, i, len(l.src))
	if i < len(l.src) && !isBreak(l.src[i]) && (q.width < 0 || width < q.width) {
		q.width = width
	}
}
