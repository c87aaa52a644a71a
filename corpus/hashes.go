package corpus

// hashes is a set of 64-bit hashes, 11 to 22 bytes each: of a million names a map would take several times as much.
type hashes struct {
	// slots are tried from the place that a hash gives on; 0 is a free one.
	slots []uint64
	n     int
}

// leastSlots is how many slots a set has at first; their number is a power of two.
const leastSlots = 1 << 10

// add reports whether the hash is new. The hash 0 counts as 1: whoever uses hashes must bear two names with one of them.
func (h *hashes) add(hash uint64) bool {
	hash = max(hash, 1)
	if 4*(h.n+1) > 3*len(h.slots) {
		h.grow()
	}
	i := h.find(hash)
	if h.slots[i] == hash {
		return false
	}
	h.slots[i] = hash
	h.n++
	return true
}

// find returns the slot of a hash or the one to put it in.
func (h *hashes) find(hash uint64) int {
	mask := uint64(len(h.slots) - 1)
	i := hash & mask
	for h.slots[i] != 0 && h.slots[i] != hash {
		i = (i + 1) & mask
	}
	return int(i) //nolint:gosec // An index.
}

func (h *hashes) grow() {
	old := h.slots
	h.slots = make([]uint64, max(2*len(old), leastSlots))
	for _, hash := range old {
		if hash != 0 {
			h.slots[h.find(hash)] = hash
		}
	}
}
