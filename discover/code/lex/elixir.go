package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// The styles of Elixir.
const (
	elixirText   Style = iota // "...", '...', heredocs and lower-case sigils
	elixirRaw                 // upper-case sigils
	elixirWords               // a word of ~w
	elixirSingle              // upper-case sigils on one line, in which only the delimiter is escaped
)

// elixirLexer reads Elixir. do ... end and fn ... end are groups of shape Block, an atom is a Word with its colon, a key (key:) is
// a Word or a String and an Op ":", and an attribute is an Op "@" and a Word.
type elixirLexer struct {
	groups
	quotes []elixirQuote // the strings inside of whose interpolations the lexer is
}

func lexElixir(f *source.File) *File {
	l := &elixirLexer{groups: newGroups(f)}
	l.breaks = BreaksOf(Elixir)
	for l.i = f.BOM(); l.i < len(l.src) && !l.full(); {
		l.step()
	}
	return l.file(f, func(f *source.File, t Token, b *source.Builder) { decodeElixir(f, t, int(l.indent[t.Start]), b) })
}

// put adds a token that is no bracket, and goes on after it.
func (l *elixirLexer) put(k Kind, start, end int) {
	l.add(k, start, end)
	l.i = end
}

// step reads what begins at l.i, in code.
func (l *elixirLexer) step() {
	i := l.i
	c, next := l.src[i], l.at(i+1)
	switch {
	case c == ' ' || c == '\t' || c == '\f' || c == '\r' && next != '\n':
		l.i++
	case c == '\n' || c == '\r':
		l.newline(i)
	case c == '#':
		l.i = l.lineEnd(i)
	case isWordStart(c, false):
		l.word(i)
	case c >= '0' && c <= '9':
		l.put(Number, i, l.numberEnd(i))
	case c == '"' || c == '\'':
		l.quote(i, i, c, true)
	case c == '~' && l.sigil(i):
	case c == ':' && l.atom(i):
	case c == '?' && next > ' ':
		end := i + 2
		if next == '\\' {
			_, n := elixirEscape(l.src[i+1:])
			end = max(i+1+n, end)
		}
		for end < len(l.src) && next >= 0x80 && l.src[end]&0xC0 == 0x80 {
			end++
		}
		l.put(Number, i, end)
	case c == '}' && l.within[Brace] == 0 && len(l.quotes) > 0:
		l.endHole(i, i+1)
		q := l.quotes[len(l.quotes)-1]
		l.quotes = l.quotes[:len(l.quotes)-1]
		q.body, l.i = i+1, i+1
		l.piece(&q)
	case c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}':
		l.bracket(c, i)
		l.i++
	case c == '\\' && (next == '\n' || next == '\r'):
		l.i += 2
	default:
		l.operator(i)
	}
}

// elixirOps are the operators of several characters that other languages do not have.
var elixirOps = []string{"|||", "&&&", "<<<", ">>>", "<~>", "~>>", "<<~", "\\\\", "=~", "~>", "<~", "//"}

// operator adds the operator at i.
func (l *elixirLexer) operator(i int) {
	for _, s := range elixirOps {
		if l.src[i] == s[0] && l.has(i, s) {
			l.put(Op, i, i+len(s))
			return
		}
	}
	l.i = l.op(i)
}

// word reads the name or keyword at i.
func (l *elixirLexer) word(i int) {
	end := l.wordEnd(i, false)
	if c := l.at(end); (c == '?' || c == '!') && (l.at(end+1) != '=' || l.at(end+2) == '=') {
		end++
	}
	key := l.at(end) == ':' && l.at(end+1) != ':'
	member := false
	if k := len(l.out) - 1; k >= 0 {
		t := &l.out[k]
		member = t.Kind == Op && l.src[t.Start] == '.' && t.End == t.Start+1 && int(t.End) == i
	}
	switch name := l.src[i:end]; {
	case key || member:
		l.put(Word, i, end)
	case string(name) == "do" || string(name) == "fn":
		l.push(Block, i, end)
		l.i = end
	case string(name) == "end" && l.within[Block] > 0:
		l.pop(Block, i, end)
		l.i = end
	default:
		l.put(Word, i, end)
	}
}

