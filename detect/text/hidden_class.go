package text

import (
	"fmt"
	"strings"
	"unicode"
)

// HiddenClass is a kind of hidden content. Different kinds in one tool are a sign that somebody tried several ways.
type HiddenClass string

// The kinds of hidden content. The last three are not kinds of character but of writing.
const (
	// HiddenZeroWidth is a zero width space, joiner, non-joiner, word joiner, byte order mark, or soft hyphen.
	HiddenZeroWidth HiddenClass = "zero-width"
	// HiddenBidi is a mark, embedding, override or isolate of the bidirectional algorithm.
	HiddenBidi HiddenClass = "bidi"
	// HiddenTag is a character of the Tags block.
	HiddenTag HiddenClass = "tag"
	// HiddenVariation is a variation selector.
	HiddenVariation HiddenClass = "variation-selector"
	// HiddenFiller is a character that is drawn as nothing or as a blank and is no white space.
	HiddenFiller HiddenClass = "filler"
	// HiddenPrivate is a private-use character.
	HiddenPrivate HiddenClass = "private-use"
	// HiddenControl is a C0 or C1 control other than white space.
	HiddenControl HiddenClass = "control"
	// HiddenEscape is a terminal escape sequence.
	HiddenEscape HiddenClass = "ansi-escape"
	// HiddenFormat is any other character that is ignored in display, and noncharacters.
	HiddenFormat HiddenClass = "format"
	// HiddenPadding is a run of blanks or line ends that pushes text out of sight.
	HiddenPadding HiddenClass = "padding"
	// HiddenMarkup is prose in markup that renders to nothing.
	HiddenMarkup HiddenClass = "markup"
)

// hiddenRanges has the classes of hidden characters in rising order: Default_Ignorable_Code_Point, Cc, Co, the interlinear annotation
// characters, the fillers that are letters or symbols, and noncharacters. White space is left out, and so are the prepended concatenation
// marks, which are format characters that are drawn.
var hiddenRanges = []struct {
	from, to rune
	class    HiddenClass
}{
	{0x00, 0x08, HiddenControl},
	{0x0E, 0x1A, HiddenControl},
	{0x1B, 0x1B, HiddenEscape},
	{0x1C, 0x1F, HiddenControl},
	{0x7F, 0x84, HiddenControl},
	{0x86, 0x9A, HiddenControl},
	{0x9B, 0x9B, HiddenEscape},
	{0x9C, 0x9F, HiddenControl},
	{softHyphen, softHyphen, HiddenZeroWidth},
	{0x034F, 0x034F, HiddenFiller},
	{0x061C, 0x061C, HiddenBidi},
	{0x115F, 0x1160, HiddenFiller},
	{0x17B4, 0x17B5, HiddenFiller},
	{0x180B, 0x180D, HiddenVariation},
	{0x180E, 0x180E, HiddenZeroWidth},
	{0x180F, 0x180F, HiddenVariation},
	{zwsp, zwj, HiddenZeroWidth},
	{0x200E, 0x200F, HiddenBidi},
	{0x202A, 0x202E, HiddenBidi},
	{wordJoiner, wordJoiner, HiddenZeroWidth},
	{0x2061, 0x2064, HiddenFiller},
	{0x2065, 0x2065, HiddenFormat},
	{0x2066, 0x2069, HiddenBidi},
	{0x206A, 0x206F, HiddenFormat},
	{0x2800, 0x2800, HiddenFiller},
	{0x3164, 0x3164, HiddenFiller},
	{0xE000, 0xF8FF, HiddenPrivate},
	{0xFDD0, 0xFDEF, HiddenFormat},
	{0xFE00, vs16, HiddenVariation},
	{bom, bom, HiddenZeroWidth},
	{0xFFA0, 0xFFA0, HiddenFiller},
	{0xFFF0, 0xFFFB, HiddenFormat},
	{0xFFFE, 0xFFFF, HiddenFormat},
	{0x13430, 0x1343F, HiddenFormat},
	{0x1BCA0, 0x1BCA3, HiddenFormat},
	{0x1D173, 0x1D17A, HiddenFormat},
	{0xE0000, 0xE007F, HiddenTag},
	{0xE0080, 0xE00FF, HiddenFormat},
	{0xE0100, 0xE01EF, HiddenVariation},
	{0xE01F0, 0xE0FFF, HiddenFormat},
}

// hiddenClass returns the class of r, or "" when it is seen.
func hiddenClass(r rune) HiddenClass {
	if r >= 0x20 && r < 0x7F {
		return ""
	}
	for i := range hiddenRanges {
		if h := &hiddenRanges[i]; r < h.from {
			break
		} else if r <= h.to {
			return h.class
		}
	}
	switch {
	case r >= 0x10000 && r&0xFFFE == 0xFFFE:
		return HiddenFormat
	case r >= 0xF0000:
		return HiddenPrivate
	}
	return ""
}

// hiddenNames are the names (UnicodeData.txt) of the hidden characters that people meet.
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
	0xFFFB: "INTERLINEAR ANNOTATION TERMINATOR", 0xE0001: "LANGUAGE TAG", 0xE007F: "CANCEL TAG", 0x1B: "ESCAPE", 0x08: "BACKSPACE",
	0x00: "NULL", 0x7F: "DELETE",
}

// HiddenName returns the code point of r with its name where there is one, in plain ASCII: "U+200B ZERO WIDTH SPACE".
func HiddenName(r rune) string {
	name := hiddenNames[r]
	switch {
	case name != "":
	case r > 0xE0020 && r < 0xE007F:
		name = "TAG " + strings.ToUpper(string(r-0xE0000))
	case r == 0xE0020:
		name = "TAG SPACE"
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
