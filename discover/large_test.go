package discover

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLargeFilesAreToldOfWhereTheyMatter looks at files that are too large to be read: only what may be of MCP is worth a word.
func TestLargeFilesAreToldOfWhereTheyMatter(t *testing.T) {
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
	defer root.Close()
	w := newWalker(Options{})
	w.looked = lookedBytes - 150
	o := &opened{w: w, place: place{&tree{abs: dir, root: root}, "rows.json"}}
	defer o.close()
	require.NoError(t, o.open())
	_, ok := w.look(o, &candidate{})
	assert.False(t, ok, "it is not its turn")
	_, ok = w.look(o, &candidate{looking: true})
	assert.True(t, ok)
	_, ok = w.look(o, &candidate{looking: true})
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
		w.keeps = keeps
		var err error
		w.chooser, err = newChooser(Options{Cwd: dir})
		require.NoError(t, err)
		require.NoError(t, w.collect(Options{Cwd: dir}))
		require.NoError(t, w.readAll())
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