// atom reads :x, :"x" or an operator with a colon at i, if one begins there.
func (l *elixirLexer) atom(i int) bool {
	next := l.at(i + 1)
	switch {
	case next == ':':
		return false
	case next == '"' || next == '\'':
		l.quote(i, i+1, next, true)
	case isWordStart(next, false):
		end := i + 1
		for end < len(l.src) && (isWordByte(l.src[end], false) || l.src[end] == '@') {
			end++
		}
		if c := l.at(end); (c == '?' || c == '!') && l.at(end+1) != '=' {
			end++
		}
		l.put(Word, i, end)
	case isElixirOp(next):
		end := i + 1
		for end < len(l.src) && end < i+4 && isElixirOp(l.src[end]) {
			end++
		}
		l.put(Word, i, end)
	default:
		return false
	}
	return true
}

func isElixirOp(c byte) bool {
	switch c {
	case '+', '-', '*', '/', '<', '>', '=', '!', '&', '|', '^', '~', '.', '@':
		return true
	}
	return false
}

// newline adds a Line at i if a statement ends there.
func (l *elixirLexer) newline(i int) {
	end := i + 1
	if l.src[i] == '\r' {
		end++
	}
	l.i = end
	if len(l.out) == 0 || !l.endsLine() {
		return
	}
	at := l.skipComments(end)
	if l.continues(at) {
		l.i = at
		return
	}
	l.put(Line, i, end)
}

// endsLine reports whether a line break after the last token can end a statement.
func (l *elixirLexer) endsLine() bool {
	switch l.top() {
	case Paren, Square, Brace:
		return false
	}
	t := l.last()
	switch t.Kind {
	case Line, Open:
		return false
	case Op:
		switch c := l.src[t.Start]; {
		case c == ')' || c == ']' || c == '}':
		case t.End == t.Start+1 && c == '>':
			// The end of <<binary>>; nobody breaks a line after a comparison.
		case t.End == t.Start+3 && c == '.':
		default:
			return false
		}
	case Word:
		switch string(l.src[t.Start:t.End]) {
		case "and", "or", "not", "in", "when":
			return false
		}
	}
	return true
}

// elixirInfix are operators which, at the start of a line, go on with the one before.
var elixirInfix = []string{"|", "<>", "<|", "<~", "<-", "&&", "++", "--", "..", "==", "=~", "!=", "::", "=", "~>", "*", "/", ">=", "<=", ">>>"}

// continues reports whether what stands at i goes on with the statement before it.
func (l *elixirLexer) continues(i int) bool {
	if isWordStart(l.at(i), false) {
		switch end := l.wordEnd(i, false); string(l.src[i:end]) {
		case "and", "or", "in", "when":
			return l.at(end) != ':'
		}
		return false
	}
	if l.has(i, "...") || l.has(i, "<<") {
		return false
	}
	for _, s := range elixirInfix {
		if l.has(i, s) {
			return true
		}
	}
	return l.at(i) == '.'
}

// elixirQuote is a string that is being read.
type elixirQuote struct {
	pieces
	shut byte
	// heredoc is set when three of shut at the start of a line end it.
	heredoc bool
	code    bool // there are interpolations
	kind    Kind
	sigil   bool // letters behind the end are modifiers
}

// quote reads the string with delimiter c at i; start is where its sigil or colon is.
func (l *elixirLexer) quote(start, i int, c byte, code bool) {
	q := elixirQuote{pieces: pieces{start: start, body: i + 1}, shut: c, code: code, kind: String}
	l.heredoc(&q, i)
	l.i = q.body
	l.piece(&q)
}

// heredoc makes a heredoc of q when three delimiters stand at i, at the end of the line.
func (l *elixirLexer) heredoc(q *elixirQuote, i int) {
	if c := q.shut; c != '"' && c != '\'' || l.at(i+1) != c || l.at(i+2) != c {
		return
	}
	end := l.blank(i + 3)
	if l.at(end) == '\r' {
		end++
	}
	if l.at(end) == '\n' {
		q.heredoc, q.body = true, end+1
	}
}

