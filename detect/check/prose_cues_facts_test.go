package check

import (
	"testing"

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
	for _, part := range sensitiveParts {
		for _, s := range []string{part, "~/a" + part, part + "/b", "x" + part + ".pub", part + ".example"} {
			require.Equal(t, sensitivePath(s), sensitive(s), "%q", s)
		}
	}
	for _, s := range []string{"", "read_file", "/usr/lib", "user.name"} {
		require.Equal(t, sensitivePath(s), sensitive(s), "%q", s)
	}
}
