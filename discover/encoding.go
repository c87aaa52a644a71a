package discover

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

// isUTF16 reports whether data begins with a byte order mark of UTF-16, as shells on Windows write it.
func isUTF16(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\xFF\xFE")) || bytes.HasPrefix(data, []byte("\xFE\xFF"))
}

// decodeUTF16 decodes data behind its byte order mark. Lone surrogates become U+FFFD.
func decodeUTF16(data []byte) string {
	var b strings.Builder
	eachUTF16(data, func(r rune, _, _ int) { b.WriteRune(r) })
	return b.String()
}

// eachUTF16 calls f with each character and the bytes [start, end) it stands in.
func eachUTF16(data []byte, f func(r rune, start, end int)) {
	order := binary.ByteOrder(binary.LittleEndian)
	if bytes.HasPrefix(data, []byte("\xFE\xFF")) {
		order = binary.BigEndian
	}
	for i := 2; i+1 < len(data); {
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

// utf16Text returns the decoded text of a file in UTF-16, with its places by line.
func utf16Text(f *source.File) source.Text {
	var b source.Builder
	var line strings.Builder
	from, last, pieces := 2, 2, 0
	// A file of nothing but line ends would have a piece for each; from some number on pieces are longer than a line.
	const manyPieces, enough = 100_000, 4096
	flush := func(end int) {
		b.Inexact(f, source.Span{Start: from, End: end}, line.String())
		line.Reset()
		from = end
		pieces++
	}
	eachUTF16(f.Data, func(r rune, _, end int) {
		line.WriteRune(r)
		last = end
		if r == '\n' && (pieces < manyPieces || line.Len() >= enough) {
			flush(end)
		}
	})
	flush(last)
	return b.Text()
}

// isBinary reports whether the beginning of a file is no text: a NUL byte, or more than a few bytes that are no UTF-8. A file in
// an old eight-bit encoding is text.
func isBinary(head []byte) bool {
	if bytes.IndexByte(head, 0) >= 0 {
		return true
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
