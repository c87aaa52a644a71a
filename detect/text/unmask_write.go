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

// disguise writes the plain text, or returns nil when nothing is to be replaced.
func (u *unmasker) disguise() *Disguise {
	if len(u.edits) == 0 {
		return nil
	}
	g := &Disguise{Strong: u.strong, rawLen: len(u.d.Raw)}
	var out []byte
	if s := u.d.Folded; len(s) <= longText {
		n := len(s) + len(s)/8
		out, g.start, g.end = make([]byte, 0, n), make([]int32, 0, n), make([]int32, 0, n)
	}
	put := func(c byte, from, to int) {
		out, g.start, g.end = append(out, c), append(g.start, int32(u.d.rawStart(from))), append(g.end, int32(u.d.rawEnd(to)))
	}
	copied := func(from, to int) {
		for _, r := range u.kept(from, to) {
			if r.Start > from && len(out) > 0 {
				put('\n', r.Start-1, r.Start)
				put('\n', r.Start-1, r.Start)
			}
			out = append(out, u.d.Folded[r.Start:r.End]...)
			for k := r.Start; k < r.End; k++ {
				g.start, g.end = append(g.start, int32(u.d.rawStart(k))), append(g.end, int32(u.d.rawEnd(k+1)))
			}
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
	copied(at, len(u.d.Folded))
	g.Doc = NewDoc(string(out))
	g.Changed = make([]bool, len(g.Doc.Words))
	k := 0
	for i := range g.Doc.Words {
		w := &g.Doc.Words[i]
		for k < len(changed) && changed[k].End <= w.Start() {
			k++
		}
		g.Changed[i] = k < len(changed) && changed[k].Start < w.End()
	}
	return g
}

// kept returns what is kept of folded bytes [from, to) between two edits, or an edit and an end of the text.
func (u *unmasker) kept(from, to int) []Range {
	s := u.d.Folded
	if len(s) <= longText || to-from <= 2*beside {
		return []Range{{from, to}}
	}
	var kept []Range
	if from > 0 {
		kept = append(kept, Range{from, wordEdge(s, from+beside, 1)})
	}
	if to < len(s) {
		kept = append(kept, Range{wordEdge(s, to-beside, -1), to})
	}
	return kept
}

// wordEdge returns where a word ends from byte i of s on, in that direction, or where a character does.
func wordEdge(s string, i, step int) int {
	for n := 0; n < widestWord && i > 0 && i < len(s) && s[i] != ' ' && s[i] != '\n'; n++ {
		i += step
	}
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i += step
	}
	return min(max(i, 0), len(s))
}

// reversed returns the text with every sentence of a line turned round, or nil. Wordwise, each word is turned round and the words keep their
// order. Of a long text, the stretches are turned in which a word of the vocabulary is written backwards: a few such words stand in any
// nonsense, and to read all of it twice more would be most of the work.
func reversed(d *Doc, v *Vocabulary, wordwise bool) *Disguise {
	u := &unmasker{d: d, v: v, strong: true}
	parts := []Range{{0, len(d.Folded)}}
	if len(d.Folded) > longText {
		parts = v.backwardParts(d.Folded)
	}
	for _, part := range parts {
		s := d.Folded[:part.End]
		for i := part.Start; i < part.End; {
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
	}
	return u.disguise()
}

// backwardParts returns what is near to the words of a folded text that are written backwards.
func (v *Vocabulary) backwardParts(s string) []Range {
	var parts []Range
	for i := 0; i < len(s); i++ {
		from := i
		for i < len(s) && s[i] >= 'a' && s[i] <= 'z' {
			i++
		}
		if i == from || !v.backwards(s[from:i]) {
			continue
		}
		start, end := wordEdge(s, max(from-beside, 0), -1), wordEdge(s, min(i+beside, len(s)), 1)
		if n := len(parts); n > 0 && start <= parts[n-1].End {
			parts[n-1].End = max(end, parts[n-1].End)
		} else {
			parts = append(parts, Range{start, end})
		}
	}
	return parts
}

// turn writes folded bytes [i, j) from the end.
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
