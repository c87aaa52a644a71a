package text

import (
	"strings"
	"unicode/utf8"
)

const (
	// longText is the length from which a text is longer than any that people write for a model, in bytes. Of its disguised readings no more is
	// kept than what is near to something disguised.
	longText = 64 << 10
	// beside is how much is kept on both sides of it, in bytes: more than a long sentence.
	beside = 1024
	// widestWord is how far the end of a word is looked for, in bytes.
	widestWord = 128
)

// parts are parts of a text in rising order, apart. Where they are read as one text there are two ends of lines between each two.
type parts []Range

// keep adds what is beside bytes [from, to) of s, which lie behind those that were added before.
func (l parts) keep(s string, from, to int) parts {
	start, end := cutBefore(s, from-beside), cutBehind(s, to+beside)
	if n := len(l); n > 0 && start <= l[n-1].End {
		l[n-1].End = max(end, l[n-1].End)
		return l
	}
	return append(l, Range{start, end})
}

// size is how many bytes the parts have, with the ends of lines.
func (l parts) size() int {
	n := 0
	for _, r := range l {
		n += r.End - r.Start + 2
	}
	return n
}

// backwardParts returns what is near to the words of a folded text that are written backwards.
func (v *Vocabulary) backwardParts(s string) parts {
	var all parts
	for i := 0; i < len(s); i++ {
		from := i
		for i < len(s) && s[i] >= 'a' && s[i] <= 'z' {
			i++
		}
		if i > from && v.backwards(s[from:i]) {
			all = all.keep(s, from, i)
		}
	}
	return all
}

// trim leaves out what is far from all that was changed.
func (u *unmasker) trim() {
	out := string(u.out)
	var all parts
	for _, c := range u.changed {
		all = all.keep(out, c.Start, c.End)
	}
	size := all.size()
	if size > len(out)-len(out)/8 {
		return
	}
	t := unmasker{out: make([]byte, 0, size), start: make([]int32, 0, size), end: make([]int32, 0, size)}
	k := 0
	for n, r := range all {
		for range 2 * min(n, 1) {
			t.out, t.start, t.end = append(t.out, '\n'), append(t.start, u.start[r.Start]), append(t.end, u.start[r.Start])
		}
		by := len(t.out) - r.Start
		t.out, t.start, t.end = append(t.out, out[r.Start:r.End]...), append(t.start, u.start[r.Start:r.End]...), append(t.end, u.end[r.Start:r.End]...)
		for ; k < len(u.changed) && u.changed[k].Start < r.End; k++ {
			u.changed[k] = Range{u.changed[k].Start + by, u.changed[k].End + by}
		}
	}
	u.out, u.start, u.end = t.out, t.start, t.end
}

// cutBefore returns where a word begins at byte i of s or before it, or a character.
func cutBefore(s string, i int) int {
	if i <= 0 {
		return 0
	}
	from := max(0, i-widestWord)
	if n := strings.LastIndexAny(s[from:i], " \n"); n >= 0 {
		return from + n + 1
	}
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// cutBehind returns where a word ends at byte i of s or behind it, or a character.
func cutBehind(s string, i int) int {
	if i >= len(s) {
		return len(s)
	}
	if n := strings.IndexAny(s[i:min(len(s), i+widestWord)], " \n"); n >= 0 {
		return i + n
	}
	for i < len(s) && !utf8.RuneStart(s[i]) {
		i++
	}
	return i
}
