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

// encoding is what the columns of a session count.
type encoding string

// The encodings of columns. UTF-16 is the one that every client knows.
const (
	utf8Columns  encoding = "utf-8"
	utf16Columns encoding = "utf-16"
	utf32Columns encoding = "utf-32"
)

// buffer is a text with its lines. It is immutable.
type buffer struct {
	text []byte
	// starts are the offsets at which lines begin. They end at LF, CRLF and a lone CR.
	starts []int
	file   *source.File
}

func newBuffer(text []byte) *buffer {
	return &buffer{text: text, file: source.NewFile("", "", text), starts: startsOf(text)}
}

// startsOf returns the offsets at which the lines of a text begin.
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

// line returns where line n, from 0, begins and where it ends, its end left out.
func (b *buffer) line(n int) (start, end int) {
	start, end = b.starts[n], len(b.text)
	if n+1 < len(b.starts) {
		end = b.starts[n+1]
		if end > start && b.text[end-1] == '\n' {
			end--
		}
		if end > start && b.text[end-1] == '\r' {
			end--
		}
	}
	return start, end
}

func (b *buffer) lineAt(off int) int {
	return sort.SearchInts(b.starts, off+1) - 1
}

// width is how many columns a character takes. A byte that is no UTF-8 takes one: it stands for one character in the editor.
func (e encoding) width(r rune, size int) int {
	switch {
	case e == utf8Columns:
		return size
	case e == utf16Columns && r > 0xFFFF:
		return 2
	}
	return 1
}

// offset returns the byte of a position; beyond a line or the text it is the end of that, within a character its beginning.
func (b *buffer) offset(p protocol.Position, e encoding) int {
	if uint64(p.Line) >= uint64(len(b.starts)) {
		return len(b.text)
	}
	start, end := b.line(int(p.Line))
	return start + e.bytes(b.text[start:end], p.Character)
}

// bytes returns the byte of a line at a column.
func (e encoding) bytes(line []byte, column uint32) int {
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

// position returns that of a byte; one that is past the text is at its end, one between CR and LF at the end of the line. It takes the same
// short time wherever the byte is, also in a file that is one line of megabytes.
func (b *buffer) position(off int, e encoding) protocol.Position {
	off = min(max(off, 0), len(b.text))
	line := b.lineAt(off)
	start, end := b.line(line)
	off = b.begins(min(off, end))
	if e == utf8Columns {
		return protocol.Position{Line: uint32(line), Character: uint32(off - start)}
	}
	unit := source.UTF16
	if e == utf32Columns {
		unit = source.Runes
	}
	column := b.file.Position(off, unit).Column - 1
	if line == 0 && b.file.BOM() > 0 && off >= b.file.BOM() {
		column++ // An editor that keeps the mark counts it.
	}
	return protocol.Position{Line: uint32(line), Character: uint32(column)}
}

// begins returns where the character begins that a byte is part of.
func (b *buffer) begins(off int) int {
	for at := off; at > 0 && at > off-utf8.UTFMax && off < len(b.text) && !utf8.RuneStart(b.text[at]); {
		at--
		if _, size := utf8.DecodeRune(b.text[at:]); at+size > off {
			return at
		}
	}
	return off
}

func (b *buffer) area(start, end int, e encoding) protocol.Range {
	return protocol.Range{Start: b.position(start, e), End: b.position(max(start, end), e)}
}

// lines is a text while several changes are made to it: its lines with their ends, in two parts of which the second one is in reverse order.
// Changes that follow each other, up or down the text, cost what they change and not the whole text each.
type lines struct{ before, after [][]byte }

func (b *buffer) lines() *lines { return &lines{before: cut(b.text)} }

// cut returns the lines of a text with their ends. The last one has none and may be empty.
func cut(text []byte) [][]byte {
	starts := startsOf(text)
	out := make([][]byte, len(starts))
	for i, start := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		out[i] = text[start:end:end]
	}
	return out
}

// seek has n lines be before the others.
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

// replace replaces a range. The two ends of it may come in either order.
func (l *lines) replace(r protocol.Range, words string, e encoding) {
	last := len(l.before) + len(l.after) - 1
	start, end := r.Start, r.End
	if end.Line < start.Line || end.Line == start.Line && end.Character < start.Character {
		start, end = end, start
	}
	start, end = bounded(start, last), bounded(end, last)
	// The lines around are part of it: a line end may be put together from two, or taken apart.
	from, to := max(int(start.Line)-1, 0), min(int(end.Line)+1, last)
	l.seek(to + 1)
	part := slices.Clone(l.before[from:])
	l.before = l.before[:from]
	head, tail := part[int(start.Line)-from], part[int(end.Line)-from]
	text := bytes.Join(part[:int(start.Line)-from], nil)
	text = append(text, head[:e.bytes(bare(head), start.Character)]...)
	text = append(text, words...)
	text = append(text, tail[e.bytes(bare(tail), end.Character):]...)
	text = append(text, bytes.Join(part[int(end.Line)-from+1:], nil)...)
	changed := cut(text)
	if to < last {
		changed = changed[:len(changed)-1] // What begins behind its last line end is there already.
	}
	l.before = append(l.before, changed...)
}

// bounded returns a position, or the end of the text for one that is past it.
func bounded(p protocol.Position, last int) protocol.Position {
	if uint64(p.Line) > uint64(last) {
		return protocol.Position{Line: uint32(last), Character: math.MaxUint32}
	}
	return p
}

func bare(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
}

func (l *lines) buffer() *buffer {
	l.seek(len(l.before) + len(l.after))
	return newBuffer(bytes.Join(l.before, nil))
}
