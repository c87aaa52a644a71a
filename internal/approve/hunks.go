package approve

import (
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff/lcs"

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
	was, now := offsets(f.BeforeStart, before), offsets(f.AfterStart, after)
	var out []hunk
	for _, d := range lcs.DiffLines(before, after) {
		h := hunk{span{was[d.Start], was[d.End]}, span{now[d.ReplStart], now[d.ReplEnd]}}
		// Merge hunks that are close to each other.
		if last := len(out) - 1; last >= 0 && h.was.start-out[last].was.end <= joinedBytes {
			out[last].was.end, out[last].now.end = h.was.end, h.now.end
		} else {
			out = append(out, h)
		}
	}
	if len(out) < 2 {
		return whole
	}
	return out
}

// offsets are where tokens begin in a text, and where the last one ends.
func offsets(at int, tokens []string) []int {
	out := []int{at}
	for _, t := range tokens {
		at += len(t)
		out = append(out, at)
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
