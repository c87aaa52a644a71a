package text

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wordsOfSet returns words whose lexemes would all be in one set.
func wordsOfSet(n int) (words []string) {
	for i := 0; len(words) < n; i++ {
		if w := fmt.Sprintf("zyx%dwv", i); setOf(hashOf(w)) == &lexemes[7] {
			words = append(words, w)
		}
	}
	return words
}

// TestWordsThatAreMetAgainStay fills a set, asks for one word again, and adds as many others as would take the place of all.
func TestWordsThatAreMetAgainStay(t *testing.T) {
	words := wordsOfSet(2 * lexemesOfSet)
	set := &lexemeSet{}
	made := make([]*lexeme, len(words))
	for i, w := range words[:lexemesOfSet] {
		made[i] = newLexeme(w)
		set.add(made[i])
	}
	for i, w := range words[:lexemesOfSet] {
		require.Same(t, made[i], set.find(w, hashOf(w)), w)
	}
	for i := range made[1:lexemesOfSet] {
		made[i+1].again.Store(false)
	}
	for _, w := range words[lexemesOfSet+1:] {
		set.add(newLexeme(w))
	}
	assert.Same(t, made[0], set.find(words[0], hashOf(words[0])))
	for _, w := range words[1:lexemesOfSet] {
		assert.Nil(t, set.find(w, hashOf(w)), w)
	}
	for _, w := range words[lexemesOfSet+1:] {
		assert.NotNil(t, set.find(w, hashOf(w)), w)
	}
}

// TestLexemeTellsWordsApart compares words of all lengths that differ in one byte, or have the bytes of one hash in another order.
func TestLexemeTellsWordsApart(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= longestLexeme; n++ {
		for range 50 {
			w := make([]byte, n)
			for i := range w {
				w[i] = 'a' + byte(random.IntN(26))
			}
			x := newLexeme(string(w))
			require.True(t, x.is(string(w), x.hash))
			for i := range w {
				other := []byte(string(w))
				other[i] ^= 1 << random.IntN(7)
				// Words with one hash would be told apart all the same where that is not exact.
				require.False(t, x.is(string(other), hashOf(string(other))), "%s %s", w, other)
				if n > toldByTail || n > toldByHash && i >= n-8 {
					require.False(t, x.is(string(other), x.hash), "%s %s", w, other)
				}
			}
		}
	}
}

// TestHashOfTwoStepsIsExact undoes the steps of a hash: a length, a tail and a hash have one word of up to toldByTail bytes.
func TestHashOfTwoStepsIsExact(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const odd = uint64(0x9E3779B97F4A7C15)
	inverse := odd
	for range 6 {
		inverse *= 2 - odd*inverse
	}
	require.Equal(t, uint64(1), odd*inverse)
	for range 1000 {
		w := make([]byte, toldByHash+1+random.IntN(toldByTail-toldByHash))
		for i := range w {
			w[i] = byte(random.IntN(128))
		}
		h := hashOf(string(w))
		h ^= h >> 32
		h = h*inverse ^ word64(string(w[len(w)-8:]))
		h ^= h>>29 ^ h>>58
		head := h*inverse ^ uint64(len(w))*odd
		require.Equal(t, word64(string(w[:8])), head, "%q", w)
	}
}
