package lex

import (
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
