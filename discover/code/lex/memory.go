package lex

import (
	"sync"

	"github.com/org/mcp-lint/discover/source"
)

// keptTokens is how many tokens there is kept memory for: those of an ordinary file.
const keptTokens = 256 << 10

// tokens is memory for the tokens of a file that nobody holds. Files are read by the thousand, one after the other.
var tokens = sync.Pool{New: func() any { return new([]Token) }}

// makeTokens returns memory for about n tokens.
func makeTokens(n int) []Token {
	if t := *tokens.Get().(*[]Token); cap(t) >= n {
		return t[:0]
	}
	return make([]Token, 0, n)
}

// Release gives the memory of the tokens back. They may not be looked at afterwards; texts that were made of them may.
func (f *File) Release() {
	if t := f.Tokens; cap(t) <= keptTokens {
		tokens.Put(&t)
	}
	f.Tokens = nil
	if f.built != nil {
		builders.Put(f.built)
		f.built = nil
	}
}

// builders are those that no file makes texts with. They are empty.
var builders = sync.Pool{New: func() any { return new(source.Builder) }}

// builder returns an empty builder of texts, which is to be emptied again.
func (f *File) builder() *source.Builder {
	if f.built == nil {
		f.built = builders.Get().(*source.Builder)
	}
	f.built.Reset() // a reading that panicked may have left something
	return f.built
}
