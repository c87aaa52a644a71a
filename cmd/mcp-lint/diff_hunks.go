package main

import (
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/org/mcp-lint/internal/word"
	"github.com/org/mcp-lint/lock"
)

// hunk is a stretch in which two texts differ, in bytes of each; either side may be empty.
type hunk struct{ was, now span }

type span struct{ start, end int }

func (s span) of(text string) string { return text[s.start:s.end] }

const (
	// maxTokens bounds the words of two texts that hunks are looked for in: the work may grow with its square.
	maxTokens = 16_000
	// joinedBytes is how much that is the same between two hunks is too little to show them apart.
	joinedBytes = 8
)

// hunksOf splits what differs of a text into what differs word by word. What has other words alone is one hunk.
func hunksOf(f *lock.FieldChange) []hunk {
	whole := []hunk{{span{f.BeforeStart, f.BeforeEnd}, span{f.AfterStart, f.AfterEnd}}}
	before, after := tokensOf(f.Before[f.BeforeStart:f.BeforeEnd]), tokensOf(f.After[f.AfterStart:f.AfterEnd])
	if !f.Had || !f.Has || !f.Text || len(before)+len(after) > maxTokens {
		return whole
	}
	// The library compares characters: each word is one, the index of the word.
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
	// No clock has a say in what is shown.
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
		// Next to nothing between two of them is not worth showing them apart.
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

// tokensOf splits a text into words and what stands between them, character by character.
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
