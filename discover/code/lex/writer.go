package lex

import (
	"bytes"
	"slices"
	"sync"

	"github.com/org/mcp-lint/discover/source"
)

const (
	// MaxTokens bounds the tokens of one file, and so its memory: some hundred thousand lines. It is no fewer than what a file can have that
	// nobody named.
	MaxTokens = 1 << 21
	// MaxDepth bounds how deep groups nest. Deeper brackets are Ops: the file is read on, flat.
	MaxDepth = 500
)

// writer collects the tokens of a file and matches its brackets. Each lexer has one.
type writer struct {
	src  []byte
	out  []Token
	open []int32 // indexes of the groups that are open
	// within counts the open groups of each shape since the last Quote, Hole or Block; saved are the counts outside of those.
	within [Hole + 1]int32
	saved  [][Hole + 1]int32
	// openBlocks lets brackets close past a block that was left open, where blocks end with a word and not with their indentation.
	openBlocks bool
	// breaks are what ends a line in the language.
	breaks Breaks
	cut    bool
}

// isBarrier reports whether brackets never close a group around one of that shape.
func (w *writer) isBarrier(s Shape) bool {
	return s == Quote || s == Hole || s == Block && !w.openBlocks
}

func newWriter(f *source.File, b Breaks) writer {
	// Real code has a token in five to eight bytes.
	room := *tokenPool.Get().(*[]Token)
	return writer{src: f.Data, breaks: b, out: slices.Grow(room, len(f.Data)/6+16)}
}

// tokenPool are for tokens: there are thousands of files, each read once and dropped.
var tokenPool = sync.Pool{New: func() any { return new([]Token) }}

// maxPooled is the room for tokens that is kept for the next file: what most files need.
const maxPooled = 1 << 16

// Release gives the memory of the tokens back. They must not be looked at afterwards.
func (f *File) Release() {
	if room := f.Tokens[:0]; cap(room) <= maxPooled {
		tokenPool.Put(&room)
	}
	f.Tokens = nil
}

// file finishes: open groups are closed at the end.
func (w *writer) file(f *source.File, decode func(*source.File, Token, *source.Builder)) *File {
	for len(w.open) > 0 {
		w.closeTop(len(w.src), len(w.src))
	}
	return &File{Source: f, Tokens: w.out, Cut: w.cut, decode: decode}
}

// full reports whether no more tokens may be added; lexers end then.
func (w *writer) full() bool {
	if len(w.out) >= MaxTokens {
		w.cut = true
	}
	return w.cut
}

// add appends a token that is not a bracket and returns its end.
func (w *writer) add(k Kind, start, end int) int {
	return w.literal(k, 0, start, start, end, end)
}

// literal appends a String, Chunk, Doc or Regex with its content, and returns its end.
func (w *writer) literal(k Kind, style Style, start, body, bodyEnd, end int) int {
	w.out = append(w.out, Token{
		Kind: k, Style: style, Start: int32(start), End: int32(end),
		Body: int32(body), BodyEnd: int32(max(body, bodyEnd)), Pair: -1,
	})
	return end
}

// push opens a group. It reports false when groups nest too deep; the bracket is an Op then, and the lexer must not
// treat what follows as inside of the group.
func (w *writer) push(s Shape, start, end int) bool {
	if len(w.open) >= MaxDepth {
		w.add(Op, start, end)
		return false
	}
	w.open = append(w.open, int32(len(w.out)))
	if w.isBarrier(s) {
		w.saved = append(w.saved, w.within)
		w.within = [Hole + 1]int32{}
	}
	w.within[s]++
	w.out = append(w.out, Token{Kind: Open, Shape: s, Start: int32(start), End: int32(end), Body: int32(start), BodyEnd: int32(end)})
	return true
}

// top returns the shape of the innermost open group, or 0.
func (w *writer) top() Shape {
	if len(w.open) == 0 {
		return 0
	}
	return w.out[w.open[len(w.open)-1]].Shape
}

func (w *writer) closeTop(start, end int) {
	k := len(w.open) - 1
	o := w.open[k]
	w.open = w.open[:k]
	if shape := w.out[o].Shape; w.isBarrier(shape) {
		w.within = w.saved[len(w.saved)-1]
		w.saved = w.saved[:len(w.saved)-1]
	} else {
		w.within[shape]--
	}
	w.out[o].Pair = int32(len(w.out))
	w.out = append(w.out, Token{Kind: Close, Shape: w.out[o].Shape, Start: int32(start), End: int32(end), Body: int32(start), BodyEnd: int32(end), Pair: o})
}

// pop closes the group of that shape and returns end. Groups of other shapes inside that were left open are closed before it, but never past
// a shape that no bracket closes past: in there the bracket is an Op.
func (w *writer) pop(s Shape, start, end int) int {
	if w.within[s] == 0 {
		return w.add(Op, start, end)
	}
	for w.top() != s {
		w.closeTop(start, start)
	}
	w.closeTop(start, end)
	return end
}

