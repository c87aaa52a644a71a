package check

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// TestEmbeddedSecretLeavesLaunchesAlone: what a server is started with is told once, by launch.secret; what is said of it, here.
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
