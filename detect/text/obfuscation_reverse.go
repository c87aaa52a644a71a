package text

import (
	"strings"
	"unicode/utf8"
)

// reversed returns the text with every line turned round, or nil. Wordwise, each word is turned round and the words keep their order. Of a
// long text, the stretches are turned in which a word of the vocabulary is written backwards, and the rest is left out: a few such words
// stand in any nonsense, and to read all of it twice more would be most of the work.
func reversed(d *Doc, v *Vocabulary, wordwise bool) *Disguise {
	u := &unmasker{d: d}
	if len(d.Folded) <= longText {
		u.turnLines(0, len(d.Folded), wordwise)
	} else {
		all := v.backwardParts(d.Folded)
		u.room(all.size())
		for k, r := range all {
			if k > 0 {
				u.put('\n', r.Start-1, r.Start)
				u.put('\n', r.Start-1, r.Start)
			}
			u.turnLines(r.Start, r.End, wordwise)
		}
	}
	if g := u.result(); g != nil {
		g.Strong = true
		return g
	}
	return nil
}

// turnLines turns the lines of folded bytes [i, end) round.
func (u *unmasker) turnLines(i, end int, wordwise bool) {
	s := u.d.Folded[:end]
	for i < len(s) {
		j := len(s)
		if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
			j = i + n
		}
		if wordwise {
			u.turnWords(i, j)
		} else {
			u.turnSentences(i, j)
		}
		if j < len(s) {
			u.copy(j, j+1)
		}
		i = j + 1
	}
}

// turn writes folded bytes [i, j) from the end.
func (u *unmasker) turn(i, j int) {
	u.begin()
	at := len(u.out)
	for k := j; k > i; {
		_, size := utf8.DecodeLastRuneInString(u.d.Folded[i:k])
		for b := range size {
			u.put(u.d.Folded[k-size+b], k-size, k)
		}
		k -= size
	}
	u.changed = append(u.changed, Range{at, len(u.out)})
}

// turnSentences turns each sentence of a line round and leaves the marks between them in place.
func (u *unmasker) turnSentences(i, j int) {
	for from := i; from < j; {
		k := from
		for k < j && !(strings.IndexByte(".!?", u.d.Folded[k]) >= 0 && (k+1 == j || u.d.Folded[k+1] == ' ')) {
			k++
		}
		u.turn(from, k)
		end := min(k+2, j)
		u.copy(k, end)
		from = end
	}
}

func (u *unmasker) turnWords(i, j int) {
	for i < j {
		if u.d.Folded[i] <= ' ' {
			u.copy(i, i+1)
			i++
			continue
		}
		k := i
		for k < j && u.d.Folded[k] > ' ' {
			k++
		}
		end := k
		for end > i+1 && strings.IndexByte(".,!?", u.d.Folded[end-1]) >= 0 {
			end--
		}
		u.turn(i, end)
		u.copy(end, k)
		i = k
	}
}
