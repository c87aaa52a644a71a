package didyoumean

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWord(t *testing.T) {
	known := []string{"unicode.hidden", "wording.injection", "secret.embedded"}
	for word, want := range map[string]string{
		"unicode.hiden":           "unicode.hidden",
		"UNICODE.HIDDEN":          "unicode.hidden",
		"wording.injectoin":       "wording.injection",
		"secret":                  "secret.embedded",
		"all":                     "",
		"":                        "",
		strings.Repeat("u", 5000): "",
	} {
		assert.Equal(t, want, Word(word, known), word[:min(len(word), 20)])
	}
}
