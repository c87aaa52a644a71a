//go:build unix

package lsp

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestParentIsGone kills the process that the client named as the parent.
func TestParentIsGone(t *testing.T) {
	parent := exec.Command("sleep", "600")
	require.NoError(t, parent.Start())
	e := started(t, options())
	e.initialize(map[string]any{"processId": parent.Process.Pid})
	require.NoError(t, parent.Process.Kill())
	_ = parent.Wait()
	<-e.ended
	require.ErrorIs(t, e.err, ErrNoShutdown)
}

func TestAlive(t *testing.T) {
	assert.True(t, alive(os.Getpid()))
	assert.True(t, alive(1), "one that is somebody else's")
	assert.False(t, alive(1<<30))
}
