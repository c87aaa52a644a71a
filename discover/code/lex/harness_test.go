package lex

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

// lexed is a language with a lexer, and what code of it begins with.
type lexed struct {
	name string
	lang Language
	head string
}

func withLexers() []lexed {
	var out []lexed
	for _, lang := range Languages() {
		if e := lang.entry(); e.read != nil {
			out = append(out, lexed{e.name, lang, map[Language]string{PHP: "<?php "}[lang]})
		}
	}
	return out
}

// checkTokens fails the test when f breaks what every File promises, whatever bytes it was read from.
func checkTokens(t testing.TB, f *File) {
	t.Helper()
	require.Empty(t, tokenFault(f))
}

// readChecked reads code and checks the tokens.
func readChecked(t testing.TB, lang Language, code string) *File {
	t.Helper()
	f := Read(source.NewFile("f", "f", []byte(code)), lang)
	checkTokens(t, f)
	return f
}

// tokenFault says what is wrong with the tokens of f, or "".
func tokenFault(f *File) string {
	size := int32(len(f.Source.Data))
	if n := len(f.Tokens); n > 3*int(size)+64 {
		return fmt.Sprintf("%d tokens of %d bytes", n, size)
	}
	var open []int
	end := int32(0)
	for i, t := range f.Tokens {
		at := fmt.Sprintf("token %d, kind %d, [%d,%d): ", i, t.Kind, t.Start, t.End)
		if t.Kind < Word || t.Kind > Line {
			return at + "no kind"
		}
		if t.Start < end || t.End < t.Start || t.End > size {
			return at + fmt.Sprintf("overlaps the one that ends at %d, or is out of the file of %d", end, size)
		}
		end = t.End
		if t.Body < t.Start || t.BodyEnd < t.Body || t.BodyEnd > t.End {
			return at + fmt.Sprintf("the body [%d,%d) is not inside", t.Body, t.BodyEnd)
		}
		if t.End == t.Start && t.Kind != Open && t.Kind != Close && t.Kind != Line {
			return at + "is empty"
		}
		var around Shape
		if len(open) > 0 {
			around = f.Tokens[open[len(open)-1]].Shape
		}
		switch {
		case t.Kind == Close:
			if len(open) == 0 {
				return at + "closes nothing"
			}
			o := open[len(open)-1]
			open = open[:len(open)-1]
			if int(t.Pair) != o || int(f.Tokens[o].Pair) != i || f.Tokens[o].Shape != t.Shape {
				return at + fmt.Sprintf("its pair %d and shape %d do not match the open group %d of shape %d", t.Pair, t.Shape, o, f.Tokens[o].Shape)
			}
		case t.Kind == Chunk && around != Quote, t.Kind == Open && t.Shape == Hole && around != Quote:
			return at + fmt.Sprintf("is not in a Quote but in shape %d", around)
		// A Hole that nests too deep is an Op.
		case around == Quote && t.Kind != Chunk && t.Kind != Op && (t.Kind != Open || t.Shape != Hole):
			return at + "is neither Chunk nor Hole, and stands in a Quote"
		case t.Kind == Open:
			if t.Shape < Paren || t.Shape > Hole {
				return at + fmt.Sprintf("has shape %d", t.Shape)
			}
			if int(t.Pair) <= i || int(t.Pair) >= len(f.Tokens) {
				return at + fmt.Sprintf("its pair is %d", t.Pair)
			}
			open = append(open, i)
			if len(open) > MaxDepth {
				return at + "nests too deep"
			}
		case t.Pair != -1:
			return at + fmt.Sprintf("has a pair, %d", t.Pair)
		}
		if t.Kind == String || t.Kind == Chunk || t.Kind == Doc {
			if fault := textFault(f, i); fault != "" {
				return at + fault
			}
		}
	}
	if len(open) > 0 {
		return fmt.Sprintf("token %d is not closed", open[len(open)-1])
	}
	return ""
}

