package lex

import "sync"

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
}
