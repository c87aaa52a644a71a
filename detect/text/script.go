package text

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/rangetable"
)

// joining are the scripts whose letters join or stack, so that the zero width joiner and non-joiner are part of ordinary spelling
// (Unicode 15.1, chapters 9 and 12 to 17): the cursive ones and those with a virama.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mandaic, unicode.Mongolian, unicode.Nko, unicode.Phags_Pa, unicode.Manichaean,
	unicode.Psalter_Pahlavi, unicode.Hanifi_Rohingya, unicode.Sogdian, unicode.Old_Sogdian, unicode.Adlam,
	unicode.Chorasmian, unicode.Old_Uyghur, unicode.Yezidi,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu,
	unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Balinese, unicode.Javanese, unicode.Sundanese,
	unicode.Tai_Tham, unicode.Meetei_Mayek, unicode.Chakma, unicode.Brahmi, unicode.Kaithi, unicode.Sharada,
	unicode.Grantha, unicode.Tirhuta, unicode.Modi, unicode.Newa, unicode.Takri, unicode.Saurashtra, unicode.Limbu,
	unicode.Lepcha, unicode.Cham, unicode.Siddham, unicode.Khojki, unicode.Khudawadi, unicode.Dogra, unicode.Nandinagari,
	unicode.Bhaiksuki, unicode.Masaram_Gondi, unicode.Gunjala_Gondi, unicode.Zanabazar_Square, unicode.Soyombo,
	unicode.Syloti_Nagri, unicode.Buginese, unicode.Batak, unicode.Rejang, unicode.Tagalog, unicode.Multani,
	unicode.Mahajani, unicode.Ahom, unicode.Kharoshthi, unicode.Kawi, unicode.Duployan,
}

// spaceless are the scripts without spaces between words, where the zero width space allows a line break.
var spaceless = []*unicode.RangeTable{
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Tai_Le, unicode.New_Tai_Lue,
	unicode.Tai_Tham, unicode.Tai_Viet, unicode.Javanese, unicode.Balinese, unicode.Cham, unicode.Ahom, unicode.Sundanese,
}

// joins reports whether r belongs to a script in which joiners are part of spelling. The spaceless scripts stack too.
func joins(r rune) bool {
	return r >= 0x0600 && unicode.Is(joinable(), r)
}

// joinable merges joining and spaceless, of which there are too many to look each up.
var joinable = sync.OnceValue(func() *unicode.RangeTable { return rangetable.Merge(slices.Concat(joining, spaceless)...) })

// lacksSpaces reports whether r belongs to a spaceless script other than the ideographic ones.
func lacksSpaces(r rune) bool { return r >= 0x0E00 && unicode.In(r, spaceless...) }

// isCJK reports whether r is an ideograph, kana, bopomofo, or a hangul syllable.
func isCJK(r rune) bool {
	return r >= 0x1100 && unicode.In(r, unicode.Ideographic, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul)
}

// direction is the strong direction of a rune: 'R' for right-to-left letters (bidirectional classes R and AL), 'L' for left-to-right
// ones, 'N' for numbers, 0 for the rest (UAX #9).
func direction(r rune) byte {
	p, _ := bidi.LookupRune(r)
	switch p.Class() {
	case bidi.R, bidi.AL:
		return 'R'
	case bidi.L:
		return 'L'
	case bidi.EN, bidi.AN:
		return 'N'
	}
	return 0
}

// isLineEnd reports whether r ends a paragraph of the bidirectional algorithm or a visible line.
func isLineEnd(r rune) bool {
	return r >= '\n' && r <= '\r' || r == 0x85 || r == 0x2028 || r == 0x2029
}

//go:embed data/pictographic.txt
var pictographicRanges string

// pictographic has the code points with the property Extended_Pictographic, used by the emoji grammar of UTS #51; the package unicode lacks
// it.
var pictographic = func() *unicode.RangeTable {
	var all []rune
	for line := range strings.Lines(pictographicRanges) {
		var first, last rune
		if _, err := fmt.Sscanf(line, "%X..%X", &first, &last); err != nil {
			continue // a comment
		}
		for r := first; r <= last; r++ {
			all = append(all, r)
		}
	}
	return rangetable.New(all...)
}()

const (
	zwnj       = 0x200C
	zwj        = 0x200D
	zwsp       = 0x200B
	softHyphen = 0x00AD
	wordJoiner = 0x2060
	bom        = 0xFEFF
	vs15       = 0xFE0E
	vs16       = 0xFE0F
	blackFlag  = 0x1F3F4
	cancelTag  = 0xE007F
)

// isEmojiElement reports whether an emoji ZWJ sequence can continue after r: a pictograph or a skin tone.
func isEmojiElement(r rune) bool {
	return r >= 0x1F3FB && r <= 0x1F3FF || unicode.Is(pictographic, r)
}

// hasVariants reports whether base takes the variation selector vs. Text and emoji style selectors (VS15, VS16) go with
// pictographs, keycap bases and, as people write them, other symbols such as arrows and check marks. The rest are the
// standardized variation sequences of Unicode (StandardizedVariants.txt), by the kinds of base they have, and the
// ideographic ones (UTS #37). Letters of everyday alphabets have none, which is what smuggling needs.
func hasVariants(base, vs rune) bool {
	switch {
	case vs == vs15 || vs == vs16:
		if base < 0x80 {
			return base >= '0' && base <= '9' || base == '#' || base == '*'
		}
		return unicode.In(base, pictographic, unicode.S, unicode.P, unicode.No)
	case vs >= 0xE0100:
		return unicode.In(base, unicode.Ideographic)
	case vs >= 0x180B && vs <= 0x180F:
		return unicode.Is(unicode.Mongolian, base)
	}
	if base < 0x80 {
		return base == '0' && vs == 0xFE00
	}
	return unicode.In(base, unicode.Ideographic, unicode.Sm, unicode.So, unicode.Myanmar, unicode.Phags_Pa,
		unicode.Manichaean, unicode.Egyptian_Hieroglyphs) ||
		base >= 0x2018 && base <= 0x201F || base == 0x3001 || base == 0x3002 || base >= 0xFF01 && base <= 0xFF1F ||
		base >= 0x210B && base <= 0x2134 || base >= 0x1D49C && base <= 0x1D4CF
}

// maxOtherFlags bounds the flags that Unicode does not recommend: vendors draw a few more regions, while three could spell nine letters.
const maxOtherFlags = 3

// subdivision is what the tags of a flag spell, as in UTS #51: two letters of a region, one to three letters or digits, and the cancel tag.
var subdivision = regexp.MustCompile(`^[a-z]{2}[a-z0-9]{1,3}\x7f$`)

// flagTags reports whether tags, those after a black flag, spell a subdivision, and whether it is a known one.
func flagTags(tags []hiddenRune) (ok, known bool) {
	const longest = 6
	spelled := ""
	for _, t := range tags[:min(len(tags), longest+1)] {
		spelled += string(t.r - 0xE0000)
	}
	// Unicode recommends these for interchange (RGI_Emoji_Tag_Sequence).
	known = spelled == "gbeng\x7f" || spelled == "gbsct\x7f" || spelled == "gbwls\x7f"
	return subdivision.MatchString(spelled), known
}
