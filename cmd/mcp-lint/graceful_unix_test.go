//go:build unix

package main

import (
	"bytes"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGraceful sends signals to a program that runs until it is told to end.
func TestGraceful(t *testing.T) {
	codes := make(chan int, 4)
	var said bytes.Buffer
	i := endOnSignal(&said, func(code int) { codes <- code })
	i.abandon = func() {} // It would hold for the tests to come.
	self, err := os.FindProcess(os.Getpid())
	require.NoError(t, err)

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
