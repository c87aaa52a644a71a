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
