package lex

import "github.com/org/mcp-lint/discover/source"

// cppLike and cppBang are the comments of C and C++: /// and //! document, as Doxygen has it.
var (
	cppLike = clike{line: "///"}
	cppBang = clike{line: "//!", slashes: true}
)

// cppLexer reads C and C++.
type cppLexer struct {
	writer
	// fresh is set until something other than white space and comments stands in the line: a # is a directive then.
	fresh bool
	// floor is how many groups a closing bracket may not close, for it belongs to another branch of #if or to a macro.
	floor int
	// define is set in the line of a #define, and over is the floor after it.
	define bool
	over   int
	// branches are the #if that are open.
	branches []cppBranch
}

// cppBranch is an #if that is open: how many groups were open in front of it, and the floor.
type cppBranch struct{ open, floor int }

// lexCpp reads C and C++. Of directives only #define is in tokens: the word, the name, what it stands for, and a Line. All branches
// of #if are read, each as if it were the only one. Suffixes of literals are in no token.
func lexCpp(f *source.File) *File {
	l := &cppLexer{writer: newWriter(f), fresh: true}
	for i := f.BOM(); i < len(l.src) && !l.full(); {
		i = l.token(i)
	}
	l.endDefine(len(l.src), len(l.src))
	return l.file(f, decodeCpp)
}

// token reads what stands at i.
func (l *cppLexer) token(i int) int {
	c := l.src[i]
	switch {
	case isBreak(c):
		l.endDefine(i, i+1)
		l.fresh = true
		return i + 1
	case c <= ' ':
		return i + 1
	case c == '\\':
		if end := l.splice(i); end > i {
			return end
		}
	case c == '/':
		if end := l.remark(i); end > i {
			return end
		}
	case c == '#' && l.fresh:
		return l.directive(i)
	}
	l.fresh = false
	switch {
	case c == '"':
		return l.quoted(i, i, cppNarrow)
	case c == '\'':
		return l.char(i, i, cppNarrow)
	case isWordStart(c, true):
		return l.word(i)
	case c >= '0' && c <= '9' || c == '.' && l.at(i+1) >= '0' && l.at(i+1) <= '9':
		end := l.number(i)
		l.add(Number, i, end)
		return end
	case c == ')':
		l.close(Paren, i)
	case c == ']':
		l.close(Square, i)
	case c == '}':
		l.close(Brace, i)
	default:
		return l.plain(i, &cppLike)
	}
	return i + 1
}

// splice returns the end of the backslash and line break at i, which are white space, or i.
func (l *cppLexer) splice(i int) int {
	switch {
	case l.at(i+1) == '\r' && l.at(i+2) == '\n':
		return i + 3
	case isBreak(l.at(i + 1)):
		return i + 2
	}
	return i
}

// remark reads the comment at i and returns its end, or i when there is none. A line comment goes on after a splice. One that
// documents what stands before it is not kept, for it would be taken for that of what follows.
func (l *cppLexer) remark(i int) int {
	switch {
	case l.at(i+3) == '<' && (l.has(i, "///") || l.has(i, "//!")):
		return l.logicalEnd(i)
	case l.at(i+3) == '<' && (l.has(i, "/**") || l.has(i, "/*!")):
		return l.blockEnd(i, false)
	case l.has(i, "//!"):
		return l.comment(i, &cppBang)
	case l.has(i, "/*!"):
		end := l.blockEnd(i, false)
		l.literal(Doc, docBlock, i, i, end, end)
		return end
	case l.has(i, "//") && !l.documents(i, &cppLike):
		return l.logicalEnd(i)
	}
	return l.comment(i, &cppLike)
}

// logicalEnd returns the offset of the line break at or after i that no backslash stands before.
func (l *cppLexer) logicalEnd(i int) int {
	for {
		i = l.lineEnd(i)
		if l.at(i-1) != '\\' || i >= len(l.src) {
			return i
		}
		i = l.splice(i - 1)
	}
}

// close closes the group that the bracket at i ends, unless it is one of those that it may not close.
func (l *cppLexer) close(s Shape, i int) {
	for k := len(l.open) - 1; k >= l.floor; k-- {
		if l.out[l.open[k]].Shape == s {
			l.pop(s, i, i+1)
			return
		}
	}
	l.add(Op, i, i+1)
}

// word reads the word at i, or the literal that it is the prefix of.
func (l *cppLexer) word(i int) int {
	end := l.wordEnd(i, true)
	style, raw := cppNarrow, false
	if q := l.at(end); end-i <= 3 && (q == '"' || q == '\'') {
		prefix := string(l.src[i:end])
		if n := len(prefix) - 1; prefix[n] == 'R' {
			prefix, raw = prefix[:n], true
		}
		switch prefix {
		case "L", "U", "u":
			style = cppWide
		case "u8", "":
		default:
			q = 0
		}
		switch {
		case q == '"' && raw:
			return l.raw(i, end)
		case q == '"':
			return l.quoted(i, end, style)
		case q == '\'' && !raw:
			return l.char(i, end, style)
		}
	}
	l.add(Word, i, end)
	return end
}

// number returns the end of the number at i, in which quotes may keep digits apart.
func (l *cppLexer) number(i int) int {
	for {
		end := l.numberEnd(i)
		if l.at(end) == '.' {
			end++ // 1. and 1.f
		}
		if l.at(end) != '\'' || !isWordByte(l.at(end+1), false) || end == i {
			return end
		}
		i = end + 1
	}
}
