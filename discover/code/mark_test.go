package code

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/source"
)

// walkNode calls fn with all nodes of a definition and their paths.
func walkNode(path string, n *source.Node, fn func(path string, n *source.Node)) {
	fn(path, n)
	for _, m := range n.Members {
		walkNode(path+"/"+m.Name.Text.Value, m.Value, fn)
	}
	for i, item := range n.Items {
		walkNode(fmt.Sprintf("%s/%d", path, i), item, fn)
	}
}

// TestMarkedCode marks the parts of a schema of which the code says more than is understood, and no others.
func TestMarkedCode(t *testing.T) {
	for name, c := range map[string]struct {
		file, code string
		marked     bool
	}{
		"a call of a schema library": {"a.ts", `server.registerTool("w", {description: "Weighs.", inputSchema: {n: z.number()}}, cb)`, true},
		"a declared type":            {"a.py", pyServer + "@mcp.tool()\ndef w(n: int) -> str:\n    \"\"\"Weighs.\"\"\"\n", true},
		"a literal":                  {"a.ts", `server.registerTool("w", {description: "Weighs.", inputSchema: {type: "object", properties: {n: {type: "number"}}}}, cb)`, false},
		"a literal with a spread":    {"a.ts", `server.registerTool("w", {description: "Weighs.", inputSchema: {type: "object", properties: {n: {type: "number", ...limits()}}}}, cb)`, true},
	} {
		t.Run(name, func(t *testing.T) {
			entries := linked(c.file, c.code)[0].Entries
			if assert.Len(t, entries, 1) {
				n := entries[0].Def.Get("inputSchema").Get("properties").Get("n")
				assert.Equal(t, c.marked, n.Get(schema.CodeMember) != nil)
			}
		})
	}
}