// textFault says what is wrong with the decoded text of token i, or "".
func textFault(f *File, i int) string {
	t, text := f.Tokens[i], f.Text(i)
	if !utf8.ValidString(text.Value) {
		return "the text is not UTF-8"
	}
	// The worst are an invalid byte, which is U+FFFD, and names of characters.
	if len(text.Value) > 4*int(t.End-t.Start)+64 {
		return fmt.Sprintf("%d bytes of text", len(text.Value))
	}
	check := func(from, to, least int) (int, string) {
		for _, loc := range text.Locate(from, to) {
			if loc.File != f.Source || loc.Span.Start < int(t.Body) || loc.Span.End > int(t.BodyEnd) {
				return 0, fmt.Sprintf("bytes [%d,%d) of the text are at %v, not in the body [%d,%d)", from, to, loc.Span, t.Body, t.BodyEnd)
			}
			if loc.Span.Start < least {
				return 0, fmt.Sprintf("bytes [%d,%d) of the text are at %v, before those in front of them", from, to, loc.Span)
			}
			least = loc.Span.Start
		}
		return least, ""
	}
	if text.Value != "" && len(text.Locate(0, len(text.Value))) == 0 {
		return "the text has no place"
	}
	_, fault := check(0, len(text.Value), 0)
	// Byte by byte only where it is cheap.
	for k, least := 0, 0; fault == "" && k < min(len(text.Value), 256); k++ {
		least, fault = check(k, k+1, least)
	}
	return fault
}

// outline writes the tokens of code for comparison: decoded literals in quotes, interpolated strings in < >, their holes in
// ${ }, documentation in # #, blocks in { }, line ends as |, all else as it stands.
func outline(t *testing.T, lang Language, code string) string {
	t.Helper()
	f := readChecked(t, lang, code)
	var out []string
	for i, tok := range f.Tokens {
		s := string(f.Raw(i))
		switch {
		case tok.Kind == String || tok.Kind == Chunk:
			s = `"` + f.Text(i).Value + `"`
		case tok.Kind == Doc:
			s = "#" + f.Text(i).Value + "#"
		case tok.Kind == Line:
			s = "|"
		case tok.Kind == Regex:
			s = "regex" + strings.ReplaceAll(s, "\r\n", "\n")
		case tok.Shape == Block && tok.Kind == Open:
			s += "{"
		case tok.Shape == Block:
			s = "}"
		case tok.Shape == Quote && tok.Kind == Open:
			s = "<"
		case tok.Shape == Quote:
			s = ">"
		case tok.Shape == Hole && tok.Kind == Open:
			s = "${"
		case tok.Shape == Hole:
			s = "}"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// outlines checks pairs of code and its outline.
func outlines(t *testing.T, lang Language, pairs ...string) {
	t.Helper()
	for i := 0; i+1 < len(pairs); i += 2 {
		assert.Equal(t, pairs[i+1], outline(t, lang, pairs[i]), "%s", pairs[i])
		// Other line breaks change no text.
		crlf := strings.ReplaceAll(strings.ReplaceAll(pairs[i], "\r\n", "\n"), "\n", "\r\n")
		assert.Equal(t, pairs[i+1], outline(t, lang, crlf), "CRLF: %s", pairs[i])
	}
}

// TestTokenFault shows that checkTokens can fail.
func TestTokenFault(t *testing.T) {
	good := func() *File { return lexJSText("f", "a(b)`c${d}`") }
	require.Empty(t, tokenFault(good()))
	for name, spoil := range map[string]func(f *File){
		"overlap":         func(f *File) { f.Tokens[2].Start = 1 },
		"out of the file": func(f *File) { f.Tokens[9].End = 99 },
		"body outside":    func(f *File) { f.Tokens[5].BodyEnd = 7 },
		"no pair":         func(f *File) { f.Tokens[1].Pair = -1 },
		"wrong pair":      func(f *File) { f.Tokens[3].Pair = 0 },
		"wrong shape":     func(f *File) { f.Tokens[3].Shape = Brace },
		"not closed":      func(f *File) { f.Tokens = f.Tokens[:9] },
		"chunk outside":   func(f *File) { f.Tokens[0].Kind = Chunk },
		"word in a quote": func(f *File) { f.Tokens[5].Kind = Word },
		"pair of a word":  func(f *File) { f.Tokens[0].Pair = 0 },
		"no kind":         func(f *File) { f.Tokens[0].Kind = 0 },
		"not in the body": func(f *File) {
			f.decode = func(f *source.File, _ Token, b *source.Builder) { b.Verbatim(f, source.Span{Start: 0, End: 1}) }
		},
	} {
		f := good()
		spoil(f)
		require.NotEmpty(t, tokenFault(f), name)
	}
}
