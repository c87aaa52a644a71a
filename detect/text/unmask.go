package text

import (
	"bytes"
	"html"
	"strings"
	"unicode/utf8"
)

// unmasker replaces the disguised words of a folded text.
type unmasker struct {
	rewriting
	v *Vocabulary
	// typos is set if misspellings are corrected.
	typos bool
	// letters are the letters of the current chunk, at their offsets in the folded text, gaps the text between letters written apart.
	letters []byte
	at      []int
	gaps    []int
}

// run reads the text in chunks between white space.
func (u *unmasker) run() {
	s := u.d.Folded
	for i := 0; i < len(s); {
		if s[i] <= ' ' {
			i++
			continue
		}
		if end := u.apart(i); end > 0 {
			i = end
			continue
		}
		j := i
		for j < len(s) && s[j] > ' ' {
			j = max(j+1, afterTags(s, j))
		}
		u.chunk(i, j)
		i = j
	}
}

// apart reads letters written apart from folded byte i: at least four single letters with white space or signs between. A wider gap ends
// a word; if all gaps are the same, the vocabulary finds the words. It returns the end, or 0.
func (u *unmasker) apart(i int) int {
	// shortest is the fewest letters, widest the widest gap between two.
	const shortest, widest = 4, 8
	s := u.d.Folded
	if i > 0 && alnum(s, i-1) {
		return 0
	}
	u.letters, u.at, u.gaps = u.letters[:0], u.at[:0], u.gaps[:0]
	end, after, narrow, wide, plain := 0, 0, widest+2, 0, 0
	for k := i; k < len(s); {
		c, size := loneLetter(s, k)
		if c == 0 {
			break
		}
		if len(u.at) > 0 {
			gap := k - after + min(after-end, 1)
			if strings.ContainsAny(s[end:k], " \n\t") {
				// White space is a wider gap than a sign.
				gap++
			}
			u.gaps = append(u.gaps, gap)
			narrow, wide = min(narrow, gap), max(wide, gap)
		}
		if s[k] >= 'a' {
			plain++
		}
		u.letters, u.at = append(u.letters, c), append(u.at, k)
		end = k + size
		after = afterTags(s, end)
		for k = after; k < len(s) && k-after < widest && !wordByte(s[k]) && s[k] != ','; k++ {
		}
	}
	if len(u.letters) < shortest {
		return 0
	}
	if plain*2 < len(u.letters) {
		// Digits in a row: do not look at them again.
		return end
	}
	var ends []int
	if wide > narrow {
		for k, gap := range u.gaps {
			if gap > narrow {
				ends = append(ends, k+1)
			}
		}
		ends = append(ends, len(u.letters))
	} else if ends = u.v.segment(u.letters); ends == nil {
		ends = []int{len(u.letters)}
	}
	u.strong = true
	u.words(i, end, ends, "")
	return end
}

// afterTags returns the end of the markup at byte k, tags, comments and references to invisible characters, or k. It is invisible, so it
// can split words.
func afterTags(s string, k int) int {
	// longest is the maximum length of a tag, a comment or a reference.
	const longest = 64
	for k+1 < len(s) {
		mark := byte('>')
		switch next := s[k+1] | 0x20; {
		case s[k] == '<' && (next == '/' || next == '!'|0x20 || next >= 'a' && next <= 'z'):
		case s[k] == '&' && (next == '#'|0x20 || next >= 'a' && next <= 'z'):
			mark = ';'
		default:
			return k
		}
		end := strings.IndexByte(s[k:min(len(s), k+longest)], mark)
		if end < 0 {
			return k
		}
		if mark == ';' {
			if r, _ := utf8.DecodeRuneInString(html.UnescapeString(s[k : k+end+1])); !Invisible(r) {
				return k
			}
		}
		k += end + 1
	}
	return k
}

