package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/unicode/norm"
)

// offsets maps bytes of the folded view to bytes of the original. It is nil if both are the same, as in ASCII.
type offsets struct{ start, end []int32 }

// RawSpan maps bytes [start, end) of Folded to bytes of Raw. Characters folded together map to the whole.
func (d *Doc) RawSpan(start, end int) (rawStart, rawEnd int) {
	start = min(max(start, 0), len(d.Folded))
	end = min(max(end, start), len(d.Folded))
	if start == len(d.Folded) {
		return len(d.Raw), len(d.Raw)
	}
	if start == end {
		return d.rawStart(start), d.rawStart(start)
	}
	return d.rawStart(start), d.rawEnd(end)
}

func (d *Doc) rawStart(i int) int {
	if d.offsets.start == nil {
		return i
	}
	return int(d.offsets.start[i])
}

func (d *Doc) rawEnd(j int) int {
	if d.offsets.start == nil {
		return j
	}
	return int(d.offsets.end[j-1])
}

// Fold returns s folded like Doc.Folded.
func Fold(s string) string {
	d := Doc{Raw: s}
	d.fold()
	return d.Folded
}

// fold builds the folded view.
func (d *Doc) fold() {
	if plain(d.Raw) {
		d.Folded = strings.ToLower(d.Raw)
		return
	}
	n := len(d.Raw)
	f := folder{out: make([]byte, 0, n), offsets: offsets{make([]int32, 0, n), make([]int32, 0, n)}}
	f.text(d.Raw)
	f.lookalikes()
	d.Folded, d.offsets = string(f.out), f.offsets
}

// plain reports whether s is ASCII without controls that folding removes.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || c < ' ' && c != '\n' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

// folder folds a text that is not plain ASCII.
type folder struct {
	out []byte
	offsets
	latin, other int
	iter         norm.Iter
}

// text folds s. ASCII goes past the normaliser, except for the character before a character outside of ASCII, which may be an accent, and
// in a text that is not valid UTF-8, as the normaliser looks beyond broken characters.
func (f *folder) text(s string) {
	if !utf8.ValidString(s) {
		f.normalise(s, 0)
		return
	}
	for i := 0; i < len(s); {
		j := i + 1
		if s[i] < utf8.RuneSelf && (j == len(s) || s[j] < utf8.RuneSelf) {
			f.add(rune(s[i]), false, i, j)
		} else {
			for j < len(s) && s[j] >= utf8.RuneSelf {
				j++
			}
			f.normalise(s[i:j], i)
		}
		i = j
	}
}

// normalise folds s, which starts at byte at of the original, by segments of normalisation.
func (f *folder) normalise(s string, at int) {
	f.iter.InitString(norm.NFKC, s)
	for !f.iter.Done() {
		from := at + f.iter.Pos()
		seg := f.iter.Next()
		foreign := false
		for len(seg) > 0 {
			r, size := utf8.DecodeRune(seg)
			seg = seg[size:]
			foreign = f.add(r, foreign, from, at+f.iter.Pos())
		}
	}
}

func (f *folder) put(r rune, from, to int) {
	n := len(f.out)
	f.out = utf8.AppendRune(f.out, r)
	for range len(f.out) - n {
		f.start, f.end = append(f.start, int32(from)), append(f.end, int32(to))
	}
}

// add folds one character from bytes [from, to) of the original. foreign says whether the one before it in its segment is outside of ASCII;
// add returns it for the next one.
func (f *folder) add(r rune, foreign bool, from, to int) bool {
	switch {
	case r >= ' ' && r < 0x7F, r >= '\t' && r <= '\r':
		f.put(f.letter(r), from, to)
		return foreign && r <= ' '
	case r == 0x2028 || r == 0x2029 || r == 0x85:
		f.put('\n', from, to)
	case unicode.Is(unicode.Zs, r):
		f.put(' ', from, to)
	case Invisible(r), f.splits(r):
	case !foreign && r >= 0x0300 && r <= 0x036F, r >= 0x0334 && r <= 0x0338, r == 0x20D2, r == 0x20D3, r == 0x20E5, r == 0x20E6:
		// Remaining accents on Latin letters, and strokes through letters of any script.
	default:
		r = f.letter(r)
		f.put(r, from, to)
		return r >= utf8.RuneSelf
	}
	return foreign
}

// splits reports whether r only splits the ASCII before it: a mark of another script, an enclosing circle, a placeholder for undecodable
// text, an Arabic filler.
func (f *folder) splits(r rune) bool {
	n := len(f.out)
	if n == 0 || f.out[n-1] <= ' ' || f.out[n-1] >= 0x7F {
		return false
	}
	return r == utf8.RuneError || r == 0xFFFC || r == 0x0640 || unicode.In(r, unicode.Mn, unicode.Me)
}

