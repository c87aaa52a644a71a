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
// Most documents define nothing, and nobody asks where the bytes of their strings stand: of a string in which nothing is wrong that is
// worked out when it is asked for.
func JSONText(f *File, span Span) (t Text, bad int) {
	raw := f.Data[span.Start:span.End]
	next := bytes.IndexByte(raw, '\\')
	closed := span.End < len(f.Data) && (f.Data[span.End] == '"' || f.Data[span.End] == '\'')
	if next < 0 || !closed || !utf8.Valid(raw) {
		return builtJSON(f, span)
	}
	for _, c := range raw {
		if c < ' ' && c != '\t' {
			return builtJSON(f, span)
		}
	}
	var b strings.Builder
	b.Grow(len(raw) - 1)
	for next >= 0 {
		b.Write(raw[:next])
		decoded, size, ok := jsonEscape(raw[next:])
		if !ok {
			return builtJSON(f, span)
		}
		b.WriteRune(decoded)
		raw = raw[next+size:]
		next = bytes.IndexByte(raw, '\\')
	}
	b.Write(raw)
	value := b.String()
	if len(value) < b.Cap()*3/4 {
		value = strings.Clone(value)
	}
	return Text{Value: value, file: f, raw: ^span.Start}, -1
}

// builtJSON is JSONText for all strings, with the places of their pieces.
func builtJSON(f *File, span Span) (t Text, bad int) {
	bad = -1
	raw := f.Data[span.Start:span.End]
	for i, c := range raw {
		if c < ' ' && c != '\t' {
			bad = span.Start + i
			break
		}
	}
	next := bytes.IndexByte(raw, '\\')
	if next < 0 {
		return VerbatimText(f, span), bad
	}
	var b Builder
	const manyPieces = 64 // beyond, they are appended as they come
	b.Grow(len(raw), min(2*bytes.Count(raw, []byte{'\\'})+1, manyPieces))
	from := 0
	for next >= 0 {
		at := from + next
		b.Verbatim(f, Span{Start: span.Start + from, End: span.Start + at})
		decoded, size, ok := jsonEscape(raw[at:])
		if !ok && bad < 0 {
			bad = span.Start + at
		}
		b.Escape(f, Span{Start: span.Start + at, End: span.Start + at + size}, string(decoded))
		from = at + size
		next = bytes.IndexByte(raw[from:], '\\')
	}
	b.Verbatim(f, Span{Start: span.Start + from, End: span.End})
	return b.Text(), bad
}

// isLater reports whether the segments of t are yet to be worked out: raw is the complement of the offset of its first byte then.
func (t Text) isLater() bool { return t.raw < 0 }

// Settled returns t with the places of its pieces worked out, which is for those who ask for places again and again.
func (t Text) Settled() Text {
	if t.isLater() {
		return Text{Value: t.Value, segs: t.jsonSegments()}
	}
	return t
}

// jsonSegments works out the segments of what JSONText decoded. No escape is longer when all that follows in the file is seen: behind the
// last one, or behind a lone surrogate, stands the quote.
func (t Text) jsonSegments() []segment {
	data, at := t.file.Data, ^t.raw
	var segs []segment
	for dec := 0; dec < len(t.Value); {
		s := segment{file: t.file, dec: dec, raw: at, exact: true}
		if data[at] == '\\' {
			var decoded rune
			decoded, s.rawN, _ = jsonEscape(data[at:])
			s.n = utf8.RuneLen(decoded)
		} else {
			s.verbatim = true
			rest := data[at:min(at+len(t.Value)-dec, len(data))]
			if s.n = bytes.IndexByte(rest, '\\'); s.n < 0 {
				s.n = len(rest)
			}
			s.rawN = s.n
		}
		segs = append(segs, s)
		dec += s.n
		at += s.rawN
	}
	return segs
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
		r, ok := hexRune(s[2:], 4)
		if !ok {
			return 'u', 2, false
		}
		if utf16.IsSurrogate(r) {
			if len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
				if low, ok := hexRune(s[8:], 4); ok {
					if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
						return pair, 12, true
					}
				}
			}
			r = utf8.RuneError
		}
		return r, 6, true
	case 'x': // JSON5
		if r, ok := hexRune(s[2:], 2); ok {
			return r, 4, false
		}
	}
	r, n := utf8.DecodeRune(s[1:])
	return r, 1 + n, false
}

// hexRune reads n hexadecimal digits at the start of s.
func hexRune(s []byte, n int) (r rune, ok bool) {
	if len(s) < n {
		return 0, false
	}
	v, err := strconv.ParseUint(string(s[:n]), 16, 32)
	return rune(v), err == nil
}
