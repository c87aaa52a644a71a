package lex

// quotes reads interpolated strings in the midst of code: the strings that are open, outermost first. It keeps its own stack,
// so that strings nest in their holes without recursion.
type quotes struct {
	w    *writer
	open []quote
	// ended is called for each string with holes that ends, with the indexes of its Open and Close. It may be nil.
	ended func(q *quote, open, shut int)
}

// quote is an interpolated string that is being read.
type quote struct {
	// q is the delimiter and n how often it stands.
	q byte
	n int
	// marks is how many $ or braces begin a hole.
	marks int
	// raw is set where a backslash is no escape, lines where line breaks may stand in it.
	raw, lines bool
	// double is set where a delimiter that is doubled stands for itself (C#).
	double bool
	// longest is set where, of more delimiters than n in a row, the last n end the string.
	longest bool
	// blocks is set where holes are {x}, and {{ is a brace unless marks is more than one or braces is unset.
	blocks, braces bool
	// style is how its pieces are decoded.
	style Style
	// start is the index of its Open.
	start int
}

// event is what ends a piece of a string.
type event struct {
	kind eventKind
	// at is where the piece ends, end where what ended it does.
	at, end int
}

type eventKind uint8

const (
	closes eventKind = iota // its delimiter
	broken                  // the end of its line or of the file
	name                    // $name: end is the end of the name, at the $
	hole                    // ${ or {
)

// next returns what ends the piece of q that begins at i.
func (q *quote) next(w *writer, i int) event {
	for i < len(w.src) {
		c := w.src[i]
		switch {
		case c == '\\' && !q.raw && i+1 < len(w.src) && (q.lines || !isBreak(w.src[i+1])):
			i += 2
			continue
		case c == q.q:
			most := q.n
			if q.double || q.longest {
				most = len(w.src)
			}
			n := w.runUpTo(i, c, most)
			switch {
			case q.double && n > 1:
				i += n &^ 1
				continue
			case q.longest && n >= q.n:
				return event{closes, i + n - q.n, i + n}
			case n >= q.n:
				return event{closes, i, i + q.n}
			}
			i += n
			continue
		case isBreak(c) && !q.lines:
			return event{broken, i, i}
		case c == '$' && q.marks > 0 && !q.blocks:
			n := w.runOf(i, '$')
			end := i + n
			if n < q.marks {
				i = end
				continue
			}
			switch at := end - q.marks; {
			case w.at(end) == '{':
				return event{hole, at, end + 1}
			case w.at(end) == '`':
				if k := w.quoteEnd(end+1, '`'); w.at(k) == '`' {
					return event{name, at, k + 1}
				}
			case isWordStart(w.at(end), false) && end < len(w.src):
				return event{name, at, w.wordEnd(end, false)}
			}
			i = end
			continue
		case c == '{' && q.blocks:
			n := w.runOf(i, '{')
			switch {
			case q.braces && n%2 == 0, n < q.marks:
				i += n
				continue
			case q.braces:
				return event{hole, i + n - 1, i + n}
			}
			return event{hole, i + n - q.marks, i + n}
		}
		i++
	}
	return event{broken, len(w.src), len(w.src)}
}

// begin adds the string whose delimiters open at i and whose content begins at body, up to its first hole, and returns where
// reading goes on. A string without holes is one String; the pieces of another one begin at from.
func (s *quotes) begin(q quote, i, body, from int) int {
	e := q.next(s.w, from)
	if e.kind == closes || e.kind == broken {
		s.w.literal(String, q.style, i, body, e.at, e.end)
		return e.end
	}
	// There must be room for the string and a hole in it.
	if len(s.w.open)+2 > MaxDepth {
		s.w.add(Op, i, body)
		return body
	}
	q.start = len(s.w.out)
	s.w.push(Quote, i, from)
	s.open = append(s.open, q)
	return s.resume(from, e)
}

// resume adds pieces of the innermost open string from i on, of which e ends the first, until a hole opens or the string ends.
// It returns where code goes on.
func (s *quotes) resume(i int, e event) int {
	q, w := &s.open[len(s.open)-1], s.w
	for {
		if e.at > i {
			w.literal(Chunk, q.style, i, i, e.at, e.at)
		}
		switch e.kind {
		case closes, broken:
			w.shut(e.at, e.end)
			if s.ended != nil {
				s.ended(q, q.start, len(w.out)-1)
			}
			s.open = s.open[:len(s.open)-1]
			return e.end
		case hole:
			w.push(Hole, e.at, e.end)
			return e.end
		case name:
			from := e.at + q.marks
			w.push(Hole, from, from)
			w.add(Word, from, e.end)
			w.shut(e.end, e.end)
		}
		i = e.end
		e = q.next(w, i)
	}
}

// leave closes the hole that the brace at i ends, when it does, and reads its string on. It reports false when the brace
// belongs to something in the hole, or to no hole.
func (s *quotes) leave(i int) (end int, ok bool) {
	if len(s.open) == 0 {
		return i, false
	}
	w := s.w
	for k := len(w.open) - 1; k >= 0; k-- {
		switch w.out[w.open[k]].Shape {
		case Brace:
			return i, false
		case Hole:
			q := &s.open[len(s.open)-1]
			end = i + 1
			if q.blocks && !q.braces {
				end = i + min(q.marks, w.runOf(i, '}'))
			}
			w.pop(Hole, i, end)
			return s.resume(end, q.next(w, end)), true
		}
	}
	return i, false
}
