package text

import (
	"math/bits"
	"strings"
	"sync/atomic"
)

const (
	// longestLexeme bounds the words that are remembered, in bytes; English ones are shorter. lexemeBits is how many bits number the sets: the
	// words remembered are lexemesOfSet times as many, which is more than the tools of a large registry use, and take 8 MB at most.
	longestLexeme = 40
	lexemeBits    = 12
	lexemeSets    = 1 << lexemeBits
	// lexemesOfSet makes a set as large as what a processor fetches at a time.
	lexemesOfSet = 7
)

// lexemes remembers words that were met before, since most of a text is made of few of them. It holds nothing but results of newLexeme,
// which depend on the word alone, so that it changes no result, whoever shares it.
var lexemes [lexemeSets]lexemeSet

// setOf returns the set of a hash, by its highest bits: the last letters of a long word change no others above the middle.
func setOf(hash uint64) *lexemeSet { return &lexemes[hash>>(64-lexemeBits)] }

// lexemeSet remembers words whose hashes have some bits in common.
type lexemeSet struct {
	// tags has the lowest byte of the hash of each word, so that others are not looked at, and in its highest the word to give way next. It is
	// only a hint: of two goroutines that write at once, the tags of one are lost, and a word is not found until it is made again.
	tags  atomic.Uint64
	words [lexemesOfSet]atomic.Pointer[lexeme]
}

const (
	// oneTag is the mask of a tag, everyTag has a one in each byte, and nextShift is where the highest one begins.
	oneTag    = 0xff
	everyTag  = 0x0101010101010101
	nextShift = 56
)

// lexemeOf returns the lexeme of a word of ASCII, at least one byte and at most longestLexeme bytes long.
func lexemeOf(w string) *lexeme {
	hash := hashOf(w)
	set := setOf(hash)
	if x := set.find(w, hash); x != nil {
		return x
	}
	// The copy lets go of the text that the word is a part of.
	x := newLexeme(strings.Clone(w))
	set.add(x)
	return x
}

// find returns the lexeme of the word, which has the hash, or nil.
func (s *lexemeSet) find(w string, hash uint64) *lexeme {
	// A byte of differ is zero where the tag is that of the word. The highest bit of that byte is one in same, and those of a few others.
	differ := s.tags.Load() ^ hash&oneTag*everyTag
	for same := (differ - everyTag) &^ differ & (everyTag << 7) &^ (1 << 63); same != 0; same &= same - 1 {
		x := s.words[bits.TrailingZeros64(same)/8%lexemesOfSet].Load()
		if x != nil && x.is(w, hash) {
			if !x.again.Load() {
				x.again.Store(true)
			}
			return x
		}
	}
	return nil
}

// add remembers a word in place of one that was not asked for again since it was last spared, if there is one.
func (s *lexemeSet) add(x *lexeme) {
	tags := s.tags.Load()
	at := tags >> nextShift % lexemesOfSet
	for range lexemesOfSet {
		old := s.words[at].Load()
		if old == nil || !old.again.Load() {
			break
		}
		old.again.Store(false)
		at = (at + 1) % lexemesOfSet
	}
	s.words[at].Store(x)
	tags = tags&^(oneTag<<(8*at))&(1<<nextShift-1) | x.hash&oneTag<<(8*at) | (at+1)%lexemesOfSet<<nextShift
	s.tags.Store(tags)
}
