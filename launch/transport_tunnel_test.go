package launch

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/clients"
)

func TestRegistriesOfPackagesAreReportedOnce(t *testing.T) {
	for def, want := range map[string]int{
		`{"command":"npx","args":["--registry","http://npm.acme.io","p@1.0.0"]}`:                        1,
		`{"command":"npx","args":["--registry","http://10.0.0.7:4873","p@1.0.0"]}`:                      1,
		`{"command":"npx","args":["--registry=http://npm.acme.io","p@1.0.0"]}`:                          1,
		`{"command":"npx","args":["p@1.0.0"],"env":{"NPM_CONFIG_REGISTRY":"http://npm.acme.io"}}`:       1,
		`{"command":"npx","args":["p@1.0.0","--registry","http://npm.acme.io"]}`:                        1,
		`{"command":"npx","args":["p@1.0.0","-s","http://acme.io"]}`:                                    1,
		`{"command":"npx","args":["--registry","http://8.8.8.8:4873","p@1.0.0"]}`:                       2,
		`{"command":"npx","args":["--registry","http://localhost:4873","p@1.0.0"]}`:                     0,
		`{"command":"uvx","args":["--extra-index-url","http://pypi.acme.io/simple","p==1","http://b"]}`: 2,
	} {
		v, err := detect.ViewJSON(detect.KindLaunch, "s", []byte(def))
		require.NoError(t, err)
		n := len(insecureTransport{}.Inspect(v, detect.RegistryView{})) + len(remoteCode{}.Inspect(v, detect.RegistryView{}))
		assert.Equal(t, want, n, def)
	}
}

func TestStreamable(t *testing.T) {
	for file, want := range map[string]string{
		".roo/mcp.json": `"type": "streamable-http"`, ".kilocode/mcp.json": `"type": "streamable-http"`,
		"x/cline_mcp_settings.json": `"type": "streamableHttp"`, ".codeium/windsurf/mcp_config.json": `"serverUrl"`, ".cursor/mcp.json": `"url"`,
		".gemini/settings.json": `"httpUrl"`, ".mcp.json": `"type": "http"`,
	} {
		assert.Contains(t, clients.HTTP("mcpServers", file), want, file)
	}
	assert.Contains(t, clients.HTTP("continue", ".continue/mcpServers/a.yaml"), "type: streamable-http")
	v, err := detect.ViewJSON(detect.KindLaunch, "s", []byte(`{"command":"npx","args":["mcp-remote@0.1.1","https://acme.io/sse"],`+
		`"config":{"client":"vscode","file":".vscode/mcp.json"}}`))
	require.NoError(t, err)
	s := insecureTransport{}.Inspect(v, detect.RegistryView{})
	require.Len(t, s, 1)
	assert.NotContains(t, s[0].Detail, `"type"`)
	assert.Contains(t, s[0].Detail, "and keep the rest")
}
