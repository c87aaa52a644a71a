package lex

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// The styles of Rust's literals.
const (
	rustEscapes Style = 1 + iota
	// rustBytes is one of bytes, in which escapes may put a character together.
	rustBytes
	rustRaw
)

var rustEscaper = escapes{simple: "n\nr\rt\t\\\\0\x00''\"\"", x: 2, xMin: 2, braces: true}

func decodeRust(f *source.File, t Token, b *source.Builder) {
	span := source.Span{Start: int(t.Body), End: int(t.BodyEnd)}
	switch t.Style {
	case docLines, docBlock:
		decodeDoc(f, t, b)
	case rustRaw:
		b.Lines(f, span)
	case rustBytes:
		decodeEscapes(f, span, b, rustByteEscape)
	default:
		decodeEscapes(f, span, b, rustEscape)
	}
}

// rustEscape decodes the escape at the start of s. One before a line break drops the blanks and empty lines that follow.
func rustEscape(s []byte) (string, int) {
	if len(s) > 1 && isBreak(s[1]) {
		return "", len(s) - len(bytes.TrimLeft(s[1:], " \t\r\n"))
	}
	return rustEscaper.at(s)
}

func rustByteEscape(s []byte) (string, int) {
	if text, n := byteRun(s, func(s []byte) (uint32, int) { return byteEscape(s, 2, false) }); n > 0 {
		return text, n
	}
	return rustEscape(s)
}
