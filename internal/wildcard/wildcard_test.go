package wildcard

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPattern(t *testing.T) {
	for _, tc := range []struct {
		pattern, name string
		want          bool
	}{
		{"a", "a", true},
		{"a", "ab", false},
		{"*", "", true},
		{"*", "anything", true},
		{"a*", "a", true},
		{"*a", "ba", true},
		{"a*a", "a", false},
		{"a*a", "aa", true},
		{"a*b*c", "a1b2c", true},
		{"a*b*c", "acb", false},
		{"*b*b*", "b", false},
		{"*b*b*", "bb", true},
		{"**", "x", true},
		{"a?", "ab", false},
		{"[a]", "a", false},
	} {
		assert.Equal(t, tc.want, New(tc.pattern).Fits(tc.name), "%q %q", tc.pattern, tc.name)
	}
	assert.False(t, New(strings.Repeat("*a", 4000)+"b").Fits(strings.Repeat("a", 1<<20)))
}

func TestPatternsAreQuick(t *testing.T) {
	// Backtracking would take ages.
	assert.False(t, New(strings.Repeat("a*", 2000)+"b").Fits(strings.Repeat("a", 100_000)))
	assert.True(t, New(strings.Repeat("a*", 2000)).Fits(strings.Repeat("a", 100_000)))
}
