package jsonl_test

import (
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/jsonl"
)

func TestLines(t *testing.T) {
	const most = 300 << 10 // More than the buffer.
	whole := strings.Repeat("a", most)
	in := "\xEF\xBB\xBFfirst\r\n\n  two \n" + whole + "\n" + whole + "b\nlast"
	lines := jsonl.NewReader(strings.NewReader(in), most)
	at := int64(0)
	for i, want := range []string{"first", "", "two", whole} {
		line, err := lines.Next()
		require.NoError(t, err)
		assert.Equal(t, want, string(line))
		assert.Equal(t, i+1, lines.Number())
		offset, size := lines.Place()
		assert.Equal(t, at, offset)
		at += size
	}
	assert.Equal(t, int64(strings.Index(in, whole+"b")), at)
	_, err := lines.Next()
	require.ErrorIs(t, err, jsonl.ErrTooLong)
	assert.Equal(t, 5, lines.Number())
	line, err := lines.Next()
	require.NoError(t, err)
	assert.Equal(t, "last", string(line))
	_, err = lines.Next()
	require.ErrorIs(t, err, io.EOF)
	broken := errors.New("broken")
	lines = jsonl.NewReader(io.MultiReader(strings.NewReader("whole\nhalf"), failing{broken}), most)
	_, err = lines.Next()
	require.NoError(t, err)
	_, err = lines.Next()
	assert.ErrorIs(t, err, broken)
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestParallel(t *testing.T) {
	var sum atomic.Int64
	jsonl.Parallel(100, func(i int) { sum.Add(int64(i)) })
	assert.Equal(t, int64(4950), sum.Load())
	jsonl.Parallel(0, func(int) { t.Error("called") })
}
