package text

import "unicode/utf8"

func (u *unmasker) put(c byte, from, to int) {
	a, b := from, to
	if u.d.offsets.start != nil {
		a, b = u.d.RawSpan(from, to)
	}
	u.out, u.start, u.end = append(u.out, c), append(u.start, int32(a)), append(u.end, int32(b))
}

// begin writes what copy left out, before the first byte that differs.
func (u *unmasker) begin() {
	if u.begun {
		return
	}
	// More than the text is written where words run together: a space between two.
	u.room(len(u.d.Folded) + len(u.d.Folded)/8)
	u.copy(0, u.upTo)
}

// room makes room for n bytes, from which on everything is written.
func (u *unmasker) room(n int) {
	u.begun = true
	u.out, u.start, u.end = make([]byte, 0, n), make([]int32, 0, n), make([]int32, 0, n)
}

// copy writes folded bytes [i, j) as they are. What is copied before begin follows what was copied before it.
func (u *unmasker) copy(i, j int) {
	if !u.begun {
		u.upTo = j
		return
	}
	for k := i; k < j; {
		if c := u.d.Folded[k]; c < utf8.RuneSelf {
			u.put(c, k, k+1)
			k++
			continue
		}
		_, size := utf8.DecodeRuneInString(u.d.Folded[k:])
		for b := range size {
			u.put(u.d.Folded[k+b], k, k+size)
		}
		k += size
	}
}

// letterAt is a letter of the plain text with the folded bytes it came from: size bytes from byte at on. A text may consist of nothing else.
type letterAt struct {
	at      int32
	c, size uint8
}

func (l letterAt) from() int { return int(l.at) }
func (l letterAt) to() int   { return int(l.at) + int(l.size) }

// word writes the letters as words that end at the given places, with spaces between.
func (u *unmasker) words(ls []letterAt, ends []int) {
	u.begin()
	from := 0
	for k, end := range ends {
		if k > 0 {
			u.put(' ', ls[from].from(), ls[from].from()+1)
		}
		at := len(u.out)
		for _, l := range ls[from:end] {
			u.put(l.c, l.from(), l.to())
		}
		u.changed = append(u.changed, Range{at, len(u.out)})
		from = end
	}
}

// whole writes a word in place of folded bytes [i, j).
func (u *unmasker) whole(w string, i, j int) {
	u.begin()
	at := len(u.out)
	for k := range len(w) {
		u.put(w[k], i, j)
	}
	u.changed = append(u.changed, Range{at, len(u.out)})
}

func (u *unmasker) result() *Disguise {
	if len(u.changed) == 0 {
		return nil
	}
	if len(u.out) > longText {
		u.trim()
	}
	g := &Disguise{Doc: NewDoc(string(u.out)), start: u.start, end: u.end, rawLen: len(u.d.Raw), Strong: u.strong > 0, Identifier: u.strong == 0 && u.idents > 0 && !u.typos}
	g.mark(u.changed)
	return g
}

// mark sets Changed from spans of the plain text in rising order.
func (g *Disguise) mark(spans []Range) {
	g.Changed = make([]bool, len(g.Doc.Words))
	k := 0
	for i, w := range g.Doc.Words {
		for k < len(spans) && spans[k].End <= w.Start() {
			k++
		}
		g.Changed[i] = k < len(spans) && spans[k].Start < w.End()
	}
}
