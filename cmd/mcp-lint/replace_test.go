package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReplaceFile(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, replaceFile("new", []byte("one"), nil))
	require.NoError(t, os.Chmod("new", 0o640))
	require.NoError(t, replaceFile("new", []byte("two"), []byte("one")))
	data, err := os.ReadFile("new")
	require.NoError(t, err)
	assert.Equal(t, "two", string(data))
	if runtime.GOOS != "windows" {
		st, err := os.Stat("new")
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o640), st.Mode().Perm())
	}

	// What somebody else wrote in the meantime stays.
	err = replaceFile("new", []byte("three"), []byte("one"))
	require.ErrorIs(t, err, errMeanwhile)
	assert.Equal(t, []string{"new"}, names(t, "."))

	abs, err := filepath.Abs("other")
	require.NoError(t, err)
	require.NoError(t, replaceFile(abs, []byte("x"), nil))
	assert.Equal(t, []string{"new", "other"}, names(t, "."))
}

func TestReplaceFileRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("folder", 0o777))
	require.ErrorContains(t, replaceFile("folder", nil, nil), "no ordinary file")
	require.ErrorContains(t, replaceFile(filepath.Join("no", "file"), nil, nil), "could not write")
	if err := os.Symlink("target", "link"); err != nil {
		t.Skip("no links here")
	}
	require.ErrorContains(t, replaceFile("link", nil, nil), "is a link")
	outside := t.TempDir()
	require.NoError(t, os.Symlink(outside, "out"))
	require.ErrorContains(t, replaceFile(filepath.Join("out", "file"), []byte("x"), nil), "could not write")
	assert.Empty(t, names(t, outside))
}

func TestReplaceFileInAReadOnlyFolder(t *testing.T) {
	if os.Geteuid() <= 0 {
		t.Skip("nothing is read-only for root, and Windows has other rules")
	}
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("old", []byte("old"), 0o666))
	require.NoError(t, os.Chmod(".", 0o555))
	defer func() { _ = os.Chmod(".", 0o777) }()
	require.ErrorContains(t, replaceFile("old", []byte("new"), []byte("old")), `could not write "old"`)
	data, err := os.ReadFile("old")
	require.NoError(t, err)
	assert.Equal(t, "old", string(data))
}

func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestMergesWell(t *testing.T) {
	top := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(top, ".git", "info"), 0o777))
	require.NoError(t, os.MkdirAll(filepath.Join(top, "sub"), 0o777))
	t.Chdir(filepath.Join(top, "sub"))
	assert.True(t, inGit("mcp-lint.lock"))
	assert.False(t, mergesWell("mcp-lint.lock"))
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
			assert.Equal(t, want, mergesWell("mcp-lint.lock"), "%s in %s", attributes, file)
			require.NoError(t, os.Remove(file))
		}
	}
}
