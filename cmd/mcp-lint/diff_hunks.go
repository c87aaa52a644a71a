package main

import (
	"unicode"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lock"
)

// hunk is a stretch in which two texts differ, in bytes of each; either side may be empty.
type hunk struct{ beforeStart, beforeEnd, afterStart, afterEnd int }

const (
	// maxTokens bounds the words of a text that hunks are looked for in, and maxCells the work for words that stand in it repeatedly.
	maxTokens, maxCells = 20_000, 1 << 20
	// maxSplits bounds how deep a text is split at words that stand in it once.
	maxSplits = 40
	// joinedBytes is how much that is the same between two hunks is too little to tell them apart.
	joinedBytes = 8
)

// hunksOf splits what differs of a text into what differs word by word. What has other words alone is one hunk.
func hunksOf(f *lock.FieldChange) []hunk {
	whole := []hunk{{f.BeforeStart, f.BeforeEnd, f.AfterStart, f.AfterEnd}}
	if !f.Had || !f.Has || !f.Text {
		return whole
	}
	before, after := tokensOf(f.Before[f.BeforeStart:f.BeforeEnd]), tokensOf(f.After[f.AfterStart:f.AfterEnd])
	if len(before) > maxTokens || len(after) > maxTokens {
		return whole
	}
	s := splitter{cells: maxCells}
	s.split(before, after, f.BeforeStart, f.AfterStart, 0)
	if len(s.hunks) < 2 {
		return whole
	}
	return s.hunks
}

func tokensOf(s string) []string {
	var out []string
	for start, i := 0, 0; i < len(s); start = i {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		for partOfWord(r) && i < len(s) {
			next, size := utf8.DecodeRuneInString(s[i:])
			if !partOfWord(next) {
				break
			}
			i += size
		}
		out = append(out, s[start:i])
	}
	return out
}

// partOfWord reports whether a character is part of a word; what nobody sees belongs to the word that it stands in. Scripts that put no
// blanks between words have none here.
func partOfWord(r rune) bool {
	switch {
	case r == utf8.RuneError || unicode.IsSpace(r):
		return false
	case r == '_' || text.Invisible(r):
		return true
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		return false
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N)
}

type splitter struct {
	hunks []hunk
	cells int
}

func (s *splitter) split(a, b []string, atA, atB, depth int) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		atA, atB = atA+len(a[0]), atB+len(b[0])
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 && len(b) == 0 {
		return
	}
	pairs := anchors(a, b)
	if len(pairs) == 0 && len(a)*len(b) <= s.cells {
		s.cells -= len(a) * len(b)
		pairs = common(a, b)
	}
	if len(pairs) == 0 || depth > maxSplits {
		s.add(hunk{atA, atA + length(a), atB, atB + length(b)})
		return
	}
	i, j := 0, 0
	for _, p := range append(pairs, [2]int{len(a), len(b)}) {
		s.split(a[i:p[0]], b[j:p[1]], atA, atB, depth+1)
		atA, atB = atA+length(a[i:min(p[0]+1, len(a))]), atB+length(b[j:min(p[1]+1, len(b))])
		i, j = p[0]+1, p[1]+1
	}
}

// add adds a hunk, or joins it to the one before when there is next to nothing between them.
func (s *splitter) add(h hunk) {
	if n := len(s.hunks); n > 0 && h.beforeStart-s.hunks[n-1].beforeEnd <= joinedBytes {
		s.hunks[n-1].beforeEnd, s.hunks[n-1].afterEnd = h.beforeEnd, h.afterEnd
		return
	}
	s.hunks = append(s.hunks, h)
}

func length(tokens []string) int {
	n := 0
	for _, t := range tokens {
		n += len(t)
	}
	return n
}

// anchors returns the indexes of tokens that stand once in each text, as many as are in the same order in both.
func anchors(a, b []string) [][2]int {
	once := func(tokens []string) map[string]int {
		at := make(map[string]int, len(tokens))
		for i, t := range tokens {
			if _, again := at[t]; again {
				i = -1
			}
			at[t] = i
		}
		return at
	}
	inA, inB := once(a), once(b)
	// Patience: the ends of the longest rising sequences of each length, and what stands before each.
	type card struct{ i, j, before int }
	var cards []card
	var tops []int
	for i, t := range a {
		j, there := inB[t]
		if inA[t] != i || !there || j < 0 {
			continue
		}
		low, high := 0, len(tops)
		for low < high {
			if mid := (low + high) / 2; cards[tops[mid]].j < j {
				low = mid + 1
			} else {
				high = mid
			}
		}
		c := card{i, j, -1}
		if low > 0 {
			c.before = tops[low-1]
		}
		cards = append(cards, c)
		tops = append(tops[:low], append([]int{len(cards) - 1}, tops[min(low+1, len(tops)):]...)...)
	}
	if len(tops) == 0 {
		return nil
	}
	out := make([][2]int, len(tops))
	for k, at := len(tops)-1, tops[len(tops)-1]; k >= 0; k-- {
		out[k] = [2]int{cards[at].i, cards[at].j}
		at = cards[at].before
	}
	return out
}

// common returns the indexes of a longest common sequence of tokens, in the product of both lengths.
func common(a, b []string) [][2]int {
	width := len(b) + 1
	longest := make([]int32, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				longest[i*width+j] = longest[(i+1)*width+j+1] + 1
			} else {
				longest[i*width+j] = max(longest[(i+1)*width+j], longest[i*width+j+1])
			}
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			out = append(out, [2]int{i, j})
			i, j = i+1, j+1
		case longest[(i+1)*width+j] >= longest[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return out
}
