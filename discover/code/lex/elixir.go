package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// The forms of Elixir's literals.
const (
	elixirText       = iota // "...", '...' and lower-case sigils
	elixirHeredoc           // the same over several lines
	elixirRawHeredoc        // upper-case sigils over several lines
	elixirSingle            // upper-case sigils on one line, in which only the delimiter is escaped
	elixirPlain             // lower-case sigils without interpolations, and those in which they are left as text
	elixirRaw               // a word of ~W
)

var elixir = syntax{
	lineBreaks: BreakLF,
	forms: []form{
		elixirText:       {hole: codeHoles, mark: "#", lines: true, escape: elixirEscapes.at},
		elixirHeredoc:    {hole: codeHoles, mark: "#", lines: true, strip: endIndent, escape: elixirEscapes.at},
		elixirRawHeredoc: {lines: true, strip: endIndent},
		elixirSingle:     {lines: true, guard: guardsEnd},
		elixirPlain:      {lines: true, escape: elixirEscapes.at},
		elixirRaw:        {},
	},
	lines: &lineRules{
		within: []Shape{Paren, Square, Brace},
		// A ">" ends a binary; nobody breaks a line after a comparison.
		endOps:    []string{")", "]", "}", ">", "..."},
		openWords: []string{"and", "or", "not", "in", "when"},
		goesOn:    elixirGoesOn,
	},
}

var elixirEscapes = escapes{
	simple: "0\x00a\ab\bd\x7fe\x1bf\fn\nr\rs t\tv\v", bytes: true, x: 2, xBraces: true, u: true, braces: true, join: joinBreak, drop: true,
}

// elixirLexer reads Elixir. do ... end and fn ... end are groups of shape Block, an atom is a Word with its colon, a key (key:) is
// a Word or a String and an Op ":", and an attribute is an Op "@" and a Word.
type elixirLexer struct{ lexer }

func lexElixir(f *source.File) *File {
	l := &elixirLexer{elixir.lexer(f)}
	l.openBlocks = true
	l.token = l.elixirToken
	l.readComment = func(i int) int {
		if l.src[i] == '#' {
			return l.lineEnd(i)
		}
		return i
	}
	return l.read(f)
}

func (l *elixirLexer) elixirToken(i int) int {
	c, next, end := l.src[i], l.at(i+1), i
	switch {
	case isWordStart(c, false):
		return l.word(i)
	case c == '"' || c == '\'':
		return l.quote(elixirText, i, i, c)
	case c == '~':
		end = l.sigil(i)
	case c == ':':
		end = l.atom(i)
	case c == '?' && next > ' ':
		return l.add(Number, i, l.charEnd(i+1, &elixirEscapes))
	case c == '\\' && isBreak(next):
		return i + 2
	}
	switch {
	case end > i:
		return end
	case l.hasAny(i, "|||", "&&&", "<<<", ">>>", "<~>", "~>>", "<<~"):
		return l.add(Op, i, i+3)
	case l.hasAny(i, `\\`, "=~", "~>", "<~", "//"):
		return l.add(Op, i, i+2)
	}
	return l.common(i)
}

func (l *elixirLexer) word(i int) int {
	end := l.wordEnd(i, false)
	if c := l.at(end); (c == '?' || c == '!') && (l.at(end+1) != '=' || l.at(end+2) == '=') {
		end++
	}
	key := l.at(end) == ':' && l.at(end+1) != ':'
	t := l.last()
	member := t.Kind == Op && int(t.End) == i && t.End == t.Start+1 && l.src[t.Start] == '.'
	switch name := string(l.src[i:end]); {
	case key || member:
	case name == "do" || name == "fn":
		l.push(Block, i, end)
		return end
	case name == "end" && l.within[Block] > 0:
		return l.pop(Block, i, end)
	}
	return l.add(Word, i, end)
}

// atom reads :x, :"x" or an operator with a colon at i and returns its end, or i when none begins there.
func (l *elixirLexer) atom(i int) int {
	end := i + 1
	switch next := l.at(end); {
	case next == '"' || next == '\'':
		return l.quote(elixirText, i, end, next)
	case isWordStart(next, false):
		for end < len(l.src) && (isWordByte(l.src[end], false) || l.src[end] == '@') {
			end++
		}
		if c := l.at(end); (c == '?' || c == '!') && l.at(end+1) != '=' {
			end++
		}
	default:
		for end < i+4 && end < len(l.src) && bytes.IndexByte([]byte("+-*/<>=!&|^~.@"), l.src[end]) >= 0 {
			end++
		}
		if end == i+1 {
			return i
		}
	}
	return l.add(Word, i, end)
}

// elixirGoesOn reports whether the text at i goes on with the statement before it.
func elixirGoesOn(l *lexer, i int) bool {
	if isWordStart(l.at(i), false) {
		switch end := l.wordEnd(i, false); string(l.src[i:end]) {
		case "and", "or", "in", "when":
			return l.at(end) != ':'
		}
		return false
	}
	return !l.hasAny(i, "...", "<<") &&
		l.hasAny(i, "|", "<>", "<|", "<~", "<-", "&&", "++", "--", ".", "=", "!=", "::", "~>", "*", "/", ">=", "<=", ">>>")
}

// quote reads the literal whose delimiter c stands at i; start is where its sigil or colon is.
func (l *elixirLexer) quote(form, start, i int, c byte) int {
	q := l.text(form, start, i+1)
	q.closer = c
	l.heredoc(&q, i, elixirHeredoc)
	return l.begin(q)
}

// heredoc makes a heredoc of q when three delimiters stand at i, at the end of the line.
func (l *elixirLexer) heredoc(q *text, i, form int) bool {
	if c := q.closer; c != '"' && c != '\'' || l.at(i+1) != c || l.at(i+2) != c {
		return false
	}
	end := l.blank(i + 3)
	line := l.breaks.At(l.src, end)
	if line == 0 {
		return false
	}
	end += line
	q.form, q.style, q.mark = &elixir.forms[form], Style(form), elixir.forms[form].mark
	q.id, q.idIndented, q.body, q.at = l.src[i:i+3], true, end, end
	return true
}

// sigil reads ~s(...) or another at i and returns its end, or i when none begins there.
func (l *elixirLexer) sigil(i int) int {
	at := i + 1
	c := l.at(at)
	lower := c >= 'a' && c <= 'z'
	if lower {
		at++
	}
	for !lower && (l.at(at) >= 'A' && l.at(at) <= 'Z' || isDigit(l.at(at)) && at > i+1) {
		at++
	}
	k := bytes.IndexByte([]byte(`/|"'([{<`), l.at(at))
	if at == i+1 || k < 0 || at >= len(l.src) {
		return i
	}
	form, heredoc := elixirText, elixirHeredoc
	words, regex := c|0x20 == 'w', c|0x20 == 'r'
	switch {
	case !lower:
		form, heredoc = elixirSingle, elixirRawHeredoc
	case words || regex:
		form = elixirPlain
	}
	q := l.text(form, i, at+1)
	q.closer, q.suffix = `/|"')]}>`[k], sigilSuffix
	if regex {
		q.kind = Regex
	}
	switch {
	case l.heredoc(&q, at, heredoc) || !words:
		return l.begin(q)
	case lower:
		return l.words(elixirPlain, q)
	}
	return l.words(elixirRaw, q)
}

func sigilSuffix(l *lexer, i int) int { return l.wordEnd(i, false) }
