package detect

import (
	"hash/maphash"
	"sync"
)

// keyGroups are groups by the keys of names, or by another form of them, found by the hash of the form, without that being kept.
type keyGroups struct {
	members
	// seed is the key of the hashes, another one in each run, so that nobody can think up names that meet. It changes no result: groups
	// have their numbers in the order of the names, and names of one hash are compared.
	seed maphash.Seed
	// names has the first name of each group, hashes that of its key; slots hold one more than the number of a group, at the hash.
	names  []string
	hashes []uint64
	slots  []int32
}

// grow makes room for n groups.
func (g *keyGroups) grow(n int) {
	size := 8
	for size < 2*n {
		size *= 2
	}
	g.seed = maphash.MakeSeed()
	g.slots = make([]int32, size)
	g.names, g.hashes = make([]string, 0, n), make([]uint64, 0, n)
	g.members.grow(n)
}

// hash is the hash of the key of the words, one after the other; of no use where nothing is.
func (g *keyGroups) hash(words ...string) uint64 {
	if len(g.slots) == 0 {
		return 0
	}
	var room [maxNameBytes]byte
	key := room[:0]
	for _, w := range words {
		key = appendKey(key, w)
	}
	return maphash.Bytes(g.seed, key)
}

// find returns the number of the group of a name whose key has the hash.
func (g *keyGroups) find(hash uint64, name string) (id int32, ok bool) {
	return g.findBy(hash, func(first string) bool { return sameKey(first, name) })
}

// findBy returns the number of the group with the hash whose first name is the same as what is looked for.
func (g *keyGroups) findBy(hash uint64, same func(first string) bool) (id int32, ok bool) {
	if len(g.slots) == 0 {
		return 0, false
	}
	mask := uint64(len(g.slots) - 1)
	for at := hash & mask; g.slots[at] != 0; at = (at + 1) & mask {
		if id = g.slots[at] - 1; g.hashes[id] == hash && same(g.names[id]) {
			return id, true
		}
	}
	return 0, false
}

// add makes a group for a name that has none; there is room for it.
func (g *keyGroups) add(hash uint64, name string) int32 {
	mask := uint64(len(g.slots) - 1)
	at := hash & mask
	for g.slots[at] != 0 {
		at = (at + 1) & mask
	}
	id := g.members.add()
	g.names, g.hashes = append(g.names, name), append(g.hashes, hash)
	g.slots[at] = id + 1
	return id
}

// alikeRoom is what building an alikeIndex takes for the time being.
type alikeRoom struct {
	hashes []uint64
	owners []int32
	// slots have one more than the index of the first of equal hashes, negative once it was returned.
	slots, shared []int32
}

// alikeRooms lends the room. One for more than mostLent hashes is let go.
var alikeRooms = sync.Pool{New: func() any { return &alikeRoom{} }}

const mostLent = 1 << 14

func (r *alikeRoom) free() {
	if cap(r.hashes) <= mostLent {
		alikeRooms.Put(r)
	}
}

// repeated returns the indexes of the hashes, which have a key, that are there more than once.
func (r *alikeRoom) repeated(hashes []uint64) []int32 {
	size := 8
	for size < 2*len(hashes) {
		size *= 2
	}
	if cap(r.slots) < size {
		r.slots = make([]int32, size)
	}
	slots, out := r.slots[:size], r.shared[:0]
	clear(slots)
	mask := uint64(size - 1)
	for i, h := range hashes {
		at := h & mask
		for {
			first := slots[at]
			if first == 0 {
				slots[at] = int32(i + 1)
				break
			}
			if hashes[max(first, -first)-1] == h {
				if first > 0 {
					out = append(out, first-1)
					slots[at] = -first
				}
				out = append(out, int32(i))
				break
			}
			at = (at + 1) & mask
		}
	}
	r.shared = out
	return out
}
