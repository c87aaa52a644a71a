package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/org/mcp-lint/internal/wordset"
)

// Kind is the kind of a Word.
type Kind uint8

// The kinds of word.
const (
	KindWord   Kind = iota // a word of natural language
	KindIdent              // a name of the kind programs use: read_file, sendMessage, fs.read, get-docs in code
	KindNumber             // what starts with a digit
	KindPath               // a file path that shows it is one: ~/x, /a/b, ./a, C:\a, .env
	KindURL                // what has a scheme and "://"
	KindEmail              // an e-mail address
	KindHost               // a host name or address written without a scheme: example.com, 10.0.0.1:80
)

// Word is one word.
type Word struct {
	// Fold is the word in the folded view.
	Fold string
	Kind Kind
	// Shout is set for words of three or more capitals and nothing else.
	Shout bool
	// Call is set for an identifier or word directly before "(".
	Call bool

	start, end int32
}

// Start is the first byte of the word in Raw, and End the one after the last. The parts of a contraction share them.
func (w *Word) Start() int { return int(w.start) }

// End is described at Start.
func (w *Word) End() int { return int(w.end) }

// Alt returns the word with leet read as letters, or "". "1" is read as "i".
func (w *Word) Alt() string {
	if w.Kind != KindWord || !isLeet(w.Fold) {
		return ""
	}
	out := []byte(w.Fold)
	for i, c := range out {
		if l := leet[c]; l != 0 {
			out[i] = l
		}
	}
	return string(out)
}

// leet maps digits and signs to the letters that they replace in leet spelling.
var leet = [256]byte{
	'0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g', '@': 'a', '$': 's', '!': 'i', '|': 'l',
}

// isLeet reports whether a word has leet signs. It needs at least two letters and no more signs than letters, so that versions and sizes
// (v2, 10mb, utf8) do not match.
func isLeet(w string) bool {
	signs, letters := 0, 0
	for i := range len(w) {
		switch c := w[i]; {
		case c >= 'a' && c <= 'z':
			letters++
		case leet[c] != 0:
			signs++
		default:
			return false
		}
	}
	return signs > 0 && letters > 1 && signs <= letters
}

// contractions are the two words of contractions, spoken forms, and those without an apostrophe; contractionEnds has the others.
var contractions = map[string][2]string{
	"can't": {"can", "not"}, "cannot": {"can", "not"}, "cant": {"can", "not"}, "won't": {"will", "not"}, "wont": {"will", "not"},
	"shan't": {"shall", "not"}, "ain't": {"is", "not"}, "dont": {"do", "not"}, "doesnt": {"does", "not"}, "didnt": {"did", "not"},
	"mustnt": {"must", "not"}, "shouldnt": {"should", "not"}, "isnt": {"is", "not"}, "arent": {"are", "not"},
	"gonna": {"going", "to"}, "gotta": {"got", "to"}, "wanna": {"want", "to"}, "lemme": {"let", "me"},
}

// contractionEnds are the endings of contractions of two words.
var contractionEnds = []struct{ end, word string }{
	{"'re", "are"}, {"'ve", "have"}, {"'ll", "will"}, {"'d", "would"}, {"'m", "am"}, {"n't", "not"},
}

