package discover

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// serverOf is the code of a server with a tool that no other one has.
func serverOf(name string) string {
	return "from mcp.server.fastmcp import FastMCP\nm = FastMCP(\"" + name + "\")\n\n@m.tool()\ndef place_" + name +
		"(a: int):\n    \"\"\"Read the file of " + name + " and hand it on.\"\"\"\n"
}

func zipped(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range files {
		f, err := w.Create(name)
		require.NoError(t, err)
		_, err = f.Write([]byte(text))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.String()
}

func tarred(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for name, text := range files {
		require.NoError(t, w.WriteHeader(&tar.Header{Name: name, Size: int64(len(text)), Mode: 0o644, Typeflag: tar.TypeReg}))
		_, err := w.Write([]byte(text))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.String()
}

// toolPaths are the paths of the tools of an inventory.
func toolPaths(inv *Inventory) (paths []string) {
	for i := range inv.Tools {
		paths = append(paths, inv.Tools[i].File.Path)
	}
	return slices.Compact(paths)
}

// TestNamedArchives: an archive is read as a folder, with what manifests start, imports, and folders of dependencies.
func TestNamedArchives(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "x.whl", zipped(t, map[string]string{
		"s/__init__.py": "from mcp import x\nfrom .regs import setup\nsetup(x)\n", "s/regs.py": "def setup(s):\n    @s.tool()\n    def put(a: int):\n        \"\"\"Put it there.\"\"\"\n", "tests/t.json": `{}`,
		"node_modules/p/t.json": `{"tools":[{"name":"other","description":"x","inputSchema":{}}]}`,
	}))
	write(t, dir, "x.tar", tarred(t, map[string]string{"package/dist/s.py": serverOf("s1"), "package/package.json": `{"name":"n"}`}))
	write(t, dir, "x.gem", tarred(t, map[string]string{"data.tar": tarred(t, map[string]string{"lib/s.py": serverOf("s2")})}))
	write(t, dir, "unnamed.zip", zipped(t, map[string]string{"s.py": serverOf("s3")}))
	inv := walk(t, Options{Cwd: dir, Paths: []string{"x.whl", filepath.Join(dir, "x.tar"), "x.gem"}})
	assert.Equal(t, []string{"x.gem!/data.tar!/lib/s.py", "x.tar!/package/dist/s.py", "x.whl!/s/regs.py"}, toolPaths(inv))
	assert.Equal(t, "x.whl!/s/regs.py", inv.Tools[2].File.Rel)
	assert.Empty(t, toolPaths(walk(t, Options{Cwd: dir})), "archives that were not named are left alone")

	assert.True(t, inv.Covers("x.whl!/s/gone.py"), "what an archive held once and does not any more")
	assert.True(t, inv.Covers("x.whl!/s/regs.py"))
	assert.False(t, inv.Covers("x.whl!/node_modules/p/t.json"), "it is there and was not looked at")
	assert.False(t, inv.Covers("unnamed.zip!/s.py"))
}

// TestMetBundles: bundles that clients install are read wherever they are met, and what they leave out is said.
func TestMetBundles(t *testing.T) {
	dir := t.TempDir()
	inner := zipped(t, map[string]string{"s.py": serverOf("s4")})
	deep := zipped(t, map[string]string{"a.zip": zipped(t, map[string]string{"b.zip": inner})})
	write(t, dir, "sub/x.mcpb", zipped(t, map[string]string{
		"manifest.json": `{"mcpb_version":"0.1","name":"n","tools":[{"name":"t","description":"d"}]}`, "../up.py": serverOf("s5"), "in.zip": inner,
	}))
	write(t, dir, "y.dxt", deep)
	write(t, dir, "z.mcpb", "PK\x03\x04 nothing")
	inv := walk(t, Options{Cwd: dir})
	assert.Equal(t, []string{"sub/x.mcpb!/in.zip!/s.py", "sub/x.mcpb!/manifest.json"}, toolPaths(inv))
	said := map[string]Reason{}
	for _, s := range inv.Skips {
		if !s.Quiet() {
			said[s.Path] = s.Reason
		}
	}
	assert.Equal(t, map[string]Reason{`sub/x.mcpb!/"../up.py"`: SkipBroken, "y.dxt!/a.zip!/b.zip": SkipTooDeep, "z.mcpb": SkipBroken}, said)

	one := walk(t, Options{Cwd: dir, Paths: []string{"sub/x.mcpb"}, InContext: true})
	assert.Equal(t, []string{"sub/x.mcpb!/in.zip!/s.py", "sub/x.mcpb!/manifest.json"}, toolPaths(one.Focused()))
}

func TestNamedArchivesThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "damaged.zip", "PK\x03\x04 nothing")
	write(t, dir, "bomb.zip", zipped(t, map[string]string{"a.py": strings.Repeat("\x00", 33<<20), "b.py": strings.Repeat("\x00", 40<<20)}))
	write(t, dir, "text.zip", `{"tools":[{"name":"t","description":"d","inputSchema":{}}]}`)
	for name, want := range map[string]string{"damaged.zip": "damaged", "bomb.zip": "bomb"} {
		_, err := Walk(Options{Cwd: dir, Paths: []string{name}, Limits: Limits{FileBytes: 1 << 30}})
		require.ErrorContains(t, err, want)
		assert.ErrorContains(t, err, name)
	}
	text := walk(t, Options{Cwd: dir, Paths: []string{"text.zip"}})
	assert.Equal(t, []string{"text.zip"}, toolPaths(text), "it is none, whatever its name says")
	assert.Empty(t, text.Skips)
	for name, data := range map[string]string{"empty.tgz": "", "bytes.whl": "\x00\x01\x02"} {
		write(t, dir, name, data)
		_, err := Walk(Options{Cwd: dir, Paths: []string{name}})
		assert.EqualError(t, err, `"`+name+`" cannot be scanned: it has the name of an archive, but not the content of one`)
	}
	// The names of entries lead nowhere in a report either.
	write(t, dir, "up.zip", zipped(t, map[string]string{"../../../up.py": ""}))
	skips := walk(t, Options{Cwd: dir, Paths: []string{"up.zip"}}).Skips
	require.Len(t, skips, 1)
	assert.Equal(t, `up.zip!/"../../../up.py"`, skips[0].Path)
}

