package text

import (
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// joining are the scripts whose letters join or stack, so that the zero width joiner and non-joiner choose a shape in
// ordinary spelling (Unicode 15.1, chapters 9 and 12 to 17): the cursive ones and those with a virama.
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

// spaceless are the scripts that put no space between words, where the zero width space says that a line may break.
var spaceless = []*unicode.RangeTable{
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Tai_Le, unicode.New_Tai_Lue,
	unicode.Tai_Tham, unicode.Tai_Viet, unicode.Javanese, unicode.Balinese, unicode.Cham, unicode.Ahom, unicode.Sundanese,
}

// joins reports whether r belongs to a script in which joiners are spelling. The spaceless scripts stack too.
func joins(r rune) bool {
	return r >= 0x0600 && (unicode.In(r, joining...) || unicode.In(r, spaceless...))
}

// lacksSpaces reports whether r belongs to a script that puts no space between words, the ideographic ones left out.
func lacksSpaces(r rune) bool { return r >= 0x0E00 && unicode.In(r, spaceless...) }

// isCJK reports whether r is an ideograph, kana, bopomofo, or a hangul syllable.
func isCJK(r rune) bool {
	return r >= 0x1100 && unicode.In(r, unicode.Ideographic, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul)
}

// direction is the strong direction of a rune: 'R' for right-to-left letters (bidirectional classes R and AL), 'L' for
// left-to-right ones, 'N' for numbers, 0 for everything else (UAX #9).
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

// isLineEnd reports whether r ends a paragraph of the bidirectional algorithm or a line as people see it.
func isLineEnd(r rune) bool {
	return r >= '\n' && r <= '\r' || r == 0x85 || r == 0x2028 || r == 0x2029
}
