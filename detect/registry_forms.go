package detect

import (
	"hash/maphash"
	"strings"
)

// formHashes are the hashes of the forms of a name. They are for sieves, in which it does no harm when they meet: that of the base has the
// key of the hash of the name, which it may be.
type formHashes struct {
	// skeletons has n hashes; names have as many skeletons at most.
	skeletons [3]uint64
	n         int
	base      uint64
}

// hash returns the hashes of a name's forms, and notes whether its base lacks words. Those of plain names are made without the forms.
func (f *nameForms) hash(key uint64, seed maphash.Seed) formHashes {
	h := formHashes{base: key}
	if !baseIsKey(f.name) {
		var base string
		base, f.variant = nameBase(f.words())
		h.base = maphash.String(seed, base)
	}
	if plainLooks(f.name) {
		h.skeletons[0], h.n = skeletonHash(f.name), 1
		return h
	}
	for _, s := range skeletons(f.name) {
		h.skeletons[h.n] = fnvAdd(fnvOffset, s)
		h.n++
	}
	return h
}

// hasWord reports whether NameWords finds words in a name.
func hasWord(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 0x80:
			return len(NameWords(name)) > 0
		case asciiAlnum(c):
			return true
		}
	}
	return false
}

// baseIsKey reports whether nameBase of a name's words is its key and no word was left out, as far as that is plain: neither the first
// nor the last word is one that it cuts. It is false for other names.
func baseIsKey(name string) bool {
	from, to := 0, len(name)
	for from < to && !asciiAlnum(name[from]) {
		if name[from] >= 0x80 {
			return false
		}
		from++
	}
	for to > from && !asciiAlnum(name[to-1]) {
		if name[to-1] >= 0x80 {
			return false
		}
		to--
	}
	if from == to {
		return false
	}
	first, last := to, from
	for i := from; i < to; i++ {
		c := name[i]
		if c >= 0x80 || c >= 'A' && c <= 'Z' {
			// The words of camel case are left to NameWords.
			return false
		}
		if !asciiAlnum(c) {
			first, last = min(first, i), i+1
		}
	}
	c := name[to-1]
	return !(c >= '2' && c <= '9') && !variantWord(name[from:first]) && !variantWord(name[last:to])
}

// plainLooks reports whether a name of ASCII has one skeleton: see skeletons.
func plainLooks(name string) bool {
	for i := range len(name) {
		c := name[i]
		if c >= 0x80 {
			return false
		}
		if (c == 'I' || leet[c] != 0) && i > 0 && i+1 < len(name) && letter(name[i-1]) && (letter(name[i+1]) || name[i+1] == c) {
			return false
		}
	}
	return true
}

// skeletonHash is the hash of NameSkeleton of a name of ASCII.
func skeletonHash(name string) uint64 {
	forms := asciiSkeletons()
	h := fnvOffset
	for i := range len(name) {
		c := name[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		// What is no part of the key has no form.
		for form := forms[c]; form != ""; form = form[1:] {
			h = hashAdd(h, form[0])
		}
	}
	return h
}

// sameKey reports whether NameKey of both names is the same.
func sameKey(a, b string) bool {
	if a == b {
		return true
	}
	i, j := 0, 0
	for {
		for i < len(a) && a[i] < 0x80 && !asciiAlnum(a[i]) {
			i++
		}
		for j < len(b) && b[j] < 0x80 && !asciiAlnum(b[j]) {
			j++
		}
		switch {
		case i < len(a) && a[i] >= 0x80, j < len(b) && b[j] >= 0x80:
			return NameKey(a) == NameKey(b)
		case i == len(a) || j == len(b):
			return i == len(a) && j == len(b)
		case a[i] != b[j] && (a[i]|0x20 != b[j]|0x20 || !letter(a[i])):
			return false
		}
		i, j = i+1, j+1
	}
}

// nameWordsEach calls visit for the words of a name, as NameWords cuts it.
func nameWordsEach(name string, visit func(word string)) {
	if strings.IndexFunc(name, func(r rune) bool { return r >= 0x80 || r >= 'A' && r <= 'Z' }) >= 0 {
		for _, w := range NameWords(name) {
			visit(w)
		}
		return
	}
	start := -1
	for i := range len(name) {
		switch plain := asciiAlnum(name[i]); {
		case !plain && start >= 0:
			visit(name[start:i])
			start = -1
		case plain && start < 0:
			start = i
		}
	}
	if start >= 0 {
		visit(name[start:])
	}
}
