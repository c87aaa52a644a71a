package discover

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// covered asks an inventory about paths.
func covered(t *testing.T, inv *Inventory, yes, no []string) {
	t.Helper()
	for _, p := range yes {
		assert.True(t, inv.Covers(p), "%s is covered", p)
	}
	for _, p := range no {
		assert.False(t, inv.Covers(p), "%s is not covered", p)
	}
}

func coverTree(t *testing.T, repository bool) string {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	writeAll(t, dir, map[string]string{
		"a.json": list("a", "A."), "src/b.json": list("b", "B."), "src/gen/c.json": list("c", "C."), "private/d.json": list("d", "D."), ".gitignore": "private/\n",
		"node_modules/x/e.json": list("e", "E."), "broken.mcp.json": `{"tools": [{"name": "f"`, "picture.png": "x",
	})
	if repository {
		write(t, dir, ".git/HEAD", "x")
	}
	return dir
}

func TestCovers(t *testing.T) {
	for _, repository := range []bool{false, true} {
		dir := coverTree(t, repository)
		whole := []string{"a.json", "src/b.json", "src", ".", "gone.json", "src/gone/g.json", "a.json/was/a/folder.json", filepath.ToSlash(dir) + "/a.json", filepath.ToSlash(dir) + "/gone.json"}
		left := []string{
			"private/d.json", "private", "node_modules/x/e.json", "broken.mcp.json", "picture.png", "../outside.json", "/etc/passwd", "/gone.json", "", "-", "<stdin>",
			filepath.ToSlash(dir) + "-other/a.json",
		}
		covered(t, walk(t, Options{Cwd: dir}), append(whole, "src/gen/c.json"), left)
		covered(t, walk(t, Options{Cwd: dir, Paths: []string{dir}}), append(whole, "src/gen/c.json"), left)
		covered(t, walk(t, Options{Cwd: dir, Exclude: []string{"gen"}}), append(whole, "src/gen/gone.json"), append(left, "src/gen/c.json", "src/gen"))
		covered(t, walk(t, Options{Cwd: dir, Include: []string{"src"}}), []string{"src/b.json", "gone.json"}, append(left, "a.json"))
		// Named files and folders alone.
		for _, around := range []bool{false, true} {
			covered(t, walk(t, Options{Cwd: dir, Paths: []string{"a.json", "src/gen"}, InContext: around}),
				[]string{"a.json", "src/gen/c.json", "src/gen/gone.json"}, append(left, "src/b.json", "src/gone.json", "gone.json", "src", "."))
		}
		// From a folder below, where the lock file of the repository may tell of others.
		sub := filepath.Join(dir, "src")
		covered(t, walk(t, Options{Cwd: sub}), []string{"b.json", "gen/c.json", "gone.json"}, []string{"../a.json", "../gone.json", "../src/../a.json"})
		covered(t, walk(t, Options{Cwd: sub, Paths: []string{".."}}), []string{"b.json", "../a.json", "../gone.json"}, []string{"../private/d.json", "../../x.json"})
		// From elsewhere, with paths as they were given.
		elsewhere := t.TempDir()
		covered(t, walk(t, Options{Cwd: elsewhere, Paths: []string{dir}}), []string{filepath.ToSlash(dir) + "/a.json", "a.json", "src/b.json", filepath.ToSlash(dir) + "/gone.json"},
			[]string{filepath.ToSlash(dir) + "/private/d.json", "private/d.json", "other.json"})
		if rel, err := filepath.Rel(elsewhere, dir); err == nil {
			covered(t, walk(t, Options{Cwd: elsewhere, Paths: []string{rel}}), []string{filepath.ToSlash(rel) + "/a.json", filepath.ToSlash(rel) + "/gone.json"}, nil)
		}
	}
}

// TestCoversWhatIsShown asks about every path that an inventory shows.
func TestCoversWhatIsShown(t *testing.T) {
	dir := coverTree(t, true)
	for _, opts := range []Options{{Cwd: dir}, {Cwd: filepath.Join(dir, "src")}, {Cwd: t.TempDir(), Paths: []string{dir}}, {Cwd: dir, Paths: []string{"src/b.json"}, InContext: true}} {
		inv := walk(t, opts)
		require.NotEmpty(t, inv.Files)
		for _, f := range inv.Files {
			want := inv.ConcernsFile(f) && !strings.Contains(f.Path, "broken")
			assert.Equal(t, want, inv.Covers(f.Path), f.Path)
		}
	}
}

func TestCoversStandardInput(t *testing.T) {
	dir := coverTree(t, true)
	inv := walk(t, Options{Cwd: dir, Paths: []string{"-"}, Stdin: strings.NewReader(list("x", "X."))})
	covered(t, inv, []string{"-", "<stdin>"}, []string{"a.json", "gone.json", "."})
}

func TestCoversThroughLinks(t *testing.T) {
	dir := coverTree(t, true)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err)
	}
	inv := walk(t, Options{Cwd: t.TempDir(), Paths: []string{link}})
	for _, f := range inv.Files {
		assert.Equal(t, !strings.Contains(f.Path, "broken"), inv.Covers(f.Path), f.Path)
	}
	covered(t, inv, []string{filepath.ToSlash(link) + "/gone.json"}, []string{filepath.ToSlash(link) + "/private/d.json"})
	if runtime.GOOS != "windows" && os.Getuid() != 0 {
		require.NoError(t, os.Chmod(filepath.Join(dir, "src"), 0))
		defer func() { _ = os.Chmod(filepath.Join(dir, "src"), 0o755) }()
		assert.False(t, walk(t, Options{Cwd: dir}).Covers("src/b.json"), "nobody knows what is in a folder that cannot be read")
	}
}
