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
	quotes []phpQuote // the strings inside of whose interpolations the lexer is
}

// phpQuote is a string that is being read. It ends with the quote shut, or, a heredoc, with id.
type phpQuote struct {
	pieces
	shut byte
	id   []byte
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
		l.piece(phpQuote{pieces{style: style, start: i, body: i + 1}, c, nil})
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
	end := l.longEnd(i+1, "'")
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
	q := phpQuote{pieces{style: phpHeredoc, start: i}, 0, l.src[at:end]}
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
		q.begins = append(q.begins, int32(q.body))
		if end := l.closes(&q, l.i); end > 0 && !q.opened {
			l.finish(&q.pieces, String, l.blank(l.i)-l.i, l.i, end)
			return
		}
	}
	for i := l.i; i < len(l.src); {
		switch c := l.src[i]; {
		case q.shut != 0 && c == q.shut:
			l.finish(&q.pieces, String, 0, i, i+1)
			return
		case q.shut == 0 && c == '\n':
			if end := l.closes(&q, i+1); end > 0 {
				body := i
				if body > q.body && l.src[body-1] == '\r' {
					body--
				}
				l.finish(&q.pieces, String, l.blank(i+1)-(i+1), body, end)
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
		case c == '$' && isWordStart(l.at(i+1), false) && l.chunk(&q.pieces, i, 4):
			l.variable(i)
			i = l.i
			q.body = i
			if q.shut == 0 {
				q.begins = append(q.begins, int32(i))
			}
		case c == '$' && l.at(i+1) == '{' && l.chunk(&q.pieces, i, 4):
			l.hole(q, i, i+2)
			return
		case c == '{' && l.at(i+1) == '$' && l.chunk(&q.pieces, i, 4):
			l.hole(q, i, i+1)
			return
		default:
			i++
		}
	}
	l.finish(&q.pieces, String, 0, len(l.src), len(l.src))
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
	if l.at(end) == '[' {
		l.index(&end)
	}
	for _, arrow := range []string{"->", "?->"} {
		if at := end + len(arrow); l.has(end, arrow) && isWordStart(l.at(at), false) && end == l.wordEnd(i+1, false) {
			l.add(Op, end, at)
			end = l.wordEnd(at, false)
			l.add(Word, at, end)
		}
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

// decodePHP decodes a String, Chunk or Doc of PHP. The lines of a heredoc lose indent columns.
func decodePHP(f *source.File, t Token, indent int, b *source.Builder) {
	if t.Style == phpDoc {
		decodeStarDoc(f, int(t.Body), int(t.BodyEnd), b)
		return
	}
	escape := noEscape
	switch t.Style {
	case phpSingle:
		escape = quotedEscape('\'', '\'')
	case phpDouble:
		escape = phpEscape('"')
	case phpShell:
		escape = phpEscape('`')
	case phpHeredoc:
		escape = phpEscape(0)
	}
	indented{indent, false}.decode(f, source.Span{Start: int(t.Body), End: int(t.BodyEnd)}, b, escape)
}

var phpEscapes = escapes{simple: "n\nr\rt\tv\ve\x1bf\f\\\\$$", braces: true}

// phpEscape is the escape of "..." and of heredocs, where quote is 0. An unknown one stands as it is.
func phpEscape(quote byte) func([]byte) (string, int) {
	return func(s []byte) (string, int) {
		if len(s) > 1 && s[1] == quote && quote != 0 {
			return string(s[1:2]), 2
		}
		if text, n := byteRun(s, phpByte); n > 0 {
			return text, n
		}
		return phpEscapes.at(s)
	}
}

// phpByte reads one escape that gives a byte.
func phpByte(s []byte) (v uint32, n int) {
	if bytes.HasPrefix(s, []byte(`\X`)) {
		if v, n = hex(s[2:], 2); n > 0 {
			n += 2
		}
		return v, n
	}
	return byteEscape(s, 2, true)
}

// decodeStarDoc decodes the comment of [from, to): without its delimiters, and each line without white space, one * and one
// space at its start. White space around the whole is dropped.
func decodeStarDoc(f *source.File, from, to int, b *source.Builder) {
	from += len("/**")
	if bytes.HasSuffix(f.Data[from:to], []byte("*/")) {
		to -= len("*/")
	}
	// Each line is appended with the line breaks before it, so that none is left at either end.
	last := -1
	for first := true; from < to; first = false {
		end := from + bytes.IndexByte(f.Data[from:to], '\n')
		if end < from {
			end = to
		}
		body := f.Data[from:end]
		kept := bytes.TrimLeft(body, " \t\r")
		if !first && len(kept) > 0 && kept[0] == '*' {
			kept = bytes.TrimLeft(kept, "*")
			if len(kept) > 0 && (kept[0] == ' ' || kept[0] == '\t') {
				kept = kept[1:]
			}
		}
		start := end - len(kept)
		kept = bytes.TrimRight(kept, " \t\r")
		switch {
		case len(kept) > 0 && last >= 0:
			foldLines(f, last, start, b)
			fallthrough
		case len(kept) > 0:
			if last < 0 {
				trimmed := bytes.TrimLeft(kept, " \t")
				start += len(kept) - len(trimmed)
				kept = trimmed
			}
			b.Verbatim(f, source.Span{Start: start, End: start + len(kept)})
			last = start + len(kept)
		}
		from = end + 1
	}
}

// foldLines appends the line breaks of [from, to), and none of what stands around them.
func foldLines(f *source.File, from, to int, b *source.Builder) {
	for from < to {
		end := from + bytes.IndexByte(f.Data[from:to], '\n')
		next := end + 1 + bytes.IndexByte(f.Data[end+1:to], '\n')
		if next <= end {
			next = to
		}
		b.Fold(f, source.Span{Start: from, End: next}, "\n")
		from = next
	}
}
