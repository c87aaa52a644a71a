package check

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestHashedWords compares sets of words with what comparing the words gives.
func TestHashedWords(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		lists := make([][]string, 2)
		for k := range lists {
			for range r.IntN(40) {
				lists[k] = append(lists[k], strings.Repeat("a", r.IntN(3))+string(rune('a'+r.IntN(26))))
			}
		}
		a, b := newHashedWords(lists[0]), newHashedWords(lists[1])
		n := 0
		for _, w := range slices.Compact(slices.Sorted(slices.Values(lists[0]))) {
			if slices.Contains(lists[1], w) {
				n++
			}
		}
		assert.Equal(t, n, a.common(&b))
		assert.Equal(t, n, b.common(&a))
		assert.ElementsMatch(t, slices.Compact(slices.Sorted(slices.Values(lists[0]))), a.words)
		for _, w := range []string{"", "a", "aab", "z", "aaz"} {
			assert.Equal(t, slices.Contains(lists[0], w), a.has(w), w)
		}
	}
}

// TestWordsOfOneHashAreToldApart is about two words whose hashes meet, which nobody can rule out.
func TestWordsOfOneHashAreToldApart(t *testing.T) {
	a := hashedWords{[]uint64{1, 7, 7}, []string{"x", "one", "two"}}
	b := hashedWords{[]uint64{7, 7}, []string{"three", "two"}}
	assert.Equal(t, 1, a.common(&b))
	assert.Equal(t, 1, b.common(&a))
	h := hashWord("two")
	c := hashedWords{[]uint64{h, h}, []string{"one", "two"}}
	assert.True(t, c.has("two"))
}

func TestWordPairs(t *testing.T) {
	assert.Empty(t, wordPairs(nil))
	assert.Empty(t, wordPairs([]string{"a"}))
	assert.Equal(t, []string{"read the", "the ", " file"}, wordPairs([]string{"read", "the", "", "file"}))
}
