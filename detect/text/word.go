package text

import (
	"strings"
	"sync"
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
	// Fold is the word in the folded view.
	Fold string
	Kind Kind
	// Shout is true for words of three or more capitals and nothing else.
	Shout bool
	// Call is true for an identifier or word that is followed by "(" at once.
	Call bool

	// A long text has many words: where they stand is kept in half the room.
	start, end, sentence, clause int32
	// lexeme, when it is not nil, is that of Fold, and the word is one of natural language.
	lexeme *lexeme
}

// Start is the first byte of Raw that the word was written with, and End the one behind the last. The parts of a contraction share them.
func (w *Word) Start() int { return int(w.start) }

// End is as Start says.
func (w *Word) End() int { return int(w.end) }

// Sentence is the index of the word's sentence in Doc.Sentences.
func (w *Word) Sentence() int { return int(w.sentence) }

// Clause is the index of the word's clause in Doc.Clauses.
func (w *Word) Clause() int { return int(w.clause) }

// Stem returns the English stem of a word of natural language, and any other as it is folded.
func (w *Word) Stem() string {
	if w.lexeme != nil {
		return w.lexeme.stem
	}
	return w.Fold
}

// Alt returns the stem of what the word says once leet is read as letters, or "".
func (w *Word) Alt() string {
	switch {
	case w.lexeme != nil:
		return w.lexeme.alt
	case w.Kind != KindWord:
		return ""
	}
	return unleet(w.Fold)
}

// Stem returns the English stem (Snowball) of a folded word. Rules stem their own words with it, so that a rule can never
// miss the word it was written with.
func Stem(folded string) string {
	if !stemmed(folded) {
		return folded
	}
	return lexemeOf(folded).stem
}

// stemmed reports whether a word has a stem of its own. Longer words are not English, and the stemmer need not see them.
func stemmed(folded string) bool {
	if len(folded) < 3 || len(folded) > longestLexeme {
		return false
	}
	for i := range len(folded) {
		if folded[i] < 'a' || folded[i] > 'z' {
			return false
		}
	}
	return true
}

func stem(folded string) string {
	if !stemmed(folded) {
		return folded
	}
	env := stemmers.Get().(*snowballstem.Env)
	defer stemmers.Put(env)
	env.SetCurrent(folded)
	english.Stem(env)
	return env.Current()
}

// stemmers lends what words are stemmed in.
var stemmers = sync.Pool{New: func() any { return &snowballstem.Env{} }}

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

