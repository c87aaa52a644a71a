package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFixInAReadOnlyFolder holds that a fix that cannot be written ends with 2 and the reason.
func TestFixInAReadOnlyFolder(t *testing.T) {
	if os.Geteuid() <= 0 {
		t.Skip("nothing is read-only for root, and Windows has other rules")
	}
	t.Chdir(t.TempDir())
	text := "{\"tools\": [{\"name\": \"read\", \"description\": \"Reads\u200b\u202e\u2063 a file.\"}]}"
	require.NoError(t, os.WriteFile("tools.json", []byte(text), 0o666))
	require.NoError(t, os.Chmod(".", 0o555))
	defer func() { _ = os.Chmod(".", 0o777) }()
	_, errs, code := runHere(t, "--no-config", "--fix", ".")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, errs, "tools.json was not changed: cannot write")
	assert.Contains(t, errs, "--fix could not write 1 file")
	assert.Equal(t, text, contents(t, "tools.json"))
}
