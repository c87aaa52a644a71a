package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// The styles of PHP.
const (
	phpSingle  Style = iota // '...'
	phpDouble               // "..."
	phpShell                // `...`
	phpHeredoc              // <<<ID
	phpNowdoc               // <<<'ID'
	phpDoc                  // /** */
)

// phpLexer reads PHP. A name with its namespace (App\Tools\Echo) is one Word, a variable is a Word with its dollar, and the end
// of the code ("?>") is a Line.
type phpLexer struct {
	groups
	i      int
	quotes []phpQuote      // the strings inside of whose interpolations the lexer is
	indent map[int32]int32 // by offset of a token of a heredoc: the indentation of its lines
}

// phpQuote is a string that is being read.
type phpQuote struct {
	style Style
	// start is where the literal begins, body where the piece does that is being read.
	start, body int
	// shut is the closing quote, or 0 for a heredoc that ends with id.
	shut   byte
	id     []byte
	opened bool    // a Quote group is open
	pieces []int32 // where the pieces of a heredoc begin
}

func lexPHP(f *source.File) *File {
	l := &phpLexer{groups: newGroups(f)}
	l.i = f.BOM()
	l.html()
	for l.i < len(l.src) && !l.full() {
		l.step()
	}
	return l.file(f, func(f *source.File, t Token, b *source.Builder) { decodePHP(f, t, int(l.indent[t.Start]), b) })
}

// html goes on to where code begins.
func (l *phpLexer) html() {
	for {
		l.i = l.until(l.i, "<?")
		rest := l.src[min(l.i+2, len(l.src)):]
		switch {
		case l.i >= len(l.src):
			return
		case len(rest) > 0 && rest[0] == '=':
			l.i += 3
			return
		case len(rest) >= 3 && bytes.EqualFold(rest[:3], []byte("php")) && !isWordByte(l.at(l.i+5), false):
			l.i += 5
			return
		}
		l.i += 2
	}
}

// step reads what begins at l.i, in code.
func (l *phpLexer) step() {
	i := l.i
	switch c := l.src[i]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		l.i++
	case c == '?' && l.at(i+1) == '>':
		l.add(Line, i, i+2)
		l.i += 2
		l.html()
	case c == '#' && l.at(i+1) == '[':
		l.add(Op, i, i+1)
		l.i++
	case c == '#' || c == '/' && l.at(i+1) == '/':
		l.i = l.commentEnd(i)
	case c == '/' && l.at(i+1) == '*':
		end := min(l.until(i+2, "*/")+2, len(l.src))
		if l.at(i+2) == '*' && l.at(i+3) != '/' {
			l.literal(Doc, phpDoc, i, i, end, end)
		}
		l.i = end
	case c == '\'':
		l.single(i)
	case c == '"' || c == '`':
		style := phpDouble
		if c == '`' {
			style = phpShell
		}
		l.i++
		l.piece(phpQuote{style: style, start: i, body: i + 1, shut: c})
	case c == '<' && l.has(i, "<<<") && l.heredoc(i):
	case c == '$' && isWordStart(l.at(i+1), false):
		l.word(i + 1)
	case c == '\\' && isWordStart(l.at(i+1), false) || isWordStart(c, false):
		l.word(i)
	case c >= '0' && c <= '9':
		l.i = l.numberEnd(i)
		l.add(Number, i, l.i)
	case c == '}' && l.within[Brace] == 0 && len(l.quotes) > 0:
		l.endHole(i, i+1)
		l.resume(i + 1)
	case c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}':
		l.bracket(c, i)
		l.i++
	case l.has(i, "?->"):
		l.add(Op, i, i+3)
		l.i += 3
	case l.has(i, ".="):
		l.add(Op, i, i+2)
		l.i += 2
	default:
		l.i = l.op(i)
	}
}

// commentEnd returns the end of the line comment at i: the line break, or "?>", which ends the code in comments too.
func (l *phpLexer) commentEnd(i int) int {
	end := l.lineEnd(i)
	if k := bytes.Index(l.src[i:end], []byte("?>")); k >= 0 {
		return i + k
	}
	return end
}

// word adds the name that goes on at i, with its namespaces.
func (l *phpLexer) word(i int) {
	start := l.i
	for i < len(l.src) && (isWordByte(l.src[i], false) || l.src[i] == '\\' && isWordStart(l.at(i+1), false)) {
		i++
	}
	l.i = i
	l.add(Word, start, i)
}

// single reads '...'.
func (l *phpLexer) single(i int) {
	end := i + 1
	for end < len(l.src) && l.src[end] != '\'' {
		if l.src[end] == '\\' {
			end++
		}
		end++
	}
	end = min(end, len(l.src))
	l.i = min(end+1, len(l.src))
	l.literal(String, phpSingle, i, i+1, end, l.i)
}

// heredoc reads a heredoc or nowdoc at i, if one begins there.
func (l *phpLexer) heredoc(i int) bool {
	at := l.blank(i + 3)
	quote := l.at(at)
	if quote == '"' || quote == '\'' {
		at++
	}
	end := l.wordEnd(at, false)
	if end == at || !isWordStart(l.src[at], false) {
		return false
	}
	q := phpQuote{style: phpHeredoc, start: i, id: l.src[at:end]}
	if quote == '"' || quote == '\'' {
		if l.at(end) != quote {
			return false
		}
		end++
	}
	if quote == '\'' {
		q.style = phpNowdoc
	}
	if l.at(end) == '\r' {
		end++
	}
	if l.at(end) != '\n' {
		return false
	}
	q.body = end + 1
	l.i = q.body
	l.piece(q)
	return true
}

