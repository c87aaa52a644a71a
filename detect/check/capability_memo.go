package check

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
)

// memo keeps what a pure function makes of names: those of tools, parameters and servers, of which a scan sees the same ones over and
// over. It is bounded, and safe for concurrent use: each name has two places, which it shares with others, and what others have taken the places
// of is made anew.
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
	at := maphash.String(memoSeed, name) % memoNames
	first, second := &m.places[at], &m.places[at^1]
	known := first.Load()
	if known != nil && known.name == name {
		return known.made
	}
	if other := second.Load(); other != nil && other.name == name {
		return other.made
	}
	// A copy, so that the text which the name was cut from can be freed.
	made := &memoized[V]{strings.Clone(name), make(name)}
	first.Store(made)
	if known != nil {
		second.Store(known)
	}
	return made.made
}
