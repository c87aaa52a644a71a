package lsp

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPage checks that docs/editor.md lists every code that is not a check, and the right limits.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/editor.md")
	require.NoError(t, err)
	for _, code := range []string{codeNotScanned, codeIncomplete, codeSettings, codeUnresolved, codeNote, codeCut} {
		assert.Contains(t, string(page), "| `"+code+"` |")
	}
	assert.Contains(t, string(page), "above "+strconv.Itoa(maxScanned>>20)+" MiB is not scanned")
	assert.Contains(t, string(page), "above "+strconv.Itoa(maxMessage>>20)+" MiB read")
	assert.Contains(t, string(page), todo)
}