// TestImageLayouts: a folder that is the layout of an image is read layer by layer when it is named.
func TestImageLayouts(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "img/oci-layout", `{"imageLayoutVersion":"1.0.0"}`)
	write(t, dir, "img/index.json", `{"manifests":[{"digest":"sha256:m"}]}`)
	write(t, dir, "img/blobs/sha256/m", `{"config":{"digest":"sha256:c"},"layers":[{"digest":"sha256:1"},{"digest":"sha256:2"}]}`)
	write(t, dir, "img/blobs/sha256/c", `{"config":{"WorkingDir":"/app"}}`)
	write(t, dir, "img/blobs/sha256/1", tarred(t, map[string]string{
		"top.py": serverOf("s10"), "app/s.py": serverOf("s6"), "app/old.py": serverOf("s7"), "usr/lib/s.py": serverOf("s8"),
		"usr/lib/python3/site-packages/notes/server.py":                    serverOf("s9"),
		"usr/lib/python3/site-packages/notes-1.dist-info/METADATA":         "Requires-Dist: mcp\n",
		"usr/lib/python3/site-packages/notes-1.dist-info/entry_points.txt": "[console_scripts]\nnotes = notes.server:main\n",
	}))
	write(t, dir, "img/blobs/sha256/2", tarred(t, map[string]string{"app/.wh.old.py": ""}))
	inv := walk(t, Options{Cwd: dir, Paths: []string{"img"}})
	assert.Equal(t, []string{"img!/app/s.py", "img!/top.py", "img!/usr/lib/python3/site-packages/notes/server.py"}, toolPaths(inv))
	require.NoError(t, os.Remove(filepath.Join(dir, "img/blobs/sha256/c")))
	_, err := Walk(Options{Cwd: dir, Paths: []string{"img"}})
	assert.ErrorContains(t, err, "img")
}

// TestSpecialEntries: what is neither a file, a folder nor a link may still be a file to an installer.
func TestSpecialEntries(t *testing.T) {
	dir := t.TempDir()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	require.NoError(t, w.WriteHeader(&tar.Header{Name: "package/index.js", Typeflag: tar.TypeFifo}))
	require.NoError(t, w.Close())
	write(t, dir, "x.tar", b.String())
	skips := walk(t, Options{Cwd: dir, Paths: []string{"x.tar"}}).Skips
	require.Len(t, skips, 1)
	assert.Equal(t, SkipSpecial, skips[0].Reason)
	assert.False(t, skips[0].Quiet())
}

// TestNpmArchives: npm drops the first folder of each name, whatever it is.
func TestNpmArchives(t *testing.T) {
	dir := t.TempDir()
	for _, top := range []string{"package", "node_modules", ".git", "tests", "."} {
		write(t, dir, "x.tar", tarred(t, map[string]string{top + "/package.json": `{"name":"n"}`, top + "/src/s.py": serverOf("s1")}))
		inv := walk(t, Options{Cwd: dir, Paths: []string{"x.tar"}})
		require.Len(t, inv.Tools, 1, top)
		assert.Empty(t, inv.Tools[0].Class, top)
		assert.Empty(t, inv.Skips, top)
	}
	for name, files := range map[string]map[string]string{
		"several": {"package/package.json": `{"name":"n"}`, "package/s.py": serverOf("s1"), "node_modules/s.py": serverOf("s2")},
		"none":    {"./package.json": `{"name":"n"}`, "./s.py": serverOf("s1"), "node_modules/s.py": serverOf("s2")},
		"windows": {`node_modules\x/package.json`: `{"name":"n"}`, `node_modules\x/s.py`: serverOf("s1")},
	} {
		write(t, dir, "x.tar", tarred(t, files))
		skips := slices.DeleteFunc(walk(t, Options{Cwd: dir, Paths: []string{"x.tar"}}).Skips, Skip.Quiet)
		require.Len(t, skips, 1, name)
		assert.Contains(t, skips[0].Detail, "npm drops the first folder", name)
	}
	// What is not a package of npm may have several.
	write(t, dir, "x.tar", tarred(t, map[string]string{"package.json": `{"name":"n"}`, "src/s.py": serverOf("s1"), "docs/x.json": "{}"}))
	assert.Empty(t, walk(t, Options{Cwd: dir, Paths: []string{"x.tar"}}).Skips)
}
