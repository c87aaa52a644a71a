package detect

// bitset tells of hashes whether they may be among those that were added: of one that was it is right, of another it is wrong now and
// then.
type bitset struct {
	bits  []uint64
	shift uint
}

// newBitset makes one for n hashes, with some 16 to 32 bits for each.
func newBitset(n int) bitset {
	b := bitset{shift: 64 - 9}
	for 1<<(64-b.shift) < 16*n {
		b.shift--
	}
	b.bits = make([]uint64, 1<<(64-b.shift)/64)
	return b
}

func (b *bitset) add(hash uint64) {
	at := hash * sieveFactor >> b.shift
	b.bits[at>>6] |= 1 << (at & 63)
}

func (b *bitset) has(hash uint64) bool {
	at := hash * sieveFactor >> b.shift
	return b.bits[at>>6]&(1<<(at&63)) != 0
}
