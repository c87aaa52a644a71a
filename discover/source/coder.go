package source

import (
	"encoding/binary"
	"math"
	"slices"
	"unicode/utf8"
	"unsafe"
)

// Coder writes values as bytes, or reads them back: each method writes what it is given to Out or, when Reading is set, sets it to what stands
// in In. What it reads may be anything: it fails only by Bad, every span lies in its file and every Text is what a Text has to be.
type Coder struct {
	// Files are those that what is coded stands in.
	Files []*File
	Out   []byte
	// In is what is left to be read; the strings that are read share its memory or that of a file.
	In      string
	Reading bool
	// Bad is set for what cannot be written, and for what cannot be read with these files.
	Bad bool
}

// Fail notes that what is coded is bad.
func (c *Coder) Fail() { c.Bad, c.In = true, "" }

// Int codes a number from 0 to most.
func (c *Coder) Int(v *int, most int) {
	if !c.Reading {
		c.Bad = c.Bad || *v < 0 || *v > most
		c.Out = binary.AppendUvarint(c.Out, uint64(*v)) //nolint:gosec // a negative one is bad
		return
	}
	sum, shift := uint64(0), uint(0)
	for i := 0; i < len(c.In) && i < binary.MaxVarintLen64; i++ {
		b := c.In[i]
		sum |= uint64(b&0x7f) << shift
		if shift += 7; b >= 0x80 {
			continue
		}
		if most < 0 || sum > uint64(most) {
			break
		}
		*v, c.In = int(sum), c.In[i+1:] //nolint:gosec // it is at most most
		return
	}
	*v = 0
	c.Fail()
}

// Flags codes up to eight flags.
func (c *Coder) Flags(flags ...*bool) {
	bits := 0
	for i, f := range flags {
		if *f {
			bits |= 1 << i
		}
	}
	c.Int(&bits, 1<<len(flags)-1)
	for i, f := range flags {
		*f = bits&(1<<i) != 0
	}
}

// String codes a string: where it stands when it is a part of the first file, else its bytes.
func (c *Coder) String(s *string) {
	const standing, written = 0, 1
	if c.Reading {
		n := 0
		if c.Int(&n, math.MaxInt>>1); n&1 == standing && n > 0 {
			f, at := c.Files[0], 0
			n >>= 1
			if c.Int(&at, len(f.Data)-n); !c.Bad {
				*s = f.Slice(at, at+n)
				return
			}
		}
		*s = c.bytes(n >> 1)
		return
	}
	n := len(*s)<<1 | written
	at, ok := c.Files[0].holds(*s)
	if ok {
		n = len(*s)<<1 | standing
	}
	if c.Int(&n, math.MaxInt>>1); ok {
		c.Int(&at, math.MaxInt)
		return
	}
	c.Out = append(c.Out, *s...)
}

// Sum codes the bytes of a hash.
func (c *Coder) Sum(sum []byte) {
	if c.Reading {
		copy(sum, c.bytes(len(sum)))
	} else {
		c.Out = append(c.Out, sum...)
	}
}

func (c *Coder) bytes(n int) string {
	if n > len(c.In) {
		c.Fail()
		return ""
	}
	s := c.In[:n]
	c.In = c.In[n:]
	return s
}

// holds reports where a string stands in the content of a file when it is a part of that, and no copy.
func (f *File) holds(s string) (at int, ok bool) {
	if s == "" || len(f.Data) == 0 {
		return 0, false
	}
	base, p := uintptr(unsafe.Pointer(unsafe.SliceData(f.Data))), uintptr(unsafe.Pointer(unsafe.StringData(s)))
	return int(p - base), p >= base && p+uintptr(len(s)) <= base+uintptr(len(f.Data)) //nolint:gosec // it is used only when it is in range
}

// File codes one of the files, or nil.
func (c *Coder) File(f **File) {
	k := 0
	if !c.Reading && *f != nil {
		if k = slices.Index(c.Files, *f) + 1; k == 0 {
			c.Fail()
		}
	}
	if c.Int(&k, len(c.Files)); c.Reading && k > 0 {
		*f = c.Files[k-1]
	}
}

// Span codes a part of a file.
func (c *Coder) Span(f *File, s *Span) {
	n := s.End - s.Start
	c.Int(&s.Start, len(f.Data))
	c.Int(&n, len(f.Data)-s.Start)
	s.End = s.Start + n
}

// Length codes how many of something there are, each of which takes a byte at least.
func (c *Coder) Length(n int) int { return c.length(n, 1) }

// length codes how many of something there are, each of which takes so many bytes at least.
func (c *Coder) length(n, least int) int {
	most := math.MaxInt
	if c.Reading {
		most = len(c.In) / least
	}
	c.Int(&n, most)
	return n
}

// CodeList codes a list, of whose items each takes a byte at least.
func CodeList[T any](c *Coder, list *[]T, item func(*T)) {
	n := c.Length(len(*list))
	if c.Reading && n > 0 {
		*list = make([]T, 0, min(n, 64)) // what is promised may not be there
	}
	for i := 0; i < n && !c.Bad; i++ {
		if c.Reading {
			var zero T
			*list = append(*list, zero)
		}
		item(&(*list)[i])
	}
}

// Text codes a text with its places.
func (c *Coder) Text(t *Text) {
	file := t.file
	if len(t.segs) > 0 {
		file = nil
	}
	verbatimText := file != nil
	pieces := len(t.segs) > 0
	c.Flags(&verbatimText, &pieces)
	if verbatimText && !pieces {
		span := Span{t.raw, t.raw + len(t.Value)}
		if c.File(&file); file == nil {
			c.Fail()
			return
		}
		if c.Span(file, &span); c.Reading {
			*t = Text{Value: file.Slice(span.Start, span.End), file: file, raw: span.Start}
		}
	} else if c.String(&t.Value); pieces {
		c.segments(t)
	}
	if c.Reading && !utf8.ValidString(t.Value) {
		c.Fail()
	}
}

// segments codes the segments of a text, which have to tile its value.
func (c *Coder) segments(t *Text) {
	const least = 5 // bytes of a segment
	n := c.length(len(t.segs), least)
	if c.Reading {
		t.segs = make([]segment, n)
	}
	dec := 0
	for i := range t.segs {
		s := &t.segs[i]
		s.dec = dec
		span, how := Span{s.raw, s.raw + s.rawN}, int(s.how)
		if c.File(&s.file); s.file == nil {
			c.Fail()
			return
		}
		c.Int(&s.n, len(t.Value)-dec)
		c.Span(s.file, &span)
		c.Int(&how, int(looseJSON))
		s.raw, s.rawN, s.how = span.Start, span.End-span.Start, mapping(how) //nolint:gosec // it is at most looseJSON
		if dec += s.n; s.how == verbatim && s.n != s.rawN {
			c.Fail()
		}
	}
	if dec != len(t.Value) {
		c.Fail()
	}
}