// loneLetter returns the letter at folded byte k and its length if no other letter follows directly, or 0. Single regional indicators are
// letters; two make a flag.
func loneLetter(s string, k int) (byte, int) {
	c, size := plainLetter(s[k]), 1
	if strings.HasPrefix(s[k:], regional) && k+4 <= len(s) && s[k+3] >= 0xA6 {
		c, size = s[k+3]-0xA6+'a', 4
	}
	if c == 0 || k+size < len(s) && wordByte(s[k+size]) {
		return 0, 0
	}
	return c, size
}

// regional starts the regional indicators U+1F1E6 to U+1F1FF in UTF-8.
const regional = "\xf0\x9f\x87"

func wordByte(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= utf8.RuneSelf }

// plainLetter returns the letter that a byte of a word means, leet or not, or 0 for signs.
func plainLetter(c byte) byte {
	switch {
	case c >= 'a' && c <= 'z':
		return c
	case c == '!' || c == '|':
		return 0
	}
	return leet[c]
}

// longName is the minimum length of joined words.
const longName = 12

// chunk reads folded bytes [i, j): the word without the signs around it. Addresses, paths and assignments are skipped.
func (u *unmasker) chunk(i, j int) {
	s := u.d.Folded
	a, b := i, j
	for a < b && !wordByte(s[a]) && s[a] != '@' && s[a] != '$' {
		a++
	}
	for b > a && !wordByte(s[b-1]) {
		b--
	}
	switch w := s[a:b]; {
	case w == "":
	case strings.ContainsAny(s[i:a], `/\~`), strings.ContainsAny(w, `/\=`) && !strings.Contains(s[i:j], "</") && !strings.Contains(s[i:j], "/>"), strings.Contains(s[i:j], "://"):
	case small(w):
		u.plainWord(w, a, b)
	default:
		u.mixedWord(a, b)
	}
}

// plainWord reads a chunk of letters only: alternating case, stretched, misspelt or joined words.
func (u *unmasker) plainWord(w string, a, b int) {
	raw := u.d.Raw[u.d.rawStart(a):u.d.rawEnd(b)]
	capitals := humps(raw)
	switch {
	case capitals == 0 && !u.typos && len(w) < longName && stretches(w) == 0:
		// Most words are ordinary.
	case u.v.known(w):
		if len(raw) >= 4 && capitals*3 >= len(raw)-1 {
			u.spell(w, a, b, true)
		}
	case u.spells(squeeze(w, 1), a, b) || u.spells(squeeze(w, 2), a, b):
	case u.typos && u.corrected(w, a, b, false):
	case len(w) >= longName:
		u.readLetters(a, b)
		u.sentence(a, b, 1, 0)
	}
}

// mixedWord reads a chunk with digits or signs: leet, split, or a name of several words.
func (u *unmasker) mixedWord(a, b int) {
	digits, pieces, signs, ok := u.readLetters(a, b)
	if n := len(u.letters); !ok || n < 2 || digits == n || u.leetWord(a, b, digits, signs) {
		return
	}
	if signs > 0 || b-a >= longName {
		u.sentence(a, b, pieces, signs)
	}
}

// readLetters reads the letters of a chunk outside of tags, leet ones too. It returns how many are not letters, the number of signs and
// of pieces between them, and whether all is ASCII.
func (u *unmasker) readLetters(a, b int) (digits, pieces, signs int, ok bool) {
	u.letters, u.at = u.letters[:0], u.at[:0]
	s, inTag := u.d.Folded, false
	pieces = 1
	for k := a; k < b; k++ {
		if c := s[k]; c == '&' && afterTags(s, k) > k {
			signs++
			k = afterTags(s, k) - 1
			continue
		}
		c := s[k]
		letter := plainLetter(c)
		switch {
		case inTag:
			inTag = c != '>'
			continue
		case c >= utf8.RuneSelf:
			return 0, 0, 0, false
		case c == '<':
			inTag = true
		case letter != 0:
			if letter != c {
				digits++
			}
			u.letters, u.at = append(u.letters, letter), append(u.at, k)
			continue
		case signs == 0 || k > a && wordByte(s[k-1]):
			pieces++
		}
		signs++
	}
	return digits, pieces, signs, true
}

