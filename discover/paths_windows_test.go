package discover

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPathsOfWindows checks that paths are reported with slashes however they are given: with drive letters, backslashes, other letters.
func TestPathsOfWindows(t *testing.T) {
	const doc = `{"tools":[{"name":"t","description":"x"}]}`
	dir := t.TempDir()
	writeAll(t, dir, map[string]string{"sub/deep/tools.json": doc, "sub/.mcp-lint.txt": ""})
	slashed := filepath.ToSlash(dir)
	for name, tc := range map[string]struct {
		cwd, given, want string
	}{
		"backslashes":               {dir, `sub\deep`, "sub/deep/tools.json"},
		"slashes":                   {dir, "sub/deep/", "sub/deep/tools.json"},
		"both":                      {dir, `.\sub/deep\tools.json`, "sub/deep/tools.json"},
		"a drive letter":            {dir, dir + `\sub`, "sub/deep/tools.json"},
		"a drive letter in small":   {dir, strings.ToLower(dir[:1]) + dir[1:] + `\sub`, "sub/deep/tools.json"},
		"slashes behind the letter": {dir, slashed + "/sub/deep/tools.json", "sub/deep/tools.json"},
		"a folder above":            {dir + `\sub`, `..\sub\deep`, "deep/tools.json"},
	} {
		t.Run(name, func(t *testing.T) {
			inv, err := Walk(Options{Cwd: tc.cwd, Paths: []string{tc.given}})
			require.NoError(t, err)
			require.Len(t, inv.Tools, 1)
			file := inv.Tools[0].File
			assert.Equal(t, tc.want, file.Path)
			assert.NotContains(t, file.Rel, `\`)
			assert.NotContains(t, file.Rel, ":")
		})
	}
}
