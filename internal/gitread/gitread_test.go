package gitread

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCommit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not there")
	}
	dir, ctx := t.TempDir(), context.Background()
	git := Git(func(ctx context.Context, args ...string) *exec.Cmd {
		return exec.CommandContext(ctx, "git", append(append([]string{"-C", dir}, Options()...), args...)...)
	})
	run := func(args ...string) {
		out, err := git(ctx, append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a b"), []byte("first\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "empty"), nil, 0o700))
	require.NoError(t, os.Symlink("a b", filepath.Join(dir, "link")))
	run("init", "-q")
	run("add", ".")
	run("commit", "-q", "-m", "one")

	files, err := git.Files(ctx, "HEAD", 3)
	require.NoError(t, err)
	require.Len(t, files, 3)
	assert.Equal(t, []string{Regular, "a b", Executable, "empty", Link, "link"},
		[]string{files[0].Mode, files[0].Name, files[1].Mode, files[1].Name, files[2].Mode, files[2].Name})
	_, err = git.Files(ctx, "HEAD", 2)
	require.ErrorIs(t, err, ErrTooMany)
	var failed *Error
	_, err = git.Files(ctx, "nothing", 3)
	require.ErrorAs(t, err, &failed)
	assert.NotEmpty(t, failed.Words)

	// What is left of a content does not get into the next one.
	got := map[string]string{}
	require.NoError(t, git.Contents(ctx, files, func(f File, size int64, content io.Reader) error {
		data, err := io.ReadAll(io.LimitReader(content, 3))
		got[f.Name] = string(data)
		assert.Equal(t, map[string]int64{"a b": 6, "empty": 0, "link": 3}[f.Name], size)
		return err
	}))
	assert.Equal(t, map[string]string{"a b": "fir", "empty": "", "link": "a b"}, got)

	var missing *MissingError
	err = git.Contents(ctx, []File{files[0], {Regular, "0000000000000000000000000000000000000001", "gone"}}, func(File, int64, io.Reader) error { return nil })
	require.ErrorAs(t, err, &missing)
	assert.Equal(t, "gone", missing.Name)
	require.ErrorIs(t, git.Contents(ctx, files, func(File, int64, io.Reader) error { return io.ErrClosedPipe }), io.ErrClosedPipe)
}
