package source

import (
	"bytes"
	"iter"
	"sort"
	"unicode/utf8"
)

// Text is a decoded string whose every byte knows where it came from.
type Text struct {
	// Value is the decoded string, always valid UTF-8.
	Value string
	// segs are in rising order of dec and tile Value. A segment of no decoded bytes is not kept.
	segs []segment
	// file and raw are one verbatim segment from raw on when segs is nil, which spares most Texts an allocation.
	file *File
	raw  int
}

// VerbatimText makes the Text of raw bytes [span) of f as they are. Each byte that is not part of valid UTF-8 is decoded as U+FFFD.
func VerbatimText(f *File, span Span) Text {
	span.Start = min(max(span.Start, 0), len(f.Data))
	span.End = min(max(span.End, span.Start), len(f.Data))
	if utf8.Valid(f.Data[span.Start:span.End]) {
		return Text{Value: f.Slice(span.Start, span.End), file: f, raw: span.Start}
	}
	var b Builder
	b.Verbatim(f, span)
	return b.Text()
}

// segment maps decoded bytes [dec, dec+n) to raw bytes [raw, raw+rawN) of file.
type segment struct {
	file      *File
	dec, n    int
	raw, rawN int
	how       mapping
}

// mapping is how the raw bytes of a segment were decoded.
type mapping uint8

const (
	// verbatim bytes are the same one by one.
	verbatim mapping = iota
	// escaped bytes are an escape, which maps as a whole.
	escaped
	// folded bytes map as a whole too, but are not an escape: a folded line break.
	folded
	// inexact bytes are somewhere in the raw range.
	inexact
	// looseText decodes each invalid byte to U+FFFD, looseLines also CRLF to LF, looseJSON also the escapes of JSON; all else is verbatim.
	looseText
	looseLines
	looseJSON
)

const (
	// looseBytes is how long a loose segment gets: a place in it is found by reading it from its start, and a file of nothing but
	// invalid bytes has no segment for each.
	looseBytes = 1 << 8
	// looseGap is how many verbatim bytes end a loose segment.
	looseGap = 128
)

// decode decodes the character at the start of raw, which is size bytes long. odd is true when it is not verbatim.
func (m mapping) decode(raw []byte) (r rune, size int, odd bool) {
	switch {
	case m == looseLines && bytes.HasPrefix(raw, []byte("\r\n")):
		return '\n', 2, true
	case m == looseJSON && raw[0] == '\\':
		r, size, _ = jsonEscape(raw)
		return r, size, true
	}
	r, size = utf8.DecodeRune(raw)
	return r, size, r == utf8.RuneError && size == 1
}

// rawAt returns the raw offset of the decoded byte at off of a loose segment: in an odd place its start, or its end when end is set.
func (s segment) rawAt(off int, end bool) int {
	at, stop := s.raw, s.raw+s.rawN
	for at < stop && off > 0 {
		if c := s.file.Data[at]; c < utf8.RuneSelf && c != '\\' && c != '\r' { // most bytes are verbatim
			off, at = off-1, at+1
			continue
		}
		r, size, odd := s.how.decode(s.file.Data[at:stop])
		if n := utf8.RuneLen(r); off >= n {
			off, at = off-n, at+size
			continue
		}
		switch {
		case !odd:
			at += off
		case end:
			at += size
		}
		break
	}
	return at
}

// locate maps [from, to), relative to the segment.
func (s segment) locate(from, to int) Location {
	loc := Location{File: s.file, Exact: s.how != inexact}
	switch {
	case s.how >= looseText:
		loc.Span = Span{s.rawAt(from, false), s.rawAt(max(to, from), to > from)}
		loc.Escaped = s.how == looseJSON && bytes.IndexByte(s.file.Data[loc.Span.Start:loc.Span.End], '\\') >= 0
	case s.how == verbatim:
		loc.Span = Span{s.raw + from, s.raw + max(to, from)}
	case from >= s.n:
		loc.Span = Span{s.raw + s.rawN, s.raw + s.rawN}
	case to <= from:
		loc.Span = Span{s.raw, s.raw}
	default:
		loc.Span = Span{s.raw, s.raw + s.rawN}
		loc.Escaped = s.how == escaped
	}
	return loc
}

// cut returns the part [from, to) of a segment, relative to it. An escape of which a part is left counts as a whole.
func (s segment) cut(from, to int) segment {
	switch {
	case s.how >= looseText:
		begin := s.rawAt(from, false)
		s.raw, s.rawN = begin, s.rawAt(to, true)-begin
	case s.how == verbatim:
		s.raw, s.rawN = s.raw+from, to-from
	}
	s.dec, s.n = s.dec+from, to-from
	return s
}