// sigil reads ~s(...) or another at i, if one begins there.
func (l *elixirLexer) sigil(i int) bool {
	at := i + 1
	c := l.at(at)
	switch {
	case c >= 'a' && c <= 'z':
		at++
	case c >= 'A' && c <= 'Z':
		for at < len(l.src) && (l.src[at] >= 'A' && l.src[at] <= 'Z' || l.src[at] >= '0' && l.src[at] <= '9') {
			at++
		}
	}
	k := bytes.IndexByte([]byte(`/|"'([{<`), l.at(at))
	if at == i+1 || k < 0 || at >= len(l.src) {
		return false
	}
	q := elixirQuote{pieces: pieces{start: i, body: at + 1}, shut: `/|"')]}>`[k], code: c >= 'a', kind: String, sigil: true}
	words := c|0x20 == 'w'
	if c|0x20 == 'r' {
		q.kind = Regex
	}
	l.heredoc(&q, at)
	switch {
	case q.heredoc && !q.code:
		q.style = elixirRaw
	case !q.code:
		q.style = elixirSingle
	}
	q.code = q.code && q.kind == String && !words
	l.i = q.body
	switch {
	case !words || q.heredoc:
		l.piece(&q)
	case q.style == elixirSingle:
		l.words(elixirRaw, q.start, q.body, q.shut, 0, true)
	default:
		l.words(elixirWords, q.start, q.body, q.shut, 0, true)
	}
	return true
}

// piece reads the string on from l.i, to its end or to an interpolation.
func (l *elixirLexer) piece(q *elixirQuote) {
	if q.heredoc {
		q.begins = append(q.begins, int32(q.body))
	}
	fresh := q.heredoc && !q.opened
	for i := l.i; i < len(l.src); {
		if fresh {
			if at := l.blank(i); l.at(at) == q.shut && l.at(at+1) == q.shut && l.at(at+2) == q.shut {
				l.end(q, i, at-i, at+3)
				return
			}
		}
		fresh = false
		switch c := l.src[i]; {
		case c == '\\':
			i++
			if i < len(l.src) && (l.src[i] != '\n' || !q.heredoc) {
				i++
			}
		case c == '\n':
			fresh = q.heredoc
			i++
		case q.code && c == '#' && l.at(i+1) == '{' && l.chunk(&q.pieces, i, 2):
			l.push(Hole, i, i+2)
			l.quotes = append(l.quotes, *q)
			l.i = i + 2
			return
		case c == q.shut && !q.heredoc:
			l.end(q, i, 0, i+1)
			return
		default:
			i++
		}
	}
	l.end(q, len(l.src), 0, len(l.src))
}

// end ends q at body. Indent is the indentation of the end of a heredoc.
func (l *elixirLexer) end(q *elixirQuote, body, indent, end int) {
	for q.sigil && end < len(l.src) && isWordByte(l.src[end], false) {
		end++
	}
	l.finish(&q.pieces, q.kind, indent, body, end)
}

// decodeElixir decodes a String or Chunk of Elixir. The lines of a heredoc lose indent columns.
func decodeElixir(f *source.File, t Token, indent int, b *source.Builder) {
	escape := elixirEscape
	switch t.Style {
	case elixirRaw:
		escape = noEscape
	case elixirSingle:
		escape = func(s []byte) (string, int) {
			switch {
			case len(s) > 1 && t.BodyEnd < t.End && s[1] == f.Data[t.BodyEnd]:
				return string(s[1:2]), 2
			case len(s) > 1 && s[1] == '\\':
				return `\\`, 2
			}
			return "", 0
		}
	}
	indented{indent, false}.decode(f, source.Span{Start: int(t.Body), End: int(t.BodyEnd)}, b, escape)
}

var elixirEscapes = escapes{simple: "0\x00a\ab\bd\x7fe\x1bf\fn\nr\rs t\tv\v", u: true, braces: true, join: true}

// elixirEscape is the escape of strings, charlists and lower-case sigils.
func elixirEscape(s []byte) (string, int) {
	if bytes.HasPrefix(s, []byte(`\x{`)) {
		if v, n := braced(s[2:]); n > 0 {
			return runeText(v), 2 + n
		}
	}
	if text, n := byteRun(s, func(s []byte) (uint32, int) { return byteEscape(s, 2, false) }); n > 0 {
		return text, n
	}
	if text, n := elixirEscapes.at(s); n > 0 {
		return text, n
	}
	return guarded(s)
}
