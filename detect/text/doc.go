// Package text prepares a string for the checks: folded as a model reads it, split into words and sentences that map back to the original
// bytes; its quotations and markup; its hidden content; and its plain reading if it is disguised.
//
// A [Doc] is built once per string. Folded has compatibility characters normalised (NFKC), invisible characters removed, case folded, and
// accents removed from Latin letters. Words splits Folded into words, identifiers, paths, addresses and so on; contractions are expanded
// ("don't" is "do not"), look-alike letters and letters written apart are normalised. All of it takes linear time.
package text

// Doc is one prepared string. It is safe for concurrent use once built.
type Doc struct {
	Raw string
	// Folded is the folded view of Raw. RawSpan maps its offsets to Raw.
	Folded string
	// Words are in order; their spans are bytes of Raw.
	Words []Word
	// Sentences are half-open ranges of indexes into Words.
	Sentences []Range
	// Quotes are the quoted and back-ticked stretches of Raw in order of Start, with their marks.
	Quotes []Range
	// Tags are the pieces of markup in order of Start: <tag>, [TAG], <|tag|>, comments.
	Tags []Tag

	offsets offsets
}

// Range is a half-open range.
type Range struct{ Start, End int }

// NewDoc prepares s.
func NewDoc(s string) *Doc {
	d := &Doc{}
	d.Reset(s)
	return d
}

// Reset prepares s, reusing the memory of d: its slices become invalid, its strings do not.
func (d *Doc) Reset(s string) {
	*d = Doc{Raw: s, Words: d.Words[:0], Sentences: d.Sentences[:0], Quotes: d.Quotes[:0], Tags: d.Tags[:0]}
	d.fold()
	d.scanTags()
	d.scanWords()
	d.joinLetters()
	d.scanQuotes()
	d.scanSentences()
}

// gap returns the bytes of Raw between word i-1 and word i.
func (d *Doc) gap(i int) string {
	a, b := d.Words[i-1].End(), d.Words[i].Start()
	if a >= b {
		return ""
	}
	return d.Raw[a:b]
}
