package text

import (
	"strings"
	"unicode/utf8"
)

// Disguise is what a text says once its disguise is taken off.
type Disguise struct {
	// Doc is the plain text. Its bytes are not those of the original; RawSpan leads back.
	Doc *Doc
	// Changed tells for each word of Doc whether it was disguised.
	Changed []bool
	// Strong is true when letters themselves were dressed up (other alphabets, leet, spacing, reversal); an identifier
	// read as a sentence or a misspelling is not.
	Strong bool
	// Identifier is true when all that was changed is names read as sentences.
	Identifier bool

	start, end []int32
	rawLen     int
}

// RawSpan maps bytes [start, end) of the plain text to bytes of the original, half open.
func (g *Disguise) RawSpan(start, end int) (rawStart, rawEnd int) {
	if g.start == nil {
		return start, end
	}
	start, end = max(start, 0), min(end, len(g.start))
	if start >= end {
		return g.rawLen, g.rawLen
	}
	rawStart, rawEnd = int(g.start[start]), int(g.end[start])
	for k := start; k < end; k++ {
		rawStart, rawEnd = min(rawStart, int(g.start[k])), max(rawEnd, int(g.end[k]))
	}
	return rawStart, rawEnd
}

// unmasker writes the plain text, byte by byte with the folded bytes each came from.
type unmasker struct {
	d          *Doc
	v          *Vocabulary
	out        []byte
	start, end []int32
	// begun is set once something is written that differs from the folded text. Until then nothing is: most texts that are looked at wear no
	// disguise. upTo is where what is left out ends.
	begun bool
	upTo  int
	// letters and plain are room for those of one chunk.
	letters []letterAt
	plain   []byte
	// changed are the spans of out that differ from the folded text.
	changed []Range
	strong  int
	idents  int
	typos   bool
}

// Unmask returns the disguised readings of d: none for ordinary text. It is linear in the length of the text.
func Unmask(d *Doc, v *Vocabulary) []*Disguise {
	var all []*Disguise
	if g := styled(d); g != nil {
		all = append(all, g)
	}
	if suspicious(d, v) {
		u := &unmasker{d: d, v: v, typos: v.misspelt(d) >= 2}
		u.run()
		if g := u.result(); g != nil {
			all = append(all, g)
		}
	}
	if !turnedRound(d, v) {
		return all
	}
	for _, wordwise := range [...]bool{false, true} {
		if g := reversed(d, wordwise); g != nil {
			all = append(all, g)
		}
	}
	return all
}

func (u *unmasker) run() {
	s := u.d.Folded
	for i := 0; i < len(s); {
		if s[i] <= ' ' {
			u.copy(i, i+1)
			i++
			continue
		}
		if j, ok := u.apart(i); ok {
			i = j
			continue
		}
		j := i
		for j < len(s) && s[j] > ' ' {
			j++
		}
		u.chunk(i, j)
		i = j
	}
}

// apart reads letters written apart from folded byte i: at least four single letters with white space or signs between. A
// wider gap ends a word; where all gaps are the same the vocabulary finds the words.
func (u *unmasker) apart(i int) (int, bool) {
	const shortest = 4
	s := u.d.Folded
	if i > 0 && alnum(s, i-1) {
		return 0, false
	}
	if c, _ := loneLetter(s, i); c == 0 {
		return 0, false
	}
	ls := u.letters[:0]
	defer func() { u.letters = ls }()
	var gaps []int
	k, narrow, wide := i, 1<<20, 0
	for k < len(s) {
		c, size := loneLetter(s, k)
		if c == 0 {
			break
		}
		ls = append(ls, letterAt{c, k, k + size})
		j := k + size
		// widest is the widest gap between letters of one text.
		const widest = 8
		for j < len(s) && j-k <= widest && !wordByte(s[j]) && s[j] != ',' {
			j++
		}
		if j >= len(s) {
			break
		}
		if c, _ := loneLetter(s, j); c == 0 {
			break
		}
		gap := j - k - size
		if strings.ContainsAny(s[k+size:j], " \n\t") {
			// White space is a wider gap than a sign.
			gap++
		}
		gaps = append(gaps, gap)
		narrow, wide = min(narrow, gap), max(wide, gap)
		k = j
	}
	if len(ls) < shortest || narrow == 0 || len(gaps) == 0 {
		return 0, false
	}
	letters := 0
	var b strings.Builder
	for _, l := range ls {
		b.WriteByte(l.c)
		if c := s[l.from]; c >= 'a' && c <= 'z' || c >= utf8.RuneSelf {
			letters++
		}
	}
	end := ls[len(ls)-1].to
	if letters*2 < len(ls) {
		// Digits in a row; they are not looked at again from the next one.
		u.copy(i, end)
		return end, true
	}
	var ends []int
	if wide > narrow {
		for n, g := range gaps {
			if g > narrow {
				ends = append(ends, n+1)
			}
		}
		ends = append(ends, len(ls))
	} else if ends = u.v.segment(b.String()); ends == nil {
		ends = []int{len(ls)}
	}
	u.words(ls, ends)
	u.strong++
	return end, true
}

