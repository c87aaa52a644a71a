package schemacheck

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

func TestKeys(t *testing.T) {
	for _, c := range []struct{ file, keys, want string }{
		{".vscode/mcp.json", `"servers"`, ""},
		{".vscode/mcp.json", `"mcpServers"`, `note /keys/0 "mcpServers"`},
		{"a/b/.VSCode/MCP.json", `"mcpServers"`, `note /keys/0 "mcpServers"`},
		{`C:\a\.vscode\mcp.json`, `"mcpServers"`, `note /keys/0 "mcpServers"`},
		{".vscode/mcp.json", `"mcpServers","servers"`, ""},
		{".cursor/mcp.json", `"mcpServers","servers"`, ""},
		{".mcp.json", `"mcpServers","servers"`, ""},
		{".vscode/mcp.json", `"mcp","mcpServers"`, `note /keys/0 "mcp" | note /keys/1 "mcpServers"`},
		{".vscode/mcp.json", `"somethingElse"`, ""},
		{".vscode/mcp.json", ``, ""},
		{"x.vscode/mcp.json", `"mcpServers"`, ""},
		{".vscode/settings.json", `"mcpServers"`, ""},
		{"team.code-workspace", `"mcpServers"`, ""},
		{"mcp.json", `"servers"`, ""},
		{".mcp.json", `"servers"`, ""},
		{".mcp.json", `"mcpServers"`, ""},
		{".mcp.json", `"mcp_servers"`, `note /keys/0 "mcp_servers"`},
		{".cursor/mcp.json", `"servers"`, `note /keys/0 "servers"`},
		{".codex/config.toml", `"mcp_servers"`, ""},
		{".codex/config.toml", `"servers"`, `note /keys/0 "servers"`},
		{"opencode.jsonc", `"mcpServers"`, `note /keys/0 "mcpServers"`},
		{".zed/settings.json", `"mcpServers"`, `note /keys/0 "mcpServers"`},
		{"home/.codeium/windsurf/mcp_config.json", `"servers"`, `note /keys/0 "servers"`},
		{"service/mcp_config.json", `"servers"`, ""},
		{"Claude/claude_desktop_config.json", `"servers"`, `note /keys/0 "servers"`},
	} {
		got := seen(t, detect.KindSettings, fmt.Sprintf(`{"keys":[%s],"config":{"file":%q}}`, c.keys, c.file))
		assert.Equal(t, c.want, strings.Join(got, " | "), "%s: %s", c.file, c.keys)
	}
	assert.Empty(t, seen(t, detect.KindSettings, `{"keys":["mcpServers"]}`))
	assert.Empty(t, seen(t, detect.KindSettings, `{"keys":"mcpServers","inputs":{"id":"a"},"config":{"file":".vscode/mcp.json"}}`))
}

func TestInputs(t *testing.T) {
	for _, c := range []struct{ def, want string }{
		{`"env":{"A":"${input:a}"},"config":{"client":"vscode","inputs":["a"]}`, ""},
		{`"env":{"A":"x${input:b}y${input:a}${input:c}"},"config":{"client":"vscode",` +
			`"inputs":["a"]}`, `note /env/A "${input:b}" | note /env/A "${input:c}"`},
		{`"url":"https://h/${input:b}","headers":{"Authorization":"Bearer ` +
			`${input:b}"},"config":{"client":"vscode","inputs":[]}`, `note /url "${input:b}" | note /headers/Authorization "${input:b}"`},
		{`"args":["--k=${input:b}"],"config":{"client":"mcpServers","inputs":[]}`, ""},
		{`"args":["--k=${input:b}"],"config":{"client":"vscode"}`, ""},
		{`"args":["${input:","${input:}","${env:b}","$input:b}","${input:${env:B}}"],"config":{"client":"vscode","inputs":[]}`, ""},
		{`"args":["${input:B}"],"config":{"client":"vscode","inputs":["b"]}`, `note /args/0 "${input:B}"`},
	} {
		assert.Equal(t, c.want, strings.Join(seen(t, detect.KindLaunch, `{"name":"s","command":"x",`+c.def+`}`), " | "), c.def)
	}
	assert.Equal(t, []string{`note /inputs/2/id "a"`}, seen(t, detect.KindSettings, `{"inputs":[{"id":"a"},{"id":"b"},{"id":"a"},{},7,`+
		`{"id":""},{"id":""}]}`))
}

func TestManyInputs(t *testing.T) {
	def := `{"args":["` + strings.Repeat("${input:b}", 90_000) + `","` + strings.Repeat("${input:", 100_000) +
		`"],"config":{"client":"vscode","inputs":[]}}`
	v, err := detect.ViewJSON(detect.KindLaunch, "s", []byte(def))
	require.NoError(t, err)
	assert.Len(t, invalid{}.Inspect(v, detect.RegistryView{}), maxReported)
}
