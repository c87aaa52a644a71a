package source

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// JSONText decodes the body of a string of JSON, raw bytes [span) of f. What is wrong is decoded as well as can be: an unknown escape is the
// character after the backslash, a lone surrogate and an invalid byte are U+FFFD, control characters are kept. bad is the offset of the first
// such place that JSON forbids, or -1.
//
// Most documents define nothing, and nobody asks where the bytes of their strings stand: the pieces between escapes are worked out when
// somebody does, of a short string all of them, and of a long one those of a part of it.
func JSONText(f *File, span Span) (t Text, bad int) {
	raw := f.Data[span.Start:span.End]
	if bytes.IndexByte(raw, '\\') < 0 {
		return VerbatimText(f, span), controlIn(f, span)
	}
	closed := span.End < len(f.Data) && (f.Data[span.End] == '"' || f.Data[span.End] == '\'')
	if len(raw) > looseBytes || !closed || !utf8.Valid(raw) || controlIn(f, span) >= 0 {
		return longJSON(f, span)
	}
	var b strings.Builder
	b.Grow(len(raw) - 1)
	wrong := eachJSON(f, span, func(run, escape Span, decoded rune) {
		b.Write(f.Data[run.Start:run.End])
		if escape.Start < escape.End {
			b.WriteRune(decoded)
		}
	})
	if wrong >= 0 {
		return longJSON(f, span)
	}
	return Text{Value: fitted(&b), file: f, raw: ^span.Start}, -1
}

// controlIn returns the offset of the first byte of a string that JSON wants escaped, or -1. Tabs are common in spite of it.
func controlIn(f *File, span Span) int {
	for i, c := range f.Data[span.Start:span.End] {
		if c < ' ' && c != '\t' {
			return span.Start + i
		}
	}
	return -1
}

// fitted returns what was built, without much room to spare.
func fitted(b *strings.Builder) string {
	if s := b.String(); len(s) < b.Cap()*3/4 {
		return strings.Clone(s)
	}
	return b.String()
}

// longJSON is JSONText for any string, with one segment for all pieces of a part of it: see looseJSON.
func longJSON(f *File, span Span) (t Text, bad int) {
	l := longText{file: f, from: span.Start}
	l.value.Grow(span.End - span.Start)
	wrong := eachJSON(f, span, func(run, escape Span, decoded rune) {
		raw := f.Data[run.Start:run.End]
		valid, long := utf8.Valid(raw), len(raw) > looseBytes
		if !valid || long || run.Start-l.from > looseBytes {
			l.flush(run.Start)
		}
		if valid {
			l.value.Write(raw)
		} else {
			l.odd(run)
		}
		if long || run.End-l.from > looseBytes {
			l.flush(run.End)
		}
		if escape.Start < escape.End {
			l.value.WriteRune(decoded)
			l.escapes = true
		}
	})
	l.flush(span.End)
	if bad = controlIn(f, span); bad < 0 {
		bad = wrong
	}
	return Text{Value: fitted(&l.value), segs: l.segs}, bad
}

// longText is a string of JSON that is put together part by part.
type longText struct {
	file  *File
	value strings.Builder
	segs  []segment
	// The part that no segment is made of yet begins at raw byte from and decoded byte dec; escapes is set when there are some in it.
	from, dec int
	escapes   bool
}

// flush makes the segment of the part that ends at a raw byte.
func (l *longText) flush(to int) {
	if to > l.from {
		s := segment{file: l.file, dec: l.dec, n: l.value.Len() - l.dec, raw: l.from, rawN: to - l.from, exact: true, verbatim: !l.escapes}
		if l.escapes {
			s.loose = looseJSON
		}
		l.segs = append(l.segs, s)
	}
	l.from, l.dec, l.escapes = to, l.value.Len(), false
}

