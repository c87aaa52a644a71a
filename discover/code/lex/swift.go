package lex

import (
	"bytes"
	"slices"

	"github.com/org/mcp-lint/discover/source"
)

var swiftLike = clike{nested: true, line: "///"}

// swiftLexer reads Swift. It keeps the strings whose holes are open on a stack of its own.
type swiftLexer struct {
	writer
	// strings are the interpolated strings that are open, outermost first.
	strings []swiftString
	// chunks says how pieces of strings are decoded whose style does not, by where they start.
	chunks map[int32]swiftChunk
	// noRegex is where the text ends in which the end of a regular expression was looked for in vain, joined where a statement
	// goes on that a line break before it does not end.
	noRegex, joined int
}

// lexSwift reads Swift. Line breaks between statements are Lines; both branches of #if are read.
func lexSwift(f *source.File) *File {
	l := &swiftLexer{writer: newWriter(f), chunks: map[int32]swiftChunk{}}
	i := f.BOM()
	if l.has(i, "#!") {
		i = l.lineEnd(i)
	}
	for i < len(l.src) && !l.full() {
		c := l.src[i]
		switch {
		case isBreak(c):
			i = l.lineBreak(i)
		case c <= ' ' || c == '\\': // the backslash of a key path
			i++
		case c == '/':
			i = l.slash(i)
		case c == '"':
			i = l.text(i, 0)
		case c == '#':
			i = l.hash(i)
		case c == '`':
			i = l.ticks(i)
		case c == '$' && isWordByte(l.at(i+1), false):
			end := l.wordEnd(i+1, false)
			l.add(Word, i, end)
			i = end
		case c == ')' && l.inHole():
			l.pop(Hole, i, i+1)
			i = l.resume(i + 1)
		case (c == '?' || c == '!') && l.afterWord(i, "try", "as"):
			i++
		default:
			i = l.plain(i, &swiftLike)
		}
	}
	for len(l.strings) > 0 {
		l.finish(len(l.src), len(l.src))
	}
	return l.file(f, func(f *source.File, t Token, b *source.Builder) { decodeSwift(f, t, l.chunks[t.Start], b) })
}

// afterWord reports whether the last token is one of those words and ends at i: try? and as! say nothing of values that try and
// as do not.
func (l *swiftLexer) afterWord(i int, words ...string) bool {
	t := l.last()
	return t.Kind == Word && int(t.End) == i && slices.Contains(words, string(l.src[t.Start:t.End]))
}

// ticks reads the name between backquotes at i, in which anything may stand but a line break.
func (l *swiftLexer) ticks(i int) int {
	end := i + 1
	for end < len(l.src) && l.src[end] != '`' && !isBreak(l.src[end]) {
		end++
	}
	if end == i+1 || l.at(end) != '`' {
		l.add(Op, i, i+1)
		return i + 1
	}
	l.add(Word, i+1, end)
	return end + 1
}

// hash reads what # begins at i: a raw string, a regular expression, a directive, a macro.
func (l *swiftLexer) hash(i int) int {
	n := l.runOf(i, '#')
	switch c := l.at(i + n); {
	case c == '"':
		return l.text(i, n)
	case c == '/':
		return l.hashRegex(i, n)
	case n == 1 && isWordStart(c, false):
		end := l.wordEnd(i+1, false)
		switch string(l.src[i+1 : end]) {
		case "if", "elseif", "else", "endif", "sourceLocation":
			return l.lineEnd(end)
		}
		l.add(Word, i, end)
		return end
	}
	l.add(Op, i, i+n)
	return i + n
}

// lineBreak reads the line break at i and adds a Line where it can end a statement: not in parentheses, and not where the line
// before or after it is unfinished without the other.
func (l *swiftLexer) lineBreak(i int) int {
	end := i + 1
	if l.src[i] == '\r' && l.at(end) == '\n' {
		end++
	}
	if shape := l.top(); i < l.joined || shape != 0 && shape != Brace || !l.ended() {
		return end
	}
	next := l.code(end)
	if l.continues(next) {
		l.joined = next
	} else {
		l.add(Line, i, end)
	}
	return end
}

// code returns the offset of what follows the white space and comments at i.
func (l *swiftLexer) code(i int) int {
	for i < len(l.src) {
		switch {
		case l.src[i] <= ' ':
			i++
		case l.has(i, "//"):
			i = l.lineEnd(i)
		case l.has(i, "/*"):
			i = l.blockEnd(i, true)
		default:
			return i
		}
	}
	return i
}

// ended reports whether the last token can end a statement.
func (l *swiftLexer) ended() bool {
	t := l.last()
	switch t.Kind {
	case 0, Line, Open, Doc:
		return false
	case Op:
		switch c := l.src[t.End-1]; c {
		case '!', '?', '>', ';':
			return t.End == t.Start+1
		}
		return string(l.src[t.Start:t.End]) == "..."
	case Word:
		switch string(l.src[t.Start:t.End]) {
		case "in", "case", "let", "var", "func", "is", "as", "try", "await":
			return false
		}
	}
	return true
}

// continues reports whether what stands at i goes on with the statement of the line before.
func (l *swiftLexer) continues(i int) bool {
	switch c := l.at(i); c {
	case '.':
		return l.at(i+1) != '.'
	case '{', ',', ')', ']', '=', ':', '%', '|', '^', '<', '>':
		return true
	case '?', '+', '-', '*', '&', '!':
		// One that is a prefix of what follows it begins a statement.
		next := l.at(i + 1)
		return isBlank(next) || next == c || next == '=' || c == '-' && next == '>'
	case '/':
		return isBlank(l.at(i + 1))
	case 'e', 'c', 'w', 't', 'r', 'a', 'i':
		switch string(l.src[i:min(l.wordEnd(i, false), i+10)]) {
		case "else", "catch", "where", "throws", "rethrows", "async", "as", "is":
			return true
		}
	}
	return false
}

// slash reads the comment, regular expression or operator at i.
func (l *swiftLexer) slash(i int) int {
	if end := l.comment(i, &swiftLike); end > i {
		return end
	}
	if end := l.regexEnd(i); end > i {
		l.literal(Regex, 0, i, i+1, end-1, end)
		return end
	}
	return l.op(i)
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
		c := l.src[t.End-1]
		return c != '!' && c != '?' && c != '>' && c != '.' && c != ')' && c != ']' && c != '}'
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
	for i >= l.noRegex && at < len(l.src) && (lines || !isBreak(l.src[at])) {
		if l.src[at] == '/' && bytes.HasPrefix(l.src[at:], mark) {
			end := at + len(mark)
			l.literal(Regex, 0, i, body, at, end)
			return end
		}
		at++
	}
	l.noRegex = max(l.noRegex, at)
	l.add(Op, i, i+n)
	return i + n
}