func (w *writer) bracket(c byte, i int) {
	switch k := bytes.IndexByte([]byte("([{)]}"), c); {
	case k < 3:
		w.push(Paren+Shape(k), i, i+1)
	default:
		w.pop(Paren+Shape(k-3), i, i+1)
	}
}

func (w *writer) last() Token {
	if len(w.out) == 0 {
		return Token{}
	}
	return w.out[len(w.out)-1]
}

func (w *writer) raw(k int) []byte { return w.src[w.out[k].Start:w.out[k].End] }

func (w *writer) isRaw(k int, s string) bool { return string(w.raw(k)) == s }

func (w *writer) has(i int, s string) bool {
	return i+len(s) <= len(w.src) && string(w.src[i:i+len(s)]) == s
}

func (w *writer) hasAny(i int, list ...string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return w.has(i, s) })
}

func (w *writer) at(i int) byte {
	if i < 0 || i >= len(w.src) {
		return 0
	}
	return w.src[i]
}

// until returns the offset at which s stands from i on, or the end.
func (w *writer) until(i int, s string) int {
	if i >= len(w.src) {
		return len(w.src)
	}
	if k := bytes.Index(w.src[i:], []byte(s)); k >= 0 {
		return i + k
	}
	return len(w.src)
}

// lineEnd returns the offset of the line break at or after i, or the end.
func (w *writer) lineEnd(i int) int { return w.breaks.Next(w.src, i) }

// wordEnd returns the end of the identifier at i: letters, digits, _, $ when dollar is set, and everything beyond ASCII but line breaks.
func (w *writer) wordEnd(i int, dollar bool) int {
	for i < len(w.src) && isWordByte(w.src[i], dollar) {
		if w.src[i] >= 0x80 && w.breaks.At(w.src, i) > 0 {
			break
		}
		i++
	}
	return i
}

func isWordByte(c byte, dollar bool) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80 || c == '$' && dollar
}

func isWordStart(c byte, dollar bool) bool { return isWordByte(c, dollar) && (c < '0' || c > '9') }

// numberEnd returns the end of the number at i, generously: 1_000.5e-3, 0xFF, 10n, 1.0f, 1'000.
func (w *writer) numberEnd(i int) int {
	for i < len(w.src) {
		c := w.src[i]
		switch {
		case isWordByte(c, false):
		case c == '\'' && isWordByte(w.at(i-1), false) && isWordByte(w.at(i+1), false):
		case c == '.' && w.at(i+1) >= '0' && w.at(i+1) <= '9':
		case (c == '+' || c == '-') && i > 0 && (w.src[i-1] == 'e' || w.src[i-1] == 'E') && w.at(i+1) >= '0' && w.at(i+1) <= '9':
		default:
			return i
		}
		i++
	}
	return i
}

// operators are the operators of several characters in any of the languages, longest first. What a language does not have hardly ever stands
// in its code. ">>" is none, so that type arguments close.
var operators = byFirst(
	"...", "===", "!==", "**=", "<=>", "??=", "&&=", "||=", "..=", "..<", "<<=", ">>=",
	"=>", "->", "::", ":=", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "?:", "+=", "-=", "*=", "/=", "%=", "|>", "<>", "..",
	"**", "++", "--", "<-", "|=", "&=", "^=", "!!", "<<",
)

// byFirst lists operators by their first byte, in the order given.
func byFirst(list ...string) (out [256][]string) {
	for _, s := range list {
		out[s[0]] = append(out[s[0]], s)
	}
	return out
}

func (w *writer) op(i int) int { return w.opOf(i, &operators) }

// opOf adds the operator at i, which is one of those given or a single byte, and returns its end.
func (w *writer) opOf(i int, known *[256][]string) int {
	return w.add(Op, i, i+w.opLen(i, known))
}

func (w *writer) opLen(i int, known *[256][]string) int {
	for _, s := range known[w.src[i]] {
		if w.has(i, s) {
			return len(s)
		}
	}
	return 1
}

// Breaks says what ends a line, and with it a comment, by the definition of a language.
type Breaks uint8

const (
	// BreakASCII is a line feed, a carriage return, or both. Compilers of C++ differ about a carriage return alone.
	BreakASCII Breaks = iota
	// BreakLF is a line feed, with a carriage return before it or not. A carriage return alone is white space, as in Rust, Ruby and Elixir.
	BreakLF
	// BreakSeparators is BreakASCII, U+2028 and U+2029, as in ECMAScript.
	BreakSeparators
	// BreakUnicode is BreakSeparators and U+0085, as in C#.
	BreakUnicode
)

// Next returns the offset of the line break at or after i, or the end of src.
func (b Breaks) Next(src []byte, i int) int {
	for ; i < len(src); i++ {
		if c := src[i]; (c == '\n' || c == '\r' || c >= 0x80) && b.At(src, i) > 0 {
			return i
		}
	}
	return len(src)
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

// blank returns the offset of what follows the spaces and tabs at i.
func (w *writer) blank(i int) int {
	for w.at(i) == ' ' || w.at(i) == '\t' {
		i++
	}
	return i
}