// letter folds case, quotation marks, dashes and the accents of Latin letters, and counts scripts.
func (f *folder) letter(r rune) rune {
	r = unicode.ToLower(r)
	if r < utf8.RuneSelf {
		if r >= 'a' && r <= 'z' {
			f.latin++
		}
		return r
	}
	if p, ok := plainPunct[r]; ok {
		return p
	}
	// The negative circled and squared capitals have no compatibility mapping (Enclosed Alphanumeric Supplement).
	if k := (r - 0x1F150) % 0x20; r >= 0x1F150 && r <= 0x1F189 && k < 26 && r != 0x1F17F {
		f.latin++
		return 'a' + k
	}
	if unicode.Is(unicode.Latin, r) {
		f.latin++
		if p, ok := smallCaps[r]; ok {
			return p
		}
		return bare(r)
	}
	if unicode.IsLetter(r) {
		f.other++
	}
	return r
}

// bare removes the accents from a letter.
func bare(r rune) rune {
	var buf [utf8.UTFMax]byte
	parts := norm.NFD.Properties(utf8.AppendRune(buf[:0], r)).Decomposition()
	if len(parts) == 0 {
		return r
	}
	base, _ := utf8.DecodeRune(parts)
	return base
}

// plainPunct maps typographic punctuation to ASCII (Unicode general punctuation).
var plainPunct = map[rune]rune{
	'\u2018': '\'', '\u2019': '\'', '\u201A': '\'', '\u201B': '\'', '\u02BC': '\'', '\u00B4': '\'', '\u2032': '\'',
	'\u201C': '"', '\u201D': '"', '\u201E': '"', '\u201F': '"', '\u2033': '"', '\u00AB': '"', '\u00BB': '"',
	'\u2039': '\'', '\u203A': '\'',
	'\u2010': '-', '\u2011': '-', '\u2012': '-', '\u2013': '-', '\u2014': '-', '\u2015': '-', '\u2212': '-',
	'\u00B7': '.', '\u2027': '.', '\u2022': '*', '\u25CF': '*', '\u25E6': '*', '\u2043': '-',
}

// smallCaps maps the Latin small capitals, which normalisation keeps (Phonetic Extensions, IPA, Latin Extended-D).
var smallCaps = map[rune]rune{
	'\u1D00': 'a', '\u0299': 'b', '\u1D04': 'c', '\u1D05': 'd', '\u1D07': 'e', '\uA730': 'f', '\u0262': 'g', '\u029C': 'h',
	'\u026A': 'i', '\u1D0A': 'j', '\u1D0B': 'k', '\u029F': 'l', '\u1D0D': 'm', '\u0274': 'n', '\u1D0F': 'o', '\u1D18': 'p',
	'\uA7AF': 'q', '\u0280': 'r', '\uA731': 's', '\u1D1B': 't', '\u1D1C': 'u', '\u1D20': 'v', '\u1D21': 'w', '\u028F': 'y',
	'\u1D22': 'z', '\u0131': 'i',
}

// lookalikes replaces letters that look Latin (UTS #39 confusables) in words with ASCII letters and, in mainly Latin text, in words of
// nothing but such letters. Words of other scripts do not change.
func (f *folder) lookalikes() {
	if f.other == 0 || f.latin == 0 {
		return
	}
	// Replacements are never longer, so it works in place.
	out, start, end := f.out, f.start, f.end
	f.out, f.start, f.end = out[:0], start[:0], end[:0]
	for i := 0; i < len(out); {
		to, replace := f.wordOf(out, i)
		for i < to {
			r, size := utf8.DecodeRune(out[i:])
			if replace {
				// All letters of the word outside of ASCII look Latin.
				if p, alike := latinLike(r); alike {
					r = p
				}
			}
			f.put(r, int(start[i]), int(end[i]))
			i += size
		}
	}
}

// wordOf returns the end of the letters and marks at i, or of another character, and whether to replace its look-alikes.
func (f *folder) wordOf(out []byte, i int) (end int, replace bool) {
	plain, foreign, alike := 0, 0, true
word:
	for end = i; end < len(out); {
		c, size := utf8.DecodeRune(out[end:])
		switch {
		case c >= 'a' && c <= 'z':
			plain++
		case c >= utf8.RuneSelf && (unicode.IsLetter(c) || unicode.IsMark(c)):
			foreign++
			if alike {
				_, alike = latinLike(c)
			}
		case end > i:
			break word
		default:
			return i + size, false
		}
		end += size
	}
	return end, foreign > 0 && alike && (plain > 0 || foreign > 1 && f.latin > 2*f.other)
}

// usedAlike are small Greek and Cyrillic letters used for Latin ones, which Unicode's table maps to others: their capitals look Latin, or
// they do in some fonts.
var usedAlike = map[rune]rune{
	'β': 'b', 'ε': 'e', 'η': 'n', 'κ': 'k', 'τ': 't', 'υ': 'u', 'χ': 'x', 'ω': 'w',
	'в': 'b', 'к': 'k', 'м': 'm', 'н': 'h', 'т': 't',
}

// latinLike returns the ASCII letter that r looks like. It is only called for letters outside ASCII: the table also maps ASCII letters to
// one another.
func latinLike(r rune) (rune, bool) {
	if r < utf8.RuneSelf {
		return 0, false
	}
	if p, ok := usedAlike[r]; ok {
		return p, true
	}
	s := confusable.GetReplacement(r)
	if len(s) != 1 {
		return 0, false
	}
	c := unicode.ToLower(rune(s[0]))
	return c, c >= 'a' && c <= 'z'
}