// Location is the place of a span of a Text in a file.
type Location struct {
	File *File
	Span Span
	// Exact is false when the span is the whole literal because the exact place is not known.
	Exact bool
	// Escaped is true when part of the span is written as an escape, and so can be seen in review.
	Escaped bool
}

// Placed reports whether the place of the text is known.
func (t Text) Placed() bool { return t.file != nil || len(t.segs) > 0 }

// segments returns the segments of t, which must not be changed.
func (t Text) segments() []segment {
	if t.segs == nil && t.file != nil {
		return []segment{{file: t.file, n: len(t.Value), raw: t.raw, rawN: len(t.Value)}}
	}
	return t.segs
}

// from returns the segments of t from the one on that holds the decoded byte at off, or the last one when none does.
func (t Text) from(off int) []segment {
	segs := t.segments()
	i := sort.Search(len(segs), func(i int) bool { return segs[i].dec+segs[i].n > off })
	return segs[max(min(i, len(segs)-1), 0):]
}

// Pieces yields the places of the pieces of a Text, in its order: every byte that it was decoded from, and none that is only between two
// of them. Of a piece that is not known exactly, all bytes that it may be in. Adjacent pieces may be yielded as one.
func (t Text) Pieces() iter.Seq2[*File, Span] {
	return func(yield func(*File, Span) bool) {
		for _, s := range t.segments() {
			if !yield(s.file, Span{s.raw, s.raw + s.rawN}) {
				return
			}
		}
	}
}

// joins reports whether the text between two pieces only holds them together: quotes and their prefixes, an operator, brackets, the
// marks of a comment, the indentation of a continuation line. Anything else is code between a constant and the place that uses it.
func joins(gap []byte) bool {
	const prefixes, longest = 2, 160 // letters: f"", u8"", L""
	letters := 0
	for _, c := range gap {
		switch {
		case bytes.IndexByte([]byte(" \t\r\n'\"`+.,\\()#/*|&<>-~$@[]"), c) >= 0:
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '8':
			letters++
		default:
			return false
		}
	}
	return letters <= prefixes && len(gap) <= longest
}

// Locate returns the places of bytes [start, end) of the Value: one location when their pieces are adjacent in one file, in
// order, with nothing but what holds them together between them, else one for each piece. An empty span has a location of no bytes. It
// returns nil for a Text without source.
func (t Text) Locate(start, end int) []Location {
	start = min(max(start, 0), len(t.Value))
	end = min(max(end, start), len(t.Value))
	var out []Location
	for _, s := range t.from(start) {
		if len(out) > 0 && s.dec >= end {
			break
		}
		loc := s.locate(max(start-s.dec, 0), min(end-s.dec, s.n))
		if k := len(out); k > 0 && out[k-1].File == loc.File {
			last := &out[k-1]
			if last.Span.End <= loc.Span.Start && joins(loc.File.Data[last.Span.End:loc.Span.Start]) {
				last.Span.End, last.Exact, last.Escaped = loc.Span.End, last.Exact && loc.Exact, last.Escaped || loc.Escaped
				continue
			}
			if !last.Exact && last.Span == loc.Span {
				continue
			}
		}
		out = append(out, loc)
	}
	return out
}

// Start returns the place of the first byte of the Value, as Locate(0, 0) does.
func (t Text) Start() (at Location, ok bool) {
	if segs := t.from(0); len(segs) > 0 {
		return segs[0].locate(0, 0), true
	}
	return at, false
}

// Slice returns bytes [start, end) of the Value, each of which keeps its place. An offset inside a character is moved to its start.
func (t Text) Slice(start, end int) Text {
	start, end = t.boundary(start), t.boundary(end)
	if start >= end {
		return Text{}
	}
	out := Text{Value: t.Value[start:end]}
	if t.segs == nil {
		out.file, out.raw = t.file, t.raw+start
		return out
	}
	for _, s := range t.from(start) {
		if s.dec >= end {
			break
		}
		s = s.cut(max(start-s.dec, 0), min(end-s.dec, s.n))
		s.dec -= start
		out.segs = append(out.segs, s)
	}
	return out
}

// boundary moves off into the Value and to the start of the character that it is in.
func (t Text) boundary(off int) int {
	off = min(max(off, 0), len(t.Value))
	for off > 0 && off < len(t.Value) && !utf8.RuneStart(t.Value[off]) {
		off--
	}
	return off
}