// leetWord reads the chunk as one leet or split word. Either every "i" may be "l", or only digits.
func (u *unmasker) leetWord(a, b, digits, signs int) bool {
	plain := string(u.letters)
	if u.spells(plain, a, b) || strings.Contains(plain, "i") && u.spells(strings.ReplaceAll(plain, "i", "l"), a, b) {
		return true
	}
	if digits > 0 {
		ones := bytes.Clone(u.letters)
		for k, at := range u.at {
			if u.d.Folded[at] == '1' {
				ones[k] = 'l'
			}
		}
		if u.spells(string(ones), a, b) {
			return true
		}
	}
	if digits == 0 || signs > 0 {
		return false
	}
	if len(plain) <= 4 || !u.corrected(plain, a, b, true) {
		u.spell(plain, a, b, false)
	}
	return true
}

// spells replaces the chunk by the word w if it is known.
func (u *unmasker) spells(w string, a, b int) bool {
	if !u.v.known(w) {
		return false
	}
	u.spell(w, a, b, true)
	return true
}

// corrected replaces the chunk by the word that w misspells, if any.
func (u *unmasker) corrected(w string, a, b int, strong bool) bool {
	c := u.v.correct(w)
	if c == "" {
		return false
	}
	u.spell(c, a, b, strong)
	return true
}

// squeeze shortens letters repeated three times or more.
func squeeze(w string, most int) string {
	out := make([]byte, 0, len(w))
	for i := 0; i < len(w); {
		j := i
		for j < len(w) && w[j] == w[i] {
			j++
		}
		n := j - i
		if n >= 3 {
			n = most
		}
		out = append(out, w[i:i+n]...)
		i = j
	}
	return string(out)
}

// sentence reads the chunk as joined words. Identifiers and honest compounds have few.
func (u *unmasker) sentence(a, b, pieces, signs int) {
	// fewest is the minimum number of words of a sentence, prose that of one without signs, which cannot be a name.
	const fewest, prose = 3, 4
	ends := u.v.segment(u.letters)
	if ends == nil {
		ends = u.knownPieces()
	}
	if len(ends) < fewest {
		return
	}
	bare := signs == 0 && humps(u.d.Raw[u.d.rawStart(a):u.d.rawEnd(b)]) == 0
	if bare && len(ends) >= prose || signs > 0 && pieces > len(ends) {
		u.strong = true
		u.words(a, b, ends, "")
		return
	}
	// A name is a sentence of its own: names are not read together.
	u.words(a, b, ends, ". ")
}

// knownPieces splits the letters at signs and camel case. It returns the ends of the pieces if there are many and most are known, or nil.
func (u *unmasker) knownPieces() []int {
	const fewest = 4
	var ends []int
	known, from := 0, 0
	for k := 1; k <= len(u.at); k++ {
		if k < len(u.at) {
			before, raw := u.d.Raw[u.d.rawStart(u.at[k-1])], u.d.Raw[u.d.rawStart(u.at[k])]
			hump := raw >= 'A' && raw <= 'Z' && before >= 'a' && before <= 'z'
			if u.at[k] == u.at[k-1]+1 && !hump {
				continue
			}
		}
		if u.v.known(string(u.letters[from:k])) {
			known++
		}
		ends, from = append(ends, k), k
	}
	if len(ends) < fewest || known*10 < len(ends)*7 {
		return nil
	}
	return ends
}

// spell replaces folded bytes [a, b) by the word w.
func (u *unmasker) spell(w string, a, b int, strong bool) {
	u.replace(a, b, func() { u.put(w, a, b) })
	u.strong = u.strong || strong
}

// words replaces folded bytes [a, b) by the letters as words with the given ends, separated by spaces and with a mark around them.
func (u *unmasker) words(a, b int, ends []int, mark string) {
	u.replace(a, b, func() {
		u.put(mark, a, a+1)
		from := 0
		for _, end := range ends {
			if from > 0 {
				u.put(" ", u.at[from], u.at[from]+1)
			}
			for ; from < end; from++ {
				u.put(string(u.letters[from:from+1]), u.at[from], u.at[from]+1)
			}
		}
		u.put(mark, b-1, b)
	})
}

