package ignore

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func FuzzParseIndex(f *testing.F) {
	dir := f.TempDir()
	git := func(args ...string) {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
		require.NoError(f, cmd.Run())
	}
	git("init", "-q")
	require.NoError(f, os.Mkdir(filepath.Join(dir, "a"), 0o755))
	for _, name := range []string{"a/b.json", "a/c.json"} {
		require.NoError(f, os.WriteFile(filepath.Join(dir, name), []byte("{}"), 0o644))
	}
	git("add", ".")
	for _, v := range []string{"2", "4"} {
		git("update-index", "--index-version", v)
		data, err := os.ReadFile(filepath.Join(dir, ".git/index"))
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := ParseIndex(data)
		if err != nil {
			return
		}
		assert.True(t, slices.IsSorted(x.paths))
		for _, p := range x.paths {
			assert.True(t, x.Has(p))
		}
	})
}
