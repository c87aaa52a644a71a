package text

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSigns holds that a text with a concept has a sign of it, and that everyday words are signs of no phrase with a rarer one.
func TestSigns(t *testing.T) {
	l := NewLexicon([]Entry{{0, "replace =gone out_of_service turn_to"}, {1, "other"}})
	stems, folded := l.Signs(Of(0))
	assert.ElementsMatch(t, []string{Stem("replace"), Stem("service"), "turn"}, stems)
	assert.Equal(t, []string{"gone"}, folded)
}
