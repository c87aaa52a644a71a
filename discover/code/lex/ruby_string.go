package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// decodeRuby decodes a String, Chunk or Doc of Ruby. The lines of a heredoc lose indent columns.
func decodeRuby(f *source.File, t Token, indent int, b *source.Builder) {
	if t.Style == rubyDoc {
		decodeHashDoc(f, int(t.Body), int(t.BodyEnd), b)
		return
	}
	u := unescaper{f: f, b: b, indent: indent, tabs: true, escape: rubyEscape}
	switch t.Style {
	case rubySingle:
		var opening, closing byte
		if t.Body > t.Start {
			opening, closing = f.Data[t.Body-1], f.Data[t.Body-1]
		}
		if t.BodyEnd < t.End {
			closing = f.Data[t.BodyEnd]
		}
		u.escape = quotedEscape(opening, closing)
	case rubyRaw:
		u.escape = noEscape
	case rubyWord:
		u.escape = anyEscape
	}
	from := int(t.Body)
	u.run(from, int(t.BodyEnd), from > 0 && f.Data[from-1] == '\n')
}

// anyEscape is the escape of word lists: a backslash guards whatever follows.
func anyEscape(src []byte, i int) escape {
	if i+1 >= len(src) {
		return escape{}
	}
	return guarded(src[i+1], i)
}

// rubyEscape is the escape of "..." and of heredocs.
func rubyEscape(src []byte, i int) escape {
	if i+1 >= len(src) {
		return escape{}
	}
	c := src[i+1]
	if k := bytes.IndexByte([]byte("ntsreabvf"), c); k >= 0 {
		return escape{end: i + 2, text: "\n\t \r\x1b\a\b\v\f"[k : k+1]}
	}
	switch {
	case c == '\n':
		return escape{end: i + 2}
	case c == '\r' && i+2 < len(src) && src[i+2] == '\n':
		return escape{end: i + 3}
	case c >= '0' && c <= '7':
		v, end := digitsAt(src, i+1, 8, 3)
		return escape{end: end, isByte: true, raw: byte(v)}
	case c == 'x':
		if v, end := digitsAt(src, i+2, 16, 2); end > i+2 {
			return escape{end: end, isByte: true, raw: byte(v)}
		}
	case c == 'u' && i+2 < len(src) && src[i+2] == '{':
		return rubyRunes(src, i)
	case c == 'u':
		if v, end := digitsAt(src, i+2, 16, 4); end == i+6 {
			return escape{end: end, text: string(rune(v))}
		}
	case c == 'c' && i+2 < len(src):
		return escape{end: i + 3, isByte: true, raw: src[i+2] & 0x9f}
	case c == 'C' && i+3 < len(src) && src[i+2] == '-' && src[i+3] == '?':
		return escape{end: i + 4, text: "\x7f"}
	case c == 'C' && i+3 < len(src) && src[i+2] == '-':
		return escape{end: i + 4, isByte: true, raw: src[i+3] & 0x9f}
	case c == 'M' && i+3 < len(src) && src[i+2] == '-':
		return escape{end: i + 4, isByte: true, raw: src[i+3] | 0x80}
	}
	return guarded(c, i)
}

// rubyRunes reads \u{61 200b} at i.
func rubyRunes(src []byte, i int) escape {
	var text []byte
	for at := i + 3; at < len(src); {
		if src[at] == ' ' || src[at] == '\t' {
			at++
			continue
		}
		if src[at] == '}' {
			return escape{end: at + 1, text: string(text)}
		}
		v, end := digitsAt(src, at, 16, 6)
		if end == at {
			break
		}
		text = append(text, string(rune(v))...)
		at = end
	}
	return escape{end: i + 2, text: "u"}
}

// decodeHashDoc decodes the run of comment lines of [from, to): each without white space, # and one space at its start.
func decodeHashDoc(f *source.File, from, to int, b *source.Builder) {
	for from < to {
		end := from + bytes.IndexByte(f.Data[from:to], '\n')
		next := end + 1
		if end < from {
			end, next = to, to
		}
		body := bytes.TrimLeft(f.Data[from:end], " \t")
		body = bytes.TrimLeft(body, "#")
		if len(body) > 0 && body[0] == ' ' {
			body = body[1:]
		}
		start := end - len(body)
		body = bytes.TrimRight(body, " \t\r")
		stop := start + len(body)
		b.Verbatim(f, source.Span{Start: start, End: stop})
		if next > end {
			b.Fold(f, source.Span{Start: stop, End: next}, "\n")
		}
		from = next
	}
}
