package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// The forms of Ruby's literals.
const (
	rubySingle  = iota // '...', %q
	rubyDouble         // "...", %Q, `...`, :"..."
	rubyRaw            // the body of <<'ID'
	rubyHeredoc        // the body of <<ID
	rubyWord           // a word of %w
)

var ruby = syntax{
	lineBreaks: BreakLF,
	docText:    docForm{run: true, trim: true},
	forms: []form{
		rubySingle:  {lines: true, guard: guardsDelimiters},
		rubyDouble:  {hole: sigils, mark: "#", lines: true, escape: rubyEscape},
		rubyRaw:     {raw: true, lines: true, strip: leastIndent, tabs: true},
		rubyHeredoc: {hole: sigils, mark: "#", lines: true, joins: true, strip: leastIndent, tabs: true, escape: rubyEscape},
		rubyWord:    {escape: (&escapes{drop: true}).at},
	},
	lines: &lineRules{goesOn: func(l *lexer, i int) bool {
		return l.at(i) == '.' && l.at(i+1) != '.' || l.has(i, "&.")
	}},
}

// The styles of Ruby's other tokens.
const (
	// heredocMarker is the Style of the Word <<~ID, whose body stands on the lines below.
	heredocMarker Style = 100
	// CodeBrace is the Style of an Open Brace that begins a block of statements, not a hash.
	CodeBrace Style = 102
	// rubyLoop is the Style of while, until and for while their "do" may follow.
	rubyLoop Style = 103
)

// rubyLexer reads Ruby. Blocks from a keyword to its "end" are groups of shape Block. A label (key:) is a Word or a String and an
// Op ":", a symbol is a Word with its colon. A heredoc is a marker, and a String or Quote where its lines stand, which belongs
// to the line of the marker: the Line token comes after it.
type rubyLexer struct {
	lexer
	// prev is the last token of code, -1 at the start: neither documentation nor the body of a heredoc.
	prev int
	// pending are the heredocs whose bodies begin after this line; reading are the lines whose bodies are being read.
	pending []rubyBody
	reading []rubyBodies
	// header is the "def" whose parameters are being read, or -1; name its name.
	header, name int
	// pipes is how deep the parameters of a block are nested, 0 outside of any; piped the token that ended them last.
	pipes, piped int
	noRegex      bool             // a slash has no partner in what follows
	lastLines    map[string]int32 // by what stands on a line, the last offset of such a line
	bodies       map[int32]int32  // by marker, the body
}

func lexRuby(f *source.File) *File {
	l := &rubyLexer{lexer: ruby.lexer(f), prev: -1, header: -1, piped: -1, bodies: map[int32]int32{}}
	l.openBlocks = true
	l.token, l.readComment, l.onBreak, l.canEnd = l.rubyToken, l.rubyComment, l.heredocBodies, l.endsLine
	out := l.read(f)
	out.heredocs = l.bodies
	return out
}

// rubyToken reads a token and what ends with it, and notes the last token of code.
func (l *rubyLexer) rubyToken(i int) int {
	before := len(l.out)
	k := before - 1
	if l.last().Kind == Doc {
		k--
	}
	if k > l.prev && l.out[k].Kind == Line {
		l.prev = k
		l.endHeader()
	}
	end := l.code(i)
	if len(l.out) > before {
		l.prev = len(l.out) - 1
	}
	if k := len(l.reading) - 1; k >= 0 && len(l.texts) == l.reading[k].depth {
		end = l.nextBody(end, false)
	}
	return end
}

func (l *rubyLexer) code(i int) int {
	c, end := l.src[i], i
	switch {
	case isWordStart(c, false):
		return l.word(i)
	case c == '@' || c == '$':
		return l.sigil(i)
	case c == '"' || c == '\'' || c == '`':
		return l.begin(l.quoted(i, i+1, c, c != '\''))
	case c == ':':
		end = l.symbol(i)
	case c == '?':
		end = l.character(i)
	case c == '%':
		end = l.percent(i)
	case c == '/':
		end = l.regex(i)
	case l.has(i, "<<"):
		end = l.heredoc(i)
	case c == '{':
		block := l.prev >= 0 && (l.out[l.prev].Kind == Close || l.isRaw(l.prev, "->") || l.out[l.prev].Kind == Word && !l.expects(false))
		if l.push(Brace, i, i+1) && block {
			l.out[len(l.out)-1].Style = CodeBrace
		}
		return i + 1
	case isBracket(c) || isDigit(c):
		return l.common(i)
	}
	if end > i {
		return end
	}
	return l.operator(i)
}

