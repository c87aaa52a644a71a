package discover

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPanicsReachTheCaller holds that whoever recovers from a defect also recovers from one in a goroutine.
func TestPanicsReachTheCaller(t *testing.T) {
	t.Parallel()
	assert.PanicsWithValue(t, "a defect", func() {
		eachOf(10, func(i int) {
			if i == 7 {
				panic("a defect")
			}
		})
	})
	seen := make([]bool, 100)
	eachOf(len(seen), func(i int) { seen[i] = true })
	assert.NotContains(t, seen, false)
}
