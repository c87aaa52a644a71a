package text

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/golden"
	"github.com/org/mcp-lint/internal/must"
)

// innocentSamples are texts of many scripts in which invisible characters are spelling, typography, or emoji grammar.
func innocentSamples(t testing.TB) map[string]string {
	samples, name := map[string]string{}, ""
	for line := range strings.Lines(string(must.OK(os.ReadFile("testdata/innocent.txt"))(t))) {
		if text, ok := golden.Snippet(strings.TrimSuffix(line, "\n")); ok {
			samples[name] = text
		} else {
			name = strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "# ")
		}
	}
	return samples
}

func TestHiddenInnocent(t *testing.T) {
	require.Greater(t, len(innocentSamples(t)), 90)
	for name, s := range innocentSamples(t) {
		t.Run(name, func(t *testing.T) {
			assert.Empty(t, Hidden(s, HiddenProse))
			assert.Empty(t, messagesOf(s, HiddenProse))
		})
	}
}

// TestHiddenInnocentTogether joins all samples: innocence must not depend on a text being short.
func TestHiddenInnocentTogether(t *testing.T) {
	for name, s := range innocentSamples(t) {
		if name == "leading byte order mark" || name == "german byte order mark inside" || name == "japanese line break" {
			// These are innocent by being the first or the only one.
			continue
		}
		text := "Reads the file \u2714\ufe0f.\n\n" + s + "\n\nReturns text."
		assert.Empty(t, Hidden(text, HiddenProse), name)
	}
}
