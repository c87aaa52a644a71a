package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// decodePHP decodes a String, Chunk or Doc of PHP. The lines of a heredoc lose indent columns.
func decodePHP(f *source.File, t Token, indent int, b *source.Builder) {
	if t.Style == phpDoc {
		decodeStarDoc(f, int(t.Body), int(t.BodyEnd), b)
		return
	}
	u := unescaper{f: f, b: b, indent: indent, escape: noEscape}
	switch t.Style {
	case phpSingle:
		u.escape = quotedEscape('\'', '\'')
	case phpDouble:
		u.escape = phpEscape('"')
	case phpShell:
		u.escape = phpEscape('`')
	case phpHeredoc:
		u.escape = phpEscape(0)
	}
	from := int(t.Body)
	u.run(from, int(t.BodyEnd), from > 0 && f.Data[from-1] == '\n')
}

// phpEscape is the escape of "..." and of heredocs, where quote is 0. An unknown one stands as it is.
func phpEscape(quote byte) func([]byte, int) escape {
	return func(src []byte, i int) escape {
		if i+1 >= len(src) {
			return escape{}
		}
		c := src[i+1]
		if k := bytes.IndexByte([]byte(`nrtvef\$`), c); k >= 0 {
			return escape{end: i + 2, text: "\n\r\t\v\x1b\f\\$"[k : k+1]}
		}
		switch {
		case c == quote && quote != 0:
			return escape{end: i + 2, text: string(c)}
		case c >= '0' && c <= '7':
			v, end := digitsAt(src, i+1, 8, 3)
			return escape{end: end, isByte: true, raw: byte(v)}
		case c == 'x' || c == 'X':
			if v, end := digitsAt(src, i+2, 16, 2); end > i+2 {
				return escape{end: end, isByte: true, raw: byte(v)}
			}
		case c == 'u':
			text, end := bracedRune(src, i+2)
			return escape{end: end, text: text}
		}
		return escape{}
	}
}

// decodeStarDoc decodes the comment of [from, to): without its delimiters, and each line without white space, one * and one
// space at its start. White space around the whole is dropped.
func decodeStarDoc(f *source.File, from, to int, b *source.Builder) {
	from += len("/**")
	if bytes.HasSuffix(f.Data[from:to], []byte("*/")) {
		to -= len("*/")
	}
	// Each line is appended with the line breaks before it, so that none is left at either end.
	last := -1
	for first := true; from < to; first = false {
		end := from + bytes.IndexByte(f.Data[from:to], '\n')
		if end < from {
			end = to
		}
		body := f.Data[from:end]
		kept := bytes.TrimLeft(body, " \t\r")
		if !first && len(kept) > 0 && kept[0] == '*' {
			kept = bytes.TrimLeft(kept, "*")
			if len(kept) > 0 && (kept[0] == ' ' || kept[0] == '\t') {
				kept = kept[1:]
			}
		}
		start := end - len(kept)
		kept = bytes.TrimRight(kept, " \t\r")
		switch {
		case len(kept) > 0 && last >= 0:
			foldLines(f, last, start, b)
			fallthrough
		case len(kept) > 0:
			if last < 0 {
				trimmed := bytes.TrimLeft(kept, " \t")
				start += len(kept) - len(trimmed)
				kept = trimmed
			}
			b.Verbatim(f, source.Span{Start: start, End: start + len(kept)})
			last = start + len(kept)
		}
		from = end + 1
	}
}

// foldLines appends the line breaks of [from, to), and none of what stands around them.
func foldLines(f *source.File, from, to int, b *source.Builder) {
	for from < to {
		end := from + bytes.IndexByte(f.Data[from:to], '\n')
		next := end + 1 + bytes.IndexByte(f.Data[end+1:to], '\n')
		if next <= end {
			next = to
		}
		b.Fold(f, source.Span{Start: from, End: next}, "\n")
		from = next
	}
}
