package detect

import (
	"cmp"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
)

// RegistryView is a read-only snapshot of the tools of one scan, with the indexes that cross-tool checks need, each built on first use.
// The zero value is a registry without tools.
type RegistryView struct {
	tools []ToolView
	*indexes
}

// indexes are shared by all copies of a RegistryView.
type indexes struct {
	// serverOf has the index into servers of each tool; servers are in order of their first tools, and numbers finds them by name.
	serverOf []int
	servers  []*serverIndex
	numbers  map[string]int

	named  sync.Once
	byName map[string][]int
	names  nameIndex
	texts  textIndex
	// families caches SameFamily by pair of servers.
	families sync.Map

	// memos has what ToolMemo built, by tool.
	memosOnce sync.Once
	memos     []atomic.Pointer[any]
}

// NewRegistry builds the snapshot. Tests may give one to a check outside of a scan.
func NewRegistry(tools []ToolView) RegistryView {
	x := &indexes{serverOf: make([]int, len(tools)), numbers: map[string]int{}}
	for i := range tools {
		n, ok := x.numbers[tools[i].Server]
		if !ok {
			n = len(x.servers)
			x.numbers[tools[i].Server] = n
			x.servers = append(x.servers, &serverIndex{name: tools[i].Server})
		}
		x.servers[n].tools = append(x.servers[n].tools, i)
		x.serverOf[i] = n
	}
	return RegistryView{tools: tools, indexes: x}
}

// Len returns the number of tools.
func (r RegistryView) Len() int { return len(r.tools) }

// Servers returns the number of distinct servers.
func (r RegistryView) Servers() int {
	if r.indexes == nil {
		return 0
	}
	return len(r.servers)
}

// Tool returns tool i in scan order, or an empty view.
func (r RegistryView) Tool(i int) ToolView {
	if i < 0 || i >= len(r.tools) {
		return ToolView{}
	}
	return r.tools[i]
}

// Named returns the indexes of the tools with exactly that name, in scan order.
func (r RegistryView) Named(name string) []int {
	if r.indexes == nil {
		return nil
	}
	r.named.Do(func() {
		r.byName = make(map[string][]int, len(r.tools))
		for i := range r.tools {
			r.byName[r.tools[i].Name] = append(r.byName[r.tools[i].Name], i)
		}
	})
	return r.byName[name]
}

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
	r.memosOnce.Do(func() { r.memos = make([]atomic.Pointer[any], len(r.tools)) })
	if kept := r.memos[i].Load(); kept != nil {
		return *kept
	}
	v := build()
	if !r.memos[i].CompareAndSwap(nil, &v) {
		return *r.memos[i].Load()
	}
	return v
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
		if a.hash == b.hash {
			return cmp.Compare(a.owner, b.owner)
		}
		return cmp.Compare(a.hash, b.hash)
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
