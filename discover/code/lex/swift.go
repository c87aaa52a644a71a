package lex

import (
	"bytes"
	"slices"

	"github.com/org/mcp-lint/discover/source"
)

// The forms of Swift's strings.
const (
	swiftLine = iota
	swiftLines
)

var swift = syntax{
	nested: true, shebang: true, doc: "///", parens: true,
	forms: []form{
		swiftLine:  {hole: slashes, escape: swiftEscapes.at},
		swiftLines: {size: 3, hole: slashes, lines: true, strip: firstLine | lastLine | endIndent, escape: swiftEscapes.at},
	},
	lines: &lineRules{
		within:    []Shape{Paren, Square, Hole},
		endOps:    []string{"!", "?", ">", ";", "..."},
		openWords: []string{"in", "case", "let", "var", "func", "is", "as", "try", "await"},
		goesOn:    swiftGoesOn,
	},
}

var swiftEscapes = escapes{simple: "n\nr\rt\t\\\\0\x00''\"\"", braces: true, join: joinBlanks}

// swiftLexer reads Swift. Both branches of #if are read.
type swiftLexer struct {
	lexer
	// noRegex is where the text ends in which the end of a regular expression was looked for in vain.
	noRegex int
}

func lexSwift(f *source.File) *File {
	l := &swiftLexer{lexer: swift.lexer(f)}
	l.token = l.swiftToken
	return l.read(f)
}

func (l *swiftLexer) swiftToken(i int) int {
	switch c := l.src[i]; {
	case c == '\\': // of a key path
		return i + 1
	case c == '/':
		if end := l.regexEnd(i); end > i {
			return l.literal(Regex, 0, i, i+1, end-1, end)
		}
	case c == '"':
		return l.string(i, 0)
	case c == '#':
		return l.hash(i)
	case c == '`':
		// Anything may stand in such a name but a line break.
		if k := bytes.IndexAny(l.src[i+1:], "`\r\n"); k > 0 && l.src[i+1+k] == '`' {
			l.add(Word, i+1, i+1+k)
			return i + k + 2
		}
	case c == '$' && isWordByte(l.at(i+1), false):
		return l.add(Word, i, l.wordEnd(i+1, false))
	case c == '?' || c == '!':
		// try? and as! say nothing of values that try and as do not.
		if t := l.last(); t.Kind == Word && int(t.End) == i && slices.Contains([]string{"try", "as"}, string(l.src[t.Start:t.End])) {
			return i + 1
		}
	}
	return l.common(i)
}

// string reads the string that starts at i with so many hashes.
func (l *swiftLexer) string(i, hashes int) int {
	at, form := i+hashes, swiftLine
	if l.has(at, `"""`) && (hashes == 0 || l.at(at+3) != '#') { // #"""# is a quote
		form = swiftLines
	}
	q := l.text(form, i, 0)
	q.body = at + q.size
	q.at, q.closer, q.hashes = q.body, '"', hashes
	return l.begin(q)
}

// hash reads what # begins at i: a raw string, a regular expression, a directive, a macro.
func (l *swiftLexer) hash(i int) int {
	n := l.runOf(i, '#')
	switch c := l.at(i + n); {
	case c == '"':
		return l.string(i, n)
	case c == '/':
		return l.hashRegex(i, n)
	case n == 1 && isWordStart(c, false):
		end := l.wordEnd(i+1, false)
		switch string(l.src[i+1 : end]) {
		case "if", "elseif", "else", "endif", "sourceLocation":
			return l.lineEnd(end)
		}
		return l.add(Word, i, end)
	}
	return l.add(Op, i, i+n)
}

func swiftGoesOn(l *lexer, i int) bool {
	switch c, next := l.at(i), l.at(i+1); c {
	case '.':
		return next != '.'
	case '{', ',', ')', ']', '=', ':', '%', '|', '^', '<', '>':
		return true
	case '?', '+', '-', '*', '&', '!':
		// One that is a prefix of what follows it begins a statement.
		return isBlank(next) || next == c || next == '=' || c == '-' && next == '>'
	case '/':
		return isBlank(next)
	}
	switch string(l.src[i:min(l.wordEnd(i, false), i+10)]) {
	case "else", "catch", "where", "throws", "rethrows", "async", "as", "is":
		return true
	}
	return false
}

// regexEnd returns the end of the regular expression at i, which is i when there is none: it stands where a value can begin and
// ends in its line.
func (l *swiftLexer) regexEnd(i int) int {
	if next := l.at(i + 1); i < l.noRegex || isBlank(next) || isBreak(next) || next == '=' || !l.valueNext() {
		return i
	}
	end := l.quoteEnd(i+1, '/')
	if l.at(end) != '/' {
		l.noRegex = end
		return i
	}
	return end + 1
}

// valueNext reports whether a value can begin after the last token.
func (l *swiftLexer) valueNext() bool {
	t := l.last()
	switch t.Kind {
	case 0, Open, Line, Doc:
		return true
	case Op:
		return bytes.IndexByte([]byte("!?>.)]}"), l.src[t.End-1]) < 0
	case Word:
		switch string(l.src[t.Start:t.End]) {
		case "return", "in", "case", "is", "as", "try", "await", "throw", "else", "where":
			return true
		}
	}
	return false
}

// hashRegex adds the regular expression at i that stands between slashes with n hashes: in one line, or in several when the first
// ends behind the slash.
func (l *swiftLexer) hashRegex(i, n int) int {
	body := i + n + 1
	lines := isBreak(l.at(body))
	mark := append([]byte{'/'}, l.src[i:i+n]...)
	at := body
	for ; i >= l.noRegex && at < len(l.src) && (lines || !isBreak(l.src[at])); at++ {
		if l.src[at] == '/' && bytes.HasPrefix(l.src[at:], mark) {
			end := at + len(mark)
			return l.literal(Regex, 0, i, body, at, end)
		}
	}
	l.noRegex = max(l.noRegex, at)
	return l.add(Op, i, i+n)
}
