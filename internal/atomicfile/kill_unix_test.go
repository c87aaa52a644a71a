//go:build unix

package atomicfile

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/must"
)

// halfway is set for the process that is ended in the middle of a file, to the file's name.
const halfway = "MCP_LINT_TEST_HALFWAY"

// TestMain is that process when it is asked to be.
func TestMain(m *testing.M) {
	name := os.Getenv(halfway)
	if name == "" {
		os.Exit(m.Run())
	}
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGINT)
	go func() {
		<-c
		Abandon()
		os.Exit(130)
	}()
	gone := OnAbandon(func() { _ = os.Remove(name + ".gone") })
	defer OnAbandon(func() { _ = os.Remove(name + ".begun") })()
	gone()
	_ = Write(name, nil, func(w io.Writer) error {
		// More than is buffered, so that half of it is in the file.
		_, _ = w.Write(make([]byte, 1<<20))
		fmt.Println("half")
		select {}
	})
}

// TestEndedHalfway holds that a process that is ended while it writes leaves the old file, and, when it can still act, nothing beside it.
func TestEndedHalfway(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		t.Run(sig.String(), func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "out")
			for _, suffix := range []string{"", ".gone", ".begun"} {
				require.NoError(t, os.WriteFile(name+suffix, []byte("old"), 0o600))
			}
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), halfway+"="+name)
			out := must.OK(cmd.StdoutPipe())(t)
			require.NoError(t, cmd.Start())
			must.OK(bufio.NewReader(out).ReadString('\n'))(t)
			require.NoError(t, cmd.Process.Signal(sig))
			_ = cmd.Wait()
			assert.Equal(t, "old", read(t, name))
			assert.NoError(t, os.Remove(name+".gone"), "nothing removes it any more")
			if sig == syscall.SIGINT {
				assert.Equal(t, 130, cmd.ProcessState.ExitCode())
				alone(t, name)
			}
		})
	}
}

// TestPipe holds that nothing waits for somebody to read.
func TestPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(name, 0o600))
	require.ErrorIs(t, Write(name, nil, text("x")), errNotRegular)
	require.NoError(t, Write("/dev/null", []string{"/"}, text("x")))
}
