package text

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLexemesDependOnTheWordAlone asks for far more words than are remembered, from several goroutines.
func TestLexemesDependOnTheWordAlone(t *testing.T) {
	const remembered = lexemesOfSet * lexemeSets
	var wg sync.WaitGroup
	for k := range 4 {
		wg.Go(func() {
			for i := range 3 * remembered {
				w := fmt.Sprintf("word%dtesting-%d", i%(2*remembered), k%2)
				x := lexemeOf(w)
				if x.fold != w || x.stem != stem(w) || x.alt != unleet(w) || x.kind != classify(w, w) {
					assert.Fail(t, "wrong lexeme", "%q: %+v", w, x)
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestStemsOfMemory(t *testing.T) {
	for _, w := range []string{"", "a", "is", "files", "reading", "instructions", "x2", "caf\u00e9s", "files"} {
		assert.Equal(t, stem(w), Stem(w), w)
	}
	long := "pneumonoultramicroscopicsilicovolcanoconiosisnesses"
	assert.Equal(t, long, Stem(long))
}

// TestLexemesKeepNoText makes sure that a remembered word is not a part of the text it was met in.
func TestLexemesKeepNoText(t *testing.T) {
	d := NewDoc("zyzzyvas")
	require.Len(t, d.Words, 1)
	again := NewDoc("zyzzyvas and others")
	require.Same(t, d.Words[0].lexeme, again.Words[0].lexeme)
}

// TestEndingsAreInSetsOfTheirOwn takes words that differ in their last letters, as forms of one word do.
func TestEndingsAreInSetsOfTheirOwn(t *testing.T) {
	for _, begin := range []string{"", "provid", "understand", "internationaliz"} {
		sets := map[*lexemeSet]bool{}
		for a := 'a'; a <= 'z'; a++ {
			for b := 'a'; b <= 'z'; b++ {
				sets[setOf(hashOf(begin+string(a)+string(b)))] = true
			}
		}
		assert.Greater(t, len(sets), 26*26/2, begin)
	}
}

// TestLexiconsAreToldApart asks more lexicons about one word than its lexeme remembers.
func TestLexiconsAreToldApart(t *testing.T) {
	d := NewDoc("disregard this")
	var all []*Lexicon
	for i := range 20 {
		all = append(all, NewLexicon([]Entry{{Concept: Concept(i), Words: "disregard"}}))
	}
	for range 3 {
		for i, l := range all {
			assert.Equal(t, []Set{Of(Concept(i)), {}}, l.Tag(d))
		}
	}
	assert.LessOrEqual(t, len(*d.Words[0].lexeme.tags.Load()), 8)
}

// TestClassesKnowTheSigns checks the gates of scanners against what the scanners themselves know.
func TestClassesKnowTheSigns(t *testing.T) {
	for c := range 128 {
		gap := string(rune(c))
		d := NewDoc("one" + gap + " two")
		if byteClasses[c]&(classBreak|classRun|classForeign|classInner|classBracket) == 0 {
			assert.Len(t, d.Clauses, 1, "%q", gap)
		}
		assert.Equal(t, byteClasses[c]&classWord != 0, referenceWordRune(rune(c)), "%q", gap)
		if n, _ := special(gap+"ab/cd", 0); n > 0 {
			assert.NotZero(t, byteClasses[c]&(classWord|classOpener), "%q", gap)
		}
	}
}
