package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// Kind says what a Word is.
type Kind uint8

// The kinds of word.
const (
	// KindWord is a word of natural language.
	KindWord Kind = iota
	// KindIdent is a name of the kind programs use: read_file, sendMessage, fs.read, get-docs in code.
	KindIdent
	// KindNumber starts with a digit.
	KindNumber
	// KindPath is a file path that shows it is one: ~/x, /a/b, ./a, C:\a, .env.
	KindPath
	// KindURL has a scheme and "://".
	KindURL
	// KindEmail is an e-mail address.
	KindEmail
	// KindHost is a host name or address written without a scheme: example.com, 10.0.0.1:80.
	KindHost
)

// Word is one word.
type Word struct {
	// Fold is the word in the folded view; Stem is its English stem (for KindWord, else the same as Fold).
	Fold, Stem string
	// Alt is the stem of what the word says once leet is read as letters, or "".
	Alt string
	// Start and End are bytes of Raw, half open. The parts of a contraction share one span.
	Start, End int
	Kind       Kind
	// Shout is true for words of three or more capitals and nothing else.
	Shout bool
	// Call is true for an identifier or word that is followed by "(" at once.
	Call bool
	// Sentence and Clause are indexes into Doc.Sentences and Doc.Clauses.
	Sentence, Clause int
}

// Stem returns the English stem (Snowball) of a folded word. Rules stem their own words with it, so that a rule can never
// miss the word it was written with.
func Stem(folded string) string {
	// Longer words are not English, and the stemmer need not see them.
	const longest = 40
	if len(folded) < 3 || len(folded) > longest {
		return folded
	}
	for i := range len(folded) {
		if folded[i] < 'a' || folded[i] > 'z' {
			return folded
		}
	}
	env := snowballstem.NewEnv(folded)
	english.Stem(env)
	return env.Current()
}

// contractions are folded words that stand for two. "'s" is left off and "n't" opened by rule.
var contractions = map[string][2]string{
	"can't": {"can", "not"}, "won't": {"will", "not"}, "shan't": {"shall", "not"}, "cannot": {"can", "not"},
	"dont": {"do", "not"}, "doesnt": {"does", "not"}, "didnt": {"did", "not"}, "cant": {"can", "not"}, "wont": {"will", "not"},
	"mustnt": {"must", "not"}, "shouldnt": {"should", "not"}, "isnt": {"is", "not"}, "arent": {"are", "not"},
	"gonna": {"going", "to"}, "gotta": {"got", "to"}, "wanna": {"want", "to"}, "lemme": {"let", "me"}, "ain't": {"is", "not"},
}

var contractionEnds = []struct{ end, word string }{
	{"'re", "are"}, {"'ve", "have"}, {"'ll", "will"}, {"'d", "would"}, {"'m", "am"}, {"n't", "not"},
}

