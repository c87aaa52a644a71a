package check

import (
	"strings"
	"sync"
)

// memo keeps what a pure function makes of names: those of tools, parameters and servers, of which a scan sees the same ones over and
// over. It is bounded, and safe for concurrent use: what is not kept is made anew.
type memo[V any] struct {
	shards [memoShards]struct {
		sync.RWMutex
		made map[string]V
	}
}

const (
	memoShards = 16
	// memoNames bounds the names of each shard, memoBytes the length of one that is kept.
	memoNames, memoBytes = 512, 64
)

// of returns what make makes of the name.
func (m *memo[V]) of(name string, make func(name string) V) V {
	if len(name) > memoBytes {
		return make(name)
	}
	h := uint32(len(name))
	for i := range len(name) {
		h = h*31 + uint32(name[i])
	}
	s := &m.shards[(h^h>>8)%memoShards]
	s.RLock()
	v, ok := s.made[name]
	s.RUnlock()
	if ok {
		return v
	}
	v = make(name)
	s.Lock()
	defer s.Unlock()
	if s.made == nil {
		s.made = map[string]V{}
	}
	if len(s.made) < memoNames {
		// A copy, so that the text which the name was cut from can be freed.
		s.made[strings.Clone(name)] = v
	}
	return v
}
