package text

import (
	"unicode"
	"unicode/utf8"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/unicode/norm"
)

// offsets maps bytes of the folded view to bytes of the original. It is nil when both are the same, as in ASCII.
type offsets struct{ start, end []int32 }

// RawSpan maps bytes [start, end) of Folded to bytes of Raw. A folded character that came from several, or several that
// came from one, map to the whole.
func (d *Doc) RawSpan(start, end int) (rawStart, rawEnd int) {
	start = min(max(start, 0), len(d.Folded))
	end = min(max(end, start), len(d.Folded))
	if d.offsets.start == nil || start == end && start == len(d.Folded) {
		if d.offsets.start != nil {
			return len(d.Raw), len(d.Raw)
		}
		return start, end
	}
	if start == end {
		return int(d.offsets.start[start]), int(d.offsets.start[start])
	}
	return int(d.offsets.start[start]), int(d.offsets.end[end-1])
}

// Fold returns s as Doc.Folded would hold it. Rules fold their own words with it.
func Fold(s string) string {
	d := Doc{Raw: s}
	d.fold()
	return d.Folded
}

func (d *Doc) fold() {
	if ascii(d.Raw) {
		d.foldASCII()
		return
	}
	f := folder{out: make([]byte, 0, len(d.Raw))}
	var it norm.Iter
	it.InitString(norm.NFKC, d.Raw)
	for !it.Done() {
		from := it.Pos()
		seg := it.Next()
		f.segment(seg, from, it.Pos())
	}
	f.lookalikes()
	d.Folded = string(f.out)
	d.offsets = offsets{f.start, f.end}
	d.Latin, d.Other = f.latin, f.other
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] < ' ' && s[i] != '\n' && s[i] != '\t' && s[i] != '\r' {
			return false
		}
	}
	return true
}

func (d *Doc) foldASCII() {
	out := []byte(d.Raw)
	for i, c := range out {
		if c >= 'A' && c <= 'Z' {
			out[i] = c + 'a' - 'A'
			d.Latin++
		} else if c >= 'a' && c <= 'z' {
			d.Latin++
		}
	}
	d.Folded = string(out)
}

type folder struct {
	out          []byte
	start, end   []int32
	latin, other int
}

func (f *folder) put(r rune, from, to int) {
	n := len(f.out)
	f.out = utf8.AppendRune(f.out, r)
	for range len(f.out) - n {
		f.start, f.end = append(f.start, int32(from)), append(f.end, int32(to))
	}
}

// segment folds the characters of one normalisation segment, which came from bytes [from, to) of the original.
func (f *folder) segment(seg []byte, from, to int) {
	latin, foreign := false, false
	for len(seg) > 0 {
		r, size := utf8.DecodeRune(seg)
		seg = seg[size:]
		switch {
		case r == '\n' || r == '\t' || r == '\r' || r == '\v' || r == '\f':
			f.put(r, from, to)
		case r == 0x2028 || r == 0x2029 || r == 0x85:
			f.put('\n', from, to)
		case unicode.Is(unicode.Zs, r):
			f.put(' ', from, to)
		case Invisible(r):
		case (latin || !foreign) && r >= 0x0300 && r <= 0x036F, r >= 0x0334 && r <= 0x0338, r == 0x20D2, r == 0x20D3, r == 0x20E5, r == 0x20E6:
			// Accents left over on Latin letters, and strokes through letters of any script.
		default:
			r = f.letter(r)
			latin = r < utf8.RuneSelf && r >= 'a'
			foreign = r >= utf8.RuneSelf
			f.put(r, from, to)
		}
	}
}

// letter folds case, quotation marks, dashes and the accents of Latin letters, and counts scripts.
func (f *folder) letter(r rune) rune {
	r = unicode.ToLower(r)
	if p, ok := plainPunct[r]; ok {
		return p
	}
	if p := enclosed(r); p != 0 {
		f.latin++
		return p
	}
	if r < utf8.RuneSelf {
		if r >= 'a' && r <= 'z' {
			f.latin++
		}
		return r
	}
	if unicode.Is(unicode.Latin, r) {
		f.latin++
		if p, ok := smallCaps[r]; ok {
			return p
		}
		base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
		return base
	}
	if unicode.IsLetter(r) {
		f.other++
	}
	return r
}