func (d *Doc) scanWords() {
	s := d.Folded
	d.Words = make([]Word, 0, len(s)/6+1)
	tag := 0
	for i := 0; i < len(s); {
		for tag < len(d.Tags) && d.Tags[tag].foldEnd <= i {
			tag++
		}
		if tag < len(d.Tags) && d.Tags[tag].foldStart == i && d.Tags[tag].opaque {
			i = d.Tags[tag].foldEnd
			continue
		}
		if n, kind := special(s, i); n > 0 {
			d.addWord(i, i+n, kind)
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if !wordRune(r) {
			i += size
			continue
		}
		j := wordEnd(s, i)
		d.addWord(i, j, KindWord)
		i = j
	}
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// wordEnd returns the end of the word that starts at i. An apostrophe, a dot, a hyphen or a leet sign belongs to the word
// when letters are on both sides of it. Scripts that write no spaces give one word a stretch; rules for them read Folded.
func wordEnd(s string, i int) int {
	j := i
	for j < len(s) {
		r, size := utf8.DecodeRuneInString(s[j:])
		if wordRune(r) {
			j += size
			continue
		}
		if j > i && strings.ContainsRune(`'.-@$!|`, r) && j+size < len(s) {
			next, _ := utf8.DecodeRuneInString(s[j+size:])
			if wordRune(next) && (r != '!' || alnum(s, j-1)) {
				j += size
				continue
			}
		}
		break
	}
	return j
}

func alnum(s string, i int) bool {
	return i >= 0 && (s[i] >= 'a' && s[i] <= 'z' || s[i] >= '0' && s[i] <= '9')
}

// addWord adds the word at folded bytes [i, j), or the words it is made of.
func (d *Doc) addWord(i, j int, kind Kind) {
	w := d.Folded[i:j]
	if kind != KindWord {
		d.push(i, j, w, kind)
		return
	}
	if strings.Contains(w, "'") {
		d.addContraction(i, j, w)
		return
	}
	if two, ok := contractions[w]; ok {
		d.push(i, j, two[0], KindWord)
		d.push(i, j, two[1], KindWord)
		return
	}
	raw0, raw1 := d.RawSpan(i, j)
	kind = classify(w, d.Raw[raw0:raw1])
	if kind == KindWord && strings.ContainsAny(w, "-.") && (d.marked(i, j) || actionCompound(w)) {
		kind = KindIdent
	}
	if kind == KindWord && strings.ContainsAny(w, "-.|") {
		d.addParts(i, j)
		return
	}
	d.push(i, j, w, kind)
}

// actionVerbs begin names of tools written with hyphens; plainEndings end compounds that are plain English.
var (
	actionVerbs = wordMap(`get list read write send search create delete update add remove fetch run execute query set open browser
		upload download post put make call find lookup resolve transfer schedule publish describe`)
	plainEndings = wordMap(`only on in up out off time source write through ahead back side able access friendly optimized based heavy
		intensive down to end level like safe protected specific mostly once many a an the type mode by value`)
)

func wordMap(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// actionCompound reports whether a hyphenated word is the name of a tool: get-weather, send-mail, but not read-only.
func actionCompound(w string) bool {
	first, rest, ok := strings.Cut(w, "-")
	if !ok || !actionVerbs[first] || len(rest) < 3 {
		return false
	}
	return !plainEndings[rest[strings.LastIndexByte(rest, '-')+1:]]
}

// marked reports whether folded bytes [i, j) stand alone between quotation marks or are called with "(": a compound that
// is written so is a name.
func (d *Doc) marked(i, j int) bool {
	s := d.Folded
	if len(s) > j && s[j] == '(' {
		return true
	}
	return i > 0 && j < len(s) && strings.IndexByte("`'\"", s[i-1]) >= 0 && s[i-1] == s[j]
}

func (d *Doc) addContraction(i, j int, w string) {
	if two, ok := contractions[w]; ok {
		d.push(i, j, two[0], KindWord)
		d.push(i, j, two[1], KindWord)
		return
	}
	for _, c := range contractionEnds {
		if base, ok := strings.CutSuffix(w, c.end); ok && base != "" && !strings.Contains(base, "'") {
			d.push(i, j, base, KindWord)
			d.push(i, j, c.word, KindWord)
			return
		}
	}
	// A possessive, or an apostrophe of another language: the pieces are the words.
	for i < j {
		k := strings.IndexByte(d.Folded[i:j], '\'')
		if k < 0 {
			k = j - i
		}
		if piece := d.Folded[i : i+k]; piece != "" && piece != "s" {
			d.push(i, i+k, piece, KindWord)
		}
		i += k + 1
	}
}

// addParts adds the words of a hyphenated compound, or the whole when it is made of single letters.
func (d *Doc) addParts(i, j int) {
	for i < j {
		k := strings.IndexAny(d.Folded[i:j], "-.|")
		if k < 0 {
			k = j - i
		}
		if k > 0 {
			d.push(i, i+k, d.Folded[i:i+k], KindWord)
		}
		i += k + 1
	}
}

func (d *Doc) push(i, j int, w string, kind Kind) {
	start, end := d.RawSpan(i, j)
	word := Word{Fold: w, Stem: w, Start: start, End: end, Kind: kind}
	if kind == KindWord {
		word.Stem = Stem(w)
		word.Alt = unleet(w)
		word.Shout = shout(d.Raw[start:end])
	}
	word.Call = j < len(d.Folded) && d.Folded[j] == '('
	d.Words = append(d.Words, word)
}

func shout(raw string) bool {
	n := 0
	for _, r := range raw {
		if unicode.IsLower(r) {
			return false
		}
		if unicode.IsUpper(r) {
			n++
		}
	}
	return n >= 3
}
