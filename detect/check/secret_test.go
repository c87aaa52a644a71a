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

// TestEmbeddedSecretLeavesLaunchesAlone: what a server is started with is reported once, by launch.secret; its text, here.
func TestEmbeddedSecretLeavesLaunchesAlone(t *testing.T) {
	item := func(members ...any) []any {
		m := map[string]any{}
		for i := 0; i < len(members); i += 2 {
			m[members[i].(string)] = members[i+1]
		}
		return []any{m}
	}
	for _, c := range []struct {
		name string
		kind detect.Kind
		def  map[string]any
		want []string
	}{
		{"value", detect.KindServer, map[string]any{"packages": item("environmentVariables", item("name", "A_TOKEN", "value", liveToken))}, nil},
		{"default", detect.KindServer, map[string]any{"packages": item("packageArguments", item("name", "--t", "default", liveToken))}, nil},
		{"header of a remote", detect.KindServer, map[string]any{"remotes": item("headers", item("name", "X-Token", "value", liveToken))}, nil},
		{"header of a transport", detect.KindServer, map[string]any{"packages": item("transport", map[string]any{"headers": item("name", "X", "value", liveToken)})}, nil},
		{"default beside a value", detect.KindServer, map[string]any{"packages": item("environmentVariables", item("value", "x", "default", liveToken))}, []string{"/packages/0/environmentVariables/0/default"}},
		{"description", detect.KindServer, map[string]any{"packages": item("environmentVariables", item("description", "as "+liveToken))}, []string{"/packages/0/environmentVariables/0/description"}},
		{"choices", detect.KindServer, map[string]any{"packages": item("environmentVariables", item("choices", []string{liveToken}))}, []string{"/packages/0/environmentVariables/0/choices/0"}},
		{"variable of a value", detect.KindServer, map[string]any{"remotes": item("headers", item("variables", map[string]any{"k": map[string]any{"default": liveToken}}))}, []string{"/remotes/0/headers/0/variables/k/default"}},
		{"inputs", detect.KindServer, map[string]any{"inputs": item("default", liveToken)}, []string{"/inputs/0/default"}},
		{"its own text", detect.KindServer, map[string]any{"description": "as " + liveToken}, []string{"/description"}},
		{"no name", detect.KindServer, map[string]any{"packages": item("environmentVariables", item("value", liveToken))}, []string{"/packages/0/environmentVariables/0/value"}},
		{"key for name", detect.KindServer, map[string]any{"packages": item("environmentVariables", item("key", "A_TOKEN", "value", liveToken))}, []string{"/packages/0/environmentVariables/0/value"}},
		{"name that is no text", detect.KindServer, map[string]any{"packages": item("environmentVariables", item("name", map[string]any{"a": "b"}, "value", liveToken))}, []string{"/packages/0/environmentVariables/0/value"}},
		{"nested value", detect.KindServer, map[string]any{"packages": item("environmentVariables", item("name", "A", "value", map[string]any{"value": liveToken}))}, []string{"/packages/0/environmentVariables/0/value/value"}},
		{"meta", detect.KindServer, map[string]any{"_meta": map[string]any{"env": item("name", "A", "value", liveToken)}}, []string{"/_meta/env/0/value"}},
		{"meta of a package", detect.KindServer, map[string]any{"packages": item("_meta", map[string]any{"headers": item("name", "A", "value", liveToken)})}, []string{"/packages/0/_meta/headers/0/value"}},
		{"arguments of no package", detect.KindServer, map[string]any{"remotes": item("packageArguments", item("name", "A", "value", liveToken))}, []string{"/remotes/0/packageArguments/0/value"}},
		{"name of a named argument", detect.KindServer, map[string]any{"packages": item("packageArguments", item("type", "named", "name", "--t="+liveToken))}, nil},
		{"name of what may be one", detect.KindServer, map[string]any{"packages": item("packageArguments", item("name", "--t="+liveToken))}, nil},
		{"name of no named argument", detect.KindServer, map[string]any{"packages": item("packageArguments", item("name", "t="+liveToken))}, []string{"/packages/0/packageArguments/0/name"}},
		{"argument without a name", detect.KindServer, map[string]any{"packages": item("runtimeArguments", item("type", "positional", "value", liveToken))}, nil},
		{"several values", detect.KindServer, map[string]any{"remotes": item("headers", item("name", "X", "value", []string{liveToken}))}, nil},
		{"null beside a default", detect.KindServer, map[string]any{"packages": item("environmentVariables", item("name", "A", "value", nil, "default", liveToken))}, nil},
		{"a tool", detect.KindTool, map[string]any{"name": "x", "env": item("value", liveToken)}, []string{"/env/0/value"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw, err := json.Marshal(c.def)
			require.NoError(t, err)
			v, err := detect.ViewJSON(c.kind, "s", raw)
			require.NoError(t, err)
			var got []string
			for _, s := range (embeddedSecret{}).Inspect(v, detect.RegistryView{}) {
				got = append(got, s.Field)
			}
			assert.Equal(t, c.want, got)
		})
	}
}