// scanWords finds the words.
func (d *Doc) scanWords(c census) {
	s := d.Folded
	if n := c.runs + c.runs/32; n > cap(d.Words) {
		d.Words = make([]Word, 0, n)
	}
	tag := 0
	for i := 0; i < len(s); {
		class := byteClasses[s[i]]
		if class&(classWord|classOpener) == 0 {
			i++
			continue
		}
		if class&classWord != 0 {
			j := i + 1
			for j < len(s) && byteClasses[s[j]]&classWord != 0 {
				j++
			}
			// Nothing but a word begins with word bytes that no joint follows: see special and wordEnd.
			if j == len(s) || byteClasses[s[j]]&classJoint == 0 {
				d.addASCII(i, j, c.seen)
				i = j
				continue
			}
		}
		for tag < len(d.Tags) && d.Tags[tag].foldEnd <= i {
			tag++
		}
		if tag < len(d.Tags) && d.Tags[tag].foldStart == i && d.Tags[tag].opaque {
			i = d.Tags[tag].foldEnd
			continue
		}
		if n, kind := special(s, i); n > 0 {
			d.push(i, i+n, s[i:i+n], kind)
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if !wordRune(r) {
			i += size
			continue
		}
		j := wordEnd(s, i)
		if ascii(s[i:j]) {
			d.addASCII(i, j, c.seen)
		} else {
			d.addWord(i, j)
		}
		i = j
	}
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return byteClasses[byte(r)]&classWord != 0
	}
	return settled(r) || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// wordEnd returns the end of the word that starts at i. An apostrophe, a dot, a hyphen or a leet sign belongs to the word
// when letters are on both sides of it. Scripts that write no spaces give one word a stretch; rules for them read Folded.
func wordEnd(s string, i int) int {
	for j := i; j < len(s); {
		class := byteClasses[s[j]]
		switch {
		case class&classWord != 0:
			j++
			continue
		case class&classInner != 0 && j > i && j+1 < len(s):
			next, _ := utf8.DecodeRuneInString(s[j+1:])
			if wordRune(next) && (s[j] != '!' || alnum(s, j-1)) {
				j++
				continue
			}
		case s[j] >= utf8.RuneSelf:
			if r, size := utf8.DecodeRuneInString(s[j:]); wordRune(r) {
				j += size
				continue
			}
		}
		return j
	}
	return len(s)
}

func alnum(s string, i int) bool {
	return i >= 0 && (s[i] >= 'a' && s[i] <= 'z' || s[i] >= '0' && s[i] <= '9')
}

// addASCII adds the word of ASCII at folded bytes [i, j), or the words it is made of.
func (d *Doc) addASCII(i, j int, seen byteClass) {
	w := d.Folded[i:j]
	if len(w) > longestLexeme {
		d.addWord(i, j)
		return
	}
	x := lexemeOf(w)
	switch x.shape {
	case shapeOpened:
		two := contractions[w]
		d.push(i, j, two[0], KindWord)
		d.push(i, j, two[1], KindWord)
		return
	case shapeApostrophe:
		d.addContraction(i, j, w)
		return
	}
	kind, shouted, traits := x.kind, false, x.traits
	start, end := d.RawSpan(i, j)
	if seen&classUpper != 0 {
		if raw := d.Raw[start:end]; raw != w && (d.offsets.start != nil || inner(raw)) {
			traits |= TraitInner
			if kind == KindWord && humped(raw) {
				kind = KindIdent
			}
			shouted = shout(raw)
		}
	}
	if x.shape == shapeCompound && kind == KindWord {
		if !x.action && (strings.IndexByte(w, '-') < 0 && strings.IndexByte(w, '.') < 0 || !d.marked(i, j)) {
			d.addParts(i, j)
			return
		}
		kind = KindIdent
	}
	word := d.grow(j, kind, start, end)
	word.Fold = w
	if kind == KindWord {
		word.Shout, word.lexeme = shouted, x
	} else {
		traits &^= TraitLeet
	}
	d.Flags.note(word, traits)
	d.countAlone(word)
}

// grow adds a word that ends at folded byte j.
func (d *Doc) grow(j int, kind Kind, start, end int) *Word {
	n := len(d.Words)
	if n < cap(d.Words) {
		d.Words = d.Words[:n+1]
	} else {
		d.Words = append(d.Words, Word{})
	}
	w := &d.Words[n]
	*w = Word{start: int32(start), end: int32(end), Kind: kind, Call: j < len(d.Folded) && d.Folded[j] == '('}
	return w
}

// addWord adds the word at folded bytes [i, j), or the words it is made of, whatever it is written with.
func (d *Doc) addWord(i, j int) {
	w := d.Folded[i:j]
	if strings.Contains(w, "'") {
		d.addContraction(i, j, w)
		return
	}
	raw0, raw1 := d.RawSpan(i, j)
	kind := classify(w, d.Raw[raw0:raw1])
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

// push adds the word w, which stands at folded bytes [i, j).
func (d *Doc) push(i, j int, w string, kind Kind) {
	start, end := d.RawSpan(i, j)
	word := d.grow(j, kind, start, end)
	word.Fold = w
	var traits Traits
	if raw := d.Raw[start:end]; d.offsets.start != nil || inner(raw) {
		traits = TraitInner
	}
	if kind == KindWord && w != "" && len(w) <= longestLexeme && ascii(w) {
		word.lexeme = lexemeOf(w)
		traits |= word.lexeme.traits
	} else {
		traits |= traitsOf(w)
		if kind == KindWord && word.Alt() != "" {
			traits |= TraitLeet
		}
	}
	if kind == KindWord {
		word.Shout = shout(d.Raw[start:end])
	}
	d.Flags.note(word, traits)
	d.countAlone(word)
}

// countAlone counts letters on their own, without four of which in a row joinLetters has nothing to do.
func (d *Doc) countAlone(w *Word) {
	if len(w.Fold) != 1 || w.Kind != KindWord {
		d.alone = 0
		return
	}
	d.alone++
	d.Flags.Alone = max(d.Flags.Alone, d.alone)
}

func shout(raw string) bool {
	n := 0
	for _, r := range raw {
		switch {
		case r >= 'A' && r <= 'Z':
			n++
		case r >= 'a' && r <= 'z', unicode.IsLower(r):
			return false
		case r >= utf8.RuneSelf && unicode.IsUpper(r):
			n++
		}
	}
	return n >= 3
}
