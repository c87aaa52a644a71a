package check

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect/text"
)

func TestTaggedWordsAreThoseOfTheLexicon(t *testing.T) {
	for _, s := range signTexts(t) {
		doc := text.NewDoc(s)
		p := &prose{doc: doc}
		p.listen()
		require.Equal(t, lexicon().Tag(doc), p.tags, "%q", s)
	}
}

func TestSensitiveGateMissesNoPath(t *testing.T) {
	// holds is sensitivePath without its first look.
	holds := func(s string) bool {
		return slices.ContainsFunc(sensitiveParts, func(part string) bool { return strings.Contains(s, part) }) &&
			!strings.HasSuffix(s, ".example") && !strings.HasSuffix(s, ".sample") && !strings.HasSuffix(s, ".pub")
	}
	for _, part := range sensitiveParts {
		for _, s := range []string{part, "~/a" + part, part + "/b", "x" + part + ".pub", part + ".example"} {
			require.Equal(t, holds(s), sensitivePath(s), "%q", s)
		}
	}
	for _, s := range []string{"", "read_file", "/usr/lib", "user.name"} {
		require.Equal(t, holds(s), sensitivePath(s), "%q", s)
	}
}

// TestWordsOfNoLanguageTakeNoMemory is about texts of many different words that tell nothing.
func TestWordsOfNoLanguageTakeNoMemory(t *testing.T) {
	assert.Nil(t, signsOf("zxqvbn", "zxqvbn", ""))
	assert.Zero(t, testing.AllocsPerRun(100, func() { signsOf("zxqvbn", "zxqvbn", "") }))
}
