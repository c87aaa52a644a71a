package launch

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// TestAdviceEndsOnHostileLaunches holds what is said of a launch to a time that grows with its text.
func TestAdviceEndsOnHostileLaunches(t *testing.T) {
	for i, argv := range [][]string{
		{"npm", "exec", "", "p"},
		{"npx", "-p", "", "p", ""},
		{"uvx", "run"},
		{"uvx", "tool", "run"},
		{"uvx", "p[" + strings.Repeat("x", 400_000) + "]"},
		{"npx", strings.Repeat("p", 800_000)},
		append([]string{"uvx"}, strings.Fields(strings.Repeat("--with p ", 20_000)+"q")...),
		append([]string{"npx"}, strings.Fields(strings.Repeat("-y ", 20_000)+"q")...),
		{"sh", "-c", strings.Repeat("npx p;", 30_000)},
		{"sh", "-c", strings.Repeat("env ", 30_000) + "npx p"},
	} {
		v := launchOf(t, launchJSON(t, argv, nil))
		for _, s := range (unpinned{}).Inspect(v, detect.NewRegistry(nil)) {
			require.LessOrEqual(t, len(s.Detail), 1500, i)
		}
	}
}
