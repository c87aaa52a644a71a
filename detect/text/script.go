package text

import (
	"slices"
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
	if r < 0x80 {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			return 'L'
		case r >= '0' && r <= '9':
			return 'N'
		}
		return 0
	}
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

// pictographic has the code points with the property Extended_Pictographic (Unicode 15.1, emoji-data.txt), used by the emoji grammar of
// UTS #51; the package unicode lacks it.
var pictographic = ranges(
	0x00A9, 0x00A9, 0x00AE, 0x00AE, 0x203C, 0x203C, 0x2049, 0x2049, 0x2122, 0x2122, 0x2139, 0x2139, 0x2194, 0x2199,
	0x21A9, 0x21AA, 0x231A, 0x231B, 0x2328, 0x2328, 0x2388, 0x2388, 0x23CF, 0x23CF, 0x23E9, 0x23F3, 0x23F8, 0x23FA,
	0x24C2, 0x24C2, 0x25AA, 0x25AB, 0x25B6, 0x25B6, 0x25C0, 0x25C0, 0x25FB, 0x25FE, 0x2600, 0x2605, 0x2607, 0x2612,
	0x2614, 0x2685, 0x2690, 0x2705, 0x2708, 0x2712, 0x2714, 0x2714, 0x2716, 0x2716, 0x271D, 0x271D, 0x2721, 0x2721,
	0x2728, 0x2728, 0x2733, 0x2734, 0x2744, 0x2744, 0x2747, 0x2747, 0x274C, 0x274C, 0x274E, 0x274E, 0x2753, 0x2755,
	0x2757, 0x2757, 0x2763, 0x2767, 0x2795, 0x2797, 0x27A1, 0x27A1, 0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2934, 0x2935,
	0x2B05, 0x2B07, 0x2B1B, 0x2B1C, 0x2B50, 0x2B50, 0x2B55, 0x2B55, 0x3030, 0x3030, 0x303D, 0x303D, 0x3297, 0x3297,
	0x3299, 0x3299, 0x1F000, 0x1F0FF, 0x1F10D, 0x1F10F, 0x1F12F, 0x1F12F, 0x1F16C, 0x1F171, 0x1F17E, 0x1F17F,
	0x1F18E, 0x1F18E, 0x1F191, 0x1F19A, 0x1F1AD, 0x1F1E5, 0x1F201, 0x1F20F, 0x1F21A, 0x1F21A, 0x1F22F, 0x1F22F,
	0x1F232, 0x1F23A, 0x1F23C, 0x1F23F, 0x1F249, 0x1F3FA, 0x1F400, 0x1F53D, 0x1F546, 0x1F64F, 0x1F680, 0x1F6FF,
	0x1F774, 0x1F77F, 0x1F7D5, 0x1F7FF, 0x1F80C, 0x1F80F, 0x1F848, 0x1F84F, 0x1F85A, 0x1F85F, 0x1F888, 0x1F88F,
	0x1F8AE, 0x1F8FF, 0x1F90C, 0x1F93A, 0x1F93C, 0x1F945, 0x1F947, 0x1FAFF, 0x1FC00, 0x1FFFD,
)

// ranges returns a table of the ranges with those first and last runes, in rising order.
func ranges(ends ...rune) *unicode.RangeTable {
	t := &unicode.RangeTable{}
	for r := range slices.Chunk(ends, 2) {
		if r[1] <= 0xFFFF {
			t.R16 = append(t.R16, unicode.Range16{Lo: uint16(r[0]), Hi: uint16(r[1]), Stride: 1})
		} else {
			t.R32 = append(t.R32, unicode.Range32{Lo: uint32(r[0]), Hi: uint32(r[1]), Stride: 1})
		}
	}
	return t
}

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

// flagTags reports whether tags, the runes from a black flag to the cancel tag, spell a subdivision as in UTS #51: two letters of a
// region and one to three letters or digits.
func flagTags(tags []hiddenRune) (ok, known bool) {
	if len(tags) < 4 || len(tags) > 6 || tags[len(tags)-1].r != cancelTag {
		return false, false
	}
	spelled := ""
	for _, t := range tags[:len(tags)-1] {
		c := t.r - 0xE0000
		letter, digit := c >= 'a' && c <= 'z', c >= '0' && c <= '9'
		if !letter && (!digit || len(spelled) < 2) {
			return false, false
		}
		spelled += string(c)
	}
	// Unicode recommends these for interchange (RGI_Emoji_Tag_Sequence).
	return true, spelled == "gbeng" || spelled == "gbsct" || spelled == "gbwls"
}
