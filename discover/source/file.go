// Package source holds files and the decoded strings in them, which remember which bytes of which file they came from.
package source

import (
	"bytes"
	"sort"
	"sync"
	"unicode/utf8"
	"unsafe"
)

// File is one file as it was read. It is immutable and safe for concurrent use.
type File struct {
	// Path is how people are shown the file: slash-separated, relative to the working directory where possible.
	Path string
	// Rel is the slash-separated path relative to the repository, or to the scanned folder outside of one. It
	// never holds ".." or a machine's own folders.
	Rel string
	// Data is the whole content, byte order mark included.
	Data []byte

	once  sync.Once
	lines []int

	marksOnce sync.Once
	marks     []mark
}

// NewFile makes a file of data, which the caller must not change afterwards.
func NewFile(path, rel string, data []byte) *File { return &File{Path: path, Rel: rel, Data: data} }

// Slice returns bytes of the file as a string, as they are. It is not a copy: Data does not change.
func (f *File) Slice(start, end int) string {
	part := f.Data[start:end]
	return unsafe.String(unsafe.SliceData(part), len(part))
}

// Unit is what columns count.
type Unit uint8

// The units of columns.
const (
	// Bytes counts bytes.
	Bytes Unit = iota
	// UTF16 counts UTF-16 code units, as SARIF and editors do.
	UTF16
	// Runes counts code points.
	Runes
)

// Position is a place in a file as people count: lines and columns from 1.
type Position struct {
	Line, Column int
}

// Span is a half-open byte range of a file.
type Span struct{ Start, End int }

// BOM returns the length of the byte order mark: 3 or 0.
func (f *File) BOM() int {
	if bytes.HasPrefix(f.Data, []byte("\xEF\xBB\xBF")) {
		return 3
	}
	return 0
}

// starts returns the offsets at which lines begin. Lines end at LF, CRLF and a lone CR.
func (f *File) starts() []int {
	f.once.Do(func() {
		f.lines = make([]int, 1, 2+bytes.Count(f.Data, []byte{'\n'}))
		if bytes.IndexByte(f.Data, '\r') < 0 {
			for at := 0; ; {
				n := bytes.IndexByte(f.Data[at:], '\n')
				if n < 0 {
					return
				}
				at += n + 1
				f.lines = append(f.lines, at)
			}
		}
		for i := 0; i < len(f.Data); i++ {
			switch f.Data[i] {
			case '\n':
				f.lines = append(f.lines, i+1)
			case '\r':
				if i+1 < len(f.Data) && f.Data[i+1] == '\n' {
					i++
				}
				f.lines = append(f.lines, i+1)
			}
		}
	})
	return f.lines
}

// Position returns the line and column of the byte at off. A byte order mark is in no column: the character after it is
// in column 1. An offset past the end is the end. It takes the same short time wherever off is, also in a file that is one
// line of megabytes.
func (f *File) Position(off int, unit Unit) Position {
	off = min(max(off, 0), len(f.Data))
	starts := f.starts()
	line := sort.Search(len(starts), func(i int) bool { return starts[i] > off })
	begin := starts[line-1]
	if line == 1 {
		begin = min(f.BOM(), off)
	}
	if unit == Bytes || off-begin <= markEvery {
		return Position{Line: line, Column: 1 + width(f.Data[begin:off], unit)}
	}
	return Position{Line: line, Column: 1 + f.widthTo(off, unit) - f.widthTo(begin, unit)}
}

// markEvery is the distance of marks in bytes: small enough to count the rest quickly, large enough that the marks of a file
// take a fortieth of its size.
const markEvery = 1 << 10

// mark counts the text before a character of the file.
type mark struct{ off, utf16, runes int }

// widthTo counts the bytes before off, which begins a character or lies in one, in units.
func (f *File) widthTo(off int, unit Unit) int {
	f.marksOnce.Do(func() {
		for m := (mark{}); m.off < len(f.Data); {
			f.marks = append(f.marks, m)
			next := min(m.off+markEvery, len(f.Data))
			for k := 1; k < utf8.UTFMax && next < len(f.Data) && !utf8.RuneStart(f.Data[next]); k++ {
				next++
			}
			part := f.Data[m.off:next]
			m = mark{next, m.utf16 + width(part, UTF16), m.runes + width(part, Runes)}
		}
	})
	if len(f.marks) == 0 {
		return 0
	}
	m := f.marks[max(sort.Search(len(f.marks), func(i int) bool { return f.marks[i].off > off })-1, 0)]
	if unit == UTF16 {
		return m.utf16 + width(f.Data[m.off:off], unit)
	}
	return m.runes + width(f.Data[m.off:off], unit)
}

// Line returns the bytes of line n, counted from 1, without its terminator and without a byte order mark, and the offset
// at which they begin. A line that does not exist is empty.
func (f *File) Line(n int) (text []byte, offset int) {
	starts := f.starts()
	if n < 1 || n > len(starts) {
		return nil, len(f.Data)
	}
	begin, end := starts[n-1], len(f.Data)
	if n < len(starts) {
		end = starts[n]
	}
	if n == 1 {
		begin = f.BOM()
	}
	return bytes.TrimRight(f.Data[begin:end], "\r\n"), begin
}

func width(b []byte, unit Unit) int {
	if unit == Bytes {
		return len(b)
	}
	n := 0
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if unit == UTF16 && r > 0xFFFF {
			n++
		}
		n++
		b = b[size:]
	}
	return n
}
