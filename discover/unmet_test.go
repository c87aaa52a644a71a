package discover

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// spelled lists folders without some names, as file systems do that know a file by more names than they list.
func spelled(unlisted ...string) lister {
	return func(t *tree, rel string) ([]fs.DirEntry, bool, error) {
		entries, cut, err := t.list(rel)
		return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return slices.Contains(unlisted, e.Name()) }), cut, err
	}
}

// TestNamedFilesAreMet names files that a walk alone would pass by.
func TestNamedFilesAreMet(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, ".git/HEAD", "ref: refs/heads/main\n")
	write(t, dir, ".hg/tools.json", list("get", "Weather."))
	write(t, dir, "src/tools.json", list("put", "Weather."))
	write(t, dir, ".hg/notes.png", "x")
	inv := walk(t, Options{Cwd: dir})
	assert.Equal(t, []string{"src/put@src/tools.json"}, where(inv))
	inv = walk(t, Options{Cwd: dir, InContext: true, Paths: []string{".hg/tools.json", ".hg/notes.png"}}).Focused()
	assert.Equal(t, []string{".hg/get@.hg/tools.json"}, where(inv))
	assert.Equal(t, 2, inv.FilesSeen)
	assert.Equal(t, 1, inv.FilesRead)
	assert.Empty(t, inv.Skips)
}

// TestNamedFilesInOtherLetters names files by names that their folders do not list.
func TestNamedFilesInOtherLetters(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, ".git/HEAD", "ref: refs/heads/main\n")
	write(t, dir, "src/tools.json", list("get", "Weather."))
	require.NoError(t, os.Link(filepath.Join(dir, "src/tools.json"), filepath.Join(dir, "src/Tools.json")))
	write(t, dir, "src/other.json", list("put", "Weather."))
	inv := walk(t, Options{Cwd: dir, InContext: true, Paths: []string{"src/Tools.json"}, list: spelled("Tools.json")}).Focused()
	assert.Equal(t, []string{"src/get@src/tools.json"}, where(inv), "by the name that the folder lists, once")
	assert.Equal(t, 1, inv.FilesSeen)
	assert.Empty(t, inv.Skips)
	inv = walk(t, Options{Cwd: dir, InContext: true, Paths: []string{"src/Tools.json", "src/tools.json"}, list: spelled("Tools.json")}).Focused()
	assert.Len(t, inv.Tools, 1)
	assert.Equal(t, 1, inv.FilesSeen)

	// No folder lists it under any name.
	inv = walk(t, Options{Cwd: dir, InContext: true, Paths: []string{"src/Tools.json"}, list: spelled("Tools.json", "tools.json")}).Focused()
	assert.Empty(t, inv.Tools)
	require.Len(t, inv.Skips, 1)
	assert.Equal(t, Skip{Path: "src/Tools.json", Rel: "src/Tools.json", Reason: SkipUnreadable, Detail: notMet}, inv.Skips[0])
	assert.False(t, inv.Skips[0].Quiet())
}

// TestNamedFilesThatGitIgnores stay ignored by whatever name they go, unless git tracks them by the name that is given.
func TestNamedFilesThatGitIgnores(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	write(t, dir, ".gitignore", "private.json\n")
	write(t, dir, "private.json", list("get", "Weather."))
	require.NoError(t, os.Link(filepath.Join(dir, "private.json"), filepath.Join(dir, "Private.json")))
	write(t, dir, "node_modules/x/tools.json", list("put", "Weather."))
	require.NoError(t, os.Link(filepath.Join(dir, "node_modules/x/tools.json"), filepath.Join(dir, "node_modules/x/Tools.json")))
	named := Options{
		Cwd: dir, InContext: true, Paths: []string{"Private.json", "node_modules/x/Tools.json"},
		list: spelled("Private.json", "Tools.json"),
	}
	inv := walk(t, named).Focused()
	assert.Empty(t, inv.Tools)
	assert.Equal(t, map[Reason]int{SkipIgnored: 1, SkipVendored: 2}, inv.Skipped, "%v", inv.Skips)

	git(t, dir, "add", "-f", "Private.json", "node_modules/x/Tools.json")
	inv = walk(t, named).Focused()
	assert.Equal(t, []string{"x/put@node_modules/x/tools.json", "private/get@private.json"}, where(inv))
}
