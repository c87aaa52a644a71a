package discover

import (
	"encoding/binary"
	"math/bits"
	"strings"
)

// spotter tells whether bytes hold one of some words, whatever the case of their letters. It looks for three letters of each word, its
// anchor, at eight places at once, since most files hold none of them.
type spotter struct {
	words []anchored
	// anchors are those of all words, each letter repeated in all bytes of a number.
	anchors [][3]uint64
}

// anchored is a word in lower case, with the place of its anchor in it.
type anchored struct {
	word string
	off  int
}

// ones has the lowest bit of each byte set, highs the highest, and lowers the one that tells lower case from upper case.
const (
	ones   = 0x0101010101010101
	highs  = 0x80 * ones
	lowers = 0x20 * ones
)

// newSpotter makes a spotter. Each word must hold one of the anchors, of which the first counts; it has lower-case letters and anything that
// has no case.
func newSpotter(anchors []string, words ...string) *spotter {
	s := &spotter{}
	for _, a := range anchors {
		var n [3]uint64
		for i := range n {
			n[i] = uint64(a[i]|0x20) * ones
		}
		s.anchors = append(s.anchors, n)
	}
	for _, w := range words {
		at := -1
		for _, a := range anchors {
			if at = strings.Index(w, a); at >= 0 {
				break
			}
		}
		s.words = append(s.words, anchored{w, at})
	}
	return s
}

// in reports whether data holds one of the words.
func (s *spotter) in(data []byte) bool {
	const step, reach = 8, 10 // an anchor that begins in the last byte of a step ends two further on
	i := 0
	for ; i+reach <= len(data); i += step {
		b := data[i : i+reach : i+reach]
		x := binary.LittleEndian.Uint64(b) | lowers
		y := binary.LittleEndian.Uint64(b[1:]) | lowers
		z := binary.LittleEndian.Uint64(b[2:]) | lowers
		var hit uint64
		for k := range s.anchors {
			a := &s.anchors[k]
			// A byte of d is zero where the anchor stands. The least of those that are marked is one; what is marked above it may be none.
			d := (x ^ a[0]) | (y ^ a[1]) | (z ^ a[2])
			hit |= (d - ones) &^ d
		}
		for hit &= highs; hit != 0; hit &= hit - 1 {
			if s.at(data, i+bits.TrailingZeros64(hit)/8) {
				return true
			}
		}
	}
	for ; i < len(data); i++ {
		if s.at(data, i) {
			return true
		}
	}
	return false
}

// at reports whether one of the words has its anchor at i.
func (s *spotter) at(data []byte, i int) bool {
	for _, w := range s.words {
		if from := i - w.off; from >= 0 && hasFold(data[from:], w.word) {
			return true
		}
	}
	return false
}

// hasFold reports whether data begins with a word in lower case, whatever the case of its ASCII letters.
func hasFold(data []byte, word string) bool {
	if len(data) < len(word) {
		return false
	}
	for i := range len(word) {
		c := data[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		if c != word[i] {
			return false
		}
	}
	return true
}