// rewriting writes the plain reading of a folded text.
type rewriting struct {
	d   *Doc
	out []byte
	// offsets are the bytes of Raw for each byte of out.
	offsets
	// changed are the replaced ranges of out, and copied is the end of what is read of the folded text.
	changed []Range
	copied  int
	strong  bool
}

// put writes text in place of folded bytes [from, to).
func (r *rewriting) put(text string, from, to int) {
	r.out = append(r.out, text...)
	start, end := int32(r.d.rawStart(from)), int32(r.d.rawEnd(to))
	for range len(text) {
		r.start, r.end = append(r.start, start), append(r.end, end)
	}
}

// copyTo writes the folded text up to byte end as it is.
func (r *rewriting) copyTo(end int) {
	if r.out == nil {
		n := len(r.d.Folded)
		r.out, r.offsets = make([]byte, 0, n), offsets{make([]int32, 0, n), make([]int32, 0, n)}
	}
	r.out = append(r.out, r.d.Folded[r.copied:end]...)
	for k := r.copied; k < end; k++ {
		r.start, r.end = append(r.start, int32(r.d.rawStart(k))), append(r.end, int32(r.d.rawEnd(k+1)))
	}
}

// replace has write put something in place of folded bytes [from, to). Replacements are in rising order.
func (r *rewriting) replace(from, to int, write func()) {
	r.copyTo(from)
	start := len(r.out)
	write()
	r.changed = append(r.changed, Range{start, len(r.out)})
	r.copied = to
}

// reading returns the plain text, or nil if nothing was replaced.
func (r *rewriting) reading() *Disguise {
	if len(r.changed) == 0 {
		return nil
	}
	r.copyTo(len(r.d.Folded))
	doc := NewDoc(string(r.out))
	return &Disguise{Doc: doc, Changed: doc.wordsIn(r.changed), Strong: r.strong, offsets: r.offsets, rawLen: len(r.d.Raw)}
}

// wordsIn returns for each word whether it is in one of the ranges, which are in rising order.
func (d *Doc) wordsIn(ranges []Range) []bool {
	in := make([]bool, len(d.Words))
	for i := range d.Words {
		w := &d.Words[i]
		for len(ranges) > 0 && ranges[0].End <= w.Start() {
			ranges = ranges[1:]
		}
		in[i] = len(ranges) > 0 && ranges[0].Start < w.End()
	}
	return in
}

// reversed returns the text with the sentences of each line reversed, or nil. With wordwise, each word is reversed and the order of words
// stays.
func reversed(d *Doc, wordwise bool) *Disguise {
	u := &rewriting{d: d, strong: true}
	s := d.Folded
	for i := 0; i < len(s); {
		if s[i] <= ' ' {
			i++
			continue
		}
		j := i
		if wordwise {
			for j < len(s) && s[j] > ' ' {
				j++
			}
			next := j
			for j > i+1 && strings.IndexByte(".,!?", s[j-1]) >= 0 {
				j--
			}
			u.turn(i, j)
			i = next
			continue
		}
		for j < len(s) && s[j] != '\n' && !(strings.IndexByte(".!?", s[j]) >= 0 && (j+1 == len(s) || s[j+1] <= ' ')) {
			j++
		}
		u.turn(i, j)
		i = j + 1
	}
	return u.reading()
}

// turn writes folded bytes [i, j) in reverse.
func (r *rewriting) turn(i, j int) {
	if i == j {
		return
	}
	r.replace(i, j, func() {
		for k := j; k > i; {
			_, size := utf8.DecodeLastRuneInString(r.d.Folded[i:k])
			k -= size
			for b := k; b < k+size; b++ {
				r.put(r.d.Folded[b:b+1], b, b+1)
			}
		}
	})
}
