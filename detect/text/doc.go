// Package text prepares one string for the checks: views of it in which wording that means the same looks the same,
// each with the way back to the bytes of the original; its clauses and words; and whether a phrase instructs or is
// merely mentioned.
//
// A [Doc] is made once per string. Folded is the string as a model reads it: compatibility characters made plain
// (NFKC), invisible characters removed, case folded, accents taken off Latin letters. Words cut Folded into words,
// identifiers, paths, addresses and so on; contractions are opened ("don't" is "do not"), look-alike letters, leet and
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
	// Sentences are half-open ranges of indexes into Words; so are Clauses, which are parts of sentences.
	Sentences []Range
	Clauses   []Range
	// Quotes are the quoted and back-ticked stretches in rising order of Start.
	Quotes []Quote
	// Tags are the pieces of markup: <tag>, [TAG], <|tag|>, comments, in rising order of Start.
	Tags []Tag
	// Latin and Other count the letters of the Latin script and of all others, as a cheap guess at the language.
	Latin, Other int
	// Flags sum up what is in the text.
	Flags Flags

	offsets offsets
	// ranges and spans are what Sentences, Clauses and offsets lie in.
	ranges []Range
	spans  []int32
	// alone is how many words of one character there are at the end of Words; see Flags.Alone.
	alone int
}

// Range is a half-open range.
type Range struct{ Start, End int }

// NewDoc prepares s.
func NewDoc(s string) *Doc {
	d := &Doc{Raw: s}
	d.prepare()
	return d
}

// prepare reads Raw. What the other slices lie in may have been used before.
func (d *Doc) prepare() {
	c := d.fold()
	if c.seen&classBracket != 0 {
		d.scanTags()
	}
	if c.seen&(classRun|classOpener) != 0 {
		d.scanWords(c)
	}
	if d.Flags.Alone >= fewestJoined {
		d.joinLetters()
		d.noteJoined()
	}
	if c.seen&classQuote != 0 {
		d.scanQuotes()
	}
	d.scanSentences()
}

// fewestJoined is the shortest run of joinLetters.
const fewestJoined = 4

// noteJoined gives words that joinLetters has made lexemes of their own in place of those of their first letters, and notes them.
func (d *Doc) noteJoined() {
	for i := range d.Words {
		if w := &d.Words[i]; w.lexeme != nil && w.lexeme.fold != w.Fold {
			if w.lexeme = nil; len(w.Fold) <= longestLexeme {
				w.lexeme = lexemeOf(w.Fold)
			}
			traits := traitsOf(w.Fold)
			if d.Flags.Chars&(CharsUpper|CharsForeign) != 0 {
				traits |= TraitInner
			}
			if w.Alt() != "" {
				traits |= TraitLeet
			}
			d.Flags.note(w, traits)
		}
	}
}

// Span returns the bytes of Raw that words [from, to) cover, half open; the range is clamped to the words there are.
func (d *Doc) Span(from, to int) (start, end int) {
	from, to = max(from, 0), min(to, len(d.Words))
	if from >= to {
		return 0, 0
	}
	return d.Words[from].Start(), d.Words[to-1].End()
}

// Gap returns the bytes of Raw between word i-1 and word i: before the first word, the bytes before it.
func (d *Doc) Gap(i int) string {
	switch {
	case len(d.Words) == 0:
		return d.Raw
	case i <= 0:
		return d.Raw[:d.Words[0].Start()]
	case i >= len(d.Words):
		return d.Raw[d.Words[len(d.Words)-1].End():]
	}
	a, b := d.Words[i-1].End(), d.Words[i].Start()
	if a >= b {
		return ""
	}
	return d.Raw[a:b]
}
