package source

import (
	"bytes"
	"iter"
	"slices"
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
	// file and raw stand for one verbatim segment from raw on when segs is nil, which spares most Texts an allocation. See also isLater.
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
	// loose is not tight when the raw bytes decode to themselves except in places.
	loose looseness
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
	// first is a verbatim run that nothing stands before or after yet. Most literals are no more than that, and need no memory then.
	first segment
}

// settle puts the first run where more can be appended.
func (b *Builder) settle() {
	if b.first.n > 0 {
		s := b.first
		b.first = segment{}
		b.segs = append(b.segs, s)
		b.text = append(b.text, s.file.Data[s.raw:s.raw+s.rawN]...)
	}
}

// Grow makes room for so many more decoded bytes and pieces.
func (b *Builder) Grow(text, pieces int) {
	b.text, b.segs = slices.Grow(b.text, text), slices.Grow(b.segs, pieces)
}

// Verbatim appends raw bytes [span) of f as they are. Each byte that is not part of valid UTF-8 is decoded as U+FFFD.
func (b *Builder) Verbatim(f *File, span Span) {
	raw := f.Data[span.Start:span.End]
	if utf8.Valid(raw) {
		b.run(f, span)
		return
	}
	b.loosely(f, span, false)
}

// Lines appends raw bytes [span) of f as Verbatim does, except that CRLF is LF.
func (b *Builder) Lines(f *File, span Span) {
	raw := f.Data[span.Start:span.End]
	if utf8.Valid(raw) && !bytes.Contains(raw, crlf) {
		b.run(f, span)
		return
	}
	b.loosely(f, span, true)
}

var crlf = []byte("\r\n")

const (
	// looseBytes is the longest run of raw bytes in one loose segment: a place in it is found by reading it from its
	// start, and a file of nothing but invalid bytes has no segment for each.
	looseBytes = 1 << 10
	// looseGap is how many bytes that stand as they are end a loose segment.
	looseGap = 128
)

