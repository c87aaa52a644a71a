package detect

import (
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
	serverOf []int32
	servers  []*serverNames
	numbers  map[string]int32

	named   sync.Once
	byName  map[string][]int
	alikes  alikeIndex
	prose   proseIndex
	brands  brandIndex
	textual textIndex
	kin     kinIndex
	// ofTools are what OfTool keeps.
	ofTools []atomic.Pointer[any]
}

// NewRegistry builds the snapshot. Checks may be given one outside of a scan, in tests for example.
func NewRegistry(tools []ToolView) RegistryView {
	x := &indexes{serverOf: make([]int32, len(tools)), numbers: map[string]int32{}}
	last := int32(-1)
	for i := range tools {
		t := &tools[i]
		if last < 0 || x.servers[last].name != t.Server {
			n, ok := x.numbers[t.Server]
			if !ok {
				n = int32(len(x.servers))
				x.numbers[t.Server] = n
				x.servers = append(x.servers, &serverNames{name: t.Server, first: -1})
			}
			last = n
		}
		s := x.servers[last]
		if s.tools = append(s.tools, int32(i)); s.first < 0 && t.Kind == KindTool {
			s.first = i
		}
		x.serverOf[i] = last
	}
	if len(x.servers) > 1 {
		x.ofTools = make([]atomic.Pointer[any], len(tools))
	}
	return RegistryView{tools: tools, indexes: x}
}

// server returns what is known of a server, or nil.
func (r RegistryView) server(name string) *serverNames {
	if r.indexes == nil {
		return nil
	}
	if n, ok := r.numbers[name]; ok {
		return r.indexes.servers[n]
	}
	return nil
}

// Len returns the number of tools.
func (r RegistryView) Len() int { return len(r.tools) }

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

// maxNamesakes bounds the tools of one name that AtHome compares.
const maxNamesakes = 64

// AtHome reports whether the server has the same tool, to the letter of its name and description: what the tool says is then
// said by that server too, as in a manifest that lists one server's tools in several groups.
func (r RegistryView) AtHome(t ToolView, server string) bool {
	named := r.Named(t.Name)
	for _, i := range named[:min(len(named), maxNamesakes)] {
		if r.tools[i].Server == server && r.tools[i].Description == t.Description {
			return true
		}
	}
	return false
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

// OfTool returns what make makes of tool i, for the one check that compares tools: it is made on first use and kept as long as the
// registry, so that a tool which is compared with many others is read once. Where there is no such tool, or only one server, nothing
// is kept. Without make it is nil.
func (r RegistryView) OfTool(i int, make func() any) any {
	if make == nil {
		return nil
	}
	if r.indexes == nil || i < 0 || i >= len(r.ofTools) {
		return make()
	}
	return kept(&r.ofTools[i], make)
}

// OfServer is OfTool for a server.
func (r RegistryView) OfServer(name string, make func() any) any {
	if make == nil {
		return nil
	}
	s := r.server(name)
	if s == nil {
		return make()
	}
	return kept(&s.kept, make)
}

func kept(slot *atomic.Pointer[any], make func() any) any {
	if v := slot.Load(); v != nil {
		return *v
	}
	// Two that ask at once make the same.
	v := make()
	slot.Store(&v)
	return v
}
