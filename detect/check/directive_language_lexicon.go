package check

import (
	"cmp"
	_ "embed" // the words are data, in their own scripts
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
)

// languagesTable is what parseLanguages makes of data/languages.txt, which takes longer to read. A test compares the two.
//
//go:embed data/languages.bin
var languagesTable string

// languages holds the words of all languages but English.
var languages = sync.OnceValue(func() *languageData { return readLanguages(languagesTable) })

// class is what a word of the language data does in an order; the file explains them.
type class string

// entry is one word or phrase of a language.
type entry struct {
	word string
	// lang and class are indices in languageData.
	lang, class uint8
	// open lets letters follow; loose lets letters stand on both sides; shared is true for a word that English has, too.
	open, loose, shared bool
	// last is true for the last of the entries that headTable has in one place.
	last bool
}

// language is one language of the data.
type language struct {
	code string
	// letter is how many bytes of the folded view do the work of a Latin letter; distances are told in letters.
	letter float64
	// verbLast is true where the verb follows its object.
	verbLast bool
	// negLast is true where the negation may follow the verb.
	negLast bool
	// coarse is true where words are not separated, or are with their endings.
	coarse bool
}

// languageData finds words by their first bytes.
type languageData struct {
	langs   []language
	classes []class
	// entries stand by their place in heads, longer words first.
	entries []entry
	heads   headTable
	// spelled are the languages that are not written in Latin letters, a bit for each.
	spelled uint64
	// short is that of shortHeads, made once.
	short     map[string][]uint16
	shortOnce sync.Once
	// shared are words that English has, too; markers are words that show that a sentence is English.
	shared, markers map[string]bool
}

// scriptLetter says how long a letter is, for languages that are not written in Latin letters; an ideograph counts as two
// letters.
var scriptLetter = map[string]float64{"ru": 2, "uk": 2, "ar": 2, "fa": 2, "hi": 3, "zh": 1.5, "ja": 1.5, "ko": 1.5, "th": 3, "he": 2, "el": 2, "bg": 2}

func parseLanguages(data string) *languageData {
	d := &languageData{shared: map[string]bool{}, markers: map[string]bool{}}
	index, classes := map[string]int{}, map[class]int{}
	for line := range strings.SplitSeq(data, "\n") {
		head, words, ok := strings.Cut(line, ": ")
		code, name, named := strings.Cut(head, " ")
		if !ok || !named || strings.HasPrefix(line, "#") {
			continue
		}
		if code == "en" {
			list := d.shared
			if name == "marker" {
				list = d.markers
			}
			for w := range strings.FieldsSeq(words) {
				list[w] = true
			}
			continue
		}
		lang, known := index[code]
		if !known {
			lang = len(d.langs)
			index[code] = lang
			d.langs = append(d.langs, newLanguage(code))
		}
		c, known := classes[class(name)]
		if !known {
			c = len(d.classes)
			classes[class(name)] = c
			d.classes = append(d.classes, class(name))
		}
		for w := range strings.FieldsSeq(words) {
			d.add(uint8(lang), uint8(c), w)
		}
	}
	for i := range d.entries {
		d.entries[i].shared = d.shared[d.entries[i].word]
	}
	slices.SortStableFunc(d.entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(placeOf(a.word), placeOf(b.word)), len(b.word)-len(a.word))
	})
	for i := range d.entries {
		d.entries[i].last = i+1 == len(d.entries) || placeOf(d.entries[i].word) != placeOf(d.entries[i+1].word)
	}
	d.finish()
	return d
}

// finish reads from the entries and the languages what finds them.
func (d *languageData) finish() {
	d.heads.build(d.entries)
	for i := range d.langs {
		if d.langs[i].letter != 1 {
			d.spelled |= 1 << i
		}
	}
}

func newLanguage(code string) language {
	letter := scriptLetter[code]
	if letter == 0 {
		letter = 1
	}
	verbLast := code == "ja" || code == "ko" || code == "tr" || code == "hi" || code == "fa"
	negLast := code == "de" || code == "nl" || code == "sv" || code == "da" || code == "no"
	return language{code: code, letter: letter, verbLast: verbLast, negLast: negLast, coarse: unspaced(code)}
}

