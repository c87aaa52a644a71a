package lint

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// counted is a context that ends when it was asked a number of times, so that a run can be given up at each of its steps.
type counted struct {
	context.Context
	left *atomic.Int64
}

func (c counted) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestGivenUpAnywhere gives a run up at every point at which it asks: it says so, or has done everything.
func TestGivenUpAnywhere(t *testing.T) {
	dir := tree(t, map[string]string{
		"a.json":           `{"tools":[{"name":"t","description":"ab\u200bcd"}]}`,
		"test/b_test.json": `{"tools":[{"name":"u","description":"ab\u200bcd"}]}`,
		".mcp.json":        `{"mcpServers":{"s":{"command":"npx","args":["x"]}}}`,
	})
	whole, err := Run(Options{Cwd: dir})
	require.NoError(t, err)
	require.NotEmpty(t, whole.Findings)
	for steps := 0; ; steps++ {
		var left atomic.Int64
		left.Store(int64(steps))
		r, err := RunContext(counted{context.Background(), &left}, Options{Cwd: dir})
		if errors.Is(err, context.Canceled) {
			assert.Nil(t, r)
			require.Less(t, steps, 1000)
			continue
		}
		require.NoError(t, err)
		assert.Len(t, r.Findings, len(whole.Findings))
		assert.Equal(t, whole.Coverage, r.Coverage)
		require.Greater(t, steps, 3, "it never asked")
		return
	}
}
