package check

// spread is 2^64 over the golden ratio: multiplied by it, keys that are alike are far apart in their upper bits.
const spread = 0x9e3779b97f4a7c15

// wordKey is the word itself where it has at most eight bytes, else a hash of it.
func wordKey(s string) uint64 {
	n := len(s)
	switch {
	case n >= 8:
		h := load64(s, 0)
		for i := 8; i < n; i += 8 {
			h = (h ^ h>>29 ^ uint64(n)) * spread
			h ^= load64(s, min(i, n-8))
		}
		return h
	case n >= 4:
		return uint64(load32(s, 0)) | uint64(load32(s, n-4))<<(8*(n-4))
	case n == 0:
		return 0
	}
	return uint64(s[0]) | uint64(s[n/2])<<(8*(n/2)) | uint64(s[n-1])<<(8*(n-1))
}

// number returns the number of a word, or zero.
func (w *weights) number(word string) tokenID {
	key := wordKey(word)
	if len(w.numbers) != 2<<numberBits {
		return 0
	}
	at := key * spread >> (64 - numberBits)
	// A table is never full; the bound is for one that was tampered with.
	for range 1 << numberBits {
		id := tokenID(load16(w.numbers, int(at)*2))
		if id == 0 || id >= w.known {
			return 0
		}
		if load64(w.keys, int(id)*keySize) == key {
			return id
		}
		at = (at + 1) & (1<<numberBits - 1)
	}
	return 0
}

// pairKind says how two words stand to each other.
type pairKind uint32

const (
	// pairNext and pairSkip are neighbours and words with one between them; pairContent and pairContentSkip are so when nothing but words of
	// content counts.
	pairNext pairKind = iota
	pairSkip
	pairContent
	pairContentSkip
)

// pairKey is the key of two words that are known.
func pairKey(kind pairKind, a, b tokenID) uint32 {
	return uint32(a)<<(2+numberBits) | uint32(b)<<2 | uint32(kind)
}

// pairBounds has the most that a word may add as the first or the second of two neighbours, or of two words with one between them, each of
// a byte: as a whole, then in manner.
type pairBounds uint64

// place is that of a byte of pairBounds.
type place uint

const (
	firstNext place = iota
	secondNext
	firstSkip
	secondSkip
	places
)

// bounds returns the bounds of a word; of one that nothing is known of all are zero.
func (w *weights) bounds(id tokenID) pairBounds {
	return pairBounds(load64(w.words, int(id)*wordSize+wordOfPairs))
}

// pairAbove returns the most that two words with the bounds may add as a pair, in units of boundUnit, as a whole and in manner.
func pairAbove(a pairBounds, first place, b pairBounds, second place) (whole, manner int32) {
	a, b = a>>(8*first), b>>(8*second)
	return int32(min(a&0xff, b&0xff)), int32(min(a>>(8*places)&0xff, b>>(8*places)&0xff))
}

// pairFilter has a bit for each pair that may be there: most are not.
type pairFilter string

// filtered returns the filter, which lets nothing through in a table that is none.
func (w *weights) filtered() pairFilter {
	if len(w.filter) != 1<<filterBits/8 || len(w.pairs) != pairSize<<pairBits {
		return ""
	}
	return pairFilter(w.filter)
}

// may reports whether the pair with the key may be there.
func (f pairFilter) may(key uint32) bool {
	bit := uint64(key) * spread >> (64 - filterBits)
	return bit>>3 < uint64(len(f)) && f[bit>>3]>>(bit&7)&1 != 0
}

// pair returns the weights of two words that are known, or false.
func (w *weights) pair(key uint32) (weights uint32, ok bool) {
	if !w.filtered().may(key) {
		return 0, false
	}
	_, weights, ok = w.filteredPair(key)
	return weights, ok
}

// filteredPair is pair for a key that the filter lets through. It returns the slot, too.
func (w *weights) filteredPair(key uint32) (slot uint32, weights uint32, ok bool) {
	at := uint32(uint64(key) * spread >> (64 - pairBits))
	for range 1 << pairBits {
		entry := load64(w.pairs, int(at)*pairSize)
		switch uint32(entry) {
		case key:
			return at, uint32(entry >> 32), true
		case 0:
			return 0, 0, false
		}
		at = (at + 1) & (1<<pairBits - 1)
	}
	return 0, 0, false
}

// blanked is the number of a word in a frame: words of content are left blank.
func (w *weights) blanked(id tokenID) uint32 {
	if id < w.grammar {
		return uint32(id)
	}
	return 0
}

// skipped reports whether a word does not count among those of content.
func (w *weights) skipped(id tokenID) bool { return id >= marksEnd && id < w.grammar }

// frameKey is the key of three words that are blanked; it is never zero.
func frameKey(a, b, c uint32) uint32 { return 1<<30 | a<<20 | b<<10 | c }

// frame returns the slot and the weight of a frame, or false.
func (w *weights) frame(key uint32) (slot uint32, weight int32, ok bool) {
	if len(w.frames) != frameSize<<frameBits {
		return 0, 0, false
	}
	at := uint32(uint64(key) * spread >> (64 - frameBits))
	for range 1 << frameBits {
		entry := load64(w.frames, int(at)*frameSize)
		switch uint32(entry) {
		case key:
			return at, int32(entry >> 32), true
		case 0:
			return 0, 0, false
		}
		at = (at + 1) & (1<<frameBits - 1)
	}
	return 0, 0, false
}

// ofWords returns the weight, as a whole, of a word, of two neighbours, or of two words with one between them.
func (w *weights) ofWords(kind featureKind, a, b token) int32 {
	x, y := w.number(a.text), w.number(b.text)
	if a.closed && a.text[0] == '@' || b.text != "" && b.text[0] == '@' {
		return 0
	}
	pairs := pairNext
	switch kind {
	case featWord, featClosedWord:
		if x == 0 {
			return 0
		}
		return int32(int16(load16(w.words, int(x)*wordSize+wordOfWord)))
	case featSkip, featClosedSkip:
		pairs = pairSkip
	}
	if x == 0 || y == 0 {
		return 0
	}
	both, _ := w.pair(pairKey(pairs, x, y))
	return int32(int16(both))
}
