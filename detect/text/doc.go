// Package text prepares one string for the checks: what a model reads in it, whatever letters it is written in, cut into words and sentences,
// with the way back to the bytes of the original; its quotations and markup; what is hidden in it; and what it says without a disguise.
//
// A [Doc] is made once per string. Folded is the string as a model reads it: compatibility characters made plain
// (NFKC), invisible characters removed, case folded, accents taken off Latin letters. Words cut Folded into words,
// identifiers, paths, addresses and so on; contractions are opened ("don't" is "do not"), look-alike letters and
// letters written apart are made plain. All of it is linear in the length of the string.
package text

// Doc is one string, prepared once and read by every check. It is safe for concurrent use once made.
type Doc struct {
	// Raw is the string as given.
	Raw string
	// Folded is the folded view of Raw. Offsets into it are turned into offsets into Raw by RawSpan.
	Folded string
	// Words are the words in order. Their spans are bytes of Raw.
	Words []Word
	// Sentences are half-open ranges of indexes into Words.
	Sentences []Range
	// Quotes are the quoted and back-ticked stretches of Raw in rising order of Start, with their marks.
	Quotes []Range
	// Tags are the pieces of markup: <tag>, [TAG], <|tag|>, comments, in rising order of Start.
	Tags []Tag

	offsets offsets
	// room is memory for folding that is used again.
	room *folder
}

// Range is a half-open range.
type Range struct{ Start, End int }

// NewDoc prepares s.
func NewDoc(s string) *Doc {
	d := &Doc{}
	d.Reset(s)
	return d
}

// Reset prepares s in place of what d was made of, in the same memory: nobody may hold on to d or its slices. Strings stay as they are.
func (d *Doc) Reset(s string) {
	*d = Doc{Raw: s, Words: d.Words[:0], Sentences: d.Sentences[:0], Quotes: d.Quotes[:0], Tags: d.Tags[:0], room: d.room}
	c := d.fold()
	if c.seen&classBracket != 0 {
		d.scanTags()
	}
	if c.seen&(classRun|classOpener) != 0 {
		d.scanWords(c)
		d.joinLetters()
	}
	if c.seen&classQuote != 0 {
		d.scanQuotes()
	}
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
