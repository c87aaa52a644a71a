package check

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// headBytes is by how many of its first bytes a word is looked up; shorter words are looked up whole.
	headBytes = 4
	// headBits is the binary logarithm of the number of places of the table.
	headBits = 14
)

// headTable finds the entries that a text may hold at a place by its first bytes. Most words of a text are in no other language, and
// seeing that must cost next to nothing.
type headTable struct {
	// known marks the hashes of the heads, lists holds one more than the index of the first of the entries for each.
	known [1 << (headBits + 2 - 6)]uint64
	lists [1 << headBits]uint16
	// short marks the heads of fewer than headBytes, by three bytes as shortCode has them.
	short [1 << 10]uint32
}

// shortCode is what tells bytes apart in headTable.short: the small letters, what flat makes a blank of with all that is no letter of ASCII, and the
// bytes of wide characters.
var shortCode = func() (t [256]uint8) {
	const wide = 27
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z':
			t[c] = uint8(c) & 31
		case c >= 'A' && c <= 'Z':
			t[c] = wide + 1
		case c >= utf8.RuneSelf:
			t[c] = wide + uint8(c>>5&3)
		}
	}
	return t
}()

// build makes the table. Entries whose heads meet in one place stand together: the words are compared in any case.
func (t *headTable) build(entries []entry) {
	for i := range entries {
		w := entries[i].word
		n := min(len(w), headBytes)
		h := headHash(w, n)
		t.known[h>>6] |= 1 << (h & 63)
		if place := h >> 2; t.lists[place] == 0 {
			t.lists[place] = uint16(i + 1)
		}
		if n < headBytes {
			bits := ^uint32(0)
			if n > 2 {
				bits = 1 << shortCode[w[2]]
			}
			t.short[int(shortCode[w[0]])<<5|int(shortCode[w[1]])] |= bits
		}
	}
}

// placeOf is where the list of the entries of the word begins.
func placeOf(word string) uint32 { return headHash(word, min(len(word), headBytes)) >> 2 }

// maybe reports whether an entry may stand at byte i of s.
func (t *headTable) maybe(s string, i int) bool {
	if i+headBytes <= len(s) {
		if h := headHash(s[i:], headBytes); t.known[h>>6]>>(h&63)&1 != 0 {
			return true
		}
	}
	third := uint8(0)
	if i+2 < len(s) {
		third = shortCode[s[i+2]]
	}
	return t.short[int(shortCode[s[i]])<<5|int(shortCode[s[i+1]])]>>third&1 != 0
}

// headHash hashes the first n bytes of s as flat makes them.
func headHash(s string, n int) uint32 {
	h := uint32(n)
	for k := range n {
		h = h<<8 ^ h>>24 ^ uint32(flatByte[s[k]])
	}
	return h * 0x9E3779B1 >> (32 - headBits - 2)
}

// scan finds the words of all languages in s, in rising order of start; longer words first. Of the texts that flat tells apart only
// those of Arabic script must have been made flat.
func (d *languageData) scan(s string) []mention { return d.scanInto(nil, s) }

// scanInto is scan in the memory of found.
func (d *languageData) scanInto(found []mention, s string) []mention {
	inWord := false
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			if !wordByte(s[i]) {
				inWord = false
				i++
				continue
			}
			if !inWord && i+1 < len(s) && d.heads.maybe(s, i) {
				found = d.at(s, i, false, found)
			}
			for i++; i < len(s) && wordByte(s[i]); i++ {
			}
			inWord = true
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		word := unicode.IsLetter(r) || unicode.IsMark(r)
		if word && i+1 < len(s) && (!inWord || r >= 0x0590) {
			found = d.at(s, i, inWord, found)
		}
		inWord = word
		i += size
	}
	return found
}

// at adds the words at byte i.
func (d *languageData) at(s string, i int, inWord bool, found []mention) []mention {
	for n := min(headBytes, len(s)-i); n >= 2; n-- {
		h := headHash(s[i:], n)
		if d.heads.known[h>>6]>>(h&63)&1 == 0 {
			continue
		}
		first := int(d.heads.lists[h>>2])
		if first == 0 {
			continue
		}
		for k := first - 1; ; k++ {
			e := &d.entries[k]
			if min(len(e.word), headBytes) == n && e.at(s, i, inWord) {
				found = append(found, mention{int(e.lang), d.classes[e.class], i, i + len(e.word), e.shared || d.shared[asciiWord(s, i)]})
			}
			if e.last {
				break
			}
		}
	}
	return found
}

// at reports whether the word stands at byte i.
func (e *entry) at(s string, i int, inWord bool) bool {
	if !beginsFlat(s[i:], e.word) || inWord && !e.loose && !joined(s, i) {
		return false
	}
	end := i + len(e.word)
	if e.open || e.loose || end >= len(s) {
		return true
	}
	r, _ := utf8.DecodeRuneInString(s[end:])
	return !unicode.IsLetter(r) && !unicode.IsMark(r) || suffixed(s, i, end)
}

// beginsFlat reports whether s begins with the word once it is made flat.
func beginsFlat(s, word string) bool {
	if strings.HasPrefix(s, word) {
		return true
	}
	if len(s) < len(word) {
		return false
	}
	for k := range len(word) {
		if flatByte[s[k]] != word[k] {
			return false
		}
	}
	return true
}
