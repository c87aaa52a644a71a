package lsp

import (
	"bytes"
	"math"
	"slices"
	"sort"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/org/mcp-lint/discover/source"
)

// encoding is the unit in which a session counts columns.
type encoding string

// Every client supports UTF-16.
const (
	utf8Columns  encoding = "utf-8"
	utf16Columns encoding = "utf-16"
	utf32Columns encoding = "utf-32"
)

// buffer is an immutable text with an index of its lines.
type buffer struct {
	text []byte
	// starts are the offsets of the lines, which end at LF, CRLF or a lone CR.
	starts []int
	file   *source.File
}

func newBuffer(text []byte) *buffer {
	return &buffer{text: text, file: source.NewFile("", "", text), starts: startsOf(text)}
}

func startsOf(text []byte) []int {
	starts := append(make([]int, 0, bytes.Count(text, []byte{'\n'})+1), 0)
	for i := 0; i < len(text); {
		k := bytes.IndexAny(text[i:], "\r\n")
		if k < 0 {
			break
		}
		i += k + 1
		if text[i-1] == '\r' && i < len(text) && text[i] == '\n' {
			i++
		}
		starts = append(starts, i)
	}
	return starts
}

// line returns the bounds of line n, counted from 0, without its line ending.
func (b *buffer) line(n int) (start, end int) {
	start, end = b.starts[n], len(b.text)
	if n+1 < len(b.starts) {
		end = start + len(trimLineEnd(b.text[start:b.starts[n+1]]))
	}
	return start, end
}

func (b *buffer) lineAt(off int) int {
	return sort.SearchInts(b.starts, off+1) - 1
}

// width is the number of columns of a character. An invalid byte takes one, as the editor shows U+FFFD for it.
func (e encoding) width(r rune, size int) int {
	switch {
	case e == utf8Columns:
		return size
	case e == utf16Columns && r > 0xFFFF:
		return 2
	}
	return 1
}

// offset returns the byte offset of a position. A position past a line or the text is moved to its end, one inside a character to its start.
func (b *buffer) offset(p protocol.Position, e encoding) int {
	if uint64(p.Line) >= uint64(len(b.starts)) {
		return len(b.text)
	}
	start, end := b.line(int(p.Line))
	return start + e.offsetIn(b.text[start:end], p.Character)
}

// offsetIn returns the offset of a column in a line.
func (e encoding) offsetIn(line []byte, column uint32) int {
	at := 0
	for left := int64(column); at < len(line) && left > 0; {
		r, size := utf8.DecodeRune(line[at:])
		if left -= int64(e.width(r, size)); left < 0 {
			break
		}
		at += size
	}
	return at
}

// position converts an offset. One past the text is moved to its end, one between CR and LF to the end of the line. The cost does not depend
// on the offset, even in a single line of megabytes.
func (b *buffer) position(off int, e encoding) protocol.Position {
	off = min(max(off, 0), len(b.text))
	line := b.lineAt(off)
	start, end := b.line(line)
	off = b.runeStart(min(off, end))
	if e == utf8Columns {
		return protocol.Position{Line: uint32(line), Character: uint32(off - start)}
	}
	unit := source.UTF16
	if e == utf32Columns {
		unit = source.Runes
	}
	column := b.file.Position(off, unit).Column - 1
	if line == 0 && b.file.BOM() > 0 && off >= b.file.BOM() {
		column++ // Editors that keep the BOM count it.
	}
	return protocol.Position{Line: uint32(line), Character: uint32(column)}
}

// runeStart returns the start of the character that contains a byte.
func (b *buffer) runeStart(off int) int {
	for at := off; at > 0 && at > off-utf8.UTFMax && off < len(b.text) && !utf8.RuneStart(b.text[at]); {
		at--
		if _, size := utf8.DecodeRune(b.text[at:]); at+size > off {
			return at
		}
	}
	return off
}

func (b *buffer) rangeOf(start, end int, e encoding) protocol.Range {
	return protocol.Range{Start: b.position(start, e), End: b.position(max(start, end), e)}
}

// lines is a gap buffer of lines, with after in reverse order, so that a series of nearby changes does not copy the whole text each time.
type lines struct{ before, after [][]byte }

func (b *buffer) lines() *lines { return &lines{before: cut(b.text)} }

// cut splits a text after each line ending. The last line may be empty.
func cut(text []byte) [][]byte {
	starts := append(startsOf(text), len(text))
	out := make([][]byte, len(starts)-1)
	for i := range out {
		out[i] = text[starts[i]:starts[i+1]:starts[i+1]]
	}
	return out
}

// seek moves the gap behind line n.
func (l *lines) seek(n int) {
	for len(l.before) > n {
		k := len(l.before) - 1
		l.after, l.before = append(l.after, l.before[k]), l.before[:k]
	}
	for len(l.before) < n {
		k := len(l.after) - 1
		l.before, l.after = append(l.before, l.after[k]), l.after[:k]
	}
}

// replace replaces a range, whose ends may be swapped.
func (l *lines) replace(r protocol.Range, words string, e encoding) {
	last := len(l.before) + len(l.after) - 1
	start, end := r.Start, r.End
	if end.Line < start.Line || end.Line == start.Line && end.Character < start.Character {
		start, end = end, start
	}
	start, end = bounded(start, last), bounded(end, last)
	// Include the neighbouring lines: the change may join a CR and an LF, or separate them.
	from, to := max(int(start.Line)-1, 0), min(int(end.Line)+1, last)
	l.seek(to + 1)
	part := slices.Clone(l.before[from:])
	l.before = l.before[:from]
	head, tail := part[int(start.Line)-from], part[int(end.Line)-from]
	text := bytes.Join(part[:int(start.Line)-from], nil)
	text = append(text, head[:e.offsetIn(trimLineEnd(head), start.Character)]...)
	text = append(text, words...)
	text = append(text, tail[e.offsetIn(trimLineEnd(tail), end.Character):]...)
	text = append(text, bytes.Join(part[int(end.Line)-from+1:], nil)...)
	changed := cut(text)
	if to < last {
		changed = changed[:len(changed)-1] // The text ends with a line ending, and the next line is already there.
	}
	l.before = append(l.before, changed...)
}

// bounded moves a position past the text to its end.
func bounded(p protocol.Position, last int) protocol.Position {
	if uint64(p.Line) > uint64(last) {
		return protocol.Position{Line: uint32(last), Character: math.MaxUint32}
	}
	return p
}

func trimLineEnd(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
}

func (l *lines) buffer() *buffer {
	l.seek(len(l.before) + len(l.after))
	return newBuffer(bytes.Join(l.before, nil))
}
