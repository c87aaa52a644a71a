package detect

import "sync"

// portNames is how many names two servers share only when one is a port of the other.
const portNames = 5

// SameFamily reports whether two servers are one that is configured twice, or two of one family: at least two names, and a
// quarter of the smaller one's, are the same, or five.
func (r RegistryView) SameFamily(a, b string) bool {
	small, large := r.server(a), r.server(b)
	if small == nil || large == nil {
		return false
	}
	m, n := r.numbers[a], r.numbers[b]
	key := [2]int32{min(m, n), max(m, n)}
	if known, ok := r.families.Load(key); ok {
		return known.(bool)
	}
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
	family := shared >= 2 && shared*4 >= len(small.tools) || shared >= portNames
	r.families.Store(key, family)
	return family
}

// familyIndex keeps what was found of the pairs of servers that were compared, by their numbers.
type familyIndex struct{ sync.Map }
