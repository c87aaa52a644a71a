package manifest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCandidateFindsEachWord holds the one pass against a look for each word.
func TestCandidateFindsEachWord(t *testing.T) {
	pieces := []string{" ", "x", "\n", "KIND", "Mcp", "INSTRUCTIONS"}
	for _, way := range words {
		for _, group := range way {
			pieces = append(pieces, group...)
			for _, w := range group {
				pieces = append(pieces, w[:len(w)-1])
			}
		}
	}
	pieces = append(pieces, escapes...)
	rnd := rand.New(rand.NewPCG(7, 8))
	yes := 0
	for range 20_000 {
		data := ""
		for range rnd.IntN(5) {
			data += pieces[rnd.IntN(len(pieces))]
		}
		want := containsAny([]byte(data), escapes)
		for _, way := range words {
			all := true
			for _, group := range way {
				all = all && containsAny([]byte(data), group)
			}
			want = want || all
		}
		if want {
			yes++
		}
		require.Equal(t, want, Candidate(file("rows.json", data)), "%q", data)
	}
	require.Greater(t, yes, 1000)
	require.Less(t, yes, 19_000)
}
