package detect

// RegistryView is a read-only snapshot of all tools scanned side by side, with the indexes that cross-tool checks
// need. It is built once per scan. The zero value is a registry without tools.
type RegistryView struct {
	tools  []ToolView
	byName map[string][]int
	// servers has the names of each server's tools and parameters.
	servers map[string]*serverNames
	alikes  *alikeIndex
	textual *textIndex
}

// NewRegistry builds the snapshot. Checks may be given one outside of a scan, in tests for example.
func NewRegistry(tools []ToolView) RegistryView {
	r := RegistryView{tools: tools, byName: make(map[string][]int, len(tools)), servers: indexServers(tools), alikes: &alikeIndex{}, textual: &textIndex{}}
	for i := range tools {
		r.byName[tools[i].Name] = append(r.byName[tools[i].Name], i)
	}
	return r
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
func (r RegistryView) Named(name string) []int { return r.byName[name] }

// maxNamesakes bounds the tools of one name that AtHome compares.
const maxNamesakes = 64

// AtHome reports whether the server has the same tool, to the letter of its name and description: what the tool says is then
// said by that server too, as in a manifest that lists one server's tools in several groups.
func (r RegistryView) AtHome(t ToolView, server string) bool {
	named := r.byName[t.Name]
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
	for _, i := range r.byName[t.Name] {
		if r.tools[i].Server == t.Server {
			return i
		}
	}
	return -1
}
