package lint

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect/text"
)

// eachHidden hides each of the secrets in turn, without asking which of them may be there.
func eachHidden(quotation string, secrets []string) string {
	for _, s := range secrets {
		quotation = hideOne(quotation, text.Safe(s, 0))
	}
	return quotation
}

// TestHiderMissesNothing holds the lookup to what looks for each of the secrets, with many that are alike and are parts of each other.
func TestHiderMissesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8)) //nolint:gosec // The same texts in each run.
	letters := []string{"a", "b", "REDA", "[", "]", "\u200b", "é", "CTED", "…", "x"}
	word := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(letters[r.IntN(len(letters))])
		}
		return b.String()
	}
	hidden := 0
	for range 4_000 {
		var secrets []string
		for range r.IntN(40) {
			secrets = append(secrets, word(1+r.IntN(8)))
		}
		secrets = slices.DeleteFunc(secrets, func(s string) bool { return s == "" })
		h := NewHider(secrets)
		for range 4 {
			q := text.Safe(word(r.IntN(30)), 0)
			if len(secrets) > 0 && r.IntN(2) == 0 {
				q += text.Safe(secrets[r.IntN(len(secrets))], 3+r.IntN(10))
			}
			want := eachHidden(q, secrets)
			require.Equal(t, want, h.Hide(q), "%q %q", q, secrets)
			if want != q {
				hidden++
			}
		}
	}
	assert.Greater(t, hidden, 1_000)
}

// BenchmarkHider hides a quotation among few and many credentials, which must not matter.
func BenchmarkHider(b *testing.B) {
	for _, n := range []int{10, 20_000} {
		secrets := make([]string, n)
		for i := range secrets {
			secrets[i] = fmt.Sprintf("%08x%08x", i*2654435761, i*40503)
		}
		h := NewHider(secrets)
		q := "K_TOKEN=" + secrets[n/2] + " is passed to the server as it stands in the file"
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				h.Hide(q)
			}
		})
	}
}