// loneLetter returns the letter at folded byte k and its length when no other letter follows at once, or 0. Regional
// indicators, of which two make a flag, are letters when they stand alone.
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

// regional is how the regional indicators U+1F1E6 to U+1F1FF begin in UTF-8.
const regional = "\xf0\x9f\x87"

func wordByte(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= utf8.RuneSelf }

// plainLetter returns the letter that a letter or a leet sign stands for, or 0.
func plainLetter(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c
	}
	if c == '|' || c == '!' {
		return 0
	}
	return leet[c]
}

// chunk writes folded bytes [i, j), which hold no white space.
func (u *unmasker) chunk(i, j int) {
	if !u.typos && u.plainWord(i, j) {
		u.copy(i, j)
		return
	}
	u.cut(i, j)
}

// plainWord reports whether cut copies the chunk for the reason that there is nothing in it but one short word of small letters, as it is
// written, with signs around it: no two words are run together in it, and only misspellings are looked up.
func (u *unmasker) plainWord(i, j int) bool {
	s := u.d.Folded
	if u.d.offsets.start != nil {
		return false
	}
	a, b := i, j
	for a < b && !wordByte(s[a]) && s[a] != '@' && s[a] != '$' {
		a++
	}
	for b > a && !wordByte(s[b-1]) {
		b--
	}
	w := s[a:b]
	if len(w) >= longName || tripled(w) {
		return false
	}
	for k := range len(w) {
		if w[k] < 'a' || w[k] > 'z' {
			return false
		}
	}
	return u.d.Raw[a:b] == w || humps(u.d.Raw[a:b]) == 0
}

// cut writes a chunk of any kind.
func (u *unmasker) cut(i, j int) {
	c := u.d.Folded[i:j]
	a, b := i, j
	for a < b && !wordByte(u.d.Folded[a]) && u.d.Folded[a] != '@' && u.d.Folded[a] != '$' {
		a++
	}
	for b > a && !wordByte(u.d.Folded[b-1]) {
		b--
	}
	if a >= b || strings.Contains(c, "://") || strings.ContainsAny(c[:a-i], "/~\\") || strings.ContainsAny(u.d.Folded[a:b], "/\\=") && !strings.Contains(c, "</") {
		u.copy(i, j)
		return
	}
	u.copy(i, a)
	u.core(a, b)
	u.copy(b, j)
}

// longName is the length from which letters may be words that run together.
const longName = 12

// core writes a chunk without the signs around it.
func (u *unmasker) core(a, b int) {
	w := u.d.Folded[a:b]
	if u.v.known(w) {
		if u.alternating(a, b) {
			u.whole(w, a, b)
			u.strong++
			return
		}
		u.copy(a, b)
		return
	}
	ls, letters := u.letters[:0], u.plain[:0]
	defer func() { u.letters, u.plain = ls, letters }()
	pieces, signs, digits, inTag := 1, 0, 0, false
	for k := a; k < b; k++ {
		c := u.d.Folded[k]
		switch {
		case c == '<':
			inTag = true
			signs++
		case inTag:
			inTag = c != '>'
		case c >= 'a' && c <= 'z':
			ls, letters = append(ls, letterAt{c, k, k + 1}), append(letters, c)
		case c >= utf8.RuneSelf:
			u.copy(a, b)
			return
		case leet[c] != 0 && c != '!' && c != '|':
			ls, letters = append(ls, letterAt{leet[c], k, k + 1}), append(letters, leet[c])
			digits++
		default:
			if signs == 0 || k > a && wordByte(u.d.Folded[k-1]) {
				pieces++
			}
			signs++
		}
	}
	plain := w
	if string(letters) != w {
		plain = string(letters)
	}
	switch {
	case len(ls) < 2 || digits == len(ls):
	case u.asWord(plain, w, ls, digits, signs, a, b):
		return
	case signs > 0 || len(w) >= longName:
		if u.asSentence(plain, ls, pieces, signs, a, b) {
			return
		}
	}
	u.copy(a, b)
}

