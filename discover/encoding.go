package discover

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// utf16Order tells whether data is UTF-16, in which order of bytes, and how long its byte order mark is. Shells on Windows
// write the mark; without one it is UTF-16 when every second byte of the beginning is NUL, as in text of mostly Latin letters.
func utf16Order(data []byte) (order binary.ByteOrder, mark int, ok bool) {
	switch {
	case bytes.HasPrefix(data, []byte("\xFF\xFE\x00\x00")):
		return nil, 0, false // UTF-32
	case bytes.HasPrefix(data, []byte("\xFF\xFE")):
		return binary.LittleEndian, 2, true
	case bytes.HasPrefix(data, []byte("\xFE\xFF")):
		return binary.BigEndian, 2, true
	}
	head := data[:min(len(data), headBytes)&^1]
	if bytes.IndexByte(head, 0) < 0 {
		return nil, 0, false
	}
	var nul [2]int
	for i, c := range head {
		if c == 0 {
			nul[i&1]++
		}
	}
	// A letter of another script now and then does not matter; a table of small numbers has NUL in both places.
	units := len(head) / 2
	switch {
	case units < 4:
	case nul[1]*4 >= units*3 && nul[0] == 0:
		return binary.LittleEndian, 0, true
	case nul[0]*4 >= units*3 && nul[1] == 0:
		return binary.BigEndian, 0, true
	}
	return nil, 0, false
}

// decodeUTF16 decodes data behind its byte order mark. Lone surrogates become U+FFFD.
func decodeUTF16(data []byte) string {
	var b strings.Builder
	eachUTF16(data, func(r rune, _, _ int) { b.WriteRune(r) })
	return b.String()
}

// eachUTF16 calls f with each character and the bytes [start, end) it stands in.
func eachUTF16(data []byte, f func(r rune, start, end int)) {
	order, mark, ok := utf16Order(data)
	if !ok {
		return
	}
	for i := mark; i+1 < len(data); {
		r, end := rune(order.Uint16(data[i:])), i+2
		if utf16.IsSurrogate(r) {
			if end+1 < len(data) {
				if pair := utf16.DecodeRune(r, rune(order.Uint16(data[end:]))); pair != utf8.RuneError {
					f(pair, i, end+2)
					i = end + 2
					continue
				}
			}
			r = utf8.RuneError
		}
		f(r, i, end)
		i = end
	}
}

// utf16Text returns the decoded text of a file in UTF-16, with its places by line. CRLF is LF in it.
func utf16Text(f *source.File) source.Text {
	_, mark, _ := utf16Order(f.Data)
	var b source.Builder
	var line strings.Builder
	from, last, pieces, cr := mark, mark, 0, false
	// A file of nothing but line ends would have a piece for each; from some number on pieces are longer than a line.
	const manyPieces, enough = 100_000, 4096
	flush := func(end int) {
		b.Inexact(f, source.Span{Start: from, End: end}, line.String())
		line.Reset()
		from = end
		pieces++
	}
	eachUTF16(f.Data, func(r rune, _, end int) {
		if cr && r != '\n' {
			line.WriteByte('\r')
		}
		if cr = r == '\r'; !cr {
			line.WriteRune(r)
		}
		last = end
		if r == '\n' && (pieces < manyPieces || line.Len() >= enough) {
			flush(end)
		}
	})
	if cr {
		line.WriteByte('\r')
	}
	flush(last)
	return b.Text()
}

// isBinary reports whether the beginning of a file is no text: a NUL byte, or more than a few bytes that are no UTF-8. A file in
// an old eight-bit encoding is text.
func isBinary(head []byte) bool {
	if bytes.IndexByte(head, 0) >= 0 {
		return true
	}
	if utf8.Valid(head) {
		return false
	}
	bad, n := 0, len(head)
	for len(head) > 0 {
		r, size := utf8.DecodeRune(head)
		if r == utf8.RuneError && size == 1 && (len(head) >= utf8.UTFMax || utf8.FullRune(head)) {
			bad++
		}
		head = head[size:]
	}
	return bad*10 > n
}