// rubyComment reads the comment or joined line break at i and returns its end, or i when there is none.
func (l *rubyLexer) rubyComment(i int) int {
	starts := i == 0 || l.src[i-1] == '\n'
	switch c := l.src[i]; {
	case c == '#':
		return l.hashComment(i)
	case c == '\\' && isBreak(l.at(i+1)):
		return i + 1 + max(l.breaks.At(l.src, i+1), 1)
	case starts && l.has(i, "=begin"):
		return l.lineEnd(l.until(i, "\n=end") + 1)
	case starts && l.has(i, "__END__") && l.lineEnd(i) == i+len("__END__"):
		return len(l.src)
	}
	return i
}

// hashComment returns the end of the comment at i. A run of lines directly in front of a definition is a Doc.
func (l *rubyLexer) hashComment(i int) int {
	end := l.lineEnd(i)
	if !l.fresh || len(l.pending) > 0 {
		return end
	}
	next := i
	for l.at(next) == '#' {
		end = l.lineEnd(next)
		next = l.blank(end + l.breaks.At(l.src, end))
	}
	if word := l.wordEnd(next, false); word > next && rubyDocumented[string(l.src[next:word])] {
		l.document(docLines, i, end)
	}
	return end
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
		return !isBracket(l.src[t.Start])
	case Word:
		if l.src[t.Start] == ':' || t.Style == heredocMarker {
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
	return (before == ' ' || before == '\t') && bytes.IndexByte([]byte(" \t\n\r="), after) < 0 && l.expects(true)
}

func (l *rubyLexer) operator(i int) int {
	at := len(l.out)
	var end int
	if l.hasAny(i, "=~", "!~", "&.") {
		end = l.add(Op, i, i+2)
	} else {
		end = l.op(i)
	}
	switch block := l.prev >= 0 && l.out[l.prev].Kind == Open && (l.out[l.prev].Shape == Block || l.out[l.prev].Style == CodeBrace); {
	case l.isRaw(at, "=") && l.header >= 0 && l.endless():
		l.undoDef()
	case l.isRaw(at, ";"):
		l.endHeader()
	case l.isRaw(at, "||") && block:
		l.piped = at
	case l.isRaw(at, "|") && l.pipes == 0 && block:
		l.pipes = len(l.open)
	case l.isRaw(at, "|") && l.pipes > 0 && l.pipes == len(l.open):
		l.piped, l.pipes = at, 0
	}
	return end
}

// endless reports whether the "=" behind the last token begins the body of "def name(args) = value".
func (l *rubyLexer) endless() bool {
	t := l.out[l.prev]
	return l.top() == Block && int(l.open[len(l.open)-1]) == l.header &&
		(l.prev == l.name || t.Kind == Close && t.Shape == Paren && int(t.Pair) == l.name+1)
}

// undoDef makes a Word of the "def" that has no "end".
func (l *rubyLexer) undoDef() {
	t := &l.out[l.header]
	t.Kind, t.Shape, t.Pair = Word, 0, -1
	l.open = l.open[:len(l.open)-1]
	l.within[Block]--
	l.header = -1
}

// endHeader is called where a statement ends: neither "=" nor "do" belongs to the keyword before it any more.
func (l *rubyLexer) endHeader() {
	l.header = -1
	l.inLoop()
}

// inLoop reports whether the innermost group is a loop whose "do" may follow, which it does not any more.
func (l *rubyLexer) inLoop() bool {
	if len(l.open) == 0 {
		return false
	}
	t := &l.out[l.open[len(l.open)-1]]
	if t.Style != rubyLoop {
		return false
	}
	t.Style = 0
	return true
}

// endsLine reports whether a line break after the last token ends a statement.
func (l *rubyLexer) endsLine() bool {
	if l.prev < 0 {
		return false
	}
	if k := len(l.open) - 1; k >= 0 {
		t := &l.out[l.open[k]]
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
