package text

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// readWord is what a test's reader makes of a word.
type readWord struct{ fold, stem, alt string }

func testReader(none *readWord) *Reader[readWord] {
	return NewReader(none, func(fold, stem, alt string) *readWord {
		if len(fold) < 4 {
			return none
		}
		return &readWord{fold, stem, alt}
	})
}

// TestReadersTellWhatTheyRead asks two readers at once about words that are remembered and words that are not.
func TestReadersTellWhatTheyRead(t *testing.T) {
	nones := [2]*readWord{{fold: "one"}, {fold: "two"}}
	readers := [2]*Reader[readWord]{testReader(nones[0]), testReader(nones[1])}
	d := NewDoc("Disregard the rul3s of the préfecture, i g n o r e them " + strings.Repeat("x", longestLexeme+5))
	var wg sync.WaitGroup
	for k := range 4 {
		wg.Go(func() {
			for range 100 {
				for i := range d.Words {
					w := &d.Words[i]
					if w.Kind != KindWord {
						continue
					}
					got := readers[k%2].Of(w)
					if len(w.Fold) < 4 {
						assert.Same(t, nones[k%2], got)
						continue
					}
					assert.Equal(t, readWord{w.Fold, w.Stem(), w.Alt()}, *got)
				}
			}
		})
	}
	wg.Wait()
}

// TestShortWordsAreToldByTheirHash compares hashes of short words that differ little.
func TestShortWordsAreToldByTheirHash(t *testing.T) {
	for n := 1; n <= toldByHash; n++ {
		words := map[uint64]string{}
		for at := range n {
			for _, base := range []string{"aaaaaaaa", "abcdefgh", "00000000"} {
				for c := range 128 {
					w := base[:at] + string(rune(c)) + base[at+1:n]
					if known, ok := words[hashOf(w)]; ok {
						require.Equal(t, known, w)
					}
					words[hashOf(w)] = w
				}
			}
		}
		require.Greater(t, len(words), 120, fmt.Sprint(n))
	}
}

func FuzzLexemeIs(f *testing.F) {
	f.Add("read", "rode")
	f.Add("abcdefgh", "abcdefgi")
	f.Add("readings", "reading")
	f.Fuzz(func(t *testing.T, a, b string) {
		if a == "" || b == "" || len(a) > longestLexeme || len(b) > longestLexeme || !ascii(a) || !ascii(b) {
			t.Skip()
		}
		x := newLexeme(a)
		assert.Equal(t, a == b, x.is(b, hashOf(b)))
	})
}

func TestLowered(t *testing.T) {
	var all strings.Builder
	for c := range 128 {
		all.WriteByte(byte(c))
	}
	for n := range 12 {
		s := strings.Repeat(all.String(), n)[:max(0, 128*n-n)]
		assert.Equal(t, strings.ToLower(s), lowered(s))
	}
	assert.Empty(t, lowered(""))
}
