package check

import (
	"cmp"
	"slices"

	"github.com/org/mcp-lint/detect"
)

// hashedWords is a set of words in the order of their hashes, by which two sets are compared.
type hashedWords struct {
	hashes []uint64
	words  []string
}

func newHashedWords(words []string) hashedWords {
	type hashed struct {
		hash uint64
		at   int
	}
	all := make([]hashed, len(words))
	for i, w := range words {
		all[i] = hashed{hashWord(w), i}
	}
	slices.SortFunc(all, func(a, b hashed) int {
		switch {
		case a.hash < b.hash:
			return -1
		case a.hash > b.hash:
			return 1
		case a.at == b.at:
			return 0
		}
		return cmp.Compare(words[a.at], words[b.at])
	})
	s := hashedWords{make([]uint64, 0, len(all)), make([]string, 0, len(all))}
	for _, h := range all {
		if n := len(s.words); n == 0 || s.words[n-1] != words[h.at] {
			s.hashes, s.words = append(s.hashes, h.hash), append(s.words, words[h.at])
		}
	}
	return s
}

// The constants of the hash FNV-1a.
const hashOffset, hashPrime uint64 = 14695981039346656037, 1099511628211

func hashWord(w string) uint64 {
	h := hashOffset
	for i := range len(w) {
		h = hashByte(h, w[i])
	}
	return h
}

func hashByte(h uint64, c byte) uint64 { return (h ^ uint64(c)) * hashPrime }

func (s *hashedWords) len() int { return len(s.words) }

// has reports whether the set holds the word.
func (s *hashedWords) has(w string) bool {
	h := hashWord(w)
	k, found := slices.BinarySearch(s.hashes, h)
	for ; found && k < len(s.hashes) && s.hashes[k] == h; k++ {
		if s.words[k] == w {
			return true
		}
	}
	return false
}

// common counts the words that two sets have in common.
func (s *hashedWords) common(o *hashedWords) int {
	a, b := s.hashes, o.hashes
	n := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			// Words of one hash are in their own order.
			switch c := cmp.Compare(s.words[i], o.words[j]); {
			case c < 0:
				i++
			case c > 0:
				j++
			default:
				n, i, j = n+1, i+1, j+1
			}
		}
	}
	return n
}

// leadKeys are the hashes of the keys of the first words of a description.
type leadKeys []uint64

// newLeadKeys returns those of the words that namesBrand reads.
func newLeadKeys(t detect.ToolView) leadKeys {
	i := t.FieldAt("/description")
	if i < 0 {
		return nil
	}
	doc := t.Doc(i)
	keys := make(leadKeys, 0, min(len(doc.Words), brandLead))
	for k := range min(len(doc.Words), brandLead) {
		keys = append(keys, hashWord(detect.NameKey(doc.Words[k].Fold)))
	}
	return keys
}

// has is not asked often enough for an order of the keys to be worth its while.
func (l leadKeys) has(hash uint64) bool { return slices.Contains(l, hash) }
