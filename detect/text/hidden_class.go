package text

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/rangetable"
)

// HiddenClass is a kind of hidden content. Several kinds in one tool suggest several attempts.
type HiddenClass string

// The kinds of hidden content. The last three are not kinds of character but of writing.
const (
	HiddenZeroWidth HiddenClass = "zero-width"         // a zero width space, joiner, non-joiner, word joiner, byte order mark, soft hyphen
	HiddenBidi      HiddenClass = "bidi"               // a mark, embedding, override or isolate of the bidirectional algorithm
	HiddenTag       HiddenClass = "tag"                // a character of the Tags block
	HiddenVariation HiddenClass = "variation-selector" // a variation selector
	HiddenFiller    HiddenClass = "filler"             // a character that is drawn as nothing or as a blank and is not white space
	HiddenPrivate   HiddenClass = "private-use"        // a private-use character
	HiddenControl   HiddenClass = "control"            // a C0 or C1 control other than white space
	HiddenFormat    HiddenClass = "format"             // any other character that is ignored in display, and noncharacters
	HiddenEscape    HiddenClass = "ansi-escape"        // a terminal escape sequence
	HiddenPadding   HiddenClass = "padding"            // a run of blanks or line ends that pushes text out of sight
	HiddenMarkup    HiddenClass = "markup"             // prose in markup that renders to nothing
)

var (
	zeroWidth = rangetable.New(softHyphen, 0x180E, zwsp, zwnj, zwj, wordJoiner, bom)
	fillers   = rangetable.New(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2061, 0x2062, 0x2063, 0x2064, 0x2800, 0x3164, 0xFFA0)
	// unseen are the characters that may have a class: ignorables, controls, private use, fillers and noncharacters.
	unseen = rangetable.Merge(unicode.Cc, unicode.Cf, unicode.Co, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
		unicode.Noncharacter_Code_Point, fillers)
)

// hiddenClass returns the class of r, or "" if it is visible. White space is visible, and so are the prepended concatenation marks, which
// are format characters with a glyph.
func hiddenClass(r rune) HiddenClass {
	switch {
	case r >= 0x20 && r < 0x7F || !unicode.Is(unseen, r) || unicode.IsSpace(r) || unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return ""
	case r == 0x1B || r == 0x9B:
		return HiddenEscape
	case r < 0xA0:
		return HiddenControl
	case r >= 0xE0000 && r <= 0xE007F:
		return HiddenTag
	case unicode.Is(zeroWidth, r):
		return HiddenZeroWidth
	case unicode.Is(fillers, r):
		return HiddenFiller
	case unicode.Is(unicode.Bidi_Control, r):
		return HiddenBidi
	case unicode.Is(unicode.Variation_Selector, r):
		return HiddenVariation
	case unicode.Is(unicode.Co, r):
		return HiddenPrivate
	}
	return HiddenFormat
}

// hiddenNames are the names (UnicodeData.txt) of common hidden characters.
var hiddenNames = map[rune]string{
	0x00AD: "SOFT HYPHEN", 0x034F: "COMBINING GRAPHEME JOINER", 0x061C: "ARABIC LETTER MARK", 0x115F: "HANGUL CHOSEONG FILLER",
	0x1160: "HANGUL JUNGSEONG FILLER", 0x180E: "MONGOLIAN VOWEL SEPARATOR", 0x200B: "ZERO WIDTH SPACE",
	0x200C: "ZERO WIDTH NON-JOINER", 0x200D: "ZERO WIDTH JOINER", 0x200E: "LEFT-TO-RIGHT MARK", 0x200F: "RIGHT-TO-LEFT MARK",
	0x202A: "LEFT-TO-RIGHT EMBEDDING", 0x202B: "RIGHT-TO-LEFT EMBEDDING", 0x202C: "POP DIRECTIONAL FORMATTING",
	0x202D: "LEFT-TO-RIGHT OVERRIDE", 0x202E: "RIGHT-TO-LEFT OVERRIDE", 0x2060: "WORD JOINER", 0x2061: "FUNCTION APPLICATION",
	0x2062: "INVISIBLE TIMES", 0x2063: "INVISIBLE SEPARATOR", 0x2064: "INVISIBLE PLUS", 0x2066: "LEFT-TO-RIGHT ISOLATE",
	0x2067: "RIGHT-TO-LEFT ISOLATE", 0x2068: "FIRST STRONG ISOLATE", 0x2069: "POP DIRECTIONAL ISOLATE",
	0x2800: "BRAILLE PATTERN BLANK", 0x3164: "HANGUL FILLER", 0xFEFF: "ZERO WIDTH NO-BREAK SPACE",
	0xFFA0: "HALFWIDTH HANGUL FILLER", 0xFFF9: "INTERLINEAR ANNOTATION ANCHOR", 0xFFFA: "INTERLINEAR ANNOTATION SEPARATOR",
	0xFFFB: "INTERLINEAR ANNOTATION TERMINATOR", 0xE0001: "LANGUAGE TAG", 0xE0020: "TAG SPACE", 0xE007F: "CANCEL TAG", 0x1B: "ESCAPE", 0x08: "BACKSPACE",
	0x00: "NULL", 0x7F: "DELETE",
}

// HiddenName returns the code point of r with its name where there is one, in plain ASCII: "U+200B ZERO WIDTH SPACE".
func HiddenName(r rune) string {
	name := hiddenNames[r]
	switch {
	case name != "":
	case r > 0xE0020 && r < 0xE007F:
		name = "TAG " + strings.ToUpper(string(r-0xE0000))
	case r >= 0xFE00 && r <= 0xFE0F:
		name = fmt.Sprintf("VARIATION SELECTOR-%d", r-0xFE00+1)
	case r >= 0xE0100 && r <= 0xE01EF:
		name = fmt.Sprintf("VARIATION SELECTOR-%d", r-0xE0100+17)
	case unicode.Is(unicode.Co, r):
		name = "PRIVATE USE"
	case r < 0xA0:
		name = "CONTROL"
	}
	if name == "" {
		return fmt.Sprintf("U+%04X", r)
	}
	return fmt.Sprintf("U+%04X %s", r, name)
}
