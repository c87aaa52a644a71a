//go:build e2e

package e2e

import (
	"archive/zip"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestVSCodeExtension packs the extension with Microsoft's program twice, and has what is in it work with mcp-lint; extension.cjs says how. The
// editor itself is not to be had from a package registry.
func TestVSCodeExtension(t *testing.T) {
	nightly(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	pack := func(folder string) string {
		must(t, root(t), nil, "bash", "editors/vscode/package.sh", releaseTag, filepath.Join(dir, folder))
		return filepath.Join(dir, folder, "mcp-lint-vscode-"+strings.TrimPrefix(releaseTag, "v")+".vsix")
	}
	first := pack("first")
	assert.Equal(t, sha256Of(t, first), sha256Of(t, pack("second")), "the same file twice")

	files := map[string][]byte{}
	z, err := zip.OpenReader(first)
	require.NoError(t, err)
	defer func() { assert.NoError(t, z.Close()) }()
	for _, f := range z.File {
		in, err := f.Open()
		require.NoError(t, err)
		files[f.Name], err = io.ReadAll(in)
		require.NoError(t, err)
	}
	assert.ElementsMatch(t, []string{
		"[Content_Types].xml", "extension.vsixmanifest", "extension/package.json", "extension/readme.md", "extension/LICENSE.txt", "extension/dist/extension.js",
	}, namesOf(files))
	assert.Contains(t, string(files["extension/package.json"]), `"version": "`+strings.TrimPrefix(releaseTag, "v")+`"`)
	write(t, dir, "extension.js", files["extension/dist/extension.js"])

	program := filepath.Join(dir, "mcp-lint")
	must(t, root(t), []string{"CGO_ENABLED=0"}, "go", "build", "-trimpath", "-ldflags", "-s -w -X main.release="+releaseTag, "-o", program, "./cmd/mcp-lint")
	copyFolder(t, "examples/servers/poisoned", filepath.Join(dir, "poisoned"))
	out := node(t, "extension.cjs", filepath.Join(dir, "extension.js"), program, filepath.Join(dir, "poisoned"))
	for _, part := range []string{"missing", "setting", "scan", "stop", "skew"} {
		assert.Contains(t, out, "ok "+part+"\n")
	}
}
