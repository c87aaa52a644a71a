package discover

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLargeFilesAreReportedWhereTheyMatter looks at files that are too large to be read: only what may be of MCP is worth a word.
func TestLargeFilesAreReportedWhereTheyMatter(t *testing.T) {
	limits := Limits{FileBytes: 4000}
	data := func(more string) string { return `{"rows": [` + strings.Repeat(`"abc", `, 1000) + `""]` + more + `}` }
	lines := strings.Repeat("let x = 1;\n", 500)
	for name, c := range map[string]struct {
		data string
		loud bool
	}{
		"rows.json":  {data(""), false},
		"rows.yaml":  {"rows:\n" + strings.Repeat("  - abc\n", 1000), false},
		"end.json":   {data(`, "tools": [{"name": "a", "description": "x"}]`), true},
		"escape.mcp": {data(`, "\u0074ools": [{"name": "a", "description": "x"}]`), true},
		"mcp.json":   {data(""), true},
		"wide.json":  {wide(data(""), "\xFF\xFE", false), true},
		"rows.ts":    {lines, false},
		"server.ts":  {lines + "new McpServer()\n", true},
		"video.ts":   {strings.Repeat("\x00\x47\x01", 2000) + "mcp", false},
		"lib.min.js": {lines + "mcp", false},
		"app.min.js": {lines + "mcp; s.registerTool('a', {})", true},
	} {
		dir := t.TempDir()
		write(t, dir, name, c.data)
		for _, o := range []Options{{Cwd: dir, Limits: limits}, {Cwd: dir, Limits: limits, InContext: true, Paths: []string{name}}} {
			inv := walk(t, o)
			assert.Empty(t, inv.Tools, name)
			loud := false
			for _, s := range inv.Skips {
				loud = loud || !s.Quiet()
			}
			assert.Equal(t, c.loud, loud, "%s: %v", name, inv.Skips)
		}
	}
}

// TestLargeFilesAreReportedOnce: that another file imports it does not make it smaller.
func TestLargeFilesAreReportedOnce(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "package.json", `{"dependencies":{"@modelcontextprotocol/sdk":"1"}}`)
	write(t, dir, "a.js", `import { x } from "./big.js"; server.registerTool("a", { description: x });`)
	write(t, dir, "big.js", `server.registerTool("b", {});`+strings.Repeat("/", 2000))
	assert.Equal(t, 1, walk(t, Options{Cwd: dir, Limits: Limits{FileBytes: 1000}}).Skipped[SkipTooLarge])
}

// TestLargeFilesAreLookedAtWithinBounds makes files of which not even that is known.
func TestLargeFilesAreLookedAtWithinBounds(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "rows.json", "[]")
	require.NoError(t, os.Truncate(filepath.Join(dir, "rows.json"), maxLooked+1))
	write(t, dir, "rows.ts", "x")
	require.NoError(t, os.Truncate(filepath.Join(dir, "rows.ts"), maxLooked+1))
	assert.Equal(t, 2, walk(t, Options{Cwd: dir}).Skipped[SkipTooLarge])

	require.NoError(t, os.Truncate(filepath.Join(dir, "rows.json"), 100))
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	defer func() { _ = root.Close() }()
	w := newWalker(Options{Cwd: dir})
	w.looked = lookedBytes - 150
	o := &opened{job: w.job, place: place{&tree{abs: dir, storage: newFolder(root)}, "rows.json"}}
	defer o.close()
	require.NoError(t, o.open())
	_, ok := o.look(false)
	assert.False(t, ok, "it is not its turn")
	_, ok = o.look(true)
	assert.True(t, ok)
	_, ok = o.look(true)
	assert.False(t, ok, "all files of a run together")
}

// TestValuesCountAsMemory: what is held to the end is bounded by the values of definitions too, since a byte or two make one, and by each
// file anew.
func TestValuesCountAsMemory(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.json", "b.json", "c.json"} {
		write(t, dir, name, `{"tools": [{"name": "`+name+`", "description": "x", "inputSchema": {"enum": [`+strings.Repeat("1,", 1000)+`1]}}]}`)
	}
	for keeps, names := range map[int]string{10_000: "a.json", 1000 * keptValue * 3 / 2: "a.json b.json", maxKeptBytes: "a.json b.json c.json"} {
		w := newWalker(Options{Cwd: dir})
		w.opts.keep = keeps
		require.NoError(t, w.collect())
		_, err := w.inventory()
		require.NoError(t, err)
		w.close()
		var read []string
		for _, tool := range w.inv.Tools {
			read = append(read, tool.View.Name)
		}
		assert.Equal(t, names, strings.Join(read, " "))
		if len(read) < 3 {
			require.NotEmpty(t, w.inv.Skips)
			assert.Equal(t, SkipTooMany, w.inv.Skips[0].Reason)
			assert.Contains(t, w.inv.Skips[0].Detail, "define more than fits in memory")
		}
	}
}

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

// TestBatchesKeepTheOrder reads several batches, in which some files are large and some define nothing.
func TestBatchesKeepTheOrder(t *testing.T) {
	dir := t.TempDir()
	var want []string
	for i := range 3 * readBatch {
		name := fmt.Sprintf("s%04d", i)
		switch {
		case i%7 == 0:
			write(t, dir, name+".json", `{"a": 1}`)
		case i%50 == 1:
			write(t, dir, name+".json", list("t", strings.Repeat("x", largeParse)))
			want = append(want, fmt.Sprintf("%s/t@%s.json", name, name))
		default:
			write(t, dir, name+".json", list("t", "x"))
			want = append(want, fmt.Sprintf("%s/t@%s.json", name, name))
		}
	}
	assert.Equal(t, want, where(walk(t, Options{Cwd: dir})))
}
