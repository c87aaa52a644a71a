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
	escape := noEscape
	switch t.Style {
	case phpSingle:
		escape = quotedEscape('\'', '\'')
	case phpDouble:
		escape = phpEscape('"')
	case phpShell:
		escape = phpEscape('`')
	case phpHeredoc:
		escape = phpEscape(0)
	}
	indented{indent, false}.decode(f, source.Span{Start: int(t.Body), End: int(t.BodyEnd)}, b, escape)
}

var phpEscapes = escapes{simple: "n\nr\rt\tv\ve\x1bf\f\\\\$$", braces: true}

// phpEscape is the escape of "..." and of heredocs, where quote is 0. An unknown one stands as it is.
func phpEscape(quote byte) func([]byte) (string, int) {
	return func(s []byte) (string, int) {
		if len(s) > 1 && s[1] == quote && quote != 0 {
			return string(s[1:2]), 2
		}
		if text, n := byteRun(s, phpByte); n > 0 {
			return text, n
		}
		return phpEscapes.at(s)
	}
}

// phpByte reads one escape that gives a byte.
func phpByte(s []byte) (v uint32, n int) {
	if bytes.HasPrefix(s, []byte(`\X`)) {
		if v, n = hex(s[2:], 2); n > 0 {
			n += 2
		}
		return v, n
	}
	return byteEscape(s, 2, true)
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
