package conform

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

func TestKeys(t *testing.T) {
	for _, c := range []struct {
		file, keys string
		want       []string
	}{
		{".vscode/mcp.json", `"servers"`, nil},
		{".vscode/mcp.json", `"mcpServers"`, []string{`note /keys/0 "mcpServers"`}},
		{"a/b/.VSCode/MCP.json", `"mcpServers"`, []string{`note /keys/0 "mcpServers"`}},
		{`C:\a\.vscode\mcp.json`, `"mcpServers"`, []string{`note /keys/0 "mcpServers"`}},
		{".vscode/mcp.json", `"mcpServers","servers"`, nil},
		{".cursor/mcp.json", `"mcpServers","servers"`, nil},
		{".mcp.json", `"mcpServers","servers"`, nil},
		{".vscode/mcp.json", `"mcp","mcpServers"`, []string{`note /keys/0 "mcp"`, `note /keys/1 "mcpServers"`}},
		{".vscode/mcp.json", `"somethingElse"`, nil},
		{".vscode/mcp.json", ``, nil},
		{"x.vscode/mcp.json", `"mcpServers"`, nil},
		{".vscode/settings.json", `"mcpServers"`, nil},
		{"team.code-workspace", `"mcpServers"`, nil},
		{"mcp.json", `"servers"`, nil},
		{".mcp.json", `"servers"`, nil},
		{".mcp.json", `"mcpServers"`, nil},
		{".mcp.json", `"mcp_servers"`, []string{`note /keys/0 "mcp_servers"`}},
		{".cursor/mcp.json", `"servers"`, []string{`note /keys/0 "servers"`}},
		{".codex/config.toml", `"mcp_servers"`, nil},
		{".codex/config.toml", `"servers"`, []string{`note /keys/0 "servers"`}},
		{"opencode.jsonc", `"mcpServers"`, []string{`note /keys/0 "mcpServers"`}},
		{".zed/settings.json", `"mcpServers"`, []string{`note /keys/0 "mcpServers"`}},
		{"home/.codeium/windsurf/mcp_config.json", `"servers"`, []string{`note /keys/0 "servers"`}},
		{"service/mcp_config.json", `"servers"`, nil},
		{"Claude/claude_desktop_config.json", `"servers"`, []string{`note /keys/0 "servers"`}},
	} {
		got := seen(t, detect.KindSettings, fmt.Sprintf(`{"keys":[%s],"config":{"file":%q}}`, c.keys, c.file))
		assert.Equal(t, c.want, got, "%s: %s", c.file, c.keys)
	}
	assert.Empty(t, seen(t, detect.KindSettings, `{"keys":["mcpServers"]}`))
	assert.Empty(t, seen(t, detect.KindSettings, `{"keys":"mcpServers","inputs":{"id":"a"},"config":{"file":".vscode/mcp.json"}}`))
}

func TestInputs(t *testing.T) {
	for _, c := range []struct {
		def  string
		want []string
	}{
		{`"env":{"A":"${input:a}"},"config":{"client":"vscode","inputs":["a"]}`, nil},
		{`"env":{"A":"x${input:b}y${input:a}${input:c}"},"config":{"client":"vscode",` +
			`"inputs":["a"]}`, []string{`note /env/A "${input:b}"`, `note /env/A "${input:c}"`}},
		{`"url":"https://h/${input:b}","headers":{"Authorization":"Bearer ` +
			`${input:b}"},"config":{"client":"vscode","inputs":[]}`, []string{`note /url "${input:b}"`, `note /headers/Authorization "${input:b}"`}},
		{`"args":["--k=${input:b}"],"config":{"client":"mcpServers","inputs":[]}`, nil},
		{`"args":["--k=${input:b}"],"config":{"client":"vscode"}`, nil},
		{`"args":["${input:","${input:}","${env:b}","$input:b}","${input:${env:B}}"],"config":{"client":"vscode","inputs":[]}`, nil},
		{`"args":["${input:B}"],"config":{"client":"vscode","inputs":["b"]}`, []string{`note /args/0 "${input:B}"`}},
	} {
		assert.Equal(t, c.want, seen(t, detect.KindLaunch, `{"name":"s","command":"x",`+c.def+`}`), c.def)
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
