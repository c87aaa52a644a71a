//go:build unix

package record

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestChildrenEnd checks that children of a server end with it even if they ignore SIGTERM.
func TestChildrenEnd(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	_, err := Run(t.Context(), options("forks", "PID_FILE="+file))
	require.NoError(t, err)
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	pid, err := strconv.Atoi(string(data))
	require.NoError(t, err)
	assert.Eventually(t, func() bool { return gone(pid) }, 20*time.Second, 10*time.Millisecond, "process %d lives on", pid)
}

// gone reports whether a process has exited or is a zombie.
func gone(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && len(stat) > 0 && containsZombie(stat)
}

func containsZombie(stat []byte) bool {
	for i := len(stat) - 1; i > 1; i-- {
		if stat[i] == ')' {
			return i+2 < len(stat) && stat[i+2] == 'Z'
		}
	}
	return false
}
