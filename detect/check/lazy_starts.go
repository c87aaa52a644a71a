package check

import (
	"iter"
	"math/bits"
)

const (
	// startBytes is how many of the first bytes of a match are told, startWays how many ways of beginning are told apart: one bit each.
	startBytes, startWays = 8, 64
	// textEnd stands for the byte behind the last.
	textEnd = 256
)

// starts tells where a match of a regular expression may begin, by its first bytes. It is read from the expression, so that it cannot
// miss a match, and is many times cheaper.
type starts struct {
	// at[k][b] are the ways to begin that admit byte b in place k.
	at [startBytes][textEnd + 1]uint64
	// edge are the ways that begin at the edge of a word with a letter, a digit or an underscore, begin those at the beginning of the text.
	edge, begin uint64
	// apart[k] are the ways that admit something else than a letter, a digit or an underscore in place k, the end of the text among it.
	apart   [startBytes]uint64
	manners []manner
}

// byteSet is a set of bytes.
type byteSet [4]uint64

// allBytes is the set of all.
var allBytes = byteSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

func (b *byteSet) add(c byte) { b[c>>6] |= 1 << (c & 63) }

// all yields the bytes in rising order.
func (b *byteSet) all() iter.Seq[byte] {
	return func(yield func(byte) bool) {
		for k, w := range b {
			for ; w != 0; w &= w - 1 {
				if !yield(byte(k<<6 | bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}

func (b byteSet) union(o byteSet) byteSet {
	return byteSet{b[0] | o[0], b[1] | o[1], b[2] | o[2], b[3] | o[3]}
}

// startsOf reads the starts from an expression; nil is for one that may match nothing at all or cannot be parsed, and says nothing.
func startsOf(expr string) *starts { return newStarts(mannersOf(expr)) }

func newStarts(manners []manner) *starts {
	if manners == nil {
		return nil
	}
	t := &starts{manners: manners}
	var free [startBytes]uint64
	for n, m := range manners {
		bit := uint64(1) << n
		word := len(m.bytes) > 0
		for k := range t.at {
			if k >= len(m.bytes) {
				free[k] |= bit
				continue
			}
			for c := range m.bytes[k].all() {
				t.at[k][c] |= bit
				word = word && (k > 0 || wordByte(c))
			}
		}
		if m.edge && word {
			t.edge |= bit
		}
		if m.begin {
			t.begin |= bit
		}
	}
	for k, ways := range free {
		if ways == 0 {
			continue
		}
		for c := range t.at[k] {
			t.at[k][c] |= ways
		}
	}
	for k := range t.at {
		for c, ways := range t.at[k] {
			if c == textEnd || !wordByte(byte(c)) {
				t.apart[k] |= ways
			}
		}
	}
	return t
}

// in reports whether a match may begin somewhere in s.
func (t *starts) in(s string) bool {
	for i := range len(s) {
		if t.at[0][s[i]] != 0 && t.mayBegin(s, i) {
			return true
		}
	}
	return false
}

// mayBegin reports whether a match may begin at byte i.
func (t *starts) mayBegin(s string, i int) bool {
	ways := t.at[0][s[i]]
	if ways == 0 {
		return false
	}
	if i > 0 {
		if ways &^= t.begin; wordByte(s[i-1]) {
			ways &^= t.edge
		}
	}
	for k := 1; k < startBytes && ways != 0; k++ {
		next := textEnd
		if i+k < len(s) {
			next = int(s[i+k])
		}
		ways &= t.at[k][next]
	}
	return ways != 0
}
