package decode

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"io"
	"unicode"
	"unicode/utf8"

	encoding "golang.org/x/text/encoding/unicode"
)

const (
	// minPiece is the shortest printable piece of binary data; random bytes have one of that length about once in 150,000.
	minPiece = 12
	// textShare is the minimum percentage of printable characters in text. A payload may have a few bytes of noise; compressed or random
	// data has about forty per cent.
	textShare = 85
	// probe is how many bytes distinguish text from noise.
	probe = 64
)

// worthDecoding reports whether bytes are text, UTF-16, compressed data, or long enough to hold printable pieces.
func worthDecoding(data []byte) bool {
	return len(data) >= MinText && (packed(data) || mostlyText(data) || len(data) >= minPiece && len(pieces(data)) > 0)
}

func isGzip(b []byte) bool { return len(b) > 10 && b[0] == 0x1f && b[1] == 0x8b && b[2] == 8 }

// isZlib checks the two header bytes of RFC 1950: deflate with the usual window, and a multiple of 31.
func isZlib(b []byte) bool {
	return len(b) > 8 && b[0] == 0x78 && (int(b[0])<<8|int(b[1]))%31 == 0
}

// unpack decodes one layer of bytes. It returns no encoding if there is none.
func (f *finder) unpack(data []byte) (Encoding, []byte) {
	var r io.Reader
	var enc Encoding
	var err error
	switch {
	case isGzip(data):
		enc = Gzip
		r, err = gzip.NewReader(bytes.NewReader(data))
	case isZlib(data):
		enc = Zlib
		r, err = zlib.NewReader(bytes.NewReader(data))
	}
	if enc != "" && err == nil {
		if out := f.inflate(r); len(out) >= MinText {
			return enc, out
		}
	}
	if enc := utf16Order(data); enc != "" {
		return enc, fromUTF16(data, enc == UTF16BE)
	}
	return "", nil
}

// inflate reads what the budget allows. A truncated or damaged stream gives what came before.
func (f *finder) inflate(r io.Reader) []byte {
	room := MaxBytes - f.used
	// Ignore the error: what was read before it counts.
	out, _ := io.ReadAll(io.LimitReader(r, int64(room)+1))
	if len(out) > room {
		f.limit(BoundBytes, MaxBytes, MaxBytes+1)
		out = out[:room]
	}
	f.used += len(out) / 2
	return out
}

// utf16Order detects UTF-16 of mostly ASCII characters by its zero bytes.
func utf16Order(b []byte) Encoding {
	if len(b) < 2*MinText {
		return ""
	}
	n := min(len(b), 2*probe) &^ 1
	if bytes.IndexByte(b[:n], 0) < 0 {
		return ""
	}
	var zeros [2]int
	for i, c := range b[:n] {
		if c == 0 {
			zeros[i%2]++
		}
	}
	switch even, odd, half := zeros[0], zeros[1], n/2; {
	case odd*5 >= half*4 && even*5 <= half:
		return UTF16LE
	case even*5 >= half*4 && odd*5 <= half:
		return UTF16BE
	}
	return ""
}

func fromUTF16(b []byte, bigEndian bool) []byte {
	order := encoding.LittleEndian
	if bigEndian {
		order = encoding.BigEndian
	}
	text, _ := encoding.UTF16(order, encoding.IgnoreBOM).NewDecoder().Bytes(b[:len(b)&^1])
	return bytes.TrimPrefix(text, []byte("\uFEFF"))
}

// mostlyText reports whether bytes are text, judging by the head: the tail may be cut or damaged.
func mostlyText(b []byte) bool {
	head := b[:min(len(b), 4*probe)]
	noise := len(head) * (100 - textShare) / 100
	good, bad := 0, 0
	for len(head) > 0 {
		r, size := utf8.DecodeRune(head)
		if r == utf8.RuneError && size == 1 && len(head) < utf8.UTFMax && len(b) > 4*probe {
			break
		}
		head = head[size:]
		if isNoise(r) {
			if bad++; bad > noise {
				return false
			}
		} else {
			good++
		}
	}
	return good*100 >= (good+bad)*textShare && good >= MinText
}

// noiseFree reports whether bytes are entirely printable text, UTF-16, or compressed.
func noiseFree(b []byte) bool {
	return packed(b) || !bytes.ContainsFunc(b, isNoise)
}

func isNoise(r rune) bool {
	return r == utf8.RuneError || !unicode.IsPrint(r) && r != '\n' && r != '\r' && r != '\t'
}

// packed reports whether bytes are UTF-16 or compressed, where noise at the end does not show.
func packed(b []byte) bool { return isGzip(b) || isZlib(b) || utf16Order(b) != "" }

// readable returns bytes as text, or else their printable pieces.
func readable(b []byte) (text string, isPieces bool) {
	if mostlyText(b) {
		return string(b), false
	}
	return string(pieces(b)), true
}

// pieces returns the printable pieces of bytes, one per line.
func pieces(b []byte) []byte {
	var out []byte
	for i := 0; i < len(b); i++ {
		from := i
		for i < len(b) && (b[i] >= ' ' && b[i] < 0x7f || b[i] == '\t') {
			i++
		}
		if i-from >= minPiece {
			out = append(append(out, b[from:i]...), '\n')
		}
	}
	return out
}
