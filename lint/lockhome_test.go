package lint

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

func TestLockHome(t *testing.T) {
	top := t.TempDir()
	for _, dir := range []string{"repo/s1", "repo/s2", "elsewhere"} {
		require.NoError(t, os.MkdirAll(filepath.Join(top, filepath.FromSlash(dir)), 0o700))
	}
	for _, tc := range []struct{ name, cwd, lock, path, want string }{
		{"here", "repo", "mcp-lint.lock", "s1/a.json", "s1/a.json"},
		{"above", "repo/s1", "../mcp-lint.lock", "a.json", "s1/a.json"},
		{"above, and aside", "repo/s1", "../mcp-lint.lock", "../s2/a.json", "s2/a.json"},
		{"above, and outside", "repo/s1", "../mcp-lint.lock", "../../elsewhere/a.json", "../../elsewhere/a.json"},
		{"below", "repo", "s1/mcp-lint.lock", "s1/a.json", "a.json"},
		{"below, and aside", "repo", "s1/mcp-lint.lock", "s2/a.json", "../s2/a.json"},
		{"elsewhere", "repo", "../elsewhere/approved.lock", "s1/a.json", "s1/a.json"},
		{"standard input", "repo/s1", "../mcp-lint.lock", "<stdin>", "<stdin>"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := homeOf(source.NewFile(tc.lock, "", nil), filepath.Join(top, filepath.FromSlash(tc.cwd)))
			assert.Equal(t, tc.want, h.name(tc.path))
		})
	}
}
