package detect

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"sync"
)

// RegistryView is a read-only snapshot of the tools of one scan, with the indexes that cross-tool checks need. The zero value is a registry
// without tools.
type RegistryView struct {
	tools []ToolView
	// indexes are shared by all copies.
	*indexes
}

type indexes struct {
	// serverOf has the index into servers of each tool; servers are in order of their first tools, and numbers finds them by name.
	serverOf []int
	servers  []serverTools
	numbers  map[string]int
	byName   map[string][]int
	// names and texts are built on first use.
	names func() *nameIndex
	texts func() *textIndex
	// families caches SameFamily by pair of servers; memos has what ToolMemo built, by tool.
	families, memos sync.Map
}

// serverTools are the indexes of one server's tools, and the keys (NameKey) of their names and titles.
type serverTools struct {
	name  string
	tools []int
	names map[string]bool
}

// NewRegistry builds the snapshot. Tests may give one to a check outside of a scan.
func NewRegistry(tools []ToolView) RegistryView {
	x := &indexes{serverOf: make([]int, len(tools)), numbers: map[string]int{}, byName: make(map[string][]int, len(tools))}
	for i := range tools {
		t := &tools[i]
		n, ok := x.numbers[t.Server]
		if !ok {
			n = len(x.servers)
			x.numbers[t.Server] = n
			x.servers = append(x.servers, serverTools{name: t.Server, names: map[string]bool{}})
		}
		s := &x.servers[n]
		s.tools, x.serverOf[i] = append(s.tools, i), n
		s.names[NameKey(t.Name)] = true
		if t.Title != "" {
			s.names[NameKey(t.Title)] = true
		}
		x.byName[t.Name] = append(x.byName[t.Name], i)
	}
	r := RegistryView{tools, x}
	x.names = sync.OnceValue(func() *nameIndex { return newNameIndex(r) })
	x.texts = sync.OnceValue(func() *textIndex { return newTextIndex(r, keysPerTool(len(tools))) })
	return r
}

// index returns the indexes, which are empty for the zero value.
func (r RegistryView) index() *indexes {
	if r.indexes == nil {
		return NewRegistry(nil).indexes
	}
	return r.indexes
}

// Len returns the number of tools.
func (r RegistryView) Len() int { return len(r.tools) }

// Servers returns the number of distinct servers.
func (r RegistryView) Servers() int { return len(r.index().servers) }

// Tool returns tool i in scan order, or an empty view.
func (r RegistryView) Tool(i int) ToolView {
	if i < 0 || i >= len(r.tools) {
		return ToolView{}
	}
	return r.tools[i]
}

// Named returns the indexes of the tools with exactly that name, in scan order.
func (r RegistryView) Named(name string) []int { return r.index().byName[name] }

// IndexOf returns the index of a tool in the snapshot, or -1. During a scan it takes constant time; otherwise tools are compared by
// server and name.
func (r RegistryView) IndexOf(t ToolView) int {
	if i := t.scanIndex - 1; i >= 0 && i < len(r.tools) && r.tools[i].Name == t.Name && r.tools[i].Server == t.Server {
		return i
	}
	for _, i := range r.Named(t.Name) {
		if r.tools[i].Server == t.Server {
			return i
		}
	}
	return -1
}

// HasCopy reports whether the server has a tool with the same name and description, as in a manifest that lists one server's tools in
// several groups. It checks the first few tools of that name.
func (r RegistryView) HasCopy(t ToolView, server string) bool {
	named := r.Named(t.Name)
	return slices.ContainsFunc(named[:min(len(named), maxGroup)], func(i int) bool {
		return r.tools[i].Server == server && r.tools[i].Description == t.Description
	})
}

// ToolMemo returns the result of build for tool i. It is built once and kept as long as the registry, so that the one check that compares
// tools reads each tool once. It is not kept if there is no such tool or only one server. A nil build gives nil.
func (r RegistryView) ToolMemo(i int, build func() any) any {
	if build == nil {
		return nil
	}
	if r.Servers() < 2 || i < 0 || i >= len(r.tools) {
		return build()
	}
	v, ok := r.memos.Load(i)
	if !ok {
		v, _ = r.memos.LoadOrStore(i, build())
	}
	return v
}

// server returns the tools of a server, or nil.
func (r RegistryView) server(name string) *serverTools {
	x := r.index()
	n, ok := x.numbers[name]
	if !ok {
		return nil
	}
	return &x.servers[n]
}

// Owns reports whether a tool of the server has that name or title, in any case, with any separators, and with or without the word "tool" at
// the end.
func (r RegistryView) Owns(server, name string) bool {
	s, key := r.server(server), NameKey(name)
	return s != nil && (s.names[key] || s.names[key+"tool"] || s.names[strings.TrimSuffix(key, "tool")])
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

// maxGroup bounds the tools that an index keeps for one name or word, each of another server.
const maxGroup = 64

// group is the first tool of each server with something in common, in scan order.
type group []int

// add returns the group with tool i, unless its server is already in it or the group is full.
func (g group) add(i int, serverOf []int) group {
	if len(g) >= maxGroup || slices.ContainsFunc(g, func(j int) bool { return serverOf[j] == serverOf[i] }) {
		return g
	}
	return append(g, i)
}

// hashEntry is the hash of a key and the tool or name that it belongs to.
type hashEntry struct {
	hash  uint64
	owner int
}

// shared sorts the entries and returns those with the same hash, for hashes with several entries.
func shared(all []hashEntry) iter.Seq[[]hashEntry] {
	slices.SortFunc(all, func(a, b hashEntry) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.owner, b.owner))
	})
	return func(yield func([]hashEntry) bool) {
		for from, to := 0, 0; from < len(all); from = to {
			for to = from + 1; to < len(all) && all[to].hash == all[from].hash; to++ {
			}
			if to-from > 1 && !yield(all[from:to]) {
				return
			}
		}
	}
}
