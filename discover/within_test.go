package discover

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWithin scans a folder of a repository that reaches out of itself in every way that discovery follows.
func TestWithin(t *testing.T) {
	top := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(top, ".git"), 0o755))
	write(t, top, ".git/HEAD", "ref: refs/heads/main\n")
	write(t, top, "secret/tools.json", list("secret", "Outside."))
	write(t, top, "secret/words.txt", "SECRET words")
	write(t, top, "root/tools.json", list("get", "Inside."))
	write(t, top, "root/server.py", `from mcp.server.fastmcp import FastMCP
mcp = FastMCP("s")

@mcp.tool(description=open("../secret/words.txt").read())
def read_words() -> str:
    return ""
`)
	require.NoError(t, os.Symlink("../secret", filepath.Join(top, "root", "link")))
	require.NoError(t, os.Symlink("../secret/tools.json", filepath.Join(top, "root", "link.json")))
	root := filepath.Join(top, "root")
	said := func(inv *Inventory) string {
		out := ""
		for _, tool := range inv.Tools {
			out += tool.View.Name + " " + tool.View.Description + "\n"
		}
		return out
	}
	free := walk(t, Options{Cwd: root})
	assert.Contains(t, said(free), "Outside.", "or else the test proves nothing")
	assert.Contains(t, said(free), "SECRET words")

	for name, opts := range map[string]Options{
		"the folder":       {Cwd: root},
		"from elsewhere":   {Cwd: top, Paths: []string{"root"}},
		"a file":           {Cwd: root, Paths: []string{"server.py", "tools.json"}},
		"in context":       {Cwd: root, Paths: []string{"server.py", "tools.json"}, InContext: true},
		"all, and a link":  {Cwd: root, Paths: []string{".", "tools.json"}},
		"by another spell": {Cwd: root, Paths: []string{root + "/../root/."}},
	} {
		opts.Within = root
		inv := walk(t, opts)
		assert.Contains(t, said(inv), "Inside.", name)
		assert.NotContains(t, said(inv), "Outside.", name)
		assert.NotContains(t, said(inv), "SECRET", name)
		for _, f := range inv.Files {
			assert.NotContains(t, string(f.Data), "Outside.", name)
		}
	}
	for _, path := range []string{"..", "../secret", "link", "link.json", "../secret/tools.json", top} {
		_, err := Walk(Options{Cwd: root, Paths: []string{path}, Within: root})
		require.ErrorContains(t, err, "outside", path)
	}
	_, err := Walk(Options{Cwd: root, Within: filepath.Join(top, "nowhere")})
	require.ErrorIs(t, err, os.ErrNotExist)
}
