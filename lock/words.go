package lock

import (
	"unicode"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
)

// maxWord bounds how far a span grows to the ends of the words it begins and ends in, in bytes on each side.
const maxWord = 64

// changedWords returns which bytes of two strings differ: what is left without their common beginning and end, grown to whole words.
// Either span may be empty, when words were only added or only taken away. It takes time in proportion to the strings.
func changedWords(before, after string) (beforeStart, beforeEnd, afterStart, afterEnd int) {
	head := commonPrefix(before, after)
	tail := commonSuffix(before[head:], after[head:])
	for head > 0 && (splits(before, head) || splits(after, head)) {
		head--
	}
	for tail > 0 && (splits(before, len(before)-tail) || splits(after, len(after)-tail)) {
		tail--
	}
	// The words that the change begins and ends in, as they were or are.
	if wordAt(before[head:]) || wordAt(after[head:]) {
		head -= wordBefore(after[:head])
	}
	if wordUpTo(before[:len(before)-tail]) || wordUpTo(after[:len(after)-tail]) {
		tail -= wordAfter(after[len(after)-tail:])
	}
	beforeStart, beforeEnd = unspaced(before, head, len(before)-tail)
	afterStart, afterEnd = unspaced(after, head, len(after)-tail)
	return beforeStart, beforeEnd, afterStart, afterEnd
}

func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

func commonSuffix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[len(a)-1-i] != b[len(b)-1-i] {
			return i
		}
	}
	return n
}

// splits reports whether byte i is inside of a character.
func splits(s string, i int) bool { return i < len(s) && !utf8.RuneStart(s[i]) }

// unspaced returns a span without the blank at either end, when there is more in it.
func unspaced(s string, start, end int) (int, int) {
	if end-start > 1 && s[start] == ' ' && s[start+1] != ' ' {
		start++
	}
	if end-start > 1 && s[end-1] == ' ' && s[end-2] != ' ' {
		end--
	}
	return start, end
}

// wordAt and wordUpTo report whether a string begins or ends inside of a word.
func wordAt(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && wordRune(r)
}

func wordUpTo(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return s != "" && wordRune(r)
}

// wordBefore returns how many bytes of a word a string ends with, and wordAfter how many it begins with.
func wordBefore(s string) int {
	n := 0
	for n < min(len(s), maxWord) {
		r, size := utf8.DecodeLastRuneInString(s[:len(s)-n])
		if !wordRune(r) {
			break
		}
		n += size
	}
	return n
}

func wordAfter(s string) int {
	n := 0
	for n < min(len(s), maxWord) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !wordRune(r) {
			break
		}
		n += size
	}
	return n
}

// wordRune reports whether a character is part of a word. What nobody sees belongs to the word it stands in. Scripts that put no
// blanks between words have no words here.
func wordRune(r rune) bool {
	switch {
	case r == utf8.RuneError || unicode.IsSpace(r):
		return false
	case r == '_', text.Invisible(r):
		return true
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		return false
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N)
}

// wordNear returns the word at byte i, else the next one, else the one before, else all of a short string, so that something can be
// shown where nothing stands any more.
func wordNear(s string, i int) (start, end int) {
	for at := i; at < min(len(s), i+maxWord); {
		if n := wordAfter(s[at:]); n > 0 {
			return at - wordBefore(s[:at]), at + n
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	for at := min(i, len(s)); at > max(0, i-maxWord); {
		if n := wordBefore(s[:at]); n > 0 {
			return at - n, at
		}
		_, size := utf8.DecodeLastRuneInString(s[:at])
		at -= size
	}
	if len(s) <= maxWord {
		return 0, len(s)
	}
	return i, i
}

// around returns what stands around byte i of a string, some words on either side, with an ellipsis where more follows.
func around(s string, i int) string {
	from, to := max(i-maxWord, 0), min(i+maxWord, len(s))
	for from > 0 && splits(s, from) {
		from--
	}
	for to < len(s) && splits(s, to) {
		to++
	}
	out := s[from:to]
	if from > 0 {
		out = "…" + out
	}
	if to < len(s) {
		out += "…"
	}
	return out
}
