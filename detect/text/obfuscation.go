package text

import "strings"

// leet maps digits and signs to the letters they stand for in leet spelling.
var leet = [256]byte{
	'0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g', '@': 'a', '$': 's', '!': 'i', '|': 'l',
}

// unleet returns the stem of a word with its leet signs read as letters, or "" for words without them. "1" is read as
// "i", the commoner reading; words need at least two letters and no more signs than letters, so that versions and sizes
// (v2, 10mb, utf8) stay what they are or become no word of any rule.
func unleet(w string) string {
	signs, letters := 0, 0
	for i := range len(w) {
		switch c := w[i]; {
		case c >= 'a' && c <= 'z':
			letters++
		case leet[c] != 0:
			signs++
		default:
			return ""
		}
	}
	if signs == 0 || letters < 2 || signs > letters {
		return ""
	}
	out := []byte(w)
	for i, c := range out {
		if l := leet[c]; l != 0 {
			out[i] = l
		}
	}
	return Stem(string(out))
}

// joinLetters joins letters written apart ("i g n o r e", "i-g-n-o-r-e", "i.g.n.o.r.e") into words. A run needs four
// single letters with the same separator; a wider separator ends the word.
func (d *Doc) joinLetters() {
	// shortest keeps lists of variables (a, b, c) as they are: they are separated by commas, and short.
	const shortest = 4
	words := d.Words
	out := words[:0]
	for i := 0; i < len(words); {
		j := i + 1
		if single(words[i]) && i+1 < len(words) {
			sep := d.between(words[i], words[i+1])
			if separator(sep) {
				for j < len(words) && single(words[j]) && d.between(words[j-1], words[j]) == sep {
					j++
				}
			}
		}
		if j-i < shortest {
			out = append(out, words[i])
			i++
			continue
		}
		var b strings.Builder
		for _, w := range words[i:j] {
			b.WriteString(w.Fold)
		}
		w := words[i]
		w.end, w.Fold = words[j-1].end, b.String()
		w.Shout = false
		out = append(out, w)
		i = j
	}
	d.Words = out
}

func single(w Word) bool { return w.Kind == KindWord && len(w.Fold) == 1 && w.Fold[0] >= 'a' }

func (d *Doc) between(a, b Word) string {
	if b.Start() < a.End() {
		return ""
	}
	return d.Raw[a.End():b.Start()]
}

func separator(s string) bool {
	switch s {
	case " ", "-", ".", "_", "*", "\u00A0", "|", "\u200B", "\u2009":
		return true
	}
	return false
}
