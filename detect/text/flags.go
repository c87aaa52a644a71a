package text

import "strings"

// Chars is a set of kinds of characters. Each sign of ASCII is a kind of its own; letters, digits and white space go by kind.
type Chars uint64

// The kinds that are no single sign; see CharsOf for signs.
const (
	// CharsLetter are the letters of ASCII, CharsUpper its capitals.
	CharsLetter Chars = 1 << iota
	CharsUpper
	CharsDigit
	CharsBlank
	CharsNewline
	CharsTab
	CharsReturn
	// CharsControl are all other controls of ASCII.
	CharsControl
	// CharsForeign is all that is not ASCII.
	CharsForeign

	firstSign
)

// charsOf returns the kind of a byte.
func charsOf(c byte) Chars {
	// signs are the signs of ASCII in order.
	const signs = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	switch {
	case c >= 0x80:
		return CharsForeign
	case c >= 'a' && c <= 'z':
		return CharsLetter
	case c >= 'A' && c <= 'Z':
		return CharsLetter | CharsUpper
	case c >= '0' && c <= '9':
		return CharsDigit
	case c == ' ':
		return CharsBlank
	case c == '\n':
		return CharsNewline
	case c == '\t':
		return CharsTab
	case c == '\r':
		return CharsReturn
	}
	if k := strings.IndexByte(signs, c); k >= 0 {
		return firstSign << k
	}
	return CharsControl
}

// CharsOf returns the kinds of characters that s holds.
func CharsOf(s string) Chars {
	return classesOf(s).chars()
}

// Traits is what words show: the kinds of word there are, and how they are written.
type Traits uint32

// The traits besides those of kinds; see Traits.Kinds.
const (
	// TraitLeet is a word for which Word.Alt is not empty.
	TraitLeet Traits = 1 << (16 + iota)
	// TraitStretched is a small letter three times in a row in Word.Fold.
	TraitStretched
	// TraitInner is a capital in a word that is not its first letter.
	TraitInner
)

// Kinds returns the traits of words of the kinds.
func Kinds(kinds ...Kind) Traits {
	var t Traits
	for _, k := range kinds {
		t |= 1 << k
	}
	return t
}

// Flags is what a look at a text tells that is taken while its words are found: checks that need something of it can do without a pass of
// their own when it is missing.
type Flags struct {
	// Chars has the characters of Raw.
	Chars Chars
	// Traits has those of Words.
	Traits Traits
	// Alone is how many words of one byte and of KindWord stood in a row, at most, before letters written apart were joined.
	Alone int
	// Cuts is how many words have something between them and the word before that neither is a single blank nor has white space, commas,
	// colons, slashes or round brackets, and is at most 8 bytes long. Nothing at all counts, too.
	Cuts int
}

// traitsOf returns the traits of a word as it is folded.
func traitsOf(fold string) Traits {
	run := 0
	for i := 1; i < len(fold); i++ {
		c := fold[i]
		if c != fold[i-1] || c < 'a' || c > 'z' {
			run = 0
		} else if run++; run == 2 {
			return TraitStretched
		}
	}
	return 0
}

// note notes a word in the flags; traits are those of its lexeme or of traitsOf.
func (f *Flags) note(w *Word, traits Traits) { f.Traits |= traits | 1<<w.Kind }

// inner reports whether a word of ASCII has a capital that is not its first letter.
func inner(raw string) bool {
	for i := 1; i < len(raw); i++ {
		if byteClasses[raw[i]]&classUpper != 0 {
			return true
		}
	}
	return false
}
