package source

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// Builder makes a Text piece by piece, in the order of the decoded string.
type Builder struct {
	text []byte
	segs []segment
}

// Grow makes room for more pieces.
func (b *Builder) Grow(pieces int) { b.segs = slices.Grow(b.segs, pieces) }

// Verbatim appends raw bytes [span) of f as they are. Each byte that is not part of valid UTF-8 is decoded as U+FFFD.
func (b *Builder) Verbatim(f *File, span Span) {
	if utf8.Valid(f.Data[span.Start:span.End]) {
		b.run(f, span)
		return
	}
	b.loosely(f, span, looseText)
}

// Lines appends raw bytes [span) of f as Verbatim does, except that CRLF is LF.
func (b *Builder) Lines(f *File, span Span) {
	if raw := f.Data[span.Start:span.End]; utf8.Valid(raw) && !bytes.Contains(raw, []byte("\r\n")) {
		b.run(f, span)
		return
	}
	b.loosely(f, span, looseLines)
}

// loosely appends raw bytes that do not decode to themselves in places: each run with such places is one segment.
func (b *Builder) loosely(f *File, span Span, how mapping) {
	raw := f.Data[:span.End]
	from, last := -1, 0 // the loose run, and the end of the last odd place in it
	plain := span.Start // where what is not yet appended begins
	flush := func() {
		if from < 0 {
			return
		}
		b.run(f, Span{plain, from})
		s := segment{file: f, dec: len(b.text), raw: from, rawN: last - from, how: how}
		for i := from; i < last; {
			r, size, _ := how.decode(raw[i:last])
			b.text = utf8.AppendRune(b.text, r)
			i += size
		}
		s.n = len(b.text) - s.dec
		b.segs = append(b.segs, s)
		plain, from = last, -1
	}
	for i := span.Start; i < span.End; {
		_, size, odd := how.decode(raw[i:])
		if odd {
			switch {
			case from >= 0 && i-last > looseGap:
				flush()
			case from >= 0 && i-from >= looseBytes:
				last = i
				flush()
			}
			if from < 0 {
				from = i
			}
			last = i + size
		}
		i += size
	}
	flush()
	b.run(f, Span{plain, span.End})
}

// run appends valid UTF-8 as it is.
func (b *Builder) run(f *File, span Span) {
	n := span.End - span.Start
	if n <= 0 {
		return
	}
	if k := len(b.segs); k > 0 && b.segs[k-1].how == verbatim && b.segs[k-1].file == f && b.segs[k-1].raw+b.segs[k-1].rawN == span.Start {
		b.segs[k-1].n += n
		b.segs[k-1].rawN += n
	} else {
		b.segs = append(b.segs, segment{file: f, dec: len(b.text), n: n, raw: span.Start, rawN: n})
	}
	b.text = append(b.text, f.Data[span.Start:span.End]...)
}

// Escape appends decoded, which is written as raw bytes [span) of f and maps to them as a whole.
func (b *Builder) Escape(f *File, span Span, decoded string) { b.add(f, span, decoded, escaped) }

// Fold appends decoded, which is written as raw bytes [span) of f and maps to them as a whole, but is not an escape: a line break that
// is folded or normalised, an indentation that is dropped.
func (b *Builder) Fold(f *File, span Span, decoded string) { b.add(f, span, decoded, folded) }

// Inexact appends decoded, which is somewhere in raw bytes [span) of f.
func (b *Builder) Inexact(f *File, span Span, decoded string) { b.add(f, span, decoded, inexact) }

// add appends a segment and its decoded bytes, made valid UTF-8.
func (b *Builder) add(f *File, span Span, decoded string, how mapping) {
	if decoded == "" {
		return
	}
	decoded = strings.ToValidUTF8(decoded, "\uFFFD")
	b.segs = append(b.segs, segment{file: f, dec: len(b.text), n: len(decoded), raw: span.Start, rawN: span.End - span.Start, how: how})
	b.text = append(b.text, decoded...)
}

// Append appends a whole Text, for literals that are concatenated.
func (b *Builder) Append(t Text) {
	base := len(b.text)
	for _, s := range t.segments() {
		s.dec += base
		b.segs = append(b.segs, s)
	}
	b.text = append(b.text, t.Value...)
}

// Len returns the number of decoded bytes so far.
func (b *Builder) Len() int { return len(b.text) }

// Text returns what was built. The Builder must not be used afterwards.
func (b *Builder) Text() Text {
	if len(b.segs) == 1 && b.segs[0].how == verbatim {
		s := b.segs[0]
		return Text{Value: s.file.Slice(s.raw, s.raw+s.rawN), file: s.file, raw: s.raw}
	}
	return Text{Value: string(b.text), segs: b.segs}
}

// maxKept is how much of its memory a Builder keeps for the next Text, in bytes and in pieces.
const maxKept = 64 << 10

// Take is Text for a Builder that makes one Text after another: it is empty afterwards and keeps its own memory.
func (b *Builder) Take() Text {
	t := b.Text()
	if t.segs = slices.Clip(slices.Clone(t.segs)); len(t.segs) == 0 {
		t.segs = nil
	}
	// The Builder holds no file any more.
	clear(b.segs)
	b.text, b.segs = b.text[:0], b.segs[:0]
	if cap(b.text) > maxKept {
		b.text = nil
	}
	if cap(b.segs) > maxKept/16 {
		b.segs = nil
	}
	return t
}
