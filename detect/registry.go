package detect

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
)

// RegistryView is a read-only snapshot of all tools scanned side by side, with the indexes that cross-tool checks
// need. It is made once per scan; each index is built when it is first asked. The zero value is a registry without tools.
type RegistryView struct {
	tools []ToolView
	*indexes
}

// indexes are what a registry knows of its tools.
type indexes struct {
	// serverOf is the number of each tool's server, servers what is known of them, in order of their first tools.
	serverOf []int
	servers  []*serverIndex
	numbers  map[string]int

	named  sync.Once
	byName map[string][]int
	names  nameIndex
	texts  textIndex
	// families has what was found of the pairs of servers that were compared.
	families sync.Map

	// ofTools are what OfTool keeps of each tool, once it was asked for any.
	keeping sync.Once
	ofTools []atomic.Pointer[any]
}

// NewRegistry builds the snapshot. Checks may be given one outside of a scan, in tests for example.
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

// Tool returns tool i in scan order, or an empty view when there is no such tool.
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

// IndexOf returns the index of a tool of the snapshot, or -1. During a scan it takes no time; outside of one, tools are
// compared by server and name.
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

// AtHome reports whether the server has the same tool, to the letter of its name and description: what the tool says is then
// said by that server too, as in a manifest that lists one server's tools in several groups. It looks at the first few tools of the name.
func (r RegistryView) AtHome(t ToolView, server string) bool {
	named := r.Named(t.Name)
	return slices.ContainsFunc(named[:min(len(named), maxGroup)], func(i int) bool {
		return r.tools[i].Server == server && r.tools[i].Description == t.Description
	})
}

// OfTool returns what make makes of tool i, for the one check that compares tools: it is made on first use and kept as long as the
// registry, so that a tool which is compared with many others is read once. Where there is no such tool, or only one server, nothing
// is kept. Without make it is nil.
func (r RegistryView) OfTool(i int, make func() any) any {
	if make == nil {
		return nil
	}
	if r.Servers() < 2 || i < 0 || i >= len(r.tools) {
		return make()
	}
	r.keeping.Do(r.keep)
	if kept := r.ofTools[i].Load(); kept != nil {
		return *kept
	}
	v := make()
	if !r.ofTools[i].CompareAndSwap(nil, &v) {
		return *r.ofTools[i].Load()
	}
	return v
}

// keep makes room for what OfTool keeps.
func (r RegistryView) keep() { r.ofTools = make([]atomic.Pointer[any], len(r.tools)) }

// maxGroup bounds the tools that an index keeps for one name or word, each of another server: one name on thousands of servers costs each
// of them no more than that.
const maxGroup = 64

// group are the first tools of each server that have something in common, in scan order.
type group []int

// with returns the group with tool i, unless its server is in it already or the group is full.
func (g group) with(i int, serverOf []int) group {
	if len(g) >= maxGroup || slices.ContainsFunc(g, func(j int) bool { return serverOf[j] == serverOf[i] }) {
		return g
	}
	return append(g, i)
}

// hashed is the hash of something that a tool has, or a key.
type hashed struct {
	hash uint64
	of   int
}

// shared sorts by the hashes and returns those that belong to several owners. Most hashes have one owner: a table of the
// owners by the last bits of the hash excludes nearly all of these, so that they need not be sorted.
func shared(all []hashed, owner func(of int) int) iter.Seq[[]hashed] {
	const several = -1
	owners := make([]int32, 1<<bits.Len(uint(len(all))))
	last := func(h hashed) uint64 { return h.hash >> 1 & uint64(len(owners)-1) }
	for _, h := range all {
		switch o := &owners[last(h)]; int(*o) {
		case 0:
			*o = int32(owner(h.of)) + 1
		case owner(h.of) + 1:
		default:
			*o = several
		}
	}
	all = slices.DeleteFunc(all, func(h hashed) bool { return owners[last(h)] != several })
	slices.SortFunc(all, func(a, b hashed) int {
		if a.hash == b.hash {
			return cmp.Compare(a.of, b.of)
		}
		return cmp.Compare(a.hash, b.hash)
	})
	return func(yield func([]hashed) bool) {
		for from, to := 0, 0; from < len(all); from = to {
			for to = from + 1; to < len(all) && all[to].hash == all[from].hash; to++ {
			}
			if to-from > 1 && !yield(all[from:to]) {
				return
			}
		}
	}
}
