package discover

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
)

// scalarAt returns what stands in the file where a number, boolean or null of a tool is.
func scalarAt(t *testing.T, tool *Tool, names ...string) (string, int) {
	t.Helper()
	n := tool.View.Definition
	for _, name := range names {
		n = n.Get(name)
		require.NotNil(t, n, "%v", names)
	}
	require.Equal(t, detect.NodeScalar, n.Kind)
	if n.Ref == 0 {
		return "", 0
	}
	text := tool.Scalars[n.Ref]
	assert.Equal(t, n.Text, text.Value)
	locs := text.Locate(0, len(text.Value))
	require.Len(t, locs, 1)
	s := locs[0].Span
	return string(locs[0].File.Data[s.Start:s.End]), locs[0].File.Position(s.Start, source.UTF16).Line
}

func TestScalarsKeepTheirPlaces(t *testing.T) {
	largest := []string{"inputSchema", "properties", "n", "maximum"}
	for name, data := range map[string]string{
		"tools.json": "\uFEFF{\"tools\": [{\"name\": \"set\", \"description\": \"Sets.\",\r\n" +
			"\"annotations\": {\"readOnlyHint\": false, \"destructiveHint\": true},\r\n" +
			"\"inputSchema\": {\"type\": \"object\", \"properties\": {\"n\": {\"type\": \"integer\",\r\n\"maximum\": 10, \"default\": null}}}}]}",
		"tools.yaml": "tools:\n- name: set\n  description: Sets.\n  annotations: {readOnlyHint: false,\n    destructiveHint: true}\n" +
			"  inputSchema:\n    type: object\n    properties:\n      n:\n        type: integer\n        maximum: 10\n        default:\n",
		"tools.toml": "[[tools]]\nname = \"set\"\ndescription = \"Sets.\"\n[tools.annotations]\ndestructiveHint = true\nreadOnlyHint = false\n" +
			"[tools.inputSchema]\ntype = \"object\"\nproperties.n = {type = \"integer\", maximum = 10}\n",
		"server.ts": "import { Server } from '@modelcontextprotocol/sdk/server/index.js';\n" +
			"export const tools = [{ name: 'set', description: 'Sets a number.',\n annotations: { readOnlyHint: false, destructiveHint: true },\n" +
			" inputSchema: { type: 'object', properties: { n: { type: 'number',\n maximum: 10 } } } }];\n" +
			"server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools }));\n",
	} {
		t.Run(name, func(t *testing.T) {
			inv := walkReal(t, map[string]string{name: data})
			require.Len(t, inv.Tools, 1)
			tool := &inv.Tools[0]
			raw, line := scalarAt(t, tool, "annotations", "destructiveHint")
			assert.Equal(t, "true", raw)
			assert.Equal(t, tool.File.Position(strings.Index(data, "true"), source.Bytes).Line, line)
			raw, _ = scalarAt(t, tool, "annotations", "readOnlyHint")
			assert.Equal(t, "false", raw)
			raw, line = scalarAt(t, tool, largest...)
			assert.Equal(t, "10", raw)
			assert.Equal(t, tool.File.Position(strings.Index(data, "10"), source.Bytes).Line, line)
			for i, f := range tool.View.Fields {
				assert.Equal(t, f.Text, tool.Texts[i].Value, "%s: what is no text takes no place among the texts", f.Pointer)
			}
		})
	}
	t.Run("server.py", func(t *testing.T) {
		inv := walkReal(t, map[string]string{"server.py": "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('s')\n" +
			"@mcp.tool(annotations={\"readOnlyHint\": False, \"destructiveHint\": True})\ndef put(n: int) -> str:\n    \"\"\"Puts a number.\"\"\"\n"})
		require.Len(t, inv.Tools, 1)
		raw, line := scalarAt(t, &inv.Tools[0], "annotations", "destructiveHint")
		assert.Equal(t, "True", raw)
		assert.Equal(t, 3, line)
	})
	t.Run("none", func(t *testing.T) {
		inv := walkReal(t, map[string]string{"tools.json": list("get", "Weather.")})
		require.Len(t, inv.Tools, 1)
		assert.Empty(t, inv.Tools[0].Scalars, "a definition of texts alone costs nothing")
	})
}
