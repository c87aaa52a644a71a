package discover

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// described lists name: description of the tools found.
func described(inv *Inventory) []string {
	out := []string{}
	for _, t := range inv.Tools {
		out = append(out, t.View.Name+": "+t.View.Description)
	}
	return out
}

// overlay names files in a folder.
func overlay(dir string, files map[string]string) map[string][]byte {
	out := map[string][]byte{}
	for name, text := range files {
		out[filepath.Join(dir, filepath.FromSlash(name))] = []byte(text)
	}
	return out
}

func TestOverlayCountsAsContent(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.json", list("a", "stored"))
	write(t, dir, "b/b.json", list("b", "stored"))
	write(t, dir, "c.json", list("c", "stored"))
	write(t, dir, "d.json", "not yet anything")
	over := overlay(dir, map[string]string{
		"a.json": list("a", "in the editor"), "b/../b/b.json": list("b", "in the editor"), "c.json": "", "d.json": list("d", "in the editor"),
		"e.json": list("e", "is not stored"), "b": "a folder",
	})
	want := []string{"a: in the editor", "b: in the editor", "d: in the editor"}
	for name, opts := range map[string]Options{
		"the folder":    {Cwd: dir},
		"named":         {Cwd: dir, Paths: []string{"a.json", "b", filepath.Join(dir, "d.json")}},
		"in context":    {Cwd: dir, Paths: []string{"a.json", "b", "d.json"}, InContext: true},
		"from a folder": {Cwd: filepath.Join(dir, "b"), Paths: []string{".."}},
	} {
		opts.Overlay = over
		inv := walk(t, opts)
		assert.ElementsMatch(t, want, described(inv), name)
		for _, tool := range inv.Tools {
			assert.Contains(t, string(tool.File.Data), "in the editor", name)
		}
	}
	assert.Equal(t, []string{"a: stored", "b: stored", "c: stored"}, described(walk(t, Options{Cwd: dir})), "nothing was written")
	_, err := Walk(Options{Cwd: dir, Paths: []string{"e.json"}, Overlay: over})
	require.ErrorIs(t, err, os.ErrNotExist, "only files that exist are looked at")
}

func TestOverlayByLinks(t *testing.T) {
	dir, links := t.TempDir(), t.TempDir()
	write(t, dir, "a.json", list("a", "stored"))
	if err := os.Symlink(dir, filepath.Join(links, "folder")); err != nil {
		t.Skip(err)
	}
	require.NoError(t, os.Symlink("a.json", filepath.Join(dir, "link.json")))
	for _, name := range []string{filepath.Join(links, "folder", "a.json"), filepath.Join(dir, "link.json"), filepath.Join(dir, "a.json")} {
		inv := walk(t, Options{Cwd: filepath.Join(links, "folder"), Paths: []string{"a.json"}, Overlay: map[string][]byte{name: []byte(list("a", "in the editor"))}})
		assert.Equal(t, []string{"a: in the editor"}, described(inv), name)
	}
}

// TestOverlayIsBounded holds that the limits are those of what counts, not of what is stored.
func TestOverlayIsBounded(t *testing.T) {
	dir := t.TempDir()
	short, long := list("a", "short"), list("a", strings.Repeat("long ", 1_000))
	write(t, dir, "grown.json", short)
	write(t, dir, "cut.json", long)
	inv := walk(t, Options{Cwd: dir, Overlay: overlay(dir, map[string]string{"grown.json": long, "cut.json": short}), Limits: Limits{FileBytes: 1_000}})
	assert.Equal(t, []string{"a: short"}, described(inv))
	assert.Equal(t, "cut.json", inv.Tools[0].File.Path)
	require.Len(t, inv.Skips, 1)
	assert.Equal(t, SkipTooLarge, inv.Skips[0].Reason)
	assert.Equal(t, "grown.json", inv.Skips[0].Path)
}

func TestOverlayOfOtherContent(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "wide.json", wide(list("a", "stored"), "\xFF\xFE", false))
	write(t, dir, "text.json", list("b", "stored"))
	inv := walk(t, Options{Cwd: dir, Overlay: overlay(dir, map[string]string{"wide.json": list("a", "in the editor"), "text.json": "\x00\x01\x02\x03"})})
	assert.Equal(t, []string{"a: in the editor"}, described(inv))
	assert.Equal(t, 1, inv.Skipped[SkipBinary]+inv.Skipped[SkipBroken], "%v", inv.Skips)
}

// TestOverlayOfCode holds that code sees what it imports as it is in the editor.
func TestOverlayOfCode(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "requirements.txt", "fastmcp==2\n")
	write(t, dir, "server.py", "from mcp.server.fastmcp import FastMCP\nfrom words import WORDS\n\nmcp = FastMCP(\"x\")\n\n\n"+
		"@mcp.tool(description=WORDS)\ndef a(): ...\n")
	write(t, dir, "words.py", "WORDS = \"stored\"\n")
	assert.Equal(t, []string{"a: stored"}, described(walk(t, Options{Cwd: dir})))
	over := overlay(dir, map[string]string{"words.py": "WORDS = \"in the editor\"\n"})
	assert.Equal(t, []string{"a: in the editor"}, described(walk(t, Options{Cwd: dir, Overlay: over})))
	t.Run("and what it reads", func(t *testing.T) {
		write(t, dir, "words.py", "WORDS = open(\"words.txt\").read()\n")
		write(t, dir, "words.txt", "stored")
		assert.Equal(t, []string{"a: stored"}, described(walk(t, Options{Cwd: dir})))
		over := overlay(dir, map[string]string{"words.txt": "in the editor"})
		assert.Equal(t, []string{"a: in the editor"}, described(walk(t, Options{Cwd: dir, Overlay: over})))
	})
}

// TestOverlayManyFiles is for the files that are read ahead by several at a time.
func TestOverlayManyFiles(t *testing.T) {
	dir := t.TempDir()
	files, want := map[string]string{}, []string{}
	for _, letter := range "abcdefghijklmnopqrstuvwxyz" {
		name := string(letter)
		write(t, dir, name+".json", list(name, "stored"))
		files[name+".json"] = list(name, "in the editor")
		want = append(want, name+": in the editor")
	}
	for range 5 {
		assert.Equal(t, want, described(walk(t, Options{Cwd: dir, Overlay: overlay(dir, files)})))
	}
}
