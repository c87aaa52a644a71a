package detect

// RegistryView is a read-only snapshot of all tools scanned side by side, with the indexes that cross-tool checks
// need. It is built once per scan.
type RegistryView struct {
	tools  []ToolView
	byName map[string][]int
}

// NewRegistry builds the snapshot. Checks may be given one outside of a scan, in tests for example.
func NewRegistry(tools []ToolView) RegistryView {
	r := RegistryView{tools: tools, byName: make(map[string][]int, len(tools))}
	for i := range tools {
		r.byName[tools[i].Name] = append(r.byName[tools[i].Name], i)
	}
	return r
}

// Len returns the number of tools.
func (r RegistryView) Len() int { return len(r.tools) }

// Tool returns tool i in scan order.
func (r RegistryView) Tool(i int) ToolView { return r.tools[i] }

// Named returns the indexes of the tools with exactly that name, in scan order.
func (r RegistryView) Named(name string) []int { return r.byName[name] }
