package discover

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWalkContext(t *testing.T) {
	dir := t.TempDir()
	for i := range 600 {
		write(t, dir, fmt.Sprintf("d%d/tools.json", i), list("get", "a"))
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	inv, err := WalkContext(ended, Options{Cwd: dir})
	require.ErrorIs(t, err, context.Canceled)
	require.Nil(t, inv)

	t.Run("while files are read", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		calls := 0
		_, err := WalkContext(ctx, Options{Cwd: dir, Progress: func(int) {
			if calls++; calls == 2 {
				cancel()
			}
		}})
		require.ErrorIs(t, err, context.Canceled)
		require.Positive(t, calls)
	})
}
