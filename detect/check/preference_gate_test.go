package check

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect/text"
)

// TestBoastsWithoutWeightAreNoise makes up what words of a field carry: where nothing weighty is among it, no kind of claim is possible but
// praise and hype.
func TestBoastsWithoutWeightAreNoise(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	spared := 0
	for i := range 200_000 {
		var b boasts
		b.named = i%2 == 0
		for range random.IntN(5) {
			b.concepts = b.concepts.With(text.Concept(random.IntN(text.MaxConcepts)))
		}
		for range random.IntN(4) {
			b.marks = b.marks.With(text.Concept(random.IntN(int(aAgents) + 1)))
		}
		const noise = 1<<claimHype | 1<<claimPraise
		kinds := b.kinds()
		want := kinds&^noise != 0 && (bits.OnesCount(kinds) > 1 || kinds&(1<<claimPick|1<<claimOnly) != 0)
		require.Equal(t, want, b.worth(), "%+v", b)
		if !b.concepts.Any(weighty) && !b.marks.Any(weightyMarks) {
			spared++
			require.Zero(t, kinds&^noise)
		}
	}
	require.Greater(t, spared, 10_000)
}
