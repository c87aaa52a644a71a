package discover

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestRegisteredFunctionsAreReadWhereverTheyAre registers functions of files that hold no word of MCP or of tools, in folders that are no
// package of it.
func TestRegisteredFunctionsAreReadWhereverTheyAre(t *testing.T) {
	files := map[string]string{
		"server.py": "from mcp.server.fastmcp import FastMCP\nfrom jobs import boats\nimport jobs.sails as sails\nfrom crew import hire\nfrom dock import unused\n" +
			"mcp = FastMCP('n')\nmcp.add_tool(boats.moor)\nmcp.add_tool(sails.hoist)\nmcp.add_tool(hire)\n",
		"jobs/boats.py":     "def moor(boat: str):\n    \"\"\"Moors a boat.\"\"\"\n",
		"jobs/sails.py":     "def hoist(sail: str):\n    \"\"\"Hoists a sail.\"\"\"\n",
		"crew/__init__.py":  "from .contracts import hire\n",
		"crew/contracts.py": "def hire(name: str):\n    \"\"\"Hires a sailor.\"\"\"\n",
		"dock.py":           "def unused():\n    \"\"\"Is never registered.\"\"\"\n",
	}
	inv := walkReal(t, files)
	said := map[string]string{}
	for i := range inv.Tools {
		for _, f := range inv.Tools[i].View.Fields {
			if f.Pointer == "/description" {
				said[inv.Tools[i].View.Name] = f.Text
			}
		}
	}
	assert.Equal(t, map[string]string{"moor": "Moors a boat.", "hoist": "Hoists a sail.", "hire": "Hires a sailor."}, said)
	for _, f := range inv.Files {
		assert.NotEqual(t, "dock.py", f.Rel)
	}
}
