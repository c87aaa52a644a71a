//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRecordInterrupted ends a recording that waits for its server: the server ends too, with what it has started, and no file is left.
func TestRecordInterrupted(t *testing.T) {
	dir := t.TempDir()
	cmd := started(t, "record", "-o", "out.json", "--", "sh", "-c", `trap "" INT; sleep 1000 & echo $! > pid.new; mv pid.new pid; wait`)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	require.NoError(t, cmd.Start())
	pid := 0
	require.Eventually(t, func() bool {
		data, err := os.ReadFile(filepath.Join(dir, "pid"))
		pid, _ = strconv.Atoi(strings.TrimSpace(string(data)))
		return err == nil && pid > 0
	}, time.Minute, 5*time.Millisecond)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	assert.Equal(t, exitSignal+2, exitCode(t, cmd))
	assert.Equal(t, "mcp-lint: interrupted: nothing was written\n", stderr.String())
	assert.Equal(t, []string{"pid"}, names(t, dir))
	assert.Eventually(t, func() bool {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		return syscall.Kill(pid, 0) != nil || err == nil && strings.Contains(string(stat), ") Z ")
	}, time.Minute, 5*time.Millisecond, "what the server has started lives on")
}