// enclosed returns the letter of the negative circled and squared Latin capitals, which have no compatibility mapping
// (Enclosed Alphanumeric Supplement), or 0.
func enclosed(r rune) rune {
	switch {
	case r >= 0x1F150 && r <= 0x1F169:
		return r - 0x1F150 + 'a'
	case r >= 0x1F170 && r <= 0x1F189 && r != 0x1F17F:
		return r - 0x1F170 + 'a'
	}
	return 0
}

// plainPunct holds typographic variants of punctuation with their ASCII form (Unicode general punctuation).
var plainPunct = map[rune]rune{
	'\u2018': '\'', '\u2019': '\'', '\u201A': '\'', '\u201B': '\'', '\u02BC': '\'', '\u00B4': '\'', '\u2032': '\'',
	'\u201C': '"', '\u201D': '"', '\u201E': '"', '\u201F': '"', '\u2033': '"', '\u00AB': '"', '\u00BB': '"',
	'\u2039': '\'', '\u203A': '\'',
	'\u2010': '-', '\u2011': '-', '\u2012': '-', '\u2013': '-', '\u2014': '-', '\u2015': '-', '\u2212': '-',
	'\u2022': '*', '\u25CF': '*', '\u25E6': '*', '\u2043': '-',
}

// smallCaps holds the Latin small capitals, which no normalisation form makes plain (Phonetic Extensions, IPA, Latin
// Extended-D).
var smallCaps = map[rune]rune{
	'\u1D00': 'a', '\u0299': 'b', '\u1D04': 'c', '\u1D05': 'd', '\u1D07': 'e', '\uA730': 'f', '\u0262': 'g', '\u029C': 'h',
	'\u026A': 'i', '\u1D0A': 'j', '\u1D0B': 'k', '\u029F': 'l', '\u1D0D': 'm', '\u0274': 'n', '\u1D0F': 'o', '\u1D18': 'p',
	'\uA7AF': 'q', '\u0280': 'r', '\uA731': 's', '\u1D1B': 't', '\u1D1C': 'u', '\u1D20': 'v', '\u1D21': 'w', '\u028F': 'y',
	'\u1D22': 'z', '\u0131': 'i',
}

// lookalikes replaces letters that look Latin (UTS #39 confusables) in words that also have ASCII letters, or, where the
// text is mainly Latin, in words whose every letter looks Latin. Words of other scripts stay as they are.
func (f *folder) lookalikes() {
	if f.other == 0 || f.latin == 0 {
		return
	}
	src, start, end := f.out, f.start, f.end
	f.out, f.start, f.end = make([]byte, 0, len(src)), make([]int32, 0, len(src)), make([]int32, 0, len(src))
	for i := 0; i < len(src); {
		j, plain, foreign, like := i, 0, 0, 0
		for j < len(src) {
			r, size := utf8.DecodeRune(src[j:])
			if r < utf8.RuneSelf {
				if r < 'a' || r > 'z' {
					break
				}
				plain++
			} else if unicode.IsLetter(r) || unicode.IsMark(r) {
				foreign++
				if _, ok := latinLike(r); ok {
					like++
				}
			} else {
				break
			}
			j += size
		}
		if j == i {
			_, size := utf8.DecodeRune(src[i:])
			f.copyBytes(src, start, end, i, i+size)
			i += size
			continue
		}
		replace := like > 0 && (plain > 0 && like == foreign || plain == 0 && like == foreign && foreign > 1 && f.latin > 2*f.other)
		for k := i; k < j; {
			r, size := utf8.DecodeRune(src[k:])
			if p, ok := latinLike(r); replace && ok {
				f.put(p, int(start[k]), int(end[k]))
			} else {
				f.copyBytes(src, start, end, k, k+size)
			}
			k += size
		}
		i = j
	}
}

func (f *folder) copyBytes(src []byte, start, end []int32, i, j int) {
	f.out = append(f.out, src[i:j]...)
	f.start = append(f.start, start[i:j]...)
	f.end = append(f.end, end[i:j]...)
}

// latinLike returns the ASCII letter that r looks like. Replacements are only asked for letters outside ASCII: the table
// also maps ASCII letters to one another.
func latinLike(r rune) (rune, bool) {
	if r < utf8.RuneSelf {
		return 0, false
	}
	s := confusable.GetReplacement(r)
	if len(s) != 1 {
		return 0, false
	}
	c := unicode.ToLower(rune(s[0]))
	return c, c >= 'a' && c <= 'z'
}
