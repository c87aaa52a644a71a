package detect

import "sync"

// portNames is how many names two servers share only when one is a port of the other.
const portNames = 5

// kinIndex keeps what was found of pairs of servers.
type kinIndex struct {
	sync.RWMutex
	pairs map[[2]int32]kinship
}

// maxKin bounds the pairs that are kept; what is not kept is found anew.
const maxKin = 1 << 16

// kinship is how much two servers have in common.
type kinship struct{ family, same bool }

// SameFamily reports whether two servers are one that is configured twice, or two of one family: at least two names, and a
// quarter of the smaller one's, are the same, or five.
func (r RegistryView) SameFamily(a, b string) bool { return r.kinship(a, b).family }

// SameServer reports whether two servers are one that is configured twice, or two editions of it: half of the larger one's
// names are the same. A small server does not become another one by copying a few of its names.
func (r RegistryView) SameServer(a, b string) bool { return r.kinship(a, b).same }

func (r RegistryView) kinship(a, b string) kinship {
	if r.indexes == nil {
		return kinship{}
	}
	m, ok := r.numbers[a]
	n, both := r.numbers[b]
	if !ok || !both {
		return kinship{}
	}
	if a > b {
		m, n = n, m
	}
	x, key := &r.kin, [2]int32{m, n}
	x.RLock()
	rel, ok := x.pairs[key]
	x.RUnlock()
	if ok {
		return rel
	}
	rel = r.kinshipOf(r.indexes.servers[m], r.indexes.servers[n])
	x.Lock()
	defer x.Unlock()
	if x.pairs == nil {
		x.pairs = map[[2]int32]kinship{}
	}
	if len(x.pairs) < maxKin {
		x.pairs[key] = rel
	}
	return rel
}

func (r RegistryView) kinshipOf(small, large *serverNames) kinship {
	small.indexTools(r.tools)
	large.indexTools(r.tools)
	if len(small.names) > len(large.names) {
		small, large = large, small
	}
	shared := 0
	for name := range small.names {
		if large.names[name] {
			shared++
		}
	}
	return kinship{
		family: shared >= 2 && shared*4 >= len(small.tools) || shared >= portNames,
		same:   shared*2 >= max(len(large.tools), 2),
	}
}