func (d *Doc) scanWords() {
	s, tag := d.Folded, 0
	d.Words = slices.Grow(d.Words, len(s)/6)
	for i := 0; i < len(s); {
		if end := plainEnd(s, i); end > i {
			d.addWord(i, end, false)
			i = end
			continue
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
		d.addWord(i, j, true)
		i = j
	}
}

// plainEnd returns the end of the letters, digits and underscores at i if nothing after them can continue the word, else i. Most words are
// such.
func plainEnd(s string, i int) int {
	end := i
	for end < len(s) && s[end] < utf8.RuneSelf && (wordByte(s[end]) || s[end] == '_') {
		end++
	}
	if end == len(s) {
		return end
	}
	switch c := s[end]; c {
	case '\'', '.', '-', '@', '$', '!', '|', ':', '+', '%':
		return i
	default:
		if c >= utf8.RuneSelf {
			return i
		}
	}
	return end
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return wordByte(byte(r)) || r == '_'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// wordEnd returns the end of the word at i. An apostrophe, a dot, a hyphen or a leet sign belongs to the word if letters are on both
// sides. Scripts without spaces give one word per stretch; rules for them read Folded.
func wordEnd(s string, i int) int {
	for j := i; j < len(s); {
		r, size := utf8.DecodeRuneInString(s[j:])
		inside := wordRune(r)
		if !inside && j > i && strings.IndexByte("'.-@$!|", s[j]) >= 0 {
			next, _ := utf8.DecodeRuneInString(s[j+1:])
			inside = wordRune(next) && (r != '!' || alnum(s, j-1))
		}
		if !inside {
			return j
		}
		j += size
	}
	return len(s)
}

func alnum(s string, i int) bool {
	return i >= 0 && (s[i] >= 'a' && s[i] <= 'z' || s[i] >= '0' && s[i] <= '9')
}

// addWord adds the word at folded bytes [i, j), or its parts. signs says whether it may have signs other than underscores.
func (d *Doc) addWord(i, j int, signs bool) {
	w := d.Folded[i:j]
	// Few words end like a contraction.
	if last := w[len(w)-1]; len(w) > 3 && (last == 't' || last == 'a' || last == 'e') {
		if two, ok := contractions[w]; ok {
			d.push(i, j, two[0], KindWord)
			d.push(i, j, two[1], KindWord)
			return
		}
	}
	if signs && strings.Contains(w, "'") {
		d.addContraction(i, j)
		return
	}
	kind := classify(w, d.Raw[d.rawStart(i):d.rawEnd(j)])
	if signs && kind == KindWord && strings.ContainsAny(w, "-.|") {
		if !strings.ContainsAny(w, "-.") || !d.marked(i, j) && !actionCompound(w) {
			d.addPieces(i, j, "-.|", "")
			return
		}
		kind = KindIdent
	}
	d.push(i, j, w, kind)
}

// actionVerbs start hyphenated names of tools; plainEndings end plain English compounds.
var (
	actionVerbs = wordset.Of(`get list read write send search create delete update add remove fetch run execute query set open browser
		upload download post put make call find lookup resolve transfer schedule publish describe`)
	plainEndings = wordset.Of(`only on in up out off time source write through ahead back side able access friendly optimized based heavy
		intensive down to end level like safe protected specific mostly once many a an the type mode by value`)
)

// actionCompound reports whether a hyphenated word names a tool: get-weather, send-mail, but not read-only.
func actionCompound(w string) bool {
	first, rest, ok := strings.Cut(w, "-")
	if !ok || !actionVerbs[first] || len(rest) < 3 {
		return false
	}
	return !plainEndings[rest[strings.LastIndexByte(rest, '-')+1:]]
}

// marked reports whether folded bytes [i, j) are quoted or called with "(", which makes a compound a name.
func (d *Doc) marked(i, j int) bool {
	s := d.Folded
	if len(s) > j && s[j] == '(' {
		return true
	}
	return i > 0 && j < len(s) && strings.IndexByte("`'\"", s[i-1]) >= 0 && s[i-1] == s[j]
}

// addContraction adds the words of one with an apostrophe.
func (d *Doc) addContraction(i, j int) {
	w := d.Folded[i:j]
	for _, c := range contractionEnds {
		if base, ok := strings.CutSuffix(w, c.end); ok && base != "" && !strings.Contains(base, "'") {
			d.push(i, j, base, KindWord)
			d.push(i, j, c.word, KindWord)
			return
		}
	}
	// A possessive, or an apostrophe of another language: add the pieces.
	d.addPieces(i, j, "'", "s")
}

// addPieces adds the words between the signs in folded bytes [i, j), except but.
func (d *Doc) addPieces(i, j int, signs, but string) {
	for i < j {
		k := strings.IndexAny(d.Folded[i:j], signs)
		if k < 0 {
			k = j - i
		}
		if piece := d.Folded[i : i+k]; piece != "" && piece != but {
			d.push(i, i+k, piece, KindWord)
		}
		i += k + 1
	}
}

// push adds the word w at folded bytes [i, j).
func (d *Doc) push(i, j int, w string, kind Kind) {
	start, end := d.RawSpan(i, j)
	word := Word{Fold: w, Kind: kind, Call: j < len(d.Folded) && d.Folded[j] == '(', start: int32(start), end: int32(end)}
	word.Shout = kind == KindWord && shout(d.Raw[start:end])
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

// joinLetters joins letters written apart ("i g n o r e", "i-g-n-o-r-e", "i.g.n.o.r.e") into words. It takes four single letters with the
// same separator; a wider separator ends the word.
func (d *Doc) joinLetters() {
	// shortest excludes lists of variables (a, b, c): they are short, and separated by commas.
	const shortest = 4
	words := d.Words
	kept := words[:0]
	for i := 0; i < len(words); {
		w, j := words[i], i+1
		for j < len(words) && single(&words[i]) && single(&words[j]) && separator(d.gap(i+1)) && d.gap(j) == d.gap(i+1) {
			j++
		}
		if j-i < shortest {
			j = i + 1
		} else {
			letters := make([]byte, 0, j-i)
			for k := i; k < j; k++ {
				letters = append(letters, words[k].Fold[0])
			}
			w.end, w.Fold, w.Shout = words[j-1].end, string(letters), false
		}
		kept = append(kept, w)
		i = j
	}
	d.Words = kept
}

func single(w *Word) bool { return len(w.Fold) == 1 && w.Kind == KindWord && w.Fold[0] >= 'a' }

// separator reports whether s is a sign between letters written apart.
func separator(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	return n == len(s) && strings.ContainsRune(" -._*\u00A0|\u200B\u2009", r)
}
