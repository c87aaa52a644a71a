package check

import (
	"fmt"
	"hash/maphash"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestMemoGivesWhatIsMade asks for more names than are kept, from several goroutines.
func TestMemoGivesWhatIsMade(t *testing.T) {
	var m memo[string]
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 4 * memoNames {
				name := fmt.Sprint("name", i%(2*memoNames))
				if got := m.of(name, strings.ToUpper); got != strings.ToUpper(name) {
					assert.Fail(t, "another name's", "%s %s", name, got)
					return
				}
			}
		})
	}
	wg.Wait()
}

// TestMemoKeepsTwoNamesOfOnePlace has two names that are asked for in turn, and a third one that takes the place of one of them.
func TestMemoKeepsTwoNamesOfOnePlace(t *testing.T) {
	var m memo[int]
	var names []string
	for i := 0; len(names) < 3; i++ {
		if name := fmt.Sprint("n", i); maphash.String(memoSeed, name)%memoNames == 7 {
			names = append(names, name)
		}
	}
	made := 0
	makeOne := func(string) int {
		made++
		return made
	}
	for range 3 {
		assert.Equal(t, 1, m.of(names[0], makeOne))
		assert.Equal(t, 2, m.of(names[1], makeOne))
	}
	assert.Equal(t, 3, m.of(names[2], makeOne))
	assert.Equal(t, 2, m.of(names[1], makeOne))
	assert.Equal(t, 4, m.of(names[0], makeOne))
}
