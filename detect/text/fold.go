package text

import (
	"slices"
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
	switch {
	case d.offsets.start == nil:
		return start, end
	case start == len(d.Folded):
		return len(d.Raw), len(d.Raw)
	case start == end:
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

// census is the result of the first look at the bytes of a folded text.
type census struct {
	// seen are the classes of its bytes, with classUpper if it may differ from Raw.
	seen byteClass
	// runs is the number of runs of letters, digits and underscores: about the number of words.
	runs int
}

func censusOf(s string) (c census) {
	var last byteClass
	for i := range len(s) {
		class := byteClasses[s[i]]
		c.seen |= class
		c.runs += int(class &^ last & classRun / classRun)
		last = class
	}
	return c
}

// fold builds the folded view.
func (d *Doc) fold() census {
	c := censusOf(d.Raw)
	if c.seen&classForeign == 0 {
		d.Folded = d.Raw
		if c.seen&classUpper != 0 {
			d.Folded = strings.ToLower(d.Raw)
		}
		return c
	}
	if d.room == nil {
		d.room = &folder{}
	}
	f := d.room
	f.out, f.start, f.end = slices.Grow(f.out[:0], len(d.Raw)), slices.Grow(f.start[:0], len(d.Raw)), slices.Grow(f.end[:0], len(d.Raw))
	f.latin, f.other = 0, 0
	if utf8.ValidString(d.Raw) {
		f.stretches(d.Raw)
	} else {
		// The normaliser handles invalid UTF-8 as a whole, since it looks beyond broken characters.
		f.normalise(d.Raw, 0)
	}
	f.lookalikes()
	d.Folded, d.offsets = string(f.out), offsets{f.start, f.end}
	c = censusOf(d.Folded)
	c.seen |= classUpper
	return c
}

// folder folds a text that is not plain ASCII.
type folder struct {
	out          []byte
	start, end   []int32
	latin, other int
	iter         norm.Iter
}

// stretches folds a text: ASCII and settled letters directly, since normalisation does not change them, and the rest by the normaliser,
// together with the character before it, which may have accents.
func (f *folder) stretches(s string) {
	// before is the start of the character before byte i, and the state when it was reached.
	var before struct{ at, out, latin, other int }
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		if r < utf8.RuneSelf || settled(r) {
			before.at, before.out, before.latin, before.other = i, len(f.out), f.latin, f.other
			f.plain(r, i, i+size)
			i += size
			continue
		}
		if before.at < i {
			f.out, f.start, f.end = f.out[:before.out], f.start[:before.out], f.end[:before.out]
			f.latin, f.other = before.latin, before.other
		}
		for i += size; i < len(s) && s[i] >= utf8.RuneSelf; i += size {
			if r, size = utf8.DecodeRuneInString(s[i:]); settled(r) {
				break
			}
		}
		f.normalise(s[before.at:i], before.at)
		before.at, before.out, before.latin, before.other = i, len(f.out), f.latin, f.other
	}
}

// plain folds a character of ASCII or a settled letter at bytes [from, to) of the original.
func (f *folder) plain(r rune, from, to int) {
	switch {
	case r >= utf8.RuneSelf:
		f.other++
		f.put(r, from, to)
		return
	case r >= 'a' && r <= 'z':
		f.latin++
	case r >= 'A' && r <= 'Z':
		f.latin++
		r += 'a' - 'A'
	case r >= ' ' && r < 0x7F, r >= '\t' && r <= '\r':
	default:
		// Other controls are invisible.
		return
	}
	f.out, f.start, f.end = append(f.out, byte(r)), append(f.start, int32(from)), append(f.end, int32(to))
}

// normalise folds s, which starts at byte at of the original.
func (f *folder) normalise(s string, at int) {
	f.iter.InitString(norm.NFKC, s)
	for !f.iter.Done() {
		from := f.iter.Pos()
		seg := f.iter.Next()
		f.segment(seg, at+from, at+f.iter.Pos())
	}
}

func (f *folder) put(r rune, from, to int) {
	n := len(f.out)
	f.out = utf8.AppendRune(f.out, r)
	for range len(f.out) - n {
		f.start, f.end = append(f.start, int32(from)), append(f.end, int32(to))
	}
}

// segment folds one normalisation segment from bytes [from, to) of the original.
func (f *folder) segment(seg []byte, from, to int) {
	latin, foreign := false, false
	for len(seg) > 0 {
		r, size := utf8.DecodeRune(seg)
		seg = seg[size:]
		switch {
		case settled(r):
			latin, foreign = false, true
			f.other++
			f.put(r, from, to)
		case r == '\n' || r == '\t' || r == '\r' || r == '\v' || r == '\f':
			f.put(r, from, to)
		case r == 0x2028 || r == 0x2029 || r == 0x85:
			f.put('\n', from, to)
		case unicode.Is(unicode.Zs, r):
			f.put(' ', from, to)
		case Invisible(r), f.splits(r):
		case (latin || !foreign) && r >= 0x0300 && r <= 0x036F, r >= 0x0334 && r <= 0x0338, r == 0x20D2, r == 0x20D3, r == 0x20E5, r == 0x20E6:
			// Remaining accents on Latin letters, and strokes through letters of any script.
		default:
			r = f.letter(r)
			latin = r < utf8.RuneSelf && r >= 'a'
			foreign = r >= utf8.RuneSelf
			f.put(r, from, to)
		}
	}
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

// settled reports whether r is a common letter of another script that folding does not change: ideographs, kana, hangul syllables, small
// Cyrillic letters. It is only a shortcut past the tables.
func settled(r rune) bool {
	switch {
	case r < 0x0430:
		return false
	case r <= 0x044F:
		return true
	case r < 0x3041:
		return false
	case r <= 0x3096, r >= 0x30A1 && r <= 0x30FA, r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7A3:
		return true
	}
	return false
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
			p, alike := rune(0), false
			if replace {
				p, alike = latinLike(r)
			}
			if alike {
				f.out, f.start, f.end = append(f.out, byte(p)), append(f.start, start[i]), append(f.end, end[i])
			} else {
				f.out = append(f.out, out[i:i+size]...)
				f.start, f.end = append(f.start, start[i:i+size]...), append(f.end, end[i:i+size]...)
			}
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
		case c >= utf8.RuneSelf && (settled(c) || unicode.IsLetter(c) || unicode.IsMark(c)):
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
