package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// lexJava turns Java into tokens. An annotation is the operator @ and words.
func lexJava(f *source.File) *File {
	w := newWriter(f)
	like := clike{dollar: true}
	for i := f.BOM(); i < len(w.src) && !w.full(); {
		switch c := w.src[i]; {
		case c <= ' ':
			i++
			continue
		case c == '/':
			if end := w.comment(i, &like); end > i {
				i = end
				continue
			}
		case c == '"' && w.has(i, `"""`) && isBreak(w.at(w.blanks(i+3))):
			body := w.longEnd(i+3, `"""`)
			end := min(body+3, len(w.src))
			w.literal(String, javaBlock, i, i+3, body, end)
			i = end
			continue
		case c == '"' || c == '\'':
			i = w.oneLine(i)
			continue
		}
		i = w.plain(i, &like)
	}
	return w.file(f, decodeJava)
}

// The styles of Java.
const (
	javaString = escaped + iota // "" and ''
	javaBlock                   // """
)

var javaEscapes = escapes{simple: "n\nt\tr\r\"\"''\\\\b\bf\fs ", u: true, uu: true, octal: true, join: true}

// decodeJava appends the text of a literal or documentation comment.
func decodeJava(f *source.File, t Token, b *source.Builder) {
	span := source.Span{Start: int(t.Body), End: int(t.BodyEnd)}
	switch {
	case t.Style >= docBlock:
		decodeDoc(f, t, b)
	case t.Style == javaString:
		javaEscapes.decode(f, span, b)
	case t.Style == javaBlock:
		textBlock(f, span, b)
	}
}

// textBlock appends the content of a text block: without its first line, without the indentation that all its lines and the
// closing quotes share, without blanks at the end of lines. Escapes are decoded after that.
func textBlock(f *source.File, span source.Span, b *source.Builder) {
	_, begin := lineAt(f.Data, span.Start, span.End)
	indent := -1
	for at := begin; ; {
		stop, next := lineAt(f.Data, at, span.End)
		n := 0
		for at+n < stop && isBlank(f.Data[at+n]) {
			n++
		}
		// The last line counts also when it is blank: the closing quotes stand there.
		if (at+n < stop || next == stop) && (indent < 0 || n < indent) {
			indent = n
		}
		if next == stop {
			break
		}
		at = next
	}
	for at := begin; ; {
		stop, next := lineAt(f.Data, at, span.End)
		end := at + len(bytes.TrimRight(f.Data[at:stop], " \t\f\v"))
		from := min(at+indent, end)
		joined := next > stop && odd(f.Data[from:end])
		if joined {
			end--
		}
		javaEscapes.decode(f, source.Span{Start: from, End: end}, b)
		if next == stop {
			return
		}
		if !joined {
			newline(f, source.Span{Start: end, End: next}, b)
		}
		at = next
	}
}

// odd reports whether an odd number of backslashes ends line.
func odd(line []byte) bool {
	n := len(line)
	for n > 0 && line[n-1] == '\\' {
		n--
	}
	return (len(line)-n)%2 == 1
}
