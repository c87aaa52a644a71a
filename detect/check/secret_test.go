package check

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// The credentials are put together at run time, so that scanners of this repository stay quiet.
var (
	liveKey      = "AKIA" + "Q7WZ2M5X" + "R3TNB6KD"
	livePassword = "vR8" + "kq2Zt" + "Lw"
	liveToken    = "glpat-" + "Zk3v9Qp" + "1Xw7Rt5Ls" + "8Bn2"
)

func secretsIn(t *testing.T, def map[string]any) []detect.Signal {
	t.Helper()
	b, err := json.Marshal(def)
	require.NoError(t, err)
	v, err := detect.ViewJSON(detect.KindTool, "srv", b)
	require.NoError(t, err)
	return embeddedSecret{}.Inspect(v, detect.NewRegistry([]detect.ToolView{v}))
}

func TestEmbeddedSecretInEveryField(t *testing.T) {
	props := map[string]any{"path": map[string]any{
		"type": "string", "title": liveToken, "description": "Use " + liveKey, "default": liveToken, "enum": []string{"a", liveKey}, "examples": []string{liveToken}, "const": liveKey, "pattern": liveToken,
	}}
	def := map[string]any{
		"name": "t", "title": liveToken, "description": "key " + liveKey + " and " + liveToken, "annotations": map[string]any{"title": liveKey}, "_meta": map[string]any{"x": liveToken},
		"inputSchema": map[string]any{"type": "object", "properties": props}, "outputSchema": map[string]any{"type": "object", "description": liveKey},
	}
	signals := secretsIn(t, def)
	assert.Len(t, signals, 13, "each hit counts, two in the description")
	for _, s := range signals {
		assert.Equal(t, detect.TierSoft, s.Tier)
		assert.Equal(t, detect.ThreatExfiltration, s.ThreatType)
		assert.True(t, s.Sensitive)
		assert.Regexp(t, `^(AKIA|glpa)\[REDACTED\]$`, s.Evidence)
		assert.Regexp(t, `aws access key|gitlab pat`, s.Detail)
	}
}

func TestEmbeddedSecretIsNeverShown(t *testing.T) {
	def := exampleTool("t", "Connects to "+strings.Join([]string{"postgres", "//svc", livePassword + "@db.acme.io/app"}, ":")+" with "+liveKey)
	v, err := detect.ViewJSON(detect.KindTool, "srv", []byte(def))
	require.NoError(t, err)
	res := detect.NewEngine([]detect.Check{embeddedSecret{}}).Scan([]detect.ToolView{v})
	require.Len(t, res.Findings, 1)
	require.Len(t, res.Findings[0].Signals, 2)
	s := res.Findings[0].Signals[0]
	assert.Equal(t, livePassword, v.Fields[s.FieldIndex].Text[s.Start:s.End])
	b, err := json.Marshal(res)
	require.NoError(t, err)
	assert.NotContains(t, string(b), livePassword)
	assert.NotContains(t, string(b), liveKey[4:])
}

// TestNamesOfPlacesCount shows that a value is judged with the name of its parameter or member.
func TestNamesOfPlacesCount(t *testing.T) {
	random := "h7Qz2LmX" + "9vRt4KpW" + "s8Bn3Yd6"
	param := func(name string) map[string]any {
		return map[string]any{"name": "t", "inputSchema": map[string]any{"type": "object", "properties": map[string]any{name: map[string]any{"type": "string", "default": random}}}}
	}
	assert.Len(t, secretsIn(t, param("api_key")), 1)
	assert.Len(t, secretsIn(t, param("authToken")), 1)
	assert.Empty(t, secretsIn(t, param("next_page_token")))
	assert.Empty(t, secretsIn(t, param("query")))
	assert.Len(t, secretsIn(t, map[string]any{"name": "t", "_meta": map[string]any{"client_secret": []string{random}}}), 1)
}

func TestEmbeddedSecretSilence(t *testing.T) {
	for _, s := range []string{
		"Set api_key to <YOUR_API_KEY>.", "Authorization: Bearer ${TOKEN}", "AKIA" + "IOSFODNN7EXAMPLE", "Upload your SSH public key.", "Rotates the secret; the token never leaves the server.", "sk-" + "xxxxxxxxxxxxxxxxxxxxxxxx",
		"postgres://user:password@localhost:5432/app", "Test with 4242 4242 4242 4242.", "Password must have 12 characters, such as a digit and a sign.", "A UUID such as 550e8400-e29b-41d4-a716-446655440000.",
	} {
		assert.Empty(t, secretsIn(t, map[string]any{"name": "t", "description": s}), "%q", s)
	}
}
