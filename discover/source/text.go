package source

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Text is a decoded string whose every byte knows where it came from.
type Text struct {
	// Value is the decoded string, always valid UTF-8.
	Value string
	// segs are in rising order of dec and tile Value. A segment of no decoded bytes is not kept.
	segs []segment
	// file and raw stand for one verbatim segment from raw on when segs is nil, which spares most Texts an allocation.
	file *File
	raw  int
}

// VerbatimText makes the Text of raw bytes [span) of f as they are. Each byte that is not part of valid UTF-8 is decoded as
// U+FFFD.
func VerbatimText(f *File, span Span) Text {
	span.Start = min(max(span.Start, 0), len(f.Data))
	span.End = min(max(span.End, span.Start), len(f.Data))
	if raw := f.Data[span.Start:span.End]; utf8.Valid(raw) {
		return Text{Value: f.text()[span.Start:span.End], file: f, raw: span.Start}
	}
	var b Builder
	b.Verbatim(f, span)
	return b.Text()
}

// segment maps decoded bytes [dec, dec+n) to raw bytes [raw, raw+rawN) of file. When n == rawN and verbatim is set
// the bytes are the same one by one; otherwise the segment is one escape and maps as a whole.
type segment struct {
	file      *File
	dec, n    int
	raw, rawN int
	verbatim  bool
	// exact is false when the decoded bytes are somewhere in the raw range but not known where.
	exact bool
	// folded is true when the raw bytes are no escape although they differ: a folded line break, or an invalid byte.
	folded bool
}

// Location is where a span of a Text stands in a file.
type Location struct {
	File *File
	Span Span
	// Exact is false when the span is the whole literal because the exact place is not known.
	Exact bool
	// Escaped is true when part of the span is written as an escape, and so can be seen in review.
	Escaped bool
}

// Builder makes a Text piece by piece, in the order of the decoded string.
type Builder struct {
	text []byte
	segs []segment
}

// Verbatim appends raw bytes [span) of f as they are. Each byte that is not part of valid UTF-8 is decoded as U+FFFD.
func (b *Builder) Verbatim(f *File, span Span) {
	raw := f.Data[span.Start:span.End]
	if utf8.Valid(raw) {
		b.run(f, span)
		return
	}
	from := span.Start
	for i := 0; i < len(raw); {
		r, size := utf8.DecodeRune(raw[i:])
		if r == utf8.RuneError && size == 1 {
			at := span.Start + i
			b.run(f, Span{from, at})
			b.add(segment{file: f, n: len(replacement), raw: at, rawN: 1, exact: true, folded: true}, replacement)
			from = at + 1
		}
		i += size
	}
	b.run(f, Span{from, span.End})
}

// replacement is U+FFFD, which stands for what could not be decoded.
const replacement = "\uFFFD"

// run appends valid UTF-8 as it is.
func (b *Builder) run(f *File, span Span) {
	n := span.End - span.Start
	if n <= 0 {
		return
	}
	if k := len(b.segs); k > 0 {
		if last := &b.segs[k-1]; last.verbatim && last.file == f && last.raw+last.rawN == span.Start {
			last.n += n
			last.rawN += n
			b.text = append(b.text, f.Data[span.Start:span.End]...)
			return
		}
	}
	b.segs = append(b.segs, segment{file: f, dec: len(b.text), n: n, raw: span.Start, rawN: n, verbatim: true, exact: true})
	b.text = append(b.text, f.Data[span.Start:span.End]...)
}

// Escape appends decoded, which stands as raw bytes [span) of f and maps to them as a whole.
func (b *Builder) Escape(f *File, span Span, decoded string) {
	b.add(segment{file: f, raw: span.Start, rawN: span.End - span.Start, exact: true}, decoded)
}

// Fold appends decoded, which stands as raw bytes [span) of f and maps to them as a whole, but is no escape: a line break that
// is folded or normalised, an indentation that is dropped.
func (b *Builder) Fold(f *File, span Span, decoded string) {
	b.add(segment{file: f, raw: span.Start, rawN: span.End - span.Start, exact: true, folded: true}, decoded)
}

// Inexact appends decoded, which stands somewhere in raw bytes [span) of f.
func (b *Builder) Inexact(f *File, span Span, decoded string) {
	b.add(segment{file: f, raw: span.Start, rawN: span.End - span.Start}, decoded)
}

// add appends a segment and its decoded bytes, made valid UTF-8.
func (b *Builder) add(s segment, decoded string) {
	if decoded == "" {
		return
	}
	decoded = strings.ToValidUTF8(decoded, replacement)
	s.dec, s.n = len(b.text), len(decoded)
	b.segs = append(b.segs, s)
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
	if len(b.segs) == 1 && b.segs[0].verbatim {
		return Text{Value: string(b.text), file: b.segs[0].file, raw: b.segs[0].raw}
	}
	return Text{Value: string(b.text), segs: b.segs}
}

// segments returns the segments of t, which must not be changed.
func (t Text) segments() []segment {
	if t.segs != nil || t.file == nil {
		return t.segs
	}
	n := len(t.Value)
	return []segment{{file: t.file, n: n, raw: t.raw, rawN: n, verbatim: true, exact: true}}
}

// Locate returns where bytes [start, end) of the Value stand: one location when they are in one file, in order, else one
// for each piece. What stands between two pieces in one file is part of the location. An empty span has a location of no
// bytes. It returns nil for a Text without source.
func (t Text) Locate(start, end int) []Location {
	segs := t.segments()
	if len(segs) == 0 {
		return nil
	}
	start = min(max(start, 0), len(t.Value))
	end = min(max(end, start), len(t.Value))
	i := sort.Search(len(segs), func(i int) bool { return segs[i].dec+segs[i].n > start })
	if i == len(segs) {
		i--
	}
	var out []Location
	for ; i < len(segs); i++ {
		s := segs[i]
		if len(out) > 0 && s.dec >= end {
			break
		}
		loc := s.locate(max(start-s.dec, 0), min(end-s.dec, s.n))
		if k := len(out); k > 0 && out[k-1].File == loc.File && out[k-1].Span.End <= loc.Span.Start {
			out[k-1].Span.End = loc.Span.End
			out[k-1].Exact = out[k-1].Exact && loc.Exact
			out[k-1].Escaped = out[k-1].Escaped || loc.Escaped
			continue
		}
		if k := len(out); k > 0 && out[k-1].File == loc.File && !out[k-1].Exact && out[k-1].Span == loc.Span {
			continue
		}
		out = append(out, loc)
	}
	return out
}

// locate maps [from, to), relative to the segment.
func (s segment) locate(from, to int) Location {
	loc := Location{File: s.file, Exact: s.exact}
	switch {
	case s.verbatim:
		loc.Span = Span{s.raw + from, s.raw + max(to, from)}
	case from >= s.n:
		loc.Span = Span{s.raw + s.rawN, s.raw + s.rawN}
	case to <= from:
		loc.Span = Span{s.raw, s.raw}
	default:
		loc.Span = Span{s.raw, s.raw + s.rawN}
		loc.Escaped = s.exact && !s.folded
	}
	return loc
}
