package launch

import (
	"fmt"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// TestSecretTiers: only a checksum that holds is beyond doubt.
func TestSecretTiers(t *testing.T) {
	const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	body := drawn("issued", 30)
	digits := [6]byte{}
	for i, sum := 5, crc32.ChecksumIEEE([]byte(body)); i >= 0; i, sum = i-1, sum/62 {
		digits[i] = base62[sum%62]
	}
	for _, c := range []struct {
		value string
		tier  detect.Tier
	}{
		{"npm" + "_" + body + string(digits[:]), detect.TierHard},
		{"npm_" + "vQ8kq2ZtLwR4xN7cJ9bYd3HpM5sG1f" + "4GUWJh", detect.TierSoft},
		{"-----BEGIN PRIVATE KEY-----\n" + drawn("k1", 64) + "\n" + drawn("k2", 64) + "\n-----END PRIVATE KEY-----", detect.TierSoft},
		{"sk-" + drawn("o1", 20) + "T3BlbkFJ" + drawn("o2", 20), detect.TierSoft},
	} {
		_, signals := secretsIn(launchWith(t, map[string]any{"env": map[string]any{"K": c.value}}))
		require.Len(t, signals, 1)
		assert.Equal(t, c.tier, signals[0].Tier)
		assert.Equal(t, c.tier == detect.TierHard, strings.Contains(signals[0].Detail, "with a valid checksum"))
		assert.True(t, signals[0].Sensitive)
	}
}

// TestSecretInstead: the detail says how that client refers to a variable.
func TestSecretInstead(t *testing.T) {
	for _, c := range []struct{ client, file, member, want string }{
		{"vscode", ".vscode/mcp.json", "env", "${input:acme-token}"},
		{"mcpServers", ".cursor/mcp.json", "env", "${env:ACME_TOKEN}"},
		{"mcpServers", ".mcp.json", "env", "${ACME_TOKEN}"},
		{"mcpServers", "plugin/.claude-plugin/plugin.json", "env", "${ACME_TOKEN}"},
		{"mcpServers", ".gemini/settings.json", "env", "write $ACME_TOKEN"},
		{"opencode", "opencode.json", "env", "{env:ACME_TOKEN}"},
		{"codex", ".codex/config.toml", "env", `env_vars = ["ACME_TOKEN"]`},
		{"codex", ".codex/config.toml", "headers", "bearer_token_env_var"},
		{"server.json", "server.json", "env", "isSecret"},
		{"mcpServers", "claude_desktop_config.json", "env", "from the environment (ACME_TOKEN)"},
	} {
		_, signals := secretsIn(launchWith(t, map[string]any{
			c.member: map[string]any{"ACME_TOKEN": drawn("instead", 40)}, "config": map[string]any{"client": c.client, "file": c.file},
		}))
		require.Len(t, signals, 1, c.file)
		assert.Contains(t, signals[0].Detail, c.want)
		assert.Contains(t, signals[0].Detail, "revoke")
		assertDetail(t, signals[0].Detail)
	}
}

// TestSecretHostile: neither size nor oddities hurt, and nothing of a credential is shown.
func TestSecretHostile(t *testing.T) {
	many := map[string]any{}
	for i := range 5_000 {
		many[fmt.Sprintf("DB%d_PASSWORD", i)] = "Kirsch" + fmt.Sprint("kern#", i)
	}
	_, signals := secretsIn(launchWith(t, map[string]any{"env": many}))
	assert.NotEmpty(t, signals)
	for _, big := range []string{
		strings.Repeat("://", 300_000), strings.Repeat("a=", 400_000), strings.Repeat("https://h?a=b&", 60_000),
		strings.Repeat("--token x ", 100_000), strings.Repeat("'", 900_000),
		strings.Repeat("https://h/"+strings.Repeat("QUJD", 20)+"?", 9_000), strings.Repeat("=", 900_000), strings.Repeat("K_", 400_000) + "=x",
		strings.Repeat("${", 400_000),
	} {
		secretsIn(launchWith(t, map[string]any{
			"command": "sh", "args": []string{"-c", big}, "env": map[string]any{"TOKEN": big}, "url": big, "headers": map[string]any{"Cookie": big},
		}))
	}
	odd := "\xff\xfe=\x00" + drawn("odd", 40)
	secretsIn(launchWith(t, map[string]any{
		"command": odd, "args": []string{odd, "--", "-", "=", "--=", "-e", "", ":", "H", "-H"},
		"env": map[string]any{"": odd, "=": odd, "a~/b": odd},
	}))
	// A credential as a name is not shown by the value that has it.
	name := "ghp" + "_" + drawn("name", 36)
	_, signals = secretsIn(launchWith(t, map[string]any{"env": map[string]any{name + "_TOKEN": drawn("value", 40)}}))
	for _, s := range signals {
		assert.NotContains(t, s.Detail+s.Evidence, name)
	}
}
