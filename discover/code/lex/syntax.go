package lex

import (
	"bytes"
	"slices"

	"github.com/org/mcp-lint/discover/source"
)

// syntax describes a language for the common lexer. What does not fit is code in the file of the language.
type syntax struct {
	lineBreaks Breaks
	// nested is set where a block comment may hold another, dollar where $ is a letter, shebang where the first line may be one.
	nested, dollar, shebang bool
	// doc begins a line comment that documents ("///"), or is empty where none does. A further slash makes it a plain one unless
	// slashes is set. Where bang is set, //! and /*! document too.
	doc           string
	slashes, bang bool
	docText       docForm
	// forms are the literals; what is tried first stands first. The Style of a literal is the index of its form.
	forms []form
	// parens is set where parentheses and not braces end holes.
	parens bool
	// variable reads on behind the name in a string that interpolates $name, which ends at end.
	variable func(l *lexer, end int) int
	// lines is set where a line break can end a statement.
	lines *lineRules
	// token reads a token where the language has some of its own.
	token func(l *lexer, i int) int
}

// lineRules say where a line break ends a statement: after endOps and whatever is not an operator, but not after openWords.
type lineRules struct {
	endOps, openWords []string
	// within are the groups directly in which no line break does.
	within []Shape
	// goesOn reports whether what begins at i continues the line before it.
	goesOn func(l *lexer, i int) bool
}

// lexer reads a language by its syntax. Languages with code of their own embed it.
type lexer struct {
	writer
	*syntax
	// texts are the literals that are being read: those whose holes are open, outermost first.
	texts []text
	// line is the offset of a line break since the last token, or -1; fresh is set until a token stands in the line.
	line  int
	fresh bool
	// What languages have of their own: token reads a token, readComment a comment, onBreak what follows a line break; canEnd reports whether
	// a statement can end after the last token; onEnd is called at the end of the file.
	token, readComment func(i int) int
	onBreak            func(i, end int) int
	canEnd             func() bool
	onEnd              func()
}

func (s *syntax) read(f *source.File) *File {
	l := s.lexer(f)
	return l.read(f)
}

func (s *syntax) lexer(f *source.File) lexer {
	return lexer{writer: newWriter(f, s.lineBreaks), syntax: s, line: -1, fresh: true}
}

func (l *lexer) read(f *source.File) *File {
	i := f.BOM()
	if l.shebang && l.has(i, "#!") && !l.has(i, "#![") {
		i = l.lineEnd(i)
	}
	return l.readFrom(f, i)
}

func (l *lexer) readFrom(f *source.File, i int) *File {
	if own := l.syntax.token; l.token == nil && own != nil {
		l.token = func(i int) int { return own(l, i) }
	} else if l.token == nil {
		l.token = l.common
	}
	if l.readComment == nil {
		l.readComment = l.comment
	}
	for i < len(l.src) && !l.full() {
		if n := l.breaks.At(l.src, i); n > 0 {
			i = l.lineBreak(i, i+n)
			continue
		}
		if l.src[i] <= ' ' {
			i++
			continue
		}
		if end := l.readComment(i); end > i {
			i = end
			continue
		}
		l.endLine(i)
		i = l.token(i)
		l.fresh = false
	}
	l.endLine(len(l.src))
	if l.onEnd != nil {
		l.onEnd()
	}
	return l.file(f, l.decode)
}

func (l *lexer) lineBreak(i, end int) int {
	l.fresh = true
	if l.onBreak != nil {
		if at := l.onBreak(i, end); at > end {
			return at
		}
	}
	if l.line < 0 {
		l.line = i
	}
	return end
}

// endLine adds a Line for a line break since the last token when it ends a statement: what begins at i is next.
func (l *lexer) endLine(i int) {
	at := l.line
	l.line = -1
	if at < 0 || l.lines == nil || !l.ended() || l.lines.goesOn(l, i) {
		return
	}
	l.add(Line, at, at+l.breaks.At(l.src, at))
}

// ended reports whether a statement can end after the last token.
func (l *lexer) ended() bool {
	switch l.last().Kind {
	case 0, Line, Doc, Open:
		return false
	}
	if l.canEnd != nil {
		return l.canEnd()
	}
	if slices.Contains(l.lines.within, l.top()) {
		return false
	}
	t := l.last()
	switch raw := string(l.src[t.Start:t.End]); t.Kind {
	case Op:
		return slices.Contains(l.lines.endOps, raw)
	case Word:
		return !slices.Contains(l.lines.openWords, raw)
	}
	return true
}

