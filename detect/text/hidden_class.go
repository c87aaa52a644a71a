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

// hiddenClass returns the class of r, or "" when it is seen: graphic characters, white space, and the prepended
// concatenation marks, which are format characters that are drawn. It covers Default_Ignorable_Code_Point, Cc, Co,
// the interlinear annotation characters, the fillers that are letters or symbols, and noncharacters.
func hiddenClass(r rune) HiddenClass {
	switch {
	case r < 0x20:
		switch {
		case r >= '\t' && r <= '\r':
			return ""
		case r == 0x1B:
			return HiddenEscape
		}
		return HiddenControl
	case r < 0x7F:
		return ""
	case r < 0xA0:
		switch r {
		case 0x85:
			return ""
		case 0x9B:
			return HiddenEscape
		}
		return HiddenControl
	case r == softHyphen:
		return HiddenZeroWidth
	case r < 0x034F:
		return ""
	case r < 0x2000:
		switch r {
		case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5:
			return HiddenFiller
		case 0x061C:
			return HiddenBidi
		case 0x180B, 0x180C, 0x180D, 0x180F:
			return HiddenVariation
		case 0x180E:
			return HiddenZeroWidth
		}
		return ""
	case r < 0x2070:
		return generalPunctuationClass(r)
	case r == 0x2800 || r == 0x3164 || r == 0xFFA0:
		return HiddenFiller
	case r < 0xE000:
		return ""
	case r <= 0xF8FF:
		return HiddenPrivate
	case r < 0xFDD0:
		return ""
	case r <= 0xFDEF:
		return HiddenFormat
	case r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0100 && r <= 0xE01EF:
		return HiddenVariation
	case r == bom:
		return HiddenZeroWidth
	case r >= 0xFFF0 && r <= 0xFFFB, r >= 0x13430 && r <= 0x1343F, r >= 0x1BCA0 && r <= 0x1BCA3, r >= 0x1D173 && r <= 0x1D17A:
		return HiddenFormat
	case r&0xFFFE == 0xFFFE:
		return HiddenFormat
	case r < 0xE0000:
		return ""
	case r <= 0xE007F:
		return HiddenTag
	case r <= 0xE0FFF:
		return HiddenFormat
	case r >= 0xF0000:
		return HiddenPrivate
	}
	return ""
}

func generalPunctuationClass(r rune) HiddenClass {
	switch {
	case r >= zwsp && r <= zwj, r == wordJoiner:
		return HiddenZeroWidth
	case r == 0x200E, r == 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
		return HiddenBidi
	case r >= 0x2061 && r <= 0x2064:
		return HiddenFiller
	case r == 0x2065, r >= 0x206A && r <= 0x206F:
		return HiddenFormat
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
