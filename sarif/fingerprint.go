package sarif

import (
	"strconv"
	"unicode/utf8"
)

// The constants of GitHub's line hash (github/codeql-action, src/fingerprints.ts).
const (
	hashBlock = 100 // characters from the start of a line, across line ends
	hashBase  = 37
	hashEOF   = 0xFFFF // stands for the end of the file; zeros follow it
)

// lineHashes returns GitHub's primaryLocationLineHash, "<hex>:<occurrence>", of the wanted lines of a file, which are
// counted from 1. Lines that do not exist have none.
//
// The hash of a line is the polynomial of base 37, modulo 2^64, of the hundred UTF-16 code units that follow its start,
// without spaces and tabs, CR and CRLF read as LF. It is computed for all lines in one pass: the hash of a block is
// the difference of two hashes of prefixes.
func lineHashes(data []byte, wanted map[int]bool) map[int]string {
	h := lineHasher{wanted: wanted, found: make(map[int]string, len(wanted)), seen: map[uint64]int{}, lineStart: true, shift: 1}
	for range hashBlock {
		h.shift *= hashBase
	}
	for len(data) > 0 {
		r, size := decodeUTF8(data)
		data = data[size:]
		if r > 0xFFFF {
			r -= 0x10000
			h.unit(0xD800 + uint64(r>>10))
			r = 0xDC00 + r&0x3FF
		}
		h.unit(uint64(r))
	}
	h.unit(hashEOF)
	for range hashBlock {
		h.push(0)
	}
	return h.found
}

// lineHasher reads code units and finishes the hash of a line when its block is full.
type lineHasher struct {
	wanted map[int]bool
	found  map[int]string
	// seen counts how often each hash has come up, on wanted lines or others.
	seen map[uint64]int
	// prefix is the hash of the n units read; shift is the base to the power of a block.
	prefix, shift uint64
	n             int
	// pending are the lines whose block is not full, at most one for each unit of a block.
	pending                []pendingLine
	line                   int
	lineStart, afterReturn bool
}

type pendingLine struct {
	line, start int
	prefix      uint64
}

// unit takes one UTF-16 code unit of the file.
func (h *lineHasher) unit(u uint64) {
	if u == ' ' || u == '\t' || u == '\n' && h.afterReturn {
		h.afterReturn = false
		return
	}
	h.afterReturn = u == '\r'
	if h.afterReturn {
		u = '\n'
	}
	if h.lineStart {
		h.line++
		h.pending = append(h.pending, pendingLine{h.line, h.n, h.prefix})
	}
	h.lineStart = u == '\n'
	h.push(u)
}

func (h *lineHasher) push(u uint64) {
	h.prefix = h.prefix*hashBase + u
	h.n++
	if len(h.pending) == 0 || h.n-h.pending[0].start < hashBlock {
		return
	}
	p := h.pending[0]
	h.pending = h.pending[1:]
	hash := h.prefix - p.prefix*h.shift
	h.seen[hash]++
	if h.wanted[p.line] {
		h.found[p.line] = strconv.FormatUint(hash, 16) + ":" + strconv.Itoa(h.seen[hash])
	}
}

// decodeUTF8 decodes as browsers and Node do (WHATWG Encoding): the longest prefix of a character that breaks off is one
// U+FFFD, where Go has one for each byte.
func decodeUTF8(b []byte) (r rune, size int) {
	r, size = utf8.DecodeRune(b)
	if r != utf8.RuneError || size != 1 {
		return r, size
	}
	lo, hi, need := byte(0x80), byte(0xBF), 0
	switch c := b[0]; {
	case c >= 0xC2 && c <= 0xDF:
		need = 1
	case c >= 0xE0 && c <= 0xEF:
		need = 2
		if c == 0xE0 {
			lo = 0xA0
		} else if c == 0xED {
			hi = 0x9F
		}
	case c >= 0xF0 && c <= 0xF4:
		need = 3
		if c == 0xF0 {
			lo = 0x90
		} else if c == 0xF4 {
			hi = 0x8F
		}
	}
	for size <= need && size < len(b) && b[size] >= lo && b[size] <= hi {
		size++
		lo, hi = 0x80, 0xBF
	}
	return utf8.RuneError, size
}
