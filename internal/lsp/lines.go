package lsp

import (
	"bytes"
	"math"
	"slices"

	"go.lsp.dev/protocol"
)

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

// bare returns a line without its end.
func bare(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
}

// buffer returns the text.
func (l *lines) buffer() *buffer {
	l.seek(len(l.before) + len(l.after))
	return newBuffer(bytes.Join(l.before, nil))
}
