package discover

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPatternsShareTheirTime spends with one what another has left.
func TestPatternsShareTheirTime(t *testing.T) {
	a, err := NewPatterns([]string{"a"})
	require.NoError(t, err)
	b, err := NewPatterns([]string{"b"})
	require.NoError(t, err)
	b.Share(a)
	a.left.Store(1)
	assert.True(t, a.Match("a"))
	assert.True(t, b.Spent())
	assert.False(t, b.Match("b"))
}
