package discover

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestServersWithoutToolsLeaveALine names the place that answers which tools there are where none were found.
func TestServersWithoutToolsLeaveALine(t *testing.T) {
	server := "import { Server } from '@modelcontextprotocol/sdk/server/index.js';\nimport { Cupboard } from './cupboard';\n" +
		"const cupboard = new Cupboard();\nserver.setRequestHandler(ListToolsRequestSchema, cupboard.all);\n"
	files := map[string]string{"package.json": nodePack, "src/index.ts": server, "src/cupboard.ts": "export class Cupboard { all = () => ({ tools: [...this.shelves] }); }\n"}
	inv := walkReal(t, files)
	assert.Empty(t, inv.Tools)
	require.Len(t, inv.Gaps, 1)
	assert.Equal(t, "src/index.ts", inv.Gaps[0].File.Rel)

	files["src/tools.ts"] = jsList
	assert.Empty(t, walkReal(t, files).Gaps)

	delete(files, "src/tools.ts")
	files["tests/tools.test.ts"] = jsList
	assert.Len(t, walkReal(t, files).Gaps, 1)

	library := map[string]string{
		"lib/package.json": `{"name": "@x/cupboards", "keywords": ["mcp"]}`, "lib/index.ts": server,
		"app/package.json": `{"name": "app", "keywords": ["mcp"], "dependencies": {"@x/cupboards": "1"}}`, "app/tools.ts": jsList,
	}
	assert.Empty(t, walkReal(t, library).Gaps, "its tools are those of what uses it")
}
