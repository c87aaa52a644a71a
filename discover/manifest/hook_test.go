package manifest

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// TestHooksPassCopies asks the pre-commit hooks about the names of copies and recordings.
func TestHooksPassCopies(t *testing.T) {
	data, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	require.NoError(t, err)
	var hooks []struct{ Entry, Files string }
	require.NoError(t, yaml.Unmarshal(data, &hooks))
	require.NotEmpty(t, hooks)
	for _, h := range hooks {
		// The hook for files of agents passes Markdown; see TestAgentsHookPassesWhatIsRead.
		if strings.HasSuffix(h.Entry, " config verify") || strings.Contains(h.Entry, " --agents-files ") {
			continue
		}
		files := regexp.MustCompile("(?i)" + strings.TrimPrefix(strings.Join(strings.Fields(h.Files), ""), "(?xi)"))
		for ext := range wrappers {
			assert.True(t, files.MatchString("tools.json"+ext), ext)
		}
	}
}
