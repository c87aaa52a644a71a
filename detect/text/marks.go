package text

import (
	"strings"
	"sync"
)

// marks are the lists of position.go that a word is in.
type marks uint16

const (
	// detecting verbs take as their object what is being looked for; faint ones do so only before a quotation.
	detecting marks = 1 << iota
	faint
	// exampleNoun are nouns that introduce a phrase as an example of themselves, valueNoun those of which identifiers are examples.
	exampleNoun
	valueNoun
	// fresh words begin a new order, whatever was listed before them.
	fresh
	negation
	// sampleKind and sampleNoun make up labels of sample data; sampler words say that a text is about such data.
	sampleKind
	sampleNoun
	sampler
	// introducing words introduce examples: some alone, some after a certain word or noun, some before a quotation mark.
	introducing
	introducesAlone
	introducesAfterNoun
	introducesQuoted
)

// stemMarks has the lists that are compared by stem, foldMarks those that are compared as written.
var (
	stemMarks = map[marks]string{
		detecting: `detect flag block identify scan catch reject refuse prevent protect filter warn recognize recognise
			spot discover find highlight mitigate defend guard sanitize redact strip alert analyze analyse inspect classify match
			blacklist denylist monitor audit look test lint check assess evaluate demonstrate simulate`,
		faint: `discover find highlight alert warn analyze analyse inspect classify match monitor audit look test lint assess evaluate
			demonstrate simulate spot report`,
		exampleNoun: `example phrase string pattern keyword sentence payload sample attempt attack injection jailbreak
			wording signature indicator instance placeholder literal prompt`,
		valueNoun:  `parameter option field value argument type flag keyword state status property attribute column name id`,
		sampleKind: `sample expected mock canned training illustrative dummy`,
		sampleNoun: `response output text reply prompt string answer input`,
		sampler:    `documentation snippet fixture test mock canned sample demo testing stub`,
	}
	foldMarks = map[marks]string{
		fresh:    `you must then please always first should immediately also`,
		negation: `not never without no nor neither`,

		introducing | introducesAlone:                        `eg`,
		introducing | introducesAfterNoun | introducesQuoted: `like`,
		introducing | introducesQuoted:                       `containing saying reading including includes contains`,
		introducing:                                          `as g example instance`,
	}
	// introducedAfter has the word before those that introduce only after it: such as, e.g., for example.
	introducedAfter = map[string]string{"as": "such", "g": "e", "example": "for", "instance": "for"}
)

// markTables has the marks by stem and by folded word.
var markTables = sync.OnceValues(func() (byStem, byFold map[string]marks) {
	byStem, byFold = map[string]marks{}, map[string]marks{}
	for m, list := range stemMarks {
		for w := range strings.FieldsSeq(list) {
			byStem[stem(w)] |= m
		}
	}
	for m, list := range foldMarks {
		for w := range strings.FieldsSeq(list) {
			byFold[w] |= m
		}
	}
	return byStem, byFold
})

func marksOf(fold, stem string) marks {
	byStem, byFold := markTables()
	return byStem[stem] | byFold[fold]
}

// is reports whether the word is in one of the lists.
func (w *Word) is(m marks) bool {
	if w.lexeme != nil {
		return w.lexeme.marks&m != 0
	}
	return marksOf(w.Fold, w.Stem())&m != 0
}
