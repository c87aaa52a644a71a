package check

import (
	"slices"
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
	// known marks the hashes of the heads, lists holds one more than the index in entries for each.
	known [1 << (headBits + 2 - 6)]uint64
	lists [1 << headBits]uint16
	// entries are the numbers of the entries, longer words first.
	entries [][]uint16
}

// build makes the table. Entries whose heads meet in one place share a list: the words are compared in any case.
func (t *headTable) build(entries []entry) {
	for i := range entries {
		w := entries[i].word
		h := headHash(w, min(len(w), headBytes))
		t.known[h>>6] |= 1 << (h & 63)
		place := h >> 2
		if t.lists[place] == 0 {
			t.entries = append(t.entries, nil)
			t.lists[place] = uint16(len(t.entries))
		}
		list := &t.entries[t.lists[place]-1]
		*list = append(*list, uint16(i))
	}
	for _, list := range t.entries {
		slices.SortStableFunc(list, func(a, b uint16) int { return len(entries[b].word) - len(entries[a].word) })
	}
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
		if c := s[i]; c < utf8.RuneSelf {
			word := c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c >= 'A' && c <= 'Z'
			if word && !inWord && i+1 < len(s) {
				found = d.at(s, i, false, found)
			}
			inWord = word
			i++
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
		list := d.heads.lists[h>>2]
		if list == 0 {
			continue
		}
		for _, k := range d.heads.entries[list-1] {
			e := &d.entries[k]
			if min(len(e.word), headBytes) != n || !beginsFlat(s[i:], e.word) || inWord && !e.loose && !joined(s, i) {
				continue
			}
			end := i + len(e.word)
			if !e.open && !e.loose && end < len(s) {
				if r, _ := utf8.DecodeRuneInString(s[end:]); (unicode.IsLetter(r) || unicode.IsMark(r)) && !suffixed(s, i, end) {
					continue
				}
			}
			found = append(found, mention{e.lang, e.class, i, end, e.shared || d.shared[asciiWord(s, i)]})
		}
	}
	return found
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
