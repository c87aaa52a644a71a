package settings

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMergesBadly(t *testing.T) {
	top := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(top, ".git", "info"), 0o777))
	require.NoError(t, os.MkdirAll(filepath.Join(top, "sub"), 0o777))
	t.Chdir(filepath.Join(top, "sub"))
	assert.True(t, MergesBadly("mcp-lint.lock"))
	for attributes, want := range map[string]bool{
		"":                                    false,
		"# mcp-lint.lock merge=union\n":       false,
		"*.go merge=union\n":                  false,
		"mcp-lint.lock text\n":                false,
		"mcp-lint.lock merge=union\n":         true,
		"*.lock text eol=lf merge=union\n":    true,
		"/sub/mcp-lint.lock -merge\n":         true,
		"[ merge=union\nother merge=union\n":  false,
		"mcp-lint.lock\tmerge=union\r\n":      true,
		"mcp-lint.lock diff merge=ours # so ": true,
	} {
		for _, file := range []string{"../.gitattributes", ".gitattributes", "../.git/info/attributes"} {
			require.NoError(t, os.WriteFile(file, []byte(attributes), 0o666))
			assert.Equal(t, !want, MergesBadly("mcp-lint.lock"), "%s in %s", attributes, file)
			require.NoError(t, os.Remove(file))
		}
	}
}