// decode appends the text of a literal or documentation comment.
func (s *syntax) decode(f *source.File, t Token, b *source.Builder) {
	if t.Kind == Doc {
		s.docText.decode(f, t, b)
		return
	}
	n := Style(len(s.forms))
	s.forms[t.Style%n].decode(f, t, int(t.Style/n), b)
}

// common reads the token at i as languages have it in common, and returns its end.
func (l *lexer) common(i int) int {
	c := l.src[i]
	if l.endsHole(c) {
		return l.leave(i)
	}
	for k := range l.forms {
		if f := &l.forms[k]; f.open != "" && f.open[0] == c && l.has(i, f.open) && (f.when == nil || f.when(l, i)) {
			return l.begin(l.text(k, i, i+len(f.open)))
		}
	}
	return l.plain(i)
}

// plain adds the word, number, bracket or operator at i and returns its end.
func (l *lexer) plain(i int) int {
	c := l.src[i]
	switch {
	case isWordStart(c, l.dollar):
		return l.add(Word, i, l.wordEnd(i, l.dollar))
	case isDigit(c):
		return l.add(Number, i, l.numberEnd(i))
	case isBracket(c):
		l.bracket(c, i)
		return i + 1
	}
	return l.op(i)
}

// comment reads the comment at i, adds a Doc when it documents, and returns its end. It returns i when none begins there.
func (l *lexer) comment(i int) int {
	switch {
	case l.has(i, "//"):
		mark := l.documents(i)
		if mark == "" {
			return l.lineEnd(i)
		}
		end := l.docRun(i, mark)
		l.document(docLines, i, end)
		return end
	case l.has(i, "/*"):
		end := l.blockEnd(i, l.nested)
		if c := l.at(i + 3); l.at(i+2) == '*' && c != '*' && c != '/' || l.bang && l.at(i+2) == '!' {
			l.document(docBlock, i, end)
		}
		return end
	}
	return i
}

func (l *lexer) document(style Style, start, end int) {
	l.endLine(start)
	l.literal(Doc, style, start, start, end, end)
}

// documents returns what begins the line comment at i when it documents.
func (l *lexer) documents(i int) string {
	switch {
	case l.doc != "" && l.has(i, l.doc) && (l.slashes || l.at(i+len(l.doc)) != '/'):
		return l.doc
	case l.bang && l.has(i, "//!"):
		return "//!"
	}
	return ""
}

// docRun returns the end of the run of line comments with one mark that begins at i: line after line, with nothing between them
// but blanks.
func (l *lexer) docRun(i int, mark string) int {
	for {
		end := l.lineEnd(i)
		next := l.blanks(end + max(l.breaks.At(l.src, end), 1))
		if end >= len(l.src) || l.documents(next) != mark {
			return end
		}
		i = next
	}
}

// blockEnd returns the end of the block comment at i, which is the end of the file when it is not closed.
func (w *writer) blockEnd(i int, nested bool) int {
	if !nested {
		return min(w.until(i+2, "*/")+2, len(w.src))
	}
	depth := 1
	for i += 2; i < len(w.src); i++ {
		k := bytes.IndexByte(w.src[i:], '*')
		if k < 0 {
			break
		}
		i += k
		switch {
		case k > 0 && w.src[i-1] == '/':
			depth++
		case w.at(i+1) == '/':
			if depth--; depth == 0 {
				return i + 2
			}
			i++
		}
	}
	return len(w.src)
}

// blanks returns the offset of what follows the blanks at i.
func (w *writer) blanks(i int) int {
	for i < len(w.src) && isBlank(w.src[i]) {
		i++
	}
	return i
}

// quoteEnd returns where the string that goes on at i ends: the offset of the delimiter q, or of the line break or end of
// file that cuts it off. A backslash takes the byte after it along, but no line break.
func (w *writer) quoteEnd(i int, q byte) int {
	for ; i < len(w.src); i++ {
		switch c := w.src[i]; {
		case c == q || isBreak(c):
			return i
		case c == '\\' && i+1 < len(w.src) && !isBreak(w.src[i+1]):
			i++
		}
	}
	return len(w.src)
}

// runUpTo returns how often c stands at i in a row, but looks at no more than most bytes.
func (w *writer) runUpTo(i int, c byte, most int) int {
	n := 0
	for n < most && i+n < len(w.src) && w.src[i+n] == c {
		n++
	}
	return n
}

func (w *writer) runOf(i int, c byte) int { return w.runUpTo(i, c, len(w.src)) }

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\f' || c == '\v' }

func isBreak(c byte) bool { return c == '\n' || c == '\r' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isBracket(c byte) bool { return bytes.IndexByte([]byte("()[]{}"), c) >= 0 }
