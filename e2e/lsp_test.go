//go:build e2e

package e2e

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLanguageServer has Microsoft's client library work with the server as an editor does; lsp.mjs says how.
func TestLanguageServer(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	copyFolder(t, "examples/servers/poisoned", dir)
	out := node(t, "lsp.mjs", binary(t), dir)
	for _, part := range []string{"initialize", "words", "hidden", "comment", "entry", "unknown", "shutdown"} {
		assert.Contains(t, out, "ok "+part+"\n")
	}
}
