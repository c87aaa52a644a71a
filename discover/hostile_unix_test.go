//go:build unix

package discover

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSocketsAndDevices has them where files are looked for.
func TestSocketsAndDevices(t *testing.T) {
	// The paths of sockets are short.
	dir, err := os.MkdirTemp("", "s")
	require.NoError(t, err)
	defer func() { _ = os.RemoveAll(dir) }()
	write(t, dir, "a.json", list("a", "x"))
	socket, err := net.Listen("unix", filepath.Join(dir, "mcp.json"))
	require.NoError(t, err)
	defer func() { _ = socket.Close() }()
	special := 1
	if syscall.Mknod(filepath.Join(dir, "tools.json"), syscall.S_IFCHR|0o644, 1<<8|5) == nil { // zeros without an end
		special++
	}
	inv := walk(t, Options{Cwd: dir})
	assert.Equal(t, []string{"a/a@a.json"}, where(inv))
	assert.Equal(t, map[Reason]int{SkipSpecial: special}, inv.Skipped)
}

// TestSparseFiles has files that say to be of a gigabyte and take no room.
func TestSparseFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.json", list("a", "x"))
	for _, name := range []string{"mcp.json", "server.py", "notes"} {
		write(t, dir, name, "#!/usr/bin/env python3\nimport mcp\n")
		require.NoError(t, os.Truncate(filepath.Join(dir, name), 1<<30))
	}
	inv := walk(t, Options{Cwd: dir})
	assert.Equal(t, []string{"a/a@a.json"}, where(inv))
	assert.Equal(t, map[Reason]int{SkipTooLarge: 3}, inv.Skipped)
	_, err := Walk(Options{Cwd: dir, Paths: []string{"mcp.json"}})
	assert.ErrorContains(t, err, "is larger than")
}
