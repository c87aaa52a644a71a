package launch

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

func TestPasswordsInAddressesAreNotShown(t *testing.T) {
	for _, kind := range []detect.Kind{detect.KindLaunch, detect.KindSettings} {
		v, err := detect.ViewJSON(kind, "server", []byte(`{"url":"http://joe:hunter2@acme.io/",`+
			`"env":{"OPENAI_BASE_URL":"http://joe:hunter2@acme.io/"}}`))
		require.NoError(t, err)
		signals := insecureTransport{}.Inspect(v, detect.RegistryView{})
		require.NotEmpty(t, signals)
		for _, s := range signals {
			assert.True(t, s.Sensitive)
			assert.NotContains(t, s.Evidence+s.Detail, "hunter2")
		}
	}
}

// TestHugeTransports holds the check to a time that grows with the text.
func TestHugeTransports(t *testing.T) {
	env := map[string]string{}
	for i := range 10_000 {
		env[fmt.Sprintf("A%d_URL", i)] = "http://acme.io"
	}
	args := make([]string, 9_000)
	for i := range args {
		args[i] = "http://acme.io"
	}
	for _, def := range []map[string]any{
		{"command": "node", "env": env},
		{"command": "env", "args": args},
		{"url": "http://" + strings.Repeat("@", 1<<20)},
		{"url": strings.Repeat("http://", 1<<17)},
		{"url": "http://" + strings.Repeat("[", 1<<20)},
		{"url": "http://" + strings.Repeat("1.", 1<<19)},
		{"command": "x", "args": []string{strings.Repeat("-=", 1<<19)}},
		{"url": "http://" + strings.Repeat("\u0301", 1<<18)},
		{"command": "sh", "args": []string{"-c", strings.Repeat("curl http://acme.io/;", 1<<15)}},
	} {
		raw, err := json.Marshal(def)
		require.NoError(t, err)
		for _, kind := range []detect.Kind{detect.KindLaunch, detect.KindSettings} {
			v, err := detect.ViewJSON(kind, "s", raw)
			require.NoError(t, err)
			for _, s := range (insecureTransport{}).Inspect(v, detect.RegistryView{}) {
				require.LessOrEqual(t, len(s.Detail), 1000)
			}
		}
	}
}
