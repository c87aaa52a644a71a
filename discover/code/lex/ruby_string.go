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
	escape := rubyEscape
	switch t.Style {
	case rubySingle:
		var opening, closing byte
		if t.Body > t.Start {
			opening, closing = f.Data[t.Body-1], f.Data[t.Body-1]
		}
		if t.BodyEnd < t.End {
			closing = f.Data[t.BodyEnd]
		}
		escape = quotedEscape(opening, closing)
	case rubyRaw:
		escape = noEscape
	case rubyWord:
		escape = guarded
	}
	indented{indent, true}.decode(f, source.Span{Start: int(t.Body), End: int(t.BodyEnd)}, b, escape)
}

var rubyEscapes = escapes{simple: "n\nt\ts r\re\x1ba\ab\bv\vf\f", u: true, join: true}

// rubyEscape is the escape of "..." and of heredocs.
func rubyEscape(s []byte) (string, int) {
	if bytes.HasPrefix(s, []byte(`\u{`)) {
		return rubyRunes(s)
	}
	if text, n := byteRun(s, rubyByte); n > 0 {
		return text, n
	}
	if text, n := rubyEscapes.at(s); n > 0 {
		return text, n
	}
	return guarded(s)
}

// rubyByte reads one escape that gives a byte: digits, control (\cx, \C-x) and meta characters (\M-x).
func rubyByte(s []byte) (v uint32, n int) {
	switch {
	case len(s) > 2 && s[0] == '\\' && s[1] == 'c':
		return uint32(s[2] & 0x9f), 3
	case len(s) > 3 && bytes.HasPrefix(s, []byte(`\C-?`)):
		return 0x7f, 4
	case len(s) > 3 && bytes.HasPrefix(s, []byte(`\C-`)):
		return uint32(s[3] & 0x9f), 4
	case len(s) > 3 && bytes.HasPrefix(s, []byte(`\M-`)):
		return uint32(s[3] | 0x80), 4
	}
	return byteEscape(s, 2, true)
}

// rubyRunes reads \u{61 200b} at the start of s.
func rubyRunes(s []byte) (string, int) {
	text := ""
	for at := len(`\u{`); at < len(s); {
		switch s[at] {
		case ' ', '\t':
			at++
			continue
		case '}':
			return text, at + 1
		}
		v, n := hex(s[at:], 6)
		if n == 0 {
			break
		}
		text += runeText(v)
		at += n
	}
	return "u", 2
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
