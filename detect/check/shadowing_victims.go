package check

import "github.com/org/mcp-lint/detect"

// maxVictims bounds the tools that one signal points at, and maxTried those of a name already judged that are compared for it: far
// more servers than anybody runs side by side.
const maxVictims, maxTried = 64, 256

// victims are the tools that a tool imitates or steers at one place: one of each server, in the order in which they were found. Whether
// a reader trusts the servers is judged by all of them.
type victims struct {
	reg     detect.RegistryView
	self    int
	own     string
	list    []int
	servers map[string]bool
	tried   int
	// more is set when there are more than are listed.
	more bool
}

func newVictims(self int, tool detect.ToolView, reg detect.RegistryView) *victims {
	return &victims{reg: reg, self: self, own: tool.Server, servers: map[string]bool{}}
}

// open reports whether tool j is of a server that none is listed of yet.
func (v *victims) open(j int) bool {
	server := v.reg.Tool(j).Server
	return server != v.own && !v.servers[server] && !v.more
}

// add lists tool j, unless one of its server is listed.
func (v *victims) add(j int) {
	switch {
	case !v.open(j):
	case len(v.list) >= maxVictims:
		v.more = true
	default:
		v.list = append(v.list, j)
		v.servers[v.reg.Tool(j).Server] = true
	}
}

// try counts a tool that is to be compared, and reports whether there is room for it.
func (v *victims) try() bool {
	v.tried++
	v.more = v.more || v.tried > maxTried
	return !v.more
}

// related points at the tools. When there are more than are listed it points at the tool itself as well, whose server is in no pair
// with itself, so that nobody's trust in those that are listed is taken for trust in all.
func (v *victims) related(note string) []detect.Related {
	out := make([]detect.Related, 0, len(v.list)+1)
	for _, j := range v.list {
		out = append(out, relatedName(v.reg, j, note))
	}
	if v.more {
		out = append(out, relatedName(v.reg, v.self, "concerns more tools than are listed"))
	}
	return out
}
