package discover

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// TestHooksPassWhatIsRead compares the files that the pre-commit hooks ask for with those that the walk opens.
func TestHooksPassWhatIsRead(t *testing.T) {
	data, err := os.ReadFile("../.pre-commit-hooks.yaml")
	require.NoError(t, err)
	var hooks []struct {
		ID, Entry, Files, Exclude string
		Types                     []string
	}
	require.NoError(t, yaml.Unmarshal(data, &hooks))
	scans := 0
	for _, h := range hooks {
		if strings.HasSuffix(h.Entry, " config verify") {
			continue
		}
		if strings.Contains(h.Entry, " --agents-files ") {
			continue // See TestAgentsHookPassesWhatIsRead.
		}
		scans++
		// A document in an odd encoding is no text to pre-commit, and a reason to fail.
		assert.Empty(t, h.Types, h.ID)
		assert.Regexp(t, " --strict$", h.Entry, h.ID)
		pattern, ok := strings.CutPrefix(strings.Join(strings.Fields(h.Files), ""), "(?xi)")
		require.True(t, ok, "the pattern is one of many lines")
		files, exclude := regexp.MustCompile("(?i)"+pattern), regexp.MustCompile(h.Exclude)
		names := []string{".mcp", "bin/serve", "a b/.mcp.json", "prompts/order.md", "Server.PY"}
		for ext := range languages {
			names = append(names, "a"+ext)
		}
		for ext := range formats {
			names = append(names, "a"+ext, "src/a"+strings.ToUpper(ext))
		}
		for _, name := range names {
			assert.True(t, files.MatchString(name), "%s: %s", h.ID, name)
			assert.False(t, exclude.MatchString(name), "%s: %s", h.ID, name)
		}
		for _, ext := range []string{"md", "mdc", "rst", "adoc", "text", "prompt", "poml", "ejs", "njk", "xml", "hbs", "gotmpl", "erb"} {
			assert.True(t, files.MatchString("prompts/order."+ext), "%s: %s", h.ID, ext)
		}
		for _, name := range []string{"a.png", "go.sum", "Cargo.lock", "a.css", "x/logo.svg", "a.pyc"} {
			assert.False(t, files.MatchString(name), "%s: %s", h.ID, name)
		}
		assert.True(t, exclude.MatchString("web/package-lock.json"))
	}
	assert.Equal(t, 3, scans)
}
