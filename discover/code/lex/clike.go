package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// clike says what a language of the C family has of its own in the comments, words and marks that the family shares.
type clike struct {
	// nested is set where a block comment may hold another.
	nested bool
	// dollar is set where $ is a letter.
	dollar bool
	// line begins a line comment that documents ("///"), or is empty where none does. A further slash makes it a plain one
	// unless slashes is set.
	line    string
	slashes bool
}

// comment reads the comment at i, adds a Doc when it documents, and returns its end. It returns i when none begins there.
func (w *writer) comment(i int, c *clike) int {
	if w.at(i) != '/' {
		return i
	}
	switch w.at(i + 1) {
	case '/':
		if c.line == "" || !w.documents(i, c) {
			return w.lineEnd(i)
		}
		end := w.docRun(i, c)
		w.literal(Doc, docLines, i, i, end, end)
		return end
	case '*':
		end := w.blockEnd(i, c.nested)
		if w.at(i+2) == '*' && w.at(i+3) != '*' && w.at(i+3) != '/' {
			w.literal(Doc, docBlock, i, i, end, end)
		}
		return end
	}
	return i
}

// documents reports whether the line comment at i is one that documents.
func (w *writer) documents(i int, c *clike) bool {
	return w.has(i, c.line) && (c.slashes || w.at(i+len(c.line)) != '/')
}

// docRun returns the end of the run of documenting line comments that begins at i: line after line, with nothing between them
// but blanks.
func (w *writer) docRun(i int, c *clike) int {
	for {
		end := w.lineEnd(i)
		next := w.blanks(end + max(w.breaks.At(w.src, end), 1))
		if end >= len(w.src) || !w.documents(next, c) {
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
	for i += 2; i < len(w.src); {
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
		i++
	}
	return len(w.src)
}

// blanks returns the offset of what follows the spaces and tabs at i.
func (w *writer) blanks(i int) int {
	for i < len(w.src) && isBlank(w.src[i]) {
		i++
	}
	return i
}

// blank returns the offset of what follows the spaces and tabs at i, without other blanks.
func (w *writer) blank(i int) int {
	for w.at(i) == ' ' || w.at(i) == '\t' {
		i++
	}
	return i
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\f' || c == '\v' }

func isBreak(c byte) bool { return c == '\n' || c == '\r' }

// plain adds the word, number, bracket or operator at i and returns its end. Strings, white space and comments are the
// caller's.
func (w *writer) plain(i int, c *clike) int {
	ch := w.src[i]
	switch {
	case isWordStart(ch, c.dollar):
		end := w.wordEnd(i, c.dollar)
		w.add(Word, i, end)
		return end
	case ch >= '0' && ch <= '9':
		end := w.numberEnd(i)
		w.add(Number, i, end)
		return end
	}
	switch ch {
	case '(', ')', '[', ']', '{', '}':
		w.bracket(ch, i)
		return i + 1
	}
	return w.op(i)
}

// quoteEnd returns where the string that goes on at i ends: the offset of the delimiter q, or of the line break or end of
// file that cuts it off. A backslash takes the byte after it along, but no line break.
func (w *writer) quoteEnd(i int, q byte) int {
	for i < len(w.src) {
		switch c := w.src[i]; {
		case c == q || isBreak(c):
			return i
		case c == '\\' && i+1 < len(w.src) && !isBreak(w.src[i+1]):
			i++
		}
		i++
	}
	return len(w.src)
}

// longEnd returns the offset at which quotes end the string that goes on at i, over any number of lines, or the end of the file.
func (w *writer) longEnd(i int, quotes string) int {
	for ; i < len(w.src); i++ {
		switch {
		case w.src[i] == '\\':
			i++
		case w.has(i, quotes):
			return i
		}
	}
	return len(w.src)
}

// oneLine adds the string or character literal at i whose delimiter is the single byte there, and returns its end. The
// literal ends with its line at the latest.
func (w *writer) oneLine(i int) int {
	body := w.quoteEnd(i+1, w.src[i])
	end := body
	if w.at(body) == w.src[i] && body < len(w.src) {
		end++
	}
	w.literal(String, escaped, i, i+1, body, end)
	return end
}

// runOf returns how often c stands at i in a row.
func (w *writer) runOf(i int, c byte) int { return w.runUpTo(i, c, len(w.src)) }

// runUpTo is runOf, but looks at no more than most bytes.
func (w *writer) runUpTo(i int, c byte, most int) int {
	n := 0
	for n < most && i+n < len(w.src) && w.src[i+n] == c {
		n++
	}
	return n
}

// The styles of documentation comments, alike in all languages of the C family. Other styles are below them.
const (
	docLines Style = 255 - iota // a run of /// lines
	docBlock                    // /** */
)

// escaped is the first style of each language that reads its one-line strings with oneLine: text with backslash escapes.
const escaped Style = 1

// decodeDoc appends the text of a documentation comment: without the marks at the start of each line, one blank after them,
// and line breaks that stand alone with the delimiters. The marks of lines are three bytes long.
func decodeDoc(f *source.File, t Token, b *source.Builder) {
	at, end := int(t.Start), int(t.End)
	block := t.Style == docBlock
	if block {
		at += len("/**")
		if bytes.HasSuffix(f.Data[at:end], []byte("*/")) {
			end -= len("*/")
		}
		end = at + len(bytes.TrimRight(f.Data[at:end], " \t\r\n"))
	}
	for first := true; at < end; first = false {
		stop, next := lineAt(f.Data, at, end)
		from := at
		if !first || !block {
			for from < stop && isBlank(f.Data[from]) {
				from++
			}
			if block {
				for from < stop && f.Data[from] == '*' {
					from++
				}
			} else {
				from = min(from+len("///"), stop)
			}
		}
		if from < stop && isBlank(f.Data[from]) {
			from++
		}
		b.Verbatim(f, source.Span{Start: from, End: stop})
		if next > stop && (!first || !block || len(bytes.TrimSpace(f.Data[from:stop])) > 0) {
			newline(f, source.Span{Start: stop, End: next}, b)
		}
		at = next
	}
}

// lineAt returns the end of the line at i and the start of the next one, both at most end.
func lineAt(data []byte, i, end int) (stop, next int) {
	k := bytes.IndexAny(data[i:end], "\r\n")
	if k < 0 {
		return end, end
	}
	stop = i + k
	next = stop + 1
	if data[stop] == '\r' && next < end && data[next] == '\n' {
		next++
	}
	return stop, next
}

// newline appends the line break that span is, perhaps with blanks around it that are dropped.
func newline(f *source.File, span source.Span, b *source.Builder) {
	if span.End == span.Start+1 && f.Data[span.Start] == '\n' {
		b.Verbatim(f, span)
		return
	}
	b.Fold(f, span, "\n")
}
