//go:build unix

package discover

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSpecialFilesDoNotBlock(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.json", list("a", "x"))
	require.NoError(t, os.Mkdir(filepath.Join(dir, ".git"), 0o755))
	for _, name := range []string{"tools.json", ".gitignore", ".git/index"} {
		require.NoError(t, syscall.Mkfifo(filepath.Join(dir, name), 0o644))
	}
	require.NoError(t, os.Symlink("tools.json", filepath.Join(dir, "link.json")))
	inv := walk(t, Options{Cwd: dir})
	assert.Equal(t, []string{"a/a@a.json"}, where(inv))
	assert.Equal(t, 3, inv.Skipped[SkipSpecial])
	assert.Equal(t, 1, inv.Skipped[SkipUnreadable], "the list of tracked files")

	_, err := Walk(Options{Cwd: dir, Paths: []string{"tools.json"}})
	assert.ErrorContains(t, err, "neither a file nor a folder")
}

// TestRaceWithFIFO replaces a file by a FIFO between the walk and the reading.
func TestRaceWithFIFO(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.json", list("a", "x"))
	w := newWalker(Options{Cwd: dir})
	defer w.close()
	require.NoError(t, w.collect())
	require.NoError(t, os.Remove(filepath.Join(dir, "a.json")))
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "a.json"), 0o644))
	_, err := w.inventory()
	require.NoError(t, err)
	assert.Equal(t, map[Reason]int{SkipSpecial: 1}, w.inv.Skipped)
}

func TestLinksSayTheLanguage(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "lib/s.txt", "mcp\ntool||a|x")
	require.NoError(t, os.Symlink("lib/s.txt", filepath.Join(dir, "server.py")))
	inv := walk(t, Options{link: fakeLink, Cwd: dir})
	require.Len(t, inv.Tools, 1)
	assert.Equal(t, "lib/s.txt", inv.Tools[0].File.Path)
}
