package detect

import (
	"strings"
	"sync"
)

// serverIndex holds the names of one server's tools, as keys of NameKey.
type serverIndex struct {
	name string
	// tools are indexes into the registry.
	tools []int

	once sync.Once
	// names are the names and titles of the tools.
	names map[string]bool
	// withoutTool are the names that end with "tool", without that word.
	withoutTool map[string]bool
}

// server returns the index of a server, built on first use, or nil.
func (r RegistryView) server(name string) *serverIndex {
	if r.indexes == nil {
		return nil
	}
	n, ok := r.numbers[name]
	if !ok {
		return nil
	}
	s := r.servers[n]
	s.once.Do(func() {
		s.names, s.withoutTool = map[string]bool{}, map[string]bool{}
		for _, i := range s.tools {
			s.add(&r.tools[i])
		}
	})
	return s
}

func (s *serverIndex) add(t *ToolView) {
	s.addName(t.Name)
	if t.Title != "" {
		s.addName(t.Title)
	}
}

func (s *serverIndex) addName(name string) {
	key := NameKey(name)
	s.names[key] = true
	if cut, ok := strings.CutSuffix(key, "tool"); ok {
		s.withoutTool[cut] = true
	}
}

// Owns reports whether a tool of the server has that name or title, in any case and with any separators.
func (r RegistryView) Owns(server, name string) bool {
	s := r.server(server)
	if s == nil {
		return false
	}
	key := NameKey(name)
	if s.names[key] {
		return true
	}
	cut, ok := strings.CutSuffix(key, "tool")
	return ok && s.names[cut] || s.withoutTool[key]
}

// portNames is how many names two servers share only if one is a port of the other.
const portNames = 5

// SameFamily reports whether two servers are one that is configured twice, or belong to one family: they share five names, or at least
// two and a quarter of the smaller one's.
func (r RegistryView) SameFamily(a, b string) bool {
	small, large := r.server(a), r.server(b)
	if small == nil || large == nil {
		return false
	}
	pair := [2]string{min(a, b), max(a, b)}
	if known, ok := r.families.Load(pair); ok {
		return known.(bool)
	}
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
	r.families.Store(pair, family)
	return family
}
