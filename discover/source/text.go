package source

import "sort"

// Text is a decoded string whose every byte knows where it came from.
type Text struct {
	// Value is the decoded string, always valid UTF-8.
	Value string
	// segs are in rising order of dec and tile Value. A segment of no decoded bytes is not kept.
	segs []segment
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

// Verbatim appends raw bytes [span) of f as they are. They must be valid UTF-8.
func (b *Builder) Verbatim(f *File, span Span) {
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
	if decoded == "" {
		return
	}
	b.segs = append(b.segs, segment{file: f, dec: len(b.text), n: len(decoded), raw: span.Start, rawN: span.End - span.Start, exact: true})
	b.text = append(b.text, decoded...)
}

// Inexact appends decoded, which stands somewhere in raw bytes [span) of f.
func (b *Builder) Inexact(f *File, span Span, decoded string) {
	if decoded == "" {
		return
	}
	b.segs = append(b.segs, segment{file: f, dec: len(b.text), n: len(decoded), raw: span.Start, rawN: span.End - span.Start})
	b.text = append(b.text, decoded...)
}

// Append appends a whole Text, for literals that are concatenated.
func (b *Builder) Append(t Text) {
	base := len(b.text)
	for _, s := range t.segs {
		s.dec += base
		b.segs = append(b.segs, s)
	}
	b.text = append(b.text, t.Value...)
}

// Text returns what was built. The Builder must not be used afterwards.
func (b *Builder) Text() Text { return Text{Value: string(b.text), segs: b.segs} }

// Locate returns where bytes [start, end) of the Value stand: one location when they are in one file, in order, else one
// for each piece. An empty span has a location of no bytes. It returns nil for a Text without source.
func (t Text) Locate(start, end int) []Location {
	if len(t.segs) == 0 {
		return nil
	}
	start = min(max(start, 0), len(t.Value))
	end = min(max(end, start), len(t.Value))
	i := sort.Search(len(t.segs), func(i int) bool { return t.segs[i].dec+t.segs[i].n > start })
	if i == len(t.segs) {
		i--
	}
	var out []Location
	for ; i < len(t.segs); i++ {
		s := t.segs[i]
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
	case to <= 0:
		loc.Span = Span{s.raw, s.raw}
	default:
		loc.Span = Span{s.raw, s.raw + s.rawN}
		loc.Escaped = s.exact
	}
	return loc
}
