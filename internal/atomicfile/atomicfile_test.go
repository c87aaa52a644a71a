package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/must"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data := must.OK(os.ReadFile(name))(t)
	return string(data)
}

// alone holds that nothing else is in the folder of the file.
func alone(t *testing.T, name string) {
	t.Helper()
	list := must.OK(os.ReadDir(filepath.Dir(name)))(t)
	assert.Len(t, list, 1)
}

func TestWrite(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	require.NoError(t, Write(name, nil, text("a longer text")))
	if runtime.GOOS != "windows" {
		require.NoError(t, os.Chmod(name, 0o640))
	}
	require.NoError(t, Write(name, nil, text("short")))
	assert.Equal(t, "short", read(t, name))
	alone(t, name)
	if runtime.GOOS != "windows" {
		st := must.OK(os.Stat(name))(t)
		assert.Equal(t, os.FileMode(0o640), st.Mode().Perm())
	}
}

// TestWriteFails holds that a text that cannot be made leaves the old file, or none.
func TestWriteFails(t *testing.T) {
	name, failed := filepath.Join(t.TempDir(), "out"), errors.New("failed")
	half := func(w io.Writer) error { return errors.Join(text("half")(w), failed) }
	require.ErrorIs(t, Write(name, nil, half), failed)
	assert.NoFileExists(t, name)
	require.NoError(t, Write(name, nil, text("old")))
	require.ErrorIs(t, Write(name, nil, half), failed)
	assert.Equal(t, "old", read(t, name))
	alone(t, name)
	require.Error(t, Write(filepath.Join(t.TempDir(), "no", "folder"), nil, text("x")))
	require.Error(t, Write(t.TempDir(), nil, text("x")))
}

func TestWriteThroughLinks(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "target"), filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(name, link); err != nil {
		t.Skip("no links here")
	}
	// First the target does not exist.
	for _, s := range []string{"one", "two"} {
		require.NoError(t, Write(link, nil, text(s)))
		assert.Equal(t, s, read(t, name))
		st := must.OK(os.Lstat(link))(t)
		assert.NotZero(t, st.Mode()&os.ModeSymlink)
	}
	alone(t, name)
	alone(t, link)
}

// TestWriteThroughLinksOfOthers: neither the file nor a folder on the way to it may be a link in a folder that is not trusted.
func TestWriteThroughLinksOfOthers(t *testing.T) {
	dir, victim := t.TempDir(), filepath.Join(t.TempDir(), "victim")
	require.NoError(t, os.WriteFile(victim, []byte("precious"), 0o600))
	if err := os.Symlink(victim, filepath.Join(dir, "out")); err != nil {
		t.Skip("no links here")
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "sub"), 0o700))
	require.NoError(t, os.Symlink(filepath.Join(dir, "nothing"), filepath.Join(dir, "dangling")))
	require.NoError(t, os.Symlink(filepath.Dir(victim), filepath.Join(dir, "sub", "folder")))
	for _, name := range []string{"out", "dangling", "sub/folder/victim", "sub/folder/new", "sub/../out"} {
		require.ErrorIs(t, Write(filepath.Join(dir, filepath.FromSlash(name)), []string{t.TempDir(), dir}, text("x")), errLink, name)
	}
	assert.Equal(t, "precious", read(t, victim))
	alone(t, victim)
	assert.NoFileExists(t, filepath.Join(dir, "nothing"))
	// What the folder itself is called by is for the user to choose.
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(dir, link))
	require.NoError(t, Write(filepath.Join(link, "sub", "new"), []string{link}, text("x")))
}

func TestReplace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	root := must.OK(os.OpenRoot(filepath.Dir(name)))(t)
	defer func() { _ = root.Close() }()
	require.NoError(t, Replace(root, "out", []byte("one"), nil))
	refused := errors.New("refused")
	require.ErrorIs(t, Replace(root, "out", []byte("two"), func(*os.File) error { return refused }), refused)
	assert.Equal(t, "one", read(t, name))
	alone(t, name)
	require.Error(t, Replace(root, "../out", []byte("three"), nil))
}
