package launch

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"

	"github.com/org/mcp-lint/internal/golden"
)

func TestEffects(t *testing.T) {
	kinds := []string{unclearEffect: "unclear", runs: "runs", changes: "changes", reads: "reads"}
	golden.Lines(t, "testdata/names/effects.txt", func(line string) []string {
		name, _ := golden.Snippet(line)
		return []string{kinds[effectOf(name)]}
	})
	assert.Equal(t, unclearEffect, effectOf(strings.Repeat("delete_", 1000)))
}

func TestHugeApprovals(t *testing.T) {
	list := make([]string, 9_000)
	on := map[string]bool{}
	for i := range list {
		list[i] = "execute_command"
		on[fmt.Sprintf("/.*/%d", i)] = true
	}
	for _, def := range []map[string]any{
		{"command": "x", "autoApprove": list},
		{"permissions": map[string]any{"allow": list, "deny": list}},
		{"autoApprove": on, "chat.tools.terminal.autoApprove": on},
		{"alwaysAllow": []string{strings.Repeat("run_", 1<<18)}},
		{"permission": map[string]any{"bash": on}},
	} {
		raw, err := json.Marshal(def)
		require.NoError(t, err)
		for _, kind := range []detect.Kind{detect.KindLaunch, detect.KindSettings} {
			v, err := detect.ViewJSON(kind, "s", raw)
			require.NoError(t, err)
			assert.LessOrEqual(t, len(autoApprove{}.Inspect(v, detect.RegistryView{})), maxApprovals)
		}
	}
	twice := `{` + strings.Repeat(`"trust":"true",`, 5_000) + `"x":1}`
	v, err := detect.ViewJSON(detect.KindLaunch, "s", []byte(twice))
	require.NoError(t, err)
	assert.LessOrEqual(t, len(autoApprove{}.Inspect(v, detect.RegistryView{})), maxApprovals)
}