// odd adds a run that is not valid UTF-8, which the part before it ends at.
func (l *longText) odd(run Span) {
	var b Builder
	b.Verbatim(l.file, run)
	t := b.Text()
	for _, s := range t.segments() {
		s.dec += l.dec
		l.segs = append(l.segs, s)
	}
	l.value.WriteString(t.Value)
	l.from, l.dec = run.End, l.value.Len()
}

// eachJSON calls take for each run of a string of JSON that holds no escape, and the escape behind it, which the last one has none of. It returns
// the offset of the first escape that JSON does not know, or -1.
func eachJSON(f *File, span Span, take func(run, escape Span, decoded rune)) (bad int) {
	bad = -1
	for at := span.Start; ; {
		raw := f.Data[at:span.End]
		next := bytes.IndexByte(raw, '\\')
		if next < 0 {
			take(Span{at, span.End}, Span{}, 0)
			return bad
		}
		decoded, size, ok := jsonEscape(raw[next:])
		if !ok && bad < 0 {
			bad = at + next
		}
		take(Span{at, at + next}, Span{at + next, at + next + size}, decoded)
		at += next + size
	}
}

// jsonPieces are the segments of raw bytes [span), whose first decoded byte is dec of the Text.
func jsonPieces(f *File, span Span, dec int) []segment {
	var b Builder
	eachJSON(f, span, func(run, escape Span, decoded rune) {
		b.Verbatim(f, run)
		if escape.Start < escape.End {
			b.Escape(f, escape, string(decoded))
		}
	})
	b.settle()
	for i := range b.segs {
		b.segs[i].dec += dec
	}
	return b.segs
}

// isLater reports whether the segments of t are yet to be worked out: raw is the complement of the offset of its first byte then.
func (t Text) isLater() bool { return t.raw < 0 }

// laterSpan is what such a text was decoded from: the bytes up to the quote that ends it.
func (t Text) laterSpan() Span {
	data, end := t.file.Data, ^t.raw
	for left := len(t.Value); left > 0; {
		if data[end] != '\\' {
			run := data[end:min(end+left, len(data))]
			if n := bytes.IndexByte(run, '\\'); n >= 0 {
				run = run[:n]
			}
			left -= len(run)
			end += len(run)
			continue
		}
		// No escape is longer when all that follows in the file is seen: behind the last one, or behind a lone surrogate, stands the quote.
		decoded, size, _ := jsonEscape(data[end:])
		left -= utf8.RuneLen(decoded)
		end += size
	}
	return Span{^t.raw, end}
}

// jsonEscape decodes the escape at the start of s, which is size bytes long. ok is false when JSON does not know it.
func jsonEscape(s []byte) (decoded rune, size int, ok bool) {
	if len(s) < 2 {
		return '\\', len(s), false
	}
	switch s[1] {
	case '"', '\\', '/':
		return rune(s[1]), 2, true
	case 'b':
		return '\b', 2, true
	case 'f':
		return '\f', 2, true
	case 'n':
		return '\n', 2, true
	case 'r':
		return '\r', 2, true
	case 't':
		return '\t', 2, true
	case 'u':
		r, ok := HexRune(s[2:], 4)
		if !ok {
			return 'u', 2, false
		}
		if utf16.IsSurrogate(r) {
			if len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
				if low, ok := HexRune(s[8:], 4); ok {
					if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
						return pair, 12, true
					}
				}
			}
			r = utf8.RuneError
		}
		return r, 6, true
	case 'x': // JSON5
		if r, ok := HexRune(s[2:], 2); ok {
			return r, 4, false
		}
	}
	r, n := utf8.DecodeRune(s[1:])
	return r, 1 + n, false
}

// HexRune reads n hexadecimal digits at the start of s: eight at most, of which the highest may make it negative.
func HexRune(s []byte, n int) (r rune, ok bool) {
	if len(s) < n {
		return 0, false
	}
	v, err := strconv.ParseUint(string(s[:n]), 16, 32)
	return rune(v), err == nil
}
