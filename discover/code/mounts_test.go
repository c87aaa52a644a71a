package code

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestMountedServers(t *testing.T) {
	const (
		part = "from fastmcp import FastMCP\nledger_server = FastMCP(\"ledger-tools\")\n@ledger_server.tool()\ndef weigh(ship: str):\n    \"\"\"Weighs the ship.\"\"\"\n"
		head = "from fastmcp import FastMCP\n"
		main = "mcp = FastMCP(\"harbour\")\n"
	)
	for name, tc := range map[string]struct {
		want  string
		files []string
	}{
		"mount":            {"harbour", []string{"p/server.py", head + "from .ledger import ledger_server\n" + main + "mcp.mount(ledger_server)\n"}},
		"absolute":         {"harbour", []string{"p/server.py", head + "from p.ledger import ledger_server as x\n" + main + "mcp.mount(x, prefix='l')\n"}},
		"old order":        {"harbour", []string{"p/server.py", head + "from .ledger import ledger_server\n" + main + "mcp.mount('l', ledger_server)\n"}},
		"import":           {"harbour", []string{"p/server.py", head + "from .ledger import ledger_server\n" + main + "async def setup():\n    await mcp.import_server(ledger_server)\n"}},
		"module":           {"harbour", []string{"p/server.py", head + "from . import ledger\n" + main + "mcp.mount(ledger.ledger_server)\n"}},
		"through":          {"harbour", []string{"p/server.py", head + "from .parts import ledger_server\n" + main + "mcp.mount(ledger_server)\n", "p/parts/__init__.py", "from ..ledger import ledger_server\n"}},
		"twice":            {"harbour", []string{"p/server.py", head + "from .middle import middle\n" + main + "mcp.mount(middle)\n", "p/middle.py", head + "from .ledger import ledger_server\nmiddle = FastMCP('middle')\nmiddle.mount(ledger_server)\n"}},
		"not mounted":      {"ledger-tools", []string{"p/server.py", head + "from .ledger import ledger_server\n" + main}},
		"no server":        {"ledger-tools", []string{"p/server.py", "from .ledger import ledger_server\napp.mount('/mcp', ledger_server)\n"}},
		"by two":           {"ledger-tools", []string{"p/server.py", head + "from .ledger import ledger_server\n" + main + "mcp.mount(ledger_server)\n", "p/other.py", head + "from .ledger import ledger_server\nmcp = FastMCP('quay')\nmcp.mount(ledger_server)\n"}},
		"another package":  {"ledger-tools", []string{"q/server.py", head + "from p.ledger import ledger_server\n" + main + "mcp.mount(ledger_server)\n"}},
		"another name":     {"ledger-tools", []string{"p/server.py", head + "from .ledger import app\n" + main + "mcp.mount(app)\n"}},
		"another receiver": {"ledger-tools", []string{"p/server.py", head + "from .ledger import ledger_server\n" + main + "api.mount(ledger_server)\n"}},
		"circle":           {"harbour", []string{"p/server.py", head + "from .ledger import ledger_server\n" + main + "mcp.mount(ledger_server)\nmcp.mount(mcp)\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			found := linked(append([]string{"p/ledger.py", part}, tc.files...)...)
			assert.Equal(t, tc.want, found[0].Server)
			if assert.Len(t, found[0].Entries, 1) {
				assert.Equal(t, tc.want, found[0].Entries[0].Server)
			}
		})
	}
}

func TestNamesKnownOnlyAtRunTime(t *testing.T) {
	found := linked("a.py", pyServer+"@mcp.tool(name=\"{send_mail}\")\ndef a():\n    \"\"\"Sends a mail.\"\"\"\n\nfor name in load():\n    mcp.add_tool(f, name=name, description=\"Weighs the ship.\")\n")
	unknown := map[string]bool{}
	for _, e := range found[0].Entries {
		unknown[e.Def.StringAt("name")] = e.NameUnknown
	}
	assert.Equal(t, map[string]bool{"{send_mail}": false, "{name}": true}, unknown)
}