// closes returns the end of the marker that closes heredoc q when one stands on the line that begins at i, or 0.
func (l *phpLexer) closes(q *phpQuote, i int) int {
	i = l.blank(i)
	if bytes.HasPrefix(l.src[i:], q.id) && !isWordByte(l.at(i+len(q.id)), false) {
		return i + len(q.id)
	}
	return 0
}

// resume goes on with the string around the hole that was closed.
func (l *phpLexer) resume(i int) {
	q := l.quotes[len(l.quotes)-1]
	l.quotes = l.quotes[:len(l.quotes)-1]
	q.body, l.i = i, i
	l.piece(q)
}

// piece reads the string on from l.i, to its end or to an interpolation that holds code.
func (l *phpLexer) piece(q phpQuote) {
	if q.shut == 0 {
		q.pieces = append(q.pieces, int32(q.body))
		if end := l.closes(&q, l.i); end > 0 && !q.opened {
			l.finish(&q, l.i, l.i, end)
			return
		}
	}
	for i := l.i; i < len(l.src); {
		switch c := l.src[i]; {
		case q.shut != 0 && c == q.shut:
			l.finish(&q, i, i, i+1)
			return
		case q.shut == 0 && c == '\n':
			if end := l.closes(&q, i+1); end > 0 {
				body := i
				if body > q.body && l.src[body-1] == '\r' {
					body--
				}
				l.finish(&q, body, i+1, end)
				return
			}
			i++
		case q.style == phpNowdoc:
			i++
		case c == '\\':
			i++
			if i < len(l.src) && l.src[i] != '\n' && l.src[i] != '\r' {
				i++
			}
		case c == '$' && isWordStart(l.at(i+1), false) && l.chunk(&q, i):
			l.variable(i)
			i = l.i
			q.body = i
			if q.shut == 0 {
				q.pieces = append(q.pieces, int32(i))
			}
		case c == '$' && l.at(i+1) == '{' && l.chunk(&q, i):
			l.hole(q, i, i+2)
			return
		case c == '{' && l.at(i+1) == '$' && l.chunk(&q, i):
			l.hole(q, i, i+1)
			return
		default:
			i++
		}
	}
	l.finish(&q, len(l.src), len(l.src), len(l.src))
}

// chunk adds the piece of q before the interpolation at i, and opens the Quote if it is the first. It reports false when
// groups nest too deep; the interpolation is text then.
func (l *phpLexer) chunk(q *phpQuote, i int) bool {
	if !q.opened {
		if !l.room(4) {
			return false
		}
		l.push(Quote, q.start, q.body)
		q.opened = true
	}
	if i > q.body {
		l.literal(Chunk, q.style, q.body, q.body, i, i)
	}
	return true
}

// hole opens an interpolation of code.
func (l *phpLexer) hole(q phpQuote, i, end int) {
	l.push(Hole, i, end)
	l.quotes = append(l.quotes, q)
	l.i = end
}

// variable adds the interpolation $x, $x[0], $x[key], $x[$i] or $x->y at i.
func (l *phpLexer) variable(i int) {
	l.push(Hole, i, i)
	end := l.wordEnd(i+1, false)
	l.add(Word, i, end)
	switch {
	case l.at(end) == '[':
		l.index(&end)
	case l.has(end, "->") && isWordStart(l.at(end+2), false):
		l.add(Op, end, end+2)
		name := l.wordEnd(end+2, false)
		l.add(Word, end+2, name)
		end = name
	case l.has(end, "?->") && isWordStart(l.at(end+3), false):
		l.add(Op, end, end+3)
		name := l.wordEnd(end+3, false)
		l.add(Word, end+3, name)
		end = name
	}
	l.endHole(end, end)
	l.i = end
}

// index adds the key in brackets at end, when it is one that a string may hold.
func (l *phpLexer) index(end *int) {
	from := *end + 1
	at := from
	if l.at(at) == '-' || l.at(at) == '$' {
		at++
	}
	to := l.wordEnd(at, false)
	if to == at || l.at(to) != ']' {
		return
	}
	l.push(Square, *end, from)
	if c := l.src[at]; c >= '0' && c <= '9' {
		l.add(Number, from, to)
	} else {
		l.add(Word, from, to)
	}
	l.pop(Square, to, to+1)
	*end = to + 1
}

// finish adds what is left of q, which ends at body, and its end [shut, end).
func (l *phpLexer) finish(q *phpQuote, body, shut, end int) {
	if q.shut == 0 {
		if in := l.blank(shut) - shut; in > 0 && end > shut {
			if l.indent == nil {
				l.indent = map[int32]int32{}
			}
			l.indent[int32(q.start)] = int32(in)
			for _, p := range q.pieces {
				l.indent[p] = int32(in)
			}
		}
	}
	l.i = end
	if !q.opened {
		l.literal(String, q.style, q.start, q.body, body, end)
		return
	}
	if body > q.body {
		l.literal(Chunk, q.style, q.body, q.body, body, body)
	}
	l.shut(max(body, q.body), end)
}
