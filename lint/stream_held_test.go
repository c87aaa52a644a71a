package lint

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const registryLine = `{"id":"i","registry":"a","tool":{"name":"x"}}`

// TestStreamHoldsNoLineThatCannotBeRead is about lines behind one of a registry, which may go on behind them.
func TestStreamHoldsNoLineThatCannotBeRead(t *testing.T) {
	if testing.Short() {
		t.Skip("too slow under the race detector")
	}
	const lines = 5 * StreamRegistry
	bad := strings.NewReader(strings.Repeat("garbage\n", lines))
	unread, got := -1, 0
	total, err := Stream(t.Context(), io.MultiReader(strings.NewReader(registryLine+"\n"), bad, strings.NewReader(registryLine)), Options{},
		func(v []Verdict) error {
			if unread < 0 {
				unread = bad.Len() / len("garbage\n")
				assert.Equal(t, []string{StreamSplit}, v[0].Incomplete)
				assert.Len(t, v[1:StreamRegistry], StreamRegistry-1)
			}
			for i := range v {
				got++
				require.Equal(t, got, v[i].Line)
			}
			return nil
		})
	require.NoError(t, err)
	assert.Equal(t, lines, total.Errors)
	assert.Equal(t, 2, total.Incomplete, "the registry returns")
	assert.Greater(t, unread, lines/5, "verdicts do not wait for the end")

	line := `{"id":"` + strings.Repeat("x", 1<<20) + `","registry":"a","kind":"`
	e := readEntry(rawLine{number: 7, values: 3, data: []byte(line + strings.Repeat("k", 1<<20) + `","tool":{}}`)})
	require.Error(t, e.err)
	assert.Less(t, len(e.err.Error()), 2_000)
	e.err = nil
	assert.Equal(t, streamEntry{line: 7, weight: valueWeight}, e)
}

// TestStreamEndsWhileItWaits is about a context that ends while nothing is written.
func TestStreamEndsWhileItWaits(t *testing.T) {
	r, w := io.Pipe()
	defer func() { _ = w.Close() }()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := Stream(ctx, r, Options{}, func([]Verdict) error { cancel(); return nil })
		done <- err
	}()
	_, err := io.WriteString(w, `{"tool":{"name":"x"}}`+"\n")
	require.NoError(t, err)
	require.ErrorIs(t, <-done, context.Canceled)
}
