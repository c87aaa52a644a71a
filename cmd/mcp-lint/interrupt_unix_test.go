//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// started makes a command that runs the test binary as mcp-lint: the name by which it is called says so.
func started(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	name := filepath.Join(t.TempDir(), "mcp-lint")
	require.NoError(t, os.Symlink(self, name))
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "TERM=dumb")
	return cmd
}

// exitCode waits for the program, which has a minute to end where it should need no time.
func exitCode(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	kill := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	err := cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return cmd.ProcessState.ExitCode()
}

// TestInterrupted ends a run that waits for its input, whose output file is there already.
func TestInterrupted(t *testing.T) {
	for sig, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		t.Run(sig.String(), func(t *testing.T) {
			dir := t.TempDir()
			out := filepath.Join(dir, "out.json")
			require.NoError(t, os.WriteFile(out, []byte("old"), 0o600))
			cmd := started(t, "-o", "json="+out, "-")
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			in, err := cmd.StdinPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			// More than a pipe holds: when it is taken the program is reading, and no longer starting.
			_, err = io.WriteString(in, strings.Repeat(" ", 1<<20))
			require.NoError(t, err)
			require.NoError(t, cmd.Process.Signal(sig))
			assert.Equal(t, want, exitCode(t, cmd))
			assert.Contains(t, stderr.String(), "interrupted")
			data, err := os.ReadFile(out)
			require.NoError(t, err)
			assert.Equal(t, "old", string(data))
			assert.Equal(t, []string{"out.json"}, names(t, dir))
		})
	}
}

// TestInterruptIsIgnoredWithNohup holds that a program that was started to ignore hang-ups goes on.
func TestInterruptIsIgnoredWithNohup(t *testing.T) {
	cmd := started(t, "-q", "-")
	cmd.Args, cmd.Path = []string{"sh", "-c", `trap "" HUP; exec "$0" -q -`, cmd.Path}, "/bin/sh"
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	_, err = io.WriteString(in, strings.Repeat(" ", 1<<20))
	require.NoError(t, err)
	require.NoError(t, cmd.Process.Signal(syscall.SIGHUP))
	_, err = io.WriteString(in, `{"tools":[]}`)
	require.NoError(t, err)
	require.NoError(t, in.Close())
	assert.Equal(t, 0, exitCode(t, cmd))
}
