package gitread

import (
	"context"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
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
	t.Setenv("GIT_COMMITTER_DATE", "1700000000 +0200")
	run("init", "-q")
	_, err := git.Head(ctx)
	require.ErrorAs(t, err, new(*MissingError), "there is no commit")
	run("add", ".")
	run("commit", "-q", "-m", "committer a <b> 1 +0000")

	_, err = git.Remote(ctx)
	require.Error(t, err, "there is no remote")
	run("config", "remote.origin.url", "https://a:b@example.org/c")
	remote, err := git.Remote(ctx)
	require.NoError(t, err)
	assert.Equal(t, "https://a:b@example.org/c", remote)
	head, err := git.Head(ctx)
	require.NoError(t, err)
	id, err := git(ctx, "rev-parse", "HEAD").Output()
	require.NoError(t, err)
	assert.Equal(t, Commit{strings.TrimSpace(string(id)), 1700000000}, head)

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

	for name, content := range map[string]string{"a b": "first\n", "empty": ""} {
		i := slices.IndexFunc(files, func(f File) bool { return f.Name == name })
		assert.Equal(t, files[i].ID, BlobID([]byte(content), files[i].ID))
	}
	assert.Equal(t, "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813", BlobID(nil, strings.Repeat("0", 64)))

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

func TestCommitted(t *testing.T) {
	for commit, want := range map[string]int64{
		"tree 1\nauthor a <b> 1 +0000\ncommitter a > <b> 2 +0000\n\ncommitter a <b> 3 +0000\n": 2,
		"tree 1\n\ncommitter a <b> 3 +0000\n":                                                  0,
		"committer a <b> 99999999999999999999 +0000":                                           math.MaxInt64, "committer": 0, "committer ": 0, "committer a 1": 0, "": 0,
	} {
		assert.Equal(t, want, committed(commit), commit)
	}
}
