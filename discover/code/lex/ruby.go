package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// The styles of Ruby's literals.
const (
	rubySingle  Style = iota // '...', %q
	rubyDouble               // "...", %Q, `...`, :"..."
	rubyRaw                  // the body of <<'ID'
	rubyHeredoc              // the body of <<ID
	rubyWord                 // a word of %w
	rubyChar                 // ?c
	rubyDoc                  // a run of # lines
)

// The styles of Ruby's other tokens.
const (
	// HeredocMarker is the Style of the Word <<~ID, whose body stands on the lines below; Heredoc leads to it.
	HeredocMarker Style = iota + 100
	// WordList is the Style of an Open Square that begins a list of Strings without commas: %w[a b].
	WordList
	// CodeBrace is the Style of an Open Brace that begins a block of statements, not a hash.
	CodeBrace
	// rubyLoop is the Style of while, until and for while their "do" may follow.
	rubyLoop
)

// rubyLexer reads Ruby. Blocks from a keyword to its "end" are groups of shape Block. A label (key:) is a Word or a String and an
// Op ":", a symbol is a Word with its colon. A heredoc is a marker, and a String or Quote where its lines stand, which belongs
// to the line of the marker: the Line token comes after it.
type rubyLexer struct {
	groups
	// prev is the last token of code, -1 at the start: neither documentation nor the body of a heredoc.
	prev    int
	quotes  []rubyQuote // the strings inside of whose interpolations the lexer is
	pending []rubyQuote // the heredocs whose bodies begin after this line
	// header is the "def" whose parameters are being read, or -1; name its name.
	header, name int
	// pipes is how deep the parameters of a block are nested, 0 outside of any; piped the token that ended them last.
	pipes, piped int
	noRegex      bool             // a slash has no partner in what follows
	ends         map[string]int32 // by what stands on a line, the last offset of such a line
	bodies       map[int32]int32  // by marker, the body
}

func lexRuby(f *source.File) *File {
	l := &rubyLexer{groups: newGroups(f), prev: -1, header: -1, piped: -1}
	l.breaks = BreaksOf(Ruby)
	for l.i = f.BOM(); l.i < len(l.src) && !l.full(); {
		l.step()
	}
	out := l.file(f, func(f *source.File, t Token, b *source.Builder) { decodeRuby(f, t, int(l.indent[t.Start]), b) })
	out.heredocs = l.bodies
	return out
}

// put adds a token of code that is no bracket, and goes on after it.
func (l *rubyLexer) put(k Kind, start, end int) {
	l.prev, l.i = len(l.out), end
	l.add(k, start, end)
}

// step reads what begins at l.i, in code.
func (l *rubyLexer) step() {
	i := l.i
	c, next := l.src[i], l.at(i+1)
	switch {
	case c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r' && next != '\n':
		l.i++
	case c == '\\' && (next == '\n' || next == '\r'):
		l.i += 2
		if next == '\r' && l.at(l.i) == '\n' {
			l.i++
		}
	case c == '\n' || c == '\r':
		l.newline(i)
	case c == '#':
		l.comment(i)
	case c == '=' && l.lineStart(i) && l.has(i, "=begin"):
		l.i = l.lineEnd(l.until(i, "\n=end") + 1)
	case c == '_' && l.lineStart(i) && l.has(i, "__END__") && l.lineEnd(i) == i+7:
		l.i = len(l.src)
	case isWordStart(c, false):
		l.word(i)
	case c >= '0' && c <= '9':
		l.put(Number, i, l.numberEnd(i))
	case c == '@' || c == '$':
		l.sigil(i)
	case c == '"' || c == '\'' || c == '`':
		l.open(rubyQuote{pieces: pieces{start: i, body: i + 1}, shut: c, code: c != '\''})
	case c == ':' && l.symbol(i):
	case c == '?' && l.character(i):
	case c == '%' && l.percent(i):
	case c == '/' && l.regex(i):
	case c == '<' && next == '<' && l.heredoc(i):
	case c == '}' && l.within[Brace] == 0 && len(l.quotes) > 0:
		l.resume(i)
	case c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}':
		l.rubyBracket(c, i)
	default:
		l.operator(i)
	}
}

// lineStart reports whether a line begins at i.
func (l *rubyLexer) lineStart(i int) bool { return i == 0 || l.src[i-1] == '\n' }

// rubyBracket adds the bracket c at i, and tells a block in braces from a hash by what stands before it.
func (l *rubyLexer) rubyBracket(c byte, i int) {
	block := c == '{' && l.prev >= 0 && (l.out[l.prev].Kind == Close || l.isRaw(l.prev, "->") ||
		l.out[l.prev].Kind == Word && !l.expects(false))
	at := len(l.out)
	l.bracket(c, i)
	if block && l.out[at].Kind == Open {
		l.out[at].Style = CodeBrace
	}
	l.prev = len(l.out) - 1
	l.i++
}

// isRaw reports whether token t stands as s.
func (l *rubyLexer) isRaw(t int, s string) bool {
	k := &l.out[t]
	return int(k.End-k.Start) == len(s) && string(l.src[k.Start:k.End]) == s
}

// expects reports whether a value is expected after the last token, rather than an operator. After a name, which may be a
// method that takes what follows as its argument, that is so when loose is set.
func (l *rubyLexer) expects(loose bool) bool {
	if l.prev < 0 {
		return true
	}
	switch t := &l.out[l.prev]; t.Kind {
	case Line, Open:
		return true
	case Op:
		c := l.src[t.Start]
		return c != ')' && c != ']' && c != '}'
	case Word:
		if l.src[t.Start] == ':' || t.Style == HeredocMarker {
			return false
		}
		if l.prev > 0 && (l.isRaw(l.prev-1, ".") || l.isRaw(l.prev-1, "&.")) {
			return loose
		}
		return loose || rubyBefore[string(l.src[t.Start:t.End])]&beforeValue != 0
	}
	return false
}

