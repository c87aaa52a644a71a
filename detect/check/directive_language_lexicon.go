package check

import (
	_ "embed" // the words are data, in their own scripts
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
)

//go:embed data/languages.txt
var languagesText string

// languages holds the words of all languages but English.
var languages = sync.OnceValue(func() *languageData { return parseLanguages(languagesText) })

// class is what a word of the language data does in an order; the file explains them.
type class string

// entry is one word or phrase of a language.
type entry struct {
	lang  int
	class class
	word  string
	// open lets letters follow; loose lets letters stand on both sides.
	open, loose bool
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
	entries []entry
	// byHead lists the entries that begin with these bytes.
	byHead map[[2]byte][]int
	// shared are words that English has, too; markers are words that show that a sentence is English.
	shared, markers map[string]bool
}

// scriptLetter says how long a letter is, for languages that are not written in Latin letters; an ideograph counts as two
// letters.
var scriptLetter = map[string]float64{"ru": 2, "uk": 2, "ar": 2, "fa": 2, "hi": 3, "zh": 1.5, "ja": 1.5, "ko": 1.5, "th": 3, "he": 2, "el": 2, "bg": 2}

func parseLanguages(data string) *languageData {
	d := &languageData{byHead: map[[2]byte][]int{}, shared: map[string]bool{}, markers: map[string]bool{}}
	index := map[string]int{}
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
			letter := scriptLetter[code]
			if letter == 0 {
				letter = 1
			}
			verbLast := code == "ja" || code == "ko" || code == "tr" || code == "hi" || code == "fa"
			negLast := code == "de" || code == "nl" || code == "sv" || code == "da" || code == "no"
			d.langs = append(d.langs, language{code: code, letter: letter, verbLast: verbLast, negLast: negLast, coarse: code == "zh" || code == "ja" || code == "ko" || code == "th"})
		}
		for w := range strings.FieldsSeq(words) {
			d.add(lang, class(name), w)
		}
	}
	return d
}

func (d *languageData) add(lang int, c class, word string) {
	code := d.langs[lang].code
	e := entry{lang: lang, class: c, open: strings.HasSuffix(word, "*"), loose: code == "zh" || code == "ja" || code == "ko" || code == "th"}
	e.word = flat(text.Fold(strings.ReplaceAll(strings.TrimSuffix(word, "*"), "_", " ")))
	if len(e.word) < 2 {
		// A single Latin letter, such as the French "n'", needs its space to be found by two bytes.
		e.word += " "
		e.open = true
	}
	head := [2]byte{e.word[0], e.word[1]}
	d.byHead[head] = append(d.byHead[head], len(d.entries))
	d.entries = append(d.entries, e)
}

// flat makes letters equal that spelling leaves open, byte for byte: apostrophes and line breaks are spaces, the forms of
// the Arabic alef, yeh and heh are one each.
func flat(folded string) string {
	const special = "'\n\t\r"
	if !strings.ContainsAny(folded, special) && !strings.ContainsAny(folded, arabicForms) {
		return folded
	}
	return flattener.Replace(folded)
}

const arabicForms = "\u0622\u0623\u0625\u0649\u0629\u06cc\u06a9"

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

// scan finds the words of all languages in s, in rising order of start; longer words first.
func (d *languageData) scan(s string) []mention {
	var found []mention
	inWord := false
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		word := unicode.IsLetter(r) || unicode.IsMark(r) || r >= '0' && r <= '9' || r == '_'
		if word && i+1 < len(s) && (!inWord || r >= 0x0590) {
			found = d.at(s, i, inWord, found)
		}
		inWord = word
		i += size
	}
	return found
}

func (d *languageData) at(s string, i int, inWord bool, found []mention) []mention {
	from := len(found)
	for _, k := range d.byHead[[2]byte{s[i], s[i+1]}] {
		e := &d.entries[k]
		if inWord && !e.loose && !joined(s, i) || !strings.HasPrefix(s[i:], e.word) {
			continue
		}
		end := i + len(e.word)
		if !e.open && !e.loose && end < len(s) {
			if r, _ := utf8.DecodeRuneInString(s[end:]); (unicode.IsLetter(r) || unicode.IsMark(r)) && !suffixed(s, i, end) {
				continue
			}
		}
		found = append(found, mention{e.lang, e.class, i, end, d.shared[e.word] || d.shared[asciiWord(s, i)]})
	}
	slices.SortStableFunc(found[from:], func(a, b mention) int { return b.end - a.end })
	return found
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
