package discover

import (
	"bytes"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// commentMarks says what may stand between the tokens of a language.
type commentMarks struct {
	// slashes and hash are set where // and # begin a comment that ends with its line; # after a blank only when spaced is set.
	slashes, hash, spaced bool
	// blocks is set where /* and */ are around a comment, which may hold others when nested is set. begin is set where =begin and =end
	// are, as in Ruby.
	blocks, nested, begin bool
	// documents is set where ///, //!, /** and /*! begin documentation.
	documents bool
	// directives is set where a line that begins with # is one of a preprocessor.
	directives bool
	// filler are the marks that are no tokens. After one of runs everything up to the next blank is none, after one of lines
	// everything to the end of the line. With words set, letters and digits are fillers too.
	filler, runs, lines string
	words               bool
	// breaks are what ends a line.
	breaks lex.Breaks
}

func codeMarks(lang lex.Language) commentMarks {
	m := familyMarks(lang)
	m.breaks = lex.BreaksOf(lang)
	return m
}

func familyMarks(lang lex.Language) commentMarks {
	switch lang {
	case lex.Python, lex.Elixir:
		return commentMarks{hash: true, filler: `\`}
	case lex.Ruby:
		return commentMarks{hash: true, begin: true, filler: `\`}
	case lex.PHP:
		return commentMarks{hash: true, slashes: true, blocks: true, documents: true}
	case lex.Kotlin, lex.Rust, lex.Swift, lex.Dart:
		return commentMarks{slashes: true, blocks: true, nested: true, documents: true}
	case lex.Cpp, lex.CSharp:
		return commentMarks{slashes: true, blocks: true, documents: true, directives: true, filler: `\`}
	}
	return commentMarks{slashes: true, blocks: true, documents: true}
}

// between looks at bytes [from, to), which are in no token. It ends at the first that it cannot account for.
func (c *commenter) between(from, to int) {
	data, m := c.file.Data, &c.marks
	for i := from; i < to; {
		switch b := data[i]; {
		case b == ' ' || b == '\t' || b == '\r' || b == '\n' || b == '\f' || b == '\v':
			i++
		case b >= 0x80 && m.breaks.At(data, i) > 0:
			i += m.breaks.At(data, i)
		case b == '#' && m.hash && (!m.spaced || i == c.file.BOM() || strings.IndexByte(" \t\r\n", data[i-1]) >= 0),
			b == '/' && m.slashes && i+1 < to && data[i+1] == '/':
			end := min(c.lineEnd(i), to)
			if !m.documents || !documents(data[i:end]) {
				c.take(source.Span{Start: i, End: end})
			}
			i = end
		case b == '#' && m.directives && c.beginsLine(i):
			i = c.directiveEnd(i, to)
		case b == '/' && m.blocks && i+1 < to && data[i+1] == '*':
			end := c.blockEnd(i, to)
			if end < 0 {
				return
			}
			if !m.documents || !documents(data[i:end]) {
				c.take(source.Span{Start: i + 2, End: end - 2})
			}
			i = end
		case b == '=' && m.begin && bytes.HasPrefix(data[i:to], []byte("=begin")) && c.beginsLine(i):
			end := bytes.Index(data[i:to], []byte("\n=end"))
			if end < 0 {
				return
			}
			c.take(source.Span{Start: i, End: i + end})
			i = min(c.lineEnd(i+end+1), to)
		case strings.IndexByte(m.lines, b) >= 0 && c.beginsLine(i):
			i = c.lineEnd(i)
		case strings.IndexByte(m.runs, b) >= 0:
			for i < to && strings.IndexByte(" \t\r\n", data[i]) < 0 {
				i++
			}
		case strings.IndexByte(m.filler, b) >= 0, m.words && (isLetter(b) || isDigit(b)):
			i++
		default:
			return
		}
	}
}

// documents reports whether a comment of the C family is documentation by its first bytes.
func documents(comment []byte) bool {
	return len(comment) > 3 && (comment[2] == '!' || comment[2] == comment[1] && string(comment) != "/**/")
}

func (c *commenter) lineEnd(i int) int { return c.marks.breaks.Next(c.file.Data, i) }

func (c *commenter) beginsLine(i int) bool {
	for i > c.file.BOM() && (c.file.Data[i-1] == ' ' || c.file.Data[i-1] == '\t') {
		i--
	}
	return i <= c.file.BOM() || c.file.Data[i-1] == '\n' || c.file.Data[i-1] == '\r'
}

// blockEnd returns the end of the block comment at i, or -1 when it has none before to.
func (c *commenter) blockEnd(i, to int) int {
	data, depth := c.file.Data, 0
	for ; i+1 < to; i++ {
		switch {
		case data[i] == '*' && data[i+1] == '/':
			i++
			if depth--; depth == 0 {
				return i + 1
			}
		case data[i] == '/' && data[i+1] == '*' && (depth == 0 || c.marks.nested):
			i++
			depth++
		}
	}
	return -1
}

// directiveEnd returns where the directive of a preprocessor at i ends: with its line, where a comment begins, or before to. It may go on after a
// backslash.
func (c *commenter) directiveEnd(i, to int) int {
	data := c.file.Data
	for quoted := byte(0); i < to; i++ {
		switch b := data[i]; {
		case b == '\\':
			if i+2 < to && data[i+1] == '\r' && data[i+2] == '\n' {
				i++
			}
			i++
		case b == '\n' || b == '\r':
			return i
		case quoted != 0:
			if b == quoted {
				quoted = 0
			}
		case b == '"' || b == '\'' || b == '<':
			if quoted = b; b == '<' {
				quoted = '>'
			}
		case b == '/' && i+1 < to && (data[i+1] == '/' || data[i+1] == '*'):
			return i
		}
	}
	return to
}
