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
	// letters, ends and plainRoom are room for those of one chunk, and letters and gaps for those of letters written apart.
	letters   []letterAt
	gaps      []uint8
	ends      []int
	plainRoom [64]byte
	// changed are the spans of out that differ from the folded text.
	changed []Range
	strong  int
	idents  int
	typos   bool
}

// Unmask returns the disguised readings of d: none for ordinary text. It is linear in the length of the text.
func Unmask(d *Doc, v *Vocabulary) []*Disguise {
	// turnedRound is how many words turn a text round: of fewer, some happen to read as another backwards.
	const turnedRound = 3
	var all []*Disguise
	look := v.glance(d)
	if g := styled(d, look.apart); g != nil {
		all = append(all, g)
	}
	if look.suspicious {
		u := &unmasker{d: d, v: v, typos: look.misspelt >= 2}
		u.run()
		if g := u.result(); g != nil {
			all = append(all, g)
		}
	}
	if look.backwards < turnedRound {
		return all
	}
	for _, wordwise := range [...]bool{false, true} {
		if g := reversed(d, v, wordwise); g != nil {
			all = append(all, g)
		}
	}
	return all
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
	ls, gaps := u.letters[:0], u.gaps[:0]
	defer func() { u.letters, u.gaps = ls, gaps }()
	k, narrow, wide := i, 1<<20, 0
	for k < len(s) {
		c, size := loneLetter(s, k)
		if c == 0 {
			break
		}
		ls = append(ls, letterAt{int32(k), c, uint8(size)})
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
		gaps = append(gaps, uint8(gap))
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
		if c := s[l.from()]; c >= 'a' && c <= 'z' || c >= utf8.RuneSelf {
			letters++
		}
	}
	end := ls[len(ls)-1].to()
	if letters*2 < len(ls) {
		// Digits in a row; they are not looked at again from the next one.
		u.copy(i, end)
		return end, true
	}
	var ends []int
	if wide > narrow {
		for n, g := range gaps {
			if int(g) > narrow {
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