// loosely appends raw bytes that do not decode to themselves in places: each run with such places is one segment.
func (b *Builder) loosely(f *File, span Span, lines bool) {
	raw := f.Data[:span.End]
	b.settle()
	from, last := -1, 0 // the loose run, and the end of the last odd place in it
	plain := span.Start // where what is not yet appended begins
	flush := func() {
		if from >= 0 {
			b.run(f, Span{plain, from})
			s := segment{file: f, raw: from, rawN: last - from, exact: true, folded: true, loose: looseText}
			if lines {
				s.loose = looseLines
			}
			b.settle()
			s.dec = len(b.text)
			for i := from; i < last; {
				decoded, size, _ := s.loose.decode(raw[i:last])
				b.text = append(b.text, decoded...)
				i += size
			}
			s.n = len(b.text) - s.dec
			b.segs = append(b.segs, s)
			plain, from = last, -1
		}
	}
	how := looseText
	if lines {
		how = looseLines
	}
	for i := span.Start; i < span.End; {
		_, size, odd := how.decode(raw[i:])
		if odd {
			if from >= 0 && (i+size-from > looseBytes || i-last > looseGap) {
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

// looseness is how a loose segment is decoded.
type looseness uint8

const (
	tight looseness = iota
	// looseText decodes each invalid byte to U+FFFD.
	looseText
	// looseLines decodes CRLF to LF as well.
	looseLines
	// looseJSON stands for the pieces of a part of a string of JSON. Before anything is asked of them they are worked out: see Text.from.
	looseJSON
)

// decode decodes the character at the start of raw, which is size bytes long. Odd is true when it does not stand as it is.
func (l looseness) decode(raw []byte) (decoded []byte, size int, odd bool) {
	if raw[0] < utf8.RuneSelf {
		if l == looseLines && raw[0] == '\r' && len(raw) > 1 && raw[1] == '\n' {
			return raw[1:2], 2, true
		}
		return raw[:1], 1, false
	}
	if r, size := utf8.DecodeRune(raw); r != utf8.RuneError || size > 1 {
		return raw[:size], size, false
	}
	return replacementBytes, 1, true
}

// replacement is U+FFFD, which stands for what could not be decoded.
const replacement = "\uFFFD"

var replacementBytes = []byte(replacement)

// run appends valid UTF-8 as it is.
func (b *Builder) run(f *File, span Span) {
	n := span.End - span.Start
	if n <= 0 {
		return
	}
	if len(b.segs) == 0 {
		switch first := &b.first; {
		case first.n == 0:
			*first = segment{file: f, n: n, raw: span.Start, rawN: n, verbatim: true, exact: true}
			return
		case first.file == f && first.raw+first.rawN == span.Start:
			first.n += n
			first.rawN += n
			return
		}
		b.settle()
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
	b.settle()
	decoded = strings.ToValidUTF8(decoded, replacement)
	s.dec, s.n = len(b.text), len(decoded)
	b.segs = append(b.segs, s)
	b.text = append(b.text, decoded...)
}

// Append appends a whole Text, for literals that are concatenated.
func (b *Builder) Append(t Text) {
	b.settle()
	base := len(b.text)
	for _, s := range t.segments() {
		s.dec += base
		b.segs = append(b.segs, s)
	}
	b.text = append(b.text, t.Value...)
}

// Len returns the number of decoded bytes so far.
func (b *Builder) Len() int { return len(b.text) + b.first.n }

// Text returns what was built. The Builder must not be used afterwards.
func (b *Builder) Text() Text {
	if s := b.first; s.n > 0 {
		return Text{Value: s.file.text()[s.raw : s.raw+s.rawN], file: s.file, raw: s.raw}
	}
	if len(b.segs) == 1 && b.segs[0].verbatim {
		return Text{Value: string(b.text), file: b.segs[0].file, raw: b.segs[0].raw}
	}
	return Text{Value: string(b.text), segs: b.segs}
}

// segments returns the segments of t as they are kept, which must not be changed.
func (t Text) segments() []segment {
	if t.segs != nil || t.file == nil {
		return t.segs
	}
	if t.isLater() {
		return jsonPieces(t.file, t.laterSpan(), 0)
	}
	return []segment{t.only()}
}

// only is the one segment of a text that stands as it is.
func (t Text) only() segment {
	n := len(t.Value)
	return segment{file: t.file, n: n, raw: t.raw, rawN: n, verbatim: true, exact: true}
}

// from yields the pieces of t from the one on that holds the decoded byte at off, or the last one when none does.
func (t Text) from(off int) iter.Seq[segment] {
	return func(yield func(segment) bool) {
		if t.segs == nil && t.file != nil && !t.isLater() {
			yield(t.only())
			return
		}
		segs := t.segments()
		i := sort.Search(len(segs), func(i int) bool { return segs[i].dec+segs[i].n > off })
		if i == len(segs) && i > 0 {
			i--
		}
		for ; i < len(segs); i++ {
			s := segs[i]
			if s.loose != looseJSON {
				if !yield(s) {
					return
				}
				continue
			}
			pieces := jsonPieces(s.file, Span{s.raw, s.raw + s.rawN}, s.dec)
			for len(pieces) > 1 && pieces[0].dec+pieces[0].n <= off {
				pieces = pieces[1:]
			}
			for _, p := range pieces {
				if !yield(p) {
					return
				}
			}
		}
	}
}

// joinGap is how many bytes may stand between two pieces that are located as one.
const joinGap = 160

// joins reports whether what stands between two pieces only holds them together: quotes and their prefixes, an operator, brackets, the marks
// of a comment, the indentation of a continuation line. Anything else is code between a constant and the place that uses it.
func joins(gap []byte) bool {
	const prefixes = 2 // letters: f"", u8"", L""
	letters := 0
	for _, c := range gap {
		switch {
		case c == ' ', c == '\t', c == '\r', c == '\n', bytes.IndexByte([]byte("'\"`+.,\\()#/*|&<>-~$@[]"), c) >= 0:
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '8':
			letters++
		default:
			return false
		}
	}
	return letters <= prefixes && len(gap) <= joinGap
}

// Placed reports whether it is known where the text stands.
func (t Text) Placed() bool { return t.file != nil || len(t.segs) > 0 }

// Locate returns where bytes [start, end) of the Value stand: one location when their pieces stand beside each other in one file, in
// order, with nothing but what holds them together between them, else one for each piece. What stands between pieces beside each other is part of the location. An empty span has a location
// of no bytes. It returns nil for a Text without source.
func (t Text) Locate(start, end int) []Location {
	start = min(max(start, 0), len(t.Value))
	end = min(max(end, start), len(t.Value))
	var out []Location
	for s := range t.from(start) {
		if len(out) > 0 && s.dec >= end {
			break
		}
		loc := s.locate(max(start-s.dec, 0), min(end-s.dec, s.n))
		if k := len(out); k > 0 && out[k-1].File == loc.File && out[k-1].Span.End <= loc.Span.Start && joins(loc.File.Data[out[k-1].Span.End:loc.Span.Start]) {
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

// Start returns where the first byte of the Value stands, as Locate(0, 0) does.
func (t Text) Start() (at Location, ok bool) {
	switch {
	case t.segs == nil && t.file == nil:
		return at, false
	case t.segs == nil:
		raw := t.raw
		if t.isLater() {
			raw = ^raw
		}
		return Location{File: t.file, Span: Span{raw, raw}, Exact: true}, true
	}
	for i := range t.segs {
		if s := &t.segs[i]; s.dec+s.n > 0 || i == len(t.segs)-1 {
			return s.locate(0, min(-s.dec, s.n)), true
		}
	}
	return at, false
}

// locate maps [from, to), relative to the segment.
func (s segment) locate(from, to int) Location {
	loc := Location{File: s.file, Exact: s.exact}
	switch {
	case s.loose != tight:
		loc.Span = Span{s.rawAt(from, false), s.rawAt(max(to, from), to > from)}
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

// rawAt returns the raw offset of the decoded byte at off of a loose segment: in a place that does not decode to itself,
// its start, or its end when the byte is the end of a range.
func (s segment) rawAt(off int, end bool) int {
	raw := s.file.Data[s.raw : s.raw+s.rawN]
	at := 0
	for at < len(raw) && off > 0 {
		decoded, size, odd := s.loose.decode(raw[at:])
		if off < len(decoded) {
			switch {
			case !odd:
				at += off
			case end:
				at += size
			}
			return s.raw + at
		}
		off -= len(decoded)
		at += size
	}
	return s.raw + at
}

// Slice returns bytes [start, end) of the Value, each of which keeps its place. An offset inside a character is moved to its
// start.
func (t Text) Slice(start, end int) Text {
	start, end = t.boundary(start), t.boundary(end)
	if start >= end {
		return Text{}
	}
	out := Text{Value: t.Value[start:end]}
	if t.segs == nil && !t.isLater() {
		out.file, out.raw = t.file, t.raw+start
		return out
	}
	for s := range t.from(start) {
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

// cut returns the part [from, to) of a segment, relative to it. An escape of which a part is left stands as a whole.
func (s segment) cut(from, to int) segment {
	switch {
	case s.loose != tight:
		begin := s.rawAt(from, false)
		s.rawN = s.rawAt(to, true) - begin
		s.raw = begin
	case s.verbatim:
		s.raw += from
		s.rawN = to - from
	}
	s.dec += from
	s.n = to - from
	return s
}