// argument reports whether what begins at i is written as the argument of a method: after a space, and without one behind its
// first n bytes.
func (l *rubyLexer) argument(i, n int) bool {
	before, after := l.at(i-1), l.at(i+n)
	return (before == ' ' || before == '\t') && after != ' ' && after != '\t' && after != '\n' && after != '\r' && after != '=' &&
		l.expects(true)
}

// operator adds the operator at i.
func (l *rubyLexer) operator(i int) {
	at := len(l.out)
	switch {
	case l.has(i, "=~") || l.has(i, "!~") || l.has(i, "&."):
		l.add(Op, i, i+2)
		l.i += 2
	default:
		l.i = l.op(i)
	}
	switch {
	case l.isRaw(at, "=") && l.header >= 0 && l.endless():
		l.unopen()
	case l.isRaw(at, ";"):
		l.endHeader()
	case l.isRaw(at, "||") && l.prev >= 0 && l.blockOpen(l.prev):
		l.piped = at
	case l.isRaw(at, "|") && l.pipes == 0 && l.prev >= 0 && l.blockOpen(l.prev):
		l.pipes = len(l.groups.open)
	case l.isRaw(at, "|") && l.pipes > 0 && l.pipes == len(l.groups.open):
		l.piped, l.pipes = at, 0
	}
	l.prev = at
}

// blockOpen reports whether token t begins a block that may have parameters.
func (l *rubyLexer) blockOpen(t int) bool {
	return l.out[t].Kind == Open && (l.out[t].Shape == Block || l.out[t].Style == CodeBrace)
}

// endless reports whether the "=" behind the last token begins the body of "def name(args) = value".
func (l *rubyLexer) endless() bool {
	t := l.out[l.prev]
	return l.top() == Block && int(l.groups.open[len(l.groups.open)-1]) == l.header &&
		(l.prev == l.name || t.Kind == Close && t.Shape == Paren && int(t.Pair) == l.name+1)
}

// unopen makes a Word of the "def" that has no "end".
func (l *rubyLexer) unopen() {
	l.out[l.header].Kind, l.out[l.header].Shape, l.out[l.header].Pair = Word, 0, -1
	l.groups.open = l.groups.open[:len(l.groups.open)-1]
	l.within[Block]--
	l.header = -1
}

// newline ends the line at i: the bodies of its heredocs are read, and a Line is added if the statement ends there.
func (l *rubyLexer) newline(i int) {
	end := i + 1
	if l.src[i] == '\r' {
		end++
	}
	l.i = end
	if len(l.pending) > 0 {
		q := l.pending[0]
		q.rest, q.prev = l.pending[1:], l.prev
		l.pending = nil
		l.body(q)
		return
	}
	if l.prev < 0 || !l.endsLine() {
		return
	}
	at := l.skipComments(end)
	if l.at(at) == '.' && l.at(at+1) != '.' || l.has(at, "&.") {
		l.i = at
		return
	}
	l.put(Line, i, end)
	l.endHeader()
}

// endHeader is called where a statement ends: neither "=" nor "do" belongs to the keyword before it any more.
func (l *rubyLexer) endHeader() {
	l.header = -1
	if k := len(l.groups.open) - 1; k >= 0 && l.out[l.groups.open[k]].Style == rubyLoop {
		l.out[l.groups.open[k]].Style = 0
	}
}

// endsLine reports whether a line break after the last token ends a statement.
func (l *rubyLexer) endsLine() bool {
	if k := len(l.groups.open) - 1; k >= 0 {
		t := &l.out[l.groups.open[k]]
		if t.Shape == Paren || t.Shape == Square || t.Shape == Brace && t.Style != CodeBrace {
			return false
		}
	}
	switch t := &l.out[l.prev]; t.Kind {
	case Line, Open:
		return false
	case Op:
		return !l.expects(false) || l.prev == l.piped
	case Word:
		return rubyBefore[string(l.src[t.Start:t.End])]&beforeLine == 0
	}
	return true
}

// comment skips the comment at i. A run of lines directly in front of a definition is a Doc.
func (l *rubyLexer) comment(i int) {
	end := l.lineEnd(i)
	l.i = end
	start := i
	for start > 0 && (l.src[start-1] == ' ' || l.src[start-1] == '\t') {
		start--
	}
	if !l.lineStart(start) || len(l.pending) > 0 {
		return
	}
	next := end
	for {
		next = min(next+1, len(l.src))
		if l.at(next-1) == '\r' && l.at(next) == '\n' {
			next++
		}
		next = l.blank(next)
		if l.at(next) != '#' {
			break
		}
		end = l.lineEnd(next)
		next = end
	}
	l.i = end
	if rubyDocumented[string(l.src[next:l.wordEnd(next, false)])] && isWordStart(l.at(next), false) {
		l.literal(Doc, rubyDoc, i, i, end, end)
	}
}

// heredocEnd reports whether a line that holds only id follows i.
func (l *rubyLexer) heredocEnd(id []byte, i int) bool {
	if l.ends == nil {
		l.ends = map[string]int32{}
		for at := 0; at < len(l.src); {
			end := at + bytes.IndexByte(l.src[at:], '\n')
			if end < at {
				end = len(l.src)
			}
			if line := bytes.TrimSpace(l.src[at:end]); len(line) > 0 && len(line) <= rubyLongestID {
				l.ends[string(line)] = int32(at)
			}
			at = end + 1
		}
	}
	return int(l.ends[string(bytes.TrimSpace(id))]) > i
}
