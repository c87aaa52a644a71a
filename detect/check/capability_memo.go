package check

import (
	"hash/maphash"
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

// memoSeed is another one in each run: nobody can choose names that take each other's places.
var memoSeed = maphash.MakeSeed()

// of returns what make makes of the name.
func (m *memo[V]) of(name string, make func(name string) V) V {
	if len(name) > memoBytes {
		return make(name)
	}
	place := &m.places[maphash.String(memoSeed, name)%memoNames]
	if known := place.Load(); known != nil && known.name == name {
		return known.made
	}
	// A copy, so that the text which the name was cut from can be freed.
	made := &memoized[V]{strings.Clone(name), make(name)}
	place.Store(made)
	return made.made
}