// unspaced reports whether the language is written without spaces between its words.
func unspaced(code string) bool { return code == "zh" || code == "ja" || code == "ko" || code == "th" }

func (d *languageData) add(lang, c uint8, word string) {
	e := entry{lang: lang, class: c, open: strings.HasSuffix(word, "*"), loose: unspaced(d.langs[lang].code)}
	e.word = strings.ReplaceAll(strings.TrimSuffix(word, "*"), "_", " ")
	if !plainASCII(e.word) {
		e.word = text.Fold(e.word)
	}
	e.word = flat(e.word)
	if len(e.word) < 2 {
		// A single Latin letter, such as the French "n'", needs its space to be found by two bytes.
		e.word += " "
		e.open = true
	}
	d.entries = append(d.entries, e)
}

// plainASCII reports whether folding leaves s as it is: no capitals, and nothing beyond ASCII.
func plainASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] >= 'A' && s[i] <= 'Z' {
			return false
		}
	}
	return true
}

// flat makes letters equal that spelling leaves open, byte for byte: apostrophes and line breaks are spaces, the forms of
// the Arabic alef, yeh and heh are one each.
func flat(folded string) string {
	if arabic(folded) {
		return flattener.Replace(folded)
	}
	for i := range len(folded) {
		if flatByte[folded[i]] != folded[i] {
			b := []byte(folded)
			for k := i; k < len(b); k++ {
				b[k] = flatByte[b[k]]
			}
			return string(b)
		}
	}
	return folded
}

// arabic reports whether s may hold letters of Arabic script: the forms of some are made one.
func arabic(s string) bool {
	for i := range len(s) {
		if s[i] >= 0xd8 && s[i] <= 0xdb {
			return true
		}
	}
	return false
}

// flatByte is what flat makes of each byte, Arabic script aside.
var flatByte = func() (t [256]byte) {
	for c := range t {
		t[c] = byte(c)
	}
	for _, c := range "'\n\t\r" {
		t[c] = ' '
	}
	return t
}()

// flattener keeps lengths: each letter of Arabic script takes two bytes.
var flattener = strings.NewReplacer("'", " ", "\n", " ", "\t", " ", "\r", " ",
	"\u0622", "\u0627", "\u0623", "\u0627", "\u0625", "\u0627", "\u0649", "\u064a", "\u06cc", "\u064a", "\u0629", "\u0647", "\u06a9", "\u0643")

// mention is a word of a language in the folded view: bytes [start, end).
type mention struct {
	lang       int
	class      class
	start, end int
	// shared is true for a word that English has, too.
	shared bool
}

// asciiWord returns the word of ASCII letters and hyphens at byte i.
func asciiWord(s string, i int) string {
	// longest bounds the look; no shared word is longer.
	const longest = 20
	k := i
	for k < len(s) && k-i < longest && (s[k] >= 'a' && s[k] <= 'z' || s[k] == '-') {
		k++
	}
	return s[i:k]
}

// joined reports whether the word before byte i is a conjunction or preposition of Arabic (waw, fa, ba, lam) or Hebrew (vav,
// he, lamed, bet, shin, mem) that is written together with what follows.
func joined(s string, i int) bool {
	if i < 2 || s[i] < 0xd7 || s[i] > 0xdb {
		return false
	}
	switch s[i-2 : i] {
	case "\u0648", "\u0641", "\u0628", "\u0644":
	case "\u05d5", "\u05d4", "\u05dc", "\u05d1", "\u05e9", "\u05de":
	default:
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(s[:i-2])
	return !unicode.IsLetter(r)
}

// suffixed reports whether what follows the Arabic word s[i:end] is a pronoun of at most two letters.
func suffixed(s string, i, end int) bool {
	const shortestStem, longestEnding = 6, 4
	if end-i < shortestStem || s[i] < 0xd8 || s[i] > 0xdb {
		return false
	}
	k := end
	for k < len(s) && k-end <= longestEnding {
		r, size := utf8.DecodeRuneInString(s[k:])
		if !unicode.IsLetter(r) {
			return true
		}
		k += size
	}
	return k-end <= longestEnding
}
