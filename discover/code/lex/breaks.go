package lex

import "bytes"

// Breaks says what ends a line, and with it a comment, by the definition of a language.
type Breaks uint8

const (
	// BreakASCII is a line feed, a carriage return, or both.
	BreakASCII Breaks = iota
	// BreakLF is a line feed, with a carriage return before it or not. A carriage return alone is white space, as in Rust, Ruby and Elixir.
	BreakLF
	// BreakSeparators is BreakASCII, U+2028 and U+2029, as in ECMAScript.
	BreakSeparators
	// BreakUnicode is BreakSeparators and U+0085, as in C#.
	BreakUnicode
)

// BreaksOf returns what ends a line of a language.
func BreaksOf(lang Language) Breaks {
	switch lang {
	case JavaScript:
		return BreakSeparators
	case CSharp:
		return BreakUnicode
	case Rust, Ruby, Elixir:
		return BreakLF
	}
	// Dart, Java, Kotlin, PHP, Python and Swift end their lines so; compilers of C++ differ about a carriage return alone.
	return BreakASCII
}

// Next returns the offset of the line break at or after i, or the end of src.
func (b Breaks) Next(src []byte, i int) int {
	if i >= len(src) {
		return len(src)
	}
	if b == BreakLF {
		k := bytes.IndexByte(src[i:], '\n')
		switch {
		case k < 0:
			return len(src)
		case k > 0 && src[i+k-1] == '\r':
			k--
		}
		return i + k
	}
	for ; i < len(src); i++ {
		if c := src[i]; c == '\n' || c == '\r' || c >= 0x80 && b.At(src, i) > 0 {
			break
		}
	}
	return i
}

// At returns how many bytes the line break at i takes, or 0 when there is none.
func (b Breaks) At(src []byte, i int) int {
	if i >= len(src) {
		return 0
	}
	rest := src[i:]
	switch c := rest[0]; {
	case c == '\r' && len(rest) > 1 && rest[1] == '\n':
		return 2
	case c == '\n', c == '\r' && b != BreakLF:
		return 1
	case c == 0xE2 && b >= BreakSeparators && len(rest) > 2 && rest[1] == 0x80 && (rest[2] == 0xA8 || rest[2] == 0xA9):
		return 3
	case c == 0xC2 && b == BreakUnicode && len(rest) > 1 && rest[1] == 0x85:
		return 2
	}
	return 0
}
