package approve

import (
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/org/mcp-lint/internal/word"
	"github.com/org/mcp-lint/lock"
)

// hunk is a differing part of two texts, in bytes of each; either side may be empty.
type hunk struct{ was, now span }

type span struct{ start, end int }

func (s span) of(text string) string { return text[s.start:s.end] }

const (
	// maxTokens is the maximum number of tokens to compare, because the time can be quadratic.
	maxTokens = 16_000
	// joinedBytes is the maximum length of equal text between two hunks that are shown as one.
	joinedBytes = 8
)

// hunksOf splits the difference of two texts by words. A difference that is not in a text is one hunk.
func hunksOf(f *lock.FieldChange) []hunk {
	whole := []hunk{{span{f.BeforeStart, f.BeforeEnd}, span{f.AfterStart, f.AfterEnd}}}
	before, after := tokensOf(f.Before[f.BeforeStart:f.BeforeEnd]), tokensOf(f.After[f.AfterStart:f.AfterEnd])
	if !f.Had || !f.Has || !f.Text || len(before)+len(after) > maxTokens {
		return whole
	}
	// The library compares characters, so map each token to a character.
	var words []string
	index := map[string]rune{}
	letters := func(tokens []string) []rune {
		out := make([]rune, len(tokens))
		for i, t := range tokens {
			if _, known := index[t]; !known {
				index[t] = rune(len(words))
				words = append(words, t)
			}
			out[i] = index[t]
		}
		return out
	}
	differ := diffmatchpatch.New()
	// The output must not depend on time.
	differ.DiffTimeout = 0
	var out []hunk
	atBefore, atAfter := f.BeforeStart, f.AfterStart
	for _, d := range differ.DiffMainRunes(letters(before), letters(after), false) {
		h := hunk{span{start: atBefore}, span{start: atAfter}}
		for _, letter := range d.Text {
			if d.Type != diffmatchpatch.DiffInsert {
				atBefore += len(words[letter])
			}
			if d.Type != diffmatchpatch.DiffDelete {
				atAfter += len(words[letter])
			}
		}
		if d.Type == diffmatchpatch.DiffEqual {
			continue
		}
		h.was.end, h.now.end = atBefore, atAfter
		// Merge hunks that are close to each other.
		if last := len(out) - 1; last >= 0 && h.was.start-out[last].was.end <= joinedBytes {
			out[last].was.end, out[last].now.end = atBefore, atAfter
		} else {
			out = append(out, h)
		}
	}
	if len(out) < 2 {
		return whole
	}
	return out
}

// tokensOf splits a text into words and the characters between them.
func tokensOf(s string) []string {
	var out []string
	for start, i := 0, 0; i < len(s); start = i {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		for word.Part(r) && i < len(s) {
			next, size := utf8.DecodeRuneInString(s[i:])
			if !word.Part(next) {
				break
			}
			i += size
		}
		out = append(out, s[start:i])
	}
	return out
}
