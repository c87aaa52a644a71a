package userfile

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/must"
)

func TestReplace(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, Replace("new", []byte("one"), nil))
	require.NoError(t, os.Chmod("new", 0o640))
	require.NoError(t, Replace("new", []byte("two"), []byte("one")))
	assert.Equal(t, "two", string(must.OK(os.ReadFile("new"))(t)))
	if runtime.GOOS != "windows" {
		st := must.OK(os.Stat("new"))(t)
		assert.Equal(t, os.FileMode(0o640), st.Mode().Perm())
	}

	// What somebody else wrote in the meantime stays.
	err := Replace("new", []byte("three"), []byte("one"))
	require.ErrorIs(t, err, ErrMeanwhile)
	assert.Equal(t, []string{"new"}, must.Names(t, "."))

	abs := must.OK(filepath.Abs("other"))(t)
	require.NoError(t, Replace(abs, []byte("x"), nil))
	assert.Equal(t, []string{"new", "other"}, must.Names(t, "."))
}

func TestReplaceRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("folder", 0o777))
	require.ErrorContains(t, Replace("folder", nil, nil), "not a regular file")
	require.ErrorContains(t, Replace(filepath.Join("no", "file"), nil, nil), "cannot write")
	if err := os.Symlink("target", "link"); err != nil {
		t.Skip("no links here")
	}
	require.ErrorContains(t, Replace("link", nil, nil), "is a symbolic link")
	outside := t.TempDir()
	require.NoError(t, os.Symlink(outside, "out"))
	require.ErrorContains(t, Replace(filepath.Join("out", "file"), []byte("x"), nil), "cannot write")
	assert.Empty(t, must.Names(t, outside))
}

func TestReplaceInAReadOnlyFolder(t *testing.T) {
	if os.Geteuid() <= 0 {
		t.Skip("nothing is read-only for root, and Windows has other rules")
	}
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("old", []byte("old"), 0o666))
	require.NoError(t, os.Chmod(".", 0o555))
	defer func() { _ = os.Chmod(".", 0o777) }()
	require.ErrorContains(t, Replace("old", []byte("new"), []byte("old")), `cannot write "old"`)
	assert.Equal(t, "old", string(must.OK(os.ReadFile("old"))(t)))
}
