package check

import (
	"strings"
	"sync/atomic"
)

// memo keeps what a pure function makes of names: those of tools, parameters and servers, of which a scan sees the same ones over and
// over. It is bounded, and safe for concurrent use: each name has one place, and what another name has taken the place of is made anew.
type memo[V any] struct {
	places [memoNames]atomic.Pointer[memoized[V]]
}

type memoized[V any] struct {
	name string
	made V
}

const (
	// memoNames is how many names are kept, a power of two, memoBytes the length of one that is.
	memoNames, memoBytes = 1 << 13, 64
)

// of returns what make makes of the name.
func (m *memo[V]) of(name string, make func(name string) V) V {
	if len(name) > memoBytes {
		return make(name)
	}
	place := &m.places[nameHash(name)%memoNames]
	if known := place.Load(); known != nil && known.name == name {
		return known.made
	}
	// A copy, so that the text which the name was cut from can be freed.
	made := &memoized[V]{strings.Clone(name), make(name)}
	place.Store(made)
	return made.made
}

// nameHash mixes the bytes of a name, eight at a time.
func nameHash(name string) uint64 {
	const odd = 0x9E3779B97F4A7C15
	h := uint64(len(name))
	for ; len(name) >= 8; name = name[8:] {
		h = (h ^ load64(name, 0)) * odd
		h ^= h >> 29
	}
	for i := range len(name) {
		h = h<<8 ^ uint64(name[i])
	}
	h *= odd
	return h ^ h>>32
}
