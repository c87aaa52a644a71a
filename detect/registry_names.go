package detect

import (
	"strings"
	"sync"

	"github.com/org/mcp-lint/internal/wordset"
)

// serverIndex holds the names of one server's tools and parameters, as keys of NameKey.
type serverIndex struct {
	name string
	// tools are indexes into the registry.
	tools []int

	once sync.Once
	// names are the names and titles of the tools, parameters the names and allowed values of their parameters.
	names, parameters map[string]bool
	// withoutTool are the names that end with "tool", without that word.
	withoutTool map[string]bool
	// suffixes are the tools' names without their first words; wordCounts counts the words of the names.
	suffixes   map[string]bool
	wordCounts map[string]int
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
		s.names, s.parameters, s.withoutTool, s.suffixes, s.wordCounts = map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]int{}
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
	s.addWords(t.Name)
	for k := range t.Fields {
		switch f := &t.Fields[k]; f.Role {
		case RoleParameterName, RoleEnum, RoleKey, RoleConst:
			s.parameters[NameKey(f.Text)] = true
		}
	}
}

func (s *serverIndex) addName(name string) {
	key := NameKey(name)
	s.names[key] = true
	if cut, ok := strings.CutSuffix(key, "tool"); ok {
		s.withoutTool[cut] = true
	}
}

// addWords records the words of a tool's name.
func (s *serverIndex) addWords(name string) {
	// Names have few words; more are an attack on the index.
	const most = 8
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' || r == '/' || r == ':' })
	if len(words) > most {
		words = words[:most]
	}
	for i, w := range words {
		if i > 0 {
			s.suffixes[NameKey(strings.Join(words[i:], ""))] = true
		}
		s.wordCounts[strings.TrimSuffix(NameKey(w), "s")]++
	}
}

// MayHave reports whether a name looks like that of a tool of the server that was not scanned: it is a suffix of one of the server's
// names, or shares an uncommon word with at least two of them.
func (r RegistryView) MayHave(server, name string) bool {
	s := r.server(server)
	if s == nil {
		return false
	}
	if s.suffixes[NameKey(name)] {
		return true
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' })
	if len(words) < 2 {
		return false
	}
	for _, w := range words[:min(len(words), 8)] {
		if key := strings.TrimSuffix(NameKey(w), "s"); len(key) > 2 && s.wordCounts[key] >= 2 && !commonWords[key] {
			return true
		}
	}
	return false
}

// commonWords are shared by unrelated tool names.
var commonWords = wordset.Of(`get list set add create delete update remove search find fetch read write send run execute query check open file acces statu
	message email data tool info status all user name text make call move copy`)

// Owns reports whether a tool of the server has that name or title, in any case and with any separators.
func (r RegistryView) Owns(server, name string) bool {
	s := r.server(server)
	if s == nil {
		return false
	}
	return s.owns(NameKey(name))
}

func (s *serverIndex) owns(key string) bool {
	if s.names[key] {
		return true
	}
	cut, ok := strings.CutSuffix(key, "tool")
	return ok && s.names[cut] || s.withoutTool[key]
}

// Lookup is Owns for a NameKey, and reports whether a tool of the server has a parameter or an allowed value of that name.
func (r RegistryView) Lookup(server, key string) (owned, parameter bool) {
	if s := r.server(server); s != nil {
		return s.owns(key), s.parameters[key]
	}
	return false, false
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
