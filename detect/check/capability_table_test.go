package check

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWordTableFindsWhatIsInIt asks for words of all lengths, and for such as differ from them in the first byte, the last or the length.
func TestWordTableFindsWhatIsInIt(t *testing.T) {
	words := map[string]int{"": 1}
	for n := 1; n < 70; n += 3 {
		for _, c := range []string{"a", "z", "A", "\u00e9", "_", "\x00"} {
			words[c+strings.Repeat("b", n-1)] = n
		}
	}
	table := newWordTable(words)
	delete(words, "")
	asked := []string{""}
	for w := range words {
		asked = append(asked, w, w+"b", w[:len(w)-1], "!"+w[1:], string(w[0]^32)+w[1:], w[:len(w)-1]+"c", strings.Repeat(w, 2))
	}
	for _, w := range asked {
		found := table.find(w)
		if n, ok := words[w]; !ok {
			assert.Nil(t, found, "%q", w)
		} else if assert.NotNil(t, found, "%q", w) {
			assert.Equal(t, n, *found, "%q", w)
		}
	}
}