// asWord writes the chunk as one word: leet, cut up, stretched or misspelt.
func (u *unmasker) asWord(plain, w string, ls []letterAt, digits, signs, a, b int) bool {
	if digits+signs > 0 {
		for _, try := range []string{plain, strings.ReplaceAll(plain, "i", "l")} {
			if u.v.known(try) && len(try) > 1 {
				u.whole(try, a, b)
				u.strong++
				return true
			}
		}
		if digits > 0 {
			// Only the digits may be "l".
			alt := []byte(plain)
			for k, l := range ls {
				if u.d.Folded[l.from] == '1' {
					alt[k] = 'l'
				}
			}
			if u.v.known(string(alt)) {
				u.whole(string(alt), a, b)
				u.strong++
				return true
			}
			if c := u.v.correct(plain); c != "" && len(plain) > 4 && signs == 0 {
				u.whole(c, a, b)
				u.strong++
				return true
			}
			if signs == 0 && len(ls) > digits {
				u.whole(plain, a, b)
				return true
			}
		}
		return false
	}
	for _, most := range []int{1, 2} {
		if s := squeeze(w, most); s != w && u.v.known(s) {
			u.whole(s, a, b)
			u.strong++
			return true
		}
	}
	if u.typos {
		if c := u.v.correct(w); c != "" {
			u.whole(c, a, b)
			return true
		}
	}
	return false
}

// squeeze takes letters that are repeated three times or more down to so many.
func squeeze(w string, most int) string {
	if !tripled(w) {
		return w
	}
	var b strings.Builder
	for i := 0; i < len(w); {
		j := i
		for j < len(w) && w[j] == w[i] {
			j++
		}
		n := j - i
		if n >= 3 {
			n = most
		}
		b.WriteString(w[i : i+n])
		i = j
	}
	return b.String()
}

// asSentence writes the chunk as the words it runs together. Names of programs have few words; so have honest compounds.
func (u *unmasker) asSentence(plain string, ls []letterAt, pieces, signs, a, b int) bool {
	ends := u.v.segment(plain)
	if ends == nil {
		ends = u.pieces(ls)
		known, from := 0, 0
		for _, e := range ends {
			if u.v.known(plain[from:e]) {
				known++
			}
			from = e
		}
		if len(ends) < 4 || known*10 < len(ends)*7 {
			return false
		}
	}
	if len(ends) < 3 {
		return false
	}
	raw0, raw1 := u.d.RawSpan(a, b)
	// prose is how many words without any mark between them are no name.
	const prose = 4
	bare := signs == 0 && humps(u.d.Raw[raw0:raw1]) == 0
	if bare && len(ends) >= prose || signs > 0 && pieces > len(ends) {
		u.strong++
		u.words(ls, ends)
		return true
	}
	u.idents++
	u.begin()
	// A name is a sentence of its own: what two names say together nobody said.
	u.put('.', a, a+1)
	u.put(' ', a, a+1)
	u.words(ls, ends)
	u.put('.', b-1, b)
	u.put(' ', b-1, b)
	return true
}

// pieces cuts the letters at signs and at humps of camel case.
func (u *unmasker) pieces(ls []letterAt) []int {
	var ends []int
	for k := 1; k < len(ls); k++ {
		raw, _ := u.d.RawSpan(ls[k].from, ls[k].to)
		before, _ := u.d.RawSpan(ls[k-1].from, ls[k-1].to)
		hump := u.d.Raw[raw] >= 'A' && u.d.Raw[raw] <= 'Z' && u.d.Raw[before] >= 'a' && u.d.Raw[before] <= 'z'
		if ls[k].from > ls[k-1].to || hump {
			ends = append(ends, k)
		}
	}
	return append(ends, len(ls))
}

// alternating reports whether the case of the letters changes to and fro.
func (u *unmasker) alternating(a, b int) bool {
	raw0, raw1 := u.d.RawSpan(a, b)
	raw := u.d.Raw[raw0:raw1]
	return len(raw) >= 4 && humps(raw)*3 >= len(raw)-1
}
