package text

import (
	"slices"
	"strings"
	"sync/atomic"
)

// lexeme is what a folded word tells by itself, wherever it stands.
type lexeme struct {
	// What is looked at whenever the word is met comes first, so that it lies together.

	// hash is hashOf(fold), tail the last eight bytes of what is longer than that.
	hash, tail uint64
	fold, stem string
	// traits are those of the word as it is folded.
	traits Traits
	marks  marks
	// kind is that of the word where it is written as it is folded.
	kind  Kind
	shape shape
	// action is set for compounds that actionCompound reports.
	action bool
	// again is set when the word was met again; see lexemeSet.add.
	again atomic.Bool
	// number is what the first Numberer that was asked makes of the word, with its mark in the upper half; zero until it was asked.
	number atomic.Uint64
	alt    string
	// readings is what the first Reader of each slot that was asked makes of the word.
	readings [slots]atomic.Pointer[reading]
	// verdict is what the first Vocabulary that was asked says of the word.
	verdict atomic.Pointer[verdict]
	// tags are what lexicons say of the word, added as they are asked.
	tags atomic.Pointer[[]lexiconTags]
}

// shape says what addWord makes of a word.
type shape uint8

const (
	// shapePlain is one word, shapeOpened one that stands for two: see contractions.
	shapePlain shape = iota
	shapeOpened
	// shapeApostrophe has an apostrophe, shapeCompound hyphens, dots or bars.
	shapeApostrophe
	shapeCompound
)

type lexiconTags struct {
	of   *Lexicon
	tags *WordTags
}

func newLexeme(w string) *lexeme {
	x := &lexeme{hash: hashOf(w), fold: w, stem: stem(w), alt: unleet(w), kind: classify(w, w)}
	if strings.HasPrefix(w, x.stem) {
		// As most stems are, so that both lie together.
		x.stem = w[:len(x.stem)]
	}
	x.marks, x.traits = marksOf(x.fold, x.stem), traitsOf(w)
	if x.alt != "" {
		x.traits |= TraitLeet
	}
	if n := len(w); n > toldByHash {
		x.tail = word64(w[n-8:])
	}
	switch {
	case contractions[w] != [2]string{}:
		x.shape = shapeOpened
	case strings.Contains(w, "'"):
		x.shape = shapeApostrophe
	case strings.ContainsAny(w, "-.|"):
		x.shape = shapeCompound
		x.action = strings.ContainsAny(w, "-.") && actionCompound(w)
	}
	return x
}

// toldByHash and toldByTail are the lengths up to which words of one length that have one hash, and one tail, are one word: see hashOf.
const toldByHash, toldByTail = 8, 16

// is reports whether the lexeme is that of the word, which has the hash. Short words are told apart without a look at their bytes, which
// lie elsewhere in memory.
func (x *lexeme) is(w string, hash uint64) bool {
	n := len(w)
	return x.hash == hash && len(x.fold) == n && (n <= toldByHash || x.tail == word64(w[n-8:]) && (n <= toldByTail || x.fold == w))
}

// hashOf mixes the bytes of a word that is not empty, eight at a time. Each step can be undone, so that two words of one length have two
// hashes when all of their bytes go into one step, and when they go into two and those of the second, the last eight bytes, are the same.
func hashOf(w string) uint64 {
	const odd = 0x9E3779B97F4A7C15
	n := len(w)
	h := uint64(n) * odd
	switch {
	case n >= 8:
		for i := 0; i < n-8; i += 8 {
			h = (h ^ word64(w[i:i+8])) * odd
			h ^= h >> 29
		}
		h ^= word64(w[n-8:])
	case n >= 4:
		h ^= word32(w[:4])<<32 | word32(w[n-4:])
	default:
		h ^= uint64(w[0])<<16 | uint64(w[n/2])<<8 | uint64(w[n-1])
	}
	h *= odd
	return h ^ h>>32
}

// word64 and word32 are written so that the compiler makes one load of each.
func word64(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func word32(s string) uint64 {
	_ = s[3]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}

// tagsOf returns what a lexicon says of the word.
func (x *lexeme) tagsOf(l *Lexicon) *WordTags {
	list := x.tags.Load()
	if list != nil {
		for _, t := range *list {
			if t.of == l {
				return t.tags
			}
		}
	}
	// mostLexicons bounds what is remembered for one word; there are three lexicons.
	const mostLexicons = 8
	tags := l.TagsOf(x.fold, x.stem, x.alt)
	var old []lexiconTags
	if list != nil {
		old = *list
	}
	if len(old) < mostLexicons {
		// Of two that add at once one is lost, and added when it is asked again.
		more := append(slices.Clip(old), lexiconTags{l, tags})
		x.tags.CompareAndSwap(list, &more)
	}
	return tags
}
