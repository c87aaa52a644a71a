package discover

import (
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/manifest"
)

// viewed are the definitions of a file of source code, index by index, as views; cut is set when they have too many values.
type viewed struct {
	tools []Tool
	cut   bool
}

func view(f *link.Found) viewed {
	c := converter{file: f.Module.File, left: maxNodes}
	tools := make([]Tool, len(f.Entries))
	for i, e := range f.Entries {
		if e.Def != nil {
			tools[i] = c.tool(manifest.Entry{Kind: e.Kind, Server: e.Server, Def: e.Def, Shape: e.Shape}, nil)
		}
	}
	return viewed{tools, c.left < 0}
}
