package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

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
