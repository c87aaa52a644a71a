package text

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// disguise writes the plain text into g and doc, or returns nil if there are no edits.
func (u *unmasker) disguise(g *Disguise, doc *Doc) *Disguise {
	if len(u.edits) == 0 {
		return nil
	}
	s := u.d.Folded
	n := len(s) + len(s)/8
	out := slices.Grow(u.out[:0], n)
	*g = Disguise{Doc: doc, Strong: u.strong, Changed: g.Changed, rawLen: len(u.d.Raw), start: slices.Grow(g.start[:0], n), end: slices.Grow(g.end[:0], n)}
	put := func(c byte, from, to int) {
		out, g.start, g.end = append(out, c), append(g.start, int32(u.d.rawStart(from))), append(g.end, int32(u.d.rawEnd(to)))
	}
	copied := func(from, to int) {
		for k := from; k < to; k++ {
			put(s[k], k, k+1)
		}
	}
	changed := make([]Range, 0, len(u.edits))
	at := 0
	for _, e := range u.edits {
		copied(at, e.from)
		start := len(out)
		for k, c := range e.text {
			if e.at == nil {
				put(c, e.from, e.to)
			} else {
				put(c, int(e.at[k]), int(e.at[k])+1)
			}
		}
		changed = append(changed, Range{start, len(out)})
		at = e.to
	}
	copied(at, len(s))
	u.out = out
	doc.Reset(string(out))
	g.Changed = doc.wordsIn(g.Changed[:0], changed)
	return g
}

// wordsIn appends for each word whether it is in one of the ranges, which are in rising order.
func (d *Doc) wordsIn(in []bool, ranges []Range) []bool {
	for i := range d.Words {
		w := &d.Words[i]
		for len(ranges) > 0 && ranges[0].End <= w.Start() {
			ranges = ranges[1:]
		}
		in = append(in, len(ranges) > 0 && ranges[0].Start < w.End())
	}
	return in
}

// reversed returns the text with the sentences of each line reversed, or nil. With wordwise, each word is reversed and the order of words
// stays.
func reversed(d *Doc, wordwise bool) *Disguise {
	u := &unmasker{d: d, strong: true}
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
	return u.disguise(&Disguise{}, &Doc{})
}

// turn writes folded bytes [i, j) in reverse.
func (u *unmasker) turn(i, j int) {
	if i == j {
		return
	}
	e := edit{from: i, to: j, text: make([]byte, 0, j-i), at: make([]int32, 0, j-i)}
	for k := j; k > i; {
		_, size := utf8.DecodeLastRuneInString(u.d.Folded[i:k])
		k -= size
		for b := range size {
			e.text, e.at = append(e.text, u.d.Folded[k+b]), append(e.at, int32(k+b))
		}
	}
	u.edits = append(u.edits, e)
}
