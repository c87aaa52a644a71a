package discover

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/clients"
)

// clientFixtures has a file for each client, and what is found in it: the shapes of launches, the members of settings, and instructions.
var clientFixtures = map[string]struct{ file, text, want string }{
	"any":            {"mcp.json", `{"mcpServers":{"a":{"command":"x"}},"permissions":{"allow":[]}}`, "mcpServers permissions"},
	"Claude Code":    {".claude/settings.json", `{"enableAllProjectMcpServers":true,"env":{"A":"b"}}`, "enableAllProjectMcpServers env"},
	"Claude Desktop": {"claude_desktop_config.json", `{"servers":{"a":{"command":"x"}}}`, "vscode"},
	"VS Code":        {".vscode/settings.json", `{"mcp.servers":{"a":{"command":"x"}},"chat.tools.autoApprove":true}`, "vscode chat.tools.autoApprove"},
	"Cursor":         {".cursor/rules/a.mdc", "Be brief.", "agents"},
	"Windsurf":       {".windsurfrules", "Be brief.", "agents"},
	"Cline":          {".clinerules/a.txt", "Be brief.", "agents"},
	"Roo Code":       {".roo/rules-code/a.md", "Be brief.", "agents"},
	"Gemini CLI":     {".gemini/settings.json", `{"servers":{"a":{"command":"x"}},"general":{"x":1}}`, "vscode general"},
	"Codex":          {".codex/config.toml", "approval_policy = \"never\"\n[mcp_servers.a]\ncommand = \"x\"\n", "codex approval_policy"},
	"opencode":       {"opencode.json", `{"mcp":{"a":{"type":"local","command":["x"]}},"instructions":["a.md"]}`, "opencode instructions"},
	"Zed":            {".zed/settings.json", `{"context_servers":{"a":{"command":"x"}},"agent":{"always_allow_tool_actions":true}}`, "zed agent"},
	"Goose":          {"config.yaml", "GOOSE_MODE: auto\nextensions: {a: {type: stdio, cmd: x}}\n", "goose GOOSE_MODE"},
	"Kiro":           {".kiro/agents/a.json", `{"mcpServers":{"a":{"command":"x"}},"allowedTools":["*"]}`, "mcpServers allowedTools"},
	"Amazon Q":       {".amazonq/cli-agents/a.json", `{"mcpServers":{"a":{"command":"x"}},"allowedTools":["*"]}`, "mcpServers allowedTools"},
	"Junie":          {".junie/guidelines.md", "Be brief.", "agents"},
	"Trae":           {".trae/rules/a.md", "Be brief.", "agents"},
	"Continue":       {"config.json", `{"modelContextProtocolServers":[{"transport":{"type":"stdio","command":"x"}}]}`, "continue"},
	"Augment":        {".augment-guidelines", "Be brief.", "agents"},
	"Warp":           {"WARP.md", "Be brief.", "agents"},
}

func TestClients(t *testing.T) {
	for _, c := range clients.All {
		f, ok := clientFixtures[c.Name]
		require.True(t, ok, "%s needs a fixture", c.Name)
		dir := t.TempDir()
		putFile(t, dir, f.file, f.text)
		inv, err := Walk(Options{Paths: []string{dir}, AgentsFiles: true})
		require.NoError(t, err)
		var got []string
		for _, l := range inv.Launches {
			if l.View.Kind == detect.KindLaunch {
				got = append(got, l.Shape)
				continue
			}
			for _, m := range l.View.Definition.Members {
				if m.Name.Text != "keys" {
					got = append(got, m.Name.Text)
				}
			}
		}
		for _, a := range inv.Agents {
			got = append(got, a.Shape)
		}
		assert.Equal(t, f.want, strings.Join(got, " "), c.Name)
		// Every file that is its own is read, and is a file of a client.
		for _, file := range c.Files {
			text := `{"` + file.Key + `":{"a":{"type":"stdio","command":["x"]}}}`
			if strings.HasSuffix(file.Path, ".toml") {
				text = "[" + file.Key + ".a]\ncommand = \"x\"\n"
			}
			dir := t.TempDir()
			require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(file.Path)), 0o755))
			putFile(t, dir, file.Path[1:], text)
			inv, err := Walk(Options{Paths: []string{dir}})
			require.NoError(t, err)
			assert.Len(t, inv.Servers, 1, file.Path)
			owner, _ := clients.FileOf(file.Path)
			assert.Equal(t, c.Name, owner.Name)
		}
	}
}
