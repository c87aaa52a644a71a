//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/must"
)

// started makes a command that runs the test binary as mcp-lint: the name by which it is called says so.
func started(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(self(t), args...)
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

// running starts a command that reads from a pipe and returns the pipe, and what it will have written to standard error.
func running(t *testing.T, cmd *exec.Cmd, input string) (io.WriteCloser, *bytes.Buffer) {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	in := must.OK(cmd.StdinPipe())(t)
	require.NoError(t, cmd.Start())
	must.OK(io.WriteString(in, input))(t)
	return in, &stderr
}

// full is more than a pipe holds: when it is taken the program is reading, and no longer starting.
var full = strings.Repeat(" ", 1<<20)

// TestInterrupted ends a run that waits for its input, whose output file is there already.
func TestInterrupted(t *testing.T) {
	for sig, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		t.Run(sig.String(), func(t *testing.T) {
			dir := t.TempDir()
			out := filepath.Join(dir, "out.json")
			put(t, out, "old")
			cmd := started(t, "-o", "json="+out, "-")
			_, stderr := running(t, cmd, full)
			require.NoError(t, cmd.Process.Signal(sig))
			assert.Equal(t, want, exitCode(t, cmd))
			assert.Contains(t, stderr.String(), "interrupted")
			assert.Equal(t, "old", contents(t, out))
			assert.Equal(t, []string{"out.json"}, must.Names(t, dir))
		})
	}
}

func TestInterruptIsIgnoredWithNohup(t *testing.T) {
	cmd := started(t, "-q", "-")
	cmd.Args, cmd.Path = []string{"sh", "-c", `trap "" HUP; exec "$0" -q -`, cmd.Path}, "/bin/sh"
	in, _ := running(t, cmd, full)
	require.NoError(t, cmd.Process.Signal(syscall.SIGHUP))
	must.OK(io.WriteString(in, `{"tools":[]}`))(t)
	require.NoError(t, in.Close())
	assert.Equal(t, 0, exitCode(t, cmd))
}

func TestGraceful(t *testing.T) {
	codes := make(chan int, 4)
	var said bytes.Buffer
	i := endOnSignal(&said, func(code int) { codes <- code })
	i.abandon = func() {} // It would hold for the tests to come.
	self := must.OK(os.FindProcess(os.Getpid()))(t)

	ctx, stop := i.context(t.Context())
	require.NoError(t, self.Signal(syscall.SIGTERM))
	select {
	case <-ctx.Done():
	case <-time.After(time.Minute):
		t.Fatal("the first signal did not end the context")
	}
	assert.Empty(t, codes, "the command is given the time to end")
	require.NoError(t, self.Signal(syscall.SIGTERM))
	assert.Equal(t, 143, <-codes)
	stop()

	t.Run("afterwards as always", func(t *testing.T) {
		ctx, stop := i.context(t.Context())
		stop()
		require.Error(t, ctx.Err())
		require.NoError(t, self.Signal(syscall.SIGINT))
		assert.Equal(t, 130, <-codes)
	})
	t.Run("without signals", func(t *testing.T) {
		var none *interrupts
		ctx, stop := none.context(t.Context())
		require.NoError(t, ctx.Err())
		stop()
		require.Error(t, ctx.Err())
	})
}

const mcpHello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}` + "\n"

func TestMCPSignals(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			cmd := started(t, "mcp", "--root", t.TempDir())
			out := must.OK(cmd.StdoutPipe())(t)
			_, stderr := running(t, cmd, mcpHello)
			line := must.OK(bufio.NewReader(out).ReadString('\n'))(t)
			assert.Contains(t, line, "serverInfo")
			require.NoError(t, cmd.Process.Signal(sig))
			assert.Equal(t, 128+int(sig), exitCode(t, cmd))
			assert.Empty(t, stderr.String())
		})
	}
}

func TestMCPEnd(t *testing.T) {
	for name, input := range map[string]string{"nothing": "", "a session": mcpHello, "garbage": "\x00\nno\n"} {
		t.Run(name, func(t *testing.T) {
			cmd := started(t, "mcp", "--root", t.TempDir())
			var stdout, stderr bytes.Buffer
			cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &stdout, &stderr
			require.NoError(t, cmd.Start())
			assert.Zero(t, exitCode(t, cmd))
			assert.Empty(t, stderr.String())
			for line := range strings.Lines(stdout.String()) {
				assert.True(t, strings.HasPrefix(line, `{"jsonrpc":"2.0",`), "%q is no protocol", line)
			}
		})
	}
}

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
	assert.Equal(t, "mcp-lint: mcp-lint record is now mcp-lint live --save FILE\nmcp-lint: interrupted: nothing was written\n", stderr.String())
	assert.Equal(t, []string{"pid"}, must.Names(t, dir))
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
