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
	pid := writtenPID(t, dir)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	assert.Equal(t, exitSignal+2, exitCode(t, cmd))
	assert.Equal(t, "mcp-lint: interrupted: nothing was written\n", stderr.String())
	assert.Equal(t, []string{"pid"}, names(t, dir))
	ended(t, pid)
}

// TestRecordInterruptedTwice ends a recording whose server does not end when it is asked to, and does not wait for it either.
func TestRecordInterruptedTwice(t *testing.T) {
	dir := t.TempDir()
	cmd := started(t, "record", "-o", "out.json", "--", "sh", "-c", `trap "touch asked" TERM; echo $$ > pid.new; mv pid.new pid; while :; do sleep 0.02; done`)
	cmd.Dir = dir
	require.NoError(t, cmd.Start())
	pid := writtenPID(t, dir)
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	require.Eventually(t, func() bool { _, err := os.Stat(filepath.Join(dir, "asked")); return err == nil }, time.Minute, 5*time.Millisecond)
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	assert.Equal(t, exitSignal+15, exitCode(t, cmd))
	ended(t, pid)
}

// writtenPID returns the number of the process that a server writes to the file pid.
func writtenPID(t *testing.T, dir string) (pid int) {
	t.Helper()
	require.Eventually(t, func() bool {
		data, err := os.ReadFile(filepath.Join(dir, "pid"))
		pid, _ = strconv.Atoi(strings.TrimSpace(string(data)))
		return err == nil && pid > 0
	}, time.Minute, 5*time.Millisecond)
	return pid
}

// ended holds that a process is no more, or only waits for somebody to ask what became of it.
func ended(t *testing.T, pid int) {
	t.Helper()
	if !assert.Eventually(t, func() bool {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		return syscall.Kill(pid, 0) != nil || err == nil && strings.Contains(string(stat), ") Z ")
	}, 20*time.Second, 5*time.Millisecond, "what the server has started lives on") {
		_ = syscall.Kill(-pid, syscall.SIGKILL)
	}
}
